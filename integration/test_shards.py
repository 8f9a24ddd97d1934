"""Sharded programs: all devices in one process, one device each, and NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import kina
from integration import reference
from integration.native import compile_text
from integration.spmd import Grid, Spmd

RNG = np.random.default_rng(5)


def tensor(*extents, element="f32"):
    """Returns an MLIR type."""
    return f"tensor<{''.join(f'{extent}x' for extent in extents)}{element}>"


def attention(heads, groups, devices, uneven=False, past=5, width=4):
    """A module: grouped-query attention of one new token, with its heads on devices."""
    window = -(-groups // devices)
    ratio = heads // groups
    one = tensor(1, 1, 1, 1)
    q, k, v = (
        tensor(1, heads, 1, width),
        tensor(1, groups, width, past),
        tensor(1, groups, past, width),
    )
    q0, k0, v0 = (
        tensor(1, window * ratio, 1, width),
        tensor(1, window, width, past),
        tensor(1, window, past, width),
    )
    rows, s = tensor(1, window, ratio, width), tensor(1, window, ratio, past)
    word = "uneven" if uneven else ""
    return f"""
func.func private @attend(%q: {q0}, %k: {k0}, %v: {v0}, %scale: {one}) -> {q0} {{
  %0 = kina.reshape %q : {q0} -> {rows}
  %1 = kina.matmul %0, %k : ({rows}, {k0}) -> {s}
  %2 = kina.broadcast %scale : {one} -> {s}
  %3 = kina.mul %1, %2 : {s}
  %4 = kina.softmax %3 axis = 3 : {s}
  %5 = kina.matmul %4, %v : ({s}, {v0}) -> {rows}
  %6 = kina.reshape %5 : {rows} -> {q0}
  return %6 : {q0}
}}
func.func @attention(%q: {q}, %k: {k}, %v: {v}, %scale: {one}) -> {q} {{
  %c = kina.shard_heads %q, %k, %v, %scale devices = {devices} {word}
      : ({q}, {k}, {v}, {one}) -> {q} {{
  ^bb0(%q0: {q0}, %k0: {k0}, %v0: {v0}, %scale0: {one}):
    %c0 = func.call @attend(%q0, %k0, %v0, %scale0) : ({q0}, {k0}, {v0}, {one}) -> {q0}
    kina.yield %c0 : {q0}
  }}
  return %c : {q}
}}
"""


def draw(*shape):
    """Returns random f32 values, exact in 1/8."""
    return (RNG.integers(-16, 17, shape) / 8).astype(np.float32)


def attend(q, k, v, scale):
    """Grouped-query attention in f64: query head h reads key-value head h // ratio."""
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    ratio = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, ratio, axis=1), np.repeat(v, ratio, axis=1)
    return reference.softmax(q @ k * scale, 3) @ v


@pytest.mark.parametrize(
    ("heads", "groups", "devices", "uneven"),
    [(4, 2, 2, False), (4, 4, 4, False), (9, 3, 3, False), (9, 9, 2, True), (9, 3, 2, True)]
    + [(7, 7, 3, True), (40, 40, 40, False), (8, 2, 1, False), (4, 1, 1, False)],
)
def test_heads(tmp_path, heads, groups, devices, uneven):
    """Both lowerings agree to the bit, on every device, and with NumPy; O-31, O-33."""
    text = attention(heads, groups, devices, uneven)
    arrays = [draw(1, heads, 1, 4), draw(1, groups, 4, 5), draw(1, groups, 5, 4)]
    arrays.append(np.full((1, 1, 1, 1), 0.5, np.float32))
    whole = compile_text(text).attention(*arrays)
    right = attend(*arrays)
    np.testing.assert_allclose(whole, right, rtol=0, atol=1e-6 * np.abs(right).max())
    for (result,) in Spmd(text, tmp_path).run("attention", arrays, [whole.shape]):
        np.testing.assert_array_equal(result.view(np.uint32), whole.view(np.uint32))


def test_grouped_heads_are_not_tiled(tmp_path):
    """O-31: query heads 0, 1 read the first key-value head, 2, 3 the second."""
    text = attention(4, 2, 2, past=1)
    v = np.stack([np.full((1, 1, 4), 10), np.full((1, 1, 4), 20)], axis=1).astype(np.float32)
    arrays = [draw(1, 4, 1, 4), draw(1, 2, 4, 1), v, np.ones((1, 1, 1, 1), np.float32)]
    for (result,) in Spmd(text, tmp_path).run("attention", arrays, [(1, 4, 1, 4)]):
        assert result[0, :, 0, 0].tolist() == [10, 10, 20, 20]


