"""Arrays as a command line spells them, the files that hold them, and how far apart two are."""

from __future__ import annotations

import math
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kina import arrays
from kina.library import Tensor

_ELEMENT = "|".join(arrays.DTYPES)
# 2x2xf32, f32, tensor<2x2xf32> as in MLIR; F32[2, 2] as in .kina
_MLIR_TYPE = re.compile(rf"((?:\d+x)*)({_ELEMENT})", re.IGNORECASE)
_KINA_TYPE = re.compile(rf"({_ELEMENT})\s*\[([\d\s,]*)\]", re.IGNORECASE)
_MAX_BYTES = 1 << 40


class FileError(ValueError):
    """A file of the user's that cannot be used, and why."""

    def __init__(self, path: str | os.PathLike, reason: object):
        self.path = os.fspath(path)
        self.reason = str(reason).splitlines()[0] if str(reason) else type(reason).__name__
        super().__init__(f"{self.path}: error: {self.reason}")


# --------------------------------------------------------------------------------------------------
# Reading
# --------------------------------------------------------------------------------------------------


def bind(texts: Sequence[str], tensors: Sequence[Tensor], what: str) -> dict[str, np.ndarray]:
    """Reads `[NAME=]VALUE` for tensors of a signature; see docs/cli.md.

    Those without a name are, in order, for the tensors that no other names. `what` is
    how messages call a tensor: "argument" or "result". Raises ValueError, FileError.
    """
    known = {tensor.name: tensor for tensor in tensors}
    found: dict[str, np.ndarray] = {}

    def put(name: str, array: np.ndarray) -> None:
        if name in found:
            raise ValueError(f"{what} '{name}' came twice")
        found[name] = array

    def refuse(name: str) -> ValueError:
        return ValueError(f"no {what} '{name}'; wanted {', '.join(known) or f'no {what}'}")

    unnamed = []
    for text in texts:
        name, equals, value = text.partition("=")
        if equals and name in known:
            put(name, read(value, known[name]))
        elif equals and _type(name) is None and not name.startswith("@"):
            raise refuse(name)
        elif text.startswith("@") and text.endswith(".npz"):
            for name, array in _load(text[1:]).items():
                if name not in known:
                    raise refuse(name)
                put(name, _bits(array, known[name]))
        else:
            unnamed.append(text)
    left = [tensor for tensor in tensors if tensor.name not in found]
    for text, tensor in zip(unnamed, left, strict=False):
        put(tensor.name, read(text, tensor))
    if len(unnamed) > len(left):
        raise ValueError(f"wanted {len(tensors)} {what}s, got '{unnamed[len(left)]}' as one more")
    return found


def read(text: str, tensor: Tensor) -> np.ndarray:
    """Reads VALUE, for a tensor of a signature: @FILE, TYPE=VALUES, or a number or list."""
    if text.startswith("@"):
        return _read_file(text[1:], tensor)
    spelled, equals, values = text.partition("=")
    if not equals:
        return _read_list(text, tensor)
    kind = _type(spelled)
    if kind is None:
        raise ValueError(f"{tensor.name}: wanted a type such as 2x2xf32, got '{spelled}'")
    element, shape = kind
    if math.prod(shape) * arrays.DTYPES[element].itemsize > _MAX_BYTES:
        raise ValueError(f"{tensor.name}: {spelled} is too large")
    if values.startswith("@"):
        return _read_typed_file(values[1:], element, shape, tensor)
    words = values.translate(str.maketrans("[],", "   ")).split()
    size = math.prod(shape)
    if len(words) not in (1, size):
        raise ValueError(
            f"{tensor.name}: wanted 1 or {size} values for {spelled}, got {len(words)}"
        )
    array = np.array([_number(word, element, tensor.name) for word in words], _dtype(element))
    return np.full(shape, array[0]) if len(words) == 1 else array.reshape(shape)


def _type(text: str) -> tuple[str, tuple[int, ...]] | None:
    """Returns element type and shape of a spelled type, or None."""
    text = text.strip()
    if text.startswith("tensor<") and text.endswith(">"):
        text = text[7:-1]
    if match := _MLIR_TYPE.fullmatch(text):
        return match[2].upper(), tuple(map(int, match[1].split("x")[:-1]))
    if match := _KINA_TYPE.fullmatch(text):
        extents = [extent.strip() for extent in match[2].split(",")]
        if extents == [""] or all(extents):
            return match[1].upper(), tuple(int(extent) for extent in extents if extent)
    return None


def _dtype(element: str) -> np.dtype:
    return arrays.DTYPES[element]


def _number(word: str, element: str, name: str):
    """Reads one element. Raises ValueError where it is none of the type."""
    dtype = _dtype(element)
    try:
        if element == "I1":
            return {"0": False, "1": True, "false": False, "true": True}[word.lower()]
        if dtype.kind == "i":
            number, limits = int(word, 0), np.iinfo(dtype)
            if not limits.min <= number <= limits.max:
                raise OverflowError
            return dtype.type(number)
        number = float(word)
        if element == "BF16":
            return _bf16_bits(number)
        with np.errstate(over="ignore"):
            rounded = dtype.type(number)
        if math.isinf(rounded) and not math.isinf(number):
            raise OverflowError
        return rounded
    except (ValueError, KeyError, OverflowError):
        raise ValueError(f"{name}: '{word}' is no {element.lower()}") from None


