"""kina.broadcast."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from integration.draw import MAX_ELEMENTS, MAX_RANK, Chooser
from integration.elements import ALL
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Broadcast(Op):
    """Extents of 1 repeated, and new axes on the left."""

    name = "broadcast"
    rows = same_rows(ALL)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        if first is None:
            full = c.shape(0)
            first = tuple(1 if c.flag() else extent for extent in full)
            first = first[c.integer(0, len(first)) :]
        result = list(first)
        for axis, extent in enumerate(first):
            if extent == 1 and c.flag():
                result[axis] = c.extent(MAX_ELEMENTS // math.prod(result))
        for _ in range(c.integer(0, MAX_RANK - len(result))):
            result.insert(0, c.extent(MAX_ELEMENTS // math.prod(result)))
        return Drawn((first,), Attributes(), tuple(result))

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        return Expected(np.broadcast_to(operands[0], node.type.shape), moved=True)


OPS = (Broadcast(),)
