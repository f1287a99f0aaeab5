"""Agents by name: one grammar for the command line, records and tables.

A family is a name and a builder from a call's arguments to an agent. `agents.homes` says where the
families that come with hanabilab are defined, and each is imported when its name is asked for.
An agent of a user's own is named by its file: `examples/careful.py:careful`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any, TypeAlias

from hanabilab._lazy import named
from hanabilab.agents.delegate import Delegate
from hanabilab.agents.homes import HOMES
from hanabilab.agents.numbers import numbers_of, with_numbers
from hanabilab.agents.policy import Agent, BatchedPolicy, CompiledPolicy
from hanabilab.agents.user_files import load_file, require_nameable_files
from hanabilab.errors import AgentError, NotationError
from hanabilab.messages import did_you_mean
from hanabilab.notation.call import Call, Value, is_name, parse_call, split_calls

#: Makes an agent from the positions and keywords of a call.
Builder: TypeAlias = Callable[[tuple[Value, ...], dict[str, Value]], Agent]


@dataclass(frozen=True)
class Family:
    """A name that agents are made by.

    Attributes:
        usage: the call with its arguments and their defaults.
        summary: one line on what it is.
    """

    name: str
    usage: str
    summary: str
    build: Builder


#: In place of an agent's name, where a person sits.
HUMAN = "human"

#: Families that users have added, and those that have been asked for.
_FAMILIES: dict[str, Family] = {}


def register(family: Family) -> None:
    """Add a family; a name can be taken once.

    Raises:
        AgentError: the name is taken.
    """
    if is_known(family.name):
        raise AgentError(f"agent name {family.name!r} is taken")
    _FAMILIES[family.name] = family


def register_policy(agent: CompiledPolicy) -> CompiledPolicy:
    """Add an agent that takes no arguments.

    Raises:
        AgentError: the name is taken.
    """
    register(_family_of(agent))
    return agent


def _family_of(agent: CompiledPolicy) -> Family:
    """The family of an agent that takes no arguments but the numbers that it declares."""

    def build(args: tuple[Value, ...], options: dict[str, Value]) -> Agent:
        return _with_options(agent, args, options)

    defaults = tuple((number.name, number.default) for number in agent.numbers)
    usage = str(Call(agent.name, (), defaults))
    return Family(agent.name, usage, agent.doc.split("\n")[0], build)


def _with_options(agent: Agent, args: tuple[Value, ...], options: dict[str, Value]) -> Agent:
    """The agent with the numbers that a call gives by name.

    Raises:
        AgentError: it declares none, or not these, or cannot have such values.
    """
    if not args and not options:
        return agent
    if not isinstance(agent, CompiledPolicy) or not numbers_of(agent):
        raise AgentError(f"agent {agent.name!r} takes no arguments")
    if args:
        first = agent.numbers[0]
        raise AgentError(
            f"agent {agent.name!r} takes its numbers by name, such as "
            f"{agent.name}({first.name}={first.default})"
        )
    return with_numbers(agent, options)


def is_known(name: str) -> bool:
    """Whether there is a family of this name."""
    return name in _FAMILIES or name in HOMES


def family_names() -> list[str]:
    """The names of all families, in order; none is imported for it."""
    return sorted({*HOMES, *_FAMILIES})


def families() -> list[Family]:
    """All families, in order of name."""
    return [_family(name) for name in family_names()]


def names_with_numbers() -> list[str]:
    """The names of agents that come with hanabilab and declare numbers, in order."""
    return [name for name in sorted(HOMES) if numbers_of(named(HOMES[name]))]


def _family(name: str) -> Family:
    """The family of a known name, imported if nobody has asked for it before."""
    if name not in _FAMILIES:
        found = named(HOMES[name])
        made = found[name] if isinstance(found, Mapping) else found
        _FAMILIES[name] = _family_of(made) if isinstance(made, CompiledPolicy) else made
    return _FAMILIES[name]


def make_agent(name: str | Call) -> Agent:
    """The agent that `name` writes.

    Raises:
        NotationError: not in the grammar.
        AgentError: unknown agent, or wrong arguments; or no name at all.
    """
    if not isinstance(name, str | Call):
        raise AgentError(f"{repr(name)[:80]} is no name of an agent; one is text, such as 'smart'")
    call = _one_name(name) if isinstance(name, str) else name
    if ".py" in call.name:
        return _from_file(call)
    if call.name == HUMAN:
        raise AgentError(
            "a person plays at one table at a time: hanabi play human smart, in the browser or "
            "with --terminal"
        )
    if not is_known(call.name):
        raise AgentError(
            f"unknown agent {call.name!r}{did_you_mean(call.name, family_names())}; hanabi list "
            "agents lists them; FILE.py:NAME is one of yours"
        )
    return _family(call.name).build(call.args, dict(call.options))


def _one_name(text: str) -> Call:
    """The call that `text` writes.

    Raises:
        NotationError: it writes none, or several, or a path that no name can hold.
    """
    try:
        return parse_call(text)
    except NotationError:
        require_nameable_files(text)
        names = split_calls(text.replace(" ", ", ") if "," not in text else text)
        if len(names) < 2 or not all(map(is_name, names)):
            raise
    raise NotationError(
        f"{text!r} has {len(names)} names where one belongs; give each by itself: "
        f'{" ".join(names)}; of a line-up in quotes, with commas between: "{", ".join(names)}"'
    )


def as_agent(agent: Agent | str) -> Agent:
    """An agent that is given itself, or by its name.

    Raises:
        NotationError: a name out of the grammar.
        AgentError: neither an agent nor the name of one.
    """
    if isinstance(agent, str):
        return make_agent(agent)
    if not _is_agent(agent):
        raise AgentError(
            f"{repr(agent)[:80]} is no agent; an agent is a name, such as 'smart', or what @policy "
            "or @plain_policy makes of a function"
        )
    return agent


def _from_file(call: Call) -> Agent:
    """The agent that a user's Python file defines: FILE.py:NAME, or FILE.py if it has only one.

    NAME is the agent's own, or that of the variable that holds it. Numbers may follow in brackets.
    """
    path, _, wanted = call.name.partition(":")
    module = load_file(Path(path), "agent", AgentError)
    variables = _agents_of(module)
    by_name = {agent.name: agent for agent in variables.values()}
    found = variables | by_name
    if wanted in variables and wanted not in by_name:  # as two agents of one name can be told apart
        own = {wanted: variables[wanted]}
    else:
        own = own_agents(path)
    if not wanted and len(own) == 1:
        wanted = next(iter(own))
    if wanted in found:
        agent = _named_by_file(found[wanted], f"{path}:{wanted}")
        return _with_options(agent, call.args, dict(call.options))
    raise AgentError(_what_is_there(path, module, wanted, list(own)))


def own_agents(path: str) -> dict[str, Agent]:
    """The agents that a user's Python file defines itself, by their names in it.

    Raises:
        AgentError: it cannot be run, or two agents have one name.
    """
    module = load_file(Path(path), "agent", AgentError)
    own: dict[str, Agent] = {}
    variables: dict[str, str] = {}
    for variable, agent in _agents_of(module).items():
        if is_known(agent.name) and not _is_made_in(module, agent):
            continue
        name = agent.name if is_name(agent.name) else variable
        if own.setdefault(name, agent) is not agent:
            raise AgentError(
                f"{path} defines two agents named {name!r}, {variables[name]} and {variable}; give "
                "each a name of its own"
            )
        variables.setdefault(name, variable)
    return own


def _agents_of(module: Any) -> dict[str, Agent]:
    """All agents that a module has, by variable."""
    return {name: thing for name, thing in vars(module).items() if _is_agent(thing)}


def _is_made_in(module: Any, agent: Agent) -> bool:
    """Whether a file made an agent itself, and did not import it."""
    places = agent, type(agent), getattr(agent, "function", None)
    homes = [getattr(each, "__module__", None) for each in places]
    return module.__name__ in (*homes, getattr(agent, "module", None))


def _what_is_there(path: str, module: Any, wanted: str, own: list[str]) -> str:
    """What a file has in place of the agent that is wanted, and what to do."""
    plain = [
        name
        for name, thing in vars(module).items()
        if isinstance(thing, FunctionType) and thing.__module__ == module.__name__
    ]
    named = f"no agent {wanted!r} in {path}" if wanted else f"no agent in {path}"
    if wanted in plain or (not own and plain):
        name = wanted if wanted in plain else plain[-1]
        return f'{named}: {name} is a plain function; put @policy("{name}") above it'
    if not own:
        return f"{named}; hanabi new agent FILE.py writes a first one"
    if not wanted:
        return f"{path} defines {len(own)} agents, {', '.join(own)}; write {path}:{own[0]}"
    return f"{named}, which defines {', '.join(own)}; write {path}:{own[0]}"


def _named_by_file(agent: Agent, name: str) -> Agent:
    """The agent under the name that finds it again."""
    settable = [each.name for each in fields(agent)] if is_dataclass(agent) else []
    if "name" in settable:
        renamed: Agent = replace(agent, name=name)  # type: ignore[type-var]  # a dataclass, as seen
        return renamed
    delegate: Agent = _Renamed(agent, name)  # type: ignore[assignment]  # by what it passes on
    return delegate


@dataclass(frozen=True)
class _Renamed(Delegate):
    """A batched agent of a user's own under the name of its file."""

    name: str

    def __reduce__(self) -> tuple[Any, ...]:
        return make_agent, (self.name,)


def _is_agent(thing: Any) -> bool:
    if isinstance(thing, type):
        return False
    return isinstance(thing, CompiledPolicy | BatchedPolicy)
