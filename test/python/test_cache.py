"""The compile cache: a hit is what compiling would give, and no mishap with it is an error."""

import json
import os
import random
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import kina
from kina import cache, compiler
from test_compile import DOUBLE

ONE = np.ones((2, 3), np.float32)
SCALE = "fn scale(x: Tensor[F32, [2, 3], @host]) -> Tensor[F32, [2, 3], @host] { return x * %s }\n"
IMPORTING = """\
import "part.kina"
fn f(x: Tensor[F32, [2, 3], @host]) -> Tensor[F32, [2, 3], @host] { return scale(x) }
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache."""
    path = tmp_path / "cache"
    monkeypatch.setenv("KINA_CACHE_DIR", str(path))
    monkeypatch.delenv("KINA_CACHE_SIZE", raising=False)
    return path


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.mlir"
    path.write_text(DOUBLE)
    return path


@pytest.fixture
def compiled(monkeypatch):
    """The paths that went through the compiler."""
    paths = []

    class Watched(compiler._Compilation):
        def __init__(self, path, *args, **kwargs):
            paths.append(os.fspath(path))
            super().__init__(path, *args, **kwargs)

    monkeypatch.setattr(compiler, "_Compilation", Watched)
    return paths


def entries(folder):
    return sorted(folder.glob("*.kina-cache")) if folder.is_dir() else []


def doubles(path, **options):
    np.testing.assert_array_equal(kina.compile(path, **options).double(ONE), 2 * ONE)


def test_hit_and_miss(program, folder, compiled, tmp_path, monkeypatch):
    doubles(program)
    doubles(program)
    assert len(compiled) == len(entries(folder)) == 1
    # The same text elsewhere is the same program; another prefix or CPU is another library.
    (tmp_path / "sub").mkdir()
    doubles(shutil.copy(program, tmp_path / "sub"))
    monkeypatch.chdir(tmp_path)
    doubles("program.mlir")
    assert len(compiled) == 1
    assert kina.compile(program, library="other").name == "other"
    doubles(program, cpu="x86-64" if os.uname().machine == "x86_64" else "generic")
    doubles(shutil.copy(program, tmp_path / "stem.mlir"))
    assert len(compiled) == len(entries(folder)) == 4
    # A file that is asked for is written; cache=False compiles.
    doubles(program, output=tmp_path / "out.so")
    assert (tmp_path / "out.so").exists() and (tmp_path / "out.h").exists()
    doubles(program, cache=False)
    assert len(compiled) == 6
    program.write_text(DOUBLE.replace("kina.add", "kina.sub"))
    assert not kina.compile(program).double(ONE).any()
    assert len(compiled) == 7


def test_another_compiler_or_machine_is_a_miss(program, folder, compiled, monkeypatch):
    doubles(program)
    monkeypatch.setattr(cache, "machine_identity", lambda: "another machine")
    doubles(program)
    assert len(compiled) == 2
    doubles(program)
    assert len(compiled) == 2
    identity = cache._identity
    for name in ("libKinaC", "libLLVM", "libMLIR"):
        monkeypatch.setattr(
            cache, "_identity", lambda p, n=name: [p, 1, 1] if n in p else identity(p)
        )
        count = len(compiled)
        doubles(program)
        doubles(program)
        assert len(compiled) == count + 1, name


def test_imports_are_source(folder, compiled, tmp_path):
    def ask(where, factor):
        got = kina.compile(where / "main.kina").f(ONE)
        np.testing.assert_array_equal(got, np.full((2, 3), factor, np.float32))

    places = [tmp_path / "a", tmp_path / "b"]
    for factor, place in enumerate(places, 2):
        place.mkdir()
        (place / "main.kina").write_text(IMPORTING)
        (place / "part.kina").write_text(SCALE % f"{factor}.0")
    for _ in range(2):  # two programs with one main text stay two
        ask(places[0], 2)
        ask(places[1], 3)
    assert len(compiled) == 2
    (places[0] / "part.kina").write_text(SCALE % "7.0")
    ask(places[0], 7)
    ask(places[0], 7)
    assert len(compiled) == 3
    (places[0] / "part.kina").unlink()
    with pytest.raises(kina.CompileError, match="cannot open"):
        kina.compile(places[0] / "main.kina")


