"""Text to MLIR to text to MLIR is the identity on the MLIR, and text printed twice is the same.

The identity holds for the names of the values too.
"""

import subprocess
from pathlib import Path

import pytest

from integration.fuzz.text import (
    FLOATS,
    NUMBERS,
    TYPES,
    GenericProgram,
    Program,
    programs,
    tensor,
)

ROOT = Path(__file__).resolve().parents[2]
TRANSLATE = ROOT / "build" / "bin" / "kina-translate"


def translate(direction, text, *options):
    """Runs kina-translate on the text."""
    done = subprocess.run(
        [TRANSLATE, direction, *options, "-"], input=text, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stderr}\n{text}"
    return done.stdout


def to_mlir(text, *options):
    return translate("--kina-to-mlir", text, "--mlir-print-op-generic", *options)


def check_laws(text, mlir=None, located_mlir=None):
    """Checks both laws, with the names in locations and without these; returns the printed text."""
    mlir = mlir or to_mlir(text)
    located_mlir = located_mlir or to_mlir(text, "--mlir-print-debuginfo")
    printed = translate("--mlir-to-kina", mlir)
    assert translate("--mlir-to-kina", located_mlir) == printed
    assert to_mlir(printed) == mlir, printed
    assert max(map(len, printed.splitlines()), default=0) <= 100
    return printed


def is_accepted(path):
    done = subprocess.run([TRANSLATE, "--kina-to-mlir", path], capture_output=True)
    return done.returncode == 0


@pytest.mark.parametrize(
    "path",
    sorted([*ROOT.glob("examples/*.kina"), *ROOT.glob("test/Frontend/*.kina")]),
    ids=lambda path: path.stem,
)
def test_file(path):
    if not is_accepted(path):
        pytest.skip("in error on purpose")

    def read(*options):
        command = [TRANSLATE, "--kina-to-mlir", "--mlir-print-op-generic", *options, path]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    check_laws(path.read_text(), read(), read("--mlir-print-debuginfo"))


def applications():
    """Yields every op on every element type that it takes: operand types, expression, result."""
    for element in TYPES:
        two, square = (element, (2,)), (element, (2, 2))
        yield [square], "broadcast(a, [3, 2, 2])", (element, (3, 2, 2))
        yield [square, square], "concat(a, b, axis=1)", (element, (2, 4))
        yield [square], "reshape(a, [4])", (element, (4,))
        yield [square], "slice(a, axis=1, start=1, stop=2)", (element, (2, 1))
        yield [square], "transpose(a, perm=[1, 0])", square
        yield [("I1", (2,)), two, two], "select(a, b, c)", two
        yield [("I1", (2,)), two], "select(a, b, 1)", two
        yield [("I1", (2,)), two], "select(1, b, broadcast(b))", two
        for other in TYPES:
            yield [two], f"cast(a, {other})", (other, (2,))
        for predicate in ("eq", "ne", "lt", "le", "gt", "ge"):
            yield [two, two], f"compare(a, b, {predicate})", ("I1", (2,))
        yield [two], "compare(0, a, lt)", ("I1", (2,))
        for index in ("I64", "I32"):
            yield [square, (index, (3,))], "gather(a, b)", (element, (3, 2))
    for element in NUMBERS:
        two, square = (element, (2,)), (element, (2, 2))
        yield [square], "argmax(a, axis=1)", ("I64", (2,))
        yield [square, (element, (3, 2, 2))], "broadcast(a) @ b", (element, (3, 2, 2))
        yield [square, square], "a @ b", square
        for kind in ("sum", "max", "min"):
            yield [square], f"reduce(a, {kind}, axis=1)", two
            yield [square], f"reduce(a, {kind}, axis=1, keep=true)", (element, (2, 1))
        for op in ("add", "sub", "mul", "div", "max", "min"):
            yield [two, two], f"{op}(a, b)", two
            yield [two, (element, (1,))], f"{op}(a, broadcast(b))", two
            yield [two], f"{op}(1, a)", two
        yield [two], "-a", two
        yield [two], "abs(a)", two
    for element in FLOATS:
        two = (element, (2,))
        for number in ("0.1", "-1e4", "-0.0", "inf", "-inf", "nan", "-nan", "1e-5", "65504"):
            yield [two], f"a * {number}", two
        yield [(element, (2, 2))], "softmax(a, axis=1)", (element, (2, 2))
        yield [(element, (2, 2))], "reduce(a, mean, axis=0)", two
        yield [two, two], "pow(a, b)", two
        for op in ("exp", "log", "sqrt", "rsqrt", "tanh", "sigmoid", "erf", "sin", "cos"):
            yield [two], f"{op}(a)", two
        yield [two], "floor(a) + round(a)", two
    for narrow, wide in (("BF16", "F32"), ("F16", "F32"), ("I8", "I32")):
        yield [(narrow, (2, 2))] * 2, f"matmul(a, b, type={wide})", (wide, (2, 2))
    yield [], "iota([2, 3], axis=1)", ("I64", (2, 3))


def test_every_op():
    functions = []
    for number, (operands, expression, result) in enumerate(applications()):
        parameters = ", ".join(f"{n}: {tensor(*t)}" for n, t in zip("abc", operands, strict=False))
        functions.append(f"fn f{number}({parameters}) -> {tensor(*result)} {{")
        functions.append(f"  return {expression}\n}}")
    printed = check_laws("\n".join(functions))
    # What is written as the printer would write it stays as it is.
    for expected in ("broadcast(a) @ b", "select(a, b, c)", "a * 1e-5", "a * -10000.0", "-a"):
        assert f"return {expected}\n" in printed


@pytest.mark.parametrize("seed", range(8))
def test_random_programs(seed):
    """The seed is the test's name: `-k random_programs[3]` runs it again."""
    check_laws(programs(Program, seed, 40))


@pytest.mark.long
def test_many_random_programs():
    for seed in range(100, 200):
        check_laws(programs(Program, seed, 40))
        check_laws(programs(GenericProgram, seed, 40))


@pytest.mark.parametrize("seed", range(4))
def test_random_generic_programs(seed):
    check_laws(programs(GenericProgram, seed, 40))


def test_depth_is_bounded():
    """The text of a deep expression names values before they nest deeper than 50."""
    line = "x"
    for _ in range(120):
        line = f"exp({line})"
    text = f"fn f(x: {tensor('F32', (2,))}) -> {tensor('F32', (2,))} {{ return {line} }}"
    printed = check_laws(text)
    statements = printed.replace("return ", "let ").split("let ")
    depths = [statement.count("exp(") for statement in statements]
    assert sum(depths) == 120
    assert 40 <= max(depths) <= 50
