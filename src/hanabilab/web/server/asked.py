"""What a page asks an analysis for, read from the address and checked before anything runs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from hanabilab.errors import AgentError, NotationError
from hanabilab.learning.shipped import shipped_beliefs, shipped_names
from hanabilab.notation import Call, Record, parse_call, parse_record, split_calls
from hanabilab.web.analysis.positions import is_offered

#: A generator of `web.analysis`: it takes a record, whole numbers, and names of agents.
Analysis: TypeAlias = Callable[..., Iterator[dict[str, Any]]]

_NUMBER = re.compile(r"[0-9]{1,18}")
#: Families of agents that open folders or files. A page may name those networks alone that come
#: with the package.
OPEN_FILES = frozenset({"adaptive", "guided", "net", "people", "pool"})
#: The longest name of an agent or a line-up, and the largest number in it.
_LONGEST, _LARGEST = 400, 20_000


def arguments_of(function: Analysis, given: Mapping[str, str]) -> dict[str, Any]:
    """The arguments that a page gives as text, each as its kind.

    Raises:
        NotationError: one is missing, unknown, or not of its kind.
        AgentError: a name that no page may give.
    """
    wanted = inspect.signature(function, eval_str=True).parameters
    if unknown := [name for name in given if name not in wanted]:
        raise NotationError(f"nothing is called {unknown[0]!r} here; there are {', '.join(wanted)}")
    found = {name: _read(name, text, wanted[name].annotation) for name, text in given.items()}
    for name, parameter in wanted.items():
        if name not in found and parameter.default is inspect.Parameter.empty:
            raise NotationError(f"{name} is missing")
    return found


def _read(name: str, text: str, kind: Any) -> Any:
    if kind is Record:
        return parse_record(text)
    if kind is int:
        if not _NUMBER.fullmatch(text):
            raise NotationError(f"{name} is {text[:40]!r}; a whole number is needed")
        return int(text)
    if len(text) > _LONGEST:
        raise NotationError(f"{name} is too long")
    for each in split_calls(text):
        if not is_offered(each):
            _require_harmless(parse_call(each))
    return text


def _is_shipped(call: Call) -> bool:
    """Whether a name is of a network, and perhaps a belief, that come with the package."""
    named = [str(each) for each in call.args]
    beliefs = [str(value) for name, value in call.options if name == "belief"]
    return (
        call.name == "net"
        and len(named) == 1
        and named[0] in shipped_names()
        and len(beliefs) == len(call.options)
        and set(beliefs) <= set(shipped_beliefs())
    )


def _require_harmless(call: Call) -> None:
    """Do nothing if an agent's name opens no file and asks for no endless work."""
    if _is_shipped(call):
        return
    if call.name in OPEN_FILES or "/" in call.name or ".py" in call.name:
        raise AgentError(f"{call.name[:40]!r} would open files; a page may not name it")
    for value in (*call.args, *(value for _, value in call.options)):
        if isinstance(value, Call):
            _require_harmless(value)
        elif isinstance(value, str) or abs(value) > _LARGEST:
            raise AgentError(f"{str(value)[:40]!r} in a name; numbers are at most {_LARGEST:,}")
