#!/usr/bin/env python3
"""Adds up JUnit files and prints `N passed, N failed[, N skipped]` as the last line.

Exits 1 when a test failed, when a file is missing or holds no test, or when nothing passed.
"""

import argparse
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def count(path: Path) -> tuple[int, int, int]:
    """Returns (passed, failed, skipped) of one JUnit file; errors count as failed."""
    passed = failed = skipped = 0
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def main() -> int:
    """Prints the sum. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--run",
        type=int,
        action="append",
        default=[],
        help="exit status of a command that counts as one test",
    )
    parser.add_argument("results", nargs="+", type=Path)
    options = parser.parse_args()

    total = [0, 0, 0]
    for index, status in enumerate(options.run):
        total[0 if status == 0 else 1] += 1
        if status != 0:
            print(f"FAILED: command {index} exited with status {status}")
    for path in options.results:
        try:
            counts = count(path)
        except (OSError, ElementTree.ParseError) as error:
            print(f"FAILED: no results in {path.name}: {error}")
            counts = (0, 1, 0)
        if not any(counts):
            print(f"FAILED: no test ran in {path.name}")
            counts = (0, 1, 0)
        total = [a + b for a, b in zip(total, counts, strict=True)]

    passed, failed, skipped = total
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