def _bf16_bits(number: float) -> int:
    """Rounds to bf16, to the nearest, ties to even. Raises OverflowError."""
    if math.isnan(number):
        return 0x7FC0
    with np.errstate(over="ignore"):
        near = np.float32(number)
    if abs(float(near)) > abs(number):
        near = np.nextafter(near, np.float32(0))
    bits = int(near.view(np.uint32)) | (float(near) != number)  # the last bit: something is cut off
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    if bits & 0x7FFF == 0x7F80 and not math.isinf(number):
        raise OverflowError
    return bits


def _read_list(text: str, tensor: Tensor) -> np.ndarray:
    """Reads `3`, `1 2 3` or `[[1, 2], [3, 4]]` as elements of the tensor's type."""
    tokens = re.findall(r"[\[\]]|[^\s,\[\]]+", text)

    def nested(tokens: list[str]):
        token = tokens.pop(0)
        if token != "[":
            return _number(token, tensor.type, tensor.name)
        items = []
        while tokens and tokens[0] != "]":
            items.append(nested(tokens))
        if not tokens:
            raise ValueError(f"{tensor.name}: a '[' is not closed")
        tokens.pop(0)
        return items

    try:
        values = []
        while tokens:
            if tokens[0] == "]":
                raise ValueError(f"{tensor.name}: a ']' closes nothing")
            values.append(nested(tokens))
        if not values:
            raise ValueError(f"{tensor.name}: wanted a value, got '{text}'")
        return np.array(values[0] if len(values) == 1 else values, _dtype(tensor.type))
    except RecursionError:
        raise ValueError(f"{tensor.name}: nested too deeply") from None
    except ValueError as error:
        if "inhomogeneous" in str(error):
            raise ValueError(f"{tensor.name}: the rows of '{text}' differ in length") from None
        raise


def _load(path: str) -> np.ndarray | dict[str, np.ndarray]:
    """Reads an .npy, or all of an .npz. Raises FileError."""
    try:
        with open(path, "rb") as file:
            head = file.read(6)
        if head[:2] != b"PK" and head != b"\x93NUMPY":
            raise ValueError("neither an .npy nor an .npz file")
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            arrays_of = loaded
        else:
            with loaded:
                arrays_of = {name: loaded[name] for name in loaded.files}
    except FileNotFoundError:
        raise FileError(path, "no such file") from None
    except OSError as error:
        raise FileError(path, error.strerror or error) from None
    except MemoryError:
        raise FileError(path, "its arrays do not fit into memory") from None
    except Exception as error:  # NumPy, zipfile and zlib meet damage in many forms
        text = error.args[0] if isinstance(error, KeyError) and error.args else error
        raise FileError(path, text if str(text) else "damaged") from None
    found = arrays_of.values() if isinstance(arrays_of, dict) else [arrays_of]
    if not all(isinstance(array, np.ndarray) for array in found):
        raise FileError(path, "an entry is no array")
    return arrays_of


def _bits(array: np.ndarray, tensor: Tensor) -> np.ndarray:
    """Returns bf16 that NumPy has written, as bytes without a type, as its bits."""
    if tensor.type == "BF16" and array.dtype == np.dtype("V2"):
        return array.view(np.uint16)
    return array


def _read_file(text: str, tensor: Tensor) -> np.ndarray:
    """Reads FILE.npy, or FILE.npz[:KEY]; without a key it is the tensor's name."""
    path, key = text, tensor.name
    if not os.path.exists(path) and ":" in text:
        path, _, key = text.rpartition(":")
    loaded = _load(path)
    if isinstance(loaded, dict):
        if key not in loaded:
            raise FileError(path, f"no array '{key}'; it has {', '.join(loaded) or 'none'}")
        loaded = loaded[key]
    return _bits(loaded, tensor)


def _read_typed_file(path: str, element: str, shape: tuple[int, ...], tensor: Tensor) -> np.ndarray:
    """Reads an .npy of that type, or the bytes of a file."""
    wanted = arrays.describe(arrays.dtype_name(element), shape)
    dtype = _dtype(element)
    if path.endswith((".npy", ".npz")):
        array = _read_file(path, tensor)
        if array.dtype != dtype or array.shape != shape:
            raise FileError(
                path, f"wanted {wanted}, got {arrays.describe(array.dtype, array.shape)}"
            )
        return array
    try:
        size = os.stat(path).st_size
        if size != math.prod(shape) * dtype.itemsize:
            need = math.prod(shape) * dtype.itemsize
            raise FileError(path, f"wanted {need} bytes of {wanted}, got {size}")
        return np.frombuffer(Path(path).read_bytes(), dtype).reshape(shape)
    except FileNotFoundError:
        raise FileError(path, "no such file") from None
    except OSError as error:
        raise FileError(path, error.strerror or error) from None


