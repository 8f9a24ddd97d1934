"""Chooses tokens from logits: counter-based Gumbel-max sampling on the host, in NumPy.

A seed gives the same tokens whatever path the logits come from, and however the vocabulary is
divided among devices, because the random number of a token depends on the seed, the step, the
sequence and the token's id alone.

    sampler = Sampler(seed=7, temperature=0.8, top_k=40, top_p=0.95)
    tokens = sampler.sample(logits[:, -1], step=len(prompt))

docs/sampling.md has the definitions, the order of the filters, and what shards exchange.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

__all__ = ["Cut", "Sampler", "Shard", "combine", "gumbel", "philox4x32"]

# Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as 1, 2, 3 (SC 2011).
_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_LOW = np.uint64(0xFFFFFFFF)
_WORD = np.uint64(32)

# No Gumbel number of 52 bits is larger than the smallest plus this: -log(-log(1 - 2**-53)) is
# below 36.8, -log(-log(2**-53)) above -3.7.
_SPREAD = 41.0

# Probabilities are added as multiples of this share of the largest: sums of integers do not depend
# on their order. 2**22 tokens fit in 63 bits.
_UNIT = 2.0**40
_MOST_TOKENS = 1 << 22


def philox4x32(counter: Sequence[np.ndarray], seed: int) -> tuple[np.ndarray, ...]:
    """Returns the four words of Philox4x32-10 for counters of four words, broadcast together.

    The words are uint64 arrays of values below 2**32. The key is the seed's low and high word.
    """
    key = [seed & 0xFFFFFFFF, seed >> 32]
    c0, c1, c2, c3 = (np.asarray(word, np.uint64) for word in counter)
    for _ in range(_ROUNDS):
        first, second = _MULTIPLIERS[0] * c0, _MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (
            (second >> _WORD) ^ c1 ^ np.uint64(key[0]),
            second & _LOW,
            (first >> _WORD) ^ c3 ^ np.uint64(key[1]),
            first & _LOW,
        )
        key = [(word + weyl) & 0xFFFFFFFF for word, weyl in zip(key, _WEYL, strict=True)]
    return c0, c1, c2, c3


def gumbel(seed: int, step, sequence, token) -> np.ndarray:
    """Returns standard Gumbel numbers in float64 for integers that broadcast together.

    The counter is (token, sequence, low word of step, high word of step). 52 bits n of the first
    two words become u = (n + 1/2) / 2**52, which is exact and strictly between 0 and 1, and the
    number is -log(-log(u)).
    """
    step = np.asarray(step, np.uint64)
    w0, w1, _, _ = philox4x32((token, sequence, step & _LOW, step >> _WORD), seed)
    n = (w0 << np.uint64(20)) | (w1 >> np.uint64(12))
    return -np.log(-np.log((n.astype(np.float64) + 0.5) * 2.0**-52))


class Cut(NamedTuple):
    """The last token that filters keep in each row: of the better ones none is dropped."""

    logits: np.ndarray
    ids: np.ndarray


@dataclass(frozen=True)
class Sampler:
    """How tokens are chosen. Raises ValueError or TypeError that names the wrong setting.

    seed: 0 to 2**64 - 1.
    temperature: 0 takes the largest logit, the lowest id on ties; else finite and positive.
    top_k: keeps the k largest logits; 0, and all from the size of the vocabulary on, keep all.
    top_p: keeps the most probable tokens up to a total of p, at least one; from 0 to 1.
    min_p: keeps tokens of at least this share of the largest probability; from 0 to 1.
    repetition_penalty: divides positive and multiplies other logits of tokens in the history;
        finite and positive.
    logit_bias: what is added to the logits of single ids; finite, or -inf to forbid a token.
    """

    seed: int = 0
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    logit_bias: Mapping[int, float] = field(default_factory=dict)

    def __post_init__(self):
        """Checks the settings."""
        _integer("seed", self.seed, 0, 2**64 - 1)
        _integer("top_k", self.top_k, 0, None)
        _number("temperature", self.temperature, 0, math.inf)
        _number("top_p", self.top_p, 0, 1)
        _number("min_p", self.min_p, 0, 1)
        _number("repetition_penalty", self.repetition_penalty, 0, math.inf)
        if self.repetition_penalty == 0:
            raise ValueError("repetition_penalty: wanted a number above 0, got 0")
        if not isinstance(self.logit_bias, Mapping):
            raise TypeError(f"logit_bias: wanted a mapping of ids, got {self.logit_bias!r}")
        # A copy, which stays as it was checked.
        object.__setattr__(self, "logit_bias", dict(self.logit_bias))
        for token, bias in self.logit_bias.items():
            _integer("logit_bias: a token id", token, 0, _MOST_TOKENS - 1)
            if bias != -math.inf:
                _number(f"logit_bias[{token}]", bias, -math.inf, math.inf)

    def sample(self, logits, step, sequences=None, history=None) -> np.ndarray:
        """Returns a token id, int64 [N], for each row of logits [N, V]; one np.int64 for [V].

        step: the position of the new token, an integer or one for each row.
        sequences: numbers below 2**32 that tell the rows apart; 0 .. N - 1 if left out.
        history: for each row the ids of the tokens before, for the repetition penalty; for [V] the
            ids themselves.
        Raises ValueError for NaN, for a row of nothing but -inf, for ids outside of 0 .. V - 1, and
        TypeError for what are no floats or no integers.
        """
        logits = np.asarray(logits)
        one = logits.ndim == 1
        if one:
            logits = logits[None]
            history = None if history is None else [history]
        shard = Shard(self, logits, history=history)
        _check_ids("logit_bias", self.logit_bias, shard.logits.shape[1])
        for row in history if history is not None else ():
            _check_ids("history", row, shard.logits.shape[1])
        tokens = self.sample_sharded([shard], step, sequences)
        return tokens[0] if one else tokens

    def sample_sharded(self, shards: Sequence[Shard], step, sequences=None) -> np.ndarray:
        """Returns what `sample` returns for the whole vocabulary, from its shards in any order.

        This is the whole exchange in one process: over MPI each list below is an all-gather.
        """
        cut = peak = mass = None
        if self.needs_peak:
            peak = np.max([shard.peak() for shard in shards], axis=0)
        if self.needs_mass:
            mass = np.sum([shard.mass(peak) for shard in shards], axis=0)
        if self.needs_candidates:
            found = [shard.candidates(peak, mass) for shard in shards]
            logits, ids = (np.concatenate(part, axis=1) for part in zip(*found, strict=True))
            cut = self.cut(peak, mass, logits, ids)
        elif self.needs_peak:
            cut = self.cut(peak)
        best = [shard.best(step, sequences, cut) for shard in shards]
        return combine(*(np.stack(part) for part in zip(*best, strict=True)))

    @property
    def needs_peak(self) -> bool:
        """Says whether a filter is on; the largest logit of all shards is wanted then."""
        return self.temperature > 0 and (self.top_k > 0 or self.top_p < 1 or self.min_p > 0)

    @property
    def needs_mass(self) -> bool:
        """Says whether top_p counts the whole vocabulary."""
        return self.temperature > 0 and self.top_p < 1 and self.top_k == 0

    @property
    def needs_candidates(self) -> bool:
        """Says whether single tokens decide where the cut lies."""
        return self.temperature > 0 and (self.top_p < 1 or self.top_k > 0)

    def cut(self, peak, mass=None, logits=None, ids=None) -> Cut:
        """Returns where the filters end in each row.

        peak [N]: the largest logit of all shards. mass [N]: the sum of theirs, where `needs_mass`.
        logits, ids [N, C]: the candidates of all shards side by side, where `needs_candidates`.
        """
        lowest = np.full(peak.shape, -np.inf)
        if self.min_p > 0:
            lowest = peak + self.temperature * math.log(self.min_p)
        if logits is None:
            return Cut(lowest, np.full(peak.shape, _MOST_TOKENS))
        order = np.lexsort((ids, -logits), axis=1)
        if self.top_k:
            order = order[:, : self.top_k]
        logits, ids = (np.take_along_axis(x, order, 1) for x in (logits, ids))
        keep = (logits > -np.inf) & (logits >= lowest[:, None])
        if self.top_p < 1:
            weights = self._weights(logits, peak)
            if mass is None:
                mass = weights.sum(axis=1)
            before = np.cumsum(weights, axis=1) - weights
            keep &= before < (self.top_p * mass.astype(np.float64))[:, None]
            keep[:, 0] = True
        last = np.maximum(keep.sum(axis=1) - 1, 0)[:, None]
        return Cut(*(np.take_along_axis(x, last, 1)[:, 0] for x in (logits, ids)))

    def _weights(self, logits: np.ndarray, peak: np.ndarray) -> np.ndarray:
        """Returns the probabilities as integers: shares of the largest, rounded down."""
        peak = np.where(np.isfinite(peak), peak, 0)[:, None]
        with np.errstate(over="ignore", under="ignore"):
            share = np.exp(np.minimum((logits - peak) / self.temperature, 0))
        return np.floor(share * _UNIT).astype(np.int64)


class Shard:
    """The logits of a part of the vocabulary, [N, V'], with bias and penalty applied.

    first_id is the id of column 0, history as for `Sampler.sample`. Raises ValueError for NaN and
    TypeError for what are no floats.
    """

    def __init__(self, sampler: Sampler, logits, first_id: int = 0, history=None):
        self.sampler = sampler
        logits = np.asarray(logits)
        if logits.dtype.kind != "f" and logits.dtype.name != "bfloat16":
            raise TypeError(f"logits: wanted floats, got {logits.dtype}")
        if logits.ndim != 2 or 0 in logits.shape:
            raise ValueError(f"logits: wanted [N, V] with extents above 0, got {[*logits.shape]}")
        if logits.shape[1] > _MOST_TOKENS:
            raise ValueError(f"logits: wanted at most {_MOST_TOKENS} tokens, got {logits.shape[1]}")
        _integer("first_id", first_id, 0, _MOST_TOKENS - logits.shape[1])
        self.ids = np.arange(first_id, first_id + logits.shape[1])
        self.logits = np.array(logits, np.float64, order="C")
        if np.isnan(self.logits).any():
            row, column = np.argwhere(np.isnan(self.logits))[0]
            raise ValueError(f"logits: row {row} is NaN for token {self.ids[column]}")
        for token, bias in sampler.logit_bias.items():
            if 0 <= token - first_id < len(self.ids):
                self.logits[:, token - first_id] += bias
        if np.isnan(self.logits).any():
            raise ValueError("logit_bias: +inf cannot be forbidden by -inf")
        if sampler.repetition_penalty != 1:
            self._penalize(history)
        # +inf is certain; as a number it is so large that no noise changes it.
        certain = self.logits == np.inf
        self.logits[certain] = np.finfo(np.float64).max

    def _penalize(self, history) -> None:
        if history is None:
            raise ValueError("history: wanted the tokens of each row for repetition_penalty")
        if len(history) != len(self.logits):
            raise ValueError(f"history: wanted {len(self.logits)} rows, got {len(history)}")
        for row, tokens in zip(self.logits, history, strict=True):
            _check_ids("history", tokens, _MOST_TOKENS)
            columns = np.unique(np.asarray(tokens, np.int64)) - self.ids[0]
            columns = columns[(columns >= 0) & (columns < len(row))]
            penalty = self.sampler.repetition_penalty
            with np.errstate(over="ignore"):
                row[columns] = np.where(
                    row[columns] > 0, row[columns] / penalty, row[columns] * penalty
                )

    def peak(self) -> np.ndarray:
        """Returns the largest logit, float64 [N]."""
        return self.logits.max(axis=1)

    def mass(self, peak: np.ndarray) -> np.ndarray:
        """Returns the sum of the probabilities as integers, int64 [N]; `peak` is of all shards."""
        return self.sampler._weights(self.logits, peak).sum(axis=1)

    def candidates(self, peak, mass=None) -> tuple[np.ndarray, np.ndarray]:
        """Returns logits and ids [N, C] of every token here that may be kept, best first.

        With top_k these are its k best; else those before which the shard alone does not reach the
        share top_p of `mass`, that of all shards. Rows are filled up with worse ones.
        """
        sampler = self.sampler
        order = np.argsort(-self.logits, axis=1, kind="stable")
        if sampler.top_k:
            count = min(sampler.top_k, order.shape[1])
        else:
            weights = sampler._weights(np.take_along_axis(self.logits, order, 1), peak)
            before = np.cumsum(weights, axis=1) - weights
            kept = before < (sampler.top_p * mass.astype(np.float64))[:, None]
            count = max(int(kept.sum(axis=1).max()), 1)
        order = order[:, :count]
        return np.take_along_axis(self.logits, order, 1), self.ids[order]

    def best(self, step, sequences=None, cut: Cut | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Returns the best score, float64 [N], and its token id, int64 [N].

        The score is -inf and the id -1 where no token is kept. `step` and `sequences` are those of
        `Sampler.sample`, `cut` that of all shards.
        """
        rows = len(self.logits)
        sequences = np.arange(rows) if sequences is None else sequences
        step = _counters("step", step, rows, 2**64)
        sequences = _counters("sequences", sequences, rows, 2**32)
        logits, temperature = self.logits, float(self.sampler.temperature)
        keep = logits > -np.inf
        if cut is not None:
            at = cut.logits[:, None]
            keep &= (logits > at) | ((logits == at) & (self.ids <= cut.ids[:, None]))
        score = np.where(keep, logits, -np.inf)
        if temperature > 0:
            with np.errstate(over="ignore", invalid="ignore"):
                least = score.max(axis=1, keepdims=True) - _SPREAD * temperature
            row, column = np.nonzero(keep & ~(logits < least))
            noise = gumbel(int(self.sampler.seed), step[row], sequences[row], self.ids[column])
            score = np.full(logits.shape, -np.inf)
            # The two differ by a factor; neither overflows.
            chosen = logits[row, column]
            score[row, column] = (
                chosen / temperature + noise if temperature > 1 else chosen + temperature * noise
            )
        column = score.argmax(axis=1)
        found = score[np.arange(rows), column]
        return found, np.where(found > -np.inf, self.ids[column], -1)


def combine(scores: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """Returns the token ids, int64 [N], of the best scores; both arguments are [shards, N].

    The lowest id wins among equal scores, in whatever order the shards stand. Raises ValueError
    where no shard has a token.
    """
    scores, ids = np.asarray(scores), np.asarray(ids)
    best = scores.max(axis=0)
    empty = np.flatnonzero(best == -np.inf)
    if empty.size:
        raise ValueError(f"logits: row {empty[0]} is -inf throughout, no token can be chosen")
    return np.where(scores == best, ids, np.iinfo(np.int64).max).min(axis=0)


def _integer(what: str, value, low: int, high: int | None) -> int:
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what}: wanted an integer, got {value!r}")
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: wanted an integer, got {value!r}") from None
    if value < low or (high is not None and value > high):
        wanted = f"at least {low}" if high is None else f"from {low} to {high}"
        raise ValueError(f"{what}: wanted an integer {wanted}, got {value}")
    return value


def _number(what: str, value, low: float, high: float) -> None:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)):
        raise TypeError(f"{what}: wanted a number, got {value!r}")
    if not math.isfinite(value) or not low <= value <= high:
        wanted = "a finite number" if high == math.inf else f"a number from {low} to {high}"
        if high == math.inf and low == 0:
            wanted += " that is not negative"
        raise ValueError(f"{what}: wanted {wanted}, got {value}")


def _check_ids(what: str, ids: Iterable[int], size: int) -> None:
    if isinstance(ids, np.ndarray) and ids.dtype.kind in "iu":
        ids = ids[(ids < 0) | (ids >= size)].flat
    for token in ids:
        _integer(f"{what}: a token id", token, 0, size - 1)


def _counters(what: str, value, rows: int, end: int) -> np.ndarray:
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what}: wanted integers, got {array.dtype}")
    if array.ndim > 1 or (array.ndim == 1 and len(array) != rows):
        raise ValueError(f"{what}: wanted one integer or {rows}, got {[*array.shape]}")
    if array.size and (array.min() < 0 or int(array.max()) >= end):
        raise ValueError(f"{what}: wanted integers from 0 to {end - 1}, got {array.tolist()}")
    return np.broadcast_to(array.astype(np.uint64), (rows,))
