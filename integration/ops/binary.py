"""kina.add, sub, mul, div, max, min, pow."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from integration import tolerances
from integration.draw import Chooser
from integration.elements import DTYPES, FLOATS, FORMATS, NUMBERS, compute_type, is_float, widen
from integration.judge import Expected, exact
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Binary(Op):
    """An elementwise op of two operands; `units` is its tolerance, 0 for a known result."""

    def __init__(self, name: str, types: Sequence[str], function: Callable, units: int = 0):
        self.name = name
        self.rows = same_rows(types, 2)
        self.function = function
        self.units = units

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0) if first is None else first
        return Drawn((shape, shape), Attributes(), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        element = node.type.element
        if not is_float(element):
            return exact(self.function(*operands), element)
        if not self.units:
            compute = DTYPES[compute_type(element)]
            return exact(self.function(*(widen(x).astype(compute) for x in operands)), element)
        value = self.function(*map(widen, operands))
        form = FORMATS[compute_type(element)]
        return Expected(value, self.units * form.unit * np.abs(value) + 2 * form.tiny)


def divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Division; of integers towards zero, with x / 0 = 0 and the smallest over -1 itself."""
    if x.dtype.kind == "f":
        return x / y
    safe = np.where((y == 0) | (y == -1), 1, y).astype(x.dtype)
    quotient = x // safe
    quotient = quotient + ((x - quotient * safe != 0) & ((x < 0) != (safe < 0)))
    return np.where(y == 0, 0, np.where(y == -1, np.negative(x), quotient)).astype(x.dtype)


def larger(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The maximum; NaN propagates, -0 is below +0."""
    zeros = (x == 0) & (y == 0)
    return np.where(zeros, np.where(np.signbit(x), y, x), np.maximum(x, y))


def smaller(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The minimum; NaN propagates, -0 is below +0."""
    zeros = (x == 0) & (y == 0)
    return np.where(zeros, np.where(np.signbit(x), x, y), np.minimum(x, y))


OPS = (
    Binary("add", NUMBERS, np.add),
    Binary("sub", NUMBERS, np.subtract),
    Binary("mul", NUMBERS, np.multiply),
    Binary("div", NUMBERS, divide),
    Binary("max", NUMBERS, larger),
    Binary("min", NUMBERS, smaller),
    Binary("pow", FLOATS, np.power, tolerances.FUNCTION),
)
