"""The compiler, called through its C API (include/Kina/CAPI/Kina.h) with ctypes."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import tempfile
import threading
import warnings
import weakref
from collections.abc import Callable
from pathlib import Path

from kina import cache as compile_cache
from kina.diagnostics import SEVERITIES, CompileError, CompileWarning, Diagnostic
from kina.library import Code, Library, load, load_bytes, parse_manifest

_HANDLER = ctypes.CFUNCTYPE(
    None,
    ctypes.c_int32,
    ctypes.c_char_p,
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.c_char_p,
    ctypes.c_void_p,
)
_TEXT_HANDLER = ctypes.CFUNCTYPE(
    None, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t, ctypes.c_void_p
)

# What `emit` shows, and the phase that makes it.
STAGES = {
    "mlir": "parse",
    "linalg": "kina-to-linalg",
    "memref": "linalg-to-memref",
    "llvm": "llvm-optimize",
    "asm": "llvm-codegen",
}


class _Source(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("text", ctypes.c_char_p),
        ("length", ctypes.c_size_t),
    ]


class _Options(ctypes.Structure):
    _fields_ = [
        ("library", ctypes.c_char_p),
        ("cpu", ctypes.c_char_p),
        ("spmd", ctypes.c_int32),
        ("debug", ctypes.c_int32),
        ("print_after", ctypes.c_char_p),
        ("text", _TEXT_HANDLER),
        ("cancel", ctypes.POINTER(ctypes.c_int32)),
        ("diagnostic", _HANDLER),
        ("user_data", ctypes.c_void_p),
    ]


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
    source, options = ctypes.POINTER(_Source), ctypes.POINTER(_Options)
    text, engine = ctypes.c_char_p, ctypes.c_void_p
    for name, result, arguments in (
        ("kinaVersion", text, []),
        ("kinaPhases", ctypes.POINTER(text), []),
        ("kinaCompileLibrary", ctypes.c_int32, [source, text, text, options]),
        ("kinaCompileUntil", ctypes.c_int32, [source, options]),
        ("kinaEngineCreate", engine, [source, options]),
        ("kinaEngineDestroy", None, [engine]),
        ("kinaEngineLookup", engine, [engine, text]),
        ("kinaEngineLibrary", text, [engine]),
        ("kinaEngineManifest", text, [engine]),
        ("kinaEngineSource", text, [engine, ctypes.c_size_t]),
        ("kinaEngineSourceHash", text, [engine, ctypes.c_size_t]),
        ("kinaEngineWriteLibrary", ctypes.c_int32, [engine, text, _HANDLER, engine]),
    ):
        function = getattr(capi, name)
        function.restype = result
        function.argtypes = arguments
    return capi


def version() -> str:
    """Returns the version of the compiler, such as "0.1.0"."""
    return _capi().kinaVersion().decode()


def phases() -> list[str]:
    """Returns the names of the phases of a compilation, in their order."""
    names, found = _capi().kinaPhases(), []
    while names[len(found)] is not None:
        found.append(names[len(found)].decode())
    return found


def _encode(path: str | os.PathLike | None) -> bytes | None:
    if path is None:
        return None
    data = os.fsencode(path)
    if b"\0" in data:
        raise ValueError(f"{path!r}: a path or name cannot hold a NUL byte")
    return data


class _Compilation:
    """The arguments of one call of the compiler, and what it has said."""

    def __init__(
        self,
        path: str | os.PathLike | None,
        text: str | bytes | None = None,
        language: str = "kina",
        *,
        library: str | None = None,
        cpu: str | None = None,
        spmd: bool = False,
        debug: bool = False,
        print_after: str | None = None,
        printer: Callable[[str], object] = lambda text: None,
    ):
        if path is None and text is None:
            raise TypeError("wanted a path or text, got neither")
        if language not in ("kina", "mlir"):
            raise ValueError(f"language: wanted 'kina' or 'mlir', got {language!r}")
        self.diagnostics: list[Diagnostic] = []
        self._name = os.fsdecode(f"text.{language}" if path is None else path)
        data = text.encode() if isinstance(text, str) else text
        self._text = None if data is None else data.decode(errors="replace")
        self.source = _Source(_encode(self._name), data, 0 if data is None else len(data))
        # The handlers live as long as this object.
        self.handler = _HANDLER(self._handle)
        show = _TEXT_HANDLER(
            lambda shown, length, _: printer(ctypes.string_at(shown, length).decode())
        )
        self._cancel = ctypes.c_int32(0)
        self.options = _Options(
            _encode(library),
            _encode(cpu),
            spmd,
            debug,
            _encode(print_after),
            show,
            ctypes.pointer(self._cancel),
            self.handler,
        )

    def _handle(self, severity, file, line, column, message, _):
        name = SEVERITIES[severity] if 0 <= severity < len(SEVERITIES) else "error"
        where = (file or b"").decode(errors="replace")
        said = Diagnostic(
            name,
            where,
            line,
            column,
            (message or b"").decode(errors="replace"),
            text=self._text if where == self._name else None,
        )
        if name == "note" and self.diagnostics:
            self.diagnostics[-1].notes.append(said)
        else:
            self.diagnostics.append(said)

    def run(self, call: Callable[[], int]) -> int:
        """Calls the compiler. Ctrl-C ends it within a pass or two."""
        if threading.current_thread() is not threading.main_thread():
            return call()
        # The main thread waits in Python, where it hears the signal.
        results: list[int] = []
        worker = threading.Thread(target=lambda: results.append(call()), name="kina-compile")
        worker.start()
        try:
            worker.join()
        except BaseException:
            self._cancel.value = 1
            worker.join()
            raise
        return results[0]

    def check(self, succeeded: bool) -> None:
        """Raises `CompileError` where the compiler has failed."""
        if not succeeded:
            raise CompileError(self.diagnostics)


class Engine(Code):
    """Compiled functions in the memory of this process.

    `library_name` is the prefix of the symbols; `sources` are the files that were read, the program
    and what it imports, each with its SHA-256.
    """

    def __init__(self, handle: int):
        self._handle = handle
        self._capi = _capi()
        weakref.finalize(self, self._capi.kinaEngineDestroy, handle).atexit = False
        self.library_name: str = self._capi.kinaEngineLibrary(handle).decode()
        self.sources: list[tuple[str, str]] = []
        while (name := self._capi.kinaEngineSource(handle, len(self.sources))) is not None:
            known = self._capi.kinaEngineSourceHash(handle, len(self.sources))
            self.sources.append((os.fsdecode(name), known.decode()))

    def address(self, symbol: str) -> int:
        """Returns the address of a C function. Raises LookupError."""
        found = self._capi.kinaEngineLookup(self._handle, symbol.encode())
        if not found:
            raise LookupError(f"undefined symbol: {symbol}")
        return found

    def manifest(self) -> tuple[str, dict]:
        """Returns the library's name and its manifest, read and checked. Raises ValueError."""
        text = self._capi.kinaEngineManifest(self._handle)
        return self.library_name, parse_manifest(self.library_name, text)

    def image(self) -> bytes:
        """Returns the library as a file has it. Raises `CompileError` where linking fails."""
        with tempfile.TemporaryDirectory(prefix="kina-") as scratch:
            target = Path(scratch) / "library.so"
            self.write_library(target)
            return target.read_bytes()

    def write_library(self, output: str | os.PathLike) -> None:
        """Links the code to a shared library, with a C header beside it; raises `CompileError`."""
        said: list[Diagnostic] = []

        def handle(_, file, line, column, message, __):
            said.append(Diagnostic("error", os.fsdecode(file), line, column, message.decode()))

        if self._capi.kinaEngineWriteLibrary(self._handle, _encode(output), _HANDLER(handle), None):
            raise CompileError(said)


