"""Kina compiles language-model steps written in `.kina` and calls them on NumPy arrays.

import kina
m = kina.compile("examples/storylm0_generate.kina")
k, v, logits = m.decode_s1(token_ids=[[3]], k_past=k, v_past=v, ...)
"""

import os

# In the source tree the extension module stands where it is built.
__path__.append(os.path.join(os.path.dirname(__file__), "..", "..", "build", "python", "kina"))

try:
    from kina import _native as _native
except ModuleNotFoundError as error:
    raise ImportError(f"{error}: run scripts/run.sh, which builds it") from None

from kina import sampling
from kina.compiler import compile
from kina.diagnostics import CompileError, CompileWarning, Diagnostic
from kina.library import Function, Library, load

__all__ = [
    "CompileError",
    "CompileWarning",
    "Diagnostic",
    "Function",
    "Library",
    "__version__",
    "compile",
    "load",
    "sampling",
]


def __getattr__(name: str) -> str:
    """Asks the compiler for `__version__` when it is wanted: loading needs no compiler."""
    if name == "__version__":
        from kina.compiler import version

        return version()
    raise AttributeError(f"module 'kina' has no attribute {name!r}")
