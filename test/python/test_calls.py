"""Calls of compiled functions: what is taken, what is refused and how, what comes back."""

import gc
import re
import resource
import sys
import threading

import numpy as np
import pytest

A = np.arange(6, dtype=np.float32).reshape(2, 3)
B = np.full((2, 3), 10, np.float32)


def raises(kind, text):
    """Expects an exception with exactly this message."""
    return pytest.raises(kind, match=f"^{re.escape(text)}$")


def test_positions_and_names(library):
    want = A + B
    for got in (library.add(A, B), library.add(A, b=B), library["add"](b=B, a=A)):
        assert got.dtype == np.float32
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize(
    "x",
    [
        np.arange(6, dtype=np.float32).reshape(3, 2).T,
        np.arange(24, dtype=np.float32).reshape(4, 6)[::2, ::2],
        A[:, ::-1],
        np.broadcast_to(np.arange(3, dtype=np.float32), (2, 3)),
        np.asfortranarray(A),
        A.astype(">f4"),
        np.frombuffer(b"\0" + A.tobytes(), np.float32, offset=1).reshape(2, 3),
        A.view(np.matrix),
    ],
    ids=[
        "transpose",
        "rows",
        "reversed",
        "broadcast",
        "fortran",
        "swapped",
        "misaligned",
        "matrix",
    ],
)
def test_layouts(library, x):
    """O-20: whatever the layout, the values are NumPy's."""
    before = np.array(x)
    np.testing.assert_array_equal(library.add(x, x), np.asarray(x) + np.asarray(x))
    np.testing.assert_array_equal(x, before)


def test_read_only_and_memmap(library, tmp_path):
    frozen = A.copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(library.add(frozen, frozen), A + A)
    mapped = np.memmap(tmp_path / "a", np.float32, "w+", shape=(2, 3))
    mapped[:] = A
    np.testing.assert_array_equal(library.add(mapped, mapped), A + A)


@pytest.mark.parametrize(
    "ids",
    [
        [3, 0, 1],
        (3, 0, 1),
        np.array([3, 0, 1], np.int32),
        np.array([3, 0, 1], np.uint64),
        np.array([3, 0, 1], np.int8),
        np.array([3, 0, 1], ">i8"),
        [np.int32(3), 0, np.uint8(1)],
    ],
    ids=["list", "tuple", "int32", "uint64", "int8", "swapped", "scalars"],
)
def test_integers_become_i64(library, ids):
    """O-21: exact conversion where nothing is lost."""
    table = np.arange(8, dtype=np.float32).reshape(4, 2)
    np.testing.assert_array_equal(library.gather(table, ids), table[[3, 0, 1]])


@pytest.mark.parametrize(
    ("ids", "got"),
    [
        (np.ones(3, bool), "bool [3]"),
        (np.ones(3, np.float32), "float32 [3]"),
        ([0.0, 1.0, 2.0], "float64 [3] from a list"),
        (np.full(3, 2**63, np.uint64), "uint64 [3], whose values do not fit"),
        ([2**63] * 3, "uint64 [3], whose values do not fit"),
        ([2**64] * 3, "list"),
        (None, "NoneType"),
        ("012", "<U3 [] from a str"),
        (np.zeros(3, object), "object [3]"),
        (np.zeros(3, "datetime64[s]"), "datetime64[s] [3]"),
        (np.zeros(3, [("a", "i8")]), "[('a', '<i8')] [3]"),
        (
            np.ma.masked_array([0, 1, 2], [0, 1, 0]),
            "a masked array; fill it first, as in x.filled(0)",
        ),
    ],
)
def test_wrong_integers(library, ids, got):
    table = np.zeros((4, 2), np.float32)
    with raises(TypeError, f"gather: argument 'ids' (1): wanted int64 [3], got {got}"):
        library.gather(table, ids)


def test_ragged_list(library):
    with pytest.raises(
        TypeError, match=r"^gather: argument 'ids' \(1\): wanted int64 \[3\], got list"
    ):
        library.gather(np.zeros((4, 2), np.float32), [[0], [1, 2], [3]])


