"""Games of agents, told as if people had played them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.people.game import PeoplesGame, Told, played
from hanabilab.people.writing import format_line


def game_of(names: Sequence[str], seed: int, rules: Rules | None = None) -> Game:
    """A game to its end, an agent at each seat."""
    game = Game(rules or Rules(players=len(names)), seed=seed)
    while not game.is_over:
        game.act(game.ask(names[game.current_seat], seed=seed))
    return game


def as_people(
    game: Game, name: str, players: Sequence[str], persons: Sequence[str] = ()
) -> PeoplesGame:
    """The game, with these at its seats."""
    return played(
        Told(
            name=name,
            rules=game.rules,
            deck=game.deck,
            actions=game.actions,
            players=players,
            persons=persons,
            score=game.score,
        )
    )


def write_lines(path: Path, games: Iterable[PeoplesGame]) -> Path:
    """A file of games, a line each."""
    path.write_text("".join(f"{format_line(game)}\n" for game in games))
    return path
