"""What random tests choose from: extents, and values of each element type.

A `Chooser` makes the choices: hypothesis in the tests of one op, which then shrinks them, a NumPy
generator in the random programs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from integration.elements import DTYPES, FORMATS, is_float
from integration.program import Shape, Type

T = TypeVar("T")

# Around the powers of 2 that vectors, tiles and unrolling use, and one long extent.
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 257)
MAX_RANK = 5
MAX_ELEMENTS = 4096

FLAVOURS = ("ordinary", "special", "special", "ties", "large", "denormal", "wide")


class Chooser:
    """Makes choices with `integer(low, high)`, both ends included; simple ones are small."""

    def __init__(self, integer: Callable[[int, int], int]):
        self.integer = integer

    @staticmethod
    def of(rng: np.random.Generator) -> Chooser:
        """Returns a chooser that asks a NumPy generator."""
        return Chooser(lambda low, high: int(rng.integers(low, high, endpoint=True)))

    def pick(self, options: Sequence[T]) -> T:
        """Returns one of the options; the first is the simplest."""
        return options[self.integer(0, len(options) - 1)]

    def flag(self) -> bool:
        """Returns True or False."""
        return bool(self.integer(0, 1))

    def extent(self, limit: int) -> int:
        """Returns one of EXTENTS, at most `limit` (at least 1)."""
        return self.pick([extent for extent in EXTENTS if extent <= max(limit, 1)])

    def shape(self, least: int = 1, most: int = MAX_RANK, limit: int = MAX_ELEMENTS) -> Shape:
        """Returns a shape of rank `least` to `most` with at most `limit` elements."""
        rank = self.integer(least, most)
        extents: list[int] = []
        for _ in range(rank):
            extents.append(self.extent(limit // math.prod(extents)))
        # The first ones have the wider choice: let that be any axis.
        turn = self.integer(0, rank - 1) if rank > 1 else 0
        return tuple(extents[turn:] + extents[:turn])

    def permutation(self, rank: int) -> Shape:
        """Returns the axes in some order."""
        left = list(range(rank))
        return tuple(left.pop(self.integer(0, len(left) - 1)) for _ in range(rank))


def values(rng: np.random.Generator, type: Type, flavour: str) -> np.ndarray:
    """Returns an array of the type, whose values are of the flavour."""
    with np.errstate(all="ignore"):
        if type.element == "i1":
            return rng.random(type.shape) < rng.choice([0.5, 0.5, 0.1, 1.0])
        draw = _floats if is_float(type.element) else _integers
        return draw(rng, type, flavour)


def _floats(rng: np.random.Generator, type: Type, flavour: str) -> np.ndarray:
    form = FORMATS[type.element]
    ordinary = rng.standard_normal(type.shape) * rng.choice([1, 1, 8])
    signs = rng.choice([-1.0, 1.0], type.shape)
    if flavour == "ordinary":
        made = ordinary
    elif flavour == "ties":
        made = signs * rng.integers(0, 3, type.shape) / rng.choice([1, 2])  # -0.0 too
    elif flavour == "special":
        # Sometimes one kind of them only: a row of -inf, or one NaN among numbers.
        known = [np.nan, np.inf, -np.inf, -0.0, 0.0, form.tiny, form.max, -form.max, 0.5, -2.5]
        known = rng.choice(known, rng.integers(1, len(known), endpoint=True), replace=False)
        share = rng.choice([0.02, 0.3, 0.9])
        made = np.where(rng.random(type.shape) < share, rng.choice(known, type.shape), ordinary)
    elif flavour == "large":
        # Of one size, so that sums of them are not all infinite.
        base = rng.uniform(form.greatest / 4, form.greatest)
        exponent = np.minimum(base + rng.uniform(0, 8, type.shape), form.greatest)
        made = signs * np.minimum(np.exp2(exponent) * rng.uniform(1, 2, type.shape), form.max)
    elif flavour == "denormal":
        made = signs * form.tiny * np.floor(np.exp2(rng.uniform(0, form.precision, type.shape)))
    else:
        exponent = rng.uniform(form.least, form.greatest, type.shape)
        made = signs * np.exp2(exponent) * rng.uniform(1, 2, type.shape)
    narrow = np.asarray(made, np.float32) if type.element == "bf16" else np.asarray(made)
    return narrow.astype(DTYPES[type.element])


def _integers(rng: np.random.Generator, type: Type, flavour: str) -> np.ndarray:
    limits = np.iinfo(type.dtype)
    if flavour == "ties":
        return rng.integers(-2, 3, type.shape).astype(type.dtype)
    if flavour == "special":
        known = [limits.min, limits.min + 1, limits.max, limits.max - 1, -1, 0, 1, 2]
        return rng.choice(np.array(known, type.dtype), type.shape)
    if flavour in ("large", "wide"):
        return rng.integers(limits.min, limits.max, type.shape, type.dtype, endpoint=True)
    return rng.integers(-100, 101, type.shape).astype(type.dtype)
