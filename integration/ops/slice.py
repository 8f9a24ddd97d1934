"""kina.slice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration.draw import Chooser
from integration.elements import ALL
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Slice(Op):
    """A window on one axis."""

    name = "slice"
    rows = same_rows(ALL)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(1) if first is None else first
        if not shape:
            return None
        axis = c.integer(0, len(shape) - 1)
        start = c.integer(0, shape[axis] - 1)
        stop = shape[axis] if c.flag() else c.integer(start + 1, shape[axis])
        result = (*shape[:axis], stop - start, *shape[axis + 1 :])
        return Drawn((shape,), Attributes(axis=axis, bounds=(start, stop)), result)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        window = [slice(None)] * operands[0].ndim
        window[node.attributes.axis] = slice(*node.attributes.bounds)
        return Expected(operands[0][tuple(window)], moved=True)


OPS = (Slice(),)