@pytest.mark.parametrize("dtype", [np.float64, np.float16, np.int32, np.complex64])
def test_wrong_float(library, dtype):
    text = f"add: argument 'b' (1): wanted float32 [2, 3], got {np.dtype(dtype)} [2, 3]"
    with raises(TypeError, text):
        library.add(A, B.astype(dtype))


@pytest.mark.parametrize("shape", [(3, 2), (6,), (2, 3, 1), (), (0, 3), (1, 3)])
def test_wrong_shape(library, shape):
    text = f"add: argument 'a' (0): wanted float32 [2, 3], got float32 {list(shape)}"
    with raises(ValueError, text):
        library.add(np.zeros(shape, np.float32), B)


def test_wrong_count(library):
    with raises(TypeError, "add: wanted 2 arguments, got 1; missing 'b' (1)"):
        library.add(A)
    with raises(TypeError, "add: wanted 2 arguments, got 0; missing 'a' (0), 'b' (1)"):
        library.add()
    with raises(TypeError, "add: wanted 2 arguments, got 3"):
        library.add(A, B, A)
    with raises(TypeError, "add: argument 'a' (0) came twice"):
        library.add(A, a=A)
    with raises(TypeError, "add: no argument 'c'; wanted a, b"):
        library.add(A, c=B)
    with raises(TypeError, "seven: no argument 'c'; wanted no argument"):
        library.seven(c=B)


@pytest.mark.parametrize(("ids", "bad", "place"), [([0, 4, 1], 4, 1), ([0, 1, -1], -1, 2)])
def test_id_outside_its_table(library, ids, bad, place):
    """O-06: an id that comes straight from an argument is refused before the call."""
    text = f"gather: argument 'ids' (1): id {bad} at [{place}], wanted 0 <= id < 4"
    with raises(IndexError, text):
        library.gather(np.zeros((4, 2), np.float32), ids)


@pytest.mark.parametrize("bad", [2**31, -(2**63), 2**63 - 1])
def test_id_far_outside(library, bad):
    with pytest.raises(IndexError, match=str(bad)):
        library.gather(np.zeros((4, 2), np.float32), [0, bad, 0])


def test_result_ranks_and_counts(library):
    """O-23: rank 0, no argument, no result, nine results."""
    total = library.total(np.array([1, 2, 3], np.float32))
    assert isinstance(total, np.ndarray)
    assert total.shape == () and total.dtype == np.float32 and total == 6
    seven = library.seven()
    assert seven.shape == () and seven.dtype == np.int64 and seven == 7
    assert library.nothing() == ()
    nine = library.nine(np.array([5], np.float32))
    assert [float(x[0]) for x in nine] == [5, 6, 7, 8, 9, 10, 11, 12, 13]


def test_small_types(library):
    values = (
        np.array([0x3F80, 0xC000], np.uint16),
        np.array([True, False]),
        np.array([-1, 2**31 - 1], np.int32),
        np.array([-128, 127], np.int8),
    )
    for want, got in zip(values, library.small(*values), strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want)
    # A list has no dtype of its own; an array does.
    assert library.small(values[0], [True, False], [1, 2], [3, 4])[2].tolist() == [1, 2]
    with raises(TypeError, "small: argument 'word' (2): wanted int32 [2], got int64 [2]"):
        library.small(values[0], values[1], np.array([1, 2]), values[3])
    with pytest.raises(TypeError, match="wanted int8"):
        library.small(values[0], values[1], [1, 2], [3, 400])
    with pytest.raises(TypeError, match=r"wanted uint16 \(bf16 bits\) \[2\], got float32 \[2\]"):
        library.small(np.ones(2, np.float32), *values[1:])


def test_torch(library):
    torch = pytest.importorskip("torch")
    got = library.add(torch.from_numpy(A), torch.from_numpy(B).t().contiguous().t())
    np.testing.assert_array_equal(got, A + B)
    with pytest.raises(TypeError, match="argument 'a' .*requires grad"):
        library.add(torch.zeros(2, 3, requires_grad=True), B)
    half = library.small(torch.tensor([1.0, -2.0]).bfloat16(), [True, False], [1, 2], [3, 4])[0]
    assert half.tolist() == [0x3F80, 0xC000]


