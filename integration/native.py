"""Programs as native code: many functions in one module, compiled once."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

import kina
from integration.elements import from_native, to_native
from integration.program import Program

KINA_OPT = Path(__file__).resolve().parents[1] / "build" / "bin" / "kina-opt"

Call = Callable[[Sequence[np.ndarray]], list[np.ndarray]]


class Refused(Exception):
    """A program that does not compile, with what the compiler says."""


def kina_opt(text: str, *options: str) -> str:
    """Runs kina-opt. Raises `Refused` where it fails, a crash included."""
    ran = subprocess.run([KINA_OPT, *options], input=text, capture_output=True, text=True)
    if ran.returncode != 0:
        raise Refused(f"kina-opt {' '.join(options)}: exit {ran.returncode}\n{ran.stderr[:2000]}")
    return ran.stdout


def compile_text(text: str) -> kina.Library:
    """Compiles a module. Raises `Refused`."""
    with tempfile.TemporaryDirectory(prefix="kina-") as folder:
        path = Path(folder) / "module.mlir"
        path.write_text(text)
        try:
            return kina.compile(path)
        except kina.CompileError as error:
            raise Refused(str(error)[:2000]) from None


def plain(text: str) -> kina.Library:
    """Compiles a module whose kina ops are lowered as they stand."""
    return compile_text(kina_opt(text, "--kina-to-linalg"))


def canonical(text: str) -> kina.Library:
    """Compiles a module whose kina ops are canonicalized before they are lowered."""
    return compile_text(kina_opt(text, "--canonicalize", "--cse", "--kina-to-linalg"))


def compile_all(
    programs: Sequence[Program], compiler: Callable[[str], kina.Library] = plain
) -> list[Call | Refused]:
    """Compiles programs as functions of one module; those that are refused, by themselves."""
    if not programs:
        return []
    text = "".join(program.text(f"f{i}") for i, program in enumerate(programs))
    try:
        library = compiler(text)
    except Refused as error:
        if len(programs) == 1:
            return [error]
        half = len(programs) // 2
        return [
            *compile_all(programs[:half], compiler),
            *compile_all(programs[half:], compiler),
        ]
    return [_caller(library[f"f{i}"], program) for i, program in enumerate(programs)]


def _caller(function: kina.Function, program: Program) -> Call:
    kinds = [program.types[i].element for i in program.results]

    def call(arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
        results = function(*map(to_native, arrays))
        if not isinstance(results, tuple):
            results = (results,)
        return [from_native(x, kind) for x, kind in zip(results, kinds, strict=True)]

    return call


def changed_by_canonicalize(programs: Sequence[Program]) -> list[bool]:
    """Says for each program whether `--canonicalize --cse` changes it."""
    text = "".join(program.text(f"f{i}") for i, program in enumerate(programs))
    try:
        before, after = (
            kina_opt(text, *options).split("func.func")[1:]
            for options in ((), ("--canonicalize", "--cse"))
        )
    except Refused:
        return [True] * len(programs)
    return [old != new for old, new in zip(before, after, strict=True)]