# Column-parallel gate and up projections, row-parallel down with a partial sum; then logits on a
# second axis of the grid, columns again.
LAYER = """
func.func @layer(%x: tensor<3x8xf32>, %up: tensor<8x12xf32>, %down: tensor<12x8xf32>,
                 %head: tensor<8x10xf32>, %bias: tensor<10xf32>)
    -> (tensor<3x8xf32>, tensor<3x10xf32>) {
  %y = kina.shard_map over "mlp" devices = 2
      ins(%x replicated : tensor<3x8xf32>, %up axis 1 : tensor<8x12xf32>,
          %down axis 0 : tensor<12x8xf32>) outs(partial : tensor<3x8xf32>) {
  ^bb0(%x0: tensor<3x8xf32>, %up0: tensor<8x6xf32>, %down0: tensor<6x8xf32>):
    %0 = kina.matmul %x0, %up0 : (tensor<3x8xf32>, tensor<8x6xf32>) -> tensor<3x6xf32>
    %1 = kina.tanh %0 : tensor<3x6xf32>
    %2 = kina.matmul %1, %down0 : (tensor<3x6xf32>, tensor<6x8xf32>) -> tensor<3x8xf32>
    kina.yield %2 : tensor<3x8xf32>
  }
  %h = kina.add %x, %y : tensor<3x8xf32>
  %z = kina.shard_map over "vocabulary" devices = 5
      ins(%h replicated : tensor<3x8xf32>, %head axis 1 : tensor<8x10xf32>,
          %bias axis 0 : tensor<10xf32>) outs(axis 1 : tensor<3x10xf32>) {
  ^bb0(%h0: tensor<3x8xf32>, %head0: tensor<8x2xf32>, %bias0: tensor<2xf32>):
    %0 = kina.matmul %h0, %head0 : (tensor<3x8xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %1 = kina.broadcast %bias0 : tensor<2xf32> -> tensor<3x2xf32>
    %2 = kina.add %0, %1 : tensor<3x2xf32>
    kina.yield %2 : tensor<3x2xf32>
  }
  return %h, %z : tensor<3x8xf32>, tensor<3x10xf32>
}
"""


def test_two_axes(tmp_path):
    """A grid of 2 x 5: a partial sum over one axis, columns over the other."""
    arrays = [draw(3, 8), draw(8, 12), draw(12, 8), draw(8, 10), draw(10)]
    x, up, down, head, bias = (a.astype(np.float64) for a in arrays)
    hidden = x + np.tanh(x @ up) @ down
    whole = compile_text(LAYER).layer(*arrays)
    for result, right in zip(whole, (hidden, hidden @ head + bias), strict=True):
        np.testing.assert_allclose(result, right, rtol=0, atol=1e-6 * np.abs(right).max())
    spmd = Spmd(LAYER, tmp_path)
    assert spmd.grid == [2, 5]
    every = spmd.run("layer", arrays, [(3, 8), (3, 10)])
    assert len(every) == 10
    for results in every:
        for result, same in zip(results, whole, strict=True):
            np.testing.assert_array_equal(result.view(np.uint32), same.view(np.uint32))


def test_each_device_has_its_share(tmp_path):
    """Weights that are only split come as parts, and their bytes add up to the whole."""
    spmd = Spmd(LAYER, tmp_path)
    entries = {entry["name"]: entry for entry in spmd.functions["layer"]["inputs"]}
    assert entries["arg0"]["shape"] == [3, 8]
    assert "shard" not in entries["arg0"]
    assert entries["arg1"]["shape"] == [8, 6]
    assert entries["arg1"]["shard"] == {"grid_axis": "mlp", "axis": 1, "extent": 12, "units": 2}
    assert entries["arg2"]["shape"] == [6, 8]
    assert entries["arg3"]["shape"] == [8, 2]
    up = draw(8, 12)
    parts = [spmd.part(entries["arg1"], up, (i, 0)) for i in range(2)]
    np.testing.assert_array_equal(np.concatenate(parts, axis=1), up)


