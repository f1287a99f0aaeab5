"""Games of people side by side: of one number of players, and what errors are over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import AgentError, NotationError
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

    By person, all who ever sat together are one cluster, and so are those who sat with them.

    Raises:
        NotationError: by person, and a game does not say who played it.
    """
    if by == "game":
        return np.arange(len(games))
    groups: dict[str, str] = {}  # a person, and another one of the same group or itself
    first = []
    for game in games:
        names = [each for each in game.persons if each]
        if not names:
            raise NotationError(
                f"game {game.name} does not say who played it; ask for errors by game"
            )
        for each in names:
            groups.setdefault(each, each)
            groups[_head(groups, each)] = _head(groups, names[0])
        first.append(names[0])
    heads = [_head(groups, each) for each in first]
    return np.unique(heads, return_inverse=True)[1].astype(np.int64)


def _head(groups: dict[str, str], name: str) -> str:
    """The person who stands for a group."""
    while groups[name] != name:
        name = groups[name]
    return name


def deal_folds(owners: NDArray[np.int64], folds: int) -> NDArray[np.int64]:
    """[N] the fold of each game or decision: all of an owner in one, folds about equally large.

    Raises:
        AgentError: fewer owners than folds.
    """
    names, counts = np.unique(owners, return_counts=True)
    if len(names) < folds:
        raise AgentError(f"{len(names)} people or games do not make {folds} parts")
    loads, fold_of = np.zeros(folds, np.int64), {}
    for place in np.argsort(-counts, kind="stable"):  # the largest first, each to the emptiest
        fold = int(loads.argmin())
        fold_of[names[place]] = fold
        loads[fold] += counts[place]
    return np.array([fold_of[owner] for owner in owners], np.int64)
