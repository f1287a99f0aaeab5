"""Many games as a list: what is told of each, by columns, and the game itself once it is opened.

The index is a table with a row for each game. It is filtered and sorted here, and a page of its
rows is sent at a time. Games stay as they were read: records, or rows of a run's table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import polars as pl

from hanabilab.errors import NotationError
from hanabilab.web.listed_games import Part, Shown

#: Games on a page of the list.
ROWS = 100
#: What the list tells of a game, by the column of the index: its heading.
HEADINGS: Mapping[str, str] = {
    "name": "Game",
    "score": "Score",
    "players": "Players",
    "seats": "Seats",
    "variant": "Variant",
    "end": "End",
    "turns": "Turns",
    "lost": "Turn lost",
    "same": "Same deck",
}
#: A number in an address: of a game, a deck, a page or a score.
WHOLE = re.compile(r"[0-9]{1,9}")
_LONGEST = 200


class Unread(NamedTuple):
    """What cannot be read, and why."""

    name: str
    reason: str


class Query(NamedTuple):
    """What of a list is asked for.

    Attributes:
        find: letters that a game's name, players or variant must have.
        seats: how many there must be; 0 for any.
        end: the word for it; "" for any.
        least: score.
        most: score; -1 for any.
        deck: the number of the deck; -1 for any.
        sort: the column by which games are sorted, behind a minus sign from the largest on; "" for
            the order in which they were read.
        page: from 1.
    """

    find: str = ""
    seats: int = 0
    end: str = ""
    least: int = 0
    most: int = -1
    deck: int = -1
    sort: str = ""
    page: int = 1

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Query:
        """The query that an address has; an empty value asks for nothing.

        Raises:
            NotationError: a value that cannot be asked for.
        """
        found: dict[str, Any] = {}
        for name, usual in cls._field_defaults.items():
            text = given.get(name, "")[:_LONGEST]
            if not text:
                continue
            if isinstance(usual, int) and not WHOLE.fullmatch(text):
                raise NotationError(f"{name} is {text[:40]!r}; a whole number is needed")
            found[name] = int(text) if isinstance(usual, int) else text
        if found.get("sort", "name").removeprefix("-") not in HEADINGS:
            raise NotationError(f"sort is {found['sort'][:40]!r}; there are {', '.join(HEADINGS)}")
        return cls(**found)

    def address(self, **changes: Any) -> str:
        """The part of an address that asks for this, with changes; "" if it asks for nothing."""
        asked = self._replace(**changes)
        told = {
            name: value
            for name, value in asked._asdict().items()
            if value != self._field_defaults[name]
        }
        return f"?{urlencode(told)}" if told else ""


class Found(NamedTuple):
    """A page of what was asked for.

    Attributes:
        rows: of the index, with `number`, the number of the game in the library.
        total: games that fit.
        page: the number of this page, from 1; the last one if a later one was asked for.
        pages: how many there are; at least 1.
    """

    rows: pl.DataFrame
    total: int
    page: int
    pages: int


class Library:
    """Games that are listed.

    Attributes:
        index: a row for each game; `deck` numbers decks, `same` counts the games of one.
        unread: what could not be read.
        agents: names of agents that played.
    """

    def __init__(self, parts: Iterable[Part], unread: Sequence[Unread] = ()) -> None:
        """A library of at least one game."""
        self._parts = [each for each in parts if len(each.rows)]
        self.unread = tuple(unread)
        self.agents = frozenset[str]().union(*(each.agents for each in self._parts))
        whole = pl.concat(each.rows for each in self._parts)
        numbers: dict[bytes, int] = {}
        decks = [numbers.setdefault(key, len(numbers)) for key in whole["deck"]]
        self.index = whole.with_row_index("number").with_columns(
            deck=pl.Series(decks, dtype=pl.Int32),
            same=pl.len().over(pl.Series(decks)).cast(pl.Int32),
        )

    def __len__(self) -> int:
        return len(self.index)

    def game(self, number: int) -> Shown:
        """The game of a number.

        Raises:
            NotationError: there is none.
        """
        row = number
        for part in self._parts:
            if 0 <= row < len(part.rows):
                return part.game(row)
            row -= len(part.rows)
        raise NotationError(f"there is no game {number}; there are 0 to {len(self) - 1}")

    def games_of(self, deck: int) -> list[dict[str, Any]]:
        """The rows of all games of a deck.

        Raises:
            NotationError: there is no such deck.
        """
        within = 0 <= deck < len(self)  # a larger number does not fit the column
        rows = self.index.filter(pl.col("deck") == deck).to_dicts() if within else []
        if not rows:
            raise NotationError(f"there is no deck {deck} among these games")
        return rows

    def ends(self) -> list[str]:
        """The words for how games have ended."""
        return sorted(self.index["end"].unique())

    def find(self, query: Query) -> Found:
        """The games that fit, sorted; a page of them."""
        fit = self.index.filter(_fits(query))
        if query.sort:
            name = query.sort.removeprefix("-")
            down = query.sort.startswith("-")
            fit = fit.sort(name, descending=down, nulls_last=True, maintain_order=True)
        pages = max(1, -(-len(fit) // ROWS))
        page = min(max(query.page, 1), pages)
        return Found(fit.slice((page - 1) * ROWS, ROWS), len(fit), page, pages)


def _fits(query: Query) -> pl.Expr:
    """Whether a row of the index is asked for."""
    wanted = pl.col("score") >= query.least
    if query.most >= 0:
        wanted &= pl.col("score") <= query.most
    if query.seats:
        wanted &= pl.col("seats") == query.seats
    if query.end:
        wanted &= pl.col("end") == query.end
    if query.deck >= 0:
        wanted &= pl.col("deck") == query.deck
    if query.find:
        text = pl.concat_str("name", "players", "variant", separator="\n").str.to_lowercase()
        wanted &= text.str.contains(query.find.lower(), literal=True)
    return wanted
