"""Which CPU features a library needs and this machine lacks."""

from __future__ import annotations

import functools
import platform
from collections.abc import Iterable

# LLVM's name of a feature -> the kernel's. Only what generated numeric code uses is checked: a
# hypervisor hides others (such as shstk or mwaitx) that LLVM counts to a CPU and no code needs.
_KERNEL_NAMES = {
    "sse3": "pni",
    "sse4.1": "sse4_1",
    "sse4.2": "sse4_2",
    "lzcnt": "abm",
    "bmi": "bmi1",
    "avx512vpopcntdq": "avx512_vpopcntdq",
    "avx512vbmi2": "avx512_vbmi2",
    "avx512vnni": "avx512_vnni",
    "avx512bitalg": "avx512_bitalg",
    "avx512bf16": "avx512_bf16",
    "avx512fp16": "avx512_fp16",
    "avx512vp2intersect": "avx512_vp2intersect",
    "avxvnni": "avx_vnni",
    "amx-tile": "amx_tile",
    "amx-int8": "amx_int8",
    "amx-bf16": "amx_bf16",
    "amx-fp16": "amx_fp16",
    "neon": "asimd",
    "dotprod": "asimddp",
    "fullfp16": "asimdhp",
    "fp16fml": "asimdfhm",
} | {
    name: name
    for name in (
        *("ssse3", "popcnt", "movbe", "avx", "avx2", "fma", "f16c", "bmi2", "gfni", "vaes"),
        *("vpclmulqdq", "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl", "avx512ifma"),
        *("avx512vbmi", "sve", "sve2", "bf16", "i8mm"),
    )
}


@functools.cache
def _description() -> dict[str, str]:
    """Returns what the kernel says about the first CPU; nothing where it does not say."""
    said = {}
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
            for line in lines:
                if not line.strip():
                    break
                key, _, value = line.partition(":")
                said[key.strip()] = value.strip()
    except OSError:
        pass
    return said


_FEATURES = ("flags", "Features")
_MODEL = (
    *("vendor_id", "cpu family", "model", "model name", "stepping"),
    *("CPU implementer", "CPU architecture", "CPU variant", "CPU part"),
)


def machine_features() -> frozenset[str] | None:
    """Returns the kernel's names of this machine's features, or None where it does not say."""
    for key in _FEATURES:
        if key in _description():
            return frozenset(_description()[key].split())
    return None


def machine_identity() -> str:
    """Returns a text that differs between machines for which code is generated differently."""
    parts = [platform.machine(), *(_description().get(key, "") for key in (*_MODEL, *_FEATURES))]
    return "\n".join(parts)


def missing_features(wanted: Iterable[str]) -> list[str]:
    """Returns those of LLVM's features in `wanted` that this machine certainly lacks."""
    have = machine_features()
    if have is None:
        return []
    names = (feature.removeprefix("+") for feature in wanted)
    return [n for n in names if n in _KERNEL_NAMES and _KERNEL_NAMES[n] not in have]
