"""Compiled libraries and their functions (DESIGN section 5)."""

from __future__ import annotations

import abc
import ctypes
import functools
import json
import operator
import os
import stat
import weakref
from _ctypes import dlclose
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kina import _native, arrays, cpu, elf
from kina.extents import INT64_MAX, Extent, infer, rules

ABI_VERSION = 1

_STATUS = {
    1: (RuntimeError, "refused a null or misaligned pointer"),
    2: (ValueError, "a size is out of range"),
    3: (RuntimeError, "this machine lacks a CPU feature that the library was compiled for"),
    4: (RuntimeError, "communication between processes failed"),
}


# Keywords of a call itself. An argument or size of such a name is passed with an underscore behind
# it, as `out_`.
_KEYWORDS = ("out",)


@dataclass(frozen=True)
class Size:
    """A size of a size-generic function: its name and its range, both ends included."""

    name: str
    min: int
    max: int


@dataclass(frozen=True)
class View:
    """Where a result lies inside an argument: offset and strides in elements."""

    argument: int
    offset: Extent
    shape: tuple[Extent, ...]
    strides: tuple[Extent, ...]


@dataclass(frozen=True)
class Tensor:
    """An argument or result: name, element type, shape; for id arguments the table's extent."""

    name: str
    type: str
    shape: tuple[Extent, ...]
    ids_below: Extent | None = None
    view: View | None = None

    def __str__(self) -> str:
        return f"{self.name}: {self.type} [{', '.join(map(str, self.shape))}]"


def _extents(values: Sequence) -> tuple[Extent, ...]:
    return tuple(Extent(value) for value in values)


def _tensor(entry: Mapping, inputs: Sequence[Tensor] = ()) -> Tensor:
    """Reads an entry of a manifest; `inputs` are the function's, for a result's view."""
    view = entry.get("view")
    if view is not None:
        argument = view["argument"]
        if isinstance(argument, str):
            argument = [tensor.name for tensor in inputs].index(argument)
        shape = view.get("shape", entry["shape"])
        view = View(argument, Extent(view["offset"]), _extents(shape), _extents(view["strides"]))
    ids_below = entry.get("ids_below")
    if entry["type"] not in arrays.DTYPES:
        raise ValueError(f"unknown element type {entry['type']!r}")
    return Tensor(
        entry["name"],
        entry["type"],
        _extents(entry["shape"]),
        None if ids_below is None else Extent(ids_below),
        view,
    )


def _keyword(name: str, taken: Collection[str]) -> str:
    """Returns the keyword by which a call passes an argument or size."""
    keyword = name
    while keyword in _KEYWORDS or (keyword != name and keyword in taken):
        keyword += "_"
    return keyword


def _native_tensor(tensor: Tensor, keyword: str, sizes: Sequence[str]) -> tuple:
    """Returns a tensor as kina._native takes it: keyword, NumPy's number of the type, extents."""
    below = tensor.ids_below
    return (
        keyword,
        arrays.DTYPES[tensor.type].num,
        [extent.steps(sizes) for extent in tensor.shape],
        None if below is None else below.steps(sizes),
    )


