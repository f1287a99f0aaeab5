"""What the environments of Gymnasium and PettingZoo are told, made into games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import DTypeLike

from hanabilab.adapters.given_rules import rules_from
from hanabilab.errors import RulesError
from hanabilab.game.checks import check_count, check_dtype
from hanabilab.game.rules import Rules
from hanabilab.learning.open_games import OpenGames
from hanabilab.learning.partners import PartneredGames, Partners, line_ups, outside_seats
from hanabilab.messages import did_you_mean


class GameSettings(TypedDict, total=False):
    """Keyword arguments of all environments, beside their rules.

    Fields:
        players: seats, if no rules are given; 2 by default.
        seats: which seats act from outside; the default is all, or seat 0 beside partners.
        partners: who sits in the other seats, see `learning.partners`; None for nobody.
        dtype: of observations, which are zeros and ones: bool, whole numbers, float32 or float64;
            `uint8` by default.
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
        RulesError: numbers of games, players, seats or colors that do not go together with the
            rest, or a type that observations cannot have.
        AgentError: partners that cannot play this game.
    """
    check_count(count, "num_envs")
    check_dtype(dtype)
    meant = rules_from(rules, players)
    outside = outside_seats(meant, seats, alone=partners is None)
    if partners is not None and len(outside) == meant.players:
        raise RulesError(f"seats are all {meant.players}, so partners have none; leave one out")
    if partners is None:
        return OpenGames(meant, count, other_play=other_play, dtype=dtype), outside
    if other_play:
        raise RulesError("other_play is for games without partners, who know no other names")
    return PartneredGames(meant, count, line_ups(meant, outside, partners), dtype=dtype), outside


def check_options(options: Any, *known: str) -> Mapping[str, Any]:
    """What a reset is told beside a seed; nothing by default.

    Args:
        known: the options that there are.

    Raises:
        RulesError: no dictionary, or an option that there is not.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise RulesError(f"options is {options!r}; a dictionary is needed")
    for name in options:
        if name not in known:
            there = ", ".join(known) or "none here"
            near = did_you_mean(str(name), known)
            raise RulesError(f"no option is called {name!r}{near}; known: {there}")
    return options


def observation_box(games: OpenGames) -> Box:
    """The space of what one seat observes: a vector of zeros and ones."""
    return Box(0, 1, games.observations.shape[1:], games.observations.dtype.type)
