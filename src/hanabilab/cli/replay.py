"""`hanabi replay`: a recorded game in the terminal, turn by turn, with what each seat knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from hanabilab.cli.options import JsonOption
from hanabilab.game.actions import PLAY, action_kind, hint_offset
from hanabilab.game.cards import NO_CARD, SUIT_LETTERS
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_name, format_action
from hanabilab.notation import Record, format_rules, format_state, load_record
from hanabilab.notation import replay as replay_record

__all__ = ["command"]

_COLORS = ("red", "yellow", "green", "white", "blue", "magenta")


def command(
    file: Annotated[
        Path, typer.Argument(help="A record, such as results/demo/second/best.hanabi.")
    ],
    as_json: JsonOption = False,
) -> int:
    """Show a game turn by turn: the table, every hand, and what its holder knows of it."""
    record = load_record(file)
    if as_json:
        print(json.dumps(_as_json(record)))  # noqa: T201  # the document
        return 0
    console = Console(highlight=False)
    console.print(_title(record), soft_wrap=True)
    for game in replay_record(record):
        console.print(_event(game))
        console.print(_table(game), soft_wrap=True)
        for seat in range(record.rules.players):
            console.print(_hand(game, seat), soft_wrap=True)
    console.print(f"\nThe game is {game.status}; score {game.score}.")
    return 0


def _as_json(record: Record) -> dict[str, Any]:
    return {
        "rules": format_rules(record.rules),
        "agents": list(record.agents),
        "source": record.source,
        "actions": [format_action(record.rules, action) for action in record.actions],
        "states": [format_state(game.rules, game.state) for game in replay_record(record)],
        "score": record.replayed().score,
    }


def _title(record: Record) -> str:
    seats = ", ".join(f"seat {seat}: {name}" for seat, name in enumerate(record.agents))
    parts = [format_rules(record.rules), seats, record.source]
    return "; ".join(part for part in parts if part)


def _colored(rules: Rules, card: int) -> Text:
    style = f"bold {_COLORS[card // rules.ranks]}" if card >= 0 else "dim"
    return Text(card_name(rules, card), style)


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
        line.append(", ").append_text(_colored(rules, int(state.last_card)))
        if played:
            line.append(", a success" if state.last_scored else ", a misplay", "bold")
        return line
    target = (int(state.last_seat) + int(hint_offset(rules.tables, action))) % rules.players
    slots = [slot for slot in range(rules.hand_size) if int(state.last_touched) >> slot & 1]
    places = ", ".join(str(slot) for slot in slots)
    return line.append(f", to seat {target}: slot{'s' * (len(slots) > 1)} {places}", "bold")


def _table(game: Game) -> Text:
    rules, state = game.rules, game.state
    line = Text("  fireworks ")
    for suit in range(rules.suits):
        top = int(state.fireworks[suit])
        line.append(f"{SUIT_LETTERS[suit]}{top} ", f"bold {_COLORS[suit]}")
    line.append(
        f" score {game.score}/{game.max_reachable_score}  hints {state.information_tokens}  "
        f"lives {state.life_tokens}  deck {rules.deck_size - int(state.deck_drawn)}"
    )
    discards = [card for card in range(rules.max_score) for _ in range(state.discards[card])]
    if discards:
        line.append("  discards")
    for card in discards:
        line.append(" ").append_text(_colored(rules, card))
    return line


def _hand(game: Game, seat: int) -> Text:
    """A hand, oldest slot first; behind each card what hints leave it to be."""
    rules, state = game.rules, game.state
    turn = not game.is_over and state.current_seat == seat
    line = Text(f"  seat {seat}{' *' if turn else '  '} ")
    for slot in range(rules.hand_size):
        card = int(state.hands[seat, slot])
        line.append_text(_colored(rules, card))
        if card != NO_CARD:
            line.append(f" {_knowledge(rules, int(state.possible[seat, slot])):<12}", "dim")
    return line


def _knowledge(rules: Rules, possible: int) -> str:
    """The suits and ranks that a hand's holder still reckons with; "" for a card never hinted."""
    held = [card for card in range(rules.max_score) if possible >> card & 1]
    if len(held) == rules.max_score:
        return "?"
    suits = "".join(SUIT_LETTERS[suit] for suit in sorted({card // rules.ranks for card in held}))
    ranks = "".join(str(rank + 1) for rank in sorted({card % rules.ranks for card in held}))
    return suits + ranks
