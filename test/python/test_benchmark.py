"""The benchmarks run and give their columns; what they measure is not judged here."""

import json
import math

from benchmark import call_overhead

CONTENDERS = {
    "C",
    *(
        f"kina.{m}, {way}"
        for m in ("load", "compile")
        for way in ("by name", "by position", "out=")
    ),
    "NumPy",
}


def test_call_overhead(tmp_path, capsys):
    path = tmp_path / "report.json"
    call_overhead.main(["--rounds", "2", "--seconds", "0.002", "--json", str(path)])
    shown = capsys.readouterr().out
    report = json.loads(path.read_text())
    rows = {row["contender"]: row for row in report["rows"]}
    assert rows.keys() >= CONTENDERS
    for name, row in rows.items():
        assert tuple(row) == call_overhead.COLUMNS
        assert all(math.isfinite(row[c]) and row[c] > 0 for c in call_overhead.COLUMNS[1:])
        assert row["q1"] <= row["median us"] <= row["q3"]
        assert f"\n{name} " in shown
    assert rows["NumPy"]["/ NumPy"] == 1
    assert {"torch", "JAX"} <= report["missing"].keys() | report["remarks"].keys()
    assert "openblas" in report["remarks"]["NumPy"]
    assert str(tmp_path.parent) not in shown and "/build" not in shown
