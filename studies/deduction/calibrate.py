"""Whether chances come true: of the cards said to be likely by so much, how many are there.

Views of one game are not independent, so intervals come from drawing whole games again. What
partners' choices tell is not in these chances, and people keep and play cards for reasons: where
the shares leave the diagonal, that is what play tells beyond hints. A card just drawn nobody has
chosen yet, so its chances must come true.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.knowledge.deduction import HandDeduction, deduce_hand
from studies.deduction.figure import save_calibration
from studies.deduction.real_views import RealView, real_views

_BINS = 20
#: A chance so near to 0 or 1 is one of them, rounded.
_SURE = 1e-9
_RESAMPLES, _SEED = 2000, 1
#: What a chance is of.
KINDS = ("a card", "useless", "playable", "playable, just drawn")


def calibrate(file: Path, folder: Path) -> pl.DataFrame:
    """Write calibration.csv and calibration.png for the games in a file."""
    sums = _sums(file)
    table = pl.concat([_shares(kind, each) for kind, each in zip(KINDS, sums, strict=True)])
    folder.mkdir(parents=True, exist_ok=True)
    table.write_csv(folder / "calibration.csv", float_precision=5)
    save_calibration(table, folder / "calibration.png")
    return table


def _sums(file: Path) -> NDArray[np.float64]:
    """[kinds, games, bins, 3] chances told, sum of chances, and how many came true."""
    views = list(_number_of_games(file))
    sums = np.zeros((len(KINDS), max(views) + 1, _BINS, 3))
    for view in real_views(file):
        found = deduce_hand(view.game.view(view.seat))
        for kind, (chances, true) in enumerate(_told(view, found)):
            bins = np.minimum((chances * _BINS).astype(int), _BINS - 1)
            for part, values in enumerate((np.ones_like(chances), chances, true)):
                np.add.at(sums[kind, view.number, :, part], bins, values)
    return sums


def _number_of_games(file: Path) -> set[int]:
    return {view.number for view in real_views(file)}


def _told(
    view: RealView, found: HandDeduction
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """For each kind, the chances told of a hand, and whether each came true.

    Certainties are left out: they cannot be wrong.
    """
    state = view.game.state
    hand = state.hands[view.seat, : len(found.possible)]
    held = np.flatnonzero(hand >= 0)
    cards = found.probabilities[held]
    truth = np.eye(cards.shape[1])[hand[held]]
    told = [(cards.ravel(), truth.ravel())]
    drawn = held[state.deck_index[view.seat, held] == state.deck_drawn - 1]
    if not (view.drew and state.last_seat == view.seat):
        drawn = drawn[:0]  # it was drawn turns ago: its holder could have played it
    for chosen, slots in (
        (int(state.useless), held),
        (int(state.playable), held),
        (int(state.playable), drawn),
    ):
        true = (chosen >> hand[slots].astype(np.int64)) & 1
        told.append((found.chance(chosen)[slots], true.astype(float)))
    return [
        (chances[open_], true[open_])
        for chances, true in told
        for open_ in [(chances > _SURE) & (chances < 1 - _SURE)]
    ]


def _shares(kind: str, sums: NDArray[np.float64]) -> pl.DataFrame:
    """A row for each bin that has a chance in it: mean chance, share come true, 95 % interval."""
    draws = np.random.default_rng(_SEED).integers(0, len(sums), (_RESAMPLES, len(sums)))
    weights = np.stack([np.bincount(draw, minlength=len(sums)) for draw in draws])
    resampled = np.einsum("rg,gbp->rbp", weights, sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = resampled[..., 2] / resampled[..., 0]
    total = sums.sum(axis=0)
    rows: list[dict[str, Any]] = []
    for place in np.flatnonzero(total[:, 0]):
        low, high = np.nanpercentile(shares[:, place], [2.5, 97.5])
        told, chance, true = total[place]
        row = {"kind": kind, "told": int(told), "chance": chance / told, "share": true / told}
        rows.append(row | {"low": float(low), "high": float(high)})
    return pl.DataFrame(rows)
