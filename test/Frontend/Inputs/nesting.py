"""Writes programs that nest a little less and a lot more than the limit, and long flat ones."""

import sys
from pathlib import Path

FITS = 250
DEEP = 100_000


def function(body: str) -> str:
    """Returns a program of one function."""
    tensor = "Tensor[F32, [1, 4], @host]"
    return f"fn f(a: {tensor}) -> {tensor} {{\n{body}\n}}\n"


def returned(expression: str) -> str:
    """Returns a program that returns the expression."""
    return function(f"  return {expression}")


files = {}
for name, count in (("fits", FITS), ("deep", DEEP)):
    files[f"{name}-parentheses"] = returned("(" * count + "a" + ")" * count)
    files[f"{name}-minus"] = returned("-" * count + "a")
    files[f"{name}-calls"] = returned("softmax(" * count + "a" + ", axis=1)" * count)
    files[f"{name}-operands"] = returned("exp (" * count + "a" + ")" * count)
    files[f"{name}-size"] = f"size S = {'-(' * (count // 2)}1{')' * (count // 2)}\n"
files["deep-unclosed"] = returned("(" * DEEP)
files["long-sum"] = returned("+".join("a" * DEEP))
files["long-unclosed"] = returned("+".join("a" * DEEP)).rstrip().rstrip("}")
lines = ["  let x0 = a"]
lines += [f"  let x{i + 1} = x{i} + a" for i in range(DEEP)]
files["long-body"] = function("\n".join([*lines, f"  return x{DEEP}"]))
for i in range(300):
    files[f"import{i}"] = f'import "import{i + 1}.kina"\n'
files["import300"] = ""

directory = Path(sys.argv[1])
directory.mkdir(parents=True, exist_ok=True)
for name, text in files.items():
    (directory / f"{name}.kina").write_text(text, encoding="utf-8")
