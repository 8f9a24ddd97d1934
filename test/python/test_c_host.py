"""A compiled library called from C: examples/call_from_c.c, and what the header says."""

import ctypes
import subprocess

import pytest

import kina
from integration.models.storylm0 import ROOT

STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The compiled example; its header lies beside it."""
    output = tmp_path_factory.mktemp("c_host") / "storylm0_generate.so"
    kina.compile(ROOT / "examples" / "storylm0_generate.kina", output=output)
    return output


def done(*command):
    """Runs a command that has to succeed. Returns its standard output."""
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, f"{ran.stdout}{ran.stderr}"
    return ran.stdout


def test_example(library):
    """The program builds without a warning, and the compiled code gives the right tokens."""
    program = library.with_name("call_from_c")
    source = ROOT / "examples" / "call_from_c.c"
    folder = library.parent
    rpath = f"-Wl,-rpath,{folder}"
    done("clang-22", "-std=c11", *STRICT, "-I", folder, source, library, rpath, "-o", program)
    assert done(program) == "[3, 7, 7, 2]\n"


@pytest.mark.parametrize("language", ["c", "c++"])
def test_header(library, language):
    done("clang-22", "-fsyntax-only", "-x", language, *STRICT, library.with_suffix(".h"))


def test_status(library):
    """What docs/abi.md says about pointers: status 1, and nothing is written."""
    greedy = ctypes.CDLL(str(library)).storylm0_generate_greedy_one
    logits = (ctypes.c_float * 8)(*range(8))
    token = (ctypes.c_int64 * 1)(-1)
    memory = ctypes.create_string_buffer(1024)
    workspace = ctypes.addressof(memory) + -ctypes.addressof(memory) % 64
    inputs, results = ctypes.addressof(logits), ctypes.addressof(token)
    for wrong in (
        (0, results, workspace),
        (inputs, 0, workspace),
        (inputs + 1, results, workspace),
        (inputs, results + 4, workspace),
        (inputs, results, workspace + 32),
    ):
        assert greedy(*map(ctypes.c_void_p, wrong)) == 1, wrong
        assert token[0] == -1
    assert greedy(*map(ctypes.c_void_p, (inputs, results, workspace))) == 0
    assert token[0] == 7
