"""kina.load: what it refuses before anything of a file runs, and what it can load at once."""

import gc
import json
import os
import subprocess

import numpy as np
import pytest

import handmade
import kina
from kina import cpu

X = np.ones((2, 3), np.float32)


def test_every_truncation_is_refused(library_file, tmp_path):
    """ON-J06: no SIGBUS, whatever is missing."""
    data = library_file.read_bytes()
    cut = tmp_path / "cut.so"
    step = max(1, len(data) // 200)
    for size in [*range(70), *range(70, len(data), step), len(data) - 1]:
        cut.write_bytes(data[:size])
        with pytest.raises(ValueError, match=r"cut\.so: (not an ELF file|truncated|damaged)"):
            kina.load(cut)


def test_damaged_headers(library_file, tmp_path):
    """Flipped bytes of the ELF header and tables: an exception or a library, no crash."""
    data = bytearray(library_file.read_bytes())
    bad = tmp_path / "bad.so"
    for position in (4, 5, 16, 18, 32, 40, 54, 56, 58, 60):
        changed = data.copy()
        changed[position] ^= 0x7F
        bad.write_bytes(changed)
        with pytest.raises(ValueError, match=r"bad\.so: "):
            kina.load(bad)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not an ELF file"),
        (b"<!DOCTYPE html>", "not an ELF file"),
        (b"\x7fELF\x01\x01\x01" + bytes(57), "a 32-bit library, wanted 64-bit"),
        (b"\x7fELF\x02\x02\x01" + bytes(57), "a big-endian library, wanted little-endian"),
    ],
)
def test_other_content(tmp_path, content, reason):
    path = tmp_path / "x.so"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=f"x.so: {reason}"):
        kina.load(path)


def test_no_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        kina.load(tmp_path / "none.so")
    with pytest.raises(OSError):
        kina.load(tmp_path)
    with pytest.raises(OSError, match="not a regular file"):
        kina.load("/dev/zero")


def test_objects_and_foreign_libraries(tmp_path):
    source = tmp_path / "x.c"
    source.write_text("int kina_test_function(void) { return 1; }\n")
    for flags, reason in ((["-c"], "not a shared library"), (["-shared"], "not a Kina library")):
        output = tmp_path / "x.so"
        subprocess.run(["clang-22", "-fPIC", *flags, source, "-o", output], check=True)
        with pytest.raises(ValueError, match=reason):
            kina.load(output)


def test_missing_symbol(tmp_path):
    """O-19: an exception that names the symbol, and the process lives."""
    text = json.dumps(json.dumps(handmade.MANIFEST))
    source = tmp_path / "x.c"
    source.write_text(
        f"extern void memrefCopy(void); const char handmade_manifest[] = {text};\n"
        "void f(void) { memrefCopy(); }\n"
    )
    output = tmp_path / "x.so"
    subprocess.run(
        ["clang-22", "-fPIC", "-shared", "-Wl,-z,undefs", source, "-o", output], check=True
    )
    with pytest.raises(OSError, match=r"x\.so: .*memrefCopy"):
        kina.load(output)
    library = kina.load(handmade.build(tmp_path))
    np.testing.assert_array_equal(library.add(X, X), X + X)


def lacking_feature():
    """Returns LLVM's name of a feature that this machine does not have."""
    have = cpu.machine_features() or ()
    return next(llvm for llvm, kernel in cpu._KERNEL_NAMES.items() if kernel not in have)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"abi_version": 2}, "ABI version 2, this package speaks version 1"),
        ({"library": "other"}, "its manifest is of library 'other', its symbols of 'handmade'"),
        ({"target": {}}, "its manifest is damaged"),
        ({"functions": 3}, "its manifest does not fit it"),
        ({"functions": [{"name": "f"}]}, "its manifest does not fit it"),
        ({"functions": [handmade.function("absent", [], [])]}, "undefined symbol: handmade_absent"),
        (
            {"functions": [handmade.function("seven", [], [handmade.tensor("x", "F8", [])])]},
            "unknown element type 'F8'",
        ),
        (
            {"functions": [handmade.function("seven", [], [handmade.tensor("x", "I64", ["S"])])]},
            "extent S names an unknown size",
        ),
        (
            {"target": {"cpu": "future", "features": ["avx2", lacking_feature()]}},
            f"compiled for future; this machine lacks {lacking_feature()}",
        ),
    ],
)
def test_manifest(tmp_path, changes, reason):
    path = handmade.build(tmp_path, handmade.manifest(**changes))
    with pytest.raises(ValueError, match=reason):
        kina.load(path)


def test_own_features_are_accepted(tmp_path):
    """What the machine has is not refused under LLVM's names, nor what nobody checks."""
    have = cpu.machine_features() or ()
    mine = [llvm for llvm, kernel in cpu._KERNEL_NAMES.items() if kernel in have]
    target = {"cpu": "native", "features": [*mine, "64bit", "shstk", "prfchw"]}
    assert kina.load(handmade.build(tmp_path, handmade.manifest(target=target)))


def test_rebuilt_library_of_one_name(tmp_path):
    """The second load of a path is the new file, the first stays as it was."""
    old = kina.load(handmade.build(tmp_path))
    other = handmade.manifest(
        functions=[handmade.function("seven", [], [handmade.tensor("v", "I64", [])])]
    )
    new = kina.load(handmade.build(tmp_path, other))
    assert list(new) == ["seven"] and len(old) == 10
    os.unlink(tmp_path / "handmade.so")
    np.testing.assert_array_equal(old.add(X, X), X + X)
    assert new.seven() == 7


def test_many_loads(library_file):
    """ON-J04: libraries that nobody uses are unloaded, descriptors and maps do not pile up."""
    kina.load(library_file)
    gc.collect()
    descriptors = len(os.listdir("/proc/self/fd"))
    for _ in range(1000):
        kina.load(library_file).add(X, X)
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) <= descriptors + 5
    with open("/proc/self/maps") as maps:
        assert sum("memfd:handmade" in line for line in maps) < 50


def test_function_outlives_its_library(library_file):
    function = kina.load(library_file).add
    gc.collect()
    np.testing.assert_array_equal(function(X, X), X + X)