class Function(_native.Function):
    """A compiled function. Call it with arrays, by position or by name: f(x, scale=y, out=z).

    Returns its result, or a tuple of them in order.

    `out` is an array, or a sequence of one for each result, to write into: native, dense and of
    exactly the result's dtype and shape. It may overlap an input, as in NumPy. Whatever is writable
    and has DLPack will do, such as a tensor of torch; it is what the call returns.

    A size that does not follow from the arguments is stated by its name, `S=3`; others may be.

    Arrays are of exactly the argument's dtype. Integer arrays and lists that fit are converted to
    I64, floats and lists of them are rounded to the argument's type; bf16 is taken and given as its
    uint16 bits, or as ml_dtypes.bfloat16 where an argument is that. An argument or size that is
    named `out` is passed as `out_`. Raises TypeError for a wrong count, name or dtype, ValueError
    for a wrong shape or size, IndexError for an id outside its table.

    `name`, `sizes`, `inputs`, `results` and `workspace` (bytes, None where it depends on sizes) are
    those of the manifest, `library` is the name of its library. A call releases the GIL, and
    several threads may call one function at once. Inputs are never written.
    """

    def __init__(self, library: str, entry: Mapping, code: Code):
        """Reads an entry of a manifest. `code` lives as long as this function."""
        self.library = library
        self._code = code
        self.name: str = entry["name"]
        self.sizes = tuple(Size(s["name"], s["min"], s["max"]) for s in entry["sizes"])
        self.inputs = tuple(_tensor(value) for value in entry["inputs"])
        self.results = tuple(_tensor(value, self.inputs) for value in entry["results"])
        self.workspace: int | None = entry["workspace"]

        names = [size.name for size in self.sizes]
        for tensor in (*self.inputs, *self.results):
            for extent in tensor.shape:
                if not extent.names <= set(names):
                    raise ValueError(f"{self.name}: extent {extent} names an unknown size")
        taken = {*names, *(tensor.name for tensor in self.inputs)}
        self._keywords = {name: _keyword(name, taken) for name in taken}
        self._position = {self._keywords[tensor.name]: i for i, tensor in enumerate(self.inputs)}
        # Shapes of static functions are evaluated once, here.
        self._static = None if self.sizes else self._shapes({})

        symbol = entry["symbol"]
        measured = self.workspace is None
        super().__init__(
            address=code.address(symbol),
            measure=code.address(symbol + "_workspace") if measured else 0,
            workspace=0 if measured else self.workspace,
            sizes=[(self._keywords[size.name], size.min, size.max) for size in self.sizes],
            rules=rules([tensor.shape for tensor in self.inputs], names),
            inputs=[
                _native_tensor(tensor, self._keywords[tensor.name], names) for tensor in self.inputs
            ],
            results=[_native_tensor(tensor, tensor.name, names) for tensor in self.results],
        )

    def __repr__(self) -> str:
        return f"<kina.Function {self}>"

    def __str__(self) -> str:
        sizes = ", ".join(
            f"{s.name} in {s.min}.." + ("" if s.max == INT64_MAX else str(s.max))
            for s in self.sizes
        )
        inputs = ", ".join(map(str, self.inputs))
        results = ", ".join(map(str, self.results))
        return f"{self.name}{f'[{sizes}]' if sizes else ''}({inputs}) -> ({results})"

    def __reduce__(self):
        return operator.getitem, (self._code.library(), self.name)

    def __deepcopy__(self, memo):
        return self  # nothing of it ever changes

    def keyword(self, name: str) -> str:
        """Returns the keyword by which a call passes the argument or size `name`.

        It is the name, but for one that a call has taken: `out_` for `out`.
        """
        return self._keywords[name]

    def _prepare(self, args: tuple, kwargs: Mapping) -> tuple:
        """Converts and checks the arguments of a call that are not what compiled code reads.

        Returns values of the sizes, inputs, the arrays of `out=` if it is there, and None or a
        function that makes what the call returns of its results.
        """
        out = kwargs.get("out")
        inputs, sizes = self._inputs(
            args, {name: value for name, value in kwargs.items() if name != "out"}
        )
        arrays_out = finish = None
        if out is not None:
            given = list(out) if isinstance(out, tuple | list) else [out]
            arrays_out = self._outputs(given, (self._static or self._shapes(sizes))[1])
            if any(a is not b for a, b in zip(given, arrays_out, strict=True)):
                finish = functools.partial(_replace, given)
        elif any(result.type == "BF16" for result in self.results):
            dtypes = (getattr(value, "dtype", None) for value in (*args, *kwargs.values()))
            numpy_dtypes = (dtype for dtype in dtypes if isinstance(dtype, np.dtype))
            bfloat16 = next((dtype for dtype in numpy_dtypes if dtype.name == "bfloat16"), None)
            if bfloat16 is not None:
                finish = functools.partial(self._as_bfloat16, bfloat16)
        return tuple(sizes[size.name] for size in self.sizes), inputs, arrays_out, finish

    def _as_bfloat16(self, dtype: np.dtype, results):
        """Gives the results of type BF16 a dtype of their own."""
        single = len(self.results) == 1
        typed = tuple(
            array.view(dtype) if tensor.type == "BF16" else array
            for tensor, array in zip(self.results, (results,) if single else results, strict=True)
        )
        return typed[0] if single else typed

    def _refuse_status(self, status: int, values: Sequence[int]) -> None:
        """Raises what a status other than 0 means."""
        kind, reason = _STATUS.get(status, (RuntimeError, f"failed with status {status}"))
        sizes = {size.name: value for size, value in zip(self.sizes, values, strict=True)}
        raise kind(f"{self.name}: {reason}" + (f": {self._show(sizes)}" if sizes else ""))

    def _refuse_ids(self, position: int, ids: np.ndarray, below: int) -> None:
        """Raises for the first of the ids that is outside its table."""
        flat = int(np.argmax((ids < 0) | (ids >= below)))
        place = [int(i) for i in np.unravel_index(flat, ids.shape)]
        raise IndexError(
            f"{self.name}: argument '{self.inputs[position].name}' ({position}): "
            f"id {ids.reshape(-1)[flat]} at {place}, wanted 0 <= id < {below}"
        )

    def view(self, /, *args, **kwargs):
        """Returns the results as views of the arguments, without running anything.

        Takes what a call takes, but the arguments that are viewed have to be dense arrays already.
        Raises TypeError where a result is no slice of an argument.
        """
        for result in self.results:
            if result.view is None:
                raise TypeError(f"{self.name}: result '{result.name}' is no view of an argument")
        inputs, sizes = self._inputs(args, kwargs, viewed={r.view.argument for r in self.results})
        views = []
        for result in self.results:
            where = result.view
            base = inputs[where.argument]
            flat = base.reshape(-1)[where.offset.evaluate(sizes) :]
            shape = [extent.evaluate(sizes) for extent in where.shape]
            steps = [extent.evaluate(sizes) for extent in where.strides]
            last = sum(step * (extent - 1) for step, extent in zip(steps, shape, strict=True))
            if min([*shape, *steps], default=1) < 0 or last >= flat.size:
                raise ValueError(f"{self.name}: view '{result.name}' leaves its argument")
            strides = [step * base.itemsize for step in steps]
            views.append(np.lib.stride_tricks.as_strided(flat, shape, strides))
        return views[0] if len(views) == 1 else tuple(views)

    def _shapes(self, sizes: Mapping[str, int]) -> tuple[list, list]:
        """Returns the shapes of inputs and results as integers."""
        inputs, results = (
            [tuple(extent.evaluate(sizes) for extent in tensor.shape) for tensor in tensors]
            for tensors in (self.inputs, self.results)
        )
        return inputs, results

    @staticmethod
    def _show(sizes: Mapping[str, int]) -> str:
        return ", ".join(f"{name} = {value}" for name, value in sizes.items())

    def _stated(self, kwargs: Mapping) -> tuple[dict[str, int], dict]:
        """Parts the sizes that a call states from its arguments."""
        rest = dict(kwargs)
        stated = {}
        for size in self.sizes:
            keyword = self._keywords[size.name]
            if keyword in self._position or keyword not in rest:
                continue
            value = rest.pop(keyword)
            try:
                stated[size.name] = operator.index(value)
            except TypeError:
                got = type(value).__name__
                raise TypeError(
                    f"{self.name}: size {size.name}: wanted an integer, got {got}"
                ) from None
        return stated, rest

    def _bind(self, args: Sequence, kwargs: Mapping) -> list:
        """Puts arguments into the order of the signature."""
        if len(args) > len(self.inputs):
            raise TypeError(
                f"{self.name}: wanted {len(self.inputs)} arguments, got {len(args) + len(kwargs)}"
            )
        bound = list(args) + [None] * (len(self.inputs) - len(args))
        missing = set(range(len(args), len(self.inputs)))
        for name, value in kwargs.items():
            position = self._position.get(name)
            if position is None:
                wanted = ", ".join(self._position) or "no argument"
                raise TypeError(f"{self.name}: no argument '{name}'; wanted {wanted}")
            if position not in missing:
                raise TypeError(f"{self.name}: argument '{name}' ({position}) came twice")
            missing.remove(position)
            bound[position] = value
        if missing:
            names = ", ".join(map(self._describe_missing, sorted(missing)))
            raise TypeError(
                f"{self.name}: wanted {len(self.inputs)} arguments, "
                f"got {len(args) + len(kwargs)}; missing {names}"
            )
        return bound

    def _describe_missing(self, position: int) -> str:
        name = self.inputs[position].name
        keyword = self._keywords[name]
        hint = "" if keyword == name else f", by name {keyword}= as {name}= is the call's own"
        return f"'{name}' ({position}{hint})"

    def _wrong(self, position: int, wanted: str, got: str, hint: str = "") -> str:
        name = self.inputs[position].name
        return f"{self.name}: argument '{name}' ({position}): wanted {wanted}, got {got}{hint}"

    def _inputs(
        self, args: Sequence, kwargs: Mapping, viewed: Collection[int] = ()
    ) -> tuple[list[np.ndarray], dict[str, int]]:
        """Returns the arguments as compiled code reads them, and the sizes that they fix.

        Those at the positions `viewed` are refused where they would have to be copied.
        """
        stated, kwargs = self._stated(kwargs)
        values = self._bind(args, kwargs)
        given = []
        for position, (tensor, value) in enumerate(zip(self.inputs, values, strict=True)):
            try:
                given.append(arrays.as_array(value))
            except TypeError as error:
                wanted = arrays.describe(arrays.dtype_name(tensor.type), tensor.shape)
                raise TypeError(self._wrong(position, wanted, str(error))) from None

        sizes: dict[str, int] = {}
        if self.sizes:
            sizes = infer(
                [tensor.shape for tensor in self.inputs],
                [array.shape for array in given],
                [size.name for size in self.sizes],
                stated,
            )
        converted = []
        for position, (tensor, array) in enumerate(zip(self.inputs, given, strict=True)):
            dense = self._input(position, tensor, values[position], array, sizes)
            if position in viewed and dense is not array:
                wanted = f"a dense array, {arrays.describe(dense.dtype, dense.shape)}"
                raise ValueError(self._wrong(position, wanted, "one that has to be copied"))
            converted.append(dense)
        self._check_sizes(sizes)
        return converted, sizes

    def _input(self, position, tensor, value, array, sizes) -> np.ndarray:
        """Checks and converts one argument."""
        try:
            if self._static is not None:
                shape = self._static[0][position]
            else:
                shape = tuple(extent.evaluate(sizes) for extent in tensor.shape)
        except (KeyError, ValueError):
            shape = None
        dense = arrays.convert(value, array, tensor.type)
        if dense is not None and dense.shape == shape:
            return dense

        name = arrays.dtype_name(tensor.type)
        wanted = arrays.describe(name, tensor.shape if shape is None else shape)
        if array.dtype == object and not hasattr(value, "dtype"):
            raise TypeError(self._wrong(position, wanted, type(value).__name__))
        got = arrays.describe(array.dtype, array.shape)
        if dense is None:
            hint = arrays.misfit(value, array, tensor.type)
            raise TypeError(self._wrong(position, wanted, got, hint))
        where = f" where {self._show(sizes)}" if sizes else ""
        raise ValueError(self._wrong(position, wanted + where, got))

    def _check_sizes(self, sizes: Mapping[str, int]) -> None:
        for size in self.sizes:
            if size.name not in sizes:
                raise TypeError(
                    f"{self.name}: size {size.name} does not follow from the arguments; "
                    f"state it, as in {self._keywords[size.name]}={size.min}"
                )
            if not size.min <= sizes[size.name] <= size.max:
                raise ValueError(
                    f"{self.name}: size {size.name} = {sizes[size.name]}, "
                    f"wanted {size.min}..{size.max}"
                )

    def _outputs(self, given: Sequence, shapes: Sequence[tuple]) -> list[np.ndarray]:
        """Checks what `out=` gives, and returns it as arrays."""
        if len(given) != len(self.results):
            raise TypeError(
                f"{self.name}: out: wanted {len(self.results)} arrays, got {len(given)}"
            )
        found: list[np.ndarray] = []
        for position, (result, shape, value) in enumerate(
            zip(self.results, shapes, given, strict=True)
        ):
            dtype = arrays.DTYPES[result.type]
            where = f"{self.name}: out '{result.name}' ({position}): wanted"
            wanted = arrays.describe(arrays.dtype_name(result.type), shape)
            array = arrays.as_output(value, result.type)
            if array is None:
                hint = ""
                if self._keywords.get("out", "out") != "out":
                    hint = f"; what the function calls out is passed as {self._keywords['out']}="
                raise TypeError(
                    f"{where} a writable array {wanted}, got {type(value).__name__}{hint}"
                )
            got = arrays.describe(array.dtype, array.shape)
            if array.dtype != dtype:
                raise TypeError(f"{where} {wanted}, got {got}")
            if array.shape != shape:
                raise ValueError(f"{where} {wanted}, got {got}")
            if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
                raise ValueError(f"{where} a dense, aligned and writable array")
            if any(np.may_share_memory(array, other) for other in found):
                raise ValueError(f"{where} memory of its own, got an overlap of results")
            found.append(array)
        return found


