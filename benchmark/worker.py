"""One contender in a process of its own: `python -m benchmark.worker KIND [LIBRARY]`.

Says on one line what it is, as JSON: its calls, their logits, a remark. Then it answers each line
`CALL` TAB `COUNT` with the seconds that so many calls take.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from benchmark import contenders


def _kernel() -> str:
    """Returns which kernel NumPy's OpenBLAS took."""
    import threadpoolctl

    found = [
        f"{pool['internal_api']} {pool.get('version')}, {pool.get('architecture')}"
        for pool in threadpoolctl.threadpool_info()
        if pool["user_api"] == "blas"
    ]
    return "; ".join(found) or "no OpenBLAS"


def _contender(kind: str, path: str) -> tuple[dict, str]:
    """Returns the calls of a kind, and a remark."""
    if kind in ("load", "compile"):
        import kina

        library = kina.load(path) if kind == "load" else kina.compile(path)
        return contenders.kina(library), f"kina {kina.__version__}"
    if kind == "numpy":
        return contenders.numpy(), f"NumPy {np.__version__}, {_kernel()}"
    module = __import__(kind)
    return getattr(contenders, kind)(), f"{kind} {module.__version__}"


def main() -> None:
    """Runs the worker."""
    kind, path = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    try:
        calls, remark = _contender(kind, path)
        logits = {name: np.asarray(call()[2]).ravel().tolist() for name, call in calls.items()}
    except ImportError as error:
        print(json.dumps({"missing": str(error)}), flush=True)
        return
    print(json.dumps({"logits": logits, "remark": remark}), flush=True)
    for line in sys.stdin:
        name, count = line.rstrip("\n").split("\t")
        call = calls[name]
        start = time.perf_counter()
        for _ in range(int(count)):
            call()
        print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main()
