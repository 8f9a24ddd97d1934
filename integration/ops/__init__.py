"""The table of ops and the element types that each takes: what the tests run over.

Each op stands in the file that its lowering has in lib/Kina/Conversion/KinaToLinalg.
"""

from __future__ import annotations

from integration.ops import (
    argmax,
    binary,
    broadcast,
    cast,
    clamp,
    compare,
    concat,
    constant,
    gather,
    iota,
    matmul,
    reduce,
    reshape,
    select,
    slice,
    softmax,
    transpose,
    unary,
)
from integration.ops.op import Op

OPS: dict[str, Op] = {
    op.name: op
    for module in (
        constant,
        iota,
        gather,
        matmul,
        reshape,
        transpose,
        broadcast,
        concat,
        slice,
        softmax,
        argmax,
        reduce,
        binary,
        clamp,
        compare,
        select,
        unary,
        cast,
    )
    for op in module.OPS
}
