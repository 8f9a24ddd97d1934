"""Random whole programs against NumPy, plain and canonicalized; and the tools around them."""

import numpy as np
import pytest

from integration.fuzz import reduce
from integration.fuzz.check import check, ops_met
from integration.fuzz.generate import arguments, generate
from integration.program import parse

PROGRAMS = 10
LONG_PROGRAMS = 400
PARTS = 2  # tests that share them, so that one failure does not hide all others


@pytest.mark.parametrize("part", range(PARTS))
def test_programs(part, kina_seed, is_long, tmp_path):
    for i in range(part, LONG_PROGRAMS if is_long else PROGRAMS, PARTS):
        program = generate(np.random.default_rng([kina_seed, i]))
        ops_met.update(node.op for node in program.nodes)
        ops_met["programs"] += 1
        why = check(program, i)
        if why:
            file = tmp_path / f"program{i}.mlir"
            file.write_text(program.text())
            small = reduce.reduce(program, lambda candidate, i=i: check(candidate, i) is not None)
            pytest.fail(
                f"{why}\n{file} (seed of the arguments: {i}) reduced, {check(small, i)}:\n"
                f"{small.text()}"
            )


def test_text_and_back():
    for i in range(60):
        program = generate(np.random.default_rng(i))
        again = parse(program.text())
        assert again.text() == program.text()
        assert (again.inputs, again.nodes, again.results) == (
            program.inputs,
            program.nodes,
            program.results,
        )


def test_reduce_artificial_failure():
    """What "fails" here is a transpose that something reads: all but it and a reader goes."""

    def fails(program):
        read = {operand for node in program.nodes for operand in node.operands}
        start = len(program.inputs)
        return any(
            node.op == "transpose" and i in read for i, node in enumerate(program.nodes, start)
        )

    tried = 0
    for i in range(40):
        program = generate(np.random.default_rng(i))
        if not fails(program):
            continue
        tried += 1
        small = reduce.reduce(program, fails)
        assert len(small.nodes) == 2
        assert small.nodes[0].op == "transpose"
        assert small.nodes[1].operands.count(len(small.inputs)) >= 1
        # A small program is a program.
        assert parse(small.text()).text() == small.text()
        # Arguments that stay have the values that they had.
        values = dict(zip(program.input_names, arguments(program, i), strict=True))
        for name, array in zip(small.input_names, arguments(small, i), strict=True):
            if name in values:
                np.testing.assert_array_equal(array, values[name])
    assert tried > 10


def test_reduce_refuses_what_does_not_fail():
    program = generate(np.random.default_rng(0))
    with pytest.raises(ValueError, match="does not fail"):
        reduce.reduce(program, lambda _: False)


def test_reduce_command(tmp_path, capsys, monkeypatch):
    """The command on a file: a wrong oracle makes a right compiler fail."""
    program = generate(np.random.default_rng(1), 20, 20)
    file, out = tmp_path / "program.mlir", tmp_path / "small.mlir"
    file.write_text(program.text())
    monkeypatch.setattr("sys.argv", ["reduce", str(file), "--seed", "1", "--out", str(out)])
    kind = program.nodes[-1].op
    monkeypatch.setattr(
        reduce,
        "check",
        lambda candidate, _: "wrong"
        if candidate.nodes and candidate.nodes[-1].op == kind
        else None,
    )
    assert reduce.main() == 0
    small = parse(out.read_text())
    assert [node.op for node in small.nodes] == [kind]
    assert "wrong" in capsys.readouterr().err
    monkeypatch.setattr(reduce, "check", lambda *_: None)
    assert reduce.main() == 1
    assert "does not fail" in capsys.readouterr().err
