"""Calls compiled functions for a long time, and checks that memory stays flat.

    .venv/bin/python -m integration.soak [--calls N]

Half of the calls go to a library that was loaded from its file, half to what `kina.compile` gives;
they take turns in all ways that a call can be written, refused ones included, and each thousand of
them compares a result.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from pathlib import Path

import numpy as np

import kina
from integration import reference
from integration.models.storylm0 import EXAMPLES

CALLS = 1_000_000
SLACK = 2 << 20  # bytes that the process may grow by after the first tenth
TOLERANCE = 1e-6


def resident() -> int:
    """Returns the bytes of this process that are in memory."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


def _ways(steps: kina.Library) -> list:
    """Returns calls of `decode` at past lengths 1 to 3, each way; each returns logits."""
    model = reference.Model(reference.weights())
    weights = {name: np.float32(value) for name, value in model.w.items()}
    weights["scale"] = weights["scale"].reshape(1, 1, 1, 1)
    for name, array in weights.items():
        if name in ("wq", "wk", "wv", "wo", "lm_head"):
            weights[name] = array[None]
    function = steps.decode
    found = []
    for past in (1, 2, 3):
        k, v, _ = (np.float32(x) for x in model.prefill([[5] * past]))
        want = model.decode([[3]], k, v)[2]
        token = np.array([[3]])
        given = {"token_ids": token, "k_past": k.copy(), "v_past": v.copy(), **weights}
        ordered = [given[tensor.name] for tensor in function.inputs]
        out = function(**given)
        found += [
            (lambda given=given: function(**given), want),
            (lambda ordered=ordered: function(*ordered), want),
            (lambda ordered=ordered, out=out: function(*ordered, out=out), want),
            # These three go through the conversions.
            (lambda given=given: function(**{**given, "token_ids": [[3]]}), want),
            (lambda given=given, k=k: function(**{**given, "k_past": np.asfortranarray(k)}), want),
            (lambda given=given: _refused(function, given), None),
        ]
    return found


def _refused(function: kina.Function, given: dict) -> None:
    try:
        function(**{**given, "token_ids": np.array([[99]])})
    except IndexError:
        return
    raise AssertionError("an id outside its table was taken")


def soak(calls: int) -> tuple[int, int]:
    """Returns the resident bytes after the first tenth of the calls, and after all of them."""
    source = EXAMPLES / "storylm0_generic.kina"
    with tempfile.TemporaryDirectory(prefix="kina-") as folder:
        path = Path(folder) / "generic.so"
        compiled = kina.compile(source, output=path)
        loaded = kina.load(path)
    ways = _ways(compiled) + _ways(loaded)
    early = 0
    for i in range(calls):
        call, want = ways[i % len(ways)]
        result = call()
        if i % 1009 == 0 and want is not None:
            error = np.abs(result[2] - want).max()
            assert error <= TOLERANCE * np.abs(want).max(), f"call {i}: off by {error}"
        if i == calls // 10:
            gc.collect()
            early = resident()
    gc.collect()
    return early, resident()


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="integration.soak", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--calls", type=int, default=CALLS, metavar="N")
    options = parser.parse_args()
    early, late = soak(options.calls)
    grown = late - early
    print(f"{options.calls} calls, {early >> 20} MB in memory, grown by {grown >> 10} kB")
    sys.exit(0 if grown <= SLACK else 1)


if __name__ == "__main__":
    main()
