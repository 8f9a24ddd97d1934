#!/usr/bin/env python3
"""Makes a failing program smaller: takes ops and results away while it still fails.

usage: python -m integration.fuzz.reduce FILE.mlir --seed N [--out SMALL.mlir]

An op goes by becoming an argument of its type, whose values then come from the seed and its name.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from integration.fuzz.check import check
from integration.program import Node, Program, parse


def keep(program: Program, results: tuple[int, ...], cut: int | None = None) -> Program:
    """Returns the program with these results and only what they need.

    The op with the value number `cut` becomes an argument, which is named after the op.
    """
    start = len(program.inputs)
    needed: set[int] = set()
    stack = list(results)
    while stack:
        i = stack.pop()
        if i not in needed:
            needed.add(i)
            if i >= start and i != cut:
                stack.extend(program.nodes[i - start].operands)
    names = [*program.input_names, *(f"was_v{i}" for i in range(len(program.nodes)))]
    while cut is not None and names[cut] in program.input_names:
        names[cut] += "_"
    inputs = [i for i in range(len(program.types)) if i in needed and (i < start or i == cut)]
    nodes = [i for i in range(start, len(program.types)) if i in needed and i != cut]
    number = {old: new for new, old in enumerate([*inputs, *nodes])}
    types = program.types
    return Program(
        tuple(types[i] for i in inputs),
        tuple(
            Node(node.op, tuple(number[j] for j in node.operands), node.attributes, node.type)
            for node in (program.nodes[i - start] for i in nodes)
        ),
        tuple(number[i] for i in results),
        tuple(names[i] for i in inputs),
    )


def reduce(program: Program, fails: Callable[[Program], bool]) -> Program:
    """Returns a smaller program that fails too; `program` itself has to."""
    if not fails(program):
        raise ValueError("the program does not fail")
    # One result is enough, mostly: any value, the earliest that fails.
    start = len(program.inputs)
    for i in range(start, len(program.types)):
        alone = keep(program, (i,))
        if len(alone.nodes) < len(program.nodes) and fails(alone):
            program = alone
            break
    changed = True
    while changed:
        changed = False
        for result in program.results if len(program.results) > 1 else ():
            fewer = keep(program, tuple(i for i in program.results if i != result))
            if fails(fewer):
                program, changed = fewer, True
                break
        if changed:
            continue
        # From the end: much hangs on the late ones.
        for i in reversed(range(len(program.inputs), len(program.types))):
            if i in program.results:
                continue
            smaller = keep(program, program.results, i)
            if fails(smaller):
                program, changed = smaller, True
                break
    return program


def main() -> int:
    """Reduces the program of a file. Returns 1 where it does not fail."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, required=True, help="of the arguments")
    parser.add_argument("--out", type=Path, help="where the small program goes (default: stdout)")
    options = parser.parse_args()
    program = parse(options.file.read_text())
    if check(program, options.seed) is None:
        print(f"{options.file}: does not fail with seed {options.seed}", file=sys.stderr)
        return 1
    small = reduce(program, lambda candidate: check(candidate, options.seed) is not None)
    print(f"{check(small, options.seed)}", file=sys.stderr)
    text = f"// seed of the arguments: {options.seed}\n{small.text()}"
    if options.out:
        options.out.write_text(text)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
