"""The law of bits (DESIGN section 2): where two spellings of an element must give the same bits.

The order of the operations behind one element depends on the op, element types and layouts, the
reduced extent, and whether it is one row or many; not on the other extents, on padding beside it,
on slices, or on whether an extent is written as a number or as `?`.
"""

import itertools
from collections.abc import Iterable

import numpy as np
import pytest

import kina
from integration import native
from integration.draw import values
from integration.elements import FLOATS, bits, from_native, to_native
from integration.judge import differ
from integration.program import Type

# Reduced extents: around vectors, and long enough for every order to give other bits.
REDUCED = (1, 3, 17, 64, 257, 1031)
# Rows: one, few, around vectors and tiles.
ROWS = (1, 2, 5, 33)
ELEMENTS = ("f32", "f64", "bf16")


functions: dict[str, kina.Function] = {}


def prepare(texts: Iterable[str]) -> None:
    """Compiles functions that `run` will call, as one module."""
    new = [text for text in dict.fromkeys(texts) if text not in functions]
    if new:
        module = "".join(text.replace("@main", f"@f{i}") for i, text in enumerate(new))
        library = native.compile_text(module)
        functions.update((text, library[f"f{i}"]) for i, text in enumerate(new))


def run(text: str, element: str, *arrays, result: str | None = None) -> np.ndarray:
    """Calls the only function of `text`."""
    prepare([text])
    return from_native(functions[text](*map(to_native, arrays)), result or element)


def draw(seed: int, element: str, shape) -> np.ndarray:
    """Numbers of about one size: sums of them depend on the order in their last bits."""
    return values(np.random.default_rng([seed, *shape]), Type(element, tuple(shape)), "ordinary")


def assert_same(got: np.ndarray, other: np.ndarray, what: str) -> None:
    why = differ(got, other, what)
    assert why is None, why


def tensor(element: str, *extents) -> str:
    return f"tensor<{''.join(f'{extent}x' for extent in extents)}{element}>"


# For each op: the function over [rows, reduced] (or with the axis first), as text.


def op_text(op: str, element: str, shape, axis: int, extents: str = "", sizes: str = "") -> str:
    """Returns a function of one op along one axis; `extents` names the `?` of `shape`."""
    given = tensor(element, *shape)
    rest = [extent for i, extent in enumerate(shape) if i != axis]
    if op == "softmax":
        result, line = given, f"kina.softmax %a axis = {axis} : {given}"
    elif op == "argmax":
        result = tensor("i64", *rest)
        line = f"kina.argmax %a axis = {axis} : {given} -> {result}"
    else:
        result = tensor(element, *rest)
        line = f"kina.reduce {op} %a axis = {axis} : {given} -> {result}"
    names = [f'"{name}"' for name in extents.split()] or None
    attribute = f" {{kina.extents = [{', '.join(names)}]}}" if names else ""
    kept = [name for i, name in enumerate(names or ()) if i != axis or op == "softmax"]
    returned = f" {{kina.extents = [{', '.join(kept)}]}}" if names else ""
    return (
        f"func.func @main({sizes}%a: {given}{attribute}) -> ({result}{returned}) {{\n"
        f"  %0 = {line}\n  return %0 : {result}\n}}\n"
    )


def result_of(op: str, element: str) -> str:
    return "i64" if op == "argmax" else element


OPS = [
    *itertools.product(("sum", "softmax"), ELEMENTS),
    ("mean", "f32"),
    ("max", "f32"),
    ("argmax", "f32"),
    ("argmax", "bf16"),
]


@pytest.mark.parametrize("op, element", OPS)
def test_rows_of_a_reduction(op, element):
    """A row among many (two at least) gives the same bits among more.

    One row alone may be added in another order; where no order shows, it is compared too.
    """
    prepare(op_text(op, element, (m, k), 1) for m, k in itertools.product(ROWS, REDUCED))
    kind = result_of(op, element)
    for reduced in REDUCED:
        x = draw(1, element, (max(ROWS), reduced))
        widest = run(op_text(op, element, x.shape, 1), element, x, result=kind)
        for rows in ROWS if op in ("max", "argmax") else ROWS[1:]:
            got = run(op_text(op, element, (rows, reduced), 1), element, x[:rows], result=kind)
            assert_same(got, widest[:rows], f"for {rows} rows of {reduced} and {max(ROWS)}")


@pytest.mark.parametrize("op, element", OPS)
def test_columns_of_a_reduction(op, element):
    """The same along the first axis, where the elements of a column are apart."""
    lengths = (3, 17, 257)
    prepare(op_text(op, element, (k, n), 0) for n, k in itertools.product(ROWS, lengths))
    for reduced in lengths:
        x = draw(2, element, (reduced, max(ROWS)))
        widest = run(op_text(op, element, x.shape, 0), element, x, result=result_of(op, element))
        for columns in ROWS[1:]:
            text = op_text(op, element, (reduced, columns), 0)
            got = run(text, element, x[:, :columns], result=result_of(op, element))
            wanted = widest[..., :columns]
            assert_same(got, wanted, f"for {columns} columns of {reduced} and {max(ROWS)}")


