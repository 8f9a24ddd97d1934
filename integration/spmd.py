"""Sharded programs as several devices: threads of this process that meet in a collective.

The communicator is one of Python's, so that what is tested is the program and its library alone.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from integration.native import Refused

ROOT = Path(__file__).resolve().parents[1]
TRANSLATE = ROOT / "build" / "bin" / "kina-translate"
CLANG = "clang-22"
VERSION = 1  # KINA_COMMUNICATOR_VERSION
DTYPES = {"F32": np.float32, "F64": np.float64, "I64": np.int64, "I32": np.int32, "I1": np.bool_}

_CHECK = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)
)
_DEVICE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
_GATHER = ctypes.CFUNCTYPE(
    None,
    ctypes.c_void_p,
    ctypes.c_int64,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int64,
)


class Communicator(ctypes.Structure):
    """runtime/KinaCommunicator.h."""

    _fields_ = [
        ("version", ctypes.c_int32),
        ("status", ctypes.c_int32),
        ("check", _CHECK),
        ("device", _DEVICE),
        ("all_gather", _GATHER),
    ]


class Grid:
    """The devices of a grid, each a thread. `extents` are the axes, the slowest first."""

    def __init__(self, extents: Sequence[int]):
        self.extents = tuple(extents)
        self.places = list(itertools.product(*map(range, self.extents)))
        self.bytes_sent = 0
        self._barrier = threading.Barrier(len(self.places), timeout=60)
        self._parts: dict[tuple, bytes] = {}

    def communicator(self, place: tuple[int, ...]) -> Communicator:
        """Returns the communicator of one device."""
        me = Communicator(version=VERSION, status=0)

        def check(_, axes, devices):
            return int(tuple(devices[i] for i in range(axes)) != self.extents)

        def device(_, axis):
            return place[axis]

        def all_gather(_, axis, part, everything, count):
            try:
                self._parts[place] = ctypes.string_at(part, count)
                self._barrier.wait()
                line = [(*place[:axis], i, *place[axis + 1 :]) for i in range(self.extents[axis])]
                joined = b"".join(self._parts[other] for other in line)
                assert len(joined) == count * len(line), "the devices send different sizes"
                ctypes.memmove(everything, joined, len(joined))
                self._barrier.wait()
            except (threading.BrokenBarrierError, AssertionError):
                me.status = 1

        me.check, me.device, me.all_gather = _CHECK(check), _DEVICE(device), _GATHER(all_gather)
        return me


class Spmd:
    """A module compiled with `--spmd` into `folder`; `Refused` where it is refused."""

    def __init__(self, text: str, folder: Path, library: str = "spmd"):
        options = [f"--library={library}", "--spmd", "--kina-to-object", "-o", folder / "spmd.o"]
        ran = subprocess.run([TRANSLATE, *options], input=text, capture_output=True, text=True)
        if ran.returncode != 0:
            raise Refused(ran.stderr[:2000])
        shared = folder / "spmd.so"
        subprocess.run(
            [CLANG, "-shared", "-fPIC", folder / "spmd.o", ROOT / "runtime" / "KinaCpu.c"]
            + ["-o", shared, "-lm"],
            check=True,
        )
        self.handle = ctypes.CDLL(str(shared))
        manifest = ctypes.c_char.in_dll(self.handle, f"{library}_manifest")
        self.manifest = json.loads(ctypes.string_at(ctypes.addressof(manifest)))
        self.grid = [axis["devices"] for axis in self.manifest.get("grid", [])]
        self.functions = {entry["name"]: entry for entry in self.manifest["functions"]}

    def place(self, place: Sequence[int]) -> dict[str, int]:
        """Returns the device's index on each axis by name."""
        return dict(zip((axis["axis"] for axis in self.manifest["grid"]), place, strict=True))

    def part(self, entry: Mapping, array: np.ndarray, place: Sequence[int]) -> np.ndarray:
        """Returns the device's part of an argument."""
        shard = entry.get("shard")
        if shard is None:
            return array
        devices = {axis["axis"]: axis["devices"] for axis in self.manifest["grid"]}
        count, rest = divmod(shard["units"], devices[shard["grid_axis"]])
        window = count + (rest > 0)
        index = self.place(place)[shard["grid_axis"]]
        start = min(index * count + min(index, rest), shard["units"] - window)
        unit = shard["extent"] // shard["units"]
        assert array.shape[shard["axis"]] == shard["extent"]
        cut = [slice(None)] * array.ndim
        cut[shard["axis"]] = slice(start * unit, (start + window) * unit)
        return np.ascontiguousarray(array[tuple(cut)])

    def call(
        self,
        communicator: Communicator,
        name: str,
        arrays: Sequence[np.ndarray],
        shapes: Sequence[tuple[int, ...]],
        sizes: Sequence[int] = (),
    ) -> tuple[int, list[np.ndarray]]:
        """Calls a function on one device's parts. Returns the status and the results."""
        entry = self.functions[name]
        results = [
            np.full(shape, 77, DTYPES[result["type"]])
            for shape, result in zip(shapes, entry["results"], strict=True)
        ]
        measure = self.handle[entry["symbol"] + "_workspace"]
        measure.restype = ctypes.c_int64
        longs = [ctypes.c_int64(size) for size in sizes]
        raw = np.zeros(measure(*longs) + 64, np.uint8)
        workspace = raw.ctypes.data + -raw.ctypes.data % 64
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (*arrays, *results)]
        status = self.handle[entry["symbol"]](
            *longs, *pointers, ctypes.c_void_p(workspace), ctypes.byref(communicator)
        )
        return status, results

    def run(
        self,
        name: str,
        arrays: Sequence[np.ndarray],
        shapes: Sequence[tuple[int, ...]],
        sizes: Sequence[int] = (),
    ) -> list[list[np.ndarray]]:
        """Runs a function on every device. Returns the results of each, in their order."""
        grid = Grid(self.grid)
        outcome: dict[tuple, tuple[int, list[np.ndarray]]] = {}

        def work(place):
            inputs = self.functions[name]["inputs"]
            parts = [self.part(e, a, place) for e, a in zip(inputs, arrays, strict=True)]
            outcome[place] = self.call(grid.communicator(place), name, parts, shapes, sizes)

        threads = [threading.Thread(target=work, args=(place,)) for place in grid.places]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [outcome[place][0] for place in grid.places] == [0] * len(grid.places)
        return [outcome[place][1] for place in grid.places]
