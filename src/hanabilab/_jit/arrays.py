"""Arrays and records in kernels: borrowed without a count of users, found in bytes, and copied."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

A = TypeVar("A")

#: Bytes that are copied by one instruction.
_CHUNK = 32


# --- Borrowing -----------------------------------------------------------------------------------


def borrow(array: A) -> A:
    """`array`, or a NamedTuple with all its arrays, without a count of its users.

    It is for use in a kernel that the owner outlives.

    Every slice of an ordinary array counts its owner's users up and down, atomically, and the
    compiler cannot drop that around calls of first-class functions. In game loops it cost a tenth
    of the time. Borrow in the very kernel that slices; do not return what is
    borrowed.
    """
    return array


def _strip(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The array `value` of a Numba type, with nobody to tell of its users."""
    view = context.make_array(kind)(context, builder, value)
    view.meminfo = cgutils.get_null_value(view.meminfo.type)
    view.parent = cgutils.get_null_value(view.parent.type)
    return view._getvalue()


@intrinsic  # type: ignore[untyped-decorator]  # Numba is untyped
def _without_owner(typing_context: Any, array: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _strip(context, builder, array, args[0])

    return array(array), codegen


@intrinsic  # type: ignore[untyped-decorator]  # Numba is untyped
def _without_owners(typing_context: Any, arrays: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values = cgutils.unpack_tuple(builder, args[0])
        for place, kind in enumerate(arrays.types):
            if isinstance(kind, types.Array):
                values[place] = _strip(context, builder, kind, values[place])
        return context.make_tuple(builder, signature.return_type, values)

    return arrays(arrays), codegen


@overload(borrow)
def _borrow(array):  # type: ignore[no-untyped-def]  # compared by Numba
    if isinstance(array, types.NamedTuple):
        return lambda array: _without_owners(array)
    return lambda array: _without_owner(array)


# --- Records in bytes ----------------------------------------------------------------------------


def record_in(memory: NDArray[np.uint8], dtype: Any) -> Any:
    """The record that C-contiguous bytes hold; nothing checks that they are enough.

    `memory.view(dtype)[0]` means the same to Numba, and code that was kept on disk with it imports
    a module for it that takes longer to load than the code.
    """
    return memory.view(dtype)[0]


@intrinsic  # type: ignore[untyped-decorator]  # Numba is untyped
def _record_in_bytes(typing_context: Any, memory: Any, dtype: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.bitcast(held.data, context.get_value_type(signature.return_type))

    return dtype.dtype(memory, dtype), codegen


@overload(record_in)
def _record_in(memory, dtype):  # type: ignore[no-untyped-def]  # compared by Numba
    return lambda memory, dtype: _record_in_bytes(memory, dtype)


# --- Copying -------------------------------------------------------------------------------------


def copy_into(target: NDArray[Any], source: NDArray[Any]) -> None:
    """Copy `source` to `target`, or to each of its rows; nothing checks that the shapes fit.

    Numba compiles `target[:] = source` with an error message that tells both shapes: strings, which
    take three seconds to compile wherever a kernel copies an array.
    """
    target[:] = source


@overload(copy_into)
def _copy_into(target, source):  # type: ignore[no-untyped-def]  # compared by Numba
    if target.ndim == 1:

        def copy(target, source):  # type: ignore[no-untyped-def]
            for index in range(len(target)):
                target[index] = source[index]

    elif target.ndim > source.ndim:

        def copy(target, source):  # type: ignore[no-untyped-def]
            target = borrow(target)
            for index in range(len(target)):
                copy_into(target[index], source)

    else:

        def copy(target, source):  # type: ignore[no-untyped-def]
            target, source = borrow(target), borrow(source)
            for index in range(len(target)):
                copy_into(target[index], source[index])

    return copy


def copy_shared_fields(target: Any, source: Any) -> None:
    """Copy the leading fields that two records share (same name, type and offset) to `target`.

    For two records of one type that is the whole record. Compiled, bytes are copied whatever field
    they are of: an ordinary field-by-field copy takes 25 ns for a view, this less than 8.
    """
    for name in _shared_names(target.dtype, source.dtype):
        target[name] = source[name]


def _shared_names(first: np.dtype[Any], second: np.dtype[Any]) -> list[str]:
    names = []
    for name, other in zip(first.names or (), second.names or (), strict=False):
        if name != other or first.fields[name] != second.fields[name]:  # type: ignore[index]
            break
        names.append(name)
    return names


def _copy_bytes(builder: Any, target: Any, source: Any, size: int) -> None:
    """Copy `size` bytes, 32 at a time; the last 32 may overlap those before.

    LLVM makes a call of C's `memcpy` of half a kilobyte. `five-rule` is 4 % faster without.
    """
    place, byte = ir.IntType(64), ir.IntType(8)
    width = min(size, _CHUNK)
    chunk = ir.VectorType(byte, width).as_pointer()
    for start in range(0, size, width):
        offset = ir.Constant(place, min(start, size - width))
        there, here = (
            builder.bitcast(builder.gep(builder.bitcast(row, byte.as_pointer()), [offset]), chunk)
            for row in (target, source)
        )
        builder.store(builder.load(here, align=1), there, align=1)


@intrinsic  # type: ignore[untyped-decorator]  # Numba is untyped
def _copy_prefix(typing_context: Any, target: Any, source: Any) -> Any:
    names = _shared_names(target.dtype, source.dtype)
    offset = max(target.fields[name].offset for name in names)
    size = offset + next(
        target.dtype.fields[name][0].itemsize
        for name in names
        if target.fields[name].offset == offset
    )

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _copy_bytes(builder, args[0], args[1], size)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@overload(copy_shared_fields)
def _copy_shared_fields(target, source):  # type: ignore[no-untyped-def]  # compared by Numba
    return lambda target, source: _copy_prefix(target, source)