# --------------------------------------------------------------------------------------------------
# Writing
# --------------------------------------------------------------------------------------------------


def save(target: Path, results: Mapping[str, np.ndarray]) -> None:
    """Writes all results, or none: one .npz where `target` ends so, else .npy files in a folder."""
    if target.suffix == ".npz":
        files = {target: lambda file: np.savez(file, **results)}
        folder = target.parent
    else:
        for name in results:
            if "/" in name or "\0" in name or name in ("", ".", ".."):
                raise FileError(target, f"result '{name}' is no name for a file")
        files = {
            target / f"{name}.npy": lambda file, array=array: np.save(file, array)
            for name, array in results.items()
        }
        folder = target
    made = False
    written: list[tuple[str, Path]] = []
    try:
        if folder is target and not folder.is_dir():
            folder.mkdir(parents=True)
            made = True
        for path, write in files.items():
            if path.is_dir():
                raise IsADirectoryError(21, "Is a directory", str(path))
            descriptor, temporary = tempfile.mkstemp(prefix=".kina-", dir=folder)
            written.append((temporary, path))
            with open(descriptor, "wb") as file:
                write(file)
                os.fchmod(descriptor, 0o666 & ~_umask())
        for temporary, path in written:
            os.replace(temporary, path)
    except OSError as error:
        for temporary, _ in written:
            Path(temporary).unlink(missing_ok=True)
        if made:
            folder.rmdir()
        raise FileError(target, error.strerror or error) from None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def as_numbers(array: np.ndarray, element: str) -> np.ndarray:
    """Returns the numbers of an array; those of bf16 as float32."""
    if element == "BF16":
        return (array.astype(np.uint32) << 16).view(np.float32)
    return array


# --------------------------------------------------------------------------------------------------
# Comparing
# --------------------------------------------------------------------------------------------------

# By element type, absolute and relative; integers have to be equal.
TOLERANCES = {"F64": 1e-9, "F32": 1e-5, "F16": 1e-3, "BF16": 1e-2}


@dataclass(frozen=True)
class Comparison:
    """How far a result is from what was expected; `worst` is where it is farthest."""

    name: str
    matches: bool
    max_abs_error: float
    max_rel_error: float
    worst: tuple[int, ...] | None
    got: str
    expected: str

    def __str__(self) -> str:
        errors = f"max abs error {self.max_abs_error:.3g}, max rel error {self.max_rel_error:.3g}"
        if self.matches:
            return f"{self.name}: as expected, {errors}"
        where = "" if self.worst is None else f" at {list(self.worst)}"
        return f"{self.name}: expected {self.expected}{where}, but got {self.got}; {errors}"


def compare(
    tensor: Tensor, got: np.ndarray, expected: np.ndarray, tolerance: float | None
) -> Comparison:
    """Compares element by element: |got - expected| <= tolerance * (1 + |expected|).

    NaN equals NaN, and infinities equal themselves alone.
    """
    wanted = arrays.convert(expected, expected, tensor.type)
    if wanted is None or wanted.shape != got.shape:
        described = [arrays.describe(array.dtype, array.shape) for array in (got, expected)]
        return Comparison(tensor.name, False, math.nan, math.nan, None, *described)
    if tolerance is None:
        tolerance = TOLERANCES.get(tensor.type, 0.0)
    numbers, right = as_numbers(got, tensor.type), as_numbers(wanted, tensor.type)
    if got.size == 0:
        return Comparison(tensor.name, True, 0.0, 0.0, None, "", "")
    if tensor.type not in TOLERANCES:
        tolerance = 0.0
        same = numbers == right
        # Whole numbers, as a difference of int64 need not be one.
        apart = np.abs(numbers.astype(np.longdouble) - right.astype(np.longdouble))
    else:
        numbers, right = numbers.astype(np.float64), right.astype(np.float64)
        same = (numbers == right) | (np.isnan(numbers) & np.isnan(right))
        with np.errstate(invalid="ignore"):
            apart = np.abs(numbers - right)
    apart = np.where(same, 0.0, np.where(np.isnan(apart), np.inf, apart)).astype(np.float64)
    size = np.abs(right.astype(np.float64))
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(apart == 0, 0.0, apart / size)
        relative = np.where(np.isnan(relative), np.inf, relative)
        excess = np.where(same, 0.0, apart / (1.0 + np.where(np.isinf(size), 0.0, size)))
    matches = bool(np.all(same | (np.isfinite(size) & (excess <= tolerance))))
    worst = tuple(int(i) for i in np.unravel_index(int(np.argmax(excess)), got.shape))
    return Comparison(
        tensor.name,
        matches,
        float(apart.max()),
        float(relative.max()),
        worst,
        str(numbers[worst]),
        str(right[worst]),
    )
