"""Games of people side by side: of one number of players, and what errors are over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import NotationError
from hanabilab.people.game import PeoplesGame

By: TypeAlias = Literal["game", "person"]


def require_one_number(games: Sequence[PeoplesGame]) -> None:
    """Do nothing if games have one number of players.

    Raises:
        NotationError: they have several, or there are none.
    """
    players = sorted({game.record.rules.players for game in games})
    if len(players) != 1:
        raise NotationError(
            f"the games have {' and '.join(map(str, players)) or 'no'} players; "
            "compare those of one number at a time"
        )


def owners_of(games: Sequence[PeoplesGame], by: By) -> NDArray[np.int64]:
    """[games] the number of the cluster that each game belongs to.

    Raises:
        NotationError: by person, and a game does not say who played it.
    """
    if by == "game":
        return np.arange(len(games))
    names = ["+".join(sorted({each for each in game.persons if each})) for game in games]
    if not all(names):
        place = names.index("")
        raise NotationError(
            f"game {games[place].name} does not say who played it; ask for errors by game"
        )
    return np.unique(names, return_inverse=True)[1].astype(np.int64)
