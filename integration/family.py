#!/usr/bin/env python3
"""Compiles the StoryLM-0 programs, runs them, and prints a table of what was compared.

Without a NAME it shows the generation loop step by step, then the table of all programs; with one
it shows that program's comparisons. NumPy is the oracle; scripts/validate_*.py ask PyTorch too.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import kina  # noqa: E402
from integration.models import (  # noqa: E402
    forward,
    generate,
    prefill,
    rollout,
    sampled,
    storylm0,
    tmax,
    tp_heads,
)

PROGRAMS = {
    module.__name__.rpartition(".")[2]: module
    for module in (generate, forward, prefill, tmax, tp_heads, rollout, sampled)
}


def quiet(_: str) -> None:
    """Says nothing."""


def row(report: storylm0.Report | None, name: str, why: str = "") -> tuple[str, ...]:
    """Returns the table's row for one program."""
    if report is None:
        return (name, "", why, "", "", "FAIL")
    failed = [check.what for check in report.checks.values() if not check.passed]
    compared = f"{sum(check.count for check in report.checks.values())} comparisons"
    if failed:
        compared = f"wrong: {'; '.join(failed[:3])}"
    return (
        name,
        str(len(report.functions)),
        compared,
        f"{report.error:.1e}",
        f"{report.compile_seconds:.2f} s" if report.compile_seconds else "(before)",
        "ok" if report.passed else "FAIL",
    )


def main() -> int:
    """Runs one program or all. Returns 0, or 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", choices=PROGRAMS, help="run this program only")
    options = parser.parse_args()
    names = [options.name] if options.name else list(PROGRAMS)
    rows = [("program", "functions", "compared", "largest error", "compiled in", "")]
    start = time.perf_counter()
    for name in names:
        module = PROGRAMS[name]
        loud = options.name or name == "generate"
        try:
            report = storylm0.check(
                module,
                torch=False,
                say=print if loud else quiet,
                # Their 34 functions take longer to compile than all the rest to compile and run.
                reuse=module in (rollout, sampled) and not options.name,
            )
        except (kina.CompileError, OSError, AttributeError, LookupError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            rows.append(row(None, name, f"{type(error).__name__}, see above"))
            continue
        if options.name or not report.passed:
            print(report)
        rows.append(row(report, module.PROGRAM))
    widths = [max(len(line[i]) for line in rows) for i in range(len(rows[0]))]
    print()
    for line in rows:
        print(
            "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        )
    print(f"\ncompiled, run and compared in {time.perf_counter() - start:.1f} s")
    return 1 if any(line[-1] == "FAIL" for line in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
