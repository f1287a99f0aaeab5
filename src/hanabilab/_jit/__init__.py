"""The compiler: the one room that configures Numba.

`kernel` compiles a function, `cache` and `digest` keep what is compiled and know when it is stale,
`linking` halves the time of compilation, `guard` makes callbacks of users' functions that cannot
crash, `arrays`, `prefetch` and `scratch` are what kernels do with arrays that Numba does slowly,
`weighed_rows` adds up rows of weights, `handles` finds arrays and callbacks by integers, `switch`
calls one of many kernels, `in_python` runs kernels uncompiled.
"""

from hanabilab._jit.arrays import borrow, copy_into, copy_shared_fields, record_in
from hanabilab._jit.handles import array_at, function_at, handle_of, words_of
from hanabilab._jit.in_python import in_python
from hanabilab._jit.kernels import JIT_ENABLED, compile_callback, inlined_kernel, kernel
from hanabilab._jit.prefetch import prefetch
from hanabilab._jit.scratch import scratch, scratch_row
from hanabilab._jit.switch import arguments_of, switch
from hanabilab._jit.weighed_rows import LANES, add_weighed_rows, aligned

__all__ = [
    "JIT_ENABLED",
    "LANES",
    "add_weighed_rows",
    "aligned",
    "arguments_of",
    "array_at",
    "borrow",
    "compile_callback",
    "copy_into",
    "copy_shared_fields",
    "function_at",
    "handle_of",
    "in_python",
    "inlined_kernel",
    "kernel",
    "prefetch",
    "record_in",
    "scratch",
    "scratch_row",
    "switch",
    "words_of",
]
