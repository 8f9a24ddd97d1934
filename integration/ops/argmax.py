"""kina.argmax."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration.draw import Chooser
from integration.elements import NUMBERS, widen
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row
from integration.program import Attributes, Node, Shape


class Argmax(Op):
    """The index of the first NaN, else of the first of the largest; -0 and +0 tie."""

    name = "argmax"
    rows = tuple((element, "i64") for element in NUMBERS)
    own = frozenset({1})

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(1) if first is None else first
        if not shape:
            return None
        axis = c.integer(0, len(shape) - 1)
        return Drawn((shape,), Attributes(axis=axis), shape[:axis] + shape[axis + 1 :])

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        x, axis = widen(operands[0]), node.attributes.axis
        largest = (x == x.max(axis, keepdims=True)) | (x != x)
        # Not numpy.argmax, so that the rule stands here.
        index = np.arange(x.shape[axis]).reshape([-1 if i == axis else 1 for i in range(x.ndim)])
        return Expected(np.asarray(np.where(largest, index, x.shape[axis]).min(axis), np.int64))


OPS = (Argmax(),)
