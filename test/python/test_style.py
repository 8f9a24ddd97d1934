"""The sources are as their tools want them."""

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


def test_clang_format():
    if shutil.which("clang-format-22") is None:
        pytest.skip("clang-format-22 is not installed")
    folders = ("include", "lib", "runtime", "kina-opt", "kina-translate", "test/python")
    sources = [
        str(path)
        for folder in folders
        for suffix in ("h", "c", "cpp")
        for path in (ROOT / folder).rglob(f"*.{suffix}")
    ]
    ran = subprocess.run(
        ["clang-format-22", "--dry-run", "-Werror", *sources], capture_output=True, text=True
    )
    wrong = sorted({line.split(":")[0] for line in ran.stderr.splitlines() if ": error: " in line})
    assert ran.returncode == 0, "\nclang-format-22 -i " + " ".join(wrong)