def test_dlpack(library):
    class OnlyDLPack:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    np.testing.assert_array_equal(library.add(OnlyDLPack(A), B), A + B)


def test_arrays_come_and_go_without_copies(library):
    """A view of an argument lies in the caller's memory, a result is what DLPack hands on."""

    class OnlyDLPack:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    x = np.arange(10, dtype=np.float32).reshape(2, 5)
    assert np.shares_memory(library.head.view(OnlyDLPack(x)), x)
    result = library.head(x)
    again = np.from_dlpack(result)
    assert again.ctypes.data == result.ctypes.data
    np.testing.assert_array_equal(again, x[:, :3])


def test_torch_without_copies(library):
    torch = pytest.importorskip("torch")
    x = torch.arange(10, dtype=torch.float32).reshape(2, 5)
    assert library.head.view(x).ctypes.data == x.data_ptr()
    result = library.head(x)
    assert torch.from_dlpack(result).data_ptr() == result.ctypes.data


@pytest.mark.parametrize("shape", [(0, 3), (2, 0), (0,)])
def test_no_elements(library, shape):
    """ON-J07: an array of no elements is refused; nothing reads behind its pointer."""
    empty = np.zeros(shape, np.float32)
    with pytest.raises(ValueError, match="argument 'a' .*wanted float32"):
        library.add(empty, B)
    with pytest.raises(ValueError, match="out 'sum' .*wanted float32"):
        library.add(A, B, out=empty)


def test_one_array_as_two_arguments(library):
    """ON-J03: one array twice, views that overlap, and a result as the next argument."""
    np.testing.assert_array_equal(library.add(A, A), A + A)
    block = np.arange(9, dtype=np.float32)
    a, b = block[:6].reshape(2, 3), block[3:].reshape(2, 3)
    np.testing.assert_array_equal(library.add(a, b), a + b)
    value = A.copy()
    for _ in range(4):
        value = library.add(value, value)
    np.testing.assert_array_equal(value, A * 16)
    # In place, and over the second argument only.
    assert library.add(value, value, out=value) is value
    np.testing.assert_array_equal(value, A * 32)
    np.testing.assert_array_equal(library.add(A, value, out=value), A * 33)


def test_out(library):
    out = np.empty((2, 3), np.float32)
    assert library.add(A, B, out=out) is out
    np.testing.assert_array_equal(out, A + B)
    results = [np.empty(1, np.float32) for _ in range(9)]
    got = library.nine(np.zeros(1, np.float32), out=results)
    assert all(a is b for a, b in zip(got, results, strict=True))
    assert results[8] == 8


def test_out_that_overlaps(library):
    """ON-J03: as in NumPy, the result is as if nothing overlapped; results must not."""
    block = np.arange(9, dtype=np.float32)
    a, out = block[:6].reshape(2, 3), block[3:].reshape(2, 3)
    want = a + a
    assert library.add(a, a, out=out) is out
    np.testing.assert_array_equal(out, want)
    one = np.zeros(1, np.float32)
    with raises(
        ValueError, "nine: out 'out1' (1): wanted memory of its own, got an overlap of results"
    ):
        library.nine(one, out=[one] * 9)


def test_wrong_out(library):
    where = "add: out 'sum' (0): wanted"
    with raises(TypeError, f"{where} a writable array float32 [2, 3], got list"):
        library.add(A, B, out=[[0]])
    with raises(TypeError, "add: out: wanted 1 arrays, got 2"):
        library.add(A, B, out=[A, B])
    with raises(TypeError, f"{where} float32 [2, 3], got float64 [2, 3]"):
        library.add(A, B, out=np.zeros((2, 3)))
    with raises(TypeError, f"{where} float32 [2, 3], got >f4 [2, 3]"):
        library.add(A, B, out=np.zeros((2, 3), ">f4"))
    with raises(ValueError, f"{where} float32 [2, 3], got float32 [3, 2]"):
        library.add(A, B, out=np.zeros((3, 2), np.float32))
    frozen = np.zeros((2, 3), np.float32)
    frozen.flags.writeable = False
    for out in (frozen, np.zeros((3, 2), np.float32).T):
        with raises(ValueError, f"{where} a dense, aligned and writable array"):
            library.add(A, B, out=out)


