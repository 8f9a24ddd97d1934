"""Each op of the table on random types, shapes, attributes and values, against NumPy.

hypothesis draws the functions. They are compiled many at a time, and only where one of them is
wrong hypothesis draws the same ones again, each compiled alone, and shrinks the wrong one.
"""

import re
import subprocess
import zlib

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from integration.draw import Chooser
from integration.elements import ALL
from integration.models.storylm0 import ROOT
from integration.native import KINA_OPT
from integration.ops import OPS, types
from integration.ops.check import CALLS, Example, check
from integration.ops.op import Op, Row

# Examples of an op: functions, each of which is called CALLS times if it has arguments.
EXAMPLES = 280
LONG_EXAMPLES = 20_000
MODULE = 100


@st.composite
def examples(draw: st.DrawFn, op: Op, row: Row) -> Example:
    """Draws a function of the op with these element types."""
    c = Chooser(lambda low, high: draw(st.integers(low, high)))
    return Example(op.program(c, row), draw(st.integers(0, 2**16 - 1)))


def given(op: Op, row: Row, count: int, seed: int, body) -> None:
    """Calls `body` with `count` examples, the same ones each time for one seed."""
    settings = hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )
    name = " ".join((op.name, *row))
    hypothesis.seed(zlib.crc32(name.encode()) + seed)(
        settings(hypothesis.given(st.just(row), examples(op, row))(body))
    )()


@pytest.mark.parametrize("name", OPS)
def test_op(name, kina_seed, is_long):
    op = OPS[name]
    calls = CALLS if len(op.rows[0]) > 1 else 1
    count = max(2, (LONG_EXAMPLES if is_long else EXAMPLES) // calls // len(op.rows) + 1)
    drawn: dict[Example, Row] = {}

    def keep(row: Row, example: Example) -> None:
        drawn.setdefault(example, row)

    for row in op.rows:
        given(op, row, count, kina_seed, keep)

    verdicts: dict[Example, str | None] = {}
    everything = list(drawn)
    for start in range(0, len(everything), MODULE):
        batch = everything[start : start + MODULE]
        verdicts.update(zip(batch, check(batch), strict=True))

    def must_hold(row: Row, example: Example) -> None:
        if example not in verdicts:
            verdicts[example] = check([example])[0]
        assert verdicts[example] is None, verdicts[example]

    for row in dict.fromkeys(drawn[example] for example in everything if verdicts[example]):
        given(op, row, count, kina_seed, must_hold)
        pytest.fail(f"{name} {row} is wrong once, but not again")


def test_page_of_types():
    page = ROOT / "docs" / "op-types.md"
    assert page.read_text() == types.table(), f"python -m integration.ops.types > {page}"


def refused(op: Op) -> list[Row]:
    """Returns the rows that the table leaves out: one type of a row replaced by another."""
    near = {
        tuple(other if i == place else element for i, element in enumerate(row))
        for row in op.rows
        for place in range(len(row))
        for other in ALL
    }
    near |= {(element,) * len(row) for row in op.rows for element in ALL}
    return sorted(near - set(op.rows))


def test_other_types_are_refused():
    """What is not in the table gets an error of the op, not a crash."""
    chunks, spelt = [], []
    for op in OPS.values():
        if op.name == "constant":
            continue  # takes them all
        for row in refused(op):
            drawn = op.draw(Chooser.of(np.random.default_rng(0)), op.rows[0])
            program = op.program_of(drawn, row)
            if len(program.inputs) > len(row) - 1:
                continue
            chunks.append(program.text())
            spelt.append(f"{op.name} {row}")
    text = "// -----\n".join(chunks)
    ran = subprocess.run(
        [KINA_OPT, "--split-input-file"], input=text, capture_output=True, text=True
    )
    # Errors name the lines of the whole file.
    lines = {int(line) for line in re.findall(r"^<stdin>:(\d+):\d+: error: ", ran.stderr, re.M)}
    start, missed = 1, []
    for chunk, what in zip(chunks, spelt, strict=True):
        count = chunk.count("\n")
        if lines.isdisjoint(range(start, start + count)):
            missed.append(what)
        start += count + 1
    assert ran.returncode == 1 and not missed, missed
