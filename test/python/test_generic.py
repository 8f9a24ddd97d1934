"""Size-generic functions: one compiled function for all sizes, equal to NumPy and to instances."""

import functools
import subprocess

import numpy as np
import pytest

import kina
from integration import reference
from integration.models import llama_layer, storylm0

LONGEST = 300
# As F32_STEP, for sums of up to 301 terms instead of 36.
TOLERANCE = 4e-6


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Compiles an example once, and returns the file of the library."""
    folder = tmp_path_factory.mktemp("generic")

    @functools.cache
    def compile_example(name):
        output = folder / f"{name}.so"
        kina.compile(storylm0.EXAMPLES / f"{name}.kina", output=output)
        return output

    return compile_example


@pytest.fixture
def steps(compiled):
    """The library of storylm0_generic.kina."""
    return kina.load(compiled("storylm0_generic"))


@pytest.fixture
def llama(compiled):
    """The library of llama_layer.kina."""
    return kina.load(compiled("llama_layer"))


def weights(function):
    """The StoryLM-0 weights that a function takes, in its shapes."""
    values = storylm0.Inputs().values
    return {
        tensor.name: values[tensor.name].reshape([int(str(extent)) for extent in tensor.shape])
        for tensor in function.inputs
        if tensor.name in values
    }


def cache(length):
    """A random cache of `length` positions."""
    random = np.random.default_rng(length)
    return [
        random.standard_normal(shape).astype(np.float32)
        for shape in ((1, 2, 2, length), (1, 2, length, 2))
    ]


def error(got, want):
    """The largest difference of the results as a share of the largest magnitude."""
    worst = 0.0
    for one, other in zip(got, want, strict=True):
        assert one.shape == other.shape
        worst = max(worst, np.abs(one - other).max() / np.abs(other).max())
    return worst


def bits(results):
    """The bytes of results."""
    return [array.tobytes() for array in results]


def test_decode(steps):
    model = reference.Model(reference.weights())
    arguments = weights(steps.decode)
    for past in range(1, LONGEST + 1):
        k, v = cache(past)
        ids = [[past % reference.V]]
        got = steps.decode(ids, k, v, **arguments)
        assert error(got, model.decode(ids, np.float64(k), np.float64(v))) <= TOLERANCE, past


def test_prefill(steps):
    model = reference.Model(reference.weights())
    arguments = weights(steps.prefill)
    for length in (*range(1, 41), 100, LONGEST):
        ids = np.random.default_rng(length).integers(0, reference.V, (1, length))
        got = steps.prefill(ids, **arguments)
        assert error(got, model.prefill(ids)) <= TOLERANCE, length
        assert steps.last_logits(got[2]).tobytes() == got[2][:, -1:].tobytes()


def chunk(past, new):
    """Token ids of a prompt, and its first `past` positions as a cache."""
    ids = np.random.default_rng([past, new]).integers(0, reference.V, (1, past + new))
    k, v, _ = reference.Model(reference.weights()).prefill(ids[:, :past])
    return ids, np.float32(k), np.float32(v)


@pytest.mark.parametrize("past", [1, 2, 7, 64, LONGEST])
@pytest.mark.parametrize("new", [1, 2, 3, 17, 100])
def test_prefill_in_chunks(steps, new, past):
    """The rest of a prompt against the cache of its start is what the whole prompt gives."""
    arguments = weights(steps.prefill_chunk)
    ids, k, v = chunk(past, new)
    got = steps.prefill_chunk(ids[:, past:], k, v, **arguments)
    k_all, v_all, z_all = reference.Model(reference.weights()).prefill(ids)
    assert error(got, (k_all, v_all, z_all[:, past:])) <= TOLERANCE


def test_chunks_have_the_same_bits(steps):
    """Both sizes static, one of them, or none."""
    for name, new, pasts in (
        ("prefill_chunk_t2_s3", 2, [3]),
        ("prefill_chunk_t4", 4, [1, 3, 40]),
    ):
        static = steps[name]
        arguments = weights(static)
        for past in pasts:
            ids, k, v = chunk(past, new)
            given = ids[:, past:], k, v
            assert bits(static(*given, **arguments)) == bits(
                steps.prefill_chunk(*given, **arguments)
            )


def test_instances_have_the_same_bits(steps):
    for past in (1, 2, 3):
        k, v = cache(past)
        static = steps[f"decode_s{past}"]
        assert static.sizes == ()
        arguments = weights(static)
        assert bits(static([[5]], k, v, **arguments)) == bits(
            steps.decode([[5]], k, v, **arguments)
        )
    for length in (1, 3):
        ids = np.arange(length)[None]
        arguments = weights(steps.prefill)
        static = steps[f"prefill_t{length}"]
        assert bits(static(ids, **arguments)) == bits(steps.prefill(ids, **arguments))


@pytest.mark.parametrize("first", [1, 2, 99])
@pytest.mark.parametrize("answer", storylm0.ANSWERS, ids=str)
def test_tokens(steps, answer, first):
    """The answers of the specification: prefill, decode with a cache that grows.

    From token `first` on the prompt is a chunk of its own.
    """
    tokens = list(answer.prompt)
    arguments = weights(steps.prefill)
    k, v, z = steps.prefill([tokens[:first]], **arguments)
    if tokens[first:]:
        k, v, z = steps.prefill_chunk([tokens[first:]], k, v, **arguments)
    logits = steps.last_logits(z)
    while True:
        tokens.append(int(steps.greedy_one(logits)[0, 0]))
        if len(tokens) == len(answer.tokens):
            break
        k, v, logits = steps.decode([tokens[-1:]], k, v, **arguments)
    assert tokens == answer.tokens


@pytest.mark.parametrize("name", ["storylm0_generic", "llama_layer"])
def test_symbols(compiled, name):
    """A generic function is one C function and its workspace, whatever it is called with."""
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", compiled(name)], capture_output=True, text=True, check=True
    )
    symbols = {line.split()[-1] for line in listed.stdout.splitlines()}
    wanted = {f"{name}_{function}" for function in kina.load(compiled(name))}
    assert symbols == wanted | {f"{symbol}_workspace" for symbol in wanted} | {f"{name}_manifest"}


def test_sizes_out_of_range(steps):
    with pytest.raises(ValueError, match="S"):
        steps.decode([[1]], *cache(0), **weights(steps.decode))


@pytest.mark.parametrize(("new", "past"), [(1, 1), (1, 17), (2, 1), (5, 3), (16, 128), (33, 7)])
def test_llama_layer(llama, new, past):
    arguments = llama_layer.inputs(100 * new + past, new, past)
    got = llama.layer(**arguments)
    assert error(got, llama_layer.layer(arguments)) <= llama_layer.TOLERANCE
    if new == 1:
        assert bits(llama.layer_decode(**arguments)) == bits(got)


def test_llama_layer_in_steps(llama):
    """Positions one at a time give what they give at once."""
    arguments = llama_layer.inputs(7, 6, 2)
    whole = llama.layer(**arguments)
    rows, k, v = [], arguments["k_past"], arguments["v_past"]
    for position in range(6):
        x = arguments["x"][:, position : position + 1]
        y, k, v = llama.layer(**{**arguments, "x": x, "k_past": k, "v_past": v})
        rows.append(y)
    assert error((np.concatenate(rows, 1), k, v), whole) <= llama_layer.TOLERANCE


@pytest.fixture
def small(tmp_path):
    """Functions whose sizes follow from their arguments, or do not."""
    source = tmp_path / "small.kina"
    source.write_text(
        """
        fn causal[T in 1..64]() -> Tensor[I1, [T, T], @host] {
          return compare(iota([T, T], axis=1), iota([T, T], axis=0), le)
        }
        fn pad[S, N](x: Tensor[F32, [S], @host]) -> Tensor[F32, [S + N], @host] {
          return concat(x, broadcast(0.0, [N]), axis=0)
        }
        """
    )
    return kina.compile(source)


@pytest.fixture
def wide(tmp_path):
    """Functions that are small outside and large inside, in the fourth power of their size."""
    source = tmp_path / "wide.kina"
    source.write_text(
        """
        fn inner[N](x: Tensor[I64, [1], @host]) -> Tensor[I64, [1], @host] {
          return slice(broadcast(x, [N]) + 1, axis=0, start=N - 1, stop=N)
        }
        fn fourth[S](x: Tensor[I64, [1], @host]) -> Tensor[I64, [1], @host] {
          return slice(broadcast(x, [S * S * S * S]) + 1, axis=0, start=0, stop=1)
        }
        fn called[S](x: Tensor[I64, [1], @host]) -> Tensor[I64, [1], @host] {
          return inner[N=S * S * S * S](x)
        }
        """
    )
    return kina.compile(source)


@pytest.mark.parametrize("name", ["fourth", "called"])
def test_arrays_inside_do_not_wrap(wide, name):
    """S**4 elements of 8 bytes: 2**64 elements would be none, and a slice of them anything."""
    function = wide[name]
    assert function([5], S=3).tolist() == [6]
    for size in (2**12, 2**15, 2**16, 2**20, 2**31, 2**32, 2**62, 2**63 - 1):
        with pytest.raises(ValueError, match=f"a size is out of range: S = {size}"):
            function([5], S=size)
        # The C functions say so themselves.
        x = np.array([5], np.int64)
        assert function._measure(size) == -1
        assert function._call(size, x.ctypes.data, x.ctypes.data, x.ctypes.data) == 2


def test_stated_sizes(small):
    for length in (1, 3, 64):
        assert np.array_equal(small.causal(T=length), np.tri(length, dtype=bool))
    x = np.arange(1, 4, dtype=np.float32)
    for padded in (small.pad(x, N=2), small.pad(x, N=np.int64(2), S=3), small.pad(x=x, N=2)):
        assert np.array_equal(padded, [1, 2, 3, 0, 0])


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        (lambda m, x: m.causal(), TypeError, "size T does not follow.*state it, as in T=1"),
        (lambda m, x: m.causal(T=65), ValueError, r"size T = 65, wanted 1\.\.64"),
        (lambda m, x: m.causal(T=1.5), TypeError, "size T: wanted an integer, got float"),
        (lambda m, x: m.causal(U=1), TypeError, "no argument 'U'"),
        (lambda m, x: m.pad(x, N=2, S=4), ValueError, r"wanted float32 \[4\] where .*S = 4"),
    ],
)
def test_wrong_sizes(small, call, kind, said):
    with pytest.raises(kind, match=said):
        call(small, np.ones(3, np.float32))
