"""Writes one small program with different line ends and odd characters."""

import random
import sys
from pathlib import Path

PLAIN = """size D = 4
fn f(x: Tensor[F32, [1, D], @host]) -> Tensor[F32, [1, 4], @host] {
  return x
}
"""


def replaced(old: str, new: str) -> bytes:
    """Returns the program with the first `old` replaced."""
    assert old in PLAIN
    return PLAIN.replace(old, new, 1).encode()


FILES = {
    "plain": PLAIN.encode(),
    "bom": b"\xef\xbb\xbf" + PLAIN.encode(),
    "second-bom": 2 * b"\xef\xbb\xbf" + PLAIN.encode(),
    "crlf": PLAIN.replace("\n", "\r\n").encode(),
    "crlf-error": PLAIN.replace("return x", "return y").replace("\n", "\r\n").encode(),
    "cr": PLAIN.replace("\n", "\r").encode(),
    "cr-comment": b"// comment\r" + PLAIN.encode(),
    "separator-comment": "// comment\u2028".encode() + PLAIN.encode(),
    "no-final-newline": PLAIN.rstrip().encode(),
    "tabs": replaced("  return x", "\t\treturn\tx"),
    "form-feed": replaced("size", "\fsize"),
    "no-break-space": replaced("size D", "size\u00a0D"),
    "separator": replaced("\n", "\u2028"),
    "nul": replaced("size D", "size \0D"),
    "latin1": replaced("D", "\u00e4").decode().encode("latin-1"),
    "noise": random.Random(0).randbytes(100_000),
}

directory = Path(sys.argv[1])
directory.mkdir(parents=True, exist_ok=True)
for name, content in FILES.items():
    (directory / f"{name}.kina").write_bytes(content)
