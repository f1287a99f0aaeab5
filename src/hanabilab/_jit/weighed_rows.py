"""Rows of numbers, weighed and added up: what a vector with many zeros is to a matrix.

Numba's loops would read and write the sums once for every few rows. Here up to 15 vectors of sums
stay in registers while the rows pass by. Rows are of single precision, or of half precision, which
Numba does not know: half as many bytes pass then, and the caches that hold them set the speed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numpy.typing import NDArray

from hanabilab._jit.kernels import kernel, native_or

#: Rows of a multiple of so many numbers are quickest.
LANES = 16
#: Vectors of sums that are held at once, as many of the most as fit a row, and then of the next.
_BLOCKS = (15, 5, 3, 1)
_WORD, _INDEX = ir.IntType(64), ir.IntType(32)
_ZERO = ir.Constant(_WORD, 0)
#: Bytes of a line of the caches.
_LINE = 64


def aligned(rows: NDArray[Any]) -> NDArray[Any]:
    """A copy that begins where a line of the caches does: no vector then lies in two lines."""
    room = np.empty(rows.size + _LINE // rows.itemsize, rows.dtype)
    start = -room.ctypes.data % _LINE // rows.itemsize
    room[start : start + rows.size] = rows
    return room[start : start + rows.size]


class _Values(NamedTuple):
    """What the code below works on, as LLVM has it: pointers, and numbers."""

    total: Any
    amounts: Any
    rows: Any
    chosen: Any
    count: Any  # of chosen rows
    width: Any
    half: bool  # whether rows are of half precision


def _choose(builder: Any, amounts: Any, length: Any, chosen: Any) -> Any:
    """Write the places of amounts that are not zero to `chosen`; how many they are."""
    count = cgutils.alloca_once_value(builder, ir.Constant(_WORD, 0))
    done = builder.and_(length, ir.Constant(_WORD, -LANES))
    single, index = ir.VectorType(ir.FloatType(), LANES), ir.VectorType(_INDEX, LANES)
    bits, mask = ir.IntType(LANES), ir.VectorType(ir.IntType(1), LANES)
    kind = ir.FunctionType(ir.VoidType(), [index, _INDEX.as_pointer(), mask])
    store = cgutils.get_or_insert_function(
        builder.module, kind, f"llvm.masked.compressstore.v{LANES}i32"
    )
    ahead = ir.Constant(index, list(range(LANES)))
    with cgutils.for_range_slice(builder, _ZERO, done, ir.Constant(_WORD, LANES)) as (first, _):
        read = builder.load(_vector_at(builder, amounts, first, single), align=4)
        asked = builder.fcmp_unordered("!=", read, ir.Constant(single, [0.0] * LANES))
        places = builder.add(_repeated(builder, builder.trunc(first, _INDEX), index), ahead)
        before = builder.load(count)
        builder.call(store, [places, builder.gep(chosen, [before]), asked])
        found = builder.zext(builder.ctpop(builder.bitcast(asked, bits)), _WORD)
        builder.store(builder.add(before, found), count)
    with cgutils.for_range_slice(builder, done, length, ir.Constant(_WORD, 1)) as (place, _):
        before = builder.load(count)
        builder.store(builder.trunc(place, _INDEX), builder.gep(chosen, [before]))
        read = builder.load(builder.gep(amounts, [place]))
        asked = builder.fcmp_unordered("!=", read, ir.Constant(ir.FloatType(), 0.0))
        builder.store(builder.add(before, builder.zext(asked, _WORD)), count)
    return builder.load(count)


def _add_columns(builder: Any, values: _Values, column: Any, lanes: int, vectors: int) -> None:
    """Add up so many vectors of sums, from `column` on."""
    single = ir.VectorType(ir.FloatType(), lanes)
    columns = [builder.add(column, ir.Constant(_WORD, lanes * each)) for each in range(vectors)]
    places = [_vector_at(builder, values.total, each, single) for each in columns]
    sums = [cgutils.alloca_once(builder, single) for _ in columns]
    for held, place in zip(sums, places, strict=True):
        builder.store(builder.load(place, align=4), held)
    with cgutils.for_range(builder, values.count) as loop:
        _add_row(builder, values, loop.index, columns, sums)
    for held, place in zip(sums, places, strict=True):
        builder.store(builder.load(held), place, align=4)


def _add_row(
    builder: Any, values: _Values, number: Any, columns: list[Any], sums: list[Any]
) -> None:
    """Add one of the chosen rows to the vectors of sums that begin at `columns`."""
    single = sums[0].type.pointee
    half = ir.VectorType(ir.HalfType(), single.count)
    given, align = (half, 2) if values.half else (single, 4)
    kind = ir.FunctionType(single, [single] * 3)
    name = f"llvm.fmuladd.v{single.count}f32"
    fused = cgutils.get_or_insert_function(builder.module, kind, name)
    row = builder.zext(builder.load(builder.gep(values.chosen, [number])), _WORD)
    amount = _repeated(builder, builder.load(builder.gep(values.amounts, [row])), single)
    first = builder.mul(row, values.width)
    for held, column in zip(sums, columns, strict=True):
        place = _vector_at(builder, values.rows, builder.add(first, column), given)
        weight = builder.load(place, align=align)
        if values.half:
            weight = builder.fpext(weight, single)
        builder.store(builder.call(fused, [amount, weight, builder.load(held)]), held)


def _vector_at(builder: Any, pointer: Any, index: Any, kind: Any) -> Any:
    """The place of a vector that begins at an entry of an array."""
    return builder.bitcast(builder.gep(pointer, [index]), kind.as_pointer())


def _repeated(builder: Any, value: Any, kind: Any) -> Any:
    """A vector with the same number in all lanes."""
    nothing = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(nothing, value, ir.Constant(_INDEX, 0))
    lanes = ir.Constant(ir.VectorType(_INDEX, kind.count), [0] * kind.count)
    return builder.shuffle_vector(first, nothing, lanes)


def _adding(typing_context: Any, total: Any, amounts: Any, rows: Any, chosen: Any) -> Any:
    """Numba's protocol of an intrinsic."""
    kinds = (total, amounts, rows, chosen)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Add up column after column, as many vectors at once as there are left."""
        arrays = [
            context.make_array(kind)(context, builder, value)
            for kind, value in zip(kinds, args, strict=True)
        ]
        width, length = (builder.extract_value(array.shape, 0) for array in arrays[:2])
        count = _choose(builder, arrays[1].data, length, arrays[3].data)
        pointers = [array.data for array in arrays]
        half = rows.dtype == types.uint16
        values = _Values(pointers[0], pointers[1], pointers[2], pointers[3], count, width, half)
        column = cgutils.alloca_once_value(builder, _ZERO)
        for vectors, lanes in (*((each, LANES) for each in _BLOCKS), (1, 1)):
            step = ir.Constant(_WORD, vectors * lanes)
            left = builder.sub(width, builder.load(column))
            with cgutils.for_range(builder, builder.udiv(left, step)):
                _add_columns(builder, values, builder.load(column), lanes, vectors)
                builder.store(builder.add(builder.load(column), step), column)
        return context.get_dummy_value()

    return types.void(*kinds), codegen


def _add_plainly(total: Any, amounts: Any, rows: Any, chosen: Any) -> None:
    known = rows.view(np.float16) if rows.dtype == np.uint16 else rows
    weights = known.astype(np.float32).reshape(len(amounts), len(total))
    asked = amounts != 0
    total += amounts[asked] @ weights[asked]


_add = native_or(_add_plainly, _adding)


@kernel
def add_weighed_rows(
    total: NDArray[np.float32],
    amounts: NDArray[np.float32],
    rows: NDArray[Any],
    chosen: NDArray[np.int32],
) -> None:
    """Add to `total` the rows of a matrix, each times its amount.

    Rows whose amount is 0 are not looked at. All arrays are contiguous.

    Args:
        total: [W] changed.
        amounts: [N].
        rows: [N * W] row after row, numbers of single precision; or of half, as bits in uint16.
        chosen: [N] scratch.
    """
    _add(total, amounts, rows, chosen)
