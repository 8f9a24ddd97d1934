"""kina.reduce."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration import tolerances
from integration.draw import Chooser
from integration.elements import FLOATS, FORMATS, NUMBERS, compute_type, is_float, widen
from integration.judge import Expected, exact
from integration.ops.binary import larger, smaller
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Reduce(Op):
    """sum, max, min and mean along one axis."""

    name = "reduce"
    rows = same_rows(NUMBERS)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(1) if first is None else first
        if not shape:
            return None
        kind = c.pick(("sum", "max", "min") + ("mean",) * (row[0] in FLOATS))
        axis = c.integer(0, len(shape) - 1)
        keep = c.flag()
        result = shape[:axis] + (1,) * keep + shape[axis + 1 :]
        return Drawn((shape,), Attributes(kind=kind, axis=axis, keep=keep), result)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        (x,) = operands
        element, given = node.type.element, node.attributes
        axis, keep = given.axis, given.keep
        if given.kind in ("max", "min"):
            combine = larger if given.kind == "max" else smaller
            slices = list(np.moveaxis(widen(x), axis, 0))
            best = slices[0]
            for other in slices[1:]:
                best = combine(best, other)
            return exact(np.expand_dims(best, axis) if keep else best, element)
        if not is_float(element):
            return Expected(np.sum(x, axis, x.dtype, keepdims=keep))
        total = sum_of(widen(x), axis, element, keep)
        if given.kind == "sum":
            return total
        count, unit = x.shape[axis], FORMATS[compute_type(element)].unit
        value = total.value / count
        error = total.error / count * (1 + unit) + unit * np.abs(value)
        return Expected(value, error + FORMATS[compute_type(element)].tiny, total.free)


def sum_of(x: np.ndarray, axis: int, element: str, keep: bool) -> Expected:
    """Expects the sum of float64 terms, made in the compute type of `element` in any order."""
    form = FORMATS[compute_type(element)]
    finite = np.where(np.isfinite(x), np.abs(x), 0)
    magnitude = finite.sum(axis, keepdims=keep)
    error = (x.shape[axis] + tolerances.SUM) * form.unit * magnitude
    # One order may leave the range where another does not.
    free = ~(magnitude < form.max * 0.99)
    alone = x.shape[axis] == 1
    return Expected(x.sum(axis, keepdims=keep), error * (not alone), None if alone else free)


OPS = (Reduce(),)
