"""ON-G06: sampled rollouts of the prompt [1, 4, 2] to 36 tokens, seeds 0 to 9, on four paths.

The static steps of the rollout program, the generic functions of storylm0_generic.kina, the full
forward on every prefix, and the forward with its heads on two devices in one process: each path has
to give the tokens that NumPy's logits give. Every token is also chosen from two halves of the
vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import kina
from integration import reference
from integration.models import forward, rollout, storylm0, tp_heads
from kina.sampling import Sampler, Shard

PROGRAM = "storylm0_sampled"
BREAKABLE = ("embed", "wq", "wk", "wv", "wo", "lm_head", "scale")
PROMPT = storylm0.ROLLOUT_3.prompt
SEEDS = range(10)

# A path: takes the tokens so far, gives the logits [1, V] of the next, and gets the longer list.
Path = Callable[[list[int]], Iterator[np.ndarray]]


def run(run: storylm0.Run) -> None:
    """Rolls out on every path and compares tokens and logits."""
    static = run.compile(rollout.PROGRAM, rollout.program())
    generic = run.compile("storylm0_generic")
    whole = run.compile("storylm0_forward_generic", open_length(forward.PROGRAM))
    heads = run.compile("storylm0_tp_heads_generic", open_length(tp_heads.PROGRAM))
    paths = {
        "static family": cached(
            run,
            lambda size: static[f"prefill_t{size}"],
            lambda past: static[f"decode_s{past}"],
        ),
        "generic functions": cached(run, lambda _: generic.prefill, lambda _: generic.decode),
        "forward only": uncached(run, whole.storylm0_forward),
        "heads on two devices": uncached(run, heads.storylm0_tp_heads),
    }
    model = run.models["NumPy"]
    for seed in SEEDS:
        wanted, logits = roll_out(lambda ids: prefixes(model, ids), seed)
        for name, path in paths.items():
            tokens, found = roll_out(path, seed)
            run.report.equal(f"tokens of seed {seed} on the path '{name}'", tokens, wanted)
            if tokens == wanted:
                run.report.close(f"logits on the path '{name}' vs NumPy", found, logits)
        run.say(f"  seed {seed}: {wanted}")
    choose_from_halves(run, model)


def roll_out(path: Path, seed: int) -> tuple[list[int], np.ndarray]:
    """Returns 36 tokens and the logits that they were chosen from."""
    sampler = Sampler(seed=seed, temperature=0.9, top_p=0.95)
    tokens, seen = list(PROMPT), []
    for logits in path(tokens):
        seen.append(logits)
        tokens.append(int(sampler.sample(logits, step=len(tokens))[0]))
        if len(tokens) == rollout.LENGTH:
            break
    return tokens, np.concatenate(seen)


def prefixes(model: reference.Model, tokens: list[int]) -> Iterator[np.ndarray]:
    """The path of the oracle: a full forward on every prefix."""
    while True:
        yield model.forward([tokens])[:, -1]


def cached(run: storylm0.Run, prefill: Callable, decode: Callable) -> Path:
    """The path of a prefill and then of steps against the cache of the one before."""

    def path(tokens: list[int]) -> Iterator[np.ndarray]:
        step, size = prefill(len(tokens)), len(tokens)
        mask = {"mask": run.inputs.mask(size)} if takes_mask(step) else {}
        k, v, logits = run.call(step, token_ids=[tokens], **mask)
        while True:
            yield logits[:, -1]
            k, v, logits = run.call(decode(k.shape[3]), token_ids=[tokens[-1:]], k_past=k, v_past=v)

    return path


def uncached(run: storylm0.Run, function: kina.Function) -> Path:
    """The path of a full forward on every prefix."""

    def path(tokens: list[int]) -> Iterator[np.ndarray]:
        while True:
            mask = run.inputs.mask(len(tokens))
            yield run.call(function, token_ids=[tokens], mask=mask)[:, -1]

    return path


def takes_mask(function: kina.Function) -> bool:
    """Says whether the mask is an argument."""
    return any(tensor.name == "mask" for tensor in function.inputs)


def open_length(program: str) -> str:
    """Returns the text of an example with its size T open, without `main`."""
    text = (storylm0.EXAMPLES / f"{program}.kina").read_text(encoding="utf-8")
    common = storylm0.EXAMPLES / "storylm0_common.kina"
    text = text.partition("fn main()")[0].replace("size T = 4\n", "")
    text = text.replace('"storylm0_common.kina"', f'"{common}"')
    return text.replace("(\n    token_ids", "[T](\n    token_ids").replace(
        "(\n    q:", "[T](\n    q:"
    )


def choose_from_halves(run: storylm0.Run, model: reference.Model) -> None:
    """Chooses from two shards of the vocabulary, with and without filters."""
    logits = model.forward([storylm0.ROLLOUT_3.tokens])[0]
    steps = np.arange(len(logits))
    for seed in SEEDS:
        for settings in ({}, {"top_k": 3}, {"top_p": 0.8}, {"min_p": 0.1, "temperature": 1.5}):
            sampler = Sampler(seed=seed, **settings)
            shards = [Shard(sampler, logits[:, a : a + 4], a) for a in (4, 0)]
            run.report.equal(
                "tokens chosen from halves of the vocabulary",
                sampler.sample_sharded(shards, steps),
                sampler.sample(logits, steps),
            )
