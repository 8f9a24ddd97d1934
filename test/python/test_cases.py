"""The cases of docs/cases.md that need a limit, NumPy, or the table itself."""

import re
import resource
import subprocess

import numpy as np
import pytest

import kina
from integration.models.storylm0 import ROOT

OPT = ROOT / "build" / "bin" / "kina-opt"
TABLE = ROOT / "docs" / "cases.md"
IDS = [f"O-{i:02}" for i in range(1, 25)] + [f"ON-O{i:02}" for i in range(1, 11)]
IDS += [f"ON-J{i:02}" for i in range(1, 8)]


# --------------------------------------------------------------------------------------------------
# The table
# --------------------------------------------------------------------------------------------------


def rows():
    """Returns the files that the table names for each case."""
    lines = re.findall(r"^\| (ON?-\w+) \|.*\|(.*)\|$", TABLE.read_text(), re.MULTILINE)
    return {case: re.findall(r"`([^`]+)`", rest) for case, rest in lines}


def test_every_case_has_a_row():
    assert [case for case in IDS if case not in rows()] == []


@pytest.mark.parametrize("case", rows())
def test_files_name_their_case(case):
    """Each file of a row is there and says which case it tests, so that git grep finds it."""
    files = rows()[case]
    assert files
    for name in files:
        path = ROOT / name
        assert case.lower() in (path.name + path.read_text()).lower(), name


# --------------------------------------------------------------------------------------------------
# Limits
# --------------------------------------------------------------------------------------------------

T = "tensor<4xf32>"
N = 10000


def function(lines, result, argument=T, output=T):
    """Makes a function of ops on its argument %a."""
    body = "\n".join(lines)
    return f"func.func @f(%a: {argument}) -> {output} {{\n{body}\nreturn {result} : {output}\n}}\n"


def chain(first, step, *rest):
    """Makes a function of N ops, each of which reads the one before."""
    return function([first, *(step(i) for i in range(1, N))], f"%{N - 1}", *rest)


def add_chain():
    return chain(f"%0 = kina.add %a, %a : {T}", lambda i: f"%{i} = kina.add %{i - 1}, %a : {T}")


def reshape_chain():
    square = "tensor<2x2xf32>"
    types = [f"{T} -> {square}", f"{square} -> {T}"]
    return chain(
        f"%0 = kina.reshape %a : {types[0]}",
        lambda i: f"%{i} = kina.reshape %{i - 1} : {types[i % 2]}",
    )


def transpose_chain():
    cube = "tensor<2x2x2xf32>"
    return chain(
        f"%0 = kina.transpose %a perm = [1, 2, 0] : {cube} -> {cube}",
        lambda i: (
            f"%{i} = kina.transpose %{i - 1} perm = [{'1, 0, 2' if i % 2 else '0, 2, 1'}]"
            f" : {cube} -> {cube}"
        ),
        cube,
        cube,
    )


def slice_chain():
    def step(i):
        rank = f"tensor<{2 * N - i}xf32> -> tensor<{2 * N - i - 1}xf32>"
        return f"%{i} = kina.slice %{i - 1} axis = 0 [1 : {2 * N - i}] : {rank}"

    first = step(0).replace("%-1", "%a")
    return chain(first, step, f"tensor<{2 * N}xf32>", f"tensor<{N}xf32>")


def constant_chain():
    ints = "tensor<4xi64>"
    return chain(
        f"%0 = kina.iota axis = 0 : {ints}",
        lambda i: f"%{i} = kina.add %{i - 1}, %0 : {ints}",
        ints,
        ints,
    )


def adjacent_slices():
    whole, one = f"tensor<{N}xf32>", "tensor<1xf32>"
    lines = [f"%{i} = kina.slice %a axis = 0 [{i} : {i + 1}] : {whole} -> {one}" for i in range(N)]
    names, types = ", ".join(f"%{i}" for i in range(N)), ", ".join([one] * N)
    lines.append(f"%c = kina.concat {names} axis = 0 : ({types}) -> {whole}")
    return function(lines, "%c", whole, whole)


def unused():
    return function([f"%{i} = kina.exp %a : {T}" for i in range(N)], "%a")


def one_subexpression():
    lines = [f"%{i} = kina.exp %a : {T}" for i in range(N)]
    lines += [f"%s{i} = kina.add %{f's{i - 1}' if i else '0'}, %{i} : {T}" for i in range(N)]
    return function(lines, f"%s{N - 1}")


