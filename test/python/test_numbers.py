"""Python numbers and lists of them for float arguments: rounded as NumPy rounds them."""

import re

import ml_dtypes
import numpy as np
import pytest

import kina
from kina.rounding import from_numbers

SOURCE = "\n".join(
    f"fn take_{name.lower()}(x: Tensor[{name}, [3], @host]) -> Tensor[{name}, [3], @host] {{\n"
    f"  return slice(concat(x, x, axis=0), axis=0, start=0, stop=3)\n}}\n"
    f"fn one_{name.lower()}(x: Tensor[{name}, [], @host]) -> Tensor[{name}, [], @host] {{\n"
    f"  return reshape(x, [])\n}}"
    for name in ("F32", "F64", "F16", "BF16")
)
TYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16}


@pytest.fixture(scope="module")
def floats(tmp_path_factory):
    source = tmp_path_factory.mktemp("floats") / "floats.kina"
    source.write_text(SOURCE)
    return kina.compile(source)


@pytest.mark.parametrize("name", TYPES)
def test_lists(floats, name):
    for values in ([0.1, -2.5, 3], [float("nan"), float("inf"), -0.0], (1, 2, 3), [1e-6, 1e-40, 0]):
        want = np.array(values, np.float64).astype(TYPES[name])
        got = floats[f"take_{name}"](values)
        assert got.tobytes() == want.tobytes(), (values, got, want)


@pytest.mark.parametrize("name", TYPES)
def test_one_number(floats, name):
    for value in (0.1, 3, -7.25, float("-inf")):
        got = floats[f"one_{name}"](value)
        assert got.shape == () and got.tobytes() == np.array(value, TYPES[name]).tobytes()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("f32", [1e39, 0, 0]),
        ("f32", [2**24 + 1, 0, 0]),
        ("f64", [2**53 + 1, 0, 0]),
        ("f64", [2**64 - 1] * 3),
        ("f16", [65520.0, 0, 0]),
        ("f16", [-(2**63), 0, 0]),
        ("bf16", [257, 0, 0]),
        ("bf16", [3.4e38, 0, 0]),
    ],
)
def test_numbers_that_do_not_fit(floats, name, values):
    dtype = np.asarray(values).dtype
    wanted = re.escape({"bf16": "uint16 (bf16 bits)"}.get(name, np.dtype(TYPES[name]).name))
    said = rf"^take_{name}: argument 'x' \(0\): wanted {wanted} \[3\], got {dtype} \[3\], whose"
    with pytest.raises(TypeError, match=said):
        floats[f"take_{name}"](values)


@pytest.mark.parametrize(
    "values", [np.zeros(3), [True, False, True], ["1", "2", "3"], np.arange(3)]
)
def test_other_dtypes_are_refused(floats, values):
    with pytest.raises(TypeError, match="argument 'x'"):
        floats.take_f32(values)


def test_bf16_is_rounded_once():
    """1 + 2^-8 is a tie that goes down; a little more goes up, though f32 cannot see it."""
    got = from_numbers(np.array([1 + 2.0**-8, 1 + 2.0**-8 + 2.0**-40, 1 + 3 * 2.0**-8]), "BF16")
    assert got.tolist() == [0x3F80, 0x3F81, 0x3F82]
