"""Canonicalization alone: NumPy evaluates random programs before and after, no code is compiled.

So many more programs than test_programs.py can compile: small ones, mostly of the ops that are
rewritten, with constants among them.
"""

import numpy as np
import pytest

from integration import native
from integration.elements import compute_type, quantize
from integration.fuzz.generate import arguments, generate
from integration.judge import differ
from integration.ops import OPS
from integration.program import Program, parse

PROGRAMS = 2000
LONG_PROGRAMS = 40_000
MODULE = 100
PASSES = ("--canonicalize",)


def evaluate(program: Program, arrays) -> list[np.ndarray]:
    """Returns the results by the oracle: the nearest ones where more than one is right."""
    known = list(arrays)
    with np.errstate(all="ignore"):
        for node in program.nodes:
            expected = OPS[node.op].oracle(node, [known[i] for i in node.operands])
            value, element = expected.value, node.type.element
            if expected.error is not None:
                value = quantize(quantize(value, compute_type(element)), element)
            known.append(value)
    return [known[i] for i in program.results]


def split(module: str) -> list[str]:
    """Returns the functions of a module as kina-opt prints it."""
    return ["func.func" + part for part in module.split("func.func")[1:]]


def test_canonicalize(kina_seed, is_long):
    count = LONG_PROGRAMS if is_long else PROGRAMS
    changed = 0
    for start in range(0, count, MODULE):
        seeds = range(start, min(start + MODULE, count))
        programs = [
            generate(
                np.random.default_rng([kina_seed, 1, i]), 2, 25, most_elements=128, constants=6
            )
            for i in seeds
        ]
        text = "".join(program.text(f"f{i}") for i, program in zip(seeds, programs, strict=True))
        after = native.kina_opt(text, *PASSES)
        assert native.kina_opt(after, *PASSES) == after, "a second run changes something"
        for i, program, function in zip(seeds, programs, split(after), strict=True):
            arrays = arguments(program, i)
            canonical = parse(function)
            changed += canonical.nodes != program.nodes
            wanted, got = evaluate(program, arrays), evaluate(canonical, arrays)
            for number, (x, y) in enumerate(zip(got, wanted, strict=True)):
                why = differ(x, y, "after --canonicalize")
                if why:
                    pytest.fail(f"result {number}: {why}\n\n{program.text()}\n{function}")
    assert changed > count / 2
