"""kina.transpose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration.draw import Chooser
from integration.elements import ALL
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Transpose(Op):
    """Axes in another order: axis i of the result is axis perm[i] of the operand."""

    name = "transpose"
    rows = same_rows(ALL)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0) if first is None else first
        perm = c.permutation(len(shape))
        return Drawn((shape,), Attributes(perm=perm), tuple(shape[axis] for axis in perm))

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        return Expected(operands[0].transpose(node.attributes.perm), moved=True)


OPS = (Transpose(),)
