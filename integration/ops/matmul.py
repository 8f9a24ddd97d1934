"""kina.matmul."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from integration import tolerances
from integration.draw import MAX_ELEMENTS, MAX_RANK, Chooser
from integration.elements import DTYPES, FORMATS, NUMBERS, compute_type, is_float, widen
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Matmul(Op):
    """A batched matrix product, of one element type or to a wider one."""

    name = "matmul"
    rows = (
        *same_rows(NUMBERS, 2),
        ("f16", "f16", "f32"),
        ("bf16", "bf16", "f32"),
        ("i8", "i8", "i32"),
    )

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        lhs = c.shape(2, MAX_RANK) if first is None else first
        if len(lhs) < 2:
            return None
        *batch, m, k = lhs
        n = c.extent(MAX_ELEMENTS // (math.prod(batch) * max(m, k)))
        return Drawn((lhs, (*batch, k, n)), Attributes(), (*batch, m, n))

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        element = node.type.element
        product = "...mk,...kn->...mn"
        if not is_float(element):
            lhs, rhs = (x.astype(DTYPES[element]) for x in operands)
            return Expected(np.einsum(product, lhs, rhs))
        lhs, rhs = map(widen, operands)
        form = FORMATS[compute_type(element)]
        size = [np.where(np.isfinite(x), np.abs(x), 0) for x in (lhs, rhs)]
        magnitude = np.einsum(product, *size)
        terms = lhs.shape[-1]
        error = (terms + tolerances.SUM) * form.unit * magnitude + terms * form.tiny
        free = ~(magnitude < form.max * 0.99)
        return Expected(np.einsum(product, lhs, rhs), error, free)


OPS = (Matmul(),)