GENERIC = """
func.func @total(%s: index {kina.size = "S"}, %x: tensor<?x6xf32> {kina.extents = ["S", "6"]})
    -> (tensor<?x1xf32> {kina.extents = ["S", "1"]}, tensor<?x6xf32> {kina.extents = ["S", "6"]},
        tensor<f32>, tensor<6xi1>) {
  %0:4 = kina.shard_map over "x" devices = 3 ins(%x axis 1 : tensor<?x6xf32>)
      outs(partial : tensor<?x1xf32>, axis 1 : tensor<?x6xf32>, partial : tensor<f32>,
           axis 0 : tensor<6xi1>) {
  ^bb0(%x0: tensor<?x2xf32>):
    %1 = kina.reduce sum %x0 axis = 1 keep : tensor<?x2xf32> -> tensor<?x1xf32>
    %2 = kina.neg %x0 : tensor<?x2xf32>
    %3 = kina.reduce sum %x0 axis = 0 : tensor<?x2xf32> -> tensor<2xf32>
    %4 = kina.reduce sum %3 axis = 0 : tensor<2xf32> -> tensor<f32>
    %5 = kina.constant dense<0.0> : tensor<2xf32>
    %6 = kina.compare lt %3, %5 : tensor<2xf32> -> tensor<2xi1>
    kina.yield %1, %2, %4, %6 : tensor<?x1xf32>, tensor<?x2xf32>, tensor<f32>, tensor<2xi1>
  }
  return %0#0, %0#1, %0#2, %0#3 : tensor<?x1xf32>, tensor<?x6xf32>, tensor<f32>, tensor<6xi1>
}
"""


@pytest.mark.parametrize("rows", [1, 2, 7, 100])
def test_open_sizes(tmp_path, rows):
    """Rows whose number is open, scalars and truth values go through the collectives."""
    x = draw(rows, 6)
    whole = compile_text(GENERIC).total(x)
    np.testing.assert_array_equal(whole[0], x.sum(axis=1, keepdims=True))
    np.testing.assert_array_equal(whole[1], -x)
    np.testing.assert_array_equal(whole[2], x.sum())
    np.testing.assert_array_equal(whole[3], x.sum(axis=0) < 0)
    shapes = [array.shape for array in whole]
    for results in Spmd(GENERIC, tmp_path).run("total", [x], shapes, [rows]):
        for result, same in zip(results, whole, strict=True):
            np.testing.assert_array_equal(result, same)


def test_wrong_communicators(tmp_path):
    """A null, another version or another grid is a status, and nothing is written."""
    spmd = Spmd(LAYER, tmp_path)
    arrays = [
        spmd.part(entry, array, (0, 0))
        for entry, array in zip(
            spmd.functions["layer"]["inputs"],
            [draw(3, 8), draw(8, 12), draw(12, 8), draw(8, 10), draw(10)],
            strict=True,
        )
    ]
    shapes = [(3, 8), (3, 10)]
    other = Grid([5, 2]).communicator((0, 0))
    status, results = spmd.call(other, "layer", arrays, shapes)
    assert status == 4
    assert all((result == 77).all() for result in results)
    old = Grid([2, 5]).communicator((0, 0))
    old.version = 99
    status, results = spmd.call(old, "layer", arrays, shapes)
    assert status == 4
    assert all((result == 77).all() for result in results)


def test_a_device_that_is_missing(tmp_path):
    """Where a collective fails, the call returns status 4 instead of waiting for ever."""
    spmd = Spmd(LAYER, tmp_path)
    grid = Grid([2, 5])
    grid._barrier.abort()
    entries = spmd.functions["layer"]["inputs"]
    arrays = [draw(3, 8), draw(8, 12), draw(12, 8), draw(8, 10), draw(10)]
    parts = [spmd.part(e, a, (1, 1)) for e, a in zip(entries, arrays, strict=True)]
    status, _ = spmd.call(grid.communicator((1, 1)), "layer", parts, [(3, 8), (3, 10)])
    assert status == 4


def test_python_refuses_one_device(tmp_path):
    """Python has no communicator to hand in, and says so instead of calling without."""
    Spmd(LAYER, tmp_path)
    with pytest.raises(ValueError, match=r"one device of a grid \(mlp 2 x vocabulary 5\)"):
        kina.load(tmp_path / "spmd.so")
