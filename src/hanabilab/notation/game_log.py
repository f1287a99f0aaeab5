"""GameLog: a game as people's logs write it, which is what all their formats have in common.

A log names a card by its place in the deck and a seat by its number. It leaves out what follows
from the rules: touched cards, draws, the score. `notation.log_replay` plays it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from hanabilab.errors import NotationError
from hanabilab.notation.variants import LogCard, Variant

#: What a log gives an option: true for a switch, a number or a word.
OptionValue: TypeAlias = bool | int


class LogKind(IntEnum):
    """What an action of a log does; numbered as the site numbers them."""

    PLAY = 0
    DISCARD = 1
    COLOR_HINT = 2
    RANK_HINT = 3
    END = 4
    VOTE_END = 5


class LogAction(NamedTuple):
    """One line of play.

    Attributes:
        target: the card of a play or discard, as its place in the deck from 0; the seat that is
            hinted; the seat that ended the game, or -1.
        value: the color of a hint by its place in the variant's colors, or its rank from 1; how the
            game ended (`ENDS`); 0 for plays and discards.
    """

    kind: LogKind
    target: int
    value: int = 0


#: How a game can end, in words, by the site's numbers.
ENDS: Final = (
    "in progress",
    "normal",
    "strikeout",
    "timeout",
    "terminated",
    "speedrun fail",
    "idle timeout",
    "character softlock",
    "all or nothing fail",
    "all or nothing softlock",
    "terminated by vote",
)
NORMAL_END: Final = 1
STRIKEOUT: Final = 2
SPEEDRUN_FAIL: Final = 5
ALL_OR_NOTHING_FAIL: Final = 8
ALL_OR_NOTHING_SOFTLOCK: Final = 9

#: The highest rank that a hint can tell.
MAX_RANK: Final = 5

#: Characters of a name or a note, at most.
MAX_TEXT: Final = 1000
#: Numbers of options and of games are less than this: they have fifteen digits at most.
MAX_NUMBER: Final = 10**15

#: The options a log may have beside its variant, and what kind of value each takes.
OPTIONS: Final = MappingProxyType(
    {
        "startingPlayer": int,
        "timed": bool,
        "timeBase": int,
        "timePerTurn": int,
        "speedrun": bool,
        "cardCycle": bool,
        "deckPlays": bool,
        "emptyClues": bool,
        "oneExtraCard": bool,
        "oneLessCard": bool,
        "allOrNothing": bool,
        "detrimentalCharacters": bool,
    }
)
#: The options that change what is dealt, what is legal, or who plays first.
RULE_OPTIONS: Final = (
    "startingPlayer",
    "deckPlays",
    "emptyClues",
    "oneExtraCard",
    "oneLessCard",
    "allOrNothing",
)
#: The options that change how a game ends, or how hands lie, and that no record of ours has.
TABLE_OPTIONS: Final = ("speedrun", "cardCycle")


class Character(NamedTuple):
    """A restriction that a seat plays under; `metadata` is -1 where it has none."""

    name: str
    metadata: int


@dataclass(frozen=True, kw_only=True)
class GameLog:
    """A game as its log tells it; whether it is legal is for `notation.log_replay` to say.

    Attributes:
        players: names by seat, 2-6.
        deck: the cards in the order they are drawn.
        options: by the site's names; those left out have their default, 0 or false.
        notes: [seat] what the seat noted, by place in the deck, then by suit; may be empty.
        characters: [seat], or empty.
        seed: of the deck, or empty.
        id: the site's number of the game, or None.
        stand_ins: places in the deck that the file does not tell; the cards there are any that fit.
        remarks: what of the file was not read, or read as something else, in words.
    """

    variant: Variant
    players: tuple[str, ...]
    deck: tuple[LogCard, ...]
    actions: tuple[LogAction, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    characters: tuple[Character, ...] = ()
    seed: str = ""
    id: int | None = None
    stand_ins: frozenset[int] = frozenset()
    remarks: tuple[str, ...] = field(default=(), compare=False)

    def option(self, name: str) -> int:
        """The value of an option, 0 where it is not given."""
        return int(dict(self.options).get(name, 0))

    @property
    def hand_size(self) -> int:
        """Cards that each seat is dealt: 5 for 2-3 players, 4 for 4-5, 3 for 6, and the options."""
        standard = 5 if len(self.players) < 4 else 4 if len(self.players) < 6 else 3
        return standard + self.option("oneExtraCard") - self.option("oneLessCard")


def checked(log: GameLog) -> GameLog:
    """The log, if every card, seat, color, rank and end it names is one that its game has.

    Whether an action is legal is another question, and whether its seed fits.

    Raises:
        NotationError: one is not; says which, and what there is.
    """
    variant = log.variant
    for place, (suit, rank) in enumerate(log.deck):
        if suit >= len(variant.suits) or rank not in variant.ranks:
            raise NotationError(f"card {place}: {variant.name} has no rank {rank} of suit {suit}")
    if log.option("startingPlayer") not in range(len(log.players)):
        raise NotationError(f"startingPlayer is none of the {len(log.players)} players")
    _check_actions(log)
    _check_captions(log)
    return log


def _check_actions(log: GameLog) -> None:
    known = _known(log)
    for number, action in enumerate(log.actions, start=1):
        targets, values = known[action.kind]
        kind = action.kind.name.lower().replace("_", " ")
        for what, told, among in (
            ("target", action.target, targets),
            ("value", action.value, values),
        ):
            if told not in among:
                there_are = f"{what}s are {among[0]} to {among[-1]}" if among else "there is none"
                raise NotationError(f"action {number}: {kind} of {what} {told}; {there_are}")


def _check_captions(log: GameLog) -> None:
    """Names, notes and characters: how many there are, and how long they are."""
    players, most = len(log.players), len(log.deck) + len(log.variant.suits)
    if len(log.characters) not in (0, players):
        raise NotationError(f"{len(log.characters)} characters for {players} players")
    if len(log.notes) > players:
        raise NotationError(f"notes of {len(log.notes)} seats for {players} players")
    for seat, notes in enumerate(log.notes):
        if len(notes) > most:
            raise NotationError(
                f"{len(notes)} notes of P{seat}; there is one for each card and suit, {most} in all"
            )
    names = (*log.players, *(character.name for character in log.characters))
    for text in (*names, *(note for notes in log.notes for note in notes)):
        if len(text) > MAX_TEXT:
            raise NotationError(
                f"{text[:40]!r} has {len(text):,} characters; a name or a note has {MAX_TEXT:,} "
                "at most"
            )


def _known(log: GameLog) -> dict[LogKind, tuple[range, range]]:
    """The targets and values that an action of each kind may have."""
    seats, deck, ends = range(len(log.players)), range(len(log.deck)), range(1, len(ENDS))
    anything, anybody = range(-1, 1000), range(-1, len(seats))
    return {
        LogKind.PLAY: (deck, anything),
        LogKind.DISCARD: (deck, anything),
        LogKind.COLOR_HINT: (seats, range(len(log.variant.colors))),
        LogKind.RANK_HINT: (seats, range(1, MAX_RANK + 1)),
        LogKind.END: (anybody, ends),
        LogKind.VOTE_END: (anybody, ends),
    }


#: Names that take the place of people's, by seat.
ANONYMOUS: Final = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
