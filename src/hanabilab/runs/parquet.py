"""How large a Parquet file becomes when it is read, from its own page headers.

The footer of a file can lie, and a page of some kilobytes can become gigabytes. So this module
reads each page's own header, which says how much memory a reader will take for the page. Headers
are Thrift structs in the compact protocol.

Source: the Apache Parquet format, `parquet.thrift`; Thrift's compact protocol specification.
"""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

_MAGIC = b"PAR1"
_DEEPEST = 12
# Fields of parquet.thrift.
_ROWS, _ROW_GROUPS = 3, 4  # FileMetaData
_COLUMNS = 1  # RowGroup
_META = 3  # ColumnChunk
_PATH, _COMPRESSED, _DATA_PAGE, _DICTIONARY_PAGE = 3, 7, 9, 11  # ColumnMetaData
_PAGE_BYTES, _PAGE_COMPRESSED = 2, 3  # PageHeader
_PAGE_KINDS = (5, 7, 8)  # PageHeader: of data, of a dictionary, of data in version 2
_PAGE_VALUES = 1  # in each of these


class Size(NamedTuple):
    """What a file holds.

    Attributes:
        values: entries of each column, those of its dictionaries too; lists count each entry.
        bytes: of each column's pages once they are not compressed any more.
    """

    rows: int
    values: dict[str, int]
    bytes: dict[str, int]


def measure_parquet(data: bytes) -> Size:
    """How large the Parquet file `data` is when it is read.

    Raises:
        ValueError: it is none, or its headers are damaged.
    """
    if len(data) < 12 or not data.startswith(_MAGIC) or not data.endswith(_MAGIC):
        raise ValueError("no Parquet file")
    length = int.from_bytes(data[-8:-4], "little")
    try:
        footer = _Thrift(data, len(data) - 8 - length).struct()
        found = Size(footer[_ROWS], {}, {})
        for group in footer[_ROW_GROUPS]:
            for column in group[_COLUMNS]:
                _add_pages(found, data, column[_META])
    except (IndexError, KeyError, TypeError, struct.error):
        raise ValueError("its headers are damaged") from None
    return found


def _add_pages(found: Size, data: bytes, meta: dict[int, Any]) -> None:
    """Add the pages of a column in a row group."""
    name = meta[_PATH][0].decode()
    place = min(meta[_DATA_PAGE], meta.get(_DICTIONARY_PAGE) or meta[_DATA_PAGE])
    end = place + meta[_COMPRESSED]
    while place < end:
        reader = _Thrift(data, place)
        page = reader.struct()
        if page[_PAGE_BYTES] < 0 or page[_PAGE_COMPRESSED] < 0:
            raise ValueError("a page of negative size")
        values = max(page[kind][_PAGE_VALUES] for kind in _PAGE_KINDS if kind in page)
        found.values[name] = found.values.get(name, 0) + values
        found.bytes[name] = found.bytes.get(name, 0) + page[_PAGE_BYTES]
        place = reader.place + page[_PAGE_COMPRESSED]


class _Thrift:
    """Reads structs of the compact protocol as dictionaries by number of field."""

    def __init__(self, data: bytes, place: int) -> None:
        if not 0 <= place < len(data):
            raise ValueError("a header beyond the end of the file")
        self._data = data
        self.place = place

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """The struct that begins here."""
        if depth > _DEEPEST:
            raise ValueError("headers within headers")
        found: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) & 15:
            number = number + (head >> 4) if head >> 4 else self._signed()
            found[number] = self._value(head & 15, depth)
        return found

    def _value(self, kind: int, depth: int) -> Any:
        if kind in (1, 2):
            return kind == 1
        if kind in (3, 4, 5, 6):
            return self._byte() if kind == 3 else self._signed()
        if kind == 7:
            return self._take(8)
        if kind == 8:
            return self._take(self._varint())
        if kind in (9, 10):
            return self._list(depth)
        if kind == 12:
            return self.struct(depth + 1)
        raise ValueError(f"a field of unknown kind {kind}")

    def _list(self, depth: int) -> list[Any]:
        head = self._byte()
        count, kind = head >> 4, head & 15
        if count == 15:
            count = self._varint()
        # An entry takes a byte at least, so what claims to be longer ends in an IndexError.
        return [
            self._byte() == 1 if kind in (1, 2) else self._value(kind, depth + 1)
            for _ in range(count)
        ]

    def _signed(self) -> int:
        number = self._varint()
        return (number >> 1) ^ -(number & 1)

    def _varint(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
            shift += 7
            if shift > 63:
                raise ValueError("a number without end")

    def _byte(self) -> int:
        self.place += 1
        return self._data[self.place - 1]

    def _take(self, count: int) -> bytes:
        if self.place + count > len(self._data):
            raise ValueError("a text beyond the end of the file")
        self.place += count
        return self._data[self.place - count : self.place]
