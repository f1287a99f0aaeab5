"""Handles: integers by which a kernel finds an array or a native callback.

First-class functions have one signature for all policies, and what a policy knows beside its view
is `int64`. A policy whose decisions rest on an array, such as the weights of a network, keeps the
array's handle there. Whoever makes a handle keeps what it stands for alive as long as any kernel
may ask for it. A handle means nothing in another process.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from hanabilab._jit.kernels import JIT_ENABLED, kernel

#: With the JIT off: what handles stand for, for good. No handle is 0.
_HELD: list[Any] = [None]


def handle_of(held: Any) -> int:
    """The handle of a C-contiguous array, or of a native callback."""
    if not JIT_ENABLED:
        _HELD.append(held)
        return len(_HELD) - 1
    return int(held.ctypes.data if isinstance(held, np.ndarray) else held.address)


def words_of(arrays: Iterable[NDArray[Any]]) -> list[int]:
    """Handle and number of entries of each array: what `array_at` finds it by."""
    return [word for each in arrays for word in (handle_of(each), each.size)]


def function_at(signature: Any) -> Any:
    """What finds callbacks of a Numba signature in kernels: `find(handle)` is one."""
    if not JIT_ENABLED:
        return _HELD.__getitem__
    kind = types.FunctionType(signature)

    @intrinsic  # type: ignore[untyped-decorator]  # Numba is untyped
    def find(typing_context: Any, handle: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            # A first-class function is a struct; its first member is the address of the callback.
            model = context.get_value_type(kind)
            address = builder.inttoptr(args[0], model.elements[0])
            return builder.insert_value(ir.Constant(model, None), address, 0)

        return kind(types.int64), codegen

    return find


@intrinsic  # type: ignore[untyped-decorator]  # Numba is untyped
def _pointer(typing_context: Any, handle: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), codegen


def _array_here(handle: int, count: int, dtype: Any) -> NDArray[Any]:
    found: NDArray[Any] = _HELD[handle]
    return found


def _array_there(handle: int, count: int, dtype: Any) -> NDArray[Any]:
    return carray(_pointer(handle), (count,), dtype)


#: `array_at(handle, count, dtype)`: the array of `count` entries, in a kernel.
array_at = kernel(_array_there) if JIT_ENABLED else _array_here
