"""Takes the version from the one place that states it, the top CMakeLists.txt."""

import re
from pathlib import Path

from setuptools import setup

CMAKE = Path(__file__).resolve().parent.parent / "CMakeLists.txt"
VERSION = re.search(r"project\(Kina VERSION ([0-9.]+)", CMAKE.read_text(encoding="utf-8"))
setup(version=VERSION.group(1))
