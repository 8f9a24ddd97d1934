"""Host generation loop of storylm0_generate.kina: three greedy tokens from seed token 3.

Compares each step with the incremental KV algebra and with a full causal forward on the prefix.
"""

import time

from integration.models import storylm0

PROGRAM = "storylm0_generate"
BREAKABLE = ("embed", "wq", "wk", "wv", "wo", "lm_head", "scale")


def run(run: storylm0.Run) -> None:
    """Runs the loop and compares."""
    library = run.compile(PROGRAM)
    answer = storylm0.GENERATE
    tokens = list(answer.prompt)
    k = v = None
    caches = dict.fromkeys(run.models, (None, None))
    while len(tokens) < len(answer.tokens):
        past = 0 if k is None else k.shape[3]
        step = library["decode_self" if past == 0 else f"decode_s{past}"]
        ids = [[tokens[-1]]]
        start = time.perf_counter()
        k, v, logits = run.call(step, token_ids=ids, k_past=k, v_past=v)
        micros = (time.perf_counter() - start) * 1e6

        for oracle, model in run.models.items():
            *caches[oracle], want = model.decode(ids, *caches[oracle])
            kind = f"vs incremental KV algebra in {oracle}"
            run.report.close(f"k_next {kind}", k, caches[oracle][0])
            run.report.close(f"v_next {kind}", v, caches[oracle][1])
            run.report.close(f"logits {kind}", logits, want)
            full = model.forward([tokens])[:, -1:]
            run.report.close(f"logits vs full causal forward in {oracle}", logits, full)
        tokens.append(run.greedy(library.greedy_one, logits))
        run.say(
            f"  past {past}: token {tokens[-1]}, logit {logits[0, 0, tokens[-1]]:.6f}, "
            f"{micros:.0f} us"
        )
    run.say(f"{tokens}")
    run.report.equal(f"tokens {answer.tokens}", tokens, answer.tokens)
