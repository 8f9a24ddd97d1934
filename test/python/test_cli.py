"""The kina command: what goes where, and how it exits."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import kina
from test_compile import DOUBLE, STEP


def run(*arguments, cwd=None, **options):
    """Runs the command and returns the finished process."""
    return subprocess.run(
        [sys.executable, "-m", "kina", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        **options,
    )


@pytest.fixture
def program(tmp_path):
    """A program with one function."""
    path = tmp_path / "program.mlir"
    path.write_text(DOUBLE)
    return path


def test_version_and_usage():
    ran = run("--version")
    assert (ran.returncode, ran.stdout) == (0, f"kina {kina.__version__}\n")
    for arguments in ((), ("fly",), ("compile",), ("run",)):
        ran = run(*arguments)
        assert ran.returncode == 2 and ran.stderr.startswith("usage: kina"), arguments


def test_sizes(tmp_path):
    (tmp_path / "mask.kina").write_text(
        "fn mask[T in 1..9]() -> Tensor[I64, [T], @host] { return iota([T], axis=0) }"
    )
    ran = run("run", "mask.kina", "mask", "--size", "T=3", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "out0: I64 [3]\n[0 1 2]\n"), ran.stderr
    for given, status, said in (
        ((), 1, "size T does not follow from the arguments; state it, as in T=1"),
        (("--size", "T=10"), 1, "size T = 10, wanted 1..9"),
        (("--size", "U=3"), 1, "no size 'U'"),
        (("--size", "T=x"), 2, "argument --size: wanted NAME=N, got 'T=x'"),
    ):
        ran = run("run", "mask.kina", "mask", *given, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (status, "") and said in ran.stderr, ran.stderr


def test_compile_inspect_run(program, tmp_path):
    ran = run("compile", program, "-o", "out.so", "--report", "r.json", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
    assert "out.so: " in ran.stderr
    assert json.loads((tmp_path / "r.json").read_text())["functions"]

    ran = run("inspect", "out.so", cwd=tmp_path)
    assert ran.returncode == 0
    assert ran.stdout.startswith("program: 1 function for ")
    assert "\ndouble\n  in " in ran.stdout and "F32 [2, 3]" in ran.stdout
    ran = run("inspect", "--json", "out.so", cwd=tmp_path)
    assert json.loads(ran.stdout)["abi_version"] == 1

    name = kina.load(tmp_path / "out.so").double.inputs[0].name
    np.savez(tmp_path / "in.npz", **{name: np.ones((2, 3), np.float32)})
    for what in ("out.so", program):
        ran = run("run", what, "double", "--args", "in.npz", "--save", "r.npz", cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.endswith(": F32 [2, 3]\n[[2. 2. 2.]\n [2. 2. 2.]]\n")
        assert " us\n" in ran.stderr
        with np.load(tmp_path / "r.npz") as results:
            assert results[results.files[0]].tolist() == [[2.0] * 3] * 2


def test_default_output(program, tmp_path):
    assert run("compile", program, cwd=tmp_path).returncode == 0
    assert (tmp_path / "program.so").exists() and (tmp_path / "program.h").exists()


def test_mistakes(program, tmp_path):
    """One line that says where and what; exit 1; never a traceback."""
    bad = tmp_path / "bad.mlir"
    bad.write_text("func.func @f(\n")
    step = tmp_path / "step.mlir"
    step.write_text(STEP)
    np.savez(tmp_path / "wrong.npz", x=np.ones(3))
    np.savez(tmp_path / "right.npz", arg0=np.ones((2, 3), np.float32))
    there = set(tmp_path.iterdir())
    for name in ("text.npz", "text.so"):
        (tmp_path / name).write_text("text")
    for arguments, said in (
        (("compile", bad), f"{bad}:"),
        (("compile", "none.kina"), "none.kina"),
        (("compile", program, "--cpu", "no-such-cpu"), "no-such-cpu"),
        (("inspect", "none.so"), "none.so: error: no such file"),
        (("inspect", "text.so"), "text.so: error: not an ELF file"),
        (("run", program, "triple"), "no function 'triple'; it has double"),
        (("run", program, "double"), "double: wanted --input for"),
        (("run", program, "double", "--args", "wrong.npz"), "no argument 'x'"),
        (("run", program, "double", "--args", "text.npz"), "error: "),
        (("run", program, "double", "--args", "none.npz"), "none.npz: error: no such file"),
        (
            ("run", program, "double", "--args", "right.npz", "--save", "no/r.npz"),
            "no/r.npz: error",
        ),
        (("compile", program, "-o", program), f"cannot write '{program}': it is the input"),
        (("compile", program, "-o", "x.h"), "cannot write 'x.h' twice"),
        (("compile", program, "-o", "x.so", "--report", "x.h"), "cannot write 'x.h' twice"),
        (("compile", program, "-o", "-"), "cannot write a library to standard output"),
        (("compile", program, "-o", "no/x.so"), "cannot write 'no/x.so': No such file"),
        (("compile", program, "-o", tmp_path), "it is no regular file"),
        (("compile", program, "-o", "/dev/full"), "it is no regular file"),
    ):
        ran = run(*arguments, cwd=tmp_path)
        assert ran.returncode == 1 and ran.stdout == "", arguments
        assert said in ran.stderr and "error: " in ran.stderr, ran.stderr
        assert "Traceback" not in ran.stderr, ran.stderr
        left = set(tmp_path.iterdir()) - there - {tmp_path / "text.npz", tmp_path / "text.so"}
        assert not left, (arguments, left)
    assert program.read_text().startswith("func.func")


def test_closed_pipe(program, tmp_path):
    """Whoever reads may go."""
    reader, writer = os.pipe()
    os.close(reader)
    assert run("compile", program, cwd=tmp_path).returncode == 0
    ran = subprocess.run(
        [sys.executable, "-m", "kina", "inspect", "program.so"],
        cwd=tmp_path,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    assert ran.returncode == 1 and ran.stderr == ""
