"""What every seat saw at every turn of real games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hanabilab.errors import NotationError
from hanabilab.game.games import Game
from hanabilab.notation import replay
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.site import parse_link
from hanabilab.runs.reading import parse_json

#: Scores, options as JSON and links, separated by tabs, below a head.
GAMES = Path("tests/data/real_games.tsv")


class RealView(NamedTuple):
    """A seat at a turn of a game.

    Attributes:
        number: of the game, as in its file.
        drew: whether a card was drawn by the action before.
    """

    number: int
    seat: int
    game: Game
    drew: bool


def real_views(file: Path) -> Iterator[RealView]:
    """Every seat at every turn of the games that are legal to their end.

    Raises:
        NotationError: there is none.
    """
    legal = False
    for number, line in enumerate(file.read_text().splitlines()[1:]):
        _, options, link = line.split("\t")
        log = replace(parse_link(link), options=tuple(parse_json(options, file).items()))
        replayed = replay_log(log)
        if replayed.problem is None:
            legal = True
            yield from _views(number, replay(replayed.record(log)))
    if not legal:
        raise NotationError(f"no game in {file} is legal to its end")


def _views(number: int, turns: Iterator[Game]) -> Iterator[RealView]:
    drawn: int | None = None
    for game in turns:
        before, drawn = drawn, int(game.state.deck_drawn)
        for seat in range(game.rules.players):
            yield RealView(number, seat, game, before is not None and drawn > before)
