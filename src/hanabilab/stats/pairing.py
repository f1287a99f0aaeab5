"""Two line-ups on the same decks, compared game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from hanabilab.errors import HanabiError
from hanabilab.stats.spans import Span, first_twice, joined, spans_of
from hanabilab.stats.summary import Estimate
from hanabilab.stats.totals import estimate_of_sums

#: What a game goes by.
_KEYS = ("seed", "game")


@dataclass(frozen=True)
class Comparison:
    """Two line-ups on the same decks, `second` less `first`, game by game.

    Attributes:
        games: games that both have played.
        score: difference in score.
        columns: difference in other columns of the table, by name.
    """

    games: int
    score: Estimate
    columns: dict[str, Estimate]


class Pairing:
    """Games of two line-ups, compared as they are added.

    Only sums are kept, which games they are of, and the games that one line-up alone has played so
    far. So memory does not grow where the two take turns.

    Args:
        columns: to be compared beside the score; whole numbers.
    """

    def __init__(self, columns: Sequence[str] = ()) -> None:
        self._columns = ["score", *columns]
        self._alone: list[list[pl.DataFrame]] = [[], []]
        self._games = 0
        self._paired: dict[int, list[Span]] = {}
        self._sums = dict.fromkeys(self._columns, 0)
        self._squares = dict.fromkeys(self._columns, 0)

    def add(self, number: int, table: pl.DataFrame) -> None:
        """Add games of the first line-up, number 0, or of the second, number 1.

        Raises:
            HanabiError: a column that is to be compared is not there, or not of whole numbers.
        """
        for name in self._columns:
            _require_whole(name, table)
        self._alone[number].append(table.select(*_KEYS, *self._columns))

    @property
    def num_unmatched(self) -> int:
        """How many games are kept because the other line-up has not been compared on them yet."""
        return sum(len(table) for tables in self._alone for table in tables)

    def match(self) -> None:
        """Compare the games that both have played by now, and forget them.

        Raises:
            HanabiError: a game is there twice.
        """
        if not all(self._alone):
            return
        first, second = (self._once_each(pl.concat(tables)) for tables in self._alone)
        both = first.join(second, on=_KEYS, suffix="_second")
        self._games += len(both)
        for name in self._columns:
            later, earlier = both[f"{name}_second"].to_numpy(), both[name].to_numpy()
            gains = later.astype(np.int64) - earlier
            self._sums[name] += int(gains.sum())
            self._squares[name] += int(gains @ gains)
        left = first.join(second, on=_KEYS, how="anti"), second.join(first, on=_KEYS, how="anti")
        self._alone = [[table] if len(table) else [] for table in left]
        for seed, spans in _spans_by_seed(both).items():
            self._paired[seed] = joined([*self._paired.get(seed, []), *spans])

    def _once_each(self, table: pl.DataFrame) -> pl.DataFrame:
        """A table of games that are new; copies of games would pass for more of them.

        Raises:
            HanabiError: a game is there twice, or has been paired before.
        """
        for seed, spans in _spans_by_seed(table).items():
            if (twice := first_twice([*self._paired.get(seed, []), *spans])) is not None:
                raise HanabiError(
                    f"game {twice} of seed {seed} is there twice; compare tables that have each "
                    "game once"
                )
        return table

    def comparison(self) -> Comparison:
        """Of all games that both have played.

        Raises:
            HanabiError: there is none, or one is there twice.
        """
        self.match()
        if not self._games:
            raise HanabiError("the two line-ups have no finished game in common")
        found = {
            name: estimate_of_sums(self._games, self._sums[name], self._squares[name])
            for name in self._columns
        }
        return Comparison(self._games, found.pop("score"), found)


def _require_whole(name: str, table: pl.DataFrame) -> None:
    """Do nothing if a column has a whole number in each row; sums of others would be cut off."""
    if name not in table.columns:
        raise HanabiError(f"the table has no column {name!r} to compare")
    column = table[name]
    if not (column.dtype.is_integer() or column.dtype == pl.Boolean) or column.null_count():
        raise HanabiError(
            f"column {name!r} cannot be compared: it needs a whole number for each game, and is of "
            f"type {column.dtype} with {column.null_count()} missing"
        )


def _spans_by_seed(table: pl.DataFrame) -> dict[int, list[Span]]:
    """The games of a table."""
    parts = table.select(*_KEYS).partition_by("seed")
    return {int(part["seed"][0]): spans_of(part["game"].to_numpy()) for part in parts}


def compare_tables(
    first: pl.DataFrame, second: pl.DataFrame, columns: Sequence[str] = ()
) -> Comparison:
    """Pair two tables by game.

    Raises:
        HanabiError: they have no game in common, one of them has a game twice, or a column that is
            not of whole numbers.
    """
    pairing = Pairing(columns)
    for number, table in enumerate((first, second)):
        pairing.add(number, table)
    return pairing.comparison()
