"""Straight-line functions of kina ops: as data, as MLIR text, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from integration import elements

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Type:
    """A static tensor type."""

    element: str
    shape: Shape

    def __str__(self) -> str:
        return f"tensor<{''.join(f'{extent}x' for extent in self.shape)}{self.element}>"

    @property
    def dtype(self) -> np.dtype:
        """NumPy's element type."""
        return elements.DTYPES[self.element]

    @property
    def size(self) -> int:
        """The element count."""
        return int(np.prod(self.shape, dtype=np.int64))


@dataclass(frozen=True)
class Attributes:
    """What an op has beside operands; an op uses some of it."""

    kind: str | None = None
    axis: int | None = None
    keep: bool = False
    perm: Shape | None = None
    bounds: tuple[int, int] | None = None
    value: bytes | None = None  # row-major, or one element for a splat


# How an op writes its types: `: T`, `: T -> U` or `: (T, U) -> V`.
ARROW = {"reshape", "transpose", "broadcast", "slice", "argmax", "reduce", "compare", "cast"}
FUNCTIONAL = {"gather", "matmul", "concat"}


@dataclass(frozen=True)
class Node:
    """One op: its operands are numbers of values, its result is `type`."""

    op: str
    operands: tuple[int, ...]
    attributes: Attributes
    type: Type


@dataclass(frozen=True)
class Program:
    """Values are numbered: the inputs first, then the result of each node."""

    inputs: tuple[Type, ...]
    nodes: tuple[Node, ...]
    results: tuple[int, ...]
    names: tuple[str, ...] = ()  # of the inputs; their values are drawn by name

    @property
    def types(self) -> tuple[Type, ...]:
        """The type of each value."""
        return (*self.inputs, *(node.type for node in self.nodes))

    @property
    def input_names(self) -> tuple[str, ...]:
        """The names of the arguments."""
        return self.names or tuple(f"arg{i}" for i in range(len(self.inputs)))

    def returning_all(self) -> Program:
        """Returns the program whose results are the values of all nodes, in order."""
        start = len(self.inputs)
        return replace(self, results=tuple(range(start, start + len(self.nodes))))

    def with_constants(self, arrays: Sequence[np.ndarray]) -> Program:
        """Returns the program of no input where each is a constant."""
        constants = tuple(
            constant(type, array) for type, array in zip(self.inputs, arrays, strict=True)
        )
        return Program((), constants + self.nodes, self.results)

    def text(self, name: str = "main") -> str:
        """Returns the function as MLIR."""
        types = self.types
        names = [f"%{name}" for name in self.input_names]
        names += [f"%v{i}" for i in range(len(self.nodes))]
        arguments = ", ".join(f"{names[i]}: {type}" for i, type in enumerate(self.inputs))
        results = ", ".join(str(types[i]) for i in self.results)
        lines = [f"func.func @{name}({arguments}) -> ({results}) {{"]
        for i, node in enumerate(self.nodes, len(self.inputs)):
            lines.append(f"  {names[i]} = {_spell(node, names, types)}")
        lines.append(f"  return {', '.join(names[i] for i in self.results)} : {results}")
        return "\n".join([*lines, "}", ""])


def constant(type: Type, array: np.ndarray) -> Node:
    """Returns a constant of the array's elements."""
    return Node("constant", (), Attributes(value=np.ascontiguousarray(array).tobytes()), type)


def constant_value(node: Node) -> np.ndarray:
    """Returns the elements of a constant."""
    array = np.frombuffer(node.attributes.value, node.type.dtype)
    if array.size == 1:
        return np.full(node.type.shape, array[0])
    return array.reshape(node.type.shape)


def _dense(node: Node) -> str:
    """Spells a constant: floats by their bits, so that none is lost."""
    data = np.frombuffer(node.attributes.value, node.type.dtype)

    def one(element) -> str:
        if node.type.element == "i1":
            return str(bool(element)).lower()
        if elements.is_float(node.type.element):
            width = 2 * node.type.dtype.itemsize
            return f"0x{int(elements.bits(np.array(element))):0{width}X}"
        return str(int(element))

    def nested(array: np.ndarray) -> str:
        if array.ndim == 0:
            return one(array[()])
        return f"[{', '.join(map(nested, array))}]"

    if data.size == 1:
        return f"dense<{one(data[0])}>"
    if node.type.element == "i1" or data.size < 8:
        return f"dense<{nested(data.reshape(node.type.shape))}>"
    return f'dense<"0x{data.tobytes().hex().upper()}">'


