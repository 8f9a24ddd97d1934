"""Libraries that were compiled before, on disk, by all that their code depends on.

One file for each entry: a digest of the rest, the length of the header, the header as JSON, the
shared library. An entry is written aside and renamed, so readers see all of it or nothing; what is
damaged, foreign or out of date counts as missing. No mishap with the cache fails a compilation.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kina.cpu import machine_identity
from kina.diagnostics import Diagnostic

_FORMAT = 1
_SUFFIX = ".kina-cache"
_TEMPORARY = ".part"
_DIGEST = 32  # bytes
_LENGTH = 8  # bytes
_DEFAULT_LIMIT = 1 << 30
_STALE = 3600.0  # seconds after which nobody is still writing a temporary file


def folder() -> Path | None:
    """Returns the folder of the cache, or None where it is switched off or there is no home.

    `KINA_CACHE_DIR` states it; an empty value switches the cache off.
    """
    stated = os.environ.get("KINA_CACHE_DIR")
    if stated is not None:
        return Path(stated).absolute() if stated else None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "kina"
    home = os.path.expanduser("~")
    return Path(home) / ".cache" / "kina" if os.path.isabs(home) else None


def limit() -> int:
    """Returns how many bytes the cache may hold: `KINA_CACHE_SIZE`, such as 500M; default 1G.

    Raises ValueError for a value that is no size.
    """
    text = os.environ.get("KINA_CACHE_SIZE")
    if not text:
        return _DEFAULT_LIMIT
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    unit = text[-1].upper()
    digits = text[:-1] if unit in units else text
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"KINA_CACHE_SIZE: wanted bytes, such as 500M, got '{text}'")
    return int(digits) * units.get(unit, 1)


@dataclass(frozen=True)
class Request:
    """What is to be compiled: a file, the prefix of the symbols, the CPU, the compiler's file."""

    path: str
    library: str | None
    cpu: str | None
    compiler: str

    def key(self, source_hash: str, with_folder: bool) -> str:
        """Returns the name of the entry.

        `source_hash` is of the file itself. The folder counts where the program imports others:
        the same text may then mean another program elsewhere.
        """
        stem, ending = os.path.splitext(os.path.basename(self.path))
        where = os.path.realpath(os.path.dirname(self.path)) if with_folder else None
        parts = [
            _FORMAT,
            source_hash,
            ending,
            self.library or stem,
            self.cpu or "native",
            where,
            _identity(self.compiler),
            os.environ.get("LD_LIBRARY_PATH"),
            machine_identity(),
        ]
        text = json.dumps(parts).encode(errors="surrogatepass")
        return hashlib.blake2b(text, digest_size=_DIGEST).hexdigest()


def _identity(path: str) -> list | None:
    """Returns what changes when a file is installed anew, without reading it."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return [path, status.st_size, status.st_mtime_ns]


def _hash_file(path: str) -> str | None:
    """Returns the SHA-256 of a regular file, or None."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return None


def _compiler_libraries() -> list[list]:
    """Returns the identities of the LLVM and MLIR libraries that this process has loaded."""
    paths = set()
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            path = line.rstrip("\n").partition("/")[2]
            if os.path.basename(path).startswith(("libLLVM", "libMLIR")):
                paths.add("/" + path)
    return [identity for identity in map(_identity, sorted(paths)) if identity]


def _within(path: str, parent: str) -> str:
    """Returns `path` relative to the folder that it was spelled with."""
    return path[len(parent) + 1 :] if parent and path.startswith(parent + "/") else path


def _pack(said: Diagnostic, parent: str) -> list:
    return [
        said.severity,
        _within(said.file, parent),
        said.line,
        said.column,
        said.message,
        [_pack(note, parent) for note in said.notes],
    ]


def _unpack(packed: Sequence, parent: str) -> Diagnostic:
    severity, file, line, column, message, notes = packed
    file = os.path.join(parent, file) if file else file
    return Diagnostic(severity, file, line, column, message, [_unpack(n, parent) for n in notes])