def compile_engine(
    path: str | os.PathLike | None, text: str | bytes | None = None, **options
) -> tuple[Engine, list[Diagnostic]]:
    """Compiles and loads a program. Returns its engine, and what the compiler has said.

    Arguments are those of `compile`. Raises `CompileError`.
    """
    compilation = _Compilation(path, text, **options)
    capi = _capi()
    handle = compilation.run(lambda: capi.kinaEngineCreate(compilation.source, compilation.options))
    compilation.check(bool(handle))
    return Engine(handle), compilation.diagnostics


def compile_library(
    path: str | os.PathLike | None,
    output: str | os.PathLike,
    *,
    report: str | os.PathLike | None = None,
    **options,
) -> list[Diagnostic]:
    """Compiles a program to a shared library, and beside it a C header; loads nothing.

    Arguments are those of `compile`; `report` is a path for a JSON file with the seconds of each
    phase and the seconds and bytes of each function. With `print_after` the program as it is behind
    that phase goes to the function `printer`. Returns warnings and remarks. Raises `CompileError`;
    then no file is written or changed.
    """
    compilation = _Compilation(path, **options)
    capi, target, costs = _capi(), _encode(output), _encode(report)
    status = compilation.run(
        lambda: capi.kinaCompileLibrary(compilation.source, target, costs, compilation.options)
    )
    compilation.check(status == 0)
    return compilation.diagnostics


