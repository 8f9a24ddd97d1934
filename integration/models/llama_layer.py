"""The layer of examples/llama_layer.kina in NumPy and float64, and random weights for it."""

from __future__ import annotations

import numpy as np

PROGRAM = "llama_layer"
HQ, HKV, DH, F = 4, 2, 8, 96
D = HQ * DH

# Compiled f32 code against f64, as a share of the largest magnitude in the result. The longest of
# about ten sums in a row has F = 96 terms; rope at position p rounds its angle by p * 6e-8, which
# is 8e-6 for the largest position that the test asks for.
TOLERANCE = 2e-5

WEIGHTS = {
    "attention_norm": (D,),
    "wq": (D, HQ * DH),
    "wk": (D, HKV * DH),
    "wv": (D, HKV * DH),
    "wo": (HQ * DH, D),
    "ffn_norm": (D,),
    "gate": (D, F),
    "up": (D, F),
    "down": (F, D),
}


def inputs(seed: int, new: int, past: int) -> dict[str, np.ndarray]:
    """Returns f32 arguments of `layer` by name: weights of a plausible size, an input, a cache."""
    random = np.random.default_rng(seed)

    def normal(*shape: int) -> np.ndarray:
        return random.standard_normal(shape).astype(np.float32)

    made = {name: normal(*shape) * np.float32(shape[0] ** -0.5) for name, shape in WEIGHTS.items()}
    for name in ("attention_norm", "ffn_norm"):
        made[name] = 1 + normal(D) / 8
    made["x"] = normal(1, new, D)
    made["k_past"], made["v_past"] = normal(1, HKV, past, DH), normal(1, HKV, past, DH)
    return made


def rms_norm(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """x over the root of its mean square, times a weight for each channel."""
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def rope(x: np.ndarray, first: int) -> np.ndarray:
    """Turns the pairs (2i, 2i + 1) of x, [1, H, T, DH], whose positions start at `first`."""
    position = np.arange(first, first + x.shape[2])[:, None]
    turn = np.exp(1j * position * 10000.0 ** (-2 * np.arange(DH // 2) / DH))
    pairs = (x[..., 0::2] + 1j * x[..., 1::2]) * turn
    return np.stack([pairs.real, pairs.imag], -1).reshape(x.shape)


def layer(arguments: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns (y, k_next, v_next) in float64."""
    w = {name: np.float64(value) for name, value in arguments.items()}
    x = w["x"]
    new, past = x.shape[1], w["k_past"].shape[2]

    def heads(flat: np.ndarray) -> np.ndarray:
        return flat.reshape(1, new, -1, DH).transpose(0, 2, 1, 3)

    h = rms_norm(x, w["attention_norm"])
    q = rope(heads(h @ w["wq"]), past)
    k = np.concatenate([w["k_past"], rope(heads(h @ w["wk"]), past)], 2)
    v = np.concatenate([w["v_past"], heads(h @ w["wv"])], 2)
    shared = [np.repeat(part, HQ // HKV, axis=1) for part in (k, v)]
    scores = q @ shared[0].swapaxes(2, 3) / np.sqrt(DH)
    seen = np.arange(past + new) <= past + np.arange(new)[:, None]
    scores = np.where(seen, scores, -np.inf)
    probs = np.exp(scores - scores.max(-1, keepdims=True))
    probs /= probs.sum(-1, keepdims=True)
    context = (probs @ shared[1]).transpose(0, 2, 1, 3).reshape(1, new, D)
    x = x + context @ w["wo"]
    h = rms_norm(x, w["ffn_norm"])
    gate = h @ w["gate"]
    return x + (gate / (1 + np.exp(-gate)) * (h @ w["up"])) @ w["down"], k, v