@pytest.mark.parametrize("op, element", OPS)
def test_dynamic_reduction(op, element):
    """Extents as `?` give the bits of the same extents as numbers."""
    size = '%r: index {kina.size = "R"}, %k: index {kina.size = "K"}, '
    dynamic = op_text(op, element, ("?", "?"), 1, "R K", size)
    prepare(op_text(op, element, (m, k), 1) for m, k in itertools.product(ROWS, REDUCED))
    for reduced in REDUCED:
        for rows in ROWS:
            x = draw(3, element, (rows, reduced))
            kind = result_of(op, element)
            static = run(op_text(op, element, x.shape, 1), element, x, result=kind)
            got = run(dynamic, element, x, result=kind)
            assert_same(got, static, f"for static and dynamic {rows}x{reduced}")


@pytest.mark.parametrize("op, element", OPS)
def test_sliced_reduction(op, element):
    """A window of a larger tensor gives the bits of a tensor that is no window."""
    for reduced in (3, 65, 257):
        for start in (0, 3):
            large = draw(4, element, (6, reduced + 5))
            window = np.ascontiguousarray(large[:, start : start + reduced])
            kind = result_of(op, element)
            plain = op_text(op, element, window.shape, 1)
            given, seen = tensor(element, *large.shape), tensor(element, *window.shape)
            sliced = (
                plain.replace(f"%a: {given}", "")
                .replace(f"(%a: {seen}", f"(%b: {given}", 1)
                .replace(
                    " {\n",
                    f" {{\n  %a = kina.slice %b axis = 1 [{start} : {start + reduced}] : "
                    f"{given} -> {seen}\n",
                    1,
                )
            )
            got = run(sliced, element, large, result=kind)
            assert_same(got, run(plain, element, window, result=kind), "for a slice and a copy")


def matmul_text(a, b, element: str, result: str, lines=(), given=None) -> str:
    """Returns a function of one matmul; `lines` make %a and %b of `given` arguments."""
    (m, _), (_, n) = a[-2:], b[-2:]
    types = [tensor(element, *a), tensor(element, *b)]
    output = tensor(result, *a[:-2], m, n)
    arguments = given or f"%a: {types[0]}, %b: {types[1]}"
    body = "".join(f"  {line}\n" for line in lines)
    return (
        f"func.func @main({arguments}) -> {output} {{\n{body}"
        f"  %0 = kina.matmul %a, %b : ({types[0]}, {types[1]}) -> {output}\n"
        f"  return %0 : {output}\n}}\n"
    )


PRODUCTS = (("f32", "f32"), ("f64", "f64"), ("bf16", "bf16"), ("bf16", "f32"), ("f16", "f32"))


@pytest.mark.parametrize("element, result", PRODUCTS)
def test_rows_and_columns_of_a_matmul(element, result):
    """Among many rows (two at least), a row does not depend on M, nor a column on N."""
    lengths, few, columns = (1, 33, 257), (2, 5), (1, 2, 7, 33)
    shapes = [*itertools.product((1, *few, 33), columns)]
    prepare(matmul_text((m, k), (k, n), element, result) for k in lengths for m, n in shapes)
    for k in lengths:
        a, b = draw(5, element, (33, k)), draw(6, element, (k, 33))
        whole = run(matmul_text(a.shape, b.shape, element, result), element, a, b, result=result)
        for m in few:
            for n in columns:
                text = matmul_text((m, k), (k, n), element, result)
                got = run(text, element, a[:m], b[:, :n], result=result)
                assert_same(got, whole[:m, :n], f"for {m}x{k}x{n} and 33x{k}x33")
        for n in columns:  # one row: decode
            one = run(matmul_text((1, k), (k, 33), element, result), element, a[:1], b,
                      result=result)  # fmt: skip
            got = run(matmul_text((1, k), (k, n), element, result), element, a[:1], b[:, :n],
                      result=result)  # fmt: skip
            assert_same(got, one[:, :n], f"for one row, {n} columns and 33")


@pytest.mark.parametrize("element, result", PRODUCTS)
def test_padded_matmul(element, result):
    """Rows and columns of padding, cut off again, change nothing; NaN in them neither."""
    for m, k, n in ((2, 5, 3), (5, 33, 17)):
        a, b = draw(7, element, (m, k)), draw(8, element, (k, n))
        plain = run(matmul_text(a.shape, b.shape, element, result), element, a, b, result=result)
        for padding in (0.0, np.nan, 1e30):
            with np.errstate(over="ignore"):  # inf in f16
                fill = np.array(padding).astype(a.dtype)
            more_a = np.concatenate([a, np.full((3, k), fill)])
            more_b = np.concatenate([b, np.full((k, 4), fill)], 1)
            text = matmul_text(more_a.shape, more_b.shape, element, result)
            got = run(text, element, more_a, more_b, result=result)[:m, :n]
            assert_same(got, plain, f"with padding of {padding}")


