"""The `kina` command. Results go to stdout, statistics to stderr.

Exit status: 0 fine, 1 failure, 2 wrong usage, 130 on Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import kina
from kina.compiler import compile_library
from kina.library import Function, Library, load


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


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kina", description="Compiles language-model steps and runs them."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    command = commands.add_parser("compile", help="compile to a shared library and a C header")
    command.add_argument("input", type=Path, help="a .kina file, or .mlir with kina ops")
    command.add_argument("-o", "--output", type=Path, help="default: INPUT's stem + .so, here")
    command.add_argument("--library", "--prefix", help="prefix of the symbols; default: the stem")
    command.add_argument("--cpu", help="target CPU as LLVM names it; default: this machine")
    command.add_argument("--report", type=Path, help="write what the compilation cost, as JSON")
    command.set_defaults(run=_compile)

    command = commands.add_parser("run", help="call one function")
    command.add_argument("input", type=Path, help="a compiled library (.so) or a program")
    command.add_argument("function")
    command.add_argument("--args", type=Path, help=".npz with an array for each argument, by name")
    command.add_argument(
        "--size",
        type=_size,
        action="append",
        default=[],
        metavar="NAME=N",
        help="a size that does not follow from the arguments",
    )
    command.add_argument("--save", type=Path, help="write the results to this .npz")
    command.add_argument("--cpu", help="target CPU where INPUT is a program")
    command.set_defaults(run=_run)

    command = commands.add_parser("inspect", help="list the functions of a compiled library")
    command.add_argument("input", type=Path, help="a compiled library (.so)")
    command.add_argument("--json", action="store_true", help="print the manifest instead")
    command.set_defaults(run=_inspect)
    return parser


def _say(*words) -> None:
    print(*words, file=sys.stderr)


def _compile(options: argparse.Namespace) -> int:
    output = options.output or Path(options.input.stem + ".so")
    start = time.perf_counter()
    said = compile_library(
        options.input, output, library=options.library, cpu=options.cpu, report=options.report
    )
    for diagnostic in said:
        _say(diagnostic.render())
    _say(f"{output}: {output.stat().st_size} bytes in {time.perf_counter() - start:.2f} s")
    return 0


def _open(options: argparse.Namespace) -> Library:
    """Loads a library, or compiles a program."""
    with open(options.input, "rb") as file:
        if options.input.suffix == ".so" or file.read(4) == b"\x7fELF":
            return load(options.input)
    start = time.perf_counter()
    library = kina.compile(options.input, cpu=options.cpu)
    _say(f"{options.input}: compiled in {time.perf_counter() - start:.2f} s")
    return library


def _read_arguments(path: Path) -> dict[str, np.ndarray]:
    with np.load(path, allow_pickle=False) as file:
        if not hasattr(file, "files"):
            raise ValueError(f"{path}: wanted an .npz file of named arrays")
        return {name: file[name] for name in file.files}


def _run(options: argparse.Namespace) -> int:
    given = {} if options.args is None else _read_arguments(options.args)
    library = _open(options)
    if options.function not in library:
        raise ValueError(
            f"{options.input}: no function '{options.function}'; it has {', '.join(library)}"
        )
    function = library[options.function]
    if options.args is None and function.inputs:
        wanted = ", ".join(map(str, function.inputs))
        raise ValueError(f"{function.name} wants --args FILE.npz with {wanted}")
    start = time.perf_counter()
    results = function(**{**given, **dict(options.size)})
    spent = time.perf_counter() - start
    if isinstance(results, np.ndarray):
        results = (results,)
    if options.save is not None:
        names = [tensor.name for tensor in function.results]
        np.savez(options.save, **dict(zip(names, results, strict=True)))
    for tensor, array in zip(function.results, results, strict=True):
        shown = array
        if tensor.type == "BF16":
            shown = (array.astype(np.uint32) << 16).view(np.float32)
        print(f"{tensor.name}: {tensor.type} {list(array.shape)}")
        print(np.array2string(shown))
    _say(f"{function.name}: {spent * 1e6:.0f} us")
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
    library = load(options.input)
    if options.json:
        print(json.dumps(library.manifest, indent=2))
        return 0
    target = library.manifest["target"]
    print(
        f"{library.name}: {len(library)} functions for {target.get('cpu', '?')}, "
        f"Kina {library.manifest.get('kina_version', '?')}, ABI {library.manifest['abi_version']}"
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
        options = _arguments().parse_args(arguments)
        status = options.run(options)
        sys.stdout.flush()
        return status
    except kina.CompileError as error:
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
