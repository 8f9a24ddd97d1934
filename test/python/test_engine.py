"""Compiled functions in the process that compiled them."""

import gc
import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import kina
from integration.elements import to_native
from integration.fuzz.generate import arguments as draw_arguments
from integration.fuzz.generate import generate
from kina.compiler import STAGES, Engine, compile_engine, emit, phases

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.kina"))
DOUBLE = "fn {name}(x: Tensor[F32, [2], @host]) -> Tensor[F32, [2], @host] {{\n  return x + x\n}}\n"


def arguments(function, rng):
    """Returns random arguments; sizes are the smallest but one."""
    sizes = {size.name: min(size.min + 1, size.max) for size in function.sizes}
    arrays = {}
    for tensor in function.inputs:
        shape = tuple(extent.evaluate(sizes) for extent in tensor.shape)
        if tensor.type == "I64":
            below = 2 if tensor.ids_below is None else tensor.ids_below.evaluate(sizes)
            arrays[tensor.name] = rng.integers(0, below, shape)
        elif tensor.type == "I1":
            arrays[tensor.name] = rng.integers(0, 2, shape).astype(bool)
        else:
            dtype = {"F32": np.float32, "F64": np.float64}[tensor.type]
            arrays[tensor.name] = rng.standard_normal(shape).astype(dtype)
    return {**arrays, **{name: sizes[name] for name in sizes if name not in arrays}}


def bits(function, *args, **kwargs):
    """Calls. Returns the bytes of the results, or that an id was refused."""
    try:
        results = function(*args, **kwargs)
    except IndexError as error:
        return str(error)
    results = results if isinstance(results, tuple) else (results,)
    return [np.ascontiguousarray(array).tobytes() for array in results]


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_same_bits_as_the_library(path, tmp_path):
    """Every function of every example, on random arguments."""
    jit = kina.compile(path)
    library = kina.compile(path, output=tmp_path / "library.so")
    assert list(jit) == list(library)
    assert jit.manifest == library.manifest
    rng = np.random.default_rng(len(path.stem))
    for name in jit:
        given = arguments(jit[name], rng)
        assert bits(jit[name], **given) == bits(library[name], **given), name


def test_same_bits_on_random_programs(tmp_path):
    """Programs that nobody has written."""
    rng = np.random.default_rng(17)
    programs = [generate(rng, 10, 30) for _ in range(12)]
    text = "".join(program.text(f"f{i}") for i, program in enumerate(programs))
    path = tmp_path / "p.mlir"
    path.write_text(text)
    jit = kina.compile(text=text, language="mlir", library="p")
    library = kina.compile(path, output=tmp_path / "p.so")
    for i, program in enumerate(programs):
        given = list(map(to_native, draw_arguments(program, i)))
        assert bits(jit[f"f{i}"], *given) == bits(library[f"f{i}"], *given), program.text()


def test_the_object_is_the_same(tmp_path):
    """What an engine writes as a library is what the compiler writes."""
    path = ROOT / "examples" / "storylm0_tmax.kina"
    engine, _ = compile_engine(path)
    engine.write_library(tmp_path / "a.so")
    kina.compile(path, output=tmp_path / "b.so")
    a, b = (tmp_path / f"{name}.so" for name in "ab")
    assert a.read_bytes().replace(b"a.so", b"b.so") == b.read_bytes()
    assert a.with_suffix(".h").read_text() == b.with_suffix(".h").read_text()
    assert [Path(name).name for name, _ in engine.sources] == [path.name, "storylm0_common.kina"]
    assert engine.sources[0] == (str(path), hashlib.sha256(path.read_bytes()).hexdigest())


def test_text(tmp_path):
    """Text without a file: its errors show the line, its imports lie beside the name."""
    x = np.array([1.5, -2], np.float32)
    assert kina.compile(text=DOUBLE.format(name="f")).f(x).tolist() == [3, -4]
    with pytest.raises(kina.CompileError) as caught:
        kina.compile(text=DOUBLE.format(name="f").replace("x + x", "x + z"))
    assert caught.value.diagnostics[0].file == "text.kina"
    assert str(caught.value).splitlines()[1:3] == ["  return x + z", "             ^"]
    (tmp_path / "other.kina").write_text(DOUBLE.format(name="g"))
    text = 'import "other.kina"\nlet h = g\n'
    assert kina.compile(tmp_path / "main.kina", text=text).h(x).tolist() == [3, -4]
    with pytest.raises(TypeError, match="wanted a path or text, got neither"):
        kina.compile()
    with pytest.raises(ValueError, match="language: wanted 'kina' or 'mlir', got 'python'"):
        kina.compile(text="", language="python")


