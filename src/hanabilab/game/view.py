"""VIEW: everything one seat may know, and nothing else.

It has no field for the deck's order, and its own hand holds UNKNOWN_CARD: an agent that sees views
cannot cheat. Two states that differ only in what a seat cannot see give byte-equal views.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, kernel
from hanabilab._lazy import named
from hanabilab.game.cards import NO_CARD, UNKNOWN_CARD
from hanabilab.game.position import Position
from hanabilab.game.record import Record
from hanabilab.game.rule_tables import MAX_HAND, RULE_STRUCT
from hanabilab.game.state import TABLE_FIELDS, PublicTable, State

_VIEW_FIELDS: list[tuple[Any, ...]] = [
    *TABLE_FIELDS,
    ("seat", np.int16),
    ("raised", np.int16),
    ("rules", RULE_STRUCT),
]


class _ViewRow(Record):  # type: ignore[misc]  # as Record
    """A record that `print` shows as a position; to kernels it is any other record."""

    def __str__(self) -> str:
        # NumPy makes records within a record, such as the rules, of this type too.
        return str(Position.of(self)) if "hands" in (self.dtype.names or ()) else super().__str__()

    def _repr_html_(self) -> str | None:
        """The position as its seat sees it, for notebooks; of the rules within it nothing."""
        if "hands" not in (self.dtype.names or ()):
            return None
        return str(named("hanabilab.web.notebook_tables:view_html")(self))


#: One row: one game as one seat sees it.
VIEW = np.dtype((_ViewRow, np.dtype(_VIEW_FIELDS, align=True)))


class View(PublicTable, Protocol):
    """A VIEW row, field for field, with the fields of `PublicTable` and `Table`.

    `hands[seat]` holds UNKNOWN_CARD where the viewing seat has a card.
    """

    seat: int  # who is looking
    raised: int  # 1 once an agent that was shown this row has raised an exception (`_guard`)


@kernel
def fill_known_deck(deck: NDArray[np.int16], state: State, seat: int) -> None:
    """Fill `deck` [MAX_DECK] with what `seat` knows of the deck: cards drawn by others, and its own
    cards once they are played or discarded; UNKNOWN_CARD for its hand and for what is to come.
    """
    deck[:] = 0  # as in STATE, past the deck's end
    deck[: state.rules.deck_size] = UNKNOWN_CARD
    for index in range(state.deck_drawn):
        deck[index] = state.deck[index]
    for slot in range(state.rules.hand_size):
        if state.deck_index[seat, slot] >= 0:
            deck[state.deck_index[seat, slot]] = UNKNOWN_CARD


@kernel
def look(view: View, state: State, seat: int) -> None:
    """Fill `view` with what `seat` sees of `state`; `view.rules` must be the state's already."""
    copy_shared_fields(view, state)
    _sit_down(view, seat)


@kernel
def look_from(view: View, state: State, seat: int) -> None:
    """Turn a view of `state`, any seat's, into that of `seat`: they differ in two hands alone."""
    copy_into(view.hands[view.seat], state.hands[view.seat])
    _sit_down(view, seat)


@kernel
def _sit_down(view: View, seat: int) -> None:
    """Make an open view that of `seat`, which does not see its own cards."""
    view.seat = seat
    own: NDArray[np.int16] = view.hands[seat]
    for slot in range(MAX_HAND):
        if own[slot] != NO_CARD:
            own[slot] = UNKNOWN_CARD


@kernel
def look_openly(view: View, state: State, seat: int) -> None:
    """Fill `view` with what `seat` would see if it held its cards the other way round: a cheat."""
    copy_shared_fields(view, state)
    view.seat = seat
