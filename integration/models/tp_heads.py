"""Head-parallel attention of storylm0_tp_heads.kina over the prompt [1, 4, 2, 6].

Compares logits with the unsharded forward (the oracle's and, to the bit, the compiled one), each
head's context, and that a changed last token leaves the earlier rows of logits alone.
"""

import numpy as np

from integration import reference
from integration.models import forward, storylm0

PROGRAM = "storylm0_tp_heads"
BREAKABLE = ("embed", "wq", "wk", "wv", "wo", "lm_head", "scale", "mask", "q", "k_t", "v")
PROMPT = storylm0.ROLLOUT_4.prompt


def run(run: storylm0.Run) -> None:
    """Runs the whole graph and its attention alone, and compares."""
    library = run.compile(PROGRAM)
    mask = run.inputs.mask(len(PROMPT))

    def logits_of(ids):
        return run.call(library.storylm0_tp_heads, token_ids=[ids], mask=mask)

    logits = logits_of(PROMPT)
    run.close("logits of the unsharded forward", logits, "forward", [PROMPT])
    whole = run.compile(forward.PROGRAM).storylm0_forward
    run.report.equal(
        "logits vs compiled storylm0_forward, bit for bit",
        logits,
        run.call(whole, token_ids=[PROMPT], mask=mask),
    )

    _, q, k_t, v = run.models["NumPy"].project([PROMPT])
    heads = {
        name: run.inputs.buffer(name, np.ascontiguousarray(value, np.float32))
        for name, value in (("q", q), ("k_t", k_t), ("v", v))
    }
    context = run.call(library.tp_heads, **heads, mask=mask)
    for oracle, model in run.models.items():
        want = model.context([PROMPT])
        for h in range(reference.H):
            one = np.s_[:, h : h + 1]
            run.report.close(f"context of head {h} vs {oracle}", context[one], want[one])

    for other in range(reference.V):
        changed = logits_of([*PROMPT[:-1], other])
        run.report.equal(
            "rows 0..2 for each last token", changed[:, :3].copy(), logits[:, :3].copy()
        )
        run.close("last row for each last token", changed, "forward", [[*PROMPT[:-1], other]])
