"""`hanabi replay`: a recorded game in the terminal, turn by turn, with what each seat knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from hanabilab.arena.measures import behavior_by_seat, measure_record
from hanabilab.cli.options import JsonOption
from hanabilab.cli.position import colored_card, hand_line, table_line
from hanabilab.cli.terminal import Console
from hanabilab.game.actions import PLAY, action_kind, hint_offset
from hanabilab.game.games import Game
from hanabilab.game.words import format_action
from hanabilab.notation import Record, format_rules, format_state, load_record
from hanabilab.notation import replay as replay_record

__all__ = ["command", "record_title"]


def command(
    file: Annotated[Path, typer.Argument(help="A record, such as runs/demo/second/best.hanabi.")],
    as_json: JsonOption = False,
) -> int:
    """Show a game turn by turn: the table, every hand, and what its holder knows of it."""
    record = load_record(file)
    if as_json:
        print(json.dumps(_as_json(record)))  # noqa: T201  # the document
        return 0
    console = Console()
    console.print(record_title(record), soft_wrap=True)
    for game in replay_record(record):
        console.print(_event(game))
        console.print(table_line(game), soft_wrap=True)
        for seat in range(record.rules.players):
            console.print(hand_line(game, seat), soft_wrap=True)
    console.print(f"\nThe game is {game.status}; score {game.score}.")
    for seat, behavior in enumerate(behavior_by_seat(measure_record(record))):
        console.print(f"Seat {seat}: {_behavior_words(behavior)}.", soft_wrap=True)
    return 0


def _as_json(record: Record) -> dict[str, Any]:
    return {
        "rules": format_rules(record.rules),
        "agents": list(record.agents),
        "source": record.source,
        "actions": [format_action(record.rules, action) for action in record.actions],
        "states": [format_state(game.rules, game.state) for game in replay_record(record)],
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


def _event(game: Game) -> Text:
    """What has just happened, in a sentence."""
    if not game.actions:
        return Text("\nThe deal.", "bold")
    rules, state = game.rules, game.state
    action = game.actions[-1]
    words = format_action(rules, action)
    line = Text(f"\nTurn {state.turn}, seat {state.last_seat}: {words}", "bold")
    if action_kind(rules.tables, action) <= PLAY:
        played = words.startswith("play")
        line.append(", ").append_text(colored_card(rules, int(state.last_card)))
        if played:
            line.append(", a success" if state.last_scored else ", a misplay", "bold")
        return line
    target = (int(state.last_seat) + int(hint_offset(rules.tables, action))) % rules.players
    slots = [slot for slot in range(rules.hand_size) if int(state.last_touched) >> slot & 1]
    places = ", ".join(str(slot) for slot in slots)
    return line.append(f", to seat {target}: slot{'s' * (len(slots) > 1)} {places}", "bold")
