"""Agents that play a line on, and two of them on one deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanabilab.agents import Agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.games import Game
from hanabilab.notation import Record, split_calls
from hanabilab.web.analysis.positions import agent_named, game_at


def play_on(
    record: Record, turn: int, agents: str = "smart", seed: int = 0
) -> Iterator[dict[str, Any]]:
    """Play a game on to its end.

    Args:
        agents: one for all seats, or one for each, with commas between them.
        seed: of their random numbers.

    Yields:
        `action`, an id, of each turn; an agent that gives the game up ends the line.
    """
    yield from _played(game_at(record, turn), _agents(agents, record.rules.players), seed)


def compare_agents(
    record: Record, first: str, second: str, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """Two line-ups on the deck of a record, turn by turn side by side.

    Yields:
        `side` 0 or 1 and `action` of each turn.
    """
    players = record.rules.players
    sides = [
        _played(game_at(record, 0), _agents(names, players), seed) for names in (first, second)
    ]
    while sides != [None, None]:
        for side, moves in enumerate(sides):
            move = next(moves, None) if moves else None
            if move is None:
                sides[side] = None  # type: ignore[call-overload]  # ended
            else:
                yield {"side": side, **move}


def _played(game: Game, agents: list[Agent], seed: int) -> Iterator[dict[str, Any]]:
    for each in agents:
        check_rules(each, game.rules)
    while not game.is_over:
        seat = game.current_seat
        action = game.ask(agents[seat], seed=seed)
        if action == FORFEIT:
            return
        game.act(action)
        yield {"turn": len(game.actions), "seat": seat, "action": int(action)}


def _agents(names: str, players: int) -> list[Agent]:
    """An agent for each seat.

    Raises:
        AgentError: neither one nor one for each.
    """
    found = [agent_named(name) for name in split_calls(names)]
    if len(found) not in (1, players):
        raise AgentError(f"{len(found)} agents for {players} seats; name one, or one for each")
    return found if len(found) == players else found * players
