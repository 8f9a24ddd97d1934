"""Sampling: the generator, the filters against a plain oracle, the distribution, the shards."""

import math

import ml_dtypes
import numpy as np
import pytest

from kina.sampling import Sampler, Shard, combine, gumbel, philox4x32

# philox 4x32, 10 rounds, of the file kat_vectors of Random123: counter, key, result.
KNOWN = [
    (
        "00000000 00000000 00000000 00000000",
        "00000000 00000000",
        "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    ),
    (
        "ffffffff ffffffff ffffffff ffffffff",
        "ffffffff ffffffff",
        "408f276d 41c83b0e a20bc7c6 6d5451fd",
    ),
    (
        "243f6a88 85a308d3 13198a2e 03707344",
        "a4093822 299f31d0",
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]


def words(text):
    """Returns the integers of a line of hexadecimal words."""
    return [int(word, 16) for word in text.split()]


@pytest.mark.parametrize(("counter", "key", "result"), KNOWN)
def test_philox(counter, key, result):
    low, high = words(key)
    assert [int(w) for w in philox4x32(words(counter), low | high << 32)] == words(result)


def test_gumbel():
    """The number is a function of seed, step, sequence and token alone, and never infinite."""
    w = [int(x) for x in philox4x32((5, 4, 3, 2), 9)]
    u = (((w[0] << 20) | (w[1] >> 12)) + 0.5) / 2**52
    assert math.isclose(gumbel(9, 3 | 2 << 32, 4, 5), -math.log(-math.log(u)), rel_tol=1e-14)
    many = gumbel(1, 0, 0, np.arange(1 << 20))
    assert np.isfinite(many).all()
    # Mean and variance of the distribution.
    assert abs(many.mean() - np.euler_gamma) < 0.005
    assert abs(many.var() - math.pi**2 / 6) < 0.01
    parts = [gumbel(1, 0, 0, np.arange(a, a + 1000)) for a in (1000, 0)]
    np.testing.assert_array_equal(np.concatenate(parts[::-1]), many[:2000])


def kept(logits, temperature, top_k, top_p, min_p):
    """Returns the ids that the filters keep of one row, from their definitions."""
    order = sorted(np.flatnonzero(logits > -np.inf), key=lambda i: (-logits[i], i))
    if top_k:
        order = order[:top_k]
    weight = [math.exp((logits[i] - logits[order[0]]) / temperature) for i in order]
    total, before, result = math.fsum(weight), 0.0, []
    for i, w in zip(order, weight, strict=True):
        if (before < top_p * total or not result) and w >= min_p * weight[0]:
            result.append(int(i))
        before += w
    return result


SETTINGS = [
    {},
    {"temperature": 0},
    {"temperature": 3.5},
    {"top_k": 3},
    {"top_p": 0.7},
    {"min_p": 0.2},
    {"top_k": 5, "top_p": 0.8, "min_p": 0.05, "temperature": 0.6},
    {"top_p": 0},
    {"top_k": 1},
    {"min_p": 1},
    {"top_k": 10**9},
]


def cases(rng, count=60):
    """Returns rows of logits: ordinary, with ties, with forbidden tokens."""
    x = rng.standard_normal((count, 23)) * 3
    x[::3] = np.round(x[::3])
    x[::4, ::2] = -np.inf
    x[5] = 1.5
    return x.astype(np.float32)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_oracle(settings):
    """The token is the kept one with the largest logit / temperature + Gumbel number."""
    logits = cases(np.random.default_rng(3))
    got = Sampler(seed=11, **settings).sample(logits, step=4)
    full = {"temperature": 1.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0, **settings}
    for row, x in enumerate(np.float64(logits)):
        if full["temperature"] == 0:
            assert got[row] == x.argmax()
            continue
        ids = kept(x, **full)
        noise = gumbel(11, 4, row, np.array(ids))
        assert got[row] == ids[int((x[ids] / full["temperature"] + noise).argmax())]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("bounds", [(0, 11, 23), (0, 1, 2, 22, 23), (0, 6, 12, 18, 23)])
def test_shards(settings, bounds):
    """Any division of the vocabulary, in any order, gives the tokens of the whole."""
    rng = np.random.default_rng(5)
    logits = cases(rng)
    history = [list(rng.integers(0, 23, 5)) for _ in logits]
    settings = settings | {"repetition_penalty": 1.3, "logit_bias": {2: 1.0, 20: -math.inf}}
    sampler = Sampler(seed=2, **settings)
    whole = sampler.sample(logits, step=7, history=history)
    parts = list(zip(bounds[:-1], bounds[1:], strict=True))
    for order in (parts, parts[::-1]):
        shards = [Shard(sampler, logits[:, a:b], a, history) for a, b in order]
        np.testing.assert_array_equal(sampler.sample_sharded(shards, step=7), whole)


@pytest.mark.parametrize(
    "settings", [{}, {"temperature": 0.5}, {"top_k": 4}, {"top_p": 0.75}, {"min_p": 0.3}], ids=str
)
def test_distribution(settings):
    """A chi-square test over 10**6 draws; a fixed seed, so it passes or fails for good."""
    logits = np.array([1.0, 0.2, -0.5, 1.3, 0.0, -2.0, 0.9, 0.9])
    full = {"temperature": 1.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0, **settings}
    ids = kept(logits, **full)
    p = np.exp(logits[ids] / full["temperature"])
    p /= p.sum()
    sampler = Sampler(seed=2024, **settings)
    count, rows = np.zeros(8), 125_000
    table = np.broadcast_to(logits, (rows, 8))
    for step in range(8):
        count += np.bincount(sampler.sample(table, step), minlength=8)
    assert count.sum() == 10**6 == count[ids].sum()
    statistic = ((count[ids] - p * 10**6) ** 2 / (p * 10**6)).sum()
    # The 0.999 quantiles for 1 to 7 degrees of freedom.
    limits = (10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32)
    assert statistic < limits[len(ids) - 2]


def test_draws_are_apart():
    """Other steps, sequences and seeds give other draws; the same give the same."""
    x = np.zeros((200, 50), np.float32)
    base = Sampler(seed=1).sample(x, 0)
    np.testing.assert_array_equal(Sampler(seed=1).sample(x, 0), base)
    others = (Sampler(seed=1).sample(x, 1), Sampler(seed=2).sample(x, 0))
    for other in (*others, Sampler(seed=1).sample(x, 0, np.arange(200) + 200)):
        assert (other == base).mean() < 0.1
    # A row alone, named by its sequence.
    assert Sampler(seed=1).sample(x[:1], 0, sequences=[17])[0] == base[17]
    assert Sampler(seed=1).sample(x[0], 0, sequences=17) == base[17]


def test_temperatures():
    """O-28."""
    logits = np.array([1.0, 2.0, 0.0, -1.0])
    for temperature in (0, 1e-45, 5e-324, np.float32(1e-45)):
        sampler = Sampler(temperature=temperature, top_p=0.9)
        assert all(sampler.sample(logits, step) == 1 for step in range(50))
    for temperature in (1e30, 1.7e308):
        hot = Sampler(temperature=temperature).sample(np.broadcast_to(logits, (40000, 4)), 0)
        assert (np.abs(np.bincount(hot, minlength=4) / 40000 - 0.25) < 0.01).all()


@pytest.mark.parametrize(
    ("setting", "value", "error"),
    [
        *(("temperature", t, ValueError) for t in (math.nan, math.inf, -1, -1e-300)),
        *(("top_p", p, ValueError) for p in (1.5, -0.1, math.nan)),
        *(("min_p", p, ValueError) for p in (1.5, -0.1, math.nan)),
        ("top_k", -1, ValueError),
        ("top_k", 1.5, TypeError),
        ("top_k", True, TypeError),
        ("seed", -1, ValueError),
        ("seed", 2**64, ValueError),
        ("seed", None, TypeError),
        ("repetition_penalty", 0, ValueError),
        ("repetition_penalty", math.inf, ValueError),
        ("logit_bias", {1: math.nan}, ValueError),
        ("logit_bias", {1: math.inf}, ValueError),
        ("logit_bias", {-1: 1.0}, ValueError),
        ("logit_bias", {"a": 1.0}, TypeError),
        ("logit_bias", None, TypeError),
        ("temperature", "warm", TypeError),
    ],
)
def test_settings_refused(setting, value, error):
    with pytest.raises(error, match=setting):
        Sampler(**{setting: value})


def test_rows_refused():
    """ON-G06: NaN logits are an error."""
    greedy, sampler = Sampler(temperature=0), Sampler()
    rows = np.zeros((3, 4), np.float32)
    for chosen in (greedy, sampler):
        rows[1, 2] = np.nan
        with pytest.raises(ValueError, match="row 1 is NaN for token 2"):
            chosen.sample(rows, 0)
        with pytest.raises(ValueError, match="row 2 is -inf throughout"):
            chosen.sample(np.float32([[0, 0], [1, 0], [-np.inf, -np.inf]]), 0)
    with pytest.raises(ValueError, match="row 0 is -inf throughout"):
        combine([[-np.inf], [-np.inf]], [[-1], [-1]])
    for wrong, error in ((np.zeros((1, 1, 4)), ValueError), (np.zeros((2, 0)), ValueError),
                         (np.zeros((1, 4), int), TypeError)):  # fmt: skip
        with pytest.raises(error, match="logits: wanted"):
            sampler.sample(wrong, 0)
    for step, error in ((-1, ValueError), (1.0, TypeError), ([1, 2], ValueError)):
        with pytest.raises(error, match="step: wanted"):
            sampler.sample(np.zeros((3, 4)), step)
    with pytest.raises(ValueError, match="sequences: wanted"):
        sampler.sample(np.zeros((3, 4)), 0, sequences=[0, 1, 2**32])


def test_history():
    """The penalty divides what is positive and multiplies the rest, once for each id.

    ON-G01: ids that are none are refused.
    """
    x = np.array([[2.0, -1.0, 1.5, 0.0]])
    sampler = Sampler(temperature=0, repetition_penalty=2.0)
    assert sampler.sample(x, 0, history=[[0, 0]])[0] == 2
    np.testing.assert_array_equal(
        Shard(sampler, x, history=[[0, 1, 0]]).logits, [[1.0, -2.0, 1.5, 0.0]]
    )
    for ids, error in (([4], ValueError), ([-1], ValueError), ([2**40], ValueError),
                       ([True], TypeError), ([1.0], TypeError), (["a"], TypeError)):  # fmt: skip
        with pytest.raises(error, match="history: a token id"):
            sampler.sample(x, 0, history=[ids])
    assert sampler.sample(x, 0, history=[[np.int32(0)]])[0] == 2
    with pytest.raises(ValueError, match="history: a token id: .* got 4"):
        sampler.sample(x, 0, history=np.array([[0, 4]]))
    with pytest.raises(ValueError, match="history: wanted the tokens"):
        sampler.sample(x, 0)
    with pytest.raises(ValueError, match="logit_bias: a token id"):
        Sampler(logit_bias={4: 1.0}).sample(x, 0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, ml_dtypes.bfloat16], ids=str)
def test_types(dtype):
    """Numbers are what counts, not their type; the logits stay as they are."""
    x = (np.arange(60).reshape(6, 10) % 7 / 4).astype(dtype)
    x.setflags(write=False)
    sampler = Sampler(seed=1, logit_bias={3: 1}, repetition_penalty=1.5)
    history = np.arange(12).reshape(6, 2) % 10
    got = sampler.sample(x, np.int32(3), history=history)
    wanted = sampler.sample(np.float64(x), 3, history=history.tolist())
    assert got.dtype == np.int64 and got.shape == (6,)
    np.testing.assert_array_equal(got, wanted)


def test_bias_is_a_copy():
    bias = {1: 5.0}
    sampler = Sampler(temperature=0, logit_bias=bias)
    bias[0] = 50.0
    assert sampler.sample(np.zeros(4), 0) == 1


def test_ties_and_infinities():
    """O-03: of equal logits the lowest index."""
    x = np.float32([[1, 5, 5, 3], [np.inf, 0, np.inf, -np.inf]])
    assert Sampler(temperature=0).sample(x, 0).tolist() == [1, 0]
    for step in range(20):
        got = Sampler(top_k=1, temperature=9).sample(x, step)
        assert got[0] == 1 and got[1] == 0
        assert Sampler(logit_bias={1: -math.inf}, top_k=1).sample(x[0], step) == 2
        assert Sampler(top_p=0.5).sample(x, step)[1] in (0, 2)
    wide = np.zeros((1, 512), np.float32)
    wide[0, [5, 256]] = 7
    shards = [Shard(Sampler(temperature=0), wide[:, a : a + 256], a) for a in (256, 0)]
    assert Sampler(temperature=0).sample_sharded(shards, 0)[0] == 5
