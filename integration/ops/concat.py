"""kina.concat."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from integration.draw import MAX_ELEMENTS, Chooser
from integration.elements import ALL
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Concat(Op):
    """Tensors joined along one axis."""

    name = "concat"
    rows = same_rows(ALL)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(1) if first is None else first
        if not shape:
            return None
        axis = c.integer(0, len(shape) - 1)
        others = math.prod(shape) // shape[axis]
        extents = [shape[axis]]
        for _ in range(c.pick((1, 0, 2, 3, 6))):
            # In a program, an operand of the same type is more likely to be there.
            more = shape[axis] if c.flag() else c.extent(MAX_ELEMENTS // others // 2)
            extents.append(more)
        operands = tuple((*shape[:axis], extent, *shape[axis + 1 :]) for extent in extents)
        result = (*shape[:axis], sum(extents), *shape[axis + 1 :])
        return Drawn(operands, Attributes(axis=axis), result)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        return Expected(np.concatenate(operands, node.attributes.axis), moved=True)


OPS = (Concat(),)
