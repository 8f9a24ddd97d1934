"""Matmuls of f32 on one thread: GFLOP/s and, for one row, GB/s of weights, beside NumPy.

    .venv/bin/python benchmark/matmul.py

NumPy runs in a process of its own, with one thread. Medians of the rounds, and the fastest one.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

SHAPES = [
    (1, 576, 1536),
    (1, 1536, 576),
    (7, 576, 1536),
    (128, 576, 1536),
    (512, 576, 1536),
    (513, 577, 1537),
]
SECONDS = 0.5

Call = Callable[[], object]


def measure(call: Call) -> list[float]:
    """Returns seconds for one call, of every round in half a second."""
    call()
    rounds = []
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end or len(rounds) < 5:
        start = time.perf_counter()
        call()
        rounds.append(time.perf_counter() - start)
    return rounds


def kina_call(m: int, k: int, n: int) -> Call:
    """Compiles the matmul; returns a call of it."""
    import numpy as np

    import kina

    a, b, c = (f"tensor<{i}x{j}xf32>" for i, j in ((m, k), (k, n), (m, n)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matmul.mlir"
        path.write_text(
            f"func.func @f(%a: {a}, %b: {b}) -> {c} {{\n"
            f"  %0 = kina.matmul %a, %b : ({a}, {b}) -> {c}\n  return %0 : {c}\n}}\n"
        )
        function = kina.compile(path).f
    rng = np.random.default_rng(0)
    x, w = (rng.standard_normal(shape, dtype=np.float32) for shape in ((m, k), (k, n)))
    return lambda: function(x, w)


def numpy_call(m: int, k: int, n: int) -> Call:
    """Returns a call of NumPy's matmul."""
    import numpy as np

    rng = np.random.default_rng(0)
    x, w = (rng.standard_normal(shape, dtype=np.float32) for shape in ((m, k), (k, n)))
    return lambda: x @ w


MAKERS = {"kina": kina_call, "numpy": numpy_call}


def measure_apart(peer: str) -> list[list[float]]:
    """Measures all shapes in a new process."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS_")},
        "OPENBLAS_NUM_THREADS": "1",
    }
    done = subprocess.run(
        [sys.executable, __file__, peer], env=environment, check=True, stdout=subprocess.PIPE
    )
    return json.loads(done.stdout)


def main() -> None:
    """Prints the table."""
    times = {peer: measure_apart(peer) for peer in MAKERS}
    print(f"{'M x K x N':>16} {'kina GFLOP/s':>22} {'numpy GFLOP/s':>22} {'ratio':>6} {'GB/s':>6}")
    for i, (m, k, n) in enumerate(SHAPES):
        cells, medians = [], {}
        for peer, rounds in times.items():
            medians[peer] = statistics.median(rounds[i])
            flops = 2 * m * k * n / 1e9
            cells.append(f"{flops / medians[peer]:7.1f} (best {flops / min(rounds[i]):7.1f})")
        bandwidth = f"{4 * k * n / medians['kina'] / 1e9:6.1f}" if m == 1 else ""
        ratio = medians["numpy"] / medians["kina"]
        print(f"{m:>5} x{k:>4} x{n:>5} {cells[0]:>22} {cells[1]:>22} {ratio:6.2f} {bandwidth}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        json.dump([measure(MAKERS[sys.argv[1]](*shape)) for shape in SHAPES], sys.stdout)
    else:
        main()
