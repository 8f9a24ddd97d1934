"""Looks into a shared library without running it.

`dlopen` of a truncated file can end the process with SIGBUS, and runs a foreign library's
constructors, so all checks are made on the bytes first.
"""

from __future__ import annotations

import io
import platform

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

_MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}
_SUFFIX = "_manifest"


def read_manifest(data: bytes) -> tuple[str, bytes]:
    """Returns the library's name and the text of its manifest.

    `data` is the whole file. Raises ValueError with the reason where it is no complete ELF64
    shared library for this machine, or carries no manifest.
    """
    if data[:4] != b"\x7fELF":
        raise ValueError("not an ELF file")
    if len(data) < 64:
        raise ValueError("truncated in the ELF header")
    if data[4] != 2:
        raise ValueError("a 32-bit library, wanted 64-bit")
    if data[5] != 1:
        raise ValueError("a big-endian library, wanted little-endian")
    try:
        return _read(ELFFile(io.BytesIO(data)), data)
    except ValueError as error:
        raise ValueError(str(error)) from None
    except (ELFError, AssertionError, AttributeError, ArithmeticError, LookupError, TypeError):
        # The forms in which the parser meets bytes that make no sense.
        raise ValueError("damaged: its ELF tables make no sense") from None


def _read(elf: ELFFile, data: bytes) -> tuple[str, bytes]:
    machine = _MACHINES.get(platform.machine())
    if elf["e_machine"] != machine:
        raise ValueError(f"made for {elf['e_machine']}, this machine is {platform.machine()}")
    if elf["e_type"] != "ET_DYN":
        raise ValueError(f"not a shared library but {elf['e_type']}")
    size = len(data)
    for what in ("ph", "sh"):
        if elf[f"e_{what}off"] + elf[f"e_{what}num"] * elf[f"e_{what}entsize"] > size:
            raise ValueError(f"truncated: {size} bytes end before its tables")
    for segment in elf.iter_segments():
        if segment["p_offset"] + segment["p_filesz"] > size:
            raise ValueError(f"truncated: {size} bytes end before its segments")

    symbols = elf.get_section_by_name(".dynsym")
    if symbols is None:
        raise ValueError("not a Kina library: it exports nothing")
    found = [
        symbol
        for symbol in symbols.iter_symbols()
        if symbol["st_shndx"] != "SHN_UNDEF"
        and symbol["st_info"]["type"] == "STT_OBJECT"
        and symbol.name.endswith(_SUFFIX)
    ]
    if len(found) != 1:
        raise ValueError(f"not a Kina library: wanted one symbol *{_SUFFIX}, got {len(found)}")
    address = found[0]["st_value"]
    for segment in elf.iter_segments(type="PT_LOAD"):
        first = segment["p_vaddr"]
        if first <= address < first + segment["p_filesz"]:
            start = address - first + segment["p_offset"]
            end = data.find(b"\0", start, segment["p_offset"] + segment["p_filesz"])
            if end >= 0:
                return found[0].name.removesuffix(_SUFFIX), data[start:end]
    raise ValueError("damaged: its manifest is not in the file")
