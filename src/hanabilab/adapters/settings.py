"""What the environments of Gymnasium and PettingZoo are told, made into games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanabilab.errors import RulesError
from hanabilab.game.rules import Rules
from hanabilab.learning.open_games import OpenGames
from hanabilab.learning.partners import PartneredGames, Partners, line_ups, outside_seats
from hanabilab.notation.rules_text import parse_rules


def rules_from(rules: Rules | str | None, players: int | None) -> Rules:
    """The rules that are meant: themselves, their text, or the standard game of so many.

    Raises:
        NotationError: text that names no rules.
        RulesError: the numbers of players differ.
    """
    found = parse_rules(rules) if isinstance(rules, str) else rules
    if found is None:
        return Rules(players=players or 2)
    if players not in (None, found.players):
        raise RulesError(f"players is {players}, but the rules are for {found.players}")
    return found


def games_from(
    rules: Rules,
    count: int,
    seats: Sequence[int] | None,
    partners: Partners | None,
    *,
    other_play: bool = False,
    dtype: Any,
) -> tuple[OpenGames, tuple[int, ...]]:
    """Games, not begun, and the seats that act from outside.

    Raises:
        RulesError: seats or colors that do not go together with the rest.
        AgentError: partners that cannot play this game.
    """
    outside = outside_seats(rules, seats, alone=partners is None)
    if partners is None:
        return OpenGames(rules, count, other_play=other_play, dtype=dtype), outside
    if other_play:
        raise RulesError("other_play is for games without partners, who know no other names")
    lineups = line_ups(rules, outside, partners)
    return PartneredGames(rules, count, lineups, dtype=dtype), outside
