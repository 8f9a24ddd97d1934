"""kina run: how arrays are spelled, what files may hold, comparing, writing, standard input."""

import json
import os
import random
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

from integration.models.storylm0 import ROOT
from kina import cli, values
from kina.library import Extent, Tensor

OPT = ROOT / "build" / "bin" / "kina-opt"
SAXPY = """\
fn saxpy(a: Tensor[F32, [], @host], x: Tensor[F32, [2, 2], @host], y: Tensor[F32, [2, 2], @host])
    -> Tensor[F32, [2, 2], @host] {
  let z = x * broadcast(a, [2, 2]) + y
  return z
}
"""
X = np.array([[1, 2], [3, 4]], np.float32)
SAXPY_INPUTS = ("--input", "a=2", "--input", "x=[[1,2],[3,4]]", "--input", "y=2x2xf32=1")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a program and a cache, where commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KINA_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "saxpy.kina").write_text(SAXPY)
    np.save(tmp_path / "x.npy", X)
    return tmp_path


@pytest.fixture
def kina_run(capsys):
    """Runs the command in this process; returns status, stdout, stderr."""

    def call(*arguments):
        try:
            status = cli.main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            status = leaving.code
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return status, said.out, said.err

    return call


def tensor(element, shape=()):
    return Tensor("x", element, tuple(Extent(extent) for extent in shape))


# --------------------------------------------------------------------------------------------------
# Spelling
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, element, expected",
    [
        ("2x2xf32=1,2,3,4", "F32", X),
        ("2x2xf32=[[1 2][3 4]]", "F32", X),
        ("F32[2, 2]=1,2,3,4", "F32", X),
        ("tensor<2x2xf32>=1,2,3,4", "F32", X),
        ("2x2xf32=7", "F32", np.full((2, 2), 7, np.float32)),
        ("f32=0.1", "F32", np.array(0.1, np.float32)),
        ("F32[]=0.1", "F32", np.array(0.1, np.float32)),
        ("0x3xi64=", "I64", np.zeros((0, 3), np.int64)),
        ("3xi1=true,0,1", "I1", np.array([True, False, True])),
        ("2xi8=-128,0x7f", "I8", np.array([-128, 127], np.int8)),
        ("i64=-9223372036854775808", "I64", np.array(-(2**63), np.int64)),
        ("3xf64=inf,-inf,nan", "F64", np.array([np.inf, -np.inf, np.nan])),
        ("f16=65504", "F16", np.array(65504, np.float16)),
        ("3", "I64", np.array(3)),
        ("1 2 3", "I32", np.array([1, 2, 3], np.int32)),
        ("[[1, 2], [3, 4]]", "F32", X),
        ("[]", "F32", np.zeros(0, np.float32)),
    ],
)
def test_spelling(text, element, expected):
    got = values.read(text, tensor(element))
    assert got.dtype == expected.dtype and got.shape == expected.shape
    np.testing.assert_array_equal(got, expected)


def test_bf16_is_rounded_once():
    rng = np.random.default_rng(5)
    numbers = [*rng.standard_normal(300), 1 + 2**-8, 1 + 2**-8 + 2**-40, 1 + 3 * 2**-8, 1e-40, 0.0]
    for number in [*numbers, *(-n for n in numbers), np.inf, -np.inf]:
        got = int(values.read(f"bf16={number!r}", tensor("BF16")))
        below = ml_dtypes.bfloat16(number)
        # The nearest of its neighbours, by exact arithmetic; ties have an even last bit.
        bits = int(np.array(below).view(np.uint16))
        near = [b for b in (bits - 1, bits, bits + 1) if 0 <= b < 1 << 16]
        value = {b: float(np.array(b, np.uint16).view(ml_dtypes.bfloat16)) for b in near}
        near = [b for b in near if not np.isnan(value[b])]
        best = min(near, key=lambda b: (abs(value[b] - number), b & 1))
        assert got == (bits if np.isinf(number) else best), number


