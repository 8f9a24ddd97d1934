"""The oracle itself: the token lists of the specification, and PyTorch's opinion."""

import numpy as np
import pytest

from integration import reference
from integration.models import storylm0

MODEL = reference.Model(reference.weights())


@pytest.mark.parametrize("answer", storylm0.ANSWERS, ids=str)
def test_full_forward(answer):
    new = len(answer.tokens) - len(answer.prompt)
    assert MODEL.generate(answer.prompt, new) == answer.tokens


@pytest.mark.parametrize("answer", storylm0.ANSWERS, ids=str)
def test_incremental(answer):
    """The cache algebra gives the same tokens, and the full forward's numbers at each step."""
    tokens = list(answer.prompt)
    k, v, logits = MODEL.prefill([tokens])
    while len(tokens) < len(answer.tokens):
        tokens.append(int(logits[0, -1].argmax()))
        k, v, logits = MODEL.decode([[tokens[-1]]], k, v)
        full_k, full_v, full = MODEL.prefill([tokens])
        np.testing.assert_allclose(logits[0, 0], full[0, -1], rtol=1e-13, atol=1e-13)
        np.testing.assert_array_equal(k, full_k)
        np.testing.assert_array_equal(v, full_v)
    assert tokens == answer.tokens


def test_answers_are_stable():
    """The best two logits are at least 0.016 apart, so that f32 cannot swap them."""
    gaps = []
    for answer in storylm0.ANSWERS:
        for end in range(len(answer.prompt), len(answer.tokens)):
            best = np.sort(MODEL.forward([answer.tokens[:end]])[0, -1])
            gaps.append(best[-1] - best[-2])
    assert min(gaps) > 0.016


def test_weights_are_exact_in_f32():
    for name, value in MODEL.w.items():
        assert np.array_equal(np.float64(np.float32(value)), value), name


def test_torch_agrees():
    pytest.importorskip("torch")
    from integration.torch_twin import Twin

    twin = Twin(MODEL.w)
    ids = [storylm0.ANSWERS[-1].tokens]
    for mine, other in zip(MODEL.prefill(ids), twin.prefill(ids), strict=True):
        np.testing.assert_allclose(other, mine, rtol=1e-12, atol=1e-12)
    k, v, _ = MODEL.prefill([[1, 4, 2]])
    for cache in ((), (k, v)):
        for mine, other in zip(
            MODEL.decode([[5]], *cache), twin.decode([[5]], *cache), strict=True
        ):
            np.testing.assert_allclose(other, mine, rtol=1e-12, atol=1e-12)
