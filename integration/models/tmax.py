"""T_max scratch of storylm0_tmax.kina around prefill and decode of storylm0_prefill.kina.

Compares pad prefix, zero suffix, unpadded views and tokens with the live cache and the oracles.
"""

import numpy as np

from integration.models import storylm0

PROGRAM = "storylm0_tmax"
BREAKABLE = (
    *("embed", "wq", "wk", "wv", "wo", "lm_head", "scale", "mask", "zero"),
    *("k_pad", "v_pad"),
)
T_MAX = 5

# What the compiler's report has to say about the results of unpad_s3; in elements.
VIEW = ("argument", "offset", "shape", "strides")
UNPAD_VIEWS = [
    dict(zip(VIEW, ("k_pad", 0, [1, 2, 2, 3], [20, 10, 5, 1]), strict=True)),
    dict(zip(VIEW, ("v_pad", 0, [1, 2, 3, 2], [20, 10, 2, 1]), strict=True)),
]


def padded(run: storylm0.Run, function, k_live, v_live):
    """Pads a live cache, checks prefix and suffix, and returns the two buffers."""
    live = k_live.shape[3]
    k_pad, v_pad = run.call(function, k_live=k_live, v_live=v_live)
    k_pad, v_pad = run.inputs.buffer("k_pad", k_pad), run.inputs.buffer("v_pad", v_pad)
    report, name = run.report, function.name
    report.equal(f"{name} extents", (k_pad.shape[3], v_pad.shape[2]), (T_MAX, T_MAX))
    report.equal(f"{name} prefix of k vs live cache", k_pad[..., :live].copy(), k_live)
    report.equal(f"{name} prefix of v vs live cache", v_pad[:, :, :live].copy(), v_live)
    for what, tail in (("k", k_pad[..., live:]), ("v", v_pad[:, :, live:])):
        report.equal(
            f"{name} suffix of {what} vs +0.0", tail.copy(), np.zeros_like(tail, order="C")
        )
    return k_pad, v_pad


def run(run: storylm0.Run) -> None:
    """Runs the loop of the specification and compares at each step."""
    pads = run.compile(PROGRAM)
    steps = run.compile("storylm0_prefill")
    answer = storylm0.PREFILL
    k, v, logits = run.call(steps.prefill, token_ids=[answer.prompt], mask=run.inputs.mask(3))
    run.close("prefill logits", logits, "forward", [answer.prompt])
    k_pad, v_pad = padded(run, pads.pad_s3, k, v)
    tokens = [*answer.prompt, run.greedy(steps.greedy_one, steps.last_logits(logits))]

    for entry in run.cost(PROGRAM)["functions"]:
        views = [{key: view[key] for key in VIEW} for view in entry["views"]]
        wanted = UNPAD_VIEWS if entry["name"] == "unpad_s3" else []
        run.report.equal(f"views of {entry['name']} in the compile's report", views, wanted)
    copies = run.call(pads.unpad_s3, k_pad=k_pad, v_pad=v_pad)
    views = pads.unpad_s3.view(k_pad=k_pad, v_pad=v_pad)
    for what, copy, view, pad, live in zip(
        "kv", copies, views, (k_pad, v_pad), (k, v), strict=True
    ):
        run.report.equal(f"unpad_s3 {what} vs live prefix", copy, live)
        run.report.equal(f"unpad_s3.view {what} vs live prefix", view.copy(), live)
        run.report.equal(
            f"unpad_s3.view {what} shares the scratch", np.shares_memory(view, pad), True
        )

    # The live prefix goes on as the view: nothing of the padding may reach the attention.
    k, v, logits = run.call(
        steps.decode_s3, token_ids=[tokens[-1:]], k_past=views[0], v_past=views[1]
    )
    for oracle, model in run.models.items():
        want_k, want_v, full = model.prefill([tokens])
        run.report.close(f"decode_s3 k vs {oracle}", k, want_k)
        run.report.close(f"decode_s3 v vs {oracle}", v, want_v)
        run.report.close(f"decode_s3 logits vs full forward in {oracle}", logits, full[:, -1:])
    padded(run, pads.pad_s4, k, v)
    tokens.append(run.greedy(steps.greedy_one, logits))
    run.report.equal(f"tokens {answer.tokens}", tokens, answer.tokens)
