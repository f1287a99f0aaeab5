"""Files of arrays that somebody has forged with care: a value, a type, a header, a member."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["forge_arrays"]

_HEADERS = (
    b"{'descr': '<i8', 'fortran_order': False, 'shape': (",
    b"{'descr': '<i8', 'fortran_order': False, 'shape': (9223372036854775807, 9), }",
    b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
    b"{'descr': '<i8', 'fortran_order': False, 'shape': (-1,), }",
    b"{" * 3000,
    b"__import__('os').abort()",
    b"\xff\xfe",
)
_TYPES = ("int8", "int64", "float64", "uint8", "complex128", "bool", "U3", "datetime64[s]", ">i8")
_BOMB = 3 << 30


def forge_arrays(random: Random, data: bytes) -> tuple[str, bytes]:
    """A file of arrays, forged in one way; the way, and the file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = random.choice(list(members))
    array = np.load(io.BytesIO(members[name]))
    ways: dict[str, Callable[[], NDArray[Any]]] = {
        "a value": partial(_wild, random, array, everywhere=False),
        "all values": partial(_wild, random, array, everywhere=True),
        "a scalar": lambda: array.ravel()[:1].reshape(()) if array.size else np.array(0),
        "short": lambda: array[: len(array) // 2] if array.ndim else array.reshape(1),
        "long": lambda: np.concatenate([array, array]) if array.ndim else np.zeros((2, 2)),
        "an axis more": lambda: array[None],
        "another type": lambda: _cast(random, array),
    }
    changes = ("swapped", "lost", "foreign", "header", "cut", "damaged", "bomb")
    way = random.choice([*ways, *ways, *changes])
    if way in ways:
        members[name] = _as_npy(ways[way]())
    elif way == "swapped":
        other = random.choice(list(members))
        members[name], members[other] = members[other], members[name]
    elif way == "lost":
        del members[name]
    elif way == "foreign":
        members[random.choice(("../../x.npy", "odd.npy", "x" * 500))] = members[name]
    elif way == "header":
        header = random.choice(_HEADERS) + b"\n"
        members[name] = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    elif way == "cut":
        members[name] = members[name][: random.randrange(len(members[name]))]
    told = f"{name} {way}"
    if way == "damaged":
        return told, _damaged(random, _zipped(members), name)
    return told, bomb(members, name) if way == "bomb" else _zipped(members)


def bomb(members: dict[str, bytes], name: str) -> bytes:
    """A zip file with these members, of which one takes 3 GB once it is expanded."""
    packed = _packed_zeros()
    buffer = io.BytesIO(_zipped(members | {name: b""}))
    with zipfile.ZipFile(buffer) as archive:
        others = {each: archive.read(each) for each in archive.namelist() if each != name}
    # A stored member of the right bytes, then the marks of a deflated one in both its headers.
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name), packed)
        for each, content in others.items():
            archive.writestr(zipfile.ZipInfo(each), content)
    data = bytearray(stored.getvalue())
    place = data.rindex(b"PK\1\2", 0, data.index(b"PK\1\2") + 4)
    for start, method, size in ((0, 8, 22), (place, 10, 24)):
        data[start + method : start + method + 2] = (8).to_bytes(2, "little")
        data[start + size : start + size + 4] = _BOMB.to_bytes(4, "little")
    return bytes(data)


@cache
def _packed_zeros() -> bytes:
    """3 GB of zeros behind the header of an array, as a stream of deflate; 3 MB."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    head = _as_npy(np.zeros(0, np.int8)).replace(b"(0,)", b"(%d,)" % _BOMB)
    start = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + block * ((_BOMB >> 20) - 1) + packer.flush()


def _damaged(random: Random, data: bytes, name: str) -> bytes:
    """Bytes of one packed member are others."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = archive.getinfo(name)
    start = info.header_offset + 30 + len(name)
    place = start + random.randrange(max(1, info.compress_size))
    return data[:place] + random.randbytes(3) + data[place + 3 :]


def _wild(random: Random, array: NDArray[Any], *, everywhere: bool) -> NDArray[Any]:
    """The array with values that are the least, the largest, or none at all."""
    kind = array.dtype.kind
    if kind == "f":
        value: Any = random.choice((np.nan, np.inf, -np.inf, -1.0, 1e30, 0.0))
    elif kind == "b":
        value = random.choice((True, False))
    else:
        range_of = np.iinfo(array.dtype)
        value = random.choice((range_of.min, range_of.max, range_of.max - 1, 0, 1, 5, 100))
    changed = array.copy().reshape(-1)
    if changed.size:
        changed[slice(None) if everywhere else random.randrange(changed.size)] = value
    return changed.reshape(array.shape)


def _cast(random: Random, array: NDArray[Any]) -> NDArray[Any]:
    with np.errstate(all="ignore"):
        return np.zeros(array.shape, random.choice(_TYPES))


def _as_npy(array: NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def _zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()
