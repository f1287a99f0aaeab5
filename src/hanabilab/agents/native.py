"""The native functions of agents: one type for all policies, and users' functions guarded."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import from_dtype, int64, uint64, void

from hanabilab._jit import compile_callback, function_at
from hanabilab._jit.guard import guard_act, guard_observe, is_guarded
from hanabilab.errors import AgentError
from hanabilab.game.view import VIEW
from hanabilab.messages import did_you_mean

#: A line of a Numba error that says where.
_PLACE = re.compile(r'File "(.+)", line (\d+)')
#: A line of a Numba error that is only the field that a record has not.
_NAME = re.compile(r"'(\w+)'")

_VIEW_TYPE = from_dtype(VIEW)
#: Every policy has these native types, so that loops compile once for all of them.
_ACT = int64(_VIEW_TYPE, int64[::1], uint64[::1])
_OBSERVE = void(_VIEW_TYPE, int64[::1])

#: In kernels, the `act` and the `observe` of a handle.
act_at = function_at(_ACT)
observe_at = function_at(_OBSERVE)


def native_act(name: str, function: Callable[..., Any], memory_size: int) -> Any:
    """The callback of `act` for the agent `name`.

    Raises:
        AgentError: it does not compile, and why.
    """
    try:
        if is_guarded(function):
            return guard_act(function, memory_size, _ACT)
        return compile_callback(function, _ACT)
    except Exception as error:  # Numba lets its own failures through
        raise _no_compilation(name, function, error) from error


def native_observe(name: str, function: Callable[..., Any], memory_size: int) -> Any:
    """The callback of `observe` for the agent `name`.

    Raises:
        AgentError: it does not compile, and why.
    """
    try:
        if is_guarded(function):
            return guard_observe(function, memory_size, _OBSERVE)
        return compile_callback(function, _OBSERVE)
    except Exception as error:  # Numba lets its own failures through
        raise _no_compilation(name, function, error) from error


def _no_compilation(name: str, function: Callable[..., Any], error: Exception) -> AgentError:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    places = [found.groups() for line in lines if (found := _PLACE.match(line))]
    own = [place for place in places if "site-packages" not in place[0]]
    code = function.__code__
    path, line = own[-1] if own else (code.co_filename, code.co_firstlineno)
    where = f"{Path(path).name}, line {line}"
    return AgentError(f"agent {name!r} does not compile: {_reason(lines)} ({where})")


def _reason(lines: list[str]) -> str:
    """What is wrong with a function, in one of the lines that Numba says it in."""
    if any("Cannot modify readonly array" in line for line in lines):
        return "it writes to its view, or where it acts to its memory; both are read-only there"
    for line in lines:
        if misspelt := _NAME.fullmatch(line):
            return f"there is no field {line}{did_you_mean(misspelt[1], VIEW.names or ())}"
        if not line.startswith(("Failed in", "File", "During", "-", "<")):
            return line[:200]
    return lines[0][:200] if lines else "no reason given"
