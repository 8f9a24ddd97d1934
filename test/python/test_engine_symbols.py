"""Where code in this process finds the functions that it does not define itself."""

import subprocess
import sys

import numpy as np
import pytest

import kina

WIDE = {"f32": np.float32, "f64": np.float64}


@pytest.mark.parametrize("cpu", ["native", "x86-64"])
@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize("narrow", ["f16", "bf16"])
def test_conversions(tmp_path, cpu, wide, narrow):
    """What is an instruction of one CPU is a function of libgcc on another."""
    text = f"""
func.func @down(%x: tensor<4x{wide}>) -> tensor<4x{narrow}> {{
  %0 = kina.cast %x : tensor<4x{wide}> -> tensor<4x{narrow}>
  return %0 : tensor<4x{narrow}>
}}
func.func @up(%x: tensor<4x{narrow}>) -> tensor<4x{wide}> {{
  %0 = kina.cast %x : tensor<4x{narrow}> -> tensor<4x{wide}>
  return %0 : tensor<4x{wide}>
}}
"""
    source = {"text": text, "language": "mlir", "cpu": cpu}
    engine = kina.compile(**source)
    library = kina.compile(**source, output=tmp_path / "library.so")
    x = np.array([1 / 3, -2.5, 65519.99, 1e-7], WIDE[wide])
    down = engine.down(x)
    assert down.tobytes() == library.down(x).tobytes()
    up = engine.up(down)
    assert up.tobytes() == library.up(down).tobytes()
    if narrow == "f16":
        np.testing.assert_array_equal(down.view(np.float16), x.astype(np.float16))
    else:  # the upper half of a float
        exact = (down.astype(np.uint32) << 16).view(np.float32)
        np.testing.assert_array_equal(up, exact.astype(WIDE[wide]))


def test_no_file_and_no_linker(tmp_path):
    """Text becomes functions where no program is found, and leaves nothing behind."""
    code = (
        "import os, sys, numpy as np, kina\n"
        "os.chdir(sys.argv[1])\n"
        "os.environ.update(PATH='', TMPDIR=sys.argv[1])\n"
        "x = np.ones(3, np.float32)\n"
        "print(kina.compile(text=sys.stdin.read()).f(x).sum(), os.listdir('.'))\n"
    )
    text = "fn f(x: Tensor[F32, [3], @host]) -> Tensor[F32, [3], @host] {\n  return x + x\n}\n"
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "6.0 []\n", "")
