"""The element types of kina in NumPy, and how a number is rounded to one of them."""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np

DTYPES = {
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "i64": np.dtype(np.int64),
    "i32": np.dtype(np.int32),
    "i8": np.dtype(np.int8),
    "i1": np.dtype(np.bool_),
}
FLOATS = ("f32", "f64", "f16", "bf16")
INTEGERS = ("i64", "i32", "i8")
NUMBERS = FLOATS + INTEGERS
ALL = (*NUMBERS, "i1")


@dataclass(frozen=True)
class Float:
    """A binary format: bits of the significand, and the exponents of normal numbers."""

    precision: int
    least: int
    greatest: int

    @property
    def unit(self) -> float:
        """Half the distance from 1 to the next number: the relative error of one rounding."""
        return 2.0**-self.precision

    @property
    def tiny(self) -> float:
        """The smallest positive number, a denormal one."""
        return 2.0 ** (self.least - self.precision + 1)

    @property
    def normal(self) -> float:
        """The smallest positive number that is not denormal."""
        return 2.0**self.least

    @property
    def max(self) -> float:
        """The largest finite number."""
        return (2.0 - 2.0 ** (1 - self.precision)) * 2.0**self.greatest


FORMATS = {
    "f64": Float(53, -1022, 1023),
    "f32": Float(24, -126, 127),
    "f16": Float(11, -14, 15),
    "bf16": Float(8, -126, 127),
}


def is_float(element: str) -> bool:
    """Says whether an element type is a float."""
    return element in FORMATS


def compute_type(element: str) -> str:
    """Returns the type that elements are computed in: f32 for f16 and bf16."""
    return "f32" if element in ("f16", "bf16") else element


def quantize(x: np.ndarray, element: str) -> np.ndarray:
    """Rounds numbers (of any float type, long double at most) once, ties to even.

    By arithmetic, not by a conversion of NumPy or ml_dtypes, one of which rounds twice.
    """
    if x.dtype == DTYPES[element]:
        return x
    form = FORMATS[element]
    wide = np.asarray(x, np.longdouble)
    finite = np.where(np.isfinite(wide), wide, 0)
    exponent = np.maximum(np.frexp(finite)[1], form.least + 1) - form.precision
    # Scaled by powers of 2, of which one alone could leave the range.
    rounded = np.ldexp(np.rint(np.ldexp(finite, -exponent)), exponent)
    # Over the largest number by half a step or more.
    rounded = np.where(np.abs(rounded) > form.max, np.copysign(np.inf, finite), rounded)
    rounded = np.where(np.isfinite(wide), np.copysign(rounded, wide), wide)
    with np.errstate(all="ignore"):
        narrow = rounded.astype(np.float64)
        return (narrow if element != "bf16" else narrow.astype(np.float32)).astype(DTYPES[element])


def widen(x: np.ndarray) -> np.ndarray:
    """Returns floats as float64, exactly; anything else as it is."""
    if x.dtype.kind in "iub":
        return x
    # ml_dtypes converts to float32 without loss.
    return (x.astype(np.float32) if x.dtype == DTYPES["bf16"] else x).astype(np.float64)


def bits(x: np.ndarray) -> np.ndarray:
    """Returns the elements as unsigned integers of their size."""
    return np.asarray(x, order="C").view(f"u{x.dtype.itemsize}")


def to_native(x: np.ndarray) -> np.ndarray:
    """Returns an array as `kina` takes it: bf16 as its bits."""
    return np.asarray(x, order="C").view(np.uint16) if x.dtype == DTYPES["bf16"] else x


def from_native(x: np.ndarray, element: str) -> np.ndarray:
    """Returns what `kina` gave as an array of the element type."""
    return x.view(DTYPES[element]) if element == "bf16" else x