def emit(
    path: str | os.PathLike | None, stage: str, *, text: str | bytes | None = None, **options
) -> str:
    """Returns a program as it is at a stage of its compilation.

    `stage` is mlir (kina ops), linalg, memref, llvm (optimized LLVM IR) or asm. Other arguments are
    those of `compile`. Raises `CompileError`, and ValueError for another stage.
    """
    if stage not in STAGES:
        raise ValueError(f"no stage '{stage}': wanted {', '.join(STAGES)}")
    shown: list[str] = []
    compilation = _Compilation(
        path, text, print_after=STAGES[stage], printer=shown.append, **options
    )
    capi = _capi()
    status = compilation.run(lambda: capi.kinaCompileUntil(compilation.source, compilation.options))
    compilation.check(status == 0)
    return "".join(shown)


def compile(
    path: str | os.PathLike | None = None,
    *,
    text: str | bytes | None = None,
    language: str = "kina",
    library: str | None = None,
    cpu: str | None = None,
    output: str | os.PathLike | None = None,
    report: str | os.PathLike | None = None,
    debug: bool = False,
    cache: bool = True,
) -> Library:
    """Compiles a `.kina` file, or `.mlir` or `.mlirbc` with kina ops, and loads the result.

    The code goes to the memory of this process; no file is written. `text` is a program that stands
    in no file: `.kina` text, or MLIR with `language="mlir"`; a `path` then only names it, and
    imports are looked for beside it.

    `library` is the prefix of the C symbols (default: the stem of `path`), `cpu` a CPU as LLVM
    names it (default: this machine). `output` is a path for a shared library of the same code, with
    a C header beside it; `report` a path for a JSON report about the compilation. With `debug` gdb
    and perf see the names of the functions.

    What was compiled before comes out of the compile cache, unless `cache` is False, text, files or
    `debug` are asked for, or `KINA_CACHE_DIR` is empty.

    Raises `CompileError` for a mistake in the program, OSError where libKinaC.so is missing.
    Warnings of the compiler come as `CompileWarning`.
    """
    options = {"text": text, "language": language, "library": library, "cpu": cpu}
    if output is not None or report is not None:
        with tempfile.TemporaryDirectory(prefix="kina-") as scratch:
            target = Path(scratch) / "library.so" if output is None else Path(output)
            said = compile_library(path, target, report=report, **options)
            loaded = load(target)
    elif cache and text is None and not debug:
        loaded, said = _compile_cached(path, library, cpu)
    else:
        engine, said = compile_engine(path, debug=debug, **options)
        loaded = engine.library()
    for diagnostic in said:
        warnings.warn(diagnostic.render(), CompileWarning, stacklevel=2)
    return loaded


def _compile_cached(path, library, cpu) -> tuple[Library, list[Diagnostic]]:
    """Opens an entry of the cache, or compiles and makes one."""
    if path is None:
        raise TypeError("wanted a path or text, got neither")
    request = compile_cache.Request(os.fsdecode(path), library, cpu, str(_compiler_file()))
    found = compile_cache.find(request)
    if found is not None:
        data, said = found
        return load_bytes(data, os.fsdecode(path)), said
    engine, said = compile_engine(path, library=library, cpu=cpu)
    if compile_cache.folder() is not None:
        # Without a linker, or room for its output, there is no entry.
        with contextlib.suppress(CompileError):
            compile_cache.store(request, engine.image(), engine.sources, said)
    return engine.library(), said
