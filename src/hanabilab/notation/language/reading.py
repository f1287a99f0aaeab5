"""Reading the game language: a text to a `GameLog`; every bad line is reported.

Headers may stand anywhere; cards and actions count in the order of their lines. Each line is
checked by itself, and for whose turn it is, because a log does not keep who acts. Whether an action
is legal is left to `notation.log_replay`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from hanabilab.messages import did_you_mean
from hanabilab.notation.game_log import ENDS, Character, GameLog, LogAction, LogKind
from hanabilab.notation.language.lines import Finding, Mistake, Statement, Taken, parse_line
from hanabilab.notation.language.setting import Setting
from hanabilab.notation.language.words import color_of, seat_of, text_of, told_rank_of

#: A text of the language is never longer.
MAX_CHARACTERS = 1 << 20
#: Cards, actions and notes of the longest game fit in a fifth of these.
MAX_LINES = 10_000
_MAX_FINDINGS = 100
_LINE_END = re.compile(r"\r\n|\r|\n")
#: What is taken in first: the variant, for cards and colors have their names from it.
_FIRST = ("variant",)
_HEADERS = ("players", "option", "seed", "game_id")
_CARDS = ("card", "short_cards")


@dataclass(frozen=True)
class Reading:
    """What a text says.

    Attributes:
        log: the game; None if findings leave none.
        findings: by line, a hundred at most.
        lines: [action] the line of each action, from 1.
    """

    log: GameLog | None
    findings: tuple[Finding, ...]
    lines: tuple[int, ...] = ()


def read_game(text: str) -> Reading:
    """The game that a text in the language tells, or all that is wrong with it."""
    if len(text) > MAX_CHARACTERS:
        message = f"a game has at most {MAX_CHARACTERS:,} characters, not {len(text):,}"
        return Reading(None, (Finding(1, 1, message),))
    lines = lines_of(text)
    if len(lines) > MAX_LINES:
        message = f"a game has at most {MAX_LINES:,} lines, not {len(lines):,}"
        return Reading(None, (Finding(MAX_LINES, 1, message),))
    parsed = [parse_line(line, number) for number, line in enumerate(lines, start=1)]
    findings = [each for each in parsed if isinstance(each, Finding)]
    statements = [each for each in parsed if isinstance(each, Statement)]
    setting = Setting()
    if unknown := _take_all(setting, [each for each in statements if each.kind in _FIRST]):
        # What cards and colors there are is not known, so no other word can be judged.
        return Reading(None, tuple(sorted(findings + unknown)[:_MAX_FINDINGS]))
    setting_kinds = _HEADERS + _CARDS
    findings += _take_all(setting, [each for each in statements if each.kind in setting_kinds])
    shape = setting.shape(statements)
    findings += setting.check(shape)
    play = _Play(shape, {finding.line for finding in findings})
    rest = [each for each in statements if each.kind not in _FIRST + setting_kinds]
    findings += _take_all(play, rest)
    if findings:
        return Reading(None, tuple(sorted(findings)[:_MAX_FINDINGS]))
    return Reading(play.log(), (), tuple(play.lines))


def lines_of(text: str) -> list[str]:
    """The lines of a text. Other signs that part lines somewhere are letters of names and notes."""
    return _LINE_END.split(text.removesuffix("\n"))


def _take_all(taker: Setting | _Play, statements: Iterable[Statement]) -> list[Finding]:
    """Let `taker` take in each statement by the method for its kind; what was wrong."""
    findings = []
    for statement in statements:
        try:
            getattr(taker, f"take_{statement.kind}")(statement)
        except Mistake as mistake:
            findings.append(mistake.finding)
    return findings


@dataclass
class _Play:
    """The actions and notes as far as they are read.

    Args:
        shape: the game without them.
        bad_lines: that could not be read: after one, anybody may be next.
    """

    shape: GameLog
    bad_lines: set[int]
    actions: list[LogAction] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    notes: dict[tuple[int, int], str] = field(default_factory=dict)
    characters: dict[int, Character] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._players = len(self.shape.players)
        self._deals = _Deals(self._players, self.shape.hand_size, len(self.shape.deck))
        self._turn = self.shape.option("startingPlayer") % self._players
        self._last_line, self._taken = 0, Taken()

    def take_play(self, statement: Statement) -> None:
        """Take in a play."""
        self._use(statement, LogKind.PLAY)

    def take_discard(self, statement: Statement) -> None:
        """Take in a discard."""
        self._use(statement, LogKind.DISCARD)

    def _use(self, statement: Statement, kind: LogKind) -> None:
        seat = self._actor(statement)
        card = int(statement.words[-1])
        if statement.words[1].type == "SLOT":
            card = self._card_at(statement, seat, slot=card)
        self._deals.use(seat, card)
        self._add(statement, LogAction(kind, card))

    def _card_at(self, statement: Statement, seat: int, slot: int) -> int:
        if self.shape.option("cardCycle"):
            message = "hints move slots under cardCycle; name the card by its place in the deck"
            raise statement.mistake(2, message)
        card = self._deals.at_slot(seat, slot)
        if card is None:
            held = len(self._deals.hands[seat])
            message = f"P{seat} has no slot {slot}; slots are 1, the newest card, to {held}"
            raise statement.mistake(2, message)
        return card

    def take_hint(self, statement: Statement) -> None:
        """Take in a hint of a rank or a color."""
        self._actor(statement)
        target = seat_of(statement, 1, self._players)
        if statement.words[2].type == "NUMBER":
            action = LogAction(LogKind.RANK_HINT, target, told_rank_of(statement, 2))
        else:
            color = color_of(statement, 2, self.shape.variant)
            action = LogAction(LogKind.COLOR_HINT, target, color)
        self._add(statement, action)

    def take_end(self, statement: Statement) -> None:
        """Take in an end that a seat brought about."""
        self._end(statement, 1, seat_of(statement, 0, self._players))

    def take_end_by_none(self, statement: Statement) -> None:
        """Take in an end that no single seat brought about."""
        self._end(statement, 0, -1)

    def _end(self, statement: Statement, first: int, seat: int) -> None:
        words = " ".join(map(str, statement.words[first:])).lower()
        if words not in ENDS[1:]:
            message = f"no end {words[:60]!r}{did_you_mean(words, ENDS[1:])}"
            raise statement.mistake(first, message, ENDS[1:])
        kind = LogKind.VOTE_END if words == ENDS[-1] else LogKind.END
        self._add(statement, LogAction(kind, seat, ENDS.index(words)))

    def take_note(self, statement: Statement) -> None:
        """Take in the note of a seat on a card, or on a suit after the last card."""
        seat, place = seat_of(statement, 0, self._players), int(statement.words[1])
        last = len(self.shape.deck) + len(self.shape.variant.suits) - 1
        if place > last:
            raise statement.mistake(1, f"no card {place}; notes are on 0 to {last}")
        self._taken.once(statement, f"of P{seat} on {place}")
        self.notes[seat, place] = text_of(statement, 2)

    def take_character(self, statement: Statement) -> None:
        """Take in the character of a seat."""
        metadata = int(statement.words[2]) if len(statement.words) > 2 else -1
        seat = seat_of(statement, 0, self._players)
        self._taken.once(statement, f"of P{seat}")
        self.characters[seat] = Character(text_of(statement, 1), metadata)

    def _actor(self, statement: Statement) -> int:
        """The seat that acts. A wrong turn is told once; play goes on from who did act."""
        try:
            seat = seat_of(statement, 0, self._players)
        except Mistake:
            self.bad_lines.add(statement.line)
            raise
        due = self._turn
        unread = any(self._last_line < line < statement.line for line in self.bad_lines)
        self._turn, self._last_line = (seat + 1) % self._players, statement.line
        if seat != due and not unread:
            raise statement.mistake(0, f"it is not the turn of P{seat}", [f"P{due}"])
        return seat

    def _add(self, statement: Statement, action: LogAction) -> None:
        self.actions.append(action)
        self.lines.append(statement.line)

    def log(self) -> GameLog:
        """The whole game."""
        return replace(
            self.shape,
            actions=tuple(self.actions),
            notes=self._notes_by_seat(),
            characters=self._characters_by_seat(),
        )

    def _notes_by_seat(self) -> tuple[tuple[str, ...], ...]:
        if not self.notes:
            return ()
        longest = [
            max((place + 1 for seat, place in self.notes if seat == each), default=0)
            for each in self._seats
        ]
        return tuple(
            tuple(self.notes.get((seat, place), "") for place in range(longest[seat]))
            for seat in self._seats
        )

    def _characters_by_seat(self) -> tuple[Character, ...]:
        nobody = Character("", -1)
        found = tuple(self.characters.get(seat, nobody) for seat in self._seats)
        return found if self.characters else ()

    @property
    def _seats(self) -> range:
        return range(self._players)


class _Deals:
    """The hands as a log goes on, dealt seat by seat, oldest card first. No rules are applied.

    Args:
        deck_size: cards in all.
    """

    def __init__(self, players: int, hand_size: int, deck_size: int) -> None:
        self.hands = [
            list(range(seat * hand_size, (seat + 1) * hand_size)) for seat in range(players)
        ]
        self._next, self._deck_size = players * hand_size, deck_size

    def at_slot(self, seat: int, slot: int) -> int | None:
        """The card of a seat in a slot as the site counts them: 1 is the newest; None if none."""
        hand = self.hands[seat]
        return hand[-slot] if 1 <= slot <= len(hand) else None

    def use(self, seat: int, card: int) -> None:
        """Take a card out of a hand, if it is there, and draw the next."""
        hand = self.hands[seat]
        if card in hand:
            hand.remove(card)
            if self._next < self._deck_size:
                hand.append(self._next)
                self._next += 1
