"""kina.clamp."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration.draw import Chooser
from integration.elements import NUMBERS
from integration.judge import Expected, exact
from integration.ops.binary import larger, smaller
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Clamp(Op):
    """A value kept between two bounds."""

    name = "clamp"
    rows = same_rows(NUMBERS, 3)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0) if first is None else first
        return Drawn((shape, shape, shape), Attributes(), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        x, low, high = operands
        return exact(smaller(larger(x, low), high), node.type.element)


OPS = (Clamp(),)
