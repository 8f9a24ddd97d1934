"""The `kina` command. Results go to stdout, statistics to stderr.

Exit status: 0 fine, 1 failure, 2 wrong usage, 130 on Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import kina
from kina import cache, completion
from kina.compiler import STAGES, compile_library, emit
from kina.library import Function, Library, load
from kina.running import run
from kina.values import FileError

_PROGRAM = "a program: .kina, or .mlir or .mlirbc with kina ops; - is standard input"
_CPU = "target CPU as LLVM names it; default: this machine"
_KINA_TEXT = re.compile(rb"^\s*(private\s+)?(fn|size|import|let)\b", re.MULTILINE)


class _Version(argparse.Action):
    """Prints the version; asks the compiler only when it is wanted."""

    def __call__(self, parser, *_):
        print(f"kina {kina.__version__}")
        parser.exit()


def _size(text: str) -> tuple[str, int]:
    """Reads NAME=N. Raises ArgumentTypeError."""
    name, _, number = text.partition("=")
    try:
        return name, int(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"wanted NAME=N, got '{text}'") from None


def _tolerance(text: str) -> float:
    """Reads a number from 0 on. Raises ArgumentTypeError."""
    try:
        number = float(text)
        if 0 <= number < float("inf"):
            return number
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"wanted a number from 0 on, got '{text}'")


def _add_compile(commands) -> None:
    command = commands.add_parser(
        "compile",
        help="compile to a shared library and a C header",
        description="Compiles a program to a shared library and, beside it, a C header.",
    )
    command.add_argument("input", metavar="PROGRAM", help=_PROGRAM)
    command.add_argument(
        "-o", "--output", type=Path, metavar="FILE.so", help="default: here, by PROGRAM's stem"
    )
    command.add_argument(
        "--library", "--prefix", metavar="NAME", help="prefix of the symbols; default: the stem"
    )
    command.add_argument("--cpu", help=_CPU)
    command.add_argument(
        "--report", type=Path, metavar="FILE.json", help="write what the compilation cost"
    )
    command.add_argument(
        "--print-after",
        metavar="PHASE",
        help="print the program as it is behind a phase; a wrong name lists them",
    )
    command.add_argument("--json", action="store_true", help="print what was written, as JSON")
    command.set_defaults(run=_compile)


def _add_run(commands) -> None:
    command = commands.add_parser(
        "run",
        help="call one function and print its results",
        description="Calls one function of a program or library and prints its results.",
        epilog="VALUE is @FILE.npy, @FILE.npz[:KEY], TYPE=VALUES such as 2x2xf32=1,2,3,4, "
        "TYPE=@FILE with the bytes, or plain numbers such as 3 or [[1,2],[3,4]]. One number fills "
        "a TYPE.",
    )
    command.add_argument("program", metavar="FILE", help=f"a library (.so), or {_PROGRAM}")
    command.add_argument(
        "name", nargs="?", metavar="FUNCTION", help="default: main, or the only one"
    )
    command.add_argument("--function", metavar="NAME", help="the same, by name")
    command.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="[NAME=]VALUE",
        help="an argument, by name or in order; @FILE.npz alone gives all that it names",
    )
    command.add_argument(
        "--args",
        dest="input",
        action="append",
        type=lambda path: f"@{path}",
        metavar="FILE.npz",
        help="the same as --input @FILE.npz",
    )
    command.add_argument(
        "--size",
        type=_size,
        action="append",
        default=[],
        metavar="NAME=N",
        help="a size that does not follow from the arguments",
    )
    command.add_argument(
        "--output",
        "--save",
        type=Path,
        metavar="DIR|FILE.npz",
        help="write the results: one .npy each into a folder, or all into an .npz",
    )
    command.add_argument(
        "--expected-output",
        action="append",
        default=[],
        metavar="[NAME=]VALUE",
        help="compare a result, and exit with 1 where it differs",
    )
    command.add_argument(
        "--tolerance",
        type=_tolerance,
        metavar="T",
        help="|got - expected| <= T (1 + |expected|); default: by type, 1e-5 for F32",
    )
    command.add_argument("--cpu", help=_CPU)
    command.add_argument("--json", action="store_true", help="print the results as JSON")
    command.set_defaults(run=_run)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kina",
        description="Compiles language-model steps and runs them.",
        formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=30),
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_compile(commands)
    _add_run(commands)

    command = commands.add_parser(
        "inspect",
        help="list the functions of a library or program",
        description="Lists functions, their arguments, results and sizes.",
    )
    command.add_argument("input", metavar="FILE", help=f"a library (.so), or {_PROGRAM}")
    command.add_argument("--cpu", help=_CPU)
    command.add_argument(
        "--emit",
        choices=STAGES,
        help="print the program at a stage of its compilation instead",
    )
    command.add_argument("--json", action="store_true", help="print the manifest instead")
    command.set_defaults(run=_inspect)

    command = commands.add_parser(
        "cache",
        help="show or empty the compile cache",
        description="Shows where the compile cache is and what it holds. KINA_CACHE_DIR states the "
        "folder (empty: no cache), KINA_CACHE_SIZE how large it may grow, such as 500M.",
    )
    command.add_argument("--clear", action="store_true", help="remove all entries")
    command.add_argument("--json", action="store_true", help="print the same as JSON")
    command.set_defaults(run=_cache)

    command = commands.add_parser(
        "completion",
        help="print a script that completes commands in a shell",
        description="Prints a script for a shell to read, as in: source <(kina completion bash)",
    )
    command.add_argument("shell", choices=completion.SHELLS)
    command.set_defaults(run=lambda options: print(completion.script(options.shell, parser)) or 0)
    return parser


def _show_warning(message, category, filename, lineno, file=None, line=None) -> None:
    _say(message)


def _say(*words) -> None:
    print(*words, file=sys.stderr)


def _spell_program(file: str, scratch: ExitStack) -> Path:
    """Returns the path of a program; standard input, `-`, goes to a file of its own."""
    if file != "-":
        return Path(file)
    if sys.stdin is None:
        raise OSError(9, "standard input is closed", "<stdin>")
    text = sys.stdin.buffer.read()
    ending = ".so" if text[:4] == b"\x7fELF" else ".kina" if _KINA_TEXT.search(text) else ".mlir"
    folder = Path(scratch.enter_context(tempfile.TemporaryDirectory(prefix="kina-")))
    path = folder / f"stdin{ending}"
    path.write_bytes(text)
    return path


@contextlib.contextmanager
def _program(file: str) -> Iterator[Path]:
    """Gives the path of a program, and calls that of standard input so in messages."""
    with ExitStack() as scratch:
        path = _spell_program(file, scratch)
        try:
            yield path
        except kina.CompileError as error:
            if file != "-":
                raise
            # Rendered while the text is still there to be quoted.
            raise _Said(str(error).replace(str(path), "<stdin>")) from None
        except FileError as error:
            if file != "-":
                raise
            raise FileError("<stdin>", error.reason) from None


class _Said(Exception):
    """An error whose text is whole."""


def _compile(options: argparse.Namespace) -> int:
    if options.json and options.print_after:
        raise _Usage("--json and --print-after both write to standard output")
    start = time.perf_counter()
    with _program(options.input) as path:
        output = options.output or Path(path.stem + ".so")
        said = compile_library(
            path,
            output,
            library=options.library,
            cpu=options.cpu,
            report=options.report,
            print_after=options.print_after,
            printer=sys.stdout.write,
        )
        for diagnostic in said:
            _say(diagnostic.render())
    seconds = time.perf_counter() - start
    size = output.stat().st_size
    if options.json:
        header = output.with_suffix(".h")
        facts = {"library": str(output), "header": str(header), "bytes": size, "seconds": seconds}
        print(json.dumps(facts, indent=2))
    else:
        _say(f"{output}: {size} bytes in {seconds:.2f} s")
    return 0


def _is_library(path: Path) -> bool:
    with open(path, "rb") as file:
        return path.suffix == ".so" or file.read(4) == b"\x7fELF"


def _open(path: Path, cpu: str | None) -> Library:
    """Loads a library, or compiles a program."""
    if _is_library(path):
        try:
            return load(path)
        except (ValueError, OSError) as error:
            raise FileError(path, str(error).removeprefix(f"{path}: ")) from None
    start = time.perf_counter()
    library = kina.compile(path, cpu=cpu)
    _say(f"{path.name}: ready in {time.perf_counter() - start:.2f} s")
    return library


def _run(options: argparse.Namespace) -> int:
    if options.function and options.name and options.function != options.name:
        raise _Usage(f"two functions: {options.name} and {options.function}")
    with _program(options.program) as path:
        library = _open(path, options.cpu)
    status, text, seconds = run(library, options, options.program)
    if text:
        print(text)
    _say(f"{seconds * 1e6:.0f} us")
    return status


class _Usage(Exception):
    """Options that do not go together."""


def _cache(options: argparse.Namespace) -> int:
    folder = cache.folder()
    count, size = cache.clear() if options.clear else cache.usage()
    facts = {
        "folder": None if folder is None else str(folder),
        "removed" if options.clear else "entries": count,
        "bytes": size,
        "limit": cache.limit(),
    }
    if options.json:
        print(json.dumps(facts, indent=2))
    elif folder is None:
        print("the compile cache is off")
    else:
        what = "removed" if options.clear else "holds"
        entries = "1 entry" if count == 1 else f"{count} entries"
        print(f"{folder}: {what} {entries}, {size} bytes of at most {cache.limit()}")
    return 0


def _rows(function: Function) -> list[tuple[str, str, str]]:
    """Returns (what, name, type) for each part of a signature."""
    rows = [("size", size.name, f"{size.min}..{size.max}") for size in function.sizes]
    for what, tensors in (("in", function.inputs), ("out", function.results)):
        for tensor in tensors:
            shown = f"{tensor.type} [{', '.join(map(str, tensor.shape))}]"
            if tensor.ids_below is not None:
                shown += f", ids below {tensor.ids_below}"
            if tensor.view is not None:
                place = tensor.view
                shown += f", view of {function.inputs[place.argument].name} at {place.offset}"
            rows.append((what, tensor.name, shown))
    workspace = function.workspace
    rows.append(("", "workspace", "by sizes" if workspace is None else f"{workspace} bytes"))
    return rows


def _inspect(options: argparse.Namespace) -> int:
    if options.json and options.emit:
        raise _Usage("--json and --emit both write to standard output")
    with _program(options.input) as path:
        if options.emit:
            if _is_library(path):
                raise FileError(path, "--emit wants a program, got a library")
            print(emit(path, options.emit, cpu=options.cpu).rstrip("\n"))
            return 0
        library = _open(path, options.cpu)
    if options.json:
        print(json.dumps(library.manifest, indent=2))
        return 0
    manifest = library.manifest
    count = "1 function" if len(library) == 1 else f"{len(library)} functions"
    print(
        f"{library.name}: {count} for {manifest['target'].get('cpu', '?')}, "
        f"Kina {manifest.get('kina_version', '?')}, ABI {manifest['abi_version']}"
    )
    for name in library:
        rows = _rows(library[name])
        width = max(len(row[1]) for row in rows)
        print(f"\n{name}")
        for what, part, shown in rows:
            print(f"  {what:4}  {part:{width}}  {shown}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Returns the exit status; a user's mistake never gives a traceback."""
    try:
        parser = _arguments()
        options = parser.parse_args(arguments)
        warnings.showwarning = _show_warning
        status = options.run(options)
        sys.stdout.flush()
        return status
    except _Usage as error:
        parser.error(str(error))
    except (kina.CompileError, FileError, _Said) as error:
        _say(error)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the results has gone; keep Python from flushing to it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except FileNotFoundError as error:
        _say(f"{error.filename}: error: no such file")
    except OSError as error:
        what = error.strerror if error.filename else None
        _say(f"{error.filename}: error: {what}" if what else f"kina: error: {error}")
    except (ValueError, TypeError, LookupError, RuntimeError, MemoryError) as error:
        _say(f"kina: error: {error}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
