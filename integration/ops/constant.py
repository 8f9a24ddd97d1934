"""kina.constant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration.draw import FLAVOURS, Chooser, values
from integration.elements import ALL
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row
from integration.program import Attributes, Node, Shape, Type, constant_value


class Constant(Op):
    """Elements that stand in the program, or one for all of them."""

    name = "constant"
    rows = tuple((element,) for element in ALL)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0, limit=300)
        rng = np.random.default_rng(c.integer(0, 2**32 - 1))
        made = values(rng, Type(row[0], shape), c.pick(FLAVOURS))
        if c.flag():
            made = made.reshape(-1)[:1]
        return Drawn((), Attributes(value=made.tobytes()), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        return Expected(constant_value(node), moved=True)


OPS = (Constant(),)
