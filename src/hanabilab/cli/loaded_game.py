"""A game that a command has loaded, and the words that its file has for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hanabilab.errors import NotationError
from hanabilab.game.actions import action_kind
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD
from hanabilab.game.rules import Rules
from hanabilab.game.view import View
from hanabilab.game.words import action_meant, card_name
from hanabilab.notation import Record, format_rules
from hanabilab.notation.game_files import CheckedGame
from hanabilab.notation.game_log import GameLog
from hanabilab.notation.log_replay import LogReplay
from hanabilab.notation.stand_ins import told_words
from hanabilab.notation.variants import log_card


@dataclass(frozen=True)
class LoadedGame:
    """A game, played as far as it is taken.

    Attributes:
        file: what it was named by.
    """

    file: str
    checked: CheckedGame

    @property
    def log(self) -> GameLog | None:
        """The log; None for a record of ours."""
        return self.checked.log

    @property
    def replay(self) -> LogReplay:
        """The game after its last legal action, and what came of it."""
        assert self.checked.replay is not None  # noqa: S101  # `load_game` makes no other
        return self.checked.replay

    @property
    def untold(self) -> frozenset[int]:
        """The places in the deck whose cards the file does not tell."""
        return self.log.stand_ins if self.log else frozenset()

    def require_whole_deck(self) -> None:
        """Do nothing if the file tells every card; a record, which has no log, does.

        Raises:
            NotationError: it does not; says which, and what can be done with it.
        """
        if self.log and (fault := told_words(self.log)):
            raise NotationError(
                f"{self.file}: {fault}; this needs the whole deck, while `hanabi review` and "
                "`hanabi log` with `check` or `deduce` work on what is told"
            )

    def as_told(self, view: View) -> View:
        """A view without cards of other hands, and hints on own ones, that the file leaves out."""
        for place in self.untold:
            view.hands[view.deck_index == place] = UNKNOWN_CARD
            view.possible[view.deck_index == place] = (1 << int(view.rules.num_cards)) - 1
        return view

    @property
    def game(self) -> Game:
        """The game after its last legal action."""
        return self.replay.game

    @cached_property
    def record(self) -> Record:
        """The game as a record. Of a log, players stand where agents do."""
        if self.checked.record:
            return self.checked.record
        if self.log is None:
            return Record.of(self.game)
        source = f"seed={self.log.seed}" if self.log.seed else ""
        return Record.of(self.game, agents=self.log.players, source=source)

    @property
    def variant(self) -> str:
        """The variant's name; of a record, its rules."""
        return self.log.variant.name if self.log else format_rules(self.game.rules)

    def card_name(self, card: int) -> str:
        """The short name of a card id."""
        if self.log is None:
            return card_name(self.game.rules, card)
        return self.log.variant.card_name(log_card(self.log.variant, card))

    def seat_words(self, seat: int) -> str:
        """A seat by its number; of a log, with its player's name."""
        return f"seat {seat} ({self.log.players[seat]})" if self.log else f"seat {seat}"

    def slot_words(self, slot: int, held: int) -> str:
        """A slot by its number; of a log also as its site counts, of so many cards held."""
        return f"slot {slot} (the site's {held - slot})" if self.log else f"slot {slot}"

    def said(self, game: Game) -> str:
        """What has just happened, such as "hints 2s to seat 1 (Bob)"."""
        seat = int(game.state.last_seat)
        held = min(_held(game, seat) + 1, game.rules.hand_size)  # before the action
        return self._in_words(game.rules, game.actions[-1], seat, held)

    def said_of(self, game: Game, action: int) -> str:
        """An action of the seat to act, in the same words."""
        seat = game.current_seat
        return self._in_words(game.rules, action, seat, _held(game, seat))

    def _in_words(self, rules: Rules, action: int, seat: int, held: int) -> str:
        """An action of `seat`, of so many cards held, with the names that the file has."""
        meant = action_meant(rules.tables, action, seat)
        place, named = f"slot {meant.place}", self.slot_words(meant.place, held)
        if meant.told:
            place, named = f"seat {meant.place}", self.seat_words(meant.place)
        return meant.words.replace(place, named)

    def told(self, value: int) -> str:
        """What a hint value says: a color or a rank."""
        rules = self.game.rules
        if self.log is None or value >= rules.num_colors:
            return rules.names.hints[value]
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


def _held(game: Game, seat: int) -> int:
    """How many cards a seat has."""
    return int((game.state.hands[seat, : game.rules.hand_size] >= 0).sum())