@pytest.mark.parametrize(
    "text, element, said",
    [
        ("2x2xf32=1,2,3", "F32", "wanted 1 or 4 values for 2x2xf32, got 3"),
        ("2x2xf33=1", "F32", "wanted a type such as 2x2xf32, got '2x2xf33'"),
        ("i8=128", "I8", "'128' is no i8"),
        ("i1=2", "I1", "'2' is no i1"),
        ("f32=1e40", "F32", "'1e40' is no f32"),
        ("f16=70000", "F16", "'70000' is no f16"),
        ("bf16=3.4e38", "BF16", "'3.4e38' is no bf16"),
        ("i64=1.5", "I64", "'1.5' is no i64"),
        ("two", "F32", "'two' is no f32"),
        ("", "F32", "wanted a value, got ''"),
        ("[[1,2],[3]]", "F32", "the rows of '[[1,2],[3]]' differ in length"),
        ("[1", "F32", "a '[' is not closed"),
        ("1]", "F32", "a ']' closes nothing"),
        ("[" * 100000, "F32", "nested too deeply"),
        ("9999999999999xf32=1", "F32", "too large"),
    ],
)
def test_wrong_spelling(text, element, said):
    with pytest.raises(ValueError) as caught:
        values.read(text, tensor(element))
    assert said in str(caught.value)


# --------------------------------------------------------------------------------------------------
# Calls
# --------------------------------------------------------------------------------------------------


def test_names_order_and_files(here, kina_run):
    np.savez(here / "all.npz", a=np.float32(2), x=X, y=np.ones((2, 2), np.float32))
    X.tofile(here / "x.bin")
    one = ("--input", "2x2xf32=1")
    for given in (
        SAXPY_INPUTS,
        ("--input", "2", "--input", "@x.npy", *one),
        ("--input", "f32=2", "--input", "2x2xf32=@x.npy", *one),
        ("--input", "f32=2", "--input", "2x2xf32=@x.bin", *one),
        ("--input", "x=@x.npy", "--input", "a=f32=2", "--input", "y=F32[2,2]=1"),
        ("--input", "@all.npz"),
        ("--args", "all.npz"),
        ("--input", "a=@all.npz", "--input", "x=@all.npz:x", "--input", "y=@all.npz:y"),
    ):
        status, out, err = kina_run("run", "saxpy.kina", *given)
        assert status == 0, err
        assert out == "z: F32 [2, 2]\n[[3. 5.]\n [7. 9.]]\n"
    assert kina_run("run", "saxpy.kina", "--function", "saxpy", *SAXPY_INPUTS)[0] == 0
    assert kina_run("run", "saxpy.kina", "saxpy", *SAXPY_INPUTS)[0] == 0
    status, _, err = kina_run("run", "saxpy.kina", "f", "--function", "g")
    assert status == 2 and "two functions" in err
    for given, said in (
        (("--input", "b=1"), "no argument 'b'; wanted a, x, y"),
        (("--input", "a=1", "--input", "a=1"), "argument 'a' came twice"),
        (("--input", "a=1"), "wanted --input for x: F32 [2, 2], y: F32 [2, 2]"),
        ((*SAXPY_INPUTS, "--input", "1"), "wanted 3 arguments, got '1' as one more"),
        (("--input", "a=1", "--input", "x=2x3xf32=1", "--input", "y=2x2xf32=1"), "[2, 3]"),
        (("--input", "a=@all.npz:k"), "all.npz: error: no array 'k'; it has a, x, y"),
        (("--input", "a=i64=@x.npy"), "x.npy: error: wanted int64 [], got float32 [2, 2]"),
        (("--input", "a=f32=@x.bin"), "x.bin: error: wanted 4 bytes of float32 [], got 16"),
        (("--function", "main"), "saxpy.kina: error: no function 'main'; it has saxpy"),
    ):
        status, out, err = kina_run("run", "saxpy.kina", *given)
        assert (status, out) == (1, "") and said in err, err


def test_main_prints_its_results(here, kina_run):
    (here / "two.kina").write_text(
        "fn f() -> Tensor[I64, [2], @host] { return iota([2], axis=0) }\n"
        "fn main() -> Tensor[I64, [3], @host] { return iota([3], axis=0) }\n"
    )
    status, out, err = kina_run("run", "two.kina")
    assert status == 0 and out.endswith(": I64 [3]\n[0 1 2]\n"), err
    (here / "two.kina").write_text((here / "two.kina").read_text().replace("main", "g"))
    status, out, err = kina_run("run", "two.kina")
    assert (status, out) == (1, "") and "two.kina: error: wanted --function, one of f, g" in err


