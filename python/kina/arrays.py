"""From what a caller passes to what compiled code reads: dense, native, row-major arrays."""

from __future__ import annotations

import sys

import numpy as np

from kina import _native
from kina.rounding import FLOATS, from_numbers

# Element type of a manifest -> NumPy's. bf16 travels as its bit pattern.
DTYPES = {
    "F64": np.dtype(np.float64),
    "F32": np.dtype(np.float32),
    "F16": np.dtype(np.float16),
    "BF16": np.dtype(np.uint16),
    "I64": np.dtype(np.int64),
    "I32": np.dtype(np.int32),
    "I8": np.dtype(np.int8),
    "I1": np.dtype(np.bool_),
}


def describe(dtype: np.dtype | str, shape) -> str:
    """Returns e.g. "float32 [1, 2]"."""
    return f"{dtype} [{', '.join(str(extent) for extent in shape)}]"


def dtype_name(element: str) -> str:
    """Returns how messages call the arrays of an element type."""
    return "uint16 (bf16 bits)" if element == "BF16" else DTYPES[element].name


def as_array(value) -> np.ndarray:
    """Returns `value` as an array without copying where that is possible.

    Takes arrays, whatever has `__array__` or DLPack, numbers and nested lists. Raises TypeError
    with a reason.
    """
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError("a masked array; fill it first, as in x.filled(0)")
    if isinstance(value, np.ndarray):
        return np.asarray(value)
    try:
        if _is_torch_bf16(value):
            return _torch_bits(value)
        if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
            return np.from_dlpack(value)
        return np.asarray(value)
    except (TypeError, ValueError, RuntimeError, BufferError, OverflowError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise TypeError(f"{type(value).__name__} ({reason})") from None


def as_output(value, element: str) -> np.ndarray | None:
    """Returns memory of the caller's to write a result into, as an array; None where it is none.

    Takes NumPy arrays and what has DLPack, such as torch's tensors. For BF16 it is the bits of an
    array of bfloat16.
    """
    if type(value) is not np.ndarray:
        if not hasattr(value, "__dlpack__"):
            return None
        try:
            value = _torch_bits(value) if _is_torch_bf16(value) else _native.writable(value)
        except (TypeError, ValueError, RuntimeError, BufferError):
            return None
    if element == "BF16" and value.dtype.name == "bfloat16":
        return value.view(np.uint16)
    return value


def _is_torch_bf16(value) -> bool:
    return str(getattr(value, "dtype", None)) == "torch.bfloat16"


def _torch_bits(tensor) -> np.ndarray:
    """Returns the bits of bf16, which NumPy does not have."""
    return tensor.view(sys.modules["torch"].int16).numpy().view(np.uint16)


def convert(value, array: np.ndarray, element: str) -> np.ndarray | None:
    """Returns `array` as a dense native array of the type, or None where its dtype is wrong.

    `array` is `as_array(value)`. Integer arrays become I64 where each value fits; lists of integers
    (they have no dtype of their own) become each integer type; floats and lists of numbers are
    rounded to each float type; a type in the other byte order is swapped; nothing else is
    converted. An array that already fits is returned as it is.
    """
    wanted = DTYPES[element]
    dtype = array.dtype
    if element in FLOATS and _is_free(value) and dtype.kind in "fiu":
        rounded = from_numbers(array, element)
        return None if rounded is None else rounded.reshape(array.shape)
    if element == "BF16" and dtype.name == "bfloat16":
        array = np.asarray(array, order="C").view(np.uint16)
    elif dtype.newbyteorder("=") != wanted:
        kinds = ("I64", "I32", "I8") if _is_free(value) else ("I64",)
        integers = dtype.kind in "iu" and element in kinds
        if not integers or not _fits(array, wanted):
            return None
    elif array.flags.c_contiguous and array.flags.aligned and dtype.isnative:
        return array  # asarray would make a view where the dtype is equal, but another object
    array = np.asarray(array, dtype=wanted, order="C")
    return array if array.flags.aligned else array.copy()


def misfit(value, array: np.ndarray, element: str) -> str:
    """Returns what a message adds to the dtype of an array that `convert` does not take."""
    kind = array.dtype.kind
    if (element == "I64" and kind in "iu") or (
        element in FLOATS and kind in "fiu" and _is_free(value)
    ):
        return ", whose values do not fit"
    return "" if hasattr(value, "dtype") else f" from a {type(value).__name__}"


def _is_free(value) -> bool:
    """Says whether it is a number or a list, which have no dtype of their own."""
    return isinstance(value, int | float | list | tuple | range) and not hasattr(value, "dtype")


def _fits(array: np.ndarray, wanted: np.dtype) -> bool:
    """Says whether each integer of `array` is one of the wanted type."""
    if np.can_cast(array.dtype, wanted) or array.size == 0:
        return True
    limits = np.iinfo(wanted)
    return int(array.min()) >= limits.min and int(array.max()) <= limits.max
