"""The decode step by each peer: a function that takes nothing and returns (k, v, logits).

Each stands in a process of its own, so that no two thread pools meet.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmark.inputs import WEIGHTS, decode_s1
from integration.reference import DH, H

Step = Callable[[], tuple]


def kina(library) -> dict[str, Step]:
    """The three ways to call a compiled function."""
    function = library.decode_s1
    named = decode_s1()
    token, k, v = (named[name] for name in ("token_ids", "k_past", "v_past"))
    rest = [named[name] for name in WEIGHTS]
    out = function(**named)
    return {
        "by name": lambda: function(**named),
        "by position": lambda: function(token, k, v, *rest),
        "out=": lambda: function(token, k, v, *rest, out=out),
    }


def _step(xp, concatenate, softmax, transpose):
    """The step as a user of an array library writes it."""

    def heads(x):
        return transpose(x.reshape(1, 1, H, DH), (0, 2, 1, 3))

    def step(ids, k_past, v_past, embed, wq, wk, wv, wo, lm_head, scale):
        x = embed[ids]
        k = concatenate([k_past, transpose(heads(x @ wk), (0, 1, 3, 2))], 3)
        v = concatenate([v_past, heads(x @ wv)], 2)
        context = softmax(heads(x @ wq) @ k * scale) @ v
        merged = transpose(context, (0, 2, 1, 3)).reshape(1, 1, H * DH)
        return k, v, (x + merged @ wo) @ lm_head

    return step


def numpy() -> dict[str, Step]:
    """NumPy's algebra."""

    def softmax(x):
        e = np.exp(x - x.max(3, keepdims=True))
        return e / e.sum(3, keepdims=True)

    step = _step(np, np.concatenate, softmax, np.transpose)
    arguments = list(decode_s1().values())
    return {"": lambda: step(*arguments)}


def torch() -> dict[str, Step]:
    """PyTorch, eager and, where it has it, compiled."""
    import torch

    def softmax(x):
        return torch.softmax(x, 3)

    step = _step(torch, torch.cat, softmax, lambda x, perm: x.permute(perm))
    arguments = [torch.from_numpy(array) for array in decode_s1().values()]

    def run(function):
        def call():
            with torch.inference_mode():
                return function(*arguments)

        return call

    found = {"eager": run(step)}
    if hasattr(torch, "compile"):
        found["compile"] = run(torch.compile(step))
    return found


def jax() -> dict[str, Step]:
    """JAX, compiled."""
    import jax
    import jax.numpy as jnp

    def softmax(x):
        return jax.nn.softmax(x, 3)

    step = jax.jit(_step(jnp, jnp.concatenate, softmax, jnp.transpose))
    arguments = [jnp.asarray(array) for array in decode_s1().values()]
    return {"jit": lambda: jax.block_until_ready(step(*arguments))}