def find(request: Request) -> tuple[bytes, list[Diagnostic]] | None:
    """Returns the bytes of the library and what the compiler said, or None."""
    where = folder()
    if where is None:
        return None
    source_hash = _hash_file(request.path)
    if source_hash is None:
        return None
    for with_folder in (False, True):
        key = request.key(source_hash, with_folder)
        path = where / (key + _SUFFIX)
        entry = _parse(_read(path), key)
        if entry is None:
            continue
        header, library = entry
        parent = os.path.dirname(request.path)
        sources = header["sources"]
        if any(_hash_file(os.path.join(parent, name)) != known for name, known in sources):
            continue
        if any(_identity(known[0]) != known for known in header["compiler"]):
            continue
        with contextlib.suppress(OSError):
            os.utime(path)  # the least recently used is evicted first
        return library, [_unpack(said, parent) for said in header["diagnostics"]]
    return None


def _read(path: Path) -> bytes:
    """Returns the bytes of an entry that this user alone could write, else none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            mine = status.st_uid == os.geteuid() and not status.st_mode & 0o022
            return file.read() if mine and stat.S_ISREG(status.st_mode) else b""
    except OSError:
        return b""


def _parse(data: bytes, key: str) -> tuple[dict, bytes] | None:
    """Returns header and library of a whole entry of that key, else None."""
    view = memoryview(data)
    if hashlib.blake2b(view[_DIGEST:], digest_size=_DIGEST).digest() != view[:_DIGEST]:
        return None
    start = _DIGEST + _LENGTH
    end = start + int.from_bytes(view[_DIGEST:start], "little")
    header = json.loads(bytes(view[start:end]))
    return (header, data[end:]) if header["key"] == key else None


def store(
    request: Request,
    library: bytes,
    sources: Sequence[tuple[str, str]],
    diagnostics: Iterable[Diagnostic],
) -> None:
    """Writes an entry where that is possible.

    `sources` are the files that the compiler has read, with their SHA-256, `request.path` first.
    """
    where = folder()
    if where is None or not sources:
        return
    parent = os.path.dirname(request.path)
    key = request.key(sources[0][1], with_folder=len(sources) > 1)
    header = {
        "key": key,
        "library": request.library or os.path.splitext(os.path.basename(request.path))[0],
        "sources": [(_within(name, parent), known) for name, known in sources[1:]],
        "compiler": _compiler_libraries(),
        "diagnostics": [_pack(said, parent) for said in diagnostics],
    }
    text = json.dumps(header).encode()
    body = len(text).to_bytes(_LENGTH, "little") + text + library
    try:
        room = limit() - _DIGEST - len(body)
        if room < 0:
            return
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        _evict(where, room, keep=key + _SUFFIX)
        _write(where, key, hashlib.blake2b(body, digest_size=_DIGEST).digest() + body)
    except (OSError, ValueError):
        pass  # a cache that cannot be written is none


def _write(where: Path, key: str, data: bytes) -> None:
    descriptor, temporary = tempfile.mkstemp(suffix=_TEMPORARY, dir=where)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        os.replace(temporary, where / (key + _SUFFIX))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _files(where: Path) -> list[tuple[float, int, str]]:
    """Returns the files of the cache as (time of last use, bytes, name), the oldest first."""
    found = []
    with os.scandir(where) as files:
        for file in files:
            if not file.name.endswith((_SUFFIX, _TEMPORARY)):
                continue
            with contextlib.suppress(OSError):  # another process has removed it
                status = file.stat(follow_symlinks=False)
                if stat.S_ISREG(status.st_mode):
                    found.append((status.st_mtime, status.st_size, file.name))
    return sorted(found)


def _evict(where: Path, room: int, keep: str) -> None:
    """Removes entries until the others hold at most `room` bytes; `keep` is to be replaced."""
    files = [file for file in _files(where) if file[2] != keep]
    total = sum(size for _, size, _ in files)
    stale = time.time() - _STALE
    for used, size, name in files:
        abandoned = name.endswith(_TEMPORARY) and used < stale
        if abandoned or (total > room and name.endswith(_SUFFIX)):
            with contextlib.suppress(OSError):
                os.unlink(where / name)
                total -= size


def usage() -> tuple[int, int]:
    """Returns how many entries there are, and the bytes of all files."""
    where = folder()
    if where is None:
        return 0, 0
    try:
        files = _files(where)
    except FileNotFoundError:
        return 0, 0
    return sum(name.endswith(_SUFFIX) for _, _, name in files), sum(size for _, size, _ in files)


def clear() -> tuple[int, int]:
    """Removes all entries. Returns how many, and their bytes. Raises OSError."""
    where = folder()
    removed = usage()
    if where is not None and where.is_dir():
        for _, _, name in _files(where):
            (where / name).unlink(missing_ok=True)
    return removed