@pytest.mark.parametrize("element, result", PRODUCTS)
def test_sliced_and_batched_matmul(element, result):
    """Operands that are windows, and one product of a batch, give the bits of a plain product."""
    for m, k, n in ((2, 5, 3), (5, 33, 17)):
        a, b = draw(9, element, (m + 3, k + 2)), draw(10, element, (k + 2, n + 5))
        cut_a, cut_b = a[1 : m + 1, 1 : k + 1], b[1 : k + 1, 2 : n + 2]
        plain = run(
            matmul_text(cut_a.shape, cut_b.shape, element, result),
            element, cut_a, cut_b, result=result,
        )  # fmt: skip

        def cut(name: str, x, rows, columns) -> list[str]:
            """Returns the lines that cut a window of rows and columns."""
            middle = (rows[1] - rows[0], x.shape[1])
            end = (middle[0], columns[1] - columns[0])
            types = [tensor(element, *shape) for shape in (x.shape, middle, end)]
            return [
                f"%{name}1 = kina.slice %{name}0 axis = 0 [{rows[0]} : {rows[1]}] : "
                f"{types[0]} -> {types[1]}",
                f"%{name} = kina.slice %{name}1 axis = 1 [{columns[0]} : {columns[1]}] : "
                f"{types[1]} -> {types[2]}",
            ]

        lines = cut("a", a, (1, m + 1), (1, k + 1)) + cut("b", b, (1, k + 1), (2, n + 2))
        given = f"%a0: {tensor(element, *a.shape)}, %b0: {tensor(element, *b.shape)}"
        text = matmul_text(cut_a.shape, cut_b.shape, element, result, lines, given)
        assert_same(run(text, element, a, b, result=result), plain, "for slices and copies")

        batch_a = np.stack([draw(11, element, cut_a.shape), cut_a, draw(12, element, cut_a.shape)])
        batch_b = np.stack([draw(13, element, cut_b.shape), cut_b, draw(14, element, cut_b.shape)])
        text = matmul_text(batch_a.shape, batch_b.shape, element, result)
        got = run(text, element, batch_a, batch_b, result=result)[1]
        assert_same(got, plain, "in a batch and alone")


@pytest.mark.parametrize("element, result", PRODUCTS)
def test_dynamic_matmul(element, result):
    """Extents as `?` give the bits of the same extents as numbers."""
    sizes = ", ".join(f'%{name}: index {{kina.size = "{name}"}}' for name in "MKN")
    types = [tensor(kind, "?", "?") for kind in (element, element, result)]
    dynamic = (
        f'func.func @main({sizes}, %a: {types[0]} {{kina.extents = ["M", "K"]}}, '
        f'%b: {types[1]} {{kina.extents = ["K", "N"]}}) -> '
        f'({types[2]} {{kina.extents = ["M", "N"]}}) {{\n'
        f"  %0 = kina.matmul %a, %b : ({types[0]}, {types[1]}) -> {types[2]}\n"
        f"  return %0 : {types[2]}\n}}\n"
    )
    for m, k, n in ((1, 33, 17), (1, 257, 64), (2, 5, 3), (5, 33, 17), (16, 64, 33)):
        a, b = draw(15, element, (m, k)), draw(16, element, (k, n))
        static = run(matmul_text(a.shape, b.shape, element, result), element, a, b, result=result)
        assert_same(run(dynamic, element, a, b, result=result), static, f"for {m}x{k}x{n}")


@pytest.mark.parametrize("element", FLOATS)
def test_no_contraction(element):
    """A product and a sum that stand apart are rounded apart."""
    type = tensor(element, 257)
    both = (
        f"func.func @main(%a: {type}, %b: {type}, %c: {type}) -> {type} {{\n"
        f"  %0 = kina.mul %a, %b : {type}\n  %1 = kina.add %0, %c : {type}\n"
        f"  return %1 : {type}\n}}\n"
    )
    one = (
        "func.func @main(%a: {0}, %b: {0}) -> {0} {{\n"
        "  %0 = kina.{1} %a, %b : {0}\n  return %0 : {0}\n}}\n"
    )
    a, b, c = (draw(seed, element, (257,)) for seed in (17, 18, 19))
    product = run(one.format(type, "mul"), element, a, b)
    wanted = run(one.format(type, "add"), element, product, c)
    assert_same(run(both, element, a, b, c), wanted, "in one function and in two")


def test_the_data_tell_orders_apart():
    """Backwards, the sums of these tests have other bits: equal bits mean something."""
    x = draw(1, "f32", (max(ROWS), 257))
    forwards, backwards = np.float32(0) * x[:, 0], np.float32(0) * x[:, 0]
    for i in range(257):
        forwards, backwards = forwards + x[:, i], backwards + x[:, -1 - i]
    assert (bits(forwards) != bits(backwards)).mean() > 0.5
