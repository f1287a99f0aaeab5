"""Rows of states and of views, made by the thousand for kernels to fill."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.game.cards import NO_CARD
from hanabilab.game.checks import no_room
from hanabilab.game.rules import Rules
from hanabilab.game.state import STATE
from hanabilab.game.view import VIEW


def new_states(rules: Rules, count: int) -> NDArray[Any]:
    """`count` STATE rows with their rules filled in and empty hands, not dealt.

    Raises:
        RulesError: there is no memory for so many.
    """
    return _new_rows(rules, count, STATE)


def new_views(rules: Rules, count: int) -> NDArray[Any]:
    """`count` VIEW rows with their rules filled in and empty hands.

    Raises:
        RulesError: there is no memory for so many.
    """
    return _new_rows(rules, count, VIEW)


def states_from(kept: bytes) -> NDArray[Any]:
    """STATE rows from their bytes: NumPy's copies of records leave out what is between fields."""
    return np.frombuffer(bytearray(kept), STATE)


def _new_rows(rules: Rules, count: int, kind: Any) -> NDArray[Any]:
    try:
        return np.frombuffer(bytearray(_new_row(rules, kind)) * count, kind)
    except (MemoryError, OverflowError):
        raise no_room(count) from None


@functools.lru_cache(maxsize=64)
def _new_row(rules: Rules, kind: Any) -> bytes:
    """A row of the type `kind`; its bytes are copied a hundred times faster than it is filled.

    Kernels look at all MAX_HAND slots, so those that the rules do not use must be empty.
    """
    row = np.zeros(1, kind)
    row["rules"] = rules.tables
    row["hands"] = NO_CARD
    row["deck_index"] = -1
    return row.tobytes()
