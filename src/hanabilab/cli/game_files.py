"""Files of games as commands name them: read whole, or refused in a line."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from hanabilab.cli.options import note
from hanabilab.errors import NotationError
from hanabilab.game.actions import action_kind
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD
from hanabilab.game.words import card_name, hint_value_name
from hanabilab.notation import format_rules
from hanabilab.notation.game_files import CheckedGame, Kind, check_game, kind_of
from hanabilab.notation.game_log import GameLog
from hanabilab.notation.log_replay import LogReplay
from hanabilab.notation.variants import log_card

_MAX_BYTES = 1 << 20


@dataclass(frozen=True)
class LoadedGame:
    """A game in a file, played, and the words that its file has for it.

    Attributes:
        log: None for a record of ours.
        replay: the game after its last legal action, and what came of it.
    """

    file: str
    log: GameLog | None
    replay: LogReplay

    @property
    def game(self) -> Game:
        """The game after its last legal action."""
        return self.replay.game

    @property
    def variant(self) -> str:
        """The variant's name; of a record, its rules."""
        return self.log.variant.name if self.log else format_rules(self.game.rules)

    def card_name(self, card: int) -> str:
        """The short name of a card id."""
        if self.log is None:
            return card_name(self.game.rules, card)
        return self.log.variant.card_name(log_card(self.log.variant, card))

    def told(self, value: int) -> str:
        """What a hint value says: a color or a rank."""
        rules = self.game.rules
        if self.log is None or value >= rules.num_colors:
            return hint_value_name(rules, value)
        return self.log.variant.colors[value]

    def action_words(self, game: Game, action: int) -> str:
        """An action that is about to be taken, as the game language has it, with its card."""
        rules, state = game.rules, game.state
        seat, place = game.current_seat, int(rules.tables.action_place[action])
        kind = int(action_kind(rules.tables, action))
        if kind >= COLOR_HINT:
            value = int(rules.tables.action_value[action])
            return f"P{seat} clues P{(seat + place) % rules.players} {self.told(value)}"
        if place == rules.hand_size:
            card, index = int(state.deck[state.deck_drawn]), int(state.deck_drawn)
        else:
            card, index = int(state.hands[seat, place]), int(state.deck_index[seat, place])
        fits = int(state.playable) >> card & 1
        verb = "discards" if kind == DISCARD else "plays" if fits else "misplays"
        return f"P{seat} {verb} {index} ({self.card_name(card)})"


def load_game(name: str) -> LoadedGame:
    """The game in a file, played as far as it is legal; a note says what is left out.

    Raises:
        NotationError: it cannot be read or played; says where.
    """
    checked = load_checked(name, kind_of(name))
    if checked.replay is None:
        raise _refusal(name, checked)
    if problem := checked.replay.problem:
        left_out = f"action {problem.action + 1} is left out, and all after it"
        note(f"{name}: {left_out}: {problem.message}")
    for quirk in checked.replay.quirks:
        note(f"{name}: {quirk}")
    return LoadedGame(name, checked.log, checked.replay)


def load_log(name: str) -> GameLog:
    """The game in a file, whose play may go wrong later.

    Raises:
        HanabiError: it cannot be read, or the site lacks a record's rules; says where.
    """
    return load_checked(name, kind_of(name)).as_log()


def load_checked(name: str, kind: Kind) -> CheckedGame:
    """The game in a file, with what is wrong with it.

    Raises:
        NotationError: it cannot be read; says where.
    """
    checked = check_game(read_source(name), kind)
    if checked.log is None and checked.record is None:
        raise _refusal(name, checked)
    return checked


def _refusal(name: str, checked: CheckedGame) -> NotationError:
    finding = checked.findings[0]
    return NotationError(f"{name}:{finding.line}:{finding.column}: {finding.message}")


def read_source(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-".

    Raises:
        NotationError: it cannot be read, or is larger than a game can be.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(f"cannot read {name}: {reason}") from None
    if len(data) > _MAX_BYTES:
        raise NotationError(f"{name} is larger than a game can be; at most {_MAX_BYTES:,} bytes")
    return data
