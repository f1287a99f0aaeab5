"""Numba types of records and arrays that are not to be written to.

A function that is given such a record sees all that is in it read-only; a write does not compile.
Callbacks, whose types are fixed, take them as the records and arrays that they are.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import errors
from numba.core.datamodel import models
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, lower_cast, lower_setattr_generic, register_model


class _ReadOnlyNested(types.NestedArray):  # type: ignore[misc]  # Numba is untyped
    """An array in a record that is read-only."""

    def __init__(self, dtype: Any, shape: Any) -> None:
        super().__init__(dtype, shape)
        self.name: str = f"read-only {self}"
        self.mutable = False

    @property
    def key(self) -> Any:
        return self.name


class _ReadOnlyRecord(types.Record):  # type: ignore[misc]  # Numba is untyped
    """A record, and all that is in it, to be read; callbacks take it as the record that it is."""

    mutable = False

    def __init__(self, record: Any) -> None:
        fields = [
            (
                name,
                {
                    "type": read_only_type(field.type),
                    "offset": field.offset,
                    "alignment": field.alignment,
                    "title": field.title,
                },
            )
            for name, field in record.fields.items()
        ]
        super().__init__(fields, record.size, record.aligned)
        self.name: str = f"read-only {self}"
        self.record = record

    def can_convert_to(self, typing_context: Any, other: Any) -> Any:
        return Conversion.safe if other == self.record else None


class _ReadOnlyArray(types.Array):  # type: ignore[misc]  # Numba is untyped
    """An array to be read; callbacks take it as the array that it is."""

    def __init__(self, array: Any) -> None:
        super().__init__(array.dtype, array.ndim, array.layout, readonly=True)
        self.name = f"read-only {array.name}"
        self.array = array

    @property
    def key(self) -> Any:
        return self.name

    def can_convert_to(self, typing_context: Any, other: Any) -> Any:
        if other == self.array:
            return Conversion.safe
        return super().can_convert_to(typing_context, other)


register_model(_ReadOnlyNested)(models.NestedArrayModel)
register_model(_ReadOnlyRecord)(models.RecordModel)
register_model(_ReadOnlyArray)(models.ArrayModel)


def read_only_type(kind: Any) -> Any:
    """The read-only twin of the Numba type of a record or an array; other types as they are."""
    if isinstance(kind, types.Record):
        return _ReadOnlyRecord(kind)
    if isinstance(kind, types.NestedArray):
        return _ReadOnlyNested(kind.dtype, kind.shape)
    return _ReadOnlyArray(kind) if isinstance(kind, types.Array) else kind


@intrinsic  # type: ignore[untyped-decorator]  # Numba is untyped
def read_only(typing_context: Any, thing: Any) -> Any:
    """A record, or a borrowed array, that is not to be written to."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return args[0]

    return read_only_type(thing)(thing), codegen


@lower_setattr_generic(_ReadOnlyRecord)  # type: ignore[untyped-decorator]
def _refuse_write(context: Any, builder: Any, signature: Any, args: Any, name: str) -> Any:
    raise errors.NumbaTypeError(f"it writes to {name!r} of its view, which is read-only")


@lower_cast(_ReadOnlyRecord, types.Record)  # type: ignore[untyped-decorator]
@lower_cast(_ReadOnlyArray, types.Array)  # type: ignore[untyped-decorator]
def _as_it_is(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return value
