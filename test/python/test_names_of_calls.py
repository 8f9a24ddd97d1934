"""Names that Python has taken, `out=` of other libraries, copies and pickles."""

import copy
import ctypes
import os
import pickle
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

import kina
from kina import cli, library

TEXT = """
fn f(self: Tensor[F32, [4]], out: Tensor[F32, [4]]) -> Tensor[F32, [4]] { return self - out }
fn g[self, out](x: Tensor[F32, [self, 4]]) -> Tensor[F32, [out, 4]] {
  return broadcast(slice(x, axis=0, start=0, stop=1), shape=[out, 4])
}
fn taken(out: Tensor[F32, [4]], out_: Tensor[F32, [4]]) -> Tensor[F32, [4]] { return out - out_ }
fn part(self: Tensor[F32, [4]]) -> Tensor[F32, [2]] { return slice(self, axis=0, start=1, stop=3) }
fn __class__(x: Tensor[F32, [4]]) -> Tensor[F32, [4]] { return x + x }
fn __deepcopy__(x: Tensor[F32, [4]]) -> Tensor[F32, [4]] { return x + x }
fn name(x: Tensor[F32, [4]]) -> Tensor[F32, [4]] { return x + x }
fn both(x: Tensor[BF16, [4]], y: Tensor[F32, [4]]) -> (Tensor[BF16, [4]], Tensor[F32, [4]]) {
  return (x + x, y + y)
}
"""
X = np.arange(4, dtype=np.float32)
Y = np.full(4, 10, np.float32)


@pytest.fixture(scope="module")
def m():
    return kina.compile(text=TEXT, library="names")


def test_arguments_that_are_called_as_keywords(m):
    want = X - Y
    np.testing.assert_array_equal(m.f(X, Y), want)
    np.testing.assert_array_equal(m.f(self=X, out_=Y), want)
    given = np.empty(4, np.float32)
    assert m.f(X, Y, out=given) is given
    np.testing.assert_array_equal(given, want)
    # Where `out_` is an argument already, `out` gets one more underscore.
    np.testing.assert_array_equal(m.taken(out__=X, out_=Y), want)
    assert [m.taken.keyword(tensor.name) for tensor in m.taken.inputs] == ["out__", "out_"]
    np.testing.assert_array_equal(m.part.view(self=X), X[1:3])


def test_sizes_that_are_called_as_keywords(m):
    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    np.testing.assert_array_equal(m.g(x, out_=3, self=2), np.tile(x[0], (3, 1)))
    with pytest.raises(ValueError, match="self"):
        m.g(x, out_=3, self=5)
    with pytest.raises(TypeError, match=r"out.*does not follow.*state it, as in out_=1"):
        m.g(x)


def test_a_refused_name_says_how_to_pass_it(m):
    with pytest.raises(TypeError, match=r"missing 'out' \(1, by name out_= "):
        m.f(X, out=Y)
    with pytest.raises(TypeError, match=r"got int; what the function calls out is passed as out_="):
        m.g(np.ones((2, 4), np.float32), out_=1, out=3)


def test_functions_that_are_called_as_attributes(m):
    for name in ("__class__", "__deepcopy__", "name"):
        np.testing.assert_array_equal(m[name](X), X + X)
    assert m.__class__ is library.Library
    assert m.name == "names"
    assert "__deepcopy__" not in vars(m)
    with pytest.raises(TypeError, match=r"is reached as m\['__class__'\]"):
        m.__class__(X)
    with pytest.raises(AttributeError, match="names has no function 'nothing'"):
        _ = m.nothing


def test_kina_run_takes_them(tmp_path, capsys):
    path = tmp_path / "names.kina"
    path.write_text(TEXT)
    given = ["--input", "out=4xf32=1,1,1,1", "--input", "self=4xf32=3,3,3,3"]
    assert cli.main(["run", str(path), "f", *given]) == 0
    assert "[2. 2. 2. 2.]" in capsys.readouterr().out
    call = ["run", str(path), "g", "--input", "x=2x4xf32=5", "--size"]
    assert cli.main([*call, "out=3"]) == 0
    assert capsys.readouterr().out.count("[5. 5. 5. 5.]") == 3
    assert cli.main([*call, "other=3"]) == 1
    assert "g: no size 'other'; it has self, out" in capsys.readouterr().err


class Exporter:
    """Memory that is reached through DLPack alone."""

    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack__(self, stream=None):
        return self.tensor.__dlpack__()

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


