"""What the tests know about an op."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from integration.draw import Chooser, values
from integration.judge import Expected
from integration.program import Attributes, Node, Program, Shape, Type

Row = tuple[str, ...]  # element types: the operands', then the result's


class Drawn(NamedTuple):
    """An op that was drawn: shapes of the operands, attributes, shape of the result."""

    operands: tuple[Shape, ...]
    attributes: Attributes
    result: Shape


class Op(abc.ABC):
    """An op by its mnemonic, with the element types that it takes."""

    name: str
    rows: tuple[Row, ...]
    #: Places in a row whose type does not follow from the others': ids, conditions, results.
    own: frozenset[int] = frozenset()

    @abc.abstractmethod
    def draw(self, c: Chooser, row: Row, first: Shape | None = None) -> Drawn | None:
        """Chooses shapes and attributes; `first` is the shape of the first operand, if it is given.

        Returns None where no op fits that shape.
        """

    @abc.abstractmethod
    def oracle(self, node: Node, operands: Sequence[np.ndarray]) -> Expected:
        """Returns what the op gives for these operands."""

    def program(self, c: Chooser, row: Row) -> Program:
        """Returns a program of this one op."""
        return self.program_of(self.draw(c, row), row)

    def program_of(self, drawn: Drawn, row: Row) -> Program:
        """Returns the program of what was drawn, with these element types."""
        # The operands of concat, however many, have one type.
        given = row[:-1] if len(row) - 1 == len(drawn.operands) else row[:1] * len(drawn.operands)
        inputs = tuple(map(Type, given, drawn.operands))
        result = Type(row[-1], drawn.result)
        node = Node(self.name, tuple(range(len(inputs))), drawn.attributes, result)
        return Program(inputs, (node,), (len(inputs),))

    def values(
        self, rng: np.random.Generator, types: Sequence[Type], flavour: str
    ) -> list[np.ndarray]:
        """Returns values of the operands."""
        return [values(rng, type, flavour) for type in types]

    def constants(self, node: Node, operands: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        """Returns the operands as they may be constants."""
        return operands


def same_rows(types: Sequence[str], operands: int = 1) -> tuple[Row, ...]:
    """Returns the rows of an op whose operands and result have one element type."""
    return tuple((element,) * (operands + 1) for element in types)