def test_damaged_files(here, kina_run):
    """Each is one line that names the file."""
    np.savez(here / "good.npz", x=X)
    np.savez_compressed(here / "small.npz", x=X)
    np.save(here / "objects.npy", np.array([{}, "x"], object))
    np.savez(here / "objects.npz", x=np.array([{}], object))
    (here / "text.npy").write_text("text")
    (here / "empty.npy").write_text("")
    huge = b"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999,), }"
    (here / "huge.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(huge).to_bytes(2, "little") + huge)
    os.mkdir(here / "folder.npy")
    rng = random.Random(3)
    names = ["objects.npy", "objects.npz", "text.npy", "empty.npy", "huge.npy", "folder.npy"]
    names += ["none.npy", "none.npz"]
    for name in ("x.npy", "good.npz", "small.npz"):
        whole = (here / name).read_bytes()
        for size in [*range(12), *(rng.randrange(len(whole)) for _ in range(30))]:
            cut = f"cut{size}-{name}"
            (here / cut).write_bytes(whole[:size])
            names.append(cut)
    for name in names:
        with pytest.raises(values.FileError) as caught:
            values.read(f"@{name}", tensor("F32", (2, 2)))
        assert str(caught.value).startswith(f"{name}: error: ") and "\n" not in str(caught.value)
    for name in ("x.npy", "good.npz", "small.npz"):
        whole = (here / name).read_bytes()
        for place in range(len(whole)):
            changed = bytearray(whole)
            changed[place] ^= 1 << rng.randrange(8)
            (here / f"flip-{name}").write_bytes(changed)
            try:
                assert isinstance(values.read(f"@flip-{name}", tensor("F32")), np.ndarray)
            except values.FileError:
                pass
    status, out, err = kina_run("run", "saxpy.kina", "--input", "x=@text.npy")
    assert (status, out) == (1, "")
    assert err.splitlines()[-1] == "text.npy: error: neither an .npy nor an .npz file"


def test_output(here, kina_run):
    status, _, err = kina_run("run", "saxpy.kina", *SAXPY_INPUTS, "--output", "made/here")
    assert status == 0, err
    assert os.listdir("made/here") == ["z.npy"]
    np.testing.assert_array_equal(np.load("made/here/z.npy"), [[3, 5], [7, 9]])
    assert kina_run("run", "saxpy.kina", *SAXPY_INPUTS, "--save", "z.npz")[0] == 0
    with np.load("z.npz") as file:
        np.testing.assert_array_equal(file["z"], [[3, 5], [7, 9]])
    os.mkdir("taken")
    os.mkdir("taken/z.npy")
    for target in ("x.npy", "taken", "none/z.npz", "saxpy.kina/z"):
        status, out, err = kina_run("run", "saxpy.kina", *SAXPY_INPUTS, "--output", target)
        assert (status, out) == (1, "") and f"{target}: error: " in err, err
    assert os.listdir("taken") == ["z.npy"] and not os.path.exists("none")
    with pytest.raises(values.FileError, match="is no name for a file"):
        values.save(here / "out", {"ok": X, "../z": X})
    assert not (here / "out").exists()


def test_output_is_whole_or_none(here, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(values.np, "save", fail)
    with pytest.raises(values.FileError, match="No space left on device"):
        values.save(here / "out", {"a": X, "b": X})
    assert not (here / "out").exists()


def test_expected_output(here, kina_run):
    np.save(here / "z.npy", np.array([[3, 5], [7, 9.5]], np.float32))
    for expected, status, said in (
        ("2x2xf32=3,5,7,9", 0, "z: as expected, max abs error 0, max rel error 0\n"),
        ("z=2x2xf32=3,5,7,9.00001", 0, "as expected, max abs error 9.54e-06, max rel"),
        (
            "z=@z.npy",
            1,
            "expected 9.5 at [1, 1], but got 9.0; max abs error 0.5, max rel error 0.0526",
        ),
        ("z=2x2xf32=3,nan,7,9", 1, "expected nan at [0, 1], but got 5.0; max abs error inf"),
        ("z=2x3xf32=0", 1, "expected float32 [2, 3], but got float32 [2, 2]"),
        ("z=2x2xi64=0", 1, "expected int64 [2, 2], but got float32 [2, 2]"),
    ):
        ran = kina_run("run", "saxpy.kina", *SAXPY_INPUTS, "--expected-output", expected)
        assert ran[0] == status and said in ran[1], ran
    given = ("run", "saxpy.kina", *SAXPY_INPUTS, "--expected-output", "z=@z.npy")
    assert kina_run(*given, "--tolerance", "0.06")[0] == 0
    assert kina_run(*given, "--tolerance", "0.04")[0] == 1
    for wrong in ("-1", "nan", "inf", "x"):
        status, _, err = kina_run(*given, f"--tolerance={wrong}")
        assert status == 2 and "wanted a number from 0 on" in err
    status, out, _ = kina_run(*given, "--json")
    said = json.loads(out)
    assert status == 1 and said["function"] == "saxpy"
    assert said["results"] == [
        {"name": "z", "type": "F32", "shape": [2, 2], "values": [[3, 5], [7, 9]]}
    ]
    (comparison,) = said["comparisons"]
    assert comparison["matches"] is False and comparison["worst"] == [1, 1]
    assert comparison["max_abs_error"] == 0.5


@pytest.mark.parametrize(
    "element, got, expected, tolerance, matches",
    [
        ("F32", [np.nan, np.inf, -np.inf], [np.nan, np.inf, -np.inf], 0.0, True),
        ("F32", [1.0], [np.inf], 1e9, False),
        ("F32", [np.inf], [-np.inf], 1e9, False),
        ("F32", [np.inf], [1.0], 1e9, False),
        ("F32", [0.0], [-0.0], 0.0, True),
        ("F32", [1e-6], [0.0], None, True),
        ("F32", [1e-4], [0.0], None, False),
        ("I64", [2**62 + 1], [2**62], 1.0, False),
        ("I64", [5], [5], None, True),
        ("I8", [127], [-128], 1e9, False),
        ("I1", [True], [False], 1e9, False),
        ("F32", [], [], None, True),
    ],
)
def test_compare(element, got, expected, tolerance, matches):
    dtype = values.arrays.DTYPES[element]
    compared = values.compare(
        tensor(element), np.array(got, dtype), np.array(expected, dtype), tolerance
    )
    assert compared.matches is matches and str(compared)


def test_bf16_files_and_results(here, kina_run):
    (here / "b.mlir").write_text(
        "func.func @f(%x: tensor<2xbf16>) -> tensor<2xbf16> {\n"
        "  %0 = kina.add %x, %x : tensor<2xbf16>\n  return %0 : tensor<2xbf16>\n}\n"
    )
    np.save(here / "b.npy", np.array([1.5, -2], ml_dtypes.bfloat16))
    for given in ("@b.npy", "2xbf16=1.5,-2", "[1.5, -2]"):
        status, out, err = kina_run("run", "b.mlir", "--input", given)
        assert status == 0 and out.endswith(": BF16 [2]\n[ 3. -4.]\n"), err


def test_standard_input(here):
    def pipe(data, *arguments):
        return subprocess.run(
            [sys.executable, "-m", "kina", *arguments], input=data, capture_output=True, timeout=100
        )

    ran = pipe(SAXPY.encode(), "run", "-", *SAXPY_INPUTS)
    assert ran.returncode == 0 and ran.stdout.endswith(b"[[3. 5.]\n [7. 9.]]\n"), ran.stderr
    ran = pipe(SAXPY.encode(), "inspect", "-", "--json")
    assert json.loads(ran.stdout)["functions"][0]["name"] == "saxpy"
    ran = pipe(SAXPY.encode(), "compile", "-", "-o", "out.so", "--json")
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert said["bytes"] == os.path.getsize("out.so") and said["header"] == "out.h"
    ran = pipe((here / "out.so").read_bytes(), "run", "-", *SAXPY_INPUTS)
    assert ran.returncode == 0, ran.stderr
    ran = pipe(SAXPY.replace("a, [2, 2]", "b, [2, 2]").encode(), "run", "-", *SAXPY_INPUTS)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"<stdin>:3:") and b"let z = x * broadcast(b" in ran.stderr
    ran = pipe(b"\x7fELFjunk", "inspect", "-")
    assert ran.returncode == 1 and ran.stderr.startswith(b"<stdin>: error: truncated"), ran.stderr


def test_stages(here, kina_run):
    for stage, word in (
        ("mlir", "kina.mul"),
        ("linalg", "linalg.generic"),
        ("memref", "memref<2x2xf32"),
        ("llvm", "define"),
        ("asm", ".text"),
    ):
        status, out, err = kina_run("inspect", "saxpy.kina", f"--emit={stage}")
        assert status == 0 and word in out, (stage, err)
    status, out, _ = kina_run("inspect", "saxpy.kina", "--emit=mlir")
    (here / "again.mlir").write_text(out)
    status, out, err = kina_run("run", "again.mlir", *SAXPY_INPUTS)
    assert status == 0 and out == "z: F32 [2, 2]\n[[3. 5.]\n [7. 9.]]\n", err
    assert kina_run("inspect", "saxpy.kina", "--emit=wasm")[0] == 2
    assert kina_run("inspect", "saxpy.kina", "--emit=mlir", "--json")[0] == 2

    status, out, err = kina_run("compile", "saxpy.kina", "--print-after", "kina-to-linalg")
    assert status == 0 and "linalg.generic" in out and "kina.mul" not in out, err
    os.remove("saxpy.so")
    status, out, err = kina_run("compile", "saxpy.kina", "--print-after", "lunch")
    assert (status, out) == (1, "") and "lunch" in err and "kina-to-linalg" in err
    assert not os.path.exists("saxpy.so")
    assert kina_run("compile", "saxpy.kina")[0] == 0
    status, _, err = kina_run("inspect", "saxpy.so", "--emit=mlir")
    assert status == 1 and err == "saxpy.so: error: --emit wants a program, got a library\n"


def test_bytecode(here, kina_run):
    (here / "f.mlir").write_text(kina_run("inspect", "saxpy.kina", "--emit=mlir")[1])
    subprocess.run([OPT, "f.mlir", "--emit-bytecode", "-o", "f.mlirbc"], check=True)
    status, out, err = kina_run("run", "f.mlirbc", *SAXPY_INPUTS)
    assert status == 0 and out.endswith("[[3. 5.]\n [7. 9.]]\n"), err


def test_cache_command(here, kina_run):
    folder = here / "cache"
    status, out, _ = kina_run("cache")
    assert (status, out) == (0, f"{folder}: holds 0 entries, 0 bytes of at most {1 << 30}\n")
    assert kina_run("run", "saxpy.kina", *SAXPY_INPUTS)[0] == 0
    said = json.loads(kina_run("cache", "--json")[1])
    (entry,) = folder.iterdir()
    assert said == {
        "folder": str(folder),
        "entries": 1,
        "bytes": entry.stat().st_size,
        "limit": 1 << 30,
    }
    assert kina_run("cache", "--clear")[1].startswith(f"{folder}: removed 1 entry, ")
    assert not list(folder.iterdir())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_names_everything(kina_run, shell):
    status, script, _ = kina_run("completion", shell)
    assert status == 0
    for word in ("compile", "inspect", "--expected-output", "--clear", "fish"):
        assert word in script


def test_completion_in_bash(kina_run, tmp_path):
    script = kina_run("completion", "bash")[1]
    (tmp_path / "a file.kina").write_text("")
    for words, expected in (
        (["kina", "co"], ["compile", "completion"]),
        (["kina", "run", "--exp"], ["--expected-output"]),
        (["kina", "completion", "z"], ["zsh"]),
        (["kina", "run", "a"], ["a file.kina"]),
    ):
        ask = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _kina\n"
        ask += 'printf "%s\\n" "${COMPREPLY[@]}"'
        ran = subprocess.run(
            ["bash", "-c", script + ask], capture_output=True, text=True, cwd=tmp_path
        )
        assert ran.stdout.splitlines() == expected and not ran.stderr, ran
