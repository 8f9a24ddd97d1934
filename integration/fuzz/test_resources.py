"""Constants in resources: random programs fold as far, and to the same numbers, as with `dense`."""

import hashlib
import re
from collections import Counter

import numpy as np

from integration import native
from integration.fuzz.generate import arguments, generate
from integration.fuzz.test_canonicalize import PASSES, evaluate, split
from integration.judge import differ
from integration.program import constant_value, parse

PROGRAMS = 500
LONG_PROGRAMS = 20_000
MODULE = 100
CONSTANT = re.compile(r"kina\.constant dense<.*> : (tensor<\S+>)$", re.M)
RESOURCE = re.compile(r"dense_resource<(w\w+)>")


def with_resources(text, programs):
    """Returns the module with resources for constants, and what stood there, by name."""
    nodes = iter([node for p in programs for node in p.nodes if node.op == "constant"])
    written, blobs = {}, {}

    def replace(match):
        data = constant_value(next(nodes)).tobytes()
        # Named by its contents, so that equal constants are one attribute here as there.
        name = "w" + hashlib.sha256(data).hexdigest()[:16]
        # Any alignment will do: the bytes may stand anywhere.
        blobs[name] = f'{name}: "0x01000000{data.hex()}"'
        written[name, match[1]] = match[0].removeprefix("kina.constant ")
        return f"kina.constant dense_resource<{name}> : {match[1]}"

    module = CONSTANT.sub(replace, text)
    resources = ", ".join(blobs.values())
    return f"{module}\n{{-# dialect_resources: {{builtin: {{{resources}}}}} #-}}\n", written


def ops(program):
    """Counts the ops that are no constants."""
    return Counter(node.op for node in program.nodes if node.op != "constant")


def test_same_folds(kina_seed, is_long):
    count = LONG_PROGRAMS if is_long else PROGRAMS
    left = 0
    for start in range(0, count, MODULE):
        programs = [
            generate(
                np.random.default_rng([kina_seed, 2, i]), 2, 25, most_elements=128, constants=6
            )
            for i in range(start, min(start + MODULE, count))
        ]
        text = "".join(program.text(f"f{i}") for i, program in enumerate(programs))
        module, written = with_resources(text, programs)
        dense = split(native.kina_opt(text, *PASSES))
        got = native.kina_opt(module, *PASSES).partition("{-#")[0]
        left += len(RESOURCE.findall(got))
        for (name, type), spelling in written.items():
            got = got.replace(f"dense_resource<{name}> : {type}", spelling)
        for i, (program, *texts) in enumerate(zip(programs, dense, split(got), strict=True)):
            wanted, found = map(parse, texts)
            # Which equal constants are one may differ.
            assert ops(found) == ops(wanted), "\n".join(texts)
            arrays = arguments(program, i)
            for x, y in zip(evaluate(found, arrays), evaluate(program, arrays), strict=True):
                why = differ(x, y, "after --canonicalize")
                assert not why, f"{why}\n\n{program.text()}\n{texts[1]}"
    assert left > count / 10
