"""Loaded games whose file does not tell every card: what commands may take from them."""

from __future__ import annotations

from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.errors import NotationError
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.view import View
from hanabilab.notation.stand_ins import told_words


def require_whole_deck(loaded: LoadedGame) -> None:
    """Do nothing if the file of a game tells every card; a record, which has no log, does.

    Raises:
        NotationError: it does not; says which, and what can be done with it.
    """
    if loaded.log and (fault := told_words(loaded.log)):
        raise NotationError(
            f"{loaded.file}: {fault}; this needs the whole deck, while `hanabi review` and "
            "`hanabi log` with `check` or `deduce` work on what is told"
        )


def as_told(view: View, loaded: LoadedGame) -> View:
    """A view without cards of other hands, and without hints on own ones, that no file tells."""
    for place in loaded.untold:
        view.hands[view.deck_index == place] = UNKNOWN_CARD
        view.possible[view.deck_index == place] = (1 << int(view.rules.num_cards)) - 1
    return view
