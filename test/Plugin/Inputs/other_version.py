"""Copies a plugin to the second path, with 9 in the place of the first digit of its version."""

import re
import sys
from pathlib import Path

source, target = map(Path, sys.argv[1:])
plugin, count = re.subn(rb"\0Kina \d(\.\d+\.\d+)\0", rb"\0Kina 9\1\0", source.read_bytes())
assert count == 1, count
target.write_bytes(plugin)
