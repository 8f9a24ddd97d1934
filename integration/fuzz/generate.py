"""Random whole programs, well-typed by construction from the table of ops."""

from __future__ import annotations

import math

import numpy as np

from integration.draw import FLAVOURS, MAX_ELEMENTS, MAX_RANK, Chooser, values
from integration.ops import OPS
from integration.program import Node, Program, Type

MAX_INPUTS = 10
# Chains of these are what canonicalization is about.
STRUCTURAL = ("reshape", "transpose", "broadcast", "concat", "slice")
SOURCES = ("iota", "constant")


class _Writer:
    """A program that grows."""

    def __init__(self, c: Chooser, most_elements: int):
        self.c = c
        self.most_elements = most_elements
        self.inputs: list[Type] = []
        # Operands as ("input", number) or ("node", number), until the inputs are counted.
        self.nodes: list[tuple[str, list[tuple[str, int]], object, Type]] = []
        self.last: tuple[str, int] | None = None

    def type(self, value: tuple[str, int]) -> Type:
        where, number = value
        return self.inputs[number] if where == "input" else self.nodes[number][3]

    def pool(self) -> list[tuple[str, int]]:
        return [("input", i) for i in range(len(self.inputs))] + [
            ("node", i) for i in range(len(self.nodes))
        ]

    def operand(self, type: Type) -> tuple[str, int] | None:
        """Returns a value of the type: one that is there, or a new input."""
        there = [value for value in self.pool() if self.type(value) == type]
        if there:
            return self.c.pick(there[::-1])
        if len(self.inputs) >= MAX_INPUTS:
            return None
        self.inputs.append(type)
        return ("input", len(self.inputs) - 1)

    def first(self) -> tuple[str, int]:
        """Returns a value to go on from: the last one, so that chains are made, or any."""
        if self.last is not None and self.c.integer(0, 9) < 6:
            return self.last
        return self.c.pick(self.pool())

    def is_known(self, value: tuple[str, int]) -> bool:
        """Says whether a value depends on no input."""
        where, number = value
        return where == "node" and all(map(self.is_known, self.nodes[number][1]))

    def grow(self, name: str) -> bool:
        """Adds an op of this name. Returns False where nothing fits."""
        c, op = self.c, OPS[name]
        if name in SOURCES:
            row = c.pick(op.rows)
            first, given = None, None
        else:
            first = self.first()
            given = self.type(first)
            rows = [row for row in op.rows if row[0] == given.element]
            if not rows:
                return False
            row = c.pick(rows)
        drawn = op.draw(c, row, given.shape if given else None)
        if (
            drawn is None
            or len(drawn.result) > MAX_RANK
            or math.prod(drawn.result) > self.most_elements
            or any(math.prod(shape) > self.most_elements for shape in drawn.operands)
        ):
            return False
        kinds = row[:-1] if len(row) - 1 == len(drawn.operands) else row[:1] * len(drawn.operands)
        operands = [first] if first else []
        for kind, shape in list(zip(kinds, drawn.operands, strict=True))[len(operands) :]:
            operand = self.operand(Type(kind, shape))
            if operand is None:
                return False
            operands.append(operand)
        # Known ids outside the table are an error of kina-to-linalg.
        if name == "gather" and self.is_known(operands[1]):
            return False
        self.nodes.append((name, operands, drawn.attributes, Type(row[-1], drawn.result)))
        self.last = ("node", len(self.nodes) - 1)
        return True

    def program(self) -> Program:
        """Returns the program; its results are the values that no op reads."""

        def number(value: tuple[str, int]) -> int:
            return value[1] + len(self.inputs) * (value[0] == "node")

        nodes = tuple(
            Node(name, tuple(map(number, operands)), attributes, type)
            for name, operands, attributes, type in self.nodes
        )
        read = {operand for node in nodes for operand in node.operands}
        start = len(self.inputs)
        results = tuple(i for i in range(start, start + len(nodes)) if i not in read)
        return Program(tuple(self.inputs), nodes, results)


def generate(
    rng: np.random.Generator,
    least: int = 20,
    most: int = 100,
    *,
    most_elements: int = MAX_ELEMENTS,
    constants: int = 1,
) -> Program:
    """Returns a program of `least` to `most` ops; `constants` in 20 are constants and iotas."""
    c = Chooser.of(rng)
    writer = _Writer(c, most_elements)
    others = [name for name in OPS if name not in STRUCTURAL and name not in SOURCES]
    # Some programs are of few ops and types, so that values meet again.
    structural = int(rng.choice([2, 5, 9]))
    for _ in range(c.integer(1, 3)):
        element = c.pick(("f32", "f32", "bf16", "f16", "f64", "i64", "i32", "i8", "i1"))
        writer.inputs.append(Type(element, c.shape(1, 4, min(256, most_elements))))
    wanted = c.integer(least, most)
    while len(writer.nodes) < wanted:
        turn = c.integer(0, 19)
        if turn < constants:
            writer.grow(c.pick(SOURCES))
        elif turn < constants + 2 * structural:
            writer.grow(c.pick(STRUCTURAL))
        else:
            writer.grow(c.pick(others))
    return writer.program()


def arguments(program: Program, seed: int) -> list[np.ndarray]:
    """Returns values for the inputs, each of which depends on the seed and the input's name only.

    So they stay what they are while a reducer takes other inputs away.
    """
    made = []
    for name, type in zip(program.input_names, program.inputs, strict=True):
        rng = np.random.default_rng([seed, *name.encode()])
        made.append(values(rng, type, FLAVOURS[rng.integers(len(FLAVOURS))]))
    return made
