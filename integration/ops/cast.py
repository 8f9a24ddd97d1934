"""kina.cast."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration.draw import Chooser
from integration.elements import ALL, DTYPES, is_float, quantize, widen
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row
from integration.program import Attributes, Node, Shape


class Cast(Op):
    """The same values in another element type."""

    name = "cast"
    rows = tuple((source, target) for source in ALL for target in ALL)
    own = frozenset({1})

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(0) if first is None else first
        return Drawn((shape,), Attributes(), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        (x,), target = operands, node.type.element
        if x.dtype == DTYPES[target]:
            return Expected(x, moved=True)
        if is_float(target):
            # A long double holds an i64, so that only one step rounds.
            return Expected(
                quantize(x.astype(np.longdouble) if x.dtype.kind in "iub" else widen(x), target)
            )
        x = widen(x)
        if target == "i1":
            return Expected((x != 0) & (x == x))
        if x.dtype.kind != "f":
            return Expected(x.astype(DTYPES[target]))  # wraps
        limits = np.iinfo(DTYPES[target])
        fits = (x >= limits.min) & (x < -float(limits.min))
        result = np.where(fits, np.trunc(x), 0).astype(DTYPES[target])
        result = np.where(x >= -float(limits.min), limits.max, result)
        return Expected(np.where(x < limits.min, limits.min, result).astype(DTYPES[target]))


OPS = (Cast(),)
