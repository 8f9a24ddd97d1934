"""kina.iota."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration.draw import Chooser
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row
from integration.program import Attributes, Node, Shape


class Iota(Op):
    """Each element is its index on one axis."""

    name = "iota"
    rows = (("i64",), ("i32",))

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(1)
        return Drawn((), Attributes(axis=c.integer(0, len(shape) - 1)), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        index = np.indices(node.type.shape)[node.attributes.axis]
        return Expected(index.astype(node.type.dtype))


OPS = (Iota(),)
