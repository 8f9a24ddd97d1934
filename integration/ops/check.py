"""Runs programs of one op in every way and compares: with NumPy, and with each other."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from integration import native, spread
from integration.draw import FLAVOURS
from integration.judge import Expected, differ, explain
from integration.ops import OPS
from integration.program import Program

# How often each function is called, each time with values of other flavours.
CALLS = 4
# One in so many functions is also compiled with its first values as constants.
FOLDED = 2
MAX_CONSTANTS = 300


@dataclass(frozen=True)
class Example:
    """A function of one op, and the seed of its values."""

    program: Program
    seed: int

    def arrays(self, turn: int) -> list[np.ndarray]:
        """Returns the arguments of one call."""
        rng = np.random.default_rng([self.seed, turn])
        flavour = "ordinary" if turn == 0 else FLAVOURS[1 + rng.integers(len(FLAVOURS) - 1)]
        op = OPS[self.program.nodes[-1].op]
        return op.values(rng, self.program.inputs, flavour) if self.program.inputs else []

    @property
    def is_folded(self) -> bool:
        """Whether the function is compiled with constants too."""
        # The same for an example whatever stands beside it.
        turn = zlib.crc32(self.program.text().encode()) % FOLDED
        sizes = [math.prod(type.shape) for type in self.program.inputs]
        return bool(sizes) and sum(sizes) <= MAX_CONSTANTS and turn == 0


def expect(program: Program, arrays: Sequence[np.ndarray]) -> Expected:
    """Returns what the one op of a program gives."""
    (node,) = program.nodes
    with np.errstate(all="ignore"):
        return OPS[node.op].oracle(node, arrays)


def check(examples: Sequence[Example]) -> list[str | None]:
    """Returns for each example None, or what is wrong with it."""
    programs = [example.program for example in examples]
    verdicts: list[str | None] = [None] * len(examples)

    def fail(i: int, why: object) -> None:
        if verdicts[i] is None:
            verdicts[i] = f"{why}\n\nseed of the values: {examples[i].seed}\n{programs[i].text()}"

    first: dict[int, tuple[list[np.ndarray], np.ndarray]] = {}
    canonical = [i for i, new in enumerate(native.changed_by_canonicalize(programs)) if new]
    others = dict(
        zip(
            canonical,
            native.compile_all([programs[i] for i in canonical], native.canonical),
            strict=True,
        )
    )
    for i, call in enumerate(native.compile_all(programs)):
        name = programs[i].nodes[0].op
        spread.functions[name] += 1
        for compiled in (call, others.get(i)):
            if isinstance(compiled, native.Refused):
                fail(i, compiled)
        if verdicts[i]:
            continue
        for turn in range(CALLS if programs[i].inputs else 1):
            arrays = examples[i].arrays(turn)
            expected = expect(programs[i], arrays)
            (got,) = call(arrays)
            spread.add(name, programs[i], arrays)
            if expected.free is not None:
                spread.unjudged[name] += int(expected.free.sum())
            where = f"call {turn}: "
            why = explain(got, expected, programs[i].types[-1].element)
            if why:
                fail(i, where + why)
            if i in others:
                why = differ(got, others[i](arrays)[0], "after --canonicalize")
                if why:
                    fail(i, where + why)
        _keep_for_constants(first, i, examples[i], call)

    folded = [
        programs[i].with_constants(arrays) for i, (arrays, _) in first.items() if not verdicts[i]
    ]
    kept = [i for i in first if not verdicts[i]]
    for i, call in zip(kept, native.compile_all(folded, native.compile_text), strict=True):
        spread.folded[programs[i].nodes[0].op] += 1
        if isinstance(call, native.Refused):
            fail(i, f"with constants: {call}")
            continue
        why = differ(first[i][1], call([])[0], "where the operands are constants")
        if why:
            fail(i, why)
    return verdicts


def _keep_for_constants(first: dict, i: int, example: Example, call: native.Call) -> None:
    """Keeps the values of an example that is to be compiled with constants, and the result."""
    if not example.is_folded:
        return
    turn = example.seed % CALLS
    node = example.program.nodes[-1]
    arrays = OPS[node.op].constants(node, example.arrays(turn))
    first[i] = (arrays, call(arrays)[0])