def test_out_is_whatever_has_dlpack(m):
    torch = pytest.importorskip("torch")
    given = torch.zeros(4)
    assert m.f(X, Y, out=given) is given
    np.testing.assert_array_equal(given.numpy(), X - Y)
    given.zero_()
    exporter = Exporter(given)
    assert m.f(X, Y, out=exporter) is exporter
    np.testing.assert_array_equal(given.numpy(), X - Y)

    bits, floats = torch.zeros(4, dtype=torch.bfloat16), torch.zeros(4)
    got = m.both(torch.ones(4, dtype=torch.bfloat16), Y, out=(bits, floats))
    assert got[0] is bits and got[1] is floats
    assert bits.tolist() == [2, 2, 2, 2] and floats.tolist() == [20, 20, 20, 20]


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda torch: torch.zeros(5), "wanted float32 [4], got float32 [5]"),
        (lambda torch: torch.zeros(4, dtype=torch.float64), "wanted float32 [4], got float64 [4]"),
        (lambda torch: torch.zeros(4, 4).t()[0], "a dense, aligned and writable array"),
        (lambda torch: torch.zeros(4, device="meta"), "a writable array float32 [4], got Tensor"),
        (lambda torch: [1.0, 2.0], "wanted 1 arrays, got 2"),
        (lambda torch: "text", "a writable array float32 [4], got str"),
    ],
)
def test_out_that_does_not_do(m, make, text):
    torch = pytest.importorskip("torch")
    with pytest.raises((TypeError, ValueError)) as caught:
        m.f(X, Y, out=make(torch))
    assert text in str(caught.value)


def test_bf16_comes_back_as_it_was_given(m):
    bits = np.full(4, 0x3F80, np.uint16)
    got = m.both(bits, Y)
    assert got[0].dtype == np.uint16 and got[1].dtype == np.float32
    got = m.both(bits.view(ml_dtypes.bfloat16), Y)
    assert got[0].dtype == ml_dtypes.bfloat16 and got[1].dtype == np.float32
    assert got[0].tolist() == [2, 2, 2, 2]
    given = np.empty(4, ml_dtypes.bfloat16), np.empty(4, np.float32)
    got = m.both(bits, Y, out=given)
    assert got[0] is given[0] and got[1] is given[1]
    assert given[0].tolist() == [2, 2, 2, 2]


def test_copies_are_the_thing_itself(m):
    for thing in (m, m.f):
        assert copy.copy(thing) is thing
        assert copy.deepcopy(thing) is thing
    assert copy.deepcopy({"step": m.f})["step"] is m.f


def test_pickles_work_in_another_process(m, tmp_path):
    """What is loaded from a file that has gone, and what never was in one."""
    path = tmp_path / "names.kina"
    path.write_text(TEXT)
    loaded = kina.compile(path, output=tmp_path / "names.so")
    (tmp_path / "names.so").unlink()
    for thing in (m, loaded):
        code = tmp_path / "pickle"
        code.write_bytes(pickle.dumps((thing, thing.f, thing.g)))
        text = (
            "import pickle, sys, numpy as np\n"
            "m, f, g = pickle.load(open(sys.argv[1], 'rb'))\n"
            "assert m.f is f and m.g is g\n"
            "print(f(np.ones(4, np.float32), np.zeros(4, np.float32)).tolist())"
        )
        ran = subprocess.run(
            [sys.executable, "-c", text, code], capture_output=True, text=True, check=False
        )
        assert (ran.stdout, ran.stderr) == ("[1.0, 1.0, 1.0, 1.0]\n", "")
    alone = pickle.loads(pickle.dumps(kina.compile(text=TEXT, library="names").f))
    np.testing.assert_array_equal(alone(X, Y), X - Y)


def test_a_pickle_for_another_machine(m, monkeypatch):
    data = pickle.dumps(m)
    monkeypatch.setattr(library.cpu, "missing_features", lambda features: ["avx99"])
    with pytest.raises(ValueError, match=r"names: compiled for .*; this machine lacks avx99"):
        pickle.loads(data)


def test_no_room_while_linking(tmp_path):
    """The linker writes through a mapping and dies of a signal where the disk is full."""
    numbers = ", ".join(f"{i}.5" for i in range(4000))
    source = tmp_path / "big.kina"
    type_ = "Tensor[F32, [4000]]"
    source.write_text(f"fn f(x: {type_}) -> {type_} {{ return x + tensor([{numbers}]) }}")
    folder = tmp_path / "small"
    folder.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)

    def enter():
        # A file system of 32 KB, in a namespace of this process alone.
        user, mount = 0x10000000, 0x20000
        flags = mount if os.getuid() == 0 else user | mount
        if libc.unshare(flags) or libc.mount(None, b"/", None, 1 << 18 | 1 << 14, None):
            os._exit(77)
        if libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, b"size=32k"):
            os._exit(77)

    script = (
        "import os, sys; from kina import cli\n"
        "status = cli.main(['compile', sys.argv[1], '-o', sys.argv[2]])\n"
        "print(status, os.listdir(os.path.dirname(sys.argv[2])))"
    )
    output = folder / "big.so"
    try:
        ran = subprocess.run(
            [sys.executable, "-c", script, source, output],
            preexec_fn=enter,
            capture_output=True,
            text=True,
            check=False,
        )
    except subprocess.SubprocessError:
        pytest.skip("cannot make a mount namespace")
    if ran.returncode == 77:
        pytest.skip("cannot make a mount namespace")
    assert ran.stdout == "1 []\n"
    assert ran.stderr == f"{source}: error: cannot write '{output}': No space left on device\n"
