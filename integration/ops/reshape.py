"""kina.reshape."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from integration.draw import MAX_RANK, Chooser
from integration.elements import ALL
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Reshape(Op):
    """The same elements under other extents."""

    name = "reshape"
    rows = same_rows(ALL)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0) if first is None else first
        left = math.prod(shape)
        rank = c.integer(0 if left == 1 else 1, MAX_RANK)
        extents = []
        for axis in range(rank):
            divisors = [d for d in range(1, left + 1) if left % d == 0]
            extents.append(left if axis == rank - 1 else c.pick(divisors))
            left //= extents[-1]
        return Drawn((shape,), Attributes(), tuple(extents))

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        return Expected(operands[0].reshape(node.type.shape), moved=True)


OPS = (Reshape(),)
