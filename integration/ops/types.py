#!/usr/bin/env python3
"""Prints docs/op-types.md: the element types that each op takes, as the tests run over them.

usage: python -m integration.ops.types > docs/op-types.md
"""

from __future__ import annotations

from integration.elements import ALL
from integration.ops import OPS
from integration.ops.op import Op

HEAD = """\
<!-- Written by `python -m integration.ops.types`; a test compares. -->
# Ops and element types

What the property tests (`integration/ops/`) run over. `T` is the type of the column; a dot means
that the verifier refuses it. `reduce mean` takes floats only.

"""


def patterns(op: Op) -> dict[str, set[str]]:
    """Returns the types of the column for each pattern of operands and result."""
    found: dict[str, set[str]] = {}
    for row in op.rows:
        place = next(i for i in range(len(row)) if i not in op.own)
        *operands, result = (
            "T" if element == row[place] and i not in op.own else element
            for i, element in enumerate(row)
        )
        found.setdefault(f"({', '.join(operands)}) -> {result}", set()).add(row[place])
    return found


def table() -> str:
    """Returns the page."""
    lines = [
        f"| op | types | {' | '.join(ALL)} |",
        f"|---|---|{':-:|' * len(ALL)}",
    ]
    for op in OPS.values():
        for spelt, types in patterns(op).items():
            marks = " | ".join("yes" if element in types else "·" for element in ALL)
            lines.append(f"| {op.name} | `{spelt}` | {marks} |")
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")
