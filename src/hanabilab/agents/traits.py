"""What an agent can do: rules that it can play by, giving up, telling chances."""

from __future__ import annotations

from hanabilab.agents.declared import require_players
from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.notation.rules_text import format_rules


def may_forfeit(agent: Agent) -> bool:
    """Whether `agent` may answer FORFEIT."""
    return isinstance(agent, CompiledPolicy) and agent.may_forfeit


def check_players(agent: Agent, players: int) -> None:
    """Do nothing if `agent` can play with so many players.

    Raises:
        AgentError: it cannot, or does not say so in whole numbers.
    """
    require_players(agent.name, agent.players)
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
