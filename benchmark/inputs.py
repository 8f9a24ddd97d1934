"""What one StoryLM-0 decode step against one cached position is called with."""

from __future__ import annotations

import numpy as np

from integration import reference

# The weights that a call by position passes behind token_ids, k_past and v_past.
WEIGHTS = ("embed", "wq", "wk", "wv", "wo", "lm_head", "scale")


def decode_s1() -> dict[str, np.ndarray]:
    """Returns the arguments by name, in f32: token 7 behind token 3."""
    model = reference.Model(reference.weights())
    k, v, _ = model.decode([[3]])
    arrays = {"token_ids": np.array([[7]]), "k_past": np.float32(k), "v_past": np.float32(v)}
    for name in WEIGHTS:
        array = np.float32(model.w[name])
        lead = {"embed": (), "scale": (1, 1, 1, 1)}.get(name, (1,))
        arrays[name] = array.reshape(lead + array.shape)
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}
