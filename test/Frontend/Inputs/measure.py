"""Runs a command whose second argument is a file; fails if it takes more memory than N times it."""

import resource
import subprocess
import sys
from pathlib import Path

factor, command = int(sys.argv[1]), sys.argv[2:]
size = Path(command[2]).stat().st_size
subprocess.run(command, check=True)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
print(f"{peak / size:.1f} times the file")
sys.exit(peak > factor * size)
