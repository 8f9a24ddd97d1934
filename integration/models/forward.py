"""Full causal forward of storylm0_forward.kina over the prompt [1, 4, 2, 6]: all logits."""

from integration.models import storylm0

PROGRAM = "storylm0_forward"
BREAKABLE = ("embed", "wq", "wk", "wv", "wo", "lm_head", "scale", "mask")
PROMPT = storylm0.ROLLOUT_4.prompt


def run(run: storylm0.Run) -> None:
    """Runs the forward and compares all logits."""
    library = run.compile(PROGRAM)
    logits = run.call(library.storylm0_forward, token_ids=[PROMPT], mask=run.inputs.mask(4))
    run.close("logits", logits, "forward", [PROMPT])
