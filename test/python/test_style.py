"""The sources are as their tools want them, and the rooms depend one way."""

import re
import shutil
import subprocess
import sys

import pytest

from integration.models.storylm0 import ROOT


def passes(*command):
    """Runs a checker at the root and fails with what it says."""
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, f"\n{ran.stdout}{ran.stderr}"


def test_ruff():
    passes(sys.executable, "-m", "ruff", "check", ".")
    passes(sys.executable, "-m", "ruff", "format", "--check", ".")


def test_shellcheck():
    passes("shellcheck", "-x", *map(str, ROOT.glob("scripts/*.sh")), ".ci/run")


def sources(*suffixes):
    """Returns the files that git tracks or could track with these endings."""
    patterns = [f"*.{suffix}" for suffix in suffixes]
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def test_clang_format():
    if shutil.which("clang-format-22") is None:
        pytest.skip("clang-format-22 is not installed")
    ran = subprocess.run(
        ["clang-format-22", "--dry-run", "-Werror", *sources("h", "c", "cpp")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    wrong = sorted({line.split(":")[0] for line in ran.stderr.splitlines() if ": error: " in line})
    assert ran.returncode == 0, "\nclang-format-22 -i " + " ".join(wrong)


def test_clang_tidy(request):
    """The C++ files of the last commit and of the work tree; all of them with --long."""
    if shutil.which("clang-tidy-22") is None:
        pytest.skip("clang-tidy-22 is not installed")
    files = set(sources("cpp"))
    if not request.config.getoption("--long"):
        changed = subprocess.run(
            ["git", "diff", "--name-only", "HEAD~1"], cwd=ROOT, capture_output=True, text=True
        )
        files &= set(changed.stdout.splitlines())
    compiled = (ROOT / "build" / "compile_commands.json").read_text()
    files = sorted(name for name in files if name in compiled)
    if not files:
        pytest.skip("no C++ file has changed")
    command = ["clang-tidy-22", "--quiet", "-p", "build", *files]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, f"\n{ran.stdout}\n{' '.join(command)}"


# A room may look into itself and into the rooms of lower numbers.
ROOMS = {
    "IR": 0,
    "Transforms": 1,
    "Conversion": 1,
    "Frontend": 2,
    "Codegen": 2,
    "Pipelines": 3,
    "Plugin": 4,
    "ExecutionEngine": 4,
    "CAPI": 5,
}


def wrong_includes(name, text):
    """Returns the includes of a file that look the other way."""
    parts = name.split("/")
    own = parts[2] if parts[0] in ("include", "lib") and len(parts) > 3 else None
    return [
        f"{name} includes Kina/{room}/{file}"
        for room, file in re.findall(r'#include "Kina/([A-Z]\w+)/(\S+)"', text)
        if own in ROOMS and room != own and ROOMS[room] >= ROOMS[own]
    ]


def test_rooms_depend_one_way():
    files = sources("h", "cpp")
    wrong = [line for name in files for line in wrong_includes(name, (ROOT / name).read_text())]
    assert not wrong, "\n" + "\n".join(wrong)


def test_wrong_include_is_found():
    text = '#include "Kina/Frontend/Frontend.h"\n#include "Kina/IR/KinaDialect.h"\n'
    assert wrong_includes("lib/Kina/Codegen/A.cpp", text) == [
        "lib/Kina/Codegen/A.cpp includes Kina/Frontend/Frontend.h"
    ]
    assert wrong_includes("lib/Kina/Pipelines/A.cpp", text) == []