def _spell(node: Node, names: Sequence[str], types: Sequence[Type]) -> str:
    """Returns the op as it stands in a function."""
    given = node.attributes
    words = [f"kina.{node.op}"]
    if given.kind is not None:
        words.append(given.kind)
    if given.value is not None:
        words.append(_dense(node))
    if node.operands:
        words.append(", ".join(names[i] for i in node.operands))
    if given.axis is not None:
        words.append(f"axis = {given.axis}")
    if given.keep:
        words.append("keep")
    if given.perm is not None:
        words.append(f"perm = {list(given.perm)}")
    if given.bounds is not None:
        words.append(f"[{given.bounds[0]} : {given.bounds[1]}]")
    words.append(":")
    if node.op in ARROW:
        words.append(f"{types[node.operands[0]]} ->")
    elif node.op in FUNCTIONAL:
        words.append(f"({', '.join(str(types[i]) for i in node.operands)}) ->")
    words.append(str(node.type))
    return " ".join(words)


_FUNCTION = re.compile(
    r"func\.func @\w+\((.*?)\) -> \(?(.*?)\)? \{\n(.*?)^\s*return (.*?) :", re.S | re.M
)
_TENSOR = re.compile(r"tensor<((?:\d+x)*)(\w+)>")
_NUMBERS = r"((?:\d+(?:, )?)*)"


def parse(text: str) -> Program:
    """Reads the first function of `text`, of the form that `Program.text` writes.

    Comments are left out. Raises ValueError for what it does not know.
    """
    text = "\n".join(line.partition("//")[0].rstrip() for line in text.splitlines())
    found = _FUNCTION.search(text)
    if not found:
        raise ValueError("no function of the form func.func @name(...) -> (...) { ... return ...")
    arguments, _, body, results = found.groups()
    named = re.findall(r"%(\w+): (tensor<\w+>)", arguments)
    numbers = {name: i for i, (name, _) in enumerate(named)}
    inputs = tuple(_type(spelt) for _, spelt in named)
    nodes = []
    for line in body.splitlines():
        if not line.strip():
            continue
        name, node = _parse_node(line.strip(), numbers)
        numbers[name] = len(inputs) + len(nodes)
        nodes.append(node)
    returned = tuple(numbers[name] for name in re.findall(r"%(\w+)", results))
    return Program(inputs, tuple(nodes), returned, tuple(name for name, _ in named))


def _type(text: str) -> Type:
    extents, element = _TENSOR.fullmatch(text).groups()
    return Type(element, tuple(int(extent) for extent in extents.split("x")[:-1]))


def _parse_node(line: str, numbers: dict[str, int]) -> tuple[str, Node]:
    found = re.fullmatch(r"%(\w+) = kina\.(\w+) ?(.*?) ?: ([^:]*)", line)
    if not found:
        raise ValueError(f"no op of kina: {line}")
    name, op, rest, types = found.groups()
    type = _type(_TENSOR.findall(types) and [m.group() for m in _TENSOR.finditer(types)][-1])

    def integers(pattern: str) -> tuple[int, ...] | None:
        match = re.search(pattern, rest)
        return tuple(int(i) for i in re.findall(r"\d+", match.group(1))) if match else None

    axis = integers(r"axis = (\d+)")
    dense = re.search(r"dense<(.*)>", rest)
    kind = re.match(r"[a-z]+(?= %)", rest)
    attributes = Attributes(
        kind=kind.group() if kind else None,
        axis=axis[0] if axis else None,
        keep=bool(re.search(r"\bkeep\b", rest)),
        perm=integers(rf"perm = \[{_NUMBERS}\]"),
        bounds=integers(r"\[(\d+ : \d+)\]"),
        value=_parse_dense(dense.group(1), type) if dense else None,
    )
    operands = tuple(numbers[operand] for operand in re.findall(r"%(\w+)", rest))
    return name, Node(op, operands, attributes, type)


def _parse_dense(text: str, type: Type) -> bytes:
    if text.startswith('"0x'):
        data = bytes.fromhex(text[3:-1])
        if type.element == "i1":  # packed
            data = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")
            data = data[: type.size].tobytes()
        return data
    words = re.findall(r"[-+.\w]+", text)
    if type.element == "i1":
        return np.array([word == "true" for word in words]).tobytes()
    if not elements.is_float(type.element):
        return np.array([int(word) for word in words], type.dtype).tobytes()
    unsigned = f"u{type.dtype.itemsize}"
    return b"".join(
        np.array(int(word, 16), unsigned).tobytes()
        if word.startswith("0x")
        else elements.quantize(np.float64(word), type.element).tobytes()
        for word in words
    )