def test_bytecode(tmp_path):
    """A module as bytecode compiles as its text does."""
    path = tmp_path / "double.mlirbc"
    kina_opt = ROOT / "build" / "bin" / "kina-opt"
    module = emit(None, "mlir", text=DOUBLE.format(name="f"))
    subprocess.run([kina_opt, "--emit-bytecode", "-o", path], input=module.encode(), check=True)
    assert kina.compile(path).f(np.ones(2, np.float32)).tolist() == [2, 2]


def test_errors_leave_the_process_alive(tmp_path):
    """Another CPU, a bad module, a missing symbol."""
    with pytest.raises(kina.CompileError, match="'pentium9' is no CPU"):
        kina.compile(text=DOUBLE.format(name="f"), cpu="pentium9")
    with pytest.raises(kina.CompileError, match="error"):
        kina.compile(text="module {", language="mlir")
    with pytest.raises(kina.CompileError, match="has no body"):
        kina.compile(text="func.func private @f()\nfunc.func @g() {\n"
                     "  call @f() : () -> ()\n  return\n}\n", language="mlir")  # fmt: skip
    engine, _ = compile_engine(None, DOUBLE.format(name="f"))
    with pytest.raises(LookupError, match="undefined symbol: text_g"):
        engine.address("text_g")
    with pytest.raises(kina.CompileError, match="cannot write"):
        engine.write_library(tmp_path / "none" / "f.so")
    assert kina.compile(text=DOUBLE.format(name="f")).f(np.ones(2, np.float32)).tolist() == [2, 2]


@pytest.mark.parametrize("cpu", ["sapphirerapids", "znver5", "diamondrapids", "x86-64-v4"])
def test_foreign_cpu(cpu):
    """Code for features that this machine lacks is refused before it runs (ON-J06)."""
    text = DOUBLE.format(name="f")
    try:
        result = kina.compile(text=text, cpu=cpu).f(np.ones(2, np.float32))
    except kina.CompileError as error:
        assert re.search(f"compiled for {cpu}; this machine lacks [a-z0-9]", str(error))
    else:
        assert result.tolist() == [2, 2]


def test_from_threads():
    """Eight threads compile and call, the same engine and their own (ON-J01)."""
    shared = kina.compile(text=DOUBLE.format(name="f"))
    wrong = []

    def work(number):
        x = np.full(2, number, np.float32)
        own = kina.compile(text=DOUBLE.format(name="f").replace("x + x", f"x * {number}.0"))
        for _ in range(200):
            if own.f(x).tolist() != [number**2] * 2 or shared.f(x).tolist() != [2 * number] * 2:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_results_outlive_the_engine():
    """Arrays stay valid without the engine and without the arguments (ON-J02)."""
    text = """fn f(x: Tensor[F32, [4], @host]) -> Tensor[F32, [2, 2], @host] {
  return reshape(x, [2, 2])
}
"""
    library = kina.compile(text=text)
    x = np.arange(4, dtype=np.float32)
    y = library.f(x)
    function = library.f
    del library
    gc.collect()
    z = function(x)
    del function, x
    gc.collect()
    assert y.tolist() == z.tolist() == [[0, 1], [2, 3]]


def test_many_engines():
    """A thousand engines with the same symbols, freed one by one, in flat memory (ON-J04)."""
    text = DOUBLE.format(name="main")
    engine, _ = compile_engine(None, text)
    x = np.ones(2, np.float32)

    def build():
        return kina.compile(text=text).main(x)

    for _ in range(50):
        build()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1000 if "--long" in sys.argv else 200):
        assert build().tolist() == [2, 2]
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 << 10  # KiB
    assert isinstance(engine, Engine)


@pytest.mark.parametrize("name", ["free", "malloc", "memcpy", "main", "expf"])
def test_names_of_libc(name):
    """A function of that name is its own, and libc keeps the others (ON-J05)."""
    library = kina.compile(text=DOUBLE.format(name=name))
    x = np.array([1, 2], np.float32)
    assert library[name](x).tolist() == [2, 4]
    exp = kina.compile(text=DOUBLE.format(name="f").replace("x + x", "exp(x)"))
    np.testing.assert_allclose(exp.f(x), np.exp(x), rtol=1e-6)


