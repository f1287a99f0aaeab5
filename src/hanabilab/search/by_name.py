"""Searches by name, such as `sparta(smart, rollouts=1000)`."""

from __future__ import annotations

from typing import Any

from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.agents.registry import Family, make_agent
from hanabilab.errors import AgentError
from hanabilab.notation.call import Call, Value
from hanabilab.search.ismcts.agent import Ismcts
from hanabilab.search.joint.agent import JointSparta
from hanabilab.search.searching import Searching
from hanabilab.search.sparta import Sparta


def _blueprint(family: str, args: tuple[Value, ...]) -> Agent:
    """The one agent that a search is over."""
    if len(args) != 1 or not isinstance(args[0], Call):
        raise AgentError(f"{family} takes one agent to search over, such as {family}(smart)")
    blueprint = make_agent(args[0])
    if isinstance(blueprint, Searching):
        raise AgentError(
            f"{family} asks its blueprint millions of times, and {args[0]} is a search"
        )
    return blueprint


def _compiled_blueprint(family: str, args: tuple[Value, ...]) -> CompiledPolicy:
    """The one agent that a search is over, which its kernels call."""
    blueprint = _blueprint(family, args)
    if not isinstance(blueprint, CompiledPolicy):
        raise AgentError(f"{family} searches over compiled agents, and {args[0]} is not one")
    return blueprint


def _plain(search: type[Searching], options: dict[str, Value]) -> dict[str, Any]:
    """Options as they stand in a call, as Python's values."""
    for option in options:
        if option not in search.options:
            known = ", ".join(search.options)
            raise AgentError(f"{search.family} has no option {option!r}; it has {known}")
    return {key: str(value) if isinstance(value, Call) else value for key, value in options.items()}


def _build_sparta(args: tuple[Value, ...], options: dict[str, Value]) -> Sparta:
    return Sparta(_blueprint("sparta", args), **_plain(Sparta, options))


def _build_joint(args: tuple[Value, ...], options: dict[str, Value]) -> JointSparta:
    return JointSparta(_compiled_blueprint("joint", args), **_plain(JointSparta, options))


def _build_ismcts(args: tuple[Value, ...], options: dict[str, Value]) -> Ismcts:
    return Ismcts(_compiled_blueprint("ismcts", args), **_plain(Ismcts, options))


SPARTA = Family(
    "sparta",
    "sparta(AGENT, rollouts=10000, threshold=0.05, beliefs=exact)",
    "One-ply search over an agent, from the exact range of the own hand.",
    _build_sparta,
)
JOINT = Family(
    "joint",
    "joint(AGENT, rollouts=10000, threshold=0.05, max_range=50)",
    "Two seats search, each aware that the other does.",
    _build_joint,
)
ISMCTS = Family(
    "ismcts",
    "ismcts(AGENT, iterations=1000, mode=ris, rules=all+blueprint, beliefs=hints)",
    "Tree search over a compiled agent, with other seats' hands drawn again.",
    _build_ismcts,
)
