"""36 tokens from the prompts [1, 4, 2] and [1, 4, 2, 6], over 34 static steps in one library.

The steps are prefill for T = 3 and T = 4 and decode for each past length S = 3..34: the last of the
36 tokens comes from the step that has 34 in its cache. Every step is compared with a full causal
forward on its prefix.
"""

import time

from integration.models import storylm0

PROGRAM = "storylm0_rollout"
BREAKABLE = ("embed", "wq", "wk", "wv", "wo", "lm_head", "scale", "mask")
LENGTH = 36
PREFILLS = (3, 4)
PAST = range(3, LENGTH - 1)

WEIGHTS = """\
    embed: Tensor[F32, [8, 4], @host],
    wq: Tensor[F32, [1, 4, 4], @host],
    wk: Tensor[F32, [1, 4, 4], @host],
    wv: Tensor[F32, [1, 4, 4], @host],
    wo: Tensor[F32, [1, 4, 4], @host],
    lm_head: Tensor[F32, [1, 4, 8], @host],
    scale: Tensor[F32, [1, 1, 1, 1], @host]"""

# {t}: new tokens of the step, {s}: length of the cache after it.
STEP = """\
fn {name}(
    token_ids: Tensor[I64, [1, {t}], @host],
{arguments}
) -> (
    Tensor[F32, [1, 2, 2, {s}], @host],
    Tensor[F32, [1, 2, {s}, 2], @host],
    Tensor[F32, [1, {t}, 8], @host]
) {{
  let x = gather embed token_ids
  let q = transpose(reshape(x @ broadcast(wq), [1, {t}, 2, 2]), perm=[0, 2, 1, 3])
  let k_new = transpose(reshape(x @ broadcast(wk), [1, {t}, 2, 2]), perm=[0, 2, 3, 1])
  let v_new = transpose(reshape(x @ broadcast(wv), [1, {t}, 2, 2]), perm=[0, 2, 1, 3])
{cache}
  let context = probs @ v_next
  let merged = reshape(transpose(context, perm=[0, 2, 1, 3]), [1, {t}, 4])
  let logits = (x + merged @ broadcast(wo)) @ broadcast(lm_head)
  return (k_next, v_next, logits)
}}
"""

DECODE_CACHE = """\
  let k_next = concat[axis=3] k_past k_new
  let v_next = concat[axis=2] v_past v_new
  let probs = softmax(q @ k_next * broadcast(scale), axis=3)"""

PREFILL_CACHE = """\
  let k_next = k_new
  let v_next = v_new
  let probs = softmax(q @ k_next * broadcast(scale) + broadcast(mask), axis=3)"""


def program() -> str:
    """Returns the text of the 34 steps."""
    steps = ["// The family of static steps of a rollout to 36 tokens.\n"]
    for t in PREFILLS:
        arguments = f"{WEIGHTS},\n    mask: Tensor[F32, [1, 1, {t}, {t}], @host]"
        steps.append(
            STEP.format(name=f"prefill_t{t}", t=t, s=t, arguments=arguments, cache=PREFILL_CACHE)
        )
    for s in PAST:
        arguments = (
            f"    k_past: Tensor[F32, [1, 2, 2, {s}], @host],\n"
            f"    v_past: Tensor[F32, [1, 2, {s}, 2], @host],\n{WEIGHTS}"
        )
        steps.append(
            STEP.format(name=f"decode_s{s}", t=1, s=s + 1, arguments=arguments, cache=DECODE_CACHE)
        )
    return "\n".join(steps)


def run(run: storylm0.Run) -> None:
    """Rolls both prompts out and compares every step."""
    library = run.compile(PROGRAM, program())
    run.report.equal("34 steps in one library", len(library), 34)
    show_cost(run)
    for answer in (storylm0.ROLLOUT_3, storylm0.ROLLOUT_4):
        start = time.perf_counter()
        rollout(run, library, answer)
        run.say(f"  {answer}: {time.perf_counter() - start:.2f} s with all comparisons")


def rollout(run: storylm0.Run, library, answer: storylm0.Answer) -> None:
    """Rolls one prompt out to 36 tokens; the host takes the argmax."""
    tokens = list(answer.prompt)
    size = len(tokens)
    k, v, logits = run.call(
        library[f"prefill_t{size}"], token_ids=[tokens], mask=run.inputs.mask(size)
    )
    run.close(f"all logits of prefill_t{size}", logits, "forward", [tokens])
    while True:
        for oracle, model in run.models.items():
            want_k, want_v, full = model.prefill([tokens])
            run.report.close(f"k_next vs {oracle}", k, want_k)
            run.report.close(f"v_next vs {oracle}", v, want_v)
            run.report.close(
                f"logits vs full causal forward in {oracle}", logits[:, -1:], full[:, -1:]
            )
        tokens.append(int(logits[0, -1].argmax()))
        if len(tokens) == LENGTH:
            break
        k, v, logits = run.call(
            library[f"decode_s{k.shape[3]}"], token_ids=[tokens[-1:]], k_past=k, v_past=v
        )
    run.report.equal(f"tokens of {answer.prompt}", tokens, answer.tokens)


def show_cost(run: storylm0.Run) -> None:
    """Prints what compiling the family cost: what dominates, and each function."""
    cost = run.cost(PROGRAM)
    size = (storylm0.OUTPUT / f"{PROGRAM}.so").stat().st_size
    run.say(f"  {size} bytes, {cost['seconds']:.2f} s in the compiler, of which")
    for what in ("phases", "passes"):
        most = sorted(cost[what].items(), key=lambda item: -item[1])[:5]
        run.say(f"    {what}: " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in most))
    run.say("  function        seconds    bytes  workspace")
    for entry in cost["functions"]:
        run.say(
            f"  {entry['name']:14}  {entry['seconds']:7.3f}  {entry['bytes']:7}  "
            f"{entry['workspace']:9}"
        )
