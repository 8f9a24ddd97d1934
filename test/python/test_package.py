"""The wheel: built from the tree, and used in an environment that has nothing else."""

import os
import subprocess
import sys
import zipfile

import pytest

from integration.models.storylm0 import ROOT

PROGRAM = """
import sys
from pathlib import Path
import numpy as np
import kina
package = Path(kina.__file__).parent
assert sys.prefix in str(package), package
m = kina.compile(package / "examples" / "storylm0_generate.kina")
logits = np.zeros((1, 1, 8), np.float32)
logits[0, 0, 5] = 1
print(m.greedy_one(logits).tolist())
"""


def run(*command, **options):
    """Runs a command that has to succeed, and returns what it prints."""
    ran = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=900, **options
    )
    assert ran.returncode == 0, f"{ran.stdout[-3000:]}{ran.stderr[-3000:]}"
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, of objects that the compiler cache has already where the tree was built."""
    folder = tmp_path_factory.mktemp("wheel")
    environment = {**os.environ, "CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1"}
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    command += ["--config-settings", f"build-dir={ROOT / 'build-wheel'}", "-w", folder, ROOT]
    run(*command, env=environment)
    (path,) = folder.glob("kina-*.whl")
    return path


def test_contents(wheel):
    names = {name.removeprefix("kina/") for name in zipfile.ZipFile(wheel).namelist()}
    assert {"libKinaC.so", "py.typed", "_native.pyi", "library.py"} <= names
    assert "examples/storylm0_generate.kina" in names
    assert len([name for name in names if name.startswith("_native.") and "so" in name]) == 1
    assert not [name for name in names if "__pycache__" in name or name.startswith("native/")]


def test_fresh_environment(wheel, tmp_path):
    run("/usr/bin/python3", "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    # The extension module was built here against this environment's NumPy.
    import numpy

    run(python, "-m", "pip", "install", "-q", wheel, f"numpy=={numpy.__version__}", env=clean)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run(python, "-c", PROGRAM, cwd=elsewhere, env=clean) == "[[5]]\n"
    assert "kina 0." in run(python, "-m", "kina", "--version", cwd=elsewhere, env=clean)
