"""From views to arrays for learners: HLE's vectors and masks of legal actions; checked fronts.

Views may stand in an array of any shape: one VIEW row gives one vector, an array [G] gives [G, N].
`Games` does the same for whole games. Here no game is needed, only what a seat has been shown.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import RulesError
from hanabilab.game import batch
from hanabilab.game.checks import check_out, checked_rules
from hanabilab.game.layout import layout_of
from hanabilab.game.rule_tables import RULE_STRUCT
from hanabilab.game.rules import Rules
from hanabilab.game.view import VIEW

#: Fields of the rules that are one number; with equal ones, arrays of the same size are read.
_NUMBERS = [name for name in RULE_STRUCT.names or () if not RULE_STRUCT[name].shape]


def encode_views(rules: Rules, views: Any, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """[..., N] HLE's canonical vectors of `views` [...], float32 unless `out` says otherwise.

    Args:
        rules: what the views' games are played by.
        views: VIEW rows, or one of them.
        out: a contiguous array to fill and return, of whole numbers, float32 or float64.

    Raises:
        RulesError: rules that are none, no views, views of other rules, or an `out` of another
            shape or type.
    """
    rows, layout = _rows(rules, views), layout_of(rules)
    shape = (*np.shape(views), layout.size)
    vectors = np.empty(shape, np.float32) if out is None else check_out(out)
    if vectors.shape != shape or not vectors.flags.c_contiguous:
        raise RulesError(f"out has shape {vectors.shape}; a contiguous array {shape} is needed")
    batch.encode_views(vectors.reshape(len(rows), layout.size), rows, layout.row)
    return vectors


def legal_masks(rules: Rules, views: Any) -> NDArray[np.bool_]:
    """[..., A] which actions the seat to act may take in `views` [...]; none once a game is over.

    Raises:
        RulesError: no views, or views of other rules.
    """
    rows = _rows(rules, views)
    legal = np.zeros((len(rows), rules.num_actions), np.bool_)
    batch.fill_legal_all(legal, rows)
    return legal.reshape(*np.shape(views), rules.num_actions)


def legal_actions(rules: Rules, view: Any) -> list[int]:
    """Ids that the seat to act may choose from in one view, ascending.

    Raises:
        RulesError: no view, or one of other rules.
    """
    return [int(action) for action in np.flatnonzero(legal_masks(rules, view))]


def _rows(rules: Rules, views: Any) -> NDArray[Any]:
    """`views` as a contiguous array [G]."""
    array = np.asarray(views)
    if array.dtype != VIEW:
        raise RulesError(f"views have the type VIEW, not {array.dtype.name}")
    rows = np.ascontiguousarray(array.reshape(-1))
    theirs, ours = rows["rules"], checked_rules(rules).tables
    if any((theirs[name] != getattr(ours, name)).any() for name in _NUMBERS):
        raise RulesError(f"the views are of other rules than {rules}")
    return rows