def test_fresh_process_loads_no_compiler(program, folder):
    doubles(program)
    code = (
        "import kina, sys; import numpy as np\n"
        "m = kina.compile(sys.argv[1])\n"
        "assert (m.double(np.ones((2, 3), np.float32)) == 2).all()\n"
        "assert not any(n in open('/proc/self/maps').read() for n in ('libKinaC', 'libMLIR'))\n"
    )
    subprocess.run([sys.executable, "-c", code, str(program)], check=True, timeout=60)


def test_warnings_come_again(program, folder, monkeypatch, tmp_path):
    """With the file as it is called this time."""
    through = compiler.compile_engine

    def warn(path, *args, **kwargs):
        note = kina.Diagnostic("note", os.fspath(path), 1, 1, "here")
        said = kina.Diagnostic("warning", os.fspath(path), 2, 3, "look at this", [note])
        engine, others = through(path, *args, **kwargs)
        return engine, [*others, said]

    monkeypatch.setattr(compiler, "compile_engine", warn)
    monkeypatch.chdir(tmp_path)
    for path in (str(program), "program.mlir"):
        with pytest.warns(kina.CompileWarning) as caught:
            doubles(path)
        text = str(caught[0].message)
        assert text.startswith(f"{path}:2:3: warning: look at this\n"), text
        assert f"{path}:1:1: note: here" in text
    assert len(entries(folder)) == 1


def test_damaged_entries_are_made_again(program, folder, compiled):
    """Cut at, and with a flipped bit in, many places: never loaded, always mended."""
    doubles(program)
    (path,) = entries(folder)
    whole = path.read_bytes()
    header_end = 40 + int.from_bytes(whole[32:40], "little")
    seed = random.randrange(1 << 32)
    print("seed", seed)
    rng = random.Random(seed)
    places = [0, 1, 31, 32, 39, 40, header_end - 1, header_end, header_end + 4, len(whole) - 1]
    places += [rng.randrange(len(whole)) for _ in range(200)]
    request = cache.Request(str(program), None, None, str(compiler._compiler_file()))
    assert cache.find(request) is not None
    for place in places:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << rng.randrange(8)
        for bad in (whole[:place], bytes(flipped)):
            path.write_bytes(bad)
            assert cache.find(request) is None, place
    for bad in (b"", whole[:-1], whole + b"\0", b"\xff" * 100):
        path.write_bytes(bad)
        count = len(compiled)
        doubles(program)
        doubles(program)
        assert len(compiled) == count + 1
        assert len(path.read_bytes()) == len(whole)
    # An entry under the name of another is none.
    other = program.with_name("other.mlir")
    other.write_text(DOUBLE.replace("kina.add", "kina.sub"))
    kina.compile(other, library="program")
    (second,) = set(entries(folder)) - {path}
    shutil.copy(second, path)
    doubles(program)


def test_entries_that_others_can_write_are_not_loaded(program, folder, compiled, monkeypatch):
    doubles(program)
    (path,) = entries(folder)
    assert path.stat().st_mode & 0o077 == 0
    assert folder.stat().st_mode & 0o077 == 0
    path.chmod(0o622)
    doubles(program)
    assert len(compiled) == 2 and path.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)  # an entry of another user
    doubles(program)
    assert len(compiled) == 3
    monkeypatch.undo()


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_no_plain_file(program, folder, compiled, kind):
    doubles(program)
    (path,) = entries(folder)
    aside = path.rename(path.with_suffix(".aside"))
    {"link": lambda: path.symlink_to(aside), "pipe": lambda: os.mkfifo(path), "folder": path.mkdir}[
        kind
    ]()
    doubles(program)
    assert len(compiled) == 2


