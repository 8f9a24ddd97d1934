"""What a call costs: one StoryLM-0 decode step, by Kina and by its peers.

    .venv/bin/python -m benchmark.call_overhead [--rounds N] [--seconds S] [--json FILE]

Every contender has a process of its own; they take turns, one batch of calls each, for so many
rounds. The table shows the median over the rounds, the quartiles, and the ratio to NumPy's median.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import kina
from benchmark.inputs import decode_s1
from integration import reference

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "examples" / "storylm0_generate.kina"
TOLERANCE = 1e-6
# These pin the kernel or the blocking of OpenBLAS; a peer is measured as it comes.
PINNED = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
COLUMNS = ("contender", "median us", "q1", "q3", "/ NumPy")


@dataclass
class Worker:
    """A process that runs some calls, and what they are called in the table."""

    title: str
    command: list
    process: subprocess.Popen | None = None
    about: dict = field(default_factory=dict)

    def start(self) -> None:
        """Starts it, and checks its answers."""
        environment = {name: value for name, value in os.environ.items() if name not in PINNED}
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL, cwd=ROOT, env=environment,
        )  # fmt: skip
        line = self.process.stdout.readline()
        self.about = json.loads(line) if line else {"missing": "it does not start"}
        want = _wanted()
        for call, logits in self.about.get("logits", {}).items():
            if np.abs(np.array(logits) - want).max() > TOLERANCE * np.abs(want).max():
                raise SystemExit(f"error: {self.title} {call}: wrong logits {logits}")

    @property
    def calls(self) -> list[str]:
        """The calls that it offers."""
        return list(self.about.get("logits", {}))

    def seconds(self, call: str, count: int) -> float:
        """Returns how long so many calls take."""
        self.process.stdin.write(f"{call}\t{count}\n" if call else f"\t{count}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def stop(self) -> None:
        """Ends the process."""
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()


def _wanted() -> np.ndarray:
    """Returns the logits in f64."""
    named = decode_s1()
    model = reference.Model(reference.weights())
    return model.decode(named["token_ids"], named["k_past"], named["v_past"])[2].ravel()


def _workers(folder: Path) -> list[Worker]:
    """Compiles the program and its host in C, and returns all contenders."""
    library = folder / "storylm0_generate.so"
    kina.compile(SOURCE, output=library)
    host, arrays = folder / "call_overhead", folder / "arrays"
    arrays.write_bytes(b"".join(x.tobytes() for x in list(decode_s1().values())[1:]))
    compiler = os.environ.get("CC", "clang-22")
    subprocess.run(
        [compiler, "-O2", f"-I{folder}", ROOT / "benchmark" / "call_overhead.c", library]
        + [f"-Wl,-rpath,{folder}", "-o", host],
        check=True,
    )
    python = [sys.executable, "-m", "benchmark.worker"]
    return [
        Worker("C", [host, arrays]),
        Worker("kina.load,", [*python, "load", library]),
        Worker("kina.compile,", [*python, "compile", SOURCE]),
        Worker("NumPy", [*python, "numpy"]),
        Worker("torch", [*python, "torch"]),
        Worker("JAX", [*python, "jax"]),
    ]


def measure(rounds: int, seconds: float) -> dict:
    """Runs the benchmark. Returns a report: `rows` of the table, `remarks` and `missing`."""
    with tempfile.TemporaryDirectory(prefix="kina-") as folder:
        workers = _workers(Path(folder))
        times: dict[tuple[int, str], list[float]] = {}
        try:
            for worker in workers:
                worker.start()
            counts = {}
            for i, worker in enumerate(workers):
                for call in worker.calls:
                    worker.seconds(call, 20)  # warm
                    once = worker.seconds(call, 100) / 100
                    counts[i, call] = max(1, int(seconds / once))
            for _ in range(rounds):
                for (i, call), count in counts.items():
                    spent = workers[i].seconds(call, count) / count
                    times.setdefault((i, call), []).append(spent * 1e6)
        finally:
            for worker in workers:
                worker.stop()
    return _report(workers, times)


def _report(workers: list[Worker], times: dict) -> dict:
    titles = [worker.title for worker in workers]
    peer = statistics.median(times[titles.index("NumPy"), ""])
    rows = []
    for (i, call), values in times.items():
        low, median, high = np.percentile(values, [25, 50, 75]).tolist()
        row = (f"{titles[i]} {call}".strip(), median, low, high, median / peer)
        rows.append(dict(zip(COLUMNS, row, strict=True)))
    return {
        "rows": rows,
        "remarks": {
            worker.title.rstrip(","): worker.about["remark"]
            for worker in workers
            if "remark" in worker.about
        },
        "missing": {
            worker.title: worker.about["missing"] for worker in workers if "missing" in worker.about
        },
    }


def show(report: dict) -> str:
    """Returns the report as a table and lines below it."""
    head, *numbers = COLUMNS
    lines = [f"{head:24}" + "".join(f"{name:>12}" for name in numbers)]
    for row in report["rows"]:
        lines.append(f"{row[head]:24}" + "".join(f"{row[name]:12.3f}" for name in numbers))
    lines += [f"{name}: {remark}" for name, remark in report["remarks"].items()]
    lines += [f"missing: {name} ({reason})" for name, reason in report["missing"].items()]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="benchmark.call_overhead", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=15, metavar="N")
    parser.add_argument("--seconds", type=float, default=0.1, metavar="S", help="of one batch")
    parser.add_argument("--json", metavar="FILE", help="writes the report, too")
    options = parser.parse_args(arguments)
    report = measure(options.rounds, options.seconds)
    print(show(report))
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