@pytest.mark.parametrize("name", ["a b", "ä", ""])
def test_names_that_c_lacks(name):
    """A name that no C function can have is refused."""
    type_ = "tensor<2xf32>"
    text = f'func.func @"{name}"(%x: {type_}) -> {type_} {{\n  return %x : {type_}\n}}\n'
    with pytest.raises(
        kina.CompileError, match="no name that a C function can have|symbol|expected"
    ):
        kina.compile(text=text, language="mlir")


def test_stages():
    """Each stage holds what its name says; the phases are named."""
    text = DOUBLE.format(name="f")
    shown = {stage: emit(None, stage, text=text) for stage in STAGES}
    assert "kina.add" in shown["mlir"]
    assert "linalg." in shown["linalg"] and "kina.add" not in shown["linalg"]
    assert "memref<2xf32>" in shown["memref"] and "tensor<" not in shown["memref"]
    assert "define" in shown["llvm"] and "@text_f(" in shown["llvm"]
    assert "text_f:" in shown["asm"]
    assert set(STAGES.values()) < set(phases())
    with pytest.raises(ValueError, match="no stage 'hlo': wanted mlir, linalg, memref, llvm, asm"):
        emit(None, "hlo", text=text)


@pytest.mark.skipif(shutil.which("gdb") is None, reason="no gdb")
def test_gdb_knows_the_names(tmp_path):
    """With debug, gdb finds a function by its name."""
    program = (
        "import kina; e, _ = kina.compiler.compile_engine(None, "
        f"{DOUBLE.format(name='f')!r}, debug=True); import os; os.abort()"
    )
    ran = subprocess.run(
        ["gdb", "-q", "-batch", "-ex", "run", "-ex", "info symbol text_f", "--args"]
        + [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "JITDUMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert re.search(r"^text_f in section \.text", ran.stdout, re.M), ran.stdout[-2000:]


def test_reproducer(tmp_path, monkeypatch):
    """A pass that fails on what is no mistake of the program leaves its input in a file."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    text = """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %i = gpu.thread_id x
  %0 = tensor.extract %x[%i] : tensor<2xf32>
  %1 = tensor.splat %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
    with pytest.raises(kina.CompileError) as caught:
        kina.compile(text=text, language="mlir")
    said = caught.value.diagnostics[-1].message
    told = re.fullmatch(r"internal error in phase (\S+); what it was given is in (.*)", said)
    assert told, said
    (file,) = tmp_path.glob("kina-reproducer-*.mlir")
    assert told[2] == str(file)
    command = re.match(r"// Kina .*fails in\n//   (.*) FILE\n", file.read_text())[1].split()
    folder = "build/bin" if command[0] == "kina-opt" else "/usr/lib/llvm-22/bin"
    again = subprocess.run(
        [ROOT / folder / command[0], *command[1:], file], capture_output=True, text=True
    )
    assert again.returncode == 1
    assert "gpu.thread_id" in again.stderr


def test_mistakes_leave_no_reproducer(tmp_path, monkeypatch):
    """What the program is to blame for is said, and no more."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    recursive = """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
    with pytest.raises(kina.CompileError, match="is recursive"):
        kina.compile(text=recursive, language="mlir")
    assert not list(tmp_path.iterdir())


def test_interrupt(tmp_path):
    """Ctrl-C ends a compilation, leaves no file, and the process goes on."""
    lines = "".join(f"  let y{i + 1} = exp(y{i} * y{i // 2})\n" for i in range(6000))
    text = "fn f(y0: Tensor[F32, [2], @host]) -> Tensor[F32, [2], @host] {\n"
    path = tmp_path / "long.kina"
    path.write_text(f"{text}{lines}  return y6000\n}}\n")
    program = f"""
import os, signal, threading
import numpy as np
import kina
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    kina.compile({str(path)!r}, output={str(tmp_path / "long.so")!r})
except KeyboardInterrupt:
    double = kina.compile(text={DOUBLE.format(name="f")!r})
    print("interrupted", double.f(np.ones(2, np.float32)).tolist())
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert ran.stdout == "interrupted [2.0, 2.0]\n", ran.stderr[-2000:]
    assert [file.name for file in tmp_path.iterdir()] == ["long.kina"]
