"""Sharded programs over MPI: a host in C, one rank for each device."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess

import numpy as np
import pytest

from integration.native import compile_text
from integration.spmd import CLANG, ROOT, Spmd
from integration.test_shards import LAYER, attention, draw

LIBRARY = ROOT / "build" / "lib"
MPIRUN = shutil.which("mpirun.mpich") or shutil.which("mpirun")
LIMIT = 60  # seconds; nothing here takes more than a few, unless it hangs

pytestmark = pytest.mark.skipif(
    MPIRUN is None or not (LIBRARY / "libKinaMpi.so").exists(), reason="no MPI"
)


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """Returns the compiled host."""
    program = tmp_path_factory.mktemp("host") / "spmd_host"
    subprocess.run(
        [CLANG, "-Wall", "-Wextra", "-Werror", "-O1", f"-I{ROOT / 'runtime'}"]
        + [ROOT / "integration" / "spmd_host.c", f"-L{LIBRARY}", "-lKinaMpi"]
        + [f"-Wl,-rpath,{LIBRARY}", "-o", program],
        check=True,
    )
    return program


class Job:
    """A module compiled for MPI, with the parts of its arguments for every rank."""

    def __init__(self, host, folder, text, name, arrays, results, grid=None):
        self.host, self.folder, self.name, self.results = host, folder, name, results
        self.inputs = len(arrays)
        spmd = Spmd(text, folder)
        self.grid = grid or spmd.grid
        entries = spmd.functions[name]["inputs"]
        for rank, place in enumerate(itertools.product(*map(range, spmd.grid))):
            for i, (entry, array) in enumerate(zip(entries, arrays, strict=True)):
                spmd.part(entry, array, place).tofile(folder / f"in.{rank}.{i}")

    def run(self, ranks, steps=1, **environment):
        """Starts the ranks. Returns the finished process."""
        command = [MPIRUN, "-n", str(ranks), self.host, self.folder / "spmd.so", "spmd"]
        command += [self.name, self.folder, str(steps), str(self.inputs)]
        command += [str(array.nbytes) for array in self.results]
        return subprocess.run(
            [str(part) for part in command],
            env={**os.environ, "GRID": "x".join(map(str, self.grid)), **environment},
            capture_output=True,
            text=True,
            timeout=LIMIT,
        )

    def same_bits(self, ranks):
        """Compares what every rank wrote with the results."""
        for rank, (i, right) in itertools.product(range(ranks), enumerate(self.results)):
            got = np.fromfile(self.folder / f"out.{rank}.{i}", right.dtype)
            np.testing.assert_array_equal(
                got.view(np.uint32), right.reshape(-1).view(np.uint32), err_msg=f"rank {rank}"
            )


def heads(host, folder, devices=2, count=(6, 4), uneven=False):
    """Attention with its heads on devices."""
    text = attention(*count, devices, uneven)
    arrays = [draw(1, count[0], 1, 4), draw(1, count[1], 4, 5), draw(1, count[1], 5, 4)]
    arrays.append(np.full((1, 1, 1, 1), 0.5, np.float32))
    return Job(host, folder, text, "attention", arrays, [compile_text(text).attention(*arrays)])


def layer(host, folder, devices=(2, 2)):
    """A partial sum over one axis of the grid, columns over the other."""
    text = LAYER.replace("devices = 2", f"devices = {devices[0]}")
    if devices != (2, 5):
        text = text.replace("devices = 5", f"devices = {devices[1]}")
        text = text.replace("tensor<8x2xf32>", f"tensor<8x{10 // devices[1]}xf32>")
        text = text.replace("tensor<3x2xf32>", f"tensor<3x{10 // devices[1]}xf32>")
        text = text.replace("tensor<2xf32>", f"tensor<{10 // devices[1]}xf32>")
        text = text.replace("x6xf32>", f"x{12 // devices[0]}xf32>")
        text = text.replace("tensor<6x8xf32>", f"tensor<{12 // devices[0]}x8xf32>")
    arrays = [draw(3, 8), draw(8, 12), draw(12, 8), draw(8, 10), draw(10)]
    return Job(host, folder, text, "layer", arrays, list(compile_text(text).layer(*arrays)))


@pytest.mark.parametrize(
    ("count", "devices", "uneven"),
    [((4, 2), 2, False), ((4, 4), 4, False), ((9, 9), 2, True), ((9, 3), 2, True)],
)
def test_heads(host, tmp_path, count, devices, uneven):
    """Heads on 2 and 4 ranks, uneven ones too: the bits of one process."""
    job = heads(host, tmp_path, devices, count, uneven)
    ran = job.run(devices)
    assert ran.returncode == 0, ran.stderr
    job.same_bits(devices)


@pytest.mark.parametrize("devices", [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_grids(host, tmp_path, devices):
    """Partial sums and columns on 1, 2 and 4 ranks."""
    job = layer(host, tmp_path, devices)
    ranks = devices[0] * devices[1]
    ran = job.run(ranks)
    assert ran.returncode == 0, ran.stderr
    job.same_bits(ranks)


def test_wrong_world(host, tmp_path):
    """The number of ranks is not that of the devices: one line, no rank goes on."""
    ran = layer(host, tmp_path).run(3)
    assert ran.returncode != 0
    assert ran.stderr.count("error:") == 1
    assert "error: expected 4 ranks, one for each device of the grid 2 x 2, but got 3" in ran.stderr
    assert not list(tmp_path.glob("out.*"))


def test_different_programs(host, tmp_path):
    """A rank with another library is noticed before anything is computed."""
    ran = layer(host, tmp_path).run(4, MISCHIEF="program")
    assert ran.returncode != 0
    assert ran.stderr.count("error: the ranks run different programs") == 1
    assert not list(tmp_path.glob("out.*"))


def test_wrong_grid(host, tmp_path):
    """A communicator of another shape than the library's: status 4 on every rank."""
    job = layer(host, tmp_path)
    job.grid = [4, 1]
    ran = job.run(4)
    assert ran.returncode != 0
    assert not list(tmp_path.glob("out.*"))


@pytest.mark.parametrize("mischief", ["exit", "leave", "short"])
def test_a_rank_that_fails(host, tmp_path, mischief):
    """A rank that dies, leaves early or sends too little ends all ranks; nothing hangs."""
    ran = layer(host, tmp_path).run(4, steps=10, MISCHIEF=mischief)
    assert ran.returncode != 0
    assert not list(tmp_path.glob("out.*"))
    if mischief == "short":
        assert "the ranks are at different collectives" in ran.stderr


def test_many_steps_in_flat_memory(host, tmp_path):
    """10,000 calls with two collectives each."""
    job = layer(host, tmp_path, (2, 1))
    ran = job.run(2, steps=10_000)
    assert ran.returncode == 0, ran.stderr
    grown = [int(kib) for kib in re.findall(r"grew by (-?\d+) KiB", ran.stdout)]
    assert len(grown) == 2
    assert max(grown) < 1024
    job.same_bits(2)
