"""kina.compare."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np

from integration.draw import Chooser
from integration.elements import ALL, widen
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row
from integration.program import Attributes, Node, Shape


class Compare(Op):
    """An order relation; with NaN only `ne` holds."""

    name = "compare"
    rows = tuple((element, element, "i1") for element in ALL)
    own = frozenset({2})
    predicates = ("eq", "ne", "lt", "le", "gt", "ge")

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0) if first is None else first
        return Drawn((shape, shape), Attributes(kind=c.pick(self.predicates)), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        relation = getattr(operator, node.attributes.kind)
        return Expected(np.asarray(relation(*map(widen, operands))))


OPS = (Compare(),)
