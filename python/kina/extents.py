"""Extents of a manifest: integers, or expressions over size names such as "2 * S + 1".

An expression has integers, size names, `+ - * / %`, unary minus, parentheses, min and max, as in
the language (DESIGN section 4). It is data of a file, so it is never given to `eval`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

INT64_MAX = 2**63 - 1
_LONGEST = 300  # characters; keeps recursion over it shallow

# The steps of an extent as kina._native runs it: what `Extent::Op` in native/Extent.h numbers.
_STEPS = {
    name: number
    for number, name in enumerate(
        ("Constant", "Size", "Add", "Sub", "Mult", "Div", "Mod", "USub", "min", "max")
    )
}


class Extent:
    """One extent: `text` as written, `names` of the sizes in it."""

    def __init__(self, value: int | str):
        """Parses `value`. Raises ValueError that shows what is wrong."""
        self.text = str(value)
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError(f"an extent is an integer or an expression, got {value!r}")
        if isinstance(value, int):
            self._tree: ast.expr = ast.Constant(value)
        else:
            if len(value) > _LONGEST:
                raise ValueError(f"extent of {len(value)} characters is longer than {_LONGEST}")
            try:
                self._tree = ast.parse(value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                raise ValueError(f"{value!r} is no extent") from None
        self.names = frozenset(_names(self._tree, self.text))

    def __str__(self) -> str:
        return self.text

    def evaluate(self, sizes: Mapping[str, int]) -> int:
        """Returns the extent. Raises ValueError where a division is not exact or by zero."""
        return _evaluate(self._tree, sizes, self.text)

    def solve(self, name: str, extent: int, sizes: Mapping[str, int]) -> int | None:
        """Returns the value of size `name` for which this expression equals `extent`.

        The others of its names must be in `sizes`. None where there is no integer solution or
        where the expression is not linear in `name`.
        """
        line = _linear(self._tree, name, sizes, self.text)
        if line is None or line[0] == 0:
            return None
        factor, offset = line
        value, rest = divmod(extent - offset, factor)
        return value if rest == 0 else None

    def is_line(self, name: str) -> bool:
        """Says whether the expression is linear in `name` whatever the other sizes are."""
        return _is_line(self._tree, name, self.text)

    def steps(self, sizes: Sequence[str]) -> list[tuple[int, int]]:
        """Returns the expression as steps of a stack machine, which knows sizes by number.

        Raises ValueError where an integer in it does not fit 64 bits.
        """
        steps = list(_steps(self._tree, sizes))
        if any(not -INT64_MAX <= value <= INT64_MAX for _, value in steps):
            raise ValueError(f"extent {self.text} does not fit 64 bits")
        return steps


def _names(tree: ast.expr, text: str) -> set[str]:
    """Checks that only the known forms occur, and returns the names in them."""
    match tree:
        case ast.Constant(value=value) if type(value) is int:
            return set()
        case ast.Name(id=name):
            return {name}
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _names(operand, text)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Mod(), right):
            return _names(left, text) | _names(right, text)
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as parts, keywords=[]):
            return set().union(*(_names(part, text) for part in parts))
    raise ValueError(f"{text!r} is no extent")


def _evaluate(tree: ast.expr, sizes: Mapping[str, int], text: str) -> int:
    match tree:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return sizes[name]
        case ast.UnaryOp(operand=operand):
            return -_evaluate(operand, sizes, text)
        case ast.Call(func=function, args=parts):
            values = [_evaluate(part, sizes, text) for part in parts]
            return min(values) if function.id == "min" else max(values)
        case ast.BinOp(left, op, right):
            a, b = _evaluate(left, sizes, text), _evaluate(right, sizes, text)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
            if b == 0 or (isinstance(op, ast.Div) and a % b != 0):
                raise ValueError(f"extent {text}: {a} is not divisible by {b}")
            return a // b if isinstance(op, ast.Div) else a % b
    raise AssertionError(ast.dump(tree))


def _linear(
    tree: ast.expr, name: str, sizes: Mapping[str, int], text: str
) -> tuple[int, int] | None:
    """Returns (f, c) where the expression is f * name + c, or None where it is no such line."""
    match tree:
        case ast.Name(id=own) if own == name:
            return 1, 0
        case ast.UnaryOp(operand=operand):
            line = _linear(operand, name, sizes, text)
            return None if line is None else (-line[0], -line[1])
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() as op, right):
            a, b = _linear(left, name, sizes, text), _linear(right, name, sizes, text)
            if a is None or b is None:
                return None
            if isinstance(op, ast.Add):
                return a[0] + b[0], a[1] + b[1]
            if isinstance(op, ast.Sub):
                return a[0] - b[0], a[1] - b[1]
            if a[0] and b[0]:
                return None
            return a[0] * b[1] + a[1] * b[0], a[1] * b[1]
    if name in _names(tree, text):
        return None
    return 0, _evaluate(tree, sizes, text)


def _is_line(tree: ast.expr, name: str, text: str) -> bool:
    """Says by the form alone whether the expression is f * name + c with f and c free of it."""
    match tree:
        case ast.Name():
            return True
        case ast.UnaryOp(operand=operand):
            return _is_line(operand, name, text)
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            return _is_line(left, name, text) and _is_line(right, name, text)
        case ast.BinOp(left, ast.Mult(), right):
            parts = [part for part in (left, right) if name in _names(part, text)]
            return len(parts) < 2 and all(_is_line(part, name, text) for part in parts)
    return name not in _names(tree, text)


def _steps(tree: ast.expr, sizes: Sequence[str]) -> Iterator[tuple[int, int]]:
    match tree:
        case ast.Constant(value=value):
            yield _STEPS["Constant"], value
        case ast.Name(id=name):
            yield _STEPS["Size"], sizes.index(name)
        case ast.UnaryOp(operand=operand):
            yield from _steps(operand, sizes)
            yield _STEPS["USub"], 0
        case ast.BinOp(left, op, right):
            yield from _steps(left, sizes)
            yield from _steps(right, sizes)
            yield _STEPS[type(op).__name__], 0
        case ast.Call(func=function, args=parts):
            yield from _steps(parts[0], sizes)
            for part in parts[1:]:
                yield from _steps(part, sizes)
                yield _STEPS[function.id], 0


def rules(shapes: Sequence[Sequence[Extent]], sizes: Sequence[str]) -> list[tuple[int, int, int]]:
    """Returns how sizes follow from the shapes of arguments, one after another.

    A rule is a size, an argument and an axis, whose extent is a line in that size and holds no
    other but those of earlier rules. A size that follows in no such way has no rule.
    """
    found: list[tuple[int, int, int]] = []
    known: set[str] = set()
    before = -1
    while before < len(found):
        before = len(found)
        for argument, shape in enumerate(shapes):
            for axis, extent in enumerate(shape):
                unknown = extent.names - known
                if len(unknown) == 1 and extent.is_line(*unknown):
                    found.append((sizes.index(*unknown), argument, axis))
                    known |= unknown
    return found


def infer(
    wanted: Sequence[Sequence[Extent]],
    got: Sequence[Sequence[int]],
    names: Sequence[str],
    stated: Mapping[str, int],
) -> dict[str, int]:
    """Returns the sizes that are stated, and those that follow from the shapes of the arguments.

    `wanted` and `got` hold one shape for each argument. Where shapes contradict each other, the
    first decides; the caller compares all of them afterwards. A size that follows from none is
    left out.
    """
    sizes = dict(stated)
    pairs = [
        (extent, actual)
        for expressions, shape in zip(wanted, got, strict=True)
        if len(expressions) == len(shape)
        for extent, actual in zip(expressions, shape, strict=True)
    ]
    known = -1
    while known < len(sizes) < len(names):
        known = len(sizes)
        for extent, actual in pairs:
            unknown = extent.names - sizes.keys()
            if len(unknown) != 1:
                continue
            (name,) = unknown
            try:
                value = extent.solve(name, actual, sizes)
            except ValueError:
                continue
            if value is not None:
                sizes[name] = value
    return sizes
