"""StoryLM-0 in NumPy and float64: the oracle for compiled steps.

Layouts are those of the specification: B = 1, H = 2, Dh = 2, D = 4, V = 8; K is kept transposed,
[B, H, Dh, S], V as [B, H, S, Dh]. What compiled code reads as f32 (scale, mask) enters here as
the same numbers, widened.
"""

from __future__ import annotations

import numpy as np

H, DH, D, V = 2, 2, 4, 8
MASKED = -1e9  # added above the diagonal of the scores

# Tensor numbers of the weight pattern, and shapes.
WEIGHTS = {
    "embed": (1, (V, D)),
    "wq": (2, (D, D)),
    "wk": (3, (D, D)),
    "wv": (4, (D, D)),
    "wo": (5, (D, D)),
    "lm_head": (6, (D, V)),
}


def pattern(number: int, shape: tuple[int, ...]) -> np.ndarray:
    """Returns weights that are exact in f32: (((16 i + 6 number) mod 19) - 9) / 8, i row-major."""
    i = np.arange(np.prod(shape, dtype=np.int64))
    return ((((16 * i + 6 * number) % 19) - 9) / 8).reshape(shape)


def weights() -> dict[str, np.ndarray]:
    """Returns the weights of the StoryLM-0 instances in float64, by name, and "scale"."""
    made = {name: pattern(number, shape) for name, (number, shape) in WEIGHTS.items()}
    made["scale"] = np.float64(np.float32(1 / np.sqrt(2)))
    return made


def mask(length: int) -> np.ndarray:
    """Returns the causal mask [1, 1, T, T]: 0 on and below the diagonal, MASKED above."""
    return np.triu(np.full((length, length), np.float64(np.float32(MASKED))), 1)[None, None]


def softmax(x: np.ndarray, axis: int) -> np.ndarray:
    """Softmax that subtracts the maximum along `axis`."""
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def split_heads(x: np.ndarray) -> np.ndarray:
    """[B, T, D] -> [B, H, T, Dh]."""
    b, t, _ = x.shape
    return x.reshape(b, t, H, DH).transpose(0, 2, 1, 3)


def merge_heads(x: np.ndarray) -> np.ndarray:
    """[B, H, T, Dh] -> [B, T, D]."""
    b, _, t, _ = x.shape
    return x.transpose(0, 2, 1, 3).reshape(b, t, D)


def attend(q, k_t, v, scale, additive=0.0) -> np.ndarray:
    """Returns the context [B, H, T, Dh] of queries over keys and values."""
    return softmax(q @ k_t * scale + additive, 3) @ v


class Model:
    """StoryLM-0 with weights as `weights()` gives them."""

    def __init__(self, w: dict):
        self.w = w

    def project(self, ids) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Returns (x, q, k_t, v) for token ids [B, T]: the embedded tokens and their heads."""
        x = self.w["embed"][np.asarray(ids)]
        q, k, v = (split_heads(x @ self.w[name]) for name in ("wq", "wk", "wv"))
        return x, q, k.transpose(0, 1, 3, 2), v

    def head(self, x: np.ndarray, context: np.ndarray) -> np.ndarray:
        """Returns logits [B, T, V] from the embedded tokens and the context of the heads."""
        return (x + merge_heads(context) @ self.w["wo"]) @ self.w["lm_head"]

    def context(self, ids) -> np.ndarray:
        """Returns the context [B, H, T, Dh] of the heads in a full causal forward."""
        x, q, k_t, v = self.project(ids)
        return attend(q, k_t, v, self.w["scale"], mask(x.shape[1]))

    def prefill(self, ids) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns (k_t, v, logits) of a full causal forward over token ids [B, T]."""
        x, _, k_t, v = self.project(ids)
        return k_t, v, self.head(x, self.context(ids))

    def forward(self, ids) -> np.ndarray:
        """Returns the logits [B, T, V] of a full causal forward over token ids [B, T]."""
        return self.prefill(ids)[2]

    def decode(self, ids, k_past=None, v_past=None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns (k_next, v_next, logits) of one step: a token id [B, 1] against the cache.

        Without a cache the token attends to itself.
        """
        x, q, k_next, v_next = self.project(ids)
        if k_past is not None:
            k_next = np.concatenate([k_past, k_next], 3)
            v_next = np.concatenate([v_past, v_next], 2)
        return k_next, v_next, self.head(x, attend(q, k_next, v_next, self.w["scale"]))

    def generate(self, prompt: list[int], count: int) -> list[int]:
        """Returns the prompt and `count` greedy tokens, each from a full forward on its prefix."""
        tokens = list(prompt)
        for _ in range(count):
            tokens.append(int(self.forward([tokens])[0, -1].argmax()))
        return tokens
