"""What native/Module.cpp defines."""

from collections.abc import Sequence
from typing import Any

import numpy as np

_Steps = Sequence[tuple[int, int]]
_Tensor = tuple[str, int, Sequence[_Steps], _Steps | None]

class Function:
    """The base of kina.Function."""

    def __init__(
        self,
        address: int,
        measure: int,
        workspace: int,
        sizes: Sequence[tuple[str, int, int]],
        rules: Sequence[tuple[int, int, int]],
        inputs: Sequence[_Tensor],
        results: Sequence[_Tensor],
    ) -> None: ...
    def __call__(self, *args: Any, out: Any = None, **kwargs: Any) -> Any: ...
    def _call(self, *words: int) -> int: ...
    def _measure(self, *sizes: int) -> int: ...

def writable(array: Any) -> np.ndarray: ...
