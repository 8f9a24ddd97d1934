"""kina.softmax."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from integration import tolerances
from integration.draw import Chooser
from integration.elements import FLOATS, FORMATS, compute_type, widen
from integration.judge import Expected
from integration.ops.op import Drawn, Op, Row, same_rows
from integration.program import Attributes, Node, Shape


class Softmax(Op):
    """exp(x - max) / sum; NaN in a row that holds NaN or +inf, or is -inf throughout."""

    name = "softmax"
    rows = same_rows(FLOATS)

    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:  # noqa: D102
        shape = c.shape(1) if first is None else first
        if not shape:
            return None
        return Drawn((shape,), Attributes(axis=c.integer(0, len(shape) - 1)), shape)

    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:  # noqa: D102
        x, axis = widen(operands[0]), node.attributes.axis
        form = FORMATS[compute_type(node.type.element)]
        difference = x - x.max(axis, keepdims=True)
        power = np.exp(difference)
        value = power / power.sum(axis, keepdims=True)
        # The difference is rounded, then exp; the sum inherits that, weighted; then the quotient.
        reached = np.where(np.isfinite(difference), np.abs(difference), 0)
        relative = np.minimum(reached + tolerances.FUNCTION, 1 / form.unit)
        inherited = (value * relative).sum(axis, keepdims=True)
        units = relative + inherited + x.shape[axis] + tolerances.SUM
        return Expected(value, value * units * form.unit + 4 * form.tiny * (reached > 0))


OPS = (Softmax(),)