def _replace(given: Sequence, _):
    """Returns what the caller has passed as `out=`, into which the results were written."""
    return given[0] if len(given) == 1 else tuple(given)


class Code(abc.ABC):
    """Compiled code in memory: a library file that is loaded, or an engine."""

    _library: weakref.ref[Library] | None = None

    @abc.abstractmethod
    def address(self, symbol: str) -> int:
        """Returns the address of a C function. Raises LookupError."""

    @abc.abstractmethod
    def manifest(self) -> tuple[str, dict]:
        """Returns the library's name and its manifest, read and checked. Raises ValueError."""

    @abc.abstractmethod
    def image(self) -> bytes:
        """Returns the library as a file has it."""

    def library(self) -> Library:
        """Returns the functions, which keep the code; the same ones as long as they live."""
        library = None if self._library is None else self._library()
        if library is None:
            library = Library(*self.manifest(), self)
            self._library = weakref.ref(library)
        return library


class Library:
    """The functions of a compiled library, by name: `m.decode_s1(...)` or `m["decode_s1"]`.

    `name` is the library's, the prefix of its symbols; `manifest` is the whole manifest. A function
    that is called as one of these, or has two underscores on both sides as Python's own attributes
    do, is reached as m["name"].

    A copy is the library itself, since nothing of it changes. Pickling takes the code along, for
    machines with the CPU features that it was compiled for.
    """

    def __init__(self, name: str, manifest: Mapping | None = None, code: Code | None = None):
        if manifest is None or code is None:
            raise TypeError(
                "a Library comes from kina.load or kina.compile; a function that is named as one "
                "of Python's own attributes is reached as m['__class__']"
            )
        self.name = name
        self.manifest = manifest
        self._code = code
        self._functions = {
            entry["name"]: Function(name, entry, code) for entry in manifest["functions"]
        }
        # Attributes, so that `m.step` is found at once; `name` and the like stay what they are.
        for function in self._functions.values():
            if not _is_special(function.name):
                self.__dict__.setdefault(function.name, function)

    def __reduce__(self):
        return load_bytes, (self._code.image(), self.name)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __getattr__(self, name: str, /) -> Function:
        functions = self.__dict__.get("_functions", {})
        library = self.__dict__.get("name")
        if name in functions:
            raise AttributeError(f"library {library}: its function {name!r} is m[{name!r}]")
        raise AttributeError(
            f"library {library} has no function {name!r}; it has {', '.join(functions) or 'none'}"
        )

    def __getitem__(self, name: str) -> Function:
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __len__(self) -> int:
        return len(self._functions)

    def __dir__(self):
        return [*super().__dir__(), *(name for name in self._functions if not _is_special(name))]

    def __repr__(self) -> str:
        return f"<kina.Library {self.name}: {', '.join(self)}>"


