"""What can be asked of any agent: how it plays, what it remembers at first, what it can play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.notation.rules_text import format_rules


def keeps_common_memory(agent: Agent) -> bool:
    """Whether every seat comes to the same memory as long as all follow `agent`."""
    return isinstance(agent, CompiledPolicy) and agent.common


def is_honest(agent: Agent) -> bool:
    """Whether `agent` does not see its own hand."""
    return not (isinstance(agent, CompiledPolicy) and agent.sees_own_hand)


def may_forfeit(agent: Agent) -> bool:
    """Whether `agent` may answer FORFEIT."""
    return isinstance(agent, CompiledPolicy) and agent.may_forfeit


def settings_of(agent: Agent) -> tuple[int, ...]:
    """What the memory of `agent` opens with.

    A batched agent that plays on as another, such as a search, has the `settings` of that one.
    """
    settings: tuple[int, ...] = getattr(agent, "settings", ())
    return settings


def new_memory(agent: Agent, copies: int) -> NDArray[np.int64]:
    """[copies, memory_size]: memories at the start of a game, before they observe the deal."""
    settings = settings_of(agent)
    memory = np.zeros((copies, agent.memory_size), np.int64)
    memory[:, : len(settings)] = settings
    return memory


def check_players(agent: Agent, players: int) -> None:
    """Do nothing if `agent` can play with so many players.

    Raises:
        AgentError: it cannot.
    """
    if players not in agent.players:
        able = ", ".join(str(number) for number in agent.players)
        raise AgentError(f"agent {agent.name!r} plays with {able} players, not {players}")


def tells_chances(agent: Agent) -> bool:
    """Whether an agent tells how likely it finds each action; values of actions are no chances.

    A compiled one has `chances_of(views, memory)` for it, a batched one `chances(turns)`; both
    give [G, A].
    """
    values = getattr(getattr(agent, "card", None), "value_based", False)
    name = "chances_of" if isinstance(agent, CompiledPolicy) else "chances"
    return callable(getattr(agent, name, None)) and not values


def check_rules(agent: Agent, rules: Rules) -> None:
    """Do nothing if `agent` can play by `rules`.

    Raises:
        AgentError: it cannot.
    """
    check_players(agent, rules.players)
    only = getattr(agent, "only_rules", None)
    if only is not None and rules != only:
        raise AgentError(
            f"agent {agent.name!r} was trained for {format_rules(only)} and plays no other"
        )
    if (require := getattr(agent, "require_rules", None)) is not None:
        require(rules)
    if not rules.is_usual and not getattr(agent, "plays_variants", False):
        what = rules.variant.name if rules.variant else "all or nothing"
        raise AgentError(
            f"agent {agent.name!r} does not play {what}; random, five-rule, cheat and searches "
            "over them do, and agents of yours that say plays_variants=True"
        )
