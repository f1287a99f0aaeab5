"""What an agent would have done, why, and what it reads in the last action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hanabilab.agents import Agent, CompiledPolicy
from hanabilab.agents.traits import check_rules
from hanabilab.game.actions import FORFEIT
from hanabilab.game.games import Game
from hanabilab.game.words import action_words
from hanabilab.notation import Record
from hanabilab.review import explain_record
from hanabilab.review.explain import ExplainedTurn
from hanabilab.web.analysis.positions import agent_named, game_at


def agent_opinion(record: Record, turn: int, agent: str = "smart") -> Iterator[dict[str, Any]]:
    """What an agent would do after `turn` actions, and what the last action told it.

    Yields:
        `choice` (an action id or null), `text`, `reason` in its words or null; and `readings`, what
        the last action told by its conventions, with the `seats` that read it so.

    Raises:
        HanabiError: the agent cannot play this game, or fails.
    """
    asked, game = agent_named(agent), game_at(record, turn)
    check_rules(asked, game.rules)
    said = _explained(asked, record, turn) if turn else None
    told: dict[str, Any] = {"turn": turn, "agent": asked.name, "choice": None, "reason": None}
    told["readings"] = [
        {"seats": list(reading.seats), "lines": list(reading.lines)}
        for reading in (said.readings if said else ())
    ]
    if not game.is_over:
        told |= _choice(asked, record, game)
    yield told


def _explained(agent: Agent, record: Record, turn: int) -> ExplainedTurn | None:
    """What the agent says of the action that led to `turn`; searches are not asked to explain."""
    if not isinstance(agent, CompiledPolicy):
        return None
    past = replace(record, actions=record.actions[:turn])
    return explain_record(agent, past, turn=turn)[0]


def _choice(agent: Agent, record: Record, game: Game) -> dict[str, Any]:
    """The agent's choice at a position, and its reason."""
    action, reason = game.ask(agent), None
    if action == FORFEIT:
        return {"choice": None, "text": "gives the game up", "reason": None}
    if isinstance(agent, CompiledPolicy):
        turn = len(game.actions)
        line = replace(record, actions=(*record.actions[:turn], action))
        explained = explain_record(agent, line, turn=turn + 1)[0]
        action, reason = explained.choice, explained.reason
    words = action_words(game.state, action, game.current_seat)
    return {"choice": int(action), "text": words, "reason": reason}