def _is_special(name: str) -> bool:
    """Says whether Python has a meaning of its own for attributes that are named so."""
    return name.startswith("__") and name.endswith("__")


def parse_manifest(name: str, text: bytes) -> dict:
    """Reads a manifest and checks that this package and this machine can serve it."""
    try:
        manifest = json.loads(text)
        version = manifest["abi_version"]
        features = list(manifest["target"]["features"])
        library = manifest["library"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise ValueError(f"its manifest is damaged: {error!r}") from None
    if version != ABI_VERSION:
        raise ValueError(f"ABI version {version}, this package speaks version {ABI_VERSION}")
    if library != name:
        raise ValueError(f"its manifest is of library {library!r}, its symbols of {name!r}")
    if "grid" in manifest:
        axes = " x ".join(f"{axis['axis']} {axis['devices']}" for axis in manifest["grid"])
        raise ValueError(
            f"its functions are those of one device of a grid ({axes}); "
            "call them from C, with a communicator"
        )
    missing = cpu.missing_features(features)
    if missing:
        target = manifest["target"].get("cpu", "another CPU")
        raise ValueError(f"compiled for {target}; this machine lacks {', '.join(missing)}")
    return manifest


class _LoadedFile(Code):
    """A library file, copied and opened by the dynamic loader."""

    def __init__(self, handle: ctypes.CDLL, descriptor: int, manifest: tuple[str, dict]):
        self._handle = handle
        self._descriptor = descriptor
        self._manifest = manifest

    def address(self, symbol: str) -> int:
        try:
            return ctypes.cast(self._handle[symbol], ctypes.c_void_p).value
        except AttributeError:
            raise LookupError(f"undefined symbol: {symbol}") from None

    def manifest(self) -> tuple[str, dict]:
        return self._manifest

    def image(self) -> bytes:
        return os.pread(self._descriptor, os.fstat(self._descriptor).st_size, 0)


def _close(handle: int, descriptor: int) -> None:
    dlclose(handle)
    os.close(descriptor)


def load(path: str | os.PathLike) -> Library:
    """Loads a compiled library.

    The file is copied, so it may be replaced or removed afterwards, and a library that was compiled
    again under the same name is a new one. It is unloaded when the last of its functions is gone.

    Raises OSError where the file cannot be read or linked, and ValueError where it is no complete
    Kina library for this machine; nothing of it has run then.
    """
    shown = os.fspath(path)
    with open(path, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"{shown}: not a regular file")
        data = file.read()
    return load_bytes(data, shown)


def load_bytes(data: bytes, shown: str) -> Library:
    """Loads the bytes of a compiled library's file, as `load` does; messages call it `shown`."""
    try:
        name, text = elf.read_manifest(data)
        manifest = parse_manifest(name, text)
    except ValueError as error:
        raise ValueError(f"{shown}: {error}") from None

    # dlopen takes a name or an inode that it knows for the library it has, so each load gets both
    # anew: the descriptor stays open, and its number taken, as long as the library lives.
    descriptor = os.memfd_create(name)
    try:
        with open(descriptor, "wb", closefd=False) as copy:
            copy.write(data)
        handle = ctypes.CDLL(f"/proc/self/fd/{descriptor}")
    except OSError as error:
        os.close(descriptor)
        reason = str(error).replace(f"/proc/self/fd/{descriptor}: ", "")
        raise OSError(f"{shown}: {reason}") from None
    code = _LoadedFile(handle, descriptor, (name, manifest))
    try:
        library = code.library()
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        _close(handle._handle, descriptor)
        raise ValueError(f"{shown}: its manifest does not fit it: {error}") from None
    # Each function holds the code.
    weakref.finalize(code, _close, handle._handle, descriptor).atexit = False
    return library
