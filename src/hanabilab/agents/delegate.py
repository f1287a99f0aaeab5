"""Delegates: an object that is an agent, but for what it changes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any


@dataclass(frozen=True, eq=False)
class Delegate:
    """Has all that its agent has, but for what a subclass has itself.

    Since Python 3.12 `isinstance(thing, PROTOCOL)` asks the class of a thing what it has, and not
    `__getattr__`. So the class of a delegate has a property for each name that its agent has.
    """

    agent: Any

    def __new__(cls, agent: Any, *_: Any) -> Any:
        own = {*dir(cls), *(each.name for each in fields(cls))}
        names = tuple(name for name in dir(agent) if name not in own)
        return object.__new__(_class(cls, names))  # type: ignore[arg-type]  # classes have hashes


@cache
def _class(kind: type, names: tuple[str, ...]) -> Any:
    """A class of this kind with these names: one for all alike, so that delegates can be equal."""
    return type(kind.__name__, (kind,), {name: _passed_on(name) for name in names})


def _passed_on(name: str) -> property:
    return property(lambda delegate: getattr(delegate.agent, name))
