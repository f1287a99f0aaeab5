"""One of many kernels, called by its place in a tuple.

Written out, that is a chain of comparisons with a call in each, and every one of them is typed and
lowered by Numba. Here the tuple itself becomes one `switch` of machine code.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from hanabilab._jit.kernels import native_or

_WORD = ir.IntType(64)


def switch(
    kernels: tuple[Callable[..., int], ...], fault: int
) -> Callable[[int, Any, tuple[int, ...]], int]:
    """`choose(place, given, numbers)`: what the kernel at a place of `kernels` answers.

    A kernel names its arguments: those that `given` has, a NamedTuple, are its fields; then come as
    many of `numbers` as the kernel has arguments more. The choice is for kernels.

    Args:
        kernels: each answers with a whole number.
        fault: the answer where there is no kernel at the place.
    """

    def choose(place: int, given: Any, numbers: tuple[int, ...]) -> int:
        """The choice in plain Python."""
        if not 0 <= place < len(kernels):
            return fault
        shared, own = arguments_of(kernels[place], given._fields)
        return kernels[place](*(getattr(given, name) for name in shared), *numbers[: len(own)])

    return native_or(choose, _native(kernels, fault))


def arguments_of(
    kernel: Callable[..., Any], fields: tuple[str, ...]
) -> tuple[list[str], list[str]]:
    """The arguments of a kernel that are among `fields`, and its own, which follow them.

    Raises:
        TypeError: one of its own comes before.
    """
    names = list(inspect.signature(getattr(kernel, "py_func", kernel)).parameters)
    shared = [name for name in names if name in fields]
    if names[: len(shared)] != shared:
        raise TypeError(f"kernel {kernel.__name__}{tuple(names)} must begin with {shared}")
    return shared, names[len(shared) :]


def _native(kernels: tuple[Callable[..., int], ...], fault: int) -> Callable[..., Any]:
    """The choice, as Numba asks for an intrinsic."""

    def choose(typing_context: Any, place: Any, given: Any, numbers: Any) -> Any:
        """What Numba asks of an intrinsic: the signature, and what writes the code."""
        calls = [_call_of(typing_context, kernel, given, numbers) for kernel in kernels]

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            """A block with a call for each kernel, and a switch to it."""
            values = [
                *cgutils.unpack_tuple(builder, args[1]),
                *cgutils.unpack_tuple(builder, args[2]),
            ]
            kinds = [*given.types, *numbers.types]
            answer = cgutils.alloca_once_value(builder, ir.Constant(_WORD, fault))
            end = builder.append_basic_block("chosen")
            branch = builder.switch(args[0], end)
            for index, (function, signature_of_call, places) in enumerate(calls):
                block = builder.append_basic_block(kernels[index].__name__)
                branch.add_case(ir.Constant(_WORD, index), block)
                builder.position_at_end(block)
                passed = [
                    context.cast(builder, values[at], kinds[at], kind)
                    for at, kind in zip(places, signature_of_call.args, strict=True)
                ]
                call = context.get_function(function, signature_of_call)
                found = call(builder, passed)
                number = context.cast(builder, found, signature_of_call.return_type, types.int64)
                builder.store(number, answer)
                builder.branch(end)
            builder.position_at_end(end)
            return builder.load(answer)

        return types.int64(types.int64, given, numbers), codegen

    return choose


def _call_of(
    typing_context: Any, kernel: Any, given: Any, numbers: Any
) -> tuple[Any, Any, list[int]]:
    """A kernel as a type, the signature of its call, and where its arguments stand among all."""
    fields = tuple(given.fields)
    shared, own = arguments_of(kernel, fields)
    places = [*(fields.index(name) for name in shared), *range(len(fields), len(fields) + len(own))]
    kinds = [*given.types, *numbers.types]
    function = types.Dispatcher(kernel)
    found = typing_context.resolve_function_type(function, tuple(kinds[at] for at in places), {})
    return function, found, places
