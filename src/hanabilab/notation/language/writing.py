"""Writing the game language: the one text of a game, which reads back as an equal `GameLog`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from hanabilab.notation.game_log import ENDS, GameLog, LogAction, LogKind
from hanabilab.notation.variants import NO_VARIANT

_PLAIN_NAME = re.compile(r'[^\s"#]{1,100}')


def write_game(log: GameLog) -> str:
    """The text of a game: headers, the deck a card a line, the actions, the notes.

    Switches that are off are left out, as the site leaves them out.
    """
    return "\n".join([*_headers(log), *_cards(log), *_actions(log), *_notes(log)]) + "\n"


def _headers(log: GameLog) -> Iterator[str]:
    if log.id is not None:
        yield f"Game {log.id}"
    if log.variant != NO_VARIANT:
        yield f"Variant {log.variant.name}"
    yield f"Players {' '.join(map(_name, log.players))}"
    for name, value in log.options:
        if value is not False:
            yield f"Option {name}" if value is True else f"Option {name} {value}"
    if log.seed:
        yield f"Seed {log.seed}"
    for seat, character in enumerate(log.characters):
        number = f" {character.metadata}" if character.metadata >= 0 else ""
        yield f"Character P{seat} {_name(character.name)}{number}"


def _cards(log: GameLog) -> Iterator[str]:
    for card in log.deck:
        yield f"Card {log.variant.suits[card.suit].name} {card.rank}"


def _actions(log: GameLog) -> Iterator[str]:
    seat = log.option("startingPlayer")
    for action in log.actions:
        yield _action(log, action, f"P{seat}")
        seat = (seat + 1) % len(log.players)


def _action(log: GameLog, action: LogAction, actor: str) -> str:
    match action.kind:
        case LogKind.PLAY:
            return f"{actor} plays {action.target}"
        case LogKind.DISCARD:
            return f"{actor} discards {action.target}"
        case LogKind.COLOR_HINT:
            return f"{actor} clues P{action.target} {log.variant.colors[action.value]}"
        case LogKind.RANK_HINT:
            return f"{actor} clues P{action.target} {action.value}"
        case _:
            who = f"P{action.target}" if action.target >= 0 else "Game"
            return f"{who} ends {ENDS[action.value]}"


def _notes(log: GameLog) -> Iterator[str]:
    for seat, notes in enumerate(log.notes):
        for place, note in enumerate(notes):
            if note:
                yield f"Note P{seat} {place} {_quoted(note)}"


def _name(name: str) -> str:
    """A name as it stands, in quotes where it needs them."""
    return name if _PLAIN_NAME.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()
