"""What the checks of the StoryLM-0 programs share: answers, inputs, oracles, comparison, output."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import numpy as np

import kina
from integration import reference
from integration.tolerances import EXACT, F32_STEP

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
OUTPUT = ROOT / "build" / "examples"
COMPILER = ROOT / "build" / "lib" / "libKinaC.so"


def newer(output: Path, inputs: Iterable[Path]) -> bool:
    """Says whether a file exists and is newer than all of the inputs."""
    if not output.exists():
        return False
    made = output.stat().st_mtime_ns
    return all(path.exists() and path.stat().st_mtime_ns < made for path in inputs)


@dataclass(frozen=True)
class Answer:
    """A prompt and the whole token list that greedy decoding makes of it."""

    prompt: list[int]
    tokens: list[int]

    def __str__(self) -> str:
        return f"{self.prompt} to {len(self.tokens)}"


# fmt: off
GENERATE = Answer([3], [3, 7, 7, 2])
PREFILL = Answer([1, 4, 2], [1, 4, 2, 5, 3])
ROLLOUT_3 = Answer([1, 4, 2], [
    1, 4, 2, 5, 3, 2, 5, 3, 1, 6, 7, 6, 7, 6, 7, 6, 7, 6,
    7, 1, 7, 1, 7, 1, 2, 5, 4, 1, 7, 1, 7, 1, 2, 5, 4, 1])
ROLLOUT_4 = Answer([1, 4, 2, 6], [
    1, 4, 2, 6, 2, 5, 3, 2, 5, 3, 2, 5, 3, 1, 6, 7, 6, 7,
    6, 7, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7, 1, 7, 1, 7, 1, 7])
# fmt: on
ANSWERS = [GENERATE, PREFILL, ROLLOUT_3, ROLLOUT_4]


def oracles(torch: bool) -> dict[str, reference.Model]:
    """Returns the models to compare with: NumPy, and PyTorch where wanted and installed."""
    weights = reference.weights()
    models = {"NumPy": reference.Model(weights)}
    if torch and importlib.util.find_spec("torch") is not None:
        from integration.torch_twin import Twin

        models["PyTorch"] = Twin(weights)
    return models


class Inputs:
    """The arrays that compiled functions are called with, by the names of their arguments.

    `broken` names one of them that gets one wrong element, on the compiled side only: a check that
    still passes then would check nothing.
    """

    def __init__(self, broken: str | None = None):
        self.broken = broken
        self.values = {name: np.float32(value) for name, value in reference.weights().items()}
        self.values["zero"] = np.float32(0)
        # Row 3 and row 1 are the ones that the first tokens of the programs look up.
        self._spoil("embed", np.s_[[1, 3], 0], 0.5)
        for name in ("wq", "wk", "wv", "wo", "lm_head"):
            self._spoil(name, np.s_[0, 0], 0.5)
        self._spoil("scale", (), 0.01)
        self._spoil("zero", (), 0.001)

    def _spoil(self, name: str, place, by: float) -> None:
        if name == self.broken:
            self.values[name] = np.array(self.values[name])
            self.values[name][place] += np.float32(by)

    def mask(self, length: int) -> np.ndarray:
        """Returns the causal mask [1, 1, T, T]."""
        mask = np.float32(reference.mask(length))
        if self.broken == "mask":
            mask[0, 0, 0, 1] = 0
        return mask

    def buffer(self, name: str, array: np.ndarray) -> np.ndarray:
        """Returns a buffer that the host keeps between two calls, with its last element wrong if
        it is the broken one."""
        if name == self.broken:
            array = array.copy()
            array.reshape(-1)[-1] += np.float32(0.001)
        return array

    def call(self, function: kina.Function, **more):
        """Calls a function with the weights that it takes and the given arrays.

        Weights are padded on the left with unit extents to the shape that the function wants, as
        the specification does. Checks that no input was written.
        """
        arguments = {}
        for tensor in function.inputs:
            value = more[tensor.name] if tensor.name in more else self.values[tensor.name]
            if tensor.name not in more:
                value = value.reshape([int(str(extent)) for extent in tensor.shape])
            arguments[tensor.name] = np.array(value)
        before = {name: array.tobytes() for name, array in arguments.items()}
        results = function(**arguments)
        for name, array in arguments.items():
            if array.tobytes() != before[name]:
                raise RuntimeError(f"{function.name} has written to its input '{name}'")
        return results


@dataclass
class Check:
    """All comparisons of one kind: the largest error of them, and how large it may be."""

    what: str
    limit: float
    error: float = 0.0
    count: int = 0
    wrong: str = ""  # what the first value that had to be equal was, and should have been

    @property
    def passed(self) -> bool:
        """Says whether the largest error is within the limit; NaN is not."""
        return self.error <= self.limit

    def __str__(self) -> str:
        verdict = "ok  " if self.passed else "FAIL"
        times = f" ({self.count} times)" if self.count > 1 else ""
        if self.limit == EXACT:
            found = "equal" if self.passed else f"different{self.wrong}"
            return f"  {verdict}  {self.what}{times}: {found}"
        return f"  {verdict}  {self.what}{times}: error {self.error:.1e}, limit {self.limit:.0e}"


@dataclass
class Report:
    """What the check of one program compared."""

    program: str
    checks: dict[str, Check] = field(default_factory=dict)
    functions: set[str] = field(default_factory=set)
    compile_seconds: float = 0.0

    def _add(self, what: str, limit: float, error: float) -> None:
        check = self.checks.setdefault(what, Check(what, limit))
        check.error = max(check.error, error) if error == error else np.inf
        check.count += 1

    def close(self, what: str, got: np.ndarray, want: np.ndarray, limit: float = F32_STEP) -> None:
        """Compares numbers: max |got - want| as a share of max |want|."""
        if got.shape != want.shape:
            self._add(f"{what} shape {list(want.shape)}, got {list(got.shape)}", limit, np.inf)
            return
        size = np.abs(want).max()
        self._add(what, limit, float(np.abs(np.float64(got) - want).max() / (size or 1)))

    def equal(self, what: str, got, want) -> None:
        """Compares bits of arrays, or any two values that have to be equal."""
        if isinstance(want, np.ndarray):
            same = got.shape == want.shape and got.dtype == want.dtype
            same = same and got.tobytes() == want.tobytes()
        else:
            same = got == want
        self._add(what, EXACT, 0.0 if same else np.inf)
        if not same and not isinstance(want, np.ndarray) and not self.checks[what].wrong:
            self.checks[what].wrong = f": wanted {want}, got {got}"

    @property
    def passed(self) -> bool:
        """Says whether something was compared and all of it was right."""
        return bool(self.checks) and all(check.passed for check in self.checks.values())

    @property
    def error(self) -> float:
        """The largest error of all numeric comparisons."""
        return max((c.error for c in self.checks.values() if c.limit != EXACT), default=0.0)

    def __str__(self) -> str:
        return "\n".join(str(check) for check in self.checks.values())


@dataclass
class Run:
    """One run of a program's check."""

    inputs: Inputs
    report: Report
    models: dict[str, reference.Model]
    say: Callable[[str], None]
    reuse: bool = False

    def compile(self, program: str, text: str | None = None) -> kina.Library:
        """Compiles examples/PROGRAM.kina, or `text` if that is given, into build/examples/.

        With `reuse` a library that is newer than the compiler and all programs is taken as it is.
        """
        OUTPUT.mkdir(parents=True, exist_ok=True)
        source = EXAMPLES / f"{program}.kina"
        if text is not None:
            source = OUTPUT / f"{program}.kina"
            if not source.exists() or source.read_text(encoding="utf-8") != text:
                source.write_text(text, encoding="utf-8")
        output = OUTPUT / f"{program}.so"
        if self.reuse and newer(output, [source, COMPILER, *EXAMPLES.glob("*.kina")]):
            self.say(f"{program}: compiled before")
            return kina.load(output)
        start = time.perf_counter()
        library = kina.compile(source, output=output, report=OUTPUT / f"{program}.report.json")
        seconds = time.perf_counter() - start
        self.report.compile_seconds += seconds
        self.say(f"{program}: {len(library)} functions compiled in {seconds:.2f} s")
        return library

    def cost(self, program: str) -> dict:
        """Returns the compiler's report on a program that was compiled."""
        return json.loads((OUTPUT / f"{program}.report.json").read_text(encoding="utf-8"))

    def call(self, function: kina.Function, **more):
        """Calls a function with the run's inputs, and notes that it was called."""
        self.report.functions.add(function.name)
        return self.inputs.call(function, **more)

    def close(self, what: str, got: np.ndarray, name: str, *arguments) -> None:
        """Compares with what each oracle's method `name` returns for the arguments."""
        for oracle, model in self.models.items():
            self.report.close(f"{what} vs {oracle}", got, getattr(model, name)(*arguments))

    def greedy(self, function: kina.Function, logits: np.ndarray) -> int:
        """Returns the token that a compiled argmax picks, and compares it with NumPy's."""
        self.report.functions.add(function.name)
        token = int(function(logits)[0, 0])
        self.report.equal(f"{function.name} vs NumPy argmax", token, int(logits[0, -1].argmax()))
        return token


def check(
    module: ModuleType,
    *,
    broken: str | None = None,
    torch: bool = True,
    say: Callable[[str], None] = print,
    reuse: bool = False,
) -> Report:
    """Runs the check of one program. Raises what compiling or calling it raises."""
    report = Report(module.PROGRAM)
    module.run(Run(Inputs(broken), report, oracles(torch), say, reuse))
    return report


def main(module: ModuleType) -> int:
    """The command line of scripts/validate_*.py. Returns 0, or 1 on a mismatch."""
    parser = argparse.ArgumentParser(description=module.__doc__)
    parser.add_argument(
        "--break",
        dest="broken",
        choices=module.BREAKABLE,
        help="put one wrong element into this input of the compiled code, to see the check fail",
    )
    parser.add_argument("--no-torch", action="store_true", help="compare with NumPy only")
    options = parser.parse_args()
    try:
        report = check(module, broken=options.broken, torch=not options.no_torch)
    except (kina.CompileError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    if not options.no_torch and importlib.util.find_spec("torch") is None:
        print("  PyTorch is not installed: compared with NumPy only")
    print(report)
    print(f"{report.program}: {'ok' if report.passed else 'MISMATCH'}")
    return 0 if report.passed else 1
