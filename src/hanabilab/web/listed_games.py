"""Games that a list tells of: what its rows are made of, and the game behind each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from hanabilab.arena.table import record_of
from hanabilab.game.rules import Rules
from hanabilab.game.state import COMPLETED, FORFEITED, LOST, OUT_OF_CARDS, RUNNING
from hanabilab.notation import Record, format_rules, split_calls
from hanabilab.notation.variants import Variant
from hanabilab.review import last_perfect_turns
from hanabilab.web.document import Ended, document

#: How a game that no log tells of has ended.
_ENDS = {
    RUNNING: "in progress",
    LOST: "strikeout",
    OUT_OF_CARDS: "normal",
    COMPLETED: "perfect",
    FORFEITED: "forfeited",
}


@dataclass(frozen=True)
class Shown:
    """A game to show.

    Attributes:
        label: what it is called.
        names: of those who played, as a log has them.
        notes: [seat] by the place of a card in the deck.
        variant: that of its log.
        ended: how its log says that it ended, and the score that its site counts.
        final: its status and its score after the last action, where no log tells them.
    """

    label: str
    record: Record
    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    variant: Variant | None = None
    ended: tuple[str, int] | None = None
    final: tuple[int, int] | None = None

    def document(self, widths: Sequence[int] = ()) -> dict[str, Any]:
        """What the page is told of it; see `web.document`."""
        told = document(
            self.record,
            names=self.names,
            title=self.label,
            widths=widths,
            notes=self.notes,
            variant=self.variant,
            ended=self.ended and Ended(*self.ended),
        )
        return {"label": self.label, **told}


class Part(NamedTuple):
    """Games that were read together.

    Attributes:
        rows: a row for each game: the columns of the list but `same`, and `deck`.
        game: the game of a row.
        agents: names of agents that played.
    """

    rows: pl.DataFrame
    game: Callable[[int], Shown]
    agents: frozenset[str]


def part_of_run(rules: Rules, table: pl.DataFrame, prefix: str = "") -> Part:
    """The games of one line-up of a run.

    Args:
        table: the arena's table.
        prefix: what names of games begin with.

    Raises:
        RulesError: its games are not of these rules.
    """
    decks = table["deck"].to_numpy().astype(np.int8)
    index = pl.DataFrame(
        {
            "name": [f"{prefix}game {number}" for number in table["game"]],
            "score": table["score"].cast(pl.Int32),
            "players": table["agents"],
            "seats": _repeated(rules.players, len(table)),
            "variant": _repeated(format_rules(rules), len(table)),
            "end": table["status"].replace_strict(_ENDS, return_dtype=pl.String),
            "turns": table["turns"].cast(pl.Int32),
            "lost": last_perfect_turns(rules, table).cast(pl.Int32),
            "deck": _deck_keys(rules, decks),
        }
    )

    def game(row: int) -> Shown:
        return Shown(index["name"][row], record_of(rules, table.row(row, named=True)))

    agents = table["agents"].unique().to_list()
    return Part(index, game, frozenset(name for each in agents for name in split_calls(each)))


def part_of_games(games: Sequence[Shown]) -> Part:
    """Games that were read one by one, of any rules."""
    order = sorted(range(len(games)), key=lambda at: repr(games[at].record.rules))
    found = []
    for rules, places in groupby(order, key=lambda at: games[at].record.rules):
        found.append(_rows_of(rules, {at: games[at] for at in places}))
    index = pl.concat(found).sort("at").drop("at")
    agents = frozenset(name for each in games for name in each.record.agents)
    return Part(index, lambda row: games[row], agents)


def _rows_of(rules: Rules, games: Mapping[int, Shown]) -> pl.DataFrame:
    """Rows of the index for games of the same rules, by their place."""
    records = [each.record for each in games.values()]
    most = max(len(each.actions) for each in records)
    actions = np.full((len(records), most), -1, np.int64)
    for row, record in enumerate(records):
        actions[row, : len(record.actions)] = record.actions
    decks = np.array([each.deck for each in records], np.int8)
    table = pl.DataFrame({"game": [*games], "deck": decks, "actions": actions})
    ends = [_end_of(each) for each in games.values()]
    return pl.DataFrame(
        {
            "at": [*games],
            "name": [each.label for each in games.values()],
            "score": pl.Series([score for _, score in ends], dtype=pl.Int32),
            "players": [", ".join(each.names or each.record.agents) for each in games.values()],
            "seats": _repeated(rules.players, len(records)),
            "variant": [
                each.variant.name if each.variant else format_rules(rules)
                for each in games.values()
            ],
            "end": [end for end, _ in ends],
            "turns": pl.Series([len(each.actions) for each in records], dtype=pl.Int32),
            "lost": last_perfect_turns(rules, table).cast(pl.Int32),
            "deck": _deck_keys(rules, decks),
        }
    )


def _end_of(shown: Shown) -> tuple[str, int]:
    """How a game has ended, and its score; both as its log tells them, where there is one."""
    if shown.ended:
        end, score = shown.ended
    elif shown.final:
        end, score = _ENDS[shown.final[0]], shown.final[1]
    else:
        game = shown.record.replayed()
        end, score = _ENDS[int(game.state.status)], game.score
    return ("perfect" if score == shown.record.rules.max_score else end), score


def _repeated(value: Any, count: int) -> pl.Series:
    return pl.Series([value]).new_from_index(0, count)


def _deck_keys(rules: Rules, decks: np.ndarray[Any, Any]) -> pl.Series:
    """What is the same for games of one deck by the same rules, and for no others."""
    head = repr(rules).encode()
    keys = [blake2b(head + each.tobytes(), digest_size=16).digest() for each in decks]
    return pl.Series(keys, dtype=pl.Binary)
