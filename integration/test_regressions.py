"""Values that once came out wrong, found by the random tests."""

import math

import numpy as np
import pytest

from integration import guarded, native
from integration.elements import (
    DTYPES,
    FLOATS,
    FORMATS,
    bits,
    from_native,
    quantize,
    to_native,
    widen,
)

BINARY = """
func.func @main(%a: tensor<17xf32>, %b: tensor<17xf32>) -> tensor<17xf32> {{
  %0 = kina.{} %a, %b : tensor<17xf32>
  return %0 : tensor<17xf32>
}}
"""


@pytest.mark.parametrize("op, wanted", [("max", 0.0), ("min", -0.0)])
def test_order_of_zeros(op, wanted):
    """-0 is below +0; arith-expand made a comparison of it, which takes them for equal."""
    main = native.compile_text(BINARY.format(op)).main
    for a, b in ((0.0, -0.0), (-0.0, 0.0)):
        got = main(np.full(17, a, np.float32), np.full(17, b, np.float32))
        np.testing.assert_array_equal(bits(got), bits(np.full(17, wanted, np.float32)))


def test_denormal_bf16_is_moved():
    """LLVM moved a bf16 by way of f32 and an instruction that flushes denormals."""
    text = """
func.func @main(%a: tensor<bf16>) -> tensor<17x15xbf16> {
  %0 = kina.broadcast %a : tensor<bf16> -> tensor<17x15xbf16>
  return %0 : tensor<17x15xbf16>
}
"""
    main = native.compile_text(text).main
    # Denormals, and NaNs with their payload.
    for pattern in (0x0001, 0x000A, 0x807F, 0x7F81, 0xFFC1):
        x = np.array(pattern, np.uint16).view(DTYPES["bf16"])
        got = from_native(main(to_native(x)), "bf16")
        assert (bits(got) == pattern).all()


def test_function_of_a_constant():
    """LLVM worked out erf of a constant in its own way: another float than at run time."""
    x = np.linspace(-2, 2, 257, dtype=np.float32)
    body = "  %0 = kina.{} %a : tensor<257xf32>\n  return %0 : tensor<257xf32>\n}}\n"
    value = f'dense<"0x{x.tobytes().hex().upper()}"> : tensor<257xf32>'
    for op in ("erf", "exp", "tanh", "sin", "log"):
        given = "func.func @main(%a: tensor<257xf32>) -> tensor<257xf32> {\n" + body.format(op)
        fixed = f"func.func @main() -> tensor<257xf32> {{\n  %a = kina.constant {value}\n"
        fixed += body.format(op)
        with np.errstate(all="ignore"):
            wanted = native.compile_text(given).main(x)
        np.testing.assert_array_equal(native.compile_text(fixed).main(), wanted)


def test_reshape_between_unknown_extents():
    """Upstream took [S, T] and [T, S] for one shape, and wrote one in the rows of the other."""
    text = """
func.func @main(
    %s: index {kina.size = "S"}, %t: index {kina.size = "T"},
    %x: tensor<?x?xf32> {kina.extents = ["T", "S"], kina.name = "x"})
    -> (tensor<?x?xf32> {kina.extents = ["S", "T"], kina.name = "y"}) {
  %0 = kina.neg %x : tensor<?x?xf32>
  %1 = kina.reshape %0 to [%s, %t] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
"""
    main = native.compile_text(text).main
    for s, t in ((2, 5), (5, 2), (1, 3), (7, 64)):
        x = np.arange(s * t, dtype=np.float32).reshape(t, s)
        (y,) = guarded.call(main, [x], {"S": s, "T": t})
        np.testing.assert_array_equal(y, -x.reshape(s, t))


@pytest.mark.parametrize("element", FLOATS)
def test_sigmoid_is_denormal_before_it_is_zero(element):
    """1 / (1 + exp(-x)) is 0 from where exp(-x) overflows: f32 from -88.8 on instead of -104."""
    form = FORMATS[element]
    last = math.log(form.tiny)
    x = quantize(np.linspace(last - 8, 20, 4099), element)
    text = f"""
func.func @main(%a: tensor<{x.size}x{element}>) -> tensor<{x.size}x{element}> {{
  %0 = kina.sigmoid %a : tensor<{x.size}x{element}>
  return %0 : tensor<{x.size}x{element}>
}}
"""
    got = widen(from_native(native.compile_text(text).main(to_native(x)), element))
    exact = widen(x).astype(np.longdouble)
    wanted = np.exp(-np.logaddexp(0, -exact))
    error = np.abs(got - wanted)
    assert (error <= np.maximum(4 * form.unit * wanted, form.tiny)).all()
    # exp rounds once, and is right to less than a unit in the last place.
    low = wanted < form.normal
    assert low.any() and (got[low & (wanted > form.tiny)] > 0).all()
    assert (got[wanted < form.tiny / 8] == 0).all()
