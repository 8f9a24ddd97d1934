"""kina.neg, abs, exp and the like."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from integration import tolerances
from integration.draw import Chooser
from integration.elements import DTYPES, FLOATS, FORMATS, NUMBERS, compute_type, is_float, widen
from integration.judge import Expected, exact
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Unary(Op):
    """An elementwise op of one operand; `units` is its tolerance, 0 for a known result."""

    def __init__(self, name: str, types: Sequence[str], function: Callable, units: int = 0):
        self.name = name
        self.rows = same_rows(types)
        self.function = function
        self.units = units

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0) if first is None else first
        return Drawn((shape,), Attributes(), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        (x,) = operands
        element = node.type.element
        if not is_float(element):
            return exact(self.function(x), element)
        if not self.units:
            return exact(self.function(widen(x).astype(DTYPES[compute_type(element)])), element)
        value = self.function(widen(x))
        form = FORMATS[compute_type(element)]
        error = self.units * form.unit * np.abs(value) + 2 * form.tiny * (value != 0)
        return Expected(value, error)


def _erf(x: np.ndarray) -> np.ndarray:
    return np.vectorize(math.erf, otypes=[np.float64])(x)


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return np.where(x < 0, np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(-x)))


OPS = (
    Unary("neg", NUMBERS, np.negative),
    Unary("abs", NUMBERS, np.abs),
    Unary("exp", FLOATS, np.exp, tolerances.FUNCTION),
    Unary("log", FLOATS, np.log, tolerances.FUNCTION),
    Unary("sqrt", FLOATS, np.sqrt),
    Unary("rsqrt", FLOATS, lambda x: 1 / np.sqrt(x), tolerances.RSQRT),
    Unary("tanh", FLOATS, np.tanh, tolerances.FUNCTION),
    Unary("sigmoid", FLOATS, _sigmoid, tolerances.SIGMOID),
    Unary("erf", FLOATS, _erf, tolerances.FUNCTION),
    Unary("sin", FLOATS, np.sin, tolerances.FUNCTION),
    Unary("cos", FLOATS, np.cos, tolerances.FUNCTION),
    Unary("floor", FLOATS, np.floor),
    Unary("round", FLOATS, np.rint),
)
