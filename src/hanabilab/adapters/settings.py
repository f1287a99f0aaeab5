"""What the environments of Gymnasium and PettingZoo are told, made into games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import DTypeLike

from hanabilab.adapters.given_rules import rules_from
from hanabilab.errors import RulesError
from hanabilab.game.rules import Rules
from hanabilab.learning.open_games import OpenGames
from hanabilab.learning.partners import PartneredGames, Partners, line_ups, outside_seats


class GameSettings(TypedDict, total=False):
    """Keyword arguments of all environments, beside their rules.

    Fields:
        players: seats, if no rules are given; 2 by default.
        seats: which seats act from outside; the default is all, or seat 0 beside partners.
        partners: who sits in the other seats, see `learning.partners`; None for nobody.
        dtype: of observations, which are zeros and ones; `uint8` by default.
    """

    players: int | None
    seats: Sequence[int] | None
    partners: Partners | None
    dtype: DTypeLike


def games_from(
    rules: Rules | str | None,
    count: int,
    *,
    players: int | None = None,
    seats: Sequence[int] | None = None,
    partners: Partners | None = None,
    dtype: DTypeLike = np.uint8,
    other_play: bool = False,
) -> tuple[OpenGames, tuple[int, ...]]:
    """Games, not begun, and the seats that act from outside.

    Args:
        rules: or their text, or None for the standard game of `players`.
        count: how many games.
        other_play: seats see colors under names of their own, see `learning.VectorGames`.
        rest: see `GameSettings`.

    Raises:
        NotationError: text that names no rules.
        RulesError: numbers of players, seats or colors that do not go together with the rest.
        AgentError: partners that cannot play this game.
    """
    meant = rules_from(rules, players)
    outside = outside_seats(meant, seats, alone=partners is None)
    if partners is not None and len(outside) == meant.players:
        raise RulesError(f"seats are all {meant.players}, so partners have none; leave one out")
    if partners is None:
        return OpenGames(meant, count, other_play=other_play, dtype=dtype), outside
    if other_play:
        raise RulesError("other_play is for games without partners, who know no other names")
    return PartneredGames(meant, count, line_ups(meant, outside, partners), dtype=dtype), outside


def observation_box(games: OpenGames) -> Box:
    """The space of what one seat observes: a vector of zeros and ones."""
    return Box(0, 1, games.observations.shape[1:], games.observations.dtype.type)
