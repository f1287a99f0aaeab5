"""`hanabi replay`: a recorded game in the terminal, turn by turn, with what each seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from hanabilab.arena.measures import behavior_by_seat, measure_record
from hanabilab.cli.game_files import ONE_GAME, PartialOption, TurnOption, load_game, require_turn
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.options import JsonOption
from hanabilab.cli.position import LEGEND, WRITTEN, as_written, outcome, position
from hanabilab.cli.terminal import Console, print_document
from hanabilab.game.games import Game
from hanabilab.game.words import format_action
from hanabilab.notation import Record, format_rules, format_state
from hanabilab.notation import replay as replay_record


def command(
    file: Annotated[str, typer.Argument(help=ONE_GAME)],
    turn: TurnOption = None,
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Show a game turn by turn: all hands, and what holders know.

    With --turn, only that turn: the position before it, the action, and the position after it.
    """
    loaded = load_game(file, partial=partial)
    record = loaded.record
    if turn is not None:
        require_turn(turn, range(len(record.actions) + 1), file)
    if as_json:
        print_document(_as_json(record, turn))
        return 0
    console = Console()
    console.print(record_title(record))
    for game in _games(record, turn):
        console.print(_event(loaded, game))
        console.print(position(game))
    if turn is None:
        console.print(f"\nThe game is {game.status}; score {game.score}.")
        for seat, behavior in enumerate(behavior_by_seat(measure_record(record))):
            console.print(f"S{loaded.seat_words(seat)[1:]}: {_behavior_words(behavior)}.")
    console.print(f"\n{LEGEND} {WRITTEN}", style="dim")
    return 0


def _games(record: Record, turn: int | None) -> Iterator[Game]:
    """The game at the deal and after each action; or before and after the one of a turn."""
    for game in replay_record(record):
        if turn is None or len(game.actions) in (turn - 1, turn):
            yield game


def _as_json(record: Record, turn: int | None) -> dict[str, Any]:
    """The contract of `replay --json`; with a turn, its action alone, and the states around it."""
    actions = record.actions if turn is None else record.actions[max(turn - 1, 0) : turn]
    return {
        "rules": format_rules(record.rules),
        "agents": list(record.agents),
        "source": record.source,
        "actions": [format_action(record.rules, action) for action in actions],
        "states": [format_state(game.rules, game.state) for game in _games(record, turn)],
        "score": record.replayed().score,
        "behavior": behavior_by_seat(measure_record(record)),
    }


def _behavior_words(behavior: dict[str, float | None]) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')} {'undefined' if value is None else f'{value:.3f}'}"
        for name, value in behavior.items()
    )


def record_title(record: Record) -> str:
    """Rules, who sat where, and where the game is from."""
    seats = ", ".join(f"seat {seat}: {name}" for seat, name in enumerate(record.agents))
    parts = [format_rules(record.rules), seats, record.source]
    return "; ".join(part for part in parts if part)


def _event(loaded: LoadedGame, game: Game) -> Text:
    """What has just happened, in a sentence; behind it the action as records write it."""
    if not game.actions:
        return Text("\nThe deal.", "bold")
    who = loaded.seat_words(int(game.state.last_seat))
    line = Text(f"\nTurn {game.state.turn}: {who} {loaded.said(game)}, ", "bold")
    return line.append_text(outcome(game)).append(f"  ({as_written(game)})", "dim")
