"""Loaded games whose file does not tell every card: what commands may take from them."""

from __future__ import annotations

from hanabilab.cli.game_files import LoadedGame
from hanabilab.errors import NotationError
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.view import View
from hanabilab.notation.game_log import GameLog
from hanabilab.notation.stand_ins import told_words


def untold(loaded: LoadedGame) -> frozenset[int]:
    """The places in the deck whose cards the file does not tell."""
    return loaded.log.stand_ins if loaded.log else frozenset()


def require_whole_deck(log: GameLog | None) -> None:
    """Do nothing if the file of a game tells every card; a record, which has no log, does.

    Raises:
        NotationError: it does not; says which, and what can be done with it.
    """
    if log and (fault := told_words(log)):
        raise NotationError(
            f"{fault}; this needs the whole deck, while `hanabi check`, `review` and `deduce` work "
            "on what is told"
        )


def as_told(view: View, loaded: LoadedGame) -> View:
    """A view without cards of other hands, and without hints on own ones, that no file tells."""
    for place in untold(loaded):
        view.hands[view.deck_index == place] = UNKNOWN_CARD
        view.possible[view.deck_index == place] = (1 << int(view.rules.num_cards)) - 1
    return view
