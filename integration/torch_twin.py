"""The algebra of reference.py once more in PyTorch (float64), written with torch's own operations.

Importing this module needs torch; `oracles()` of models/storylm0.py asks first.
"""

from __future__ import annotations

import numpy as np
import torch

from integration import reference


class Twin:
    """StoryLM-0 with weights as reference.weights() gives them; takes and returns NumPy arrays."""

    def __init__(self, weights: dict):
        self.w = {name: torch.tensor(value, dtype=torch.float64) for name, value in weights.items()}

    def _project(self, ids):
        x = torch.nn.functional.embedding(torch.tensor(np.asarray(ids)), self.w["embed"])
        heads = (x.shape[0], x.shape[1], reference.H, reference.DH)
        q, k, v = (
            torch.einsum("btd,de->bte", x, self.w[name]).view(heads).transpose(1, 2)
            for name in ("wq", "wk", "wv")
        )
        return x, q, k, v

    def _head(self, x, q, k, v, causal):
        scores = torch.einsum("bhqd,bhkd->bhqk", q, k) * self.w["scale"]
        if causal:
            above = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
            scores = scores.masked_fill(above, -torch.inf)
        context = torch.einsum("bhqk,bhkd->bhqd", torch.softmax(scores, -1), v)
        merged = context.transpose(1, 2).flatten(2)
        return torch.matmul(x + torch.matmul(merged, self.w["wo"]), self.w["lm_head"]), context

    def prefill(self, ids) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns (k_t, v, logits) of a full causal forward over token ids [B, T]."""
        x, q, k, v = self._project(ids)
        return k.transpose(2, 3).numpy(), v.numpy(), self._head(x, q, k, v, True)[0].numpy()

    def forward(self, ids) -> np.ndarray:
        """Returns the logits [B, T, V] of a full causal forward over token ids [B, T]."""
        return self.prefill(ids)[2]

    def context(self, ids) -> np.ndarray:
        """Returns the context [B, H, T, Dh] of the heads in a full causal forward."""
        return self._head(*self._project(ids), True)[1].numpy()

    def decode(self, ids, k_past=None, v_past=None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns (k_next, v_next, logits) of one step against the cache, if there is one."""
        x, q, k, v = self._project(ids)
        if k_past is not None:
            k = torch.cat([torch.tensor(k_past).transpose(2, 3), k], 2)
            v = torch.cat([torch.tensor(v_past), v], 2)
        return k.transpose(2, 3).numpy(), v.numpy(), self._head(x, q, k, v, False)[0].numpy()
