"""Rows asked for ahead of time, so that a loop over many does not wait for memory."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

#: Rows between the one that a loop works on and the one that it asks for.
_AHEAD = 8
_CACHE_LINE = 64


def prefetch(rows: NDArray[Any], index: int, first: str, last: str) -> None:
    """Ask for a record a few rows after `index`, from its field `first` to its field `last`.

    Nothing but speed changes. A loop over more rows than fit a processor's nearest caches waits for
    each, since it does not know early enough which fields it needs. Ask for what it always reads:
    what is fetched in vain takes time, too.

    Args:
        rows: records, one after another.
        index: where the loop is.
        first: name of a field, written out at the call.
        last: name of a field that lies no further ahead than `first`, written out at the call.
    """


@overload(prefetch, prefer_literal=True)
def _prefetch(rows, index, first, last):  # type: ignore[no-untyped-def]  # compared by Numba
    def ask(rows, index, first, last):  # type: ignore[no-untyped-def]
        _fetch(rows[min(index + _AHEAD, len(rows) - 1)], first, last)

    return ask


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # Numba is untyped
def _fetch(typing_context: Any, row: Any, first: Any, last: Any) -> Any:
    """One instruction for each cache line of the fields; it cannot fault."""
    start = row.offset(first.literal_value)
    end = row.fields[last.literal_value]
    stop = end.offset + row.dtype.fields[last.literal_value][0].itemsize

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Ask for each cache line of the row that the fields lie in."""
        number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        ask = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        base = builder.bitcast(args[0], pointer)
        # To be written (1), to be kept in every cache (3), and data (1).
        how = [ir.Constant(number, value) for value in (1, 3, 1)]
        for offset in range(start, stop, _CACHE_LINE):
            builder.call(ask, [builder.gep(base, [ir.Constant(number, offset)]), *how])
        return context.get_dummy_value()

    return types.void(row, first, last), codegen
