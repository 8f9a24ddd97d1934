"""What the compiler says about a program, with positions."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

SEVERITIES = ("note", "remark", "warning", "error")  # by the numbers of Kina/CAPI/Kina.h


@dataclass
class Diagnostic:
    """One message of the compiler.

    Lines and columns count from 1; 0 says that the position is not known. Columns count bytes of
    UTF-8, as MLIR's do.
    """

    severity: str
    file: str
    line: int
    column: int
    message: str
    notes: list[Diagnostic] = field(default_factory=list)
    # The program, where it stands in no file.
    text: str | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        position = ""
        if self.file:
            position = f"{self.file}:"
            if self.line > 0:
                position += f"{self.line}:{self.column}:"
            position += " "
        return f"{position}{self.severity}: {self.message}"

    def render(self) -> str:
        """Returns the message with its source line, a caret, and its notes."""
        parts = [str(self)]
        source = _source_line(self.file, self.line, self.text)
        if source is not None and self.column > 0:
            before = source.encode()[: self.column - 1].decode(errors="replace")
            blank = "".join("\t" if c == "\t" else " " for c in before)
            parts += [source, f"{blank}^"]
        parts += [note.render() for note in self.notes]
        return "\n".join(parts)


def _source_line(file: str, line: int, text: str | None) -> str | None:
    """Returns one line of a file or of its text, or None where it cannot be shown."""
    if not file or line < 1:
        return None
    try:
        if text is not None:
            return _pick(io.StringIO(text, newline="\n"), line)
        with open(file, encoding="utf-8", errors="replace", newline="\n") as lines:
            return _pick(lines, line)
    except (OSError, ValueError):
        return None


def _pick(lines: Iterable[str], line: int) -> str | None:
    found = next(itertools.islice(lines, line - 1, None), "").rstrip("\r\n")
    return found if 0 < len(found) <= 400 else None


class CompileWarning(UserWarning):
    """A program compiled, and the compiler had something to say about it."""


class CompileError(Exception):
    """A program did not compile. `diagnostics` says why: file, line, column, message, notes."""

    def __init__(self, diagnostics: list[Diagnostic]):
        self.diagnostics = diagnostics
        super().__init__("\n".join(d.render() for d in diagnostics) or "compilation failed")

    def __reduce__(self):
        return type(self), (self.diagnostics,)