def concat_of_chain():
    """Each of the joined values is read by the next one too."""
    count = N // 2
    lines = [f"%0 = kina.exp %a : {T}"]
    lines += [f"%{i} = kina.exp %{i - 1} : {T}" for i in range(1, count)]
    names, types = ", ".join(f"%{i}" for i in range(count)), ", ".join([T] * count)
    whole = f"tensor<{4 * count}xf32>"
    lines.append(f"%c = kina.concat {names} axis = 0 : ({types}) -> {whole}")
    return function(lines, "%c", T, whole)


def add_chain_of_size():
    attributes = 'tensor<?xf32> {kina.extents = ["S"]}'
    lines = ["%0 = kina.add %a, %a : tensor<?xf32>"]
    lines += [f"%{i} = kina.add %{i - 1}, %a : tensor<?xf32>" for i in range(1, N)]
    body = "\n".join(lines)
    return (
        f'func.func @f(%s: index {{kina.size = "S"}}, %a: {attributes}) -> ({attributes}) {{\n'
        f"{body}\nreturn %{N - 1} : tensor<?xf32>\n}}\n"
    )


PROGRAMS = {
    add_chain: N,
    reshape_chain: 0,
    transpose_chain: 1,
    slice_chain: 1,
    constant_chain: 1,
    adjacent_slices: 0,
    unused: 0,
    one_subexpression: N + 1,
}


def limit(memory, seconds):
    """Limits a process about to start to these bytes and seconds of the processor."""
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def run(arguments, text=None, memory=10**9, seconds=300):
    """Runs kina-opt in bounded memory; returns its output. What does not settle is ended."""
    ran = subprocess.run(
        [OPT, *arguments],
        input=text,
        capture_output=True,
        text=True,
        preexec_fn=lambda: limit(memory, seconds),
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_long_programs(program):
    """ON-O09: 10 000 ops are simplified at once: a second run changes nothing."""
    output = run(["--canonicalize", "--cse"], program())
    assert output.count(" = kina.") - output.count("= kina.constant dense<0") == PROGRAMS[program]
    assert run(["--canonicalize", "--cse"], output) == output


COMPILED = [add_chain, concat_of_chain, add_chain_of_size]


@pytest.mark.parametrize("program", COMPILED, ids=lambda program: program.__name__)
def test_long_programs_are_compiled(program):
    """ON-O09: 10 000 ops reach LLVM. What takes the square of them is ended."""
    run(["--kina-to-llvm", "-o", "/dev/null"], program(), seconds=60)


def test_settles_cheaply():
    """O-14: circles, rounds and splats of 10^9 elements settle within 200 MB."""
    program = ROOT / "test" / "Cases" / "o-14-settles.mlir"
    run(["--canonicalize", program], memory=200 * 10**6)


# --------------------------------------------------------------------------------------------------
# Numbers
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def compiled(tmp_path):
    """Compiles MLIR text."""

    def compile_text(text):
        path = tmp_path / "case.mlir"
        path.write_text(text, encoding="utf-8")
        return kina.compile(path)

    return compile_text


def test_returned_arguments():
    """ON-O08: what a function hands on, and what it gives twice."""
    library = kina.compile(ROOT / "test" / "Cases" / "on-o08-returned-argument.mlir")
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(library.same(x), x)
    for result, expected in zip(library.twice(x), (x + x, x + x, x), strict=True):
        np.testing.assert_array_equal(result, expected)


def test_masked_softmax(compiled):
    """O-01: the library gives NaN in the masked row only, like NumPy."""
    x = np.array([[-np.inf] * 3, [0, -np.inf, 0]], np.float32)
    text = """
    func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = kina.softmax %x axis = 1 : tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }
    """
    result = compiled(text).f(x)
    np.testing.assert_array_equal(result, np.array([[np.nan] * 3, [0.5, 0, 0.5]], np.float32))


def test_float_identities(compiled):
    """O-15: the compiled library simplifies nothing that is no identity; signs included."""
    x = np.array([np.inf, np.nan, -0.0, 1], np.float32)
    text = """
    func.func @f(%x: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
      %z = kina.constant dense<0.0> : tensor<4xf32>
      %0 = kina.mul %x, %z : tensor<4xf32>
      %1 = kina.sub %x, %x : tensor<4xf32>
      %2 = kina.add %x, %z : tensor<4xf32>
      %3 = kina.div %x, %x : tensor<4xf32>
      return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    }
    """
    nan = np.nan
    expected = [[nan, nan, -0.0, 0], [nan, nan, 0, 0], [np.inf, nan, 0, 1], [nan, nan, nan, 1]]
    for result, row in zip(compiled(text).f(x), np.array(expected, np.float32), strict=True):
        np.testing.assert_array_equal(result, row)
        number = ~np.isnan(row)
        np.testing.assert_array_equal(np.signbit(result)[number], np.signbit(row)[number])
