"""Python numbers as floats of an argument's type, rounded once to the nearest, ties to even."""

from __future__ import annotations

import numpy as np

FLOATS = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "BF16": np.uint16}


def from_numbers(array: np.ndarray, element: str) -> np.ndarray | None:
    """Returns an array of floats or integers as the type; bf16 as its bits.

    None where a finite number would become infinite, or an integer is none of the type.
    """
    with np.errstate(all="ignore"):
        wide = array.astype(np.float64)
        rounded = _bf16(wide) if element == "BF16" else array.astype(FLOATS[element])
        values = _widen(rounded, element)
    if array.dtype.kind in "iu":
        # As Python compares them, which is exact.
        exact = all(
            value == number
            for value, number in zip(values.ravel().tolist(), array.ravel().tolist(), strict=True)
        )
        return rounded if exact else None
    return None if np.any(np.isinf(values) & np.isfinite(wide)) else rounded


def _widen(rounded: np.ndarray, element: str) -> np.ndarray:
    """Returns the values in f64, which holds all of them."""
    if element == "BF16":
        rounded = (rounded.astype(np.uint32) << 16).view(np.float32)
    return rounded.astype(np.float64)


def _bf16(wide: np.ndarray) -> np.ndarray:
    """Rounds f64 to the bits of bf16.

    On the way through f32 what is cut off leaves an odd last bit, so nothing is rounded twice.
    """
    wide = np.atleast_1d(wide)
    single = wide.astype(np.float32)
    bits = single.view(np.uint32).copy()
    bits -= np.abs(single) > np.abs(wide)
    bits |= single != wide
    bits += 0x7FFF + (bits >> 16 & 1)
    return np.where(np.isnan(wide), 0x7FC0, bits >> 16).astype(np.uint16)
