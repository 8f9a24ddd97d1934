"""The StoryLM-0 programs: they are right, and their checks fail when one number is off."""

import subprocess
import sys

import pytest

from integration.family import PROGRAMS
from integration.models import storylm0


def check(name, broken=None, torch=False):
    """Runs one check without a word."""
    return storylm0.check(
        PROGRAMS[name], broken=broken, torch=torch, say=lambda _: None, reuse=True
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_right(name):
    report = check(name, torch=True)
    assert report.passed, f"\n{report}"


@pytest.mark.parametrize(
    ("name", "broken"),
    [(name, broken) for name, module in PROGRAMS.items() for broken in module.BREAKABLE],
)
def test_broken(name, broken):
    """One wrong element on the compiled side only, in each input in turn."""
    assert not check(name, broken=broken).passed


@pytest.mark.parametrize(
    ("name", "broken"),
    [("generate", "wq"), ("tmax", "zero"), ("tmax", "k_pad"), ("tp_heads", "mask")],
)
def test_script_fails(name, broken):
    script = storylm0.ROOT / "scripts" / f"validate_{name}.py"
    ran = subprocess.run(
        [sys.executable, script, "--break", broken, "--no-torch"], capture_output=True, text=True
    )
    assert ran.returncode == 1 and "FAIL" in ran.stdout and "MISMATCH" in ran.stdout
    assert "Traceback" not in ran.stderr


def test_inputs_must_stay():
    """A function that writes to its input is found out."""

    class Writes:
        name = "writes"
        inputs = ()

        def __call__(self, token_ids):
            token_ids[:] = 0

    function = Writes()
    function.inputs = [type("Tensor", (), {"name": "token_ids"})]
    with pytest.raises(RuntimeError, match="writes has written to its input 'token_ids'"):
        storylm0.Inputs().call(function, token_ids=[[1]])
