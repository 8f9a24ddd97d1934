"""Prefill of storylm0_prefill.kina over [1, 4, 2], hand-off of its cache, one decode step."""

from integration.models import storylm0

PROGRAM = "storylm0_prefill"
BREAKABLE = ("embed", "wq", "wk", "wv", "wo", "lm_head", "scale", "mask")


def run(run: storylm0.Run) -> None:
    """Runs prefill and decode, and compares caches, all logits and tokens."""
    library = run.compile(PROGRAM)
    answer = storylm0.PREFILL
    k, v, logits = run.call(library.prefill, token_ids=[answer.prompt], mask=run.inputs.mask(3))
    for oracle, model in run.models.items():
        want = model.prefill([answer.prompt])
        for what, got, right in zip(("k", "v", "logits"), (k, v, logits), want, strict=True):
            run.report.close(f"prefill {what} vs {oracle}", got, right)

    last = library.last_logits(logits)
    run.report.functions.add("last_logits")
    run.report.equal("last_logits vs the last row", last, logits[:, 2:3].copy())
    run.report.equal("last_logits as a view", library.last_logits.view(logits).copy(), last)
    tokens = [*answer.prompt, run.greedy(library.greedy_one, last)]

    _, _, logits = run.call(library.decode_s3, token_ids=[tokens[-1:]], k_past=k, v_past=v)
    for oracle, model in run.models.items():
        full = model.forward([tokens])[:, -1:]
        run.report.close(f"decode_s3 logits vs full causal forward in {oracle}", logits, full)
    tokens.append(run.greedy(library.greedy_one, logits))
    run.report.equal(f"tokens {answer.tokens}", tokens, answer.tokens)
