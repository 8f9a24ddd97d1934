"""kina.gather."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from integration.draw import MAX_ELEMENTS, MAX_RANK, Chooser
from integration.elements import ALL
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row
from integration.program import Attributes, Node, Shape, Type


class Gather(Op):
    """Rows of a table; an id outside it reads the nearest row."""

    name = "gather"
    rows = tuple((element, ids, element) for element in ALL for ids in ("i64", "i32"))
    own = frozenset({1})

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        table = c.shape(1, MAX_RANK - 1) if first is None else first
        if not table:
            return None
        limit = MAX_ELEMENTS // math.prod(table[1:])
        ids = c.shape(0, MAX_RANK - len(table) + 1, limit)
        return Drawn((table, ids), Attributes(), ids + table[1:])

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        table, ids = operands
        return Expected(table[np.clip(ids, 0, len(table) - 1)], moved=True)

    def values(
        self, rng: np.random.Generator, types: Sequence[Type], flavour: str
    ) -> list[np.ndarray]:
        """Ids are mostly inside the table, by default one in four is not."""
        table, ids = super().values(rng, types, flavour)
        inside = rng.integers(0, len(table), ids.shape)
        share = 0 if flavour == "ordinary" else 0.25
        return [table, np.asarray(np.where(rng.random(ids.shape) < share, ids, inside), ids.dtype)]

    def constants(self, node: Node, operands: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        """Constant ids outside the table are an error of kina-to-linalg."""
        table, ids = operands
        return table, np.asarray(np.clip(ids, 0, len(table) - 1), ids.dtype)


OPS = (Gather(),)