def test_sizes(library):
    for s in (1, 2, 64):
        k = np.arange(2 * s, dtype=np.float32).reshape(2, s)
        new = np.array([[-1], [-2]], np.float32)
        np.testing.assert_array_equal(library.grow(k, new), np.concatenate([k, new], axis=1))
    with raises(ValueError, "grow: size S = 65, wanted 1..64"):
        library.grow(np.zeros((2, 65), np.float32), new)
    with raises(
        ValueError, "grow: argument 'k' (0): wanted float32 [2, 5] where S = 5, got float32 [3, 5]"
    ):
        library.grow(np.zeros((3, 5), np.float32), new)
    with raises(ValueError, "grow: argument 'k' (0): wanted float32 [2, S], got float32 [5]"):
        library.grow(np.zeros(5, np.float32), new)


def test_view(library):
    x = np.arange(10, dtype=np.float32).reshape(2, 5)
    view = library.head.view(x)
    np.testing.assert_array_equal(view, library.head(x))
    assert np.shares_memory(view, x)
    x[1, 2] = 99
    assert view[1, 2] == 99
    with raises(
        ValueError,
        "head: argument 'x' (0): wanted a dense array, float32 [2, 5], "
        "got one that has to be copied",
    ):
        library.head.view(np.asfortranarray(x))
    x.flags.writeable = False
    assert not library.head.view(x).flags.writeable
    with raises(TypeError, "add: result 'sum' is no view of an argument"):
        library.add.view(A, B)


@pytest.mark.parametrize(
    ("code", "kind", "text"),
    [
        (1, RuntimeError, "status: refused a null or misaligned pointer"),
        (2, ValueError, "status: a size is out of range"),
        (
            3,
            RuntimeError,
            "status: this machine lacks a CPU feature that the library was compiled for",
        ),
        (4, RuntimeError, "status: communication between processes failed"),
        (9, RuntimeError, "status: failed with status 9"),
    ],
)
def test_status(library, code, kind, text):
    assert library.status(0) == ()
    with raises(kind, text):
        library.status(code)


def test_names(library):
    assert list(library)[:2] == ["add", "total"] and len(library) == 10
    assert "add" in dir(library) and "add" in library and "sub" not in library
    with pytest.raises(
        AttributeError, match="library handmade has no function 'sub'; it has add, "
    ):
        library.sub  # noqa: B018
    assert str(library.grow) == (
        "grow[S in 1..64](k: F32 [2, S], k_new: F32 [2, 1]) -> (k_next: F32 [2, S + 1])"
    )


def test_threads(library):
    """ON-J01: eight threads at once, workspaces apart."""
    wrong = []

    def work(seed):
        random = np.random.default_rng(seed)
        for _ in range(300):
            a, b = random.standard_normal((2, 2, 3), np.float32)
            k = random.standard_normal((2, int(random.integers(1, 65))), np.float32)
            if not np.array_equal(library.add(a, b), a + b):
                wrong.append(seed)
            if not np.array_equal(library.grow(k, a[:, :1])[:, :-1], k):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_results_live_alone(library):
    """ON-J02: nothing of a result is the input's or the library's."""
    x = A.copy()
    result = library.add(x, B)
    del x
    gc.collect()
    library.add(B, B)
    np.testing.assert_array_equal(result, A + B)


def test_memory_is_flat(library):
    """O-22: many calls, also calls that fail, keep nothing."""

    def calls(count):
        for _ in range(count):
            library.add(A, B)
            library.grow(A, A[:, :1])
            try:
                library.add(A, A[:1])
            except ValueError:
                pass

    calls(500)
    gc.collect()
    blocks = sys.getallocatedblocks()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    calls(20_000)
    gc.collect()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 2048, f"{grown} kB after 20000 calls"
    assert sys.getallocatedblocks() - blocks < 1000
