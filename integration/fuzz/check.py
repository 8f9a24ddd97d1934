"""Whether a program gives what NumPy says, plain, canonicalized and with all values returned.

A tolerance for a whole program would have to be as wide as rounding errors can grow. So the program
also runs with the values of all its ops as results: each is compared with the oracle of its op on
the operands that the compiled code had, within that op's own tolerance. And the program as it is
must give those same bits, which the law of bits says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

import kina
from integration import native
from integration.fuzz.generate import arguments
from integration.judge import differ, explain
from integration.ops import OPS
from integration.program import Program

# What the programs of a run were made of.
ops_met: Counter[str] = Counter()

WAYS: dict[str, Callable[[str], kina.Library]] = {
    "plain": native.plain,
    "after --canonicalize": native.canonical,
}


def check(program: Program, seed: int) -> str | None:
    """Returns None, or what is wrong."""
    arrays = arguments(program, seed)
    (every,) = native.compile_all([program.returning_all()])
    if isinstance(every, native.Refused):
        return str(every)
    known = [*arrays, *every(arrays)]
    for i, node in enumerate(program.nodes, len(arrays)):
        with np.errstate(all="ignore"):
            expected = OPS[node.op].oracle(node, [known[j] for j in node.operands])
        why = explain(known[i], expected, node.type.element)
        if why:
            return f"%v{i - len(arrays)} ({node.op}): {why}"
    for way, compiler in WAYS.items():
        (call,) = native.compile_all([program], compiler)
        if isinstance(call, native.Refused):
            return f"{way}: {call}"
        for number, (i, got) in enumerate(zip(program.results, call(arrays), strict=True)):
            why = differ(got, known[i], f"({way}) from those of the program that returns all")
            if why:
                return f"result {number}: {why}"
    return None
