"""Random size-generic functions against their instances, in guarded memory.

Both have the same bits (the law of bits), and neither writes outside of its buffers.
"""

import numpy as np
import pytest

import kina
from integration import guarded
from integration.draw import values
from integration.elements import from_native, to_native
from integration.fuzz.text import GenericProgram, Program, programs
from integration.judge import same
from integration.program import Type

PARTS = 6
LONG_PARTS = 60
FUNCTIONS = 10
SIZES = (2, 3), (3, 2), (5, 4)


def arguments(function, sizes, rng):
    """Draws the arguments of a function."""
    drawn = []
    for tensor in function.inputs:
        shape = tuple(extent.evaluate(sizes) for extent in tensor.shape)
        if tensor.ids_below is not None:
            drawn.append(rng.integers(0, tensor.ids_below.evaluate(sizes), shape))
        else:
            drawn.append(to_native(values(rng, Type(tensor.type.lower(), shape), "ordinary")))
    return drawn


def compiled(text, tmp_path):
    """Compiles functions, all of which a host can call."""
    source = tmp_path / "random.kina"
    source.write_text(text.replace("private fn", "fn"))
    return kina.compile(source)


def instances(name):
    """Names the instances of a function: both sizes are stated, or one of them."""
    for s, t in SIZES:
        yield f"{name}_s{s}_t{t}", {"S": s, "T": t}, {}
        yield f"{name}_s{s}", {"S": s, "T": t}, {"T": t}
        yield f"{name}_t{t}", {"S": s, "T": t}, {"S": s}


def check_sizes(seed, tmp_path):
    """Compares functions over S and T with their instances."""
    text = programs(GenericProgram, seed, FUNCTIONS)
    names = [f"f{number}{end}" for number in range(FUNCTIONS) for end in ("", "_caller")]
    made = {}
    for name in names:
        for instance, sizes, open_sizes in instances(name):
            stated = ", ".join(f"{k}={v}" for k, v in sizes.items() if k not in open_sizes)
            made[instance] = f"let {instance} = {name}[{stated}]"
    text = "\n".join([text, *made.values()])
    library = compiled(text, tmp_path)
    for name in names:
        generic = library[name]
        results = {}
        for instance, sizes, open_sizes in instances(name):
            key = tuple(sizes.values())
            given = arguments(generic, sizes, np.random.default_rng([seed, *key]))
            if key not in results:
                results[key] = guarded.call(generic, given, sizes)
            static = guarded.call(library[instance], given, open_sizes)
            for tensor, one, other in zip(generic.results, results[key], static, strict=True):
                element = tensor.type.lower()
                equal = same(from_native(one, element), from_native(other, element))
                assert equal.all(), f"{instance}: {tensor.name}\n{text}"


@pytest.mark.parametrize("part", range(PARTS))
def test_generic_functions_and_instances(part, kina_seed, is_long, tmp_path):
    for step in range(LONG_PARTS // PARTS if is_long else 1):
        check_sizes(100_000 * kina_seed + 1000 * step + part, tmp_path)


@pytest.mark.parametrize("part", range(PARTS // 2))
def test_static_functions_stay_in_their_buffers(part, kina_seed, tmp_path):
    library = compiled(programs(Program, 1000 * kina_seed + part, 4 * FUNCTIONS), tmp_path)
    for name in library:
        rng = np.random.default_rng([kina_seed, part])
        guarded.call(library[name], arguments(library[name], {}, rng), {})


def test_guards_find_what_is_outside():
    buffer = guarded.Buffer(10)
    buffer.array(np.uint8, (10,))[...] = 1
    assert buffer.address % 64 == 0 and buffer.outside() == []
    buffer.memory[buffer.start - 1] = buffer.memory[buffer.stop + 2] = 0
    assert buffer.outside() == [-1, 12]
