"""What an op has to give, and whether a result is that."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from integration.elements import DTYPES, bits, compute_type, is_float, quantize, widen


@dataclass
class Expected:
    """The right values of a result.

    `error` is None where the bits are known: `value` then has the result's dtype. Otherwise `value`
    is in float64, and a result is right that rounds some number within `error` of it. Elements of
    `free` may be anything: the law leaves the order open, and an order may overflow.
    `moved`: nothing was computed, so that a NaN keeps its payload too.
    """

    value: np.ndarray
    error: np.ndarray | None = None
    free: np.ndarray | None = None
    moved: bool = False


def exact(x: np.ndarray, element: str) -> Expected:
    """Expects what was computed in the compute type, rounded once to the element type."""
    if is_float(element):
        return Expected(quantize(x.astype(DTYPES[compute_type(element)], copy=False), element))
    return Expected(x.astype(DTYPES[element], copy=False))


def same(x: np.ndarray, y: np.ndarray, payload: bool = False) -> np.ndarray:
    """Says for each element whether the bits are equal, by default with one NaN like another.

    Which NaN an operation makes, IEEE 754 and LLVM leave open (sign and payload).
    """
    equal = bits(x) == bits(y)
    if not payload and x.dtype.kind not in "iub":
        equal = equal | (np.isnan(widen(x)) & np.isnan(widen(y)))
    return equal


def wrong(got: np.ndarray, expected: Expected, element: str) -> np.ndarray:
    """Says for each element whether it is wrong."""
    if got.dtype != DTYPES[element] or got.shape != expected.value.shape:
        raise AssertionError(f"{got.dtype} {got.shape} for {element} {expected.value.shape}")
    with np.errstate(all="ignore"):
        if expected.error is None:
            right = same(got, expected.value.astype(got.dtype, copy=False), expected.moved)
        else:
            compute = compute_type(element)
            low, high = (
                quantize(quantize(bound, compute), element)
                for bound in (expected.value - expected.error, expected.value + expected.error)
            )
            is_nan = np.isnan(expected.value)
            is_known = is_nan | np.isinf(expected.value) | (expected.error == 0)
            value = quantize(quantize(expected.value, compute), element)
            number = widen(got)
            inside = (widen(low) <= number) & (number <= widen(high))
            right = np.where(is_known, same(got, value), inside)
        if expected.free is not None:
            right = right | expected.free
        return ~right


def explain(got: np.ndarray, expected: Expected, element: str) -> str | None:
    """Returns None for a right result, or where it goes wrong first."""
    bad = wrong(got, expected, element)
    if not bad.any():
        return None
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    within = "" if expected.error is None else f" within {float(expected.error[place]):.3g}"
    return (
        f"{int(bad.sum())} of {bad.size} elements are wrong; at {list(place)}: "
        f"got {_show(got[place])}, expected {_show(expected.value[place])}{within}"
    )


def differ(got: np.ndarray, other: np.ndarray, what: str) -> str | None:
    """Returns None for equal bits, or where they differ first; `what` is how `other` was made."""
    bad = ~same(got, other)
    if not bad.any():
        return None
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    return (
        f"{int(bad.sum())} of {bad.size} elements differ {what}; at {list(place)}: "
        f"{_show(got[place])} and {_show(other[place])}"
    )


def _show(element) -> str:
    """Spells an element with its bits."""
    array = np.asarray(element)
    if array.dtype.kind in "iub":
        return str(array[()])
    return f"{float(widen(array)):.17g} (0x{int(bits(array)):0{2 * array.dtype.itemsize}x})"
