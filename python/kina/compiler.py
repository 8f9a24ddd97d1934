"""The compiler, called through its C API (include/Kina/CAPI/Kina.h) with ctypes."""

from __future__ import annotations

import ctypes
import functools
import json
import os
import tempfile
import warnings
from pathlib import Path

from kina import cache as compile_cache
from kina.diagnostics import SEVERITIES, CompileError, CompileWarning, Diagnostic
from kina.library import Library, load, load_bytes

_HANDLER = ctypes.CFUNCTYPE(
    None,
    ctypes.c_int32,
    ctypes.c_char_p,
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.c_char_p,
    ctypes.c_void_p,
)


def _candidates() -> list[Path]:
    """Returns the places where libKinaC.so may be, first come first."""
    name = "libKinaC.so"
    stated = os.environ.get("KINA_LIBRARY_PATH")
    if stated:
        return [Path(stated) / name if os.path.isdir(stated) else Path(stated)]
    package = Path(__file__).resolve().parent
    return [package / name, package.parent.parent / "build" / "lib" / name]


def _compiler_file() -> Path:
    """Returns the path of libKinaC.so. Raises OSError that names the places looked at."""
    places = _candidates()
    for place in places:
        if place.is_file():
            return place
    looked = ", ".join(str(place) for place in places)
    raise OSError(f"libKinaC.so not found (looked at {looked}); set KINA_LIBRARY_PATH")


@functools.cache
def _capi() -> ctypes.CDLL:
    """Opens libKinaC.so. Raises OSError that names the places looked at."""
    capi = ctypes.CDLL(str(_compiler_file()))
    capi.kinaVersion.restype = ctypes.c_char_p
    capi.kinaVersion.argtypes = []
    capi.kinaCompileLibrary.restype = ctypes.c_int32
    capi.kinaCompileLibrary.argtypes = [ctypes.c_char_p] * 5 + [_HANDLER, ctypes.c_void_p]
    return capi


def version() -> str:
    """Returns the version of the compiler, such as "0.1.0"."""
    return _capi().kinaVersion().decode()


def _encode(path: str | os.PathLike | None) -> bytes | None:
    if path is None:
        return None
    data = os.fsencode(path)
    if b"\0" in data:
        raise ValueError(f"{path!r}: a path or name cannot hold a NUL byte")
    return data


def compile_library(
    path: str | os.PathLike,
    output: str | os.PathLike,
    *,
    library: str | None = None,
    cpu: str | None = None,
    report: str | os.PathLike | None = None,
) -> list[Diagnostic]:
    """Compiles a file to a shared library, and beside it a C header; loads nothing.

    Arguments are those of `compile`; `report` is a path for a JSON file with the seconds of each
    phase and the seconds and bytes of each function. Returns warnings and remarks. Raises
    `CompileError`; then no file is written or changed.
    """
    diagnostics: list[Diagnostic] = []

    def handle(severity, file, line, column, message, _):
        name = SEVERITIES[severity] if 0 <= severity < len(SEVERITIES) else "error"
        said = Diagnostic(
            name,
            (file or b"").decode(errors="replace"),
            line,
            column,
            (message or b"").decode(errors="replace"),
        )
        if name == "note" and diagnostics:
            diagnostics[-1].notes.append(said)
        else:
            diagnostics.append(said)

    status = _capi().kinaCompileLibrary(
        _encode(path),
        _encode(output),
        _encode(library),
        _encode(cpu),
        _encode(report),
        _HANDLER(handle),
        None,
    )
    if status != 0:
        raise CompileError(diagnostics)
    return diagnostics


def compile(
    path: str | os.PathLike,
    *,
    library: str | None = None,
    cpu: str | None = None,
    output: str | os.PathLike | None = None,
    report: str | os.PathLike | None = None,
    cache: bool = True,
) -> Library:
    """Compiles a `.kina` file, or `.mlir` with kina ops, and loads the result.

    `library` is the prefix of the C symbols (default: the stem of `path`), `cpu` a CPU as LLVM
    names it (default: this machine), `output` a path for the shared library, which is otherwise
    not kept, `report` a path for a JSON report about the compilation.

    What was compiled before comes out of the compile cache, unless `cache` is False, files are
    asked for, or `KINA_CACHE_DIR` is empty.

    Raises `CompileError` for a mistake in the program, OSError where libKinaC.so is missing.
    Warnings of the compiler come as `CompileWarning`.
    """
    if cache and output is None and report is None:
        loaded, said = _compile_cached(path, library, cpu)
    else:
        loaded, said = _compile_anew(path, library, cpu, output, report)
    for diagnostic in said:
        warnings.warn(diagnostic.render(), CompileWarning, stacklevel=2)
    return loaded


def _compile_anew(path, library, cpu, output, report) -> tuple[Library, list[Diagnostic]]:
    with tempfile.TemporaryDirectory(prefix="kina-") as scratch:
        target = Path(scratch) / "library.so" if output is None else Path(output)
        said = compile_library(path, target, library=library, cpu=cpu, report=report)
        return load(target), said


def _compile_cached(path, library, cpu) -> tuple[Library, list[Diagnostic]]:
    """Opens an entry of the cache, or makes one."""
    request = compile_cache.Request(os.fsdecode(path), library, cpu, str(_compiler_file()))
    found = compile_cache.find(request)
    if found is not None:
        data, said = found
        return load_bytes(data, os.fsdecode(path)), said
    with tempfile.TemporaryDirectory(prefix="kina-") as scratch:
        target, report = Path(scratch) / "library.so", Path(scratch) / "report.json"
        said = compile_library(path, target, library=library, cpu=cpu, report=report)
        read = json.loads(report.read_bytes())["sources"]
        sources = [(source["path"], source["sha256"]) for source in read]
        data = target.read_bytes()
        loaded = load_bytes(data, os.fsdecode(path))
        compile_cache.store(request, data, sources, said)
        return loaded, said
