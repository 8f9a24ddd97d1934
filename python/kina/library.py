"""Compiled libraries and their functions (DESIGN section 5)."""

from __future__ import annotations

import ctypes
import functools
import json
import operator
import os
import stat
import weakref
from _ctypes import dlclose
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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


def _native_tensor(tensor: Tensor, sizes: Sequence[str]) -> tuple:
    """Returns a tensor as kina._native takes it: name, NumPy's number of the type, extents."""
    below = tensor.ids_below
    return (
        tensor.name,
        arrays.DTYPES[tensor.type].num,
        [extent.steps(sizes) for extent in tensor.shape],
        None if below is None else below.steps(sizes),
    )


class Function(_native.Function):
    """A compiled function. Call it with arrays, by position or by name: f(x, scale=y, out=z).

    Returns its result, or a tuple of them in order.

    `out` is an array, or a sequence of one for each result, to write into: native, dense and of
    exactly the result's dtype and shape. It may overlap an input, as in NumPy.

    A size that does not follow from the arguments is stated by its name, `S=3`; others may be.

    Arrays are of exactly the argument's dtype. Integer arrays and lists that fit are converted to
    I64, floats and lists of them are rounded to the argument's type; bf16 is taken and given as its
    uint16 bits. Raises TypeError for a wrong count, name or dtype, ValueError for a wrong shape or
    size, IndexError for an id outside its table.

    `name`, `sizes`, `inputs`, `results` and `workspace` (bytes, None where it depends on sizes) are
    those of the manifest, `library` is the name of its library. A call releases the GIL, and
    several threads may call one function at once. Inputs are never written.
    """

    def __init__(self, library: str, entry: Mapping, address: Callable[[str], int], owner: object):
        """Reads an entry of a manifest.

        `address` finds a C function by its symbol, or raises LookupError; `owner` is what keeps the
        code in memory, and lives as long as this function.
        """
        self.library = library
        self._owner = owner
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
        self._position = {tensor.name: i for i, tensor in enumerate(self.inputs)}
        # Shapes of static functions are evaluated once, here.
        self._static = None if self.sizes else self._shapes({})

        symbol = entry["symbol"]
        measured = self.workspace is None
        super().__init__(
            address=address(symbol),
            measure=address(symbol + "_workspace") if measured else 0,
            workspace=0 if measured else self.workspace,
            sizes=[(size.name, size.min, size.max) for size in self.sizes],
            rules=rules([tensor.shape for tensor in self.inputs], names),
            inputs=[_native_tensor(tensor, names) for tensor in self.inputs],
            results=[_native_tensor(tensor, names) for tensor in self.results],
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

    def _prepare(self, args: tuple, kwargs: Mapping) -> tuple[tuple, list, list | None]:
        """Converts and checks the arguments of a call that are not what compiled code reads.

        Returns values of the sizes, inputs, and the arrays of `out=` if it is there.
        """
        out = kwargs.get("out")
        inputs, sizes = self._inputs(
            args, {name: value for name, value in kwargs.items() if name != "out"}
        )
        given = None
        if out is not None:
            given = self._outputs(out, (self._static or self._shapes(sizes))[1])
        return tuple(sizes[size.name] for size in self.sizes), inputs, given

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

    def view(self, *args, **kwargs):
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
        names = {size.name for size in self.sizes} - self._position.keys()
        stated = {}
        for name in names & kwargs.keys():
            try:
                stated[name] = operator.index(kwargs[name])
            except TypeError:
                got = type(kwargs[name]).__name__
                raise TypeError(f"{self.name}: size {name}: wanted an integer, got {got}") from None
        return stated, {name: value for name, value in kwargs.items() if name not in stated}

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
            names = ", ".join(f"'{self.inputs[i].name}' ({i})" for i in sorted(missing))
            raise TypeError(
                f"{self.name}: wanted {len(self.inputs)} arguments, "
                f"got {len(args) + len(kwargs)}; missing {names}"
            )
        return bound

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
                    f"state it, as in {size.name}={size.min}"
                )
            if not size.min <= sizes[size.name] <= size.max:
                raise ValueError(
                    f"{self.name}: size {size.name} = {sizes[size.name]}, "
                    f"wanted {size.min}..{size.max}"
                )

    def _outputs(self, out, shapes: Sequence[tuple]) -> list[np.ndarray]:
        """Checks the arrays of `out=`."""
        given = list(out) if isinstance(out, tuple | list) else [out]
        if len(given) != len(self.results):
            raise TypeError(
                f"{self.name}: out: wanted {len(self.results)} arrays, got {len(given)}"
            )
        for position, (result, shape, array) in enumerate(
            zip(self.results, shapes, given, strict=True)
        ):
            dtype = arrays.DTYPES[result.type]
            where = f"{self.name}: out '{result.name}' ({position}): wanted"
            wanted = arrays.describe(arrays.dtype_name(result.type), shape)
            if type(array) is not np.ndarray:
                raise TypeError(f"{where} a NumPy array {wanted}, got {type(array).__name__}")
            got = arrays.describe(array.dtype, array.shape)
            if array.dtype != dtype:
                raise TypeError(f"{where} {wanted}, got {got}")
            if array.shape != shape:
                raise ValueError(f"{where} {wanted}, got {got}")
            if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
                raise ValueError(f"{where} a dense, aligned and writable array")
            for other in given[:position]:
                if np.may_share_memory(array, other):
                    raise ValueError(f"{where} memory of its own, got an overlap of results")
        return given


class Library:
    """The functions of a compiled library, by name: `m.decode_s1(...)` or `m["decode_s1"]`.

    `name` is the library's, the prefix of its symbols; `manifest` is the whole manifest.
    """

    def __init__(self, name: str, manifest: Mapping, address: Callable[[str], int], owner: object):
        """`address` and `owner` are those of `Function`: a library file's or an engine's."""
        self.name = name
        self.manifest = manifest
        self._functions = {
            entry["name"]: Function(name, entry, address, owner) for entry in manifest["functions"]
        }
        # Attributes, so that `m.step` is found at once; `name` and the like stay what they are.
        for function in self._functions.values():
            self.__dict__.setdefault(function.name, function)

    def __getattr__(self, name: str) -> Function:
        functions = self.__dict__.get("_functions", {})
        if name not in functions:
            raise AttributeError(
                f"library {self.__dict__.get('name')} has no function {name!r}; "
                f"it has {', '.join(functions) or 'none'}"
            )
        return functions[name]

    def __getitem__(self, name: str) -> Function:
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __len__(self) -> int:
        return len(self._functions)

    def __dir__(self):
        return [*super().__dir__(), *self._functions]

    def __repr__(self) -> str:
        return f"<kina.Library {self.name}: {', '.join(self)}>"


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


def _find(handle: ctypes.CDLL, symbol: str) -> int:
    """Returns the address of a function in an open library. Raises LookupError."""
    try:
        return ctypes.cast(handle[symbol], ctypes.c_void_p).value
    except AttributeError:
        raise LookupError(f"undefined symbol: {symbol}") from None


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
    try:
        library = Library(name, manifest, functools.partial(_find, handle), handle)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        _close(handle._handle, descriptor)
        raise ValueError(f"{shown}: its manifest does not fit it: {error}") from None
    # Each function holds the handle.
    weakref.finalize(handle, _close, handle._handle, descriptor).atexit = False
    return library
