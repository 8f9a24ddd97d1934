"""Calls whose buffers stand between guards, so that a write outside of them is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

import kina
from kina import arrays

GUARD = 4096  # bytes on each side
ALIGNMENT = 64
FILL = 0xAB


class Buffer:
    """Memory of exactly so many bytes, 64-byte aligned, between guards."""

    def __init__(self, size: int):
        self.memory = np.full(size + 2 * GUARD + ALIGNMENT, FILL, np.uint8)
        self.start = GUARD - (self.memory.ctypes.data + GUARD) % ALIGNMENT + ALIGNMENT
        self.stop = self.start + size
        self.address = self.memory.ctypes.data + self.start

    def array(self, dtype: np.dtype, shape: Sequence[int]) -> np.ndarray:
        """Returns the bytes as an array."""
        return self.memory[self.start : self.stop].view(dtype).reshape(shape)

    def outside(self) -> list[int]:
        """Returns where bytes outside of it were written, counted from its first one."""
        written = np.flatnonzero(self.memory != FILL) - self.start
        return [int(i) for i in written if not 0 <= i < self.stop - self.start]


def call(
    function: kina.Function, inputs: Sequence[np.ndarray], sizes: Mapping[str, int]
) -> list[np.ndarray]:
    """Calls the C function, and returns the results.

    Raises AssertionError where it fails, writes an input, or writes outside of a buffer.
    """
    values = [sizes[size.name] for size in function.sizes]
    workspace = function.workspace
    if workspace is None:
        workspace = function._measure(*values)
    dtypes = [arrays.DTYPES[tensor.type] for tensor in (*function.inputs, *function.results)]
    shapes = [
        [extent.evaluate(sizes) for extent in tensor.shape]
        for tensor in (*function.inputs, *function.results)
    ]
    buffers = [
        Buffer(np.dtype(dtype).itemsize * int(np.prod(shape, dtype=np.int64)))
        for dtype, shape in zip(dtypes, shapes, strict=True)
    ]
    views = [
        buffer.array(dtype, shape)
        for buffer, dtype, shape in zip(buffers, dtypes, shapes, strict=True)
    ]
    for view, array in zip(views, inputs, strict=False):
        view[...] = array
    buffers.append(Buffer(workspace))
    status = function._call(*values, *(buffer.address for buffer in buffers))
    assert status == 0, f"{function}: status {status} for {sizes}"
    names = [tensor.name for tensor in (*function.inputs, *function.results)]
    for name, buffer in zip((*names, "the workspace"), buffers, strict=True):
        outside = buffer.outside()
        assert not outside, f"{function}: writes {name} at {outside[0]}..{outside[-1]} for {sizes}"
    for name, view, array in zip(names, views, inputs, strict=False):
        assert view.tobytes() == array.tobytes(), f"{function}: writes its input {name}"
    return views[len(inputs) :]