def test_places_without_a_cache(program, tmp_path, compiled, monkeypatch):
    """Off, below a file, on a full device, without a home: as if there were none."""
    (tmp_path / "file").write_text("")
    for value in ("", str(tmp_path / "file"), str(tmp_path / "file" / "x"), "/proc/nowhere"):
        monkeypatch.setenv("KINA_CACHE_DIR", value)
        doubles(program)
        doubles(program)
    assert len(compiled) == 8
    monkeypatch.delenv("KINA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg" / "kina"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # the XDG specification: to be ignored
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder() == tmp_path / "home" / ".cache" / "kina"
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # a user without an entry
    assert cache.folder() is None
    doubles(program)


@pytest.mark.parametrize("failing", ["mkstemp", "write", "replace", "utime", "mkdir"])
def test_failing_writes(program, folder, compiled, monkeypatch, failing):
    """A full disk or a folder that may not be written."""

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    if failing == "write":
        monkeypatch.setattr(cache, "open", lambda *a, **k: Full(*a, **k), raising=False)
    elif failing == "mkstemp":
        monkeypatch.setattr(cache.tempfile, "mkstemp", fail)
    elif failing == "mkdir":
        monkeypatch.setattr(Path, "mkdir", fail)
    else:
        monkeypatch.setattr(cache.os, failing, fail)
    doubles(program)
    doubles(program)
    assert len(compiled) == (1 if failing == "utime" else 2)
    assert failing == "utime" or not folder.is_dir() or not os.listdir(folder)


class Full:
    """A file on a full disk: takes a few bytes of what is written."""

    def __init__(self, *args, **kwargs):
        self.file = open(*args, **kwargs)
        self.writes = "w" in self.file.mode or "+" in self.file.mode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def __iter__(self):
        return iter(self.file)

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, data):
        self.file.write(data[:10])
        raise OSError(28, "No space left on device")


def test_read_only_folder(program, folder, compiled):
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")
    doubles(program)
    doubles(program)
    assert len(compiled) == 2


def test_least_recently_used_goes(folder, compiled, tmp_path, monkeypatch):
    def ask(name):
        path = tmp_path / f"{name}.mlir"
        path.write_text(DOUBLE)
        doubles(path)

    ask("a")
    (first,) = entries(folder)
    os.utime(first, (1, 1))
    ask("b")
    (second,) = set(entries(folder)) - {first}
    os.utime(second, (2, 2))
    ask("a")  # in use again
    assert first.stat().st_mtime > 2
    (folder / "abandoned.part").write_bytes(b"x")
    os.utime(folder / "abandoned.part", (1, 1))
    (folder / "mine.txt").write_text("nothing of the cache's")
    monkeypatch.setenv("KINA_CACHE_SIZE", str(int(first.stat().st_size * 2.5)))
    ask("c")
    assert first in entries(folder) and second not in entries(folder)
    assert len(entries(folder)) == 2 and not list(folder.glob("*.part"))
    assert sum(path.stat().st_size for path in entries(folder)) <= cache.limit()
    monkeypatch.setenv("KINA_CACHE_SIZE", "10")  # no entry fits
    ask("d")
    assert len(entries(folder)) == 2
    monkeypatch.setenv("KINA_CACHE_SIZE", "many")
    ask("e")
    with pytest.raises(ValueError, match="KINA_CACHE_SIZE: wanted bytes, such as 500M"):
        cache.limit()
    for text, size in (("500M", 500 << 20), ("2g", 2 << 30), ("3K", 3072), ("", 1 << 30)):
        monkeypatch.setenv("KINA_CACHE_SIZE", text)
        assert cache.limit() == size
    assert cache.clear()[0] == 2 and os.listdir(folder) == ["mine.txt"]


def test_processes_and_threads_at_once(program, folder):
    code = (
        "import kina, sys; import numpy as np\n"
        "m = kina.compile(sys.argv[1])\n"
        "assert (m.double(np.ones((2, 3), np.float32)) == 2).all()\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(program)]) for _ in range(4)]
    assert [process.wait(60) for process in running] == [0] * 4
    assert len(entries(folder)) == 1 and len(os.listdir(folder)) == 1
    shutil.rmtree(folder)
    wrong = []

    def ask():
        try:
            doubles(program)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong and len(os.listdir(folder)) == 1


def test_report_names_the_sources(tmp_path):
    (tmp_path / "main.kina").write_text(IMPORTING)
    (tmp_path / "part.kina").write_text(SCALE % "2.0")
    report = tmp_path / "report.json"
    kina.compile(tmp_path / "main.kina", report=report)
    sources = json.loads(report.read_text())["sources"]
    assert [os.path.basename(source["path"]) for source in sources] == ["main.kina", "part.kina"]
    for source in sources:
        assert cache._hash_file(source["path"]) == source["sha256"]
