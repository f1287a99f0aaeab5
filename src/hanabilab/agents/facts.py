"""Facts: what an agent's memory says about the table, as numbers that a network can read.

An agent that keeps track of conventions knows more than its view shows. It may offer that
knowledge: a small kernel writes it into a vector, and a schema names the parts, as `game.layout`
does for HLE's vector. `learning.guides` puts the facts beside what the seat observes. Searches read
which cards the agent's conventions leave (`beliefs.conventions`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Protocol, TypeAlias, cast, runtime_checkable

import numpy as np
from numba import float32, from_dtype, int64, void
from numpy.typing import NDArray

from hanabilab._jit import compile_callback, function_at
from hanabilab._lazy import named
from hanabilab.agents.policy import CompiledPolicy, Memory
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.game.view import VIEW, View
from hanabilab.notation.call import parse_call

#: Writes all facts: from the view of the seat to act and its own memory, into float32 entries.
Fill: TypeAlias = Callable[[View, Memory, NDArray[np.float32]], None]

_FILL = void(from_dtype(VIEW), int64[::1], float32[::1])
#: In kernels, the `Facts.native` of a handle.
fill_at = function_at(_FILL)
#: The section of facts that says what each card can be: 1 for each card that it can be, else 0.
#: Searches find it where it comes first.
CARDS = ("cards", ("seat", "slot", "suit", "rank"))


@dataclass(frozen=True)
class Facts:
    """What an agent offers.

    Attributes:
        function: fills the vector of facts; it must write every entry.
        sections: the name and the axes of each part, in order. Axes are seat (counted from the
            viewer), slot, suit, rank and kind.
        kinds: length of the axis "kind".
    """

    function: Fill
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    kinds: int

    @cached_property
    def native(self) -> Any:
        """The compiled function, a first-class function for kernels."""
        return compile_callback(self.function, _FILL)

    def shapes(self, rules: Rules) -> list[tuple[int, ...]]:
        """The shape of each section under `rules`."""
        lengths = {
            "seat": rules.players,
            "slot": rules.hand_size,
            "suit": rules.suits,
            "rank": rules.ranks,
            "kind": self.kinds,
        }
        return [tuple(lengths[axis] for axis in axes) for _, axes in self.sections]

    def size(self, rules: Rules) -> int:
        """How many entries the vector has under `rules`."""
        return sum(prod(shape) for shape in self.shapes(rules))


def _no_facts(view: View, memory: Memory, out: NDArray[np.float32]) -> None:
    """What an agent without facts offers."""


NO_FACTS = Facts(_no_facts, (), 0)
#: Where the facts of agents that come with hanabilab are, by name without numbers.
_HOMES = dict.fromkeys(
    ("value", "holmes", "smart", "keen"), "hanabilab.agents.smart.facts:SLOT_FACTS"
) | {"h-group": "hanabilab.agents.conventions.facts:SLOT_FACTS"}
#: What users have declared.
_OFFERED: dict[str, Facts] = {}


@runtime_checkable
class Offering(Protocol):
    """A compiled policy that brings its facts itself: one that is made of others."""

    @property
    def facts(self) -> Facts:
        """What it offers."""
        ...


def offer_facts(agent: CompiledPolicy, facts: Facts) -> None:
    """Declare what `agent` offers.

    Raises:
        AgentError: it has done so already.
    """
    if agent.name in _OFFERED or agent.name in _HOMES:
        raise AgentError(f"agent {agent.name!r} offers facts already")
    _OFFERED[agent.name] = facts


def facts_of(agent: CompiledPolicy) -> Facts:
    """What `agent` offers; nothing, for most."""
    if isinstance(agent, Offering):
        return agent.facts
    name = parse_call(agent.name).name
    if name in _HOMES:
        return cast("Facts", named(_HOMES[name]))
    return _OFFERED.get(name, NO_FACTS)
