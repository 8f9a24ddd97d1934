"""kina.select."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration.draw import Chooser
from integration.elements import ALL
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row
from integration.program import Attributes, Node, Shape


class Select(Op):
    """One of two values, by a condition."""

    name = "select"
    rows = tuple(("i1", element, element, element) for element in ALL)
    own = frozenset({0})

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0) if first is None else first
        return Drawn((shape, shape, shape), Attributes(), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        return Expected(np.where(*operands), moved=True)


OPS = (Select(),)
