"""What games are dealt: decks of the seed, for all seats or by seat, or decks that are given."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab.errors import AgentError, RulesError
from hanabilab.game.checks import check_decks
from hanabilab.game.rules import Rules

#: Decks by seat: each seat draws from its own part of the deck, so that it meets the same cards
#: whatever the others do.
BY_SEAT: Final = "by-seat"
#: What games are dealt: [games, deck size] game `i` the deck `i`; or the decks of the seed, from
#: which all seats draw in turn (None), or each from its own part.
Decks: TypeAlias = NDArray[np.int16] | Literal["by-seat"] | None


def checked_decks(rules: Rules, decks: ArrayLike | str | None) -> Decks:
    """The decks that are asked for.

    Raises:
        RulesError: a deck that is not the rules' deck, or a word that names no kind of decks.
    """
    if decks is None or isinstance(decks, str):
        if decks not in (None, BY_SEAT):
            raise RulesError(f"decks is {decks!r}; it is {BY_SEAT!r}, or a deck for each game")
        return None if decks is None else BY_SEAT
    return check_decks(rules, decks)


def require_decks(indices: NDArray[np.int64], decks: Decks) -> None:
    """Do nothing if there is a deck for each game of `indices`, where decks are given.

    Raises:
        AgentError: there is not.
    """
    if isinstance(decks, np.ndarray) and not 0 <= indices.min() <= indices.max() < len(decks):
        raise AgentError(f"games are 0 to {len(decks) - 1}, one for each deck that is given")
