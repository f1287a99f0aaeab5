"""People who sat with an agent: their games, and the table at which a model takes their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import NotationError
from hanabilab.game.rules import Rules
from hanabilab.messages import did_you_mean
from hanabilab.people.game import HUMAN, PeoplesGame

#: Agents that files of people's games call otherwise than we do.
_OUR_NAMES = MappingProxyType({"outer": "outer-state"})
#: What is counted of a game: points on the table, whether it was lost, its turns, and the actions
#: by kind of people, or of the model in their place.
COUNTS = ("points", "lost", "turns", "discards", "plays", "color hints", "rank hints")
_KINDS = 4


@dataclass(frozen=True)
class Sitting:
    """The games of people with one agent.

    Attributes:
        agent: as the files name it.
        players: who sits where: HUMAN, or the agent.
        rules: of all games; discards at all tokens are allowed if one game has such a discard.
        games: all whole.
    """

    agent: str
    players: tuple[str, ...]
    rules: Rules
    games: tuple[PeoplesGame, ...]

    def seated(self, model: str) -> tuple[str, ...]:
        """The names of our agents by seat, with `model` where people sat."""
        return tuple(
            model if each == HUMAN else _OUR_NAMES.get(each, each) for each in self.players
        )

    @property
    def counts(self) -> NDArray[np.int64]:
        """[games, COUNTS] of the people's games."""
        actions = np.full((len(self.games), self.rules.max_turns), -1, np.int16)
        for row, game in zip(actions, self.games, strict=True):
            row[: len(game.record.actions)] = game.record.actions
        ends = np.array([(game.points, game.lost) for game in self.games], np.int64)
        return count_games(self, actions, ends)


def count_games(
    sitting: Sitting, actions: NDArray[np.int16], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """[G, COUNTS] of games at a sitting's table.

    Args:
        actions: [G, max_turns] ids, -1 past the end.
        ends: [G, 2] points on the table, and whether the game was lost.
    """
    rules = sitting.rules
    kinds = np.append(rules.tables.action_kind[: rules.num_actions], -1)[actions]
    seats = (rules.first_seat + np.arange(actions.shape[1])) % rules.players
    own = kinds[:, [sitting.players[seat] == HUMAN for seat in seats]]
    by_kind = [(own == kind).sum(axis=1) for kind in range(_KINDS)]
    turns = (actions >= 0).sum(axis=1)
    return np.column_stack([ends, turns, *by_kind]).astype(np.int64)


def sittings_of(games: Sequence[PeoplesGame], agents: Sequence[str] = ()) -> tuple[Sitting, ...]:
    """The sittings of people with each of `agents`, as the games name them; with all, if none.

    Games that were given up, or whose file is damaged, are left out.

    Raises:
        NotationError: nobody sat with an agent; or its games have several seatings or rules.
    """
    known = dict.fromkeys(each for game in games for each in game.players if each != HUMAN)
    if not known:
        raise NotationError("people sat with no agent in these games; a model has none to sit with")
    if missing := [each for each in agents if each not in known]:
        raise NotationError(
            f"no game has people with {missing[0][:60]!r}{did_you_mean(missing[0], known)}; "
            f"they sat with {', '.join(known)}"
        )
    return tuple(_sitting(agent, games) for agent in agents or known)


def _sitting(agent: str, games: Sequence[PeoplesGame]) -> Sitting:
    own = tuple(game for game in games if agent in game.players and game.is_whole)
    own = tuple(game for game in own if HUMAN in game.players)
    if not own:
        raise NotationError(f"no game of people with {agent!r} is whole")
    # Files tell this rule only where it was used.
    rules = replace(
        own[0].record.rules, discard_at_max=any(game.record.rules.discard_at_max for game in own)
    )
    for game in own:
        if game.players != own[0].players:
            raise NotationError(
                f"games {own[0].name} and {game.name} have {agent!r} and others at other seats; "
                "give those of one seating"
            )
        if replace(game.record.rules, discard_at_max=rules.discard_at_max) != rules:
            raise NotationError(
                f"games {own[0].name} and {game.name} with {agent!r} have other rules; give those "
                "of one"
            )
    return Sitting(agent, own[0].players, rules, own)
