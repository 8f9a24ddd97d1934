"""How far compiled results may lie from the oracle, and why."""

# Compiled f32 code against NumPy in f64, as a share of the largest magnitude in the result. f32
# rounds to 6e-8 of a value; the StoryLM-0 steps chain six sums of at most 36 terms, which leaves a
# few units in the last place. A wrong mask, scale or index is off by far more than 1e-3.
F32_STEP = 1e-6

# For what only moves data (concat, slice, pad, caches that a step passes on): the same bits.
EXACT = 0.0

# The ops. Everything else is exact: it moves data, or IEEE 754 rounds it, and f16 and bf16 are
# computed in f32 and rounded once. What follows is in units of the relative error of one rounding
# in the compute type (2**-24 in f32, 2**-53 in f64: half a unit in the last place), and a result is
# right if it is the rounding of any number that lies so near to NumPy's in f64.

# exp, log, tanh, erf, sin, cos, pow: libm stays below 1 unit in the last place, vector code below
# 4; NumPy itself is off by 1 in f64.
FUNCTION = 8

# 1 / sqrt(x) and 1 / (1 + exp(-x)): the same, and the roundings of the other operations.
RSQRT = 4
SIGMOID = FUNCTION + 6

# Sums of n terms in any order (n - 1 additions), the rounding of products, and the oracle's own
# error in f64: n + this, times the sum of the magnitudes. Higham, Accuracy and Stability of
# Numerical Algorithms, 4.2.
SUM = 2
