"""Weights that a module carries in resources: the numbers, what is refused, and the memory."""

import subprocess
import sys

import numpy as np
import pytest

import kina
from integration.elements import ALL, DTYPES, bits, from_native
from integration.models.storylm0 import ROOT

OPT = ROOT / "build" / "bin" / "kina-opt"
# Runs a command from a process so small that its own memory does not count.
PEAK = """
import os, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
print(usage.ru_maxrss * 1024)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def module(shape, element, data, rows=2):
    """Returns a module whose function looks `rows` ids up in a table that is a resource."""
    inner = "x".join(str(extent) for extent in shape[1:])
    table = f"tensor<{shape[0]}x{inner}x{element}>"
    result = f"tensor<{rows}x{inner}x{element}>"
    return f"""
func.func @look_up(%ids: tensor<{rows}xi64> {{kina.name = "ids"}})
    -> ({result} {{kina.name = "row"}}) {{
  %w = kina.constant dense_resource<w> : {table}
  %0 = kina.gather %w, %ids : ({table}, tensor<{rows}xi64>) -> {result}
  return %0 : {result}
}}
{{-# dialect_resources: {{builtin: {{w: "0x{data.hex()}"}}}} #-}}
"""


def blob(x, alignment=None):
    """Returns the bytes of a resource: its alignment, then the elements."""
    return (alignment or x.dtype.itemsize).to_bytes(4, "little") + x.tobytes()


# Small ones are written out as `dense`, large ones stay where they are, down to the object.
@pytest.mark.parametrize("shape", [(3, 5), (5000, 7), (20011, 2), (3, 2, 8191)])
@pytest.mark.parametrize("element", ALL)
def test_values(tmp_path, shape, element):
    rng = np.random.default_rng(7)
    dtype = DTYPES[element]
    x = rng.integers(0, 256, (*shape, dtype.itemsize), np.uint8)
    if element == "i1":
        x &= 1
    x = x.reshape(-1).view(dtype).reshape(shape)
    source = tmp_path / "table.mlir"
    source.write_text(module(shape, element, blob(x, alignment=1)))
    table = kina.compile(source)
    ids = np.array([shape[0] - 1, 1])
    got = from_native(table.look_up(ids), element)
    np.testing.assert_array_equal(bits(got), bits(x[ids]))


@pytest.mark.parametrize(
    ("name", "count", "message"),
    [
        ("w", 11, "expected resource 'w' of 48 bytes for 'tensor<3x4xf32>', but got 44 bytes"),
        ("v", 12, "expected resource 'w' of 48 bytes for 'tensor<3x4xf32>', but it is missing"),
    ],
)
def test_refused(tmp_path, name, count, message):
    text = module((3, 4), "f32", blob(np.ones(count, np.float32)))
    source = tmp_path / "table.mlir"
    source.write_text(text.replace("{w:", f"{{{name}:"))
    with pytest.raises(kina.CompileError) as raised:
        kina.compile(source)
    (diagnostic,) = raised.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.line == 4


def peak(*command):
    """Returns the most memory that a command had, in bytes."""
    ran = subprocess.run(
        [sys.executable, "-S", "-c", PEAK, *map(str, command)], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return int(ran.stdout)


def test_memory(tmp_path):
    """32 MB of weights are there once: as text, twice as long itself, twice for a moment."""
    x = np.random.default_rng(7).standard_normal((4096, 2048), np.float32)
    text, binary, out = (tmp_path / name for name in ("w.mlir", "w.mlirbc", "out.mlirbc"))
    text.write_text(module(x.shape, "f32", blob(x)))
    empty = tmp_path / "empty.mlir"
    empty.write_text("func.func @f() { return }\n")
    passes = ("--kina-to-linalg", "--emit-bytecode", "-o", out)
    base = peak(OPT, empty, *passes)
    reading = peak(OPT, text, "--emit-bytecode", "-o", binary) - base
    assert reading < text.stat().st_size + 2.5 * x.nbytes
    for goal in ("--kina-to-linalg", "--kina-to-llvm"):
        assert peak(OPT, binary, goal, *passes[1:]) - base < 2 * x.nbytes
        assert out.stat().st_size < 1.1 * x.nbytes
    assert x.tobytes() in out.read_bytes()


def optimize(tmp_path, text, *options):
    """Runs kina-opt on a text and returns the process."""
    source = tmp_path / "in.mlir"
    source.write_text(text)
    return subprocess.run([OPT, source, *options], capture_output=True, text=True)


def test_rows_of_large_ones_are_folded(tmp_path):
    """The bound is on what is written, not on what is read."""
    x = np.arange(20011 * 2, dtype=np.float32).reshape(-1, 2)
    text = f"""
func.func @f() -> (tensor<1x2xf32>, tensor<2x2xf32>, tensor<20011x2xf32>) {{
  %w = kina.constant dense_resource<w> : tensor<20011x2xf32>
  %0 = kina.slice %w axis = 0 [20010 : 20011] : tensor<20011x2xf32> -> tensor<1x2xf32>
  %ids = kina.constant dense_resource<ids> : tensor<2xi64>
  %1 = kina.gather %w, %ids : (tensor<20011x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  %2 = kina.neg %w : tensor<20011x2xf32>
  return %0, %1, %2 : tensor<1x2xf32>, tensor<2x2xf32>, tensor<20011x2xf32>
}}
{{-# dialect_resources: {{builtin: {{
  w: "0x{blob(x).hex()}", ids: "0x{blob(np.array([7, 3])).hex()}"}}}} #-}}
"""
    ran = optimize(tmp_path, text, "--canonicalize")
    assert ran.returncode == 0, ran.stderr
    body = ran.stdout.partition("{-#")[0]
    assert "dense<[[4.002000e+04, 4.002100e+04]]> : tensor<1x2xf32>" in body
    assert "dense<[[1.400000e+01, 1.500000e+01], [6.000000e+00, 7.000000e+00]]>" in body
    assert "kina.neg" in body and "kina.gather" not in body and "kina.slice" not in body


def test_ids_outside_the_table(tmp_path):
    """Ids in a resource are known as well."""
    ids = blob(np.array([0, 3, 1]))
    text = f"""
func.func @f(%table: tensor<3x2xf32>) -> tensor<3x2xf32> {{
  %ids = kina.constant dense_resource<ids> : tensor<3xi64>
  %0 = kina.gather %table, %ids : (tensor<3x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}}
{{-# dialect_resources: {{builtin: {{ids: "0x{ids.hex()}"}}}} #-}}
"""
    ran = optimize(tmp_path, text, "--kina-to-linalg")
    assert ran.returncode == 1
    assert "in.mlir:4:8: error:" in ran.stderr and "3" in ran.stderr
    assert not ran.stdout
