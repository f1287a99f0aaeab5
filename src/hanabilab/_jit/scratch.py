"""Scratch for kernels: short arrays of numbers, or a record, on the stack, without an allocation.

An ordinary array is allocated, counted and freed: 40 ns, as much as some agents need for a turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import RequireLiteralValue
from numpy.typing import NDArray

from hanabilab._jit.kernels import kernel, native_or

_WORD = ir.IntType(64)
_ARRAY = types.Array(types.int64, 1, "C")


@kernel
def _on_heap(count: int) -> NDArray[np.int64]:
    return np.zeros(count, np.int64)


def _on_stack(typing_context: Any, count: Any) -> Any:  # Numba's protocol
    if not isinstance(count, types.IntegerLiteral):
        raise RequireLiteralValue("scratch takes a constant")
    length: int = count.literal_value

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """An array of zeros that lies on the stack."""
        try:  # only where something is compiled, for it takes a while to import
            from numba.np.arrayobj import populate_array
        except ImportError:  # not documented by Numba; without it the arrays are ordinary ones
            return context.compile_internal(builder, lambda: _on_heap(length), _ARRAY(), ())
        data = cgutils.alloca_once(builder, _WORD, size=length)
        cgutils.memset(builder, data, ir.Constant(_WORD, 8 * length), 0)
        array = context.make_array(_ARRAY)(context, builder)
        shape, item = [ir.Constant(_WORD, length)], ir.Constant(_WORD, 8)
        populate_array(array, data=data, shape=shape, strides=[item], itemsize=item, meminfo=None)
        return array._getvalue()  # as Numba's own intrinsics do

    return _ARRAY(count), codegen


#: `scratch(count)`: zeros, `int64[count]`, for the kernel that asks and those that it calls.
#: `count` must be a constant. Gone when the kernel returns: do not return it.
scratch = native_or(_on_heap, _on_stack, prefer_literal=True)


def _row_on_stack(typing_context: Any, dtype: Any) -> Any:
    record = dtype.dtype

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8), record.size))
        data.align = 16
        cgutils.memset(builder, data, ir.Constant(_WORD, record.size), 0)
        return builder.bitcast(data, context.get_value_type(record))

    return record(dtype), codegen


def _row_on_heap(dtype: np.dtype[Any]) -> Any:
    return np.zeros(1, dtype)[0]


#: `scratch_row(dtype)`: a record of zeros, for the kernel that asks and those that it calls.
#: Gone when the kernel returns: do not return it.
scratch_row = native_or(_row_on_heap, _row_on_stack)
