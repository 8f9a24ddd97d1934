"""`kina run`: one function of a library or program, called on arrays from the command line."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence

import numpy as np

from kina import values
from kina.library import Function, Library, Tensor


def choose(library: Library, name: str | None, shown: str) -> Function:
    """Returns the function that is asked for: by name, else `main`, else the only one."""
    if name is None:
        name = "main" if "main" in library or len(library) != 1 else next(iter(library))
        if name not in library:
            raise values.FileError(shown, f"wanted --function, one of {', '.join(library)}")
    if name not in library:
        raise values.FileError(
            shown, f"no function '{name}'; it has {', '.join(library) or 'none'}"
        )
    return library[name]


def run(library: Library, options: argparse.Namespace, shown: str) -> tuple[int, str, float]:
    """Returns the exit status, the text for stdout and the seconds of the call."""
    function = choose(library, options.function or options.name, shown)
    given = values.bind(options.input, function.inputs, "argument")
    missing = [tensor for tensor in function.inputs if tensor.name not in given]
    if missing:
        wanted = ", ".join(map(str, missing))
        raise ValueError(f"{function.name}: wanted --input for {wanted}")
    expected = values.bind(options.expected_output, function.results, "result")
    sizes = dict(options.size)
    for name in sizes.keys() - {size.name for size in function.sizes}:
        known = ", ".join(size.name for size in function.sizes) or "none"
        raise ValueError(f"{function.name}: no size '{name}'; it has {known}")

    start = time.perf_counter()
    results = function(
        *(given[tensor.name] for tensor in function.inputs),
        **{function.keyword(name): value for name, value in sizes.items()},
    )
    seconds = time.perf_counter() - start
    if not isinstance(results, tuple):
        results = (results,)
    named = dict(zip([tensor.name for tensor in function.results], results, strict=True))
    comparisons = [
        values.compare(tensor, named[tensor.name], expected[tensor.name], options.tolerance)
        for tensor in function.results
        if tensor.name in expected
    ]
    if options.output is not None:
        values.save(options.output, named)
    if options.json:
        text = _as_json(function, results, seconds, comparisons)
    elif expected:
        text = "\n".join(map(str, comparisons))
    else:
        text = "\n".join(map(_show, function.results, results))
    status = 0 if all(comparison.matches for comparison in comparisons) else 1
    return status, text, seconds


def _show(tensor: Tensor, array: np.ndarray) -> str:
    numbers = np.array2string(values.as_numbers(array, tensor.type))
    return f"{tensor.name}: {tensor.type} {list(array.shape)}\n{numbers}"


def _plain(value):
    """Returns what JSON can say: it has no NaN and no infinities."""
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _as_json(
    function: Function,
    results: Sequence[np.ndarray],
    seconds: float,
    comparisons: Sequence[values.Comparison],
) -> str:
    said = {
        "function": function.name,
        "seconds": seconds,
        "results": [
            {
                "name": tensor.name,
                "type": tensor.type,
                "shape": list(array.shape),
                "values": _plain(values.as_numbers(array, tensor.type).tolist()),
            }
            for tensor, array in zip(function.results, results, strict=True)
        ],
        "comparisons": [
            {
                "name": comparison.name,
                "matches": comparison.matches,
                "max_abs_error": _plain(comparison.max_abs_error),
                "max_rel_error": _plain(comparison.max_rel_error),
                "worst": comparison.worst,
                "got": comparison.got,
                "expected": comparison.expected,
            }
            for comparison in comparisons
        ],
    }
    return json.dumps(said, indent=2, allow_nan=False)
