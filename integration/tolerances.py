"""How far compiled results may lie from the oracle, and why."""

# Compiled f32 code against NumPy in f64, as a share of the largest magnitude in the result. f32
# rounds to 6e-8 of a value; the StoryLM-0 steps chain six sums of at most 36 terms, which leaves a
# few units in the last place. A wrong mask, scale or index is off by far more than 1e-3.
F32_STEP = 1e-6

# For what only moves data (concat, slice, pad, caches that a step passes on): the same bits.
EXACT = 0.0
