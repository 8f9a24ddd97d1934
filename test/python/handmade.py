"""Builds handmade.c, with variants of its manifest that must be refused."""

import copy
import json
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("handmade.c")


def tensor(name, element, shape, **more):
    """Returns an entry of a manifest."""
    return {"name": name, "type": element, "shape": shape, **more}


def function(name, inputs, results, workspace=0, sizes=()):
    """Returns the manifest of one function."""
    return {
        "name": name,
        "symbol": f"handmade_{name}",
        "sizes": list(sizes),
        "inputs": inputs,
        "results": results,
        "workspace": workspace,
    }


SMALL = [("half", "BF16"), ("flag", "I1"), ("word", "I32"), ("byte", "I8")]
MANIFEST = {
    "abi_version": 1,
    "kina_version": "0.1.0",
    "library": "handmade",
    "target": {"triple": "x86_64-pc-linux-gnu", "cpu": "x86-64", "features": []},
    "functions": [
        function(
            "add",
            [tensor("a", "F32", [2, 3]), tensor("b", "F32", [2, 3])],
            [tensor("sum", "F32", [2, 3])],
            64,
        ),
        function("total", [tensor("x", "F32", [3])], [tensor("sum", "F32", [])]),
        function(
            "gather",
            [tensor("table", "F32", [4, 2]), tensor("ids", "I64", [3], ids_below=4)],
            [tensor("rows", "F32", [3, 2])],
        ),
        function("nothing", [], []),
        function("seven", [], [tensor("value", "I64", [])]),
        function(
            "nine",
            [tensor("x", "F32", [1])],
            [tensor(f"out{i}", "F32", [1]) for i in range(9)],
        ),
        function(
            "small",
            [tensor(name, element, [2]) for name, element in SMALL],
            [tensor(f"{name}_out", element, [2]) for name, element in SMALL],
        ),
        function(
            "head",
            [tensor("x", "F32", [2, 5])],
            [
                tensor(
                    "first",
                    "F32",
                    [2, 3],
                    view={"argument": "x", "offset": 0, "shape": [2, 3], "strides": [5, 1]},
                )
            ],
        ),
        function(
            "grow",
            [tensor("k", "F32", [2, "S"]), tensor("k_new", "F32", [2, 1])],
            [tensor("k_next", "F32", [2, "S + 1"])],
            None,
            [{"name": "S", "min": 1, "max": 64}],
        ),
        function("status", [tensor("code", "I64", [])], []),
    ],
}


def manifest(**changes):
    """Returns a copy of MANIFEST with some of its top entries changed."""
    return {**copy.deepcopy(MANIFEST), **changes}


def build(directory: Path, description=None, *, flags=(), stem="handmade") -> Path:
    """Compiles the library with the given manifest and returns its path."""
    text = json.dumps(MANIFEST if description is None else description)
    header = directory / "manifest.h"
    header.write_text(f"#define PREFIX handmade\n#define MANIFEST {json.dumps(text)}\n")
    output = directory / f"{stem}.so"
    subprocess.run(
        ["clang-22", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-fuse-ld=lld", *flags]
        + ["-include", header, SOURCE, "-o", output],
        check=True,
    )
    return output
