"""Writes programs of one long line and one of many statements."""

import sys
from pathlib import Path

LENGTH = 50_000_000
STATEMENTS = 1_000_000
HEAD = "fn f() -> () { let x = 1 +   "

directory = Path(sys.argv[1])
directory.mkdir(parents=True, exist_ok=True)
lines = [f"  let hidden_{i + 1} = hidden_{i} * attention_scale" for i in range(STATEMENTS)]
tensor = "Tensor[F32, [2, 8], @host]"
head = f"fn f(hidden_0: {tensor}, attention_scale: {tensor}) -> {tensor} {{\n"
for name, text in {
    "spaces": HEAD + " " * LENGTH + "1 return () }",
    "comment": HEAD + "1 return () } // " + "a" * LENGTH,
    "name": HEAD + "a" * LENGTH,
    "number": HEAD + "1" * LENGTH,
    "statements": head + "\n".join(lines) + f"\n  return hidden_{STATEMENTS}\n}}\n",
}.items():
    (directory / f"{name}.kina").write_text(text, encoding="ascii")
