"""kina.compile: libraries out of MLIR and .kina text, errors with positions, calls."""

import gc
import json
import resource
import subprocess
import sys
import threading

import numpy as np
import pytest

import kina

DOUBLE = """\
func.func @double(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = kina.add %x, %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
"""

STEP = """\
func.func @step(%ids: tensor<1x1xi64> {kina.name = "ids"},
                %table: tensor<8x4xf32> {kina.name = "table"},
                %past: tensor<1x3x4xf32> {kina.name = "past"})
    -> (tensor<1x4x4xf32>, tensor<1xi64>) {
  %0 = kina.gather %table, %ids : (tensor<8x4xf32>, tensor<1x1xi64>) -> tensor<1x1x4xf32>
  %1 = kina.concat %past, %0 axis = 1 : (tensor<1x3x4xf32>, tensor<1x1x4xf32>) -> tensor<1x4x4xf32>
  %2 = kina.reshape %0 : tensor<1x1x4xf32> -> tensor<1x4xf32>
  %3 = kina.argmax %2 axis = 1 : tensor<1x4xf32> -> tensor<1xi64>
  return %1, %3 : tensor<1x4x4xf32>, tensor<1xi64>
}
"""


@pytest.fixture
def program(tmp_path):
    """Writes a program to a file and returns its path."""

    def write(text, name="program.mlir"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_version():
    assert kina.__version__ == "0.1.0"


def test_files(program, tmp_path):
    output = tmp_path / "out.so"
    report = tmp_path / "report.json"
    library = kina.compile(program(DOUBLE), library="other", output=output, report=report)
    assert library.name == "other" and list(library) == ["double"]
    assert "int32_t other_double(" in output.with_suffix(".h").read_text()
    assert json.loads(report.read_text())["functions"][0]["name"] == "double"
    x = np.ones((2, 3), np.float32)
    np.testing.assert_array_equal(library.double(x), kina.load(output).double(x))


def test_nothing_is_left_behind(program, tmp_path):
    path = program(DOUBLE)
    kina.compile(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "view",
    [
        lambda base: base.T,
        lambda base: base[::2, :3],
        lambda base: base[:2, 2::-1],
        lambda base: np.broadcast_to(base[0, :3], (2, 3)),
        lambda base: np.asfortranarray(base[:2, :3]),
    ],
)
def test_views_of_arrays(program, view):
    """O-20 through compiled code."""
    library = kina.compile(program(DOUBLE))
    base = np.arange(12, dtype=np.float32).reshape(3, 4)
    x = view(base) if view(base).shape == (2, 3) else view(base[:3, :2])
    np.testing.assert_array_equal(library.double(x), x + x)


def test_step_keeps_its_cache(program):
    """O-24: the cache that went in is unchanged, and a second run from it gives the same."""
    step = kina.compile(program(STEP)).step
    table = np.random.default_rng(1).standard_normal((8, 4), np.float32)
    past = np.random.default_rng(2).standard_normal((1, 3, 4), np.float32)
    before = past.tobytes()
    first, best = step(ids=[[5]], table=table, past=past)
    again, _ = step(ids=[[5]], table=table, past=past)
    assert past.tobytes() == before
    np.testing.assert_array_equal(first, np.concatenate([past, table[None, 5:6]], 1))
    np.testing.assert_array_equal(first, again)
    assert best[0] == table[5].argmax()
    with pytest.raises(IndexError, match=r"id 8 at \[0, 0\], wanted 0 <= id < 8"):
        step(ids=[[8]], table=table, past=past)


def test_memory_is_flat(program):
    """O-22: intermediates and results of compiled code are all given back."""
    library = kina.compile(program(STEP))
    table = np.ones((8, 4), np.float32)
    past = np.ones((1, 3, 4), np.float32)

    def calls(count):
        for _ in range(count):
            library.step([[1]], table, past)

    calls(1000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    calls(50_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2048


def test_scalars_and_many_results(program):
    """O-23: rank 0, no argument, nine results."""
    nine = ", ".join(["tensor<i64>"] * 9)
    library = kina.compile(
        program(f"""
func.func @best(%x: tensor<5xf32>) -> tensor<i64> {{
  %0 = kina.argmax %x axis = 0 : tensor<5xf32> -> tensor<i64>
  return %0 : tensor<i64>
}}
func.func @seven() -> tensor<i64> {{
  %0 = kina.constant dense<7> : tensor<i64>
  return %0 : tensor<i64>
}}
func.func @nine(%x: tensor<i64>) -> ({nine}) {{
  return {", ".join(["%x"] * 9)} : {nine}
}}
""")
    )
    best = library.best(np.array([0, 3, 1, 3, 2], np.float32))
    assert best.shape == () and best.dtype == np.int64 and best == 1
    assert library.seven() == 7
    assert [int(x) for x in library.nine(4)] == [4] * 9


def test_errors_have_positions(program):
    path = program("func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {\n  return %y : x\n}\n")
    with pytest.raises(kina.CompileError) as caught:
        kina.compile(path)
    first = caught.value.diagnostics[0]
    assert (first.severity, first.file, first.line) == ("error", str(path), 2)
    assert first.column > 0 and first.message
    lines = str(caught.value).splitlines()
    assert lines[0].startswith(f"{path}:2:{first.column}: error: ")
    assert lines[1] == "  return %y : x"
    assert lines[2].index("^") == first.column - 1


def test_errors_of_kina_text(program):
    path = program(
        "fn f(x: Tensor[F32, [2], @host]) -> (Tensor[F32, [2], @host]) {\n  return (y)\n}"
    )
    path = path.rename(path.with_suffix(".kina"))
    with pytest.raises(kina.CompileError) as caught:
        kina.compile(path)
    first = caught.value.diagnostics[0]
    assert (first.severity, first.file, first.line, first.column) == ("error", str(path), 2, 11)


@pytest.mark.parametrize(
    ("name", "text"),
    [("empty.kina", "\0"), ("text.mlir", "hello"), ("missing.kina", None), ("x.bin", "\x7fELF")],
)
def test_bad_files(program, tmp_path, name, text):
    path = tmp_path / name if text is None else program(text, name)
    output = tmp_path / "out.so"
    output.write_bytes(b"as it was")
    with pytest.raises(kina.CompileError) as caught:
        kina.compile(path, output=output)
    assert caught.value.diagnostics[0].file == str(path)
    assert output.read_bytes() == b"as it was"


def test_unknown_cpu_and_bad_output(program, tmp_path):
    path = program(DOUBLE)
    with pytest.raises(kina.CompileError, match="no-such-cpu"):
        kina.compile(path, cpu="no-such-cpu")
    with pytest.raises(kina.CompileError):
        kina.compile(path, output=tmp_path / "none" / "out.so")
    with pytest.raises(ValueError, match="NUL"):
        kina.compile(path, library="a\0b")


def test_external_function(program):
    """O-19: an exception that names the symbol; the next compile works."""
    text = """
func.func private @ext(tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @ext(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    with pytest.raises((kina.CompileError, OSError), match="ext"):
        kina.compile(program(text))
    assert kina.compile(program(DOUBLE)).double(np.ones((2, 3), np.float32)).sum() == 12


@pytest.mark.parametrize("name", ["main", "free", "malloc", "memcpy", '"a b"', '"ä"'])
def test_function_names(program, name):
    """ON-J05: works or is refused, and replaces no symbol of libc."""
    path = program(DOUBLE.replace("@double", f"@{name}"))
    try:
        library = kina.compile(path)
    except kina.CompileError as error:
        assert name.strip('"') in str(error)
    else:
        x = np.ones((2, 3), np.float32)
        np.testing.assert_array_equal(library[name.strip('"')](x), x + x)


def test_compile_in_threads(program):
    """ON-J01: compilers and libraries side by side."""
    path = program(DOUBLE)
    right = []

    def work(seed):
        x = np.full((2, 3), seed, np.float32)
        right.append(np.array_equal(kina.compile(path).double(x), x + x))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 8


def test_many_compiles(program):
    """ON-J04: a compile gives back what it took."""
    path = program(DOUBLE)

    def compiles(count):
        for _ in range(count):
            kina.compile(path).double(np.ones((2, 3), np.float32))
        gc.collect()

    compiles(10)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    compiles(40)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 * 1024


def test_missing_compiler():
    """Without libKinaC.so the reason and the way out are told; loading needs none."""
    code = "import kina; kina.compile('x.kina')"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={"KINA_LIBRARY_PATH": "/nonexistent/libKinaC.so"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert "OSError: libKinaC.so not found (looked at /nonexistent/libKinaC.so)" in ran.stderr
