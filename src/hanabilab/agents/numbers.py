"""The numbers of an agent: what its author chose by hand, and `hanabi tune` can choose better.

An agent declares each with a name, a default, a range and what it does. Its compiled functions read
the numbers from its memory, where they stand behind what the agent remembers. So one compiled agent
plays with any numbers, and `keen(short_deck=16)` is made at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hanabilab.errors import AgentError
from hanabilab.game.checks import whole_number
from hanabilab.messages import did_you_mean
from hanabilab.notation.call import Call, is_name, parse_call

if TYPE_CHECKING:
    from hanabilab.agents.policy import CompiledPolicy

#: The largest number, up or down, so that sums and products of a few have room in 64 bits.
MOST = 1 << 31


@dataclass(frozen=True)
class Number:
    """A whole number that an agent plays by.

    Attributes:
        name: what it is called in the agent's name, `AGENT(name=default)`.
        default: what it is if nobody says otherwise.
        low: the lowest value that makes sense.
        high: the highest.
        meaning: what it does, in a line.

    Raises:
        AgentError: a name that cannot stand in an agent's name, an empty range, or a default
            outside of it.
    """

    name: str
    default: int
    low: int
    high: int
    meaning: str

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name.isidentifier() and is_name(self.name)):
            raise AgentError(f"number name {self.name!r}; use letters, digits and _")
        for end in (self.default, self.low, self.high):
            if type(end) is not int or abs(end) > MOST:
                raise AgentError(
                    f"number {self.name!r} has {end!r}; its default and its range are whole "
                    f"numbers from {-MOST} to {MOST}"
                )
        if self.low >= self.high:
            raise AgentError(
                f"number {self.name!r} has the range {self.low} to {self.high}; it needs two "
                "values at least, the lower one first"
            )
        self.check(self.default, f"default of number {self.name!r}")

    def check(self, value: object, what: str) -> int:
        """The value, if it is one that the number can have, also a whole number of NumPy's.

        Raises:
            AgentError: it is not.
        """
        number = whole_number(value)
        if number is None or not self.low <= number <= self.high:
            raise AgentError(
                f"{what} is {_shown(value)}; a whole number from {self.low} to {self.high}"
            )
        return number


def _shown(value: object) -> str:
    """A value as whoever gave it would write it."""
    if (number := whole_number(value)) is not None:
        bits = number.bit_length()
        return str(number) if bits <= 256 else f"a number of {bits} bits"
    return str(value) if isinstance(value, bool | float | Call) else repr(value)[:80]


def check_numbers(agent: str, numbers: Iterable[Number]) -> tuple[Number, ...]:
    """The numbers, if an agent can declare them.

    Raises:
        AgentError: they are no list, one is no `Number`, or two have one name.
    """
    if not isinstance(numbers, Iterable):
        raise AgentError(f"agent {agent!r} has numbers {numbers!r}; a list of them is needed")
    declared = tuple(numbers)
    for number in declared:
        if not isinstance(number, Number):
            raise AgentError(
                f"agent {agent!r} has {number!r} among its numbers; write "
                "Number(name, default, low, high, what it does)"
            )
    names = [number.name for number in declared]
    if twice := [name for name in names if names.count(name) > 1]:
        raise AgentError(f"agent {agent!r} has two numbers named {twice[0]!r}")
    return declared


def numbers_of(agent: Any) -> tuple[Number, ...]:
    """The numbers that an agent declares; none for an agent that declares none."""
    numbers: tuple[Number, ...] = getattr(agent, "numbers", ())
    return numbers


def _require_agent(agent: Any) -> None:
    """Do nothing if numbers may be asked of `agent`.

    Raises:
        AgentError: it is no agent.
    """
    if not hasattr(agent, "name"):
        raise AgentError(f"{repr(agent)[:80]} is no agent; make_agent makes one of a name")


def values_of(agent: CompiledPolicy) -> dict[str, int]:
    """What the numbers of an agent are, by name; nothing for an agent that declares none.

    Raises:
        AgentError: it is no agent.
    """
    _require_agent(agent)
    if not (numbers := numbers_of(agent)):
        return {}
    values = agent.settings[len(agent.settings) - len(numbers) :]
    return {number.name: value for number, value in zip(numbers, values, strict=True)}


def with_numbers(agent: CompiledPolicy, values: Mapping[str, Any]) -> CompiledPolicy:
    """The same agent with other numbers; those that are not given stay as they are.

    Its name tells all numbers that are not the defaults, in the order in which they are declared.

    Raises:
        AgentError: a number that the agent does not declare, a value out of its range, or what is
            no agent, or no dict of names and values.
    """
    _require_agent(agent)
    if not isinstance(values, Mapping):
        raise AgentError(f"numbers are {repr(values)[:80]}; a dict of names and values is needed")
    known = {number.name: number for number in numbers_of(agent)}
    base = parse_call(agent.name).name
    for name in values:
        if name not in known:
            raise AgentError(
                f"agent {base!r} has no number {name!r}{did_you_mean(str(name), known)}; "
                + (f"it has {', '.join(known)}" if known else "it declares none")
            )
    if not values:
        return agent
    wanted = values_of(agent) | {
        name: known[name].check(value, f"{name} of agent {base!r}")
        for name, value in values.items()
    }
    changed = [(name, value) for name, value in wanted.items() if value != known[name].default]
    opening = agent.settings[: len(agent.settings) - len(known)]
    return replace(
        agent,
        name=str(Call(base, (), tuple(changed))),
        settings=(*opening, *wanted.values()),
    )
