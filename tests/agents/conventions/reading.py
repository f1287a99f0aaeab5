"""Worked examples of conventions: text files read into positions, actions and expectations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from hanabilab.agents.conventions.agent import h_group
from hanabilab.agents.conventions.chains import R_CALL, R_CALL_CARDS
from hanabilab.agents.conventions.deciding import decide
from hanabilab.agents.conventions.memory import (
    DEALT,
    EARLY,
    HINT_KINDS,
    KIND,
    LEVEL,
    MOVED,
    NOTE,
    PLAYS,
    TRASH,
)
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.positions import chop_slot
from hanabilab.agents.conventions.reading import due_place, reading_of
from hanabilab.agents.policy import new_memory
from hanabilab.game.actions import action_slot
from hanabilab.game.engine import apply_action
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_words, format_action, parse_action, parse_card
from tests.agents.samples import position, view_of

FOLDER = Path(__file__).parent / "examples"
SEATS = ["Alice", "Bob", "Cathy", "Donald", "Emily", "Frank"]
COLORS = ["red", "yellow", "green", "white", "blue"]
KINDS = HINT_KINDS
_SUITS, _COPIES = "RYGWB", (3, 2, 2, 2, 1)


@dataclass
class Example:
    """One worked example: how it begins, and its lines from the first action on."""

    title: str
    level: int
    table: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Of the example."""
        return int(self.title.split(".")[0])


def read_examples(level: int) -> list[Example]:
    """The examples of a level."""
    found: list[Example] = []
    for line in (FOLDER / f"level_{level}.txt").read_text().splitlines():
        words = line.split("#")[0].rstrip()
        if words.startswith("== "):
            found.append(Example(words[3:], level))
        elif words:
            begun = bool(found[-1].lines) or re.match(r"\w+: ", words)
            (found[-1].lines if begun else found[-1].table).append(words)
    return found


class Table:
    """The position of an example, with the memory of the conventions."""

    def __init__(self, example: Example) -> None:
        self.example = example
        hands = {line.split()[0]: line.split()[1:] for line in example.table if _is_hand(line)}
        self.words = [hands[name] for name in SEATS[: len(hands)]]
        self.rules = Rules(players=len(hands), hand_size=max(map(len, self.words)))
        self.state = self._state()
        self.memory = new_memory(h_group, 1)[0]
        self.memory[LEVEL] = example.level
        observe(view_of(self.rules, self.state), self.memory)
        self._know()

    def _line(self, name: str) -> str:
        found = [line for line in self.example.table if line.split()[0] == name]
        return "".join(found[0].split()[1:]) if found else ""

    def _state(self):
        first = SEATS.index(self.example.lines[0].split(":")[0])
        fireworks, discards = self._line("fireworks"), self._line("discards")
        tops = [(top[0], int(top[1])) for top in re.findall("..", fireworks)]
        gone = [f"{suit}{rank}" for suit, top in tops for rank in range(1, top + 1)]
        named = gone + re.findall("..", discards)
        named += [word[:2] for hand in self.words for word in hand if word != "x"]
        free = _fillers(named, dict(tops), self.example.lines)
        hands = [
            " ".join(free.pop(0) if word == "x" else word.rstrip("*") for word in reversed(hand))
            for hand in self.words
        ]
        table = {"fireworks": _sorted(fireworks), "discards": _sorted(discards)}
        tokens = int(self._line("tokens") or 4)
        return position(self.rules, *hands, seat=first, tokens=tokens, **table)

    def _know(self) -> None:
        if "mid-game" in self.example.table:
            self.memory[EARLY] = 0
        for seat, hand in enumerate(self.words):
            for slot, word in enumerate(hand, start=1):
                if word.endswith("*"):
                    self.memory[self.place(seat, slot)] &= ~DEALT
        for line in self.example.table:
            if found := re.fullmatch(r"moved (\w+) (\d)", line):
                self.memory[self.place(SEATS.index(found[1]), int(found[2]))] |= MOVED
            if found := re.fullmatch(r"know (\w+) (\d) = ([^,]*)(, plays)?", line):
                place = self.place(SEATS.index(found[1]), int(found[2]))
                self.memory[place] = self.memory[place] & ~NOTE | self.cards(found[3])
                self.memory[place] |= PLAYS if found[4] else 0

    def place(self, seat: int, slot: int) -> int:
        """The memory place of a slot, 1 for the newest."""
        held = int((self.state.hands[seat] >= 0).sum())
        return seat * MAX_HAND + held - slot

    def slot(self, place: int) -> int:
        """The slot of a memory place, 1 for the newest."""
        return int((self.state.hands[place // MAX_HAND] >= 0).sum()) - place % MAX_HAND

    def cards(self, words: str) -> int:
        """A set of cards, from their names."""
        return sum(1 << parse_card(self.rules, word) for word in words.split())

    def read(self, seat: int):
        """What a seat reads."""
        return reading_of(view_of(self.rules, self.state, seat), self.memory, seat)

    def run(self) -> None:
        """Take the actions, and compare."""
        for line in self.example.lines:
            try:
                self.act(line) if re.match(r"\w+: ", line) else self.expect(line)
            except AssertionError as error:
                raise AssertionError(f"{self.example.title}: {line!r}: {error}") from None

    def act(self, line: str) -> None:
        """Take an action such as "Alice: red to Bob"."""
        name, words = line.split(": ")
        seat = SEATS.index(name)
        assert seat == int(self.state.current_seat), "it is not this seat's turn"
        if found := re.fullmatch(r"(play|discard) (\d)", words):
            action = f"{found[1]} {self.place(seat, int(found[2])) % MAX_HAND}"
        else:
            value, target = words.split(" to ")
            away = (SEATS.index(target) - seat) % self.rules.players
            action = f"hint {away} {value}"
        assert apply_action(self.state, parse_action(self.rules, action)), "not legal"
        observe(view_of(self.rules, self.state, seat), self.memory)

    def expect(self, line: str) -> None:
        """Compare what is read with a line."""
        if line.startswith("kind "):
            assert line[5:] == KINDS[self.memory[KIND]], KINDS[self.memory[KIND]]
            return
        if line.startswith("common "):
            _, name, slot, *words = line.split()
            self._expect_note(self.place(SEATS.index(name), int(slot)), words, self.memory & NOTE)
            return
        name, *words = line.split()
        seat = SEATS.index(name)
        if words[0] == "does":
            wanted = words[1] != "not"
            does = " ".join(words[1 if wanted else 2 :])
            assert wanted == (does == self.choice(seat)), self.choice(seat)
            return
        self._expect(seat, words, self.read(seat))

    def choice(self, seat: int) -> str:
        """What the agent does in the place of the seat to act, as an example writes it."""
        assert seat == int(self.state.current_seat), "it is not this seat's turn"
        action = int(decide(view_of(self.rules, self.state, seat), self.memory)[0])
        kind, *words = format_action(self.rules, action).split()
        if kind == "hint":
            return f"{words[1]} to {SEATS[(seat + int(words[0])) % self.rules.players]}"
        slot = int(action_slot(self.rules.tables, action))
        return f"{kind} {self.slot(seat * MAX_HAND + slot)}"

    def _expect(self, seat: int, words: list[str], reading) -> None:
        text = " ".join(words)
        if text == "not called":
            assert reading[R_CALL] < 0, f"called {self.slot(int(reading[R_CALL]))}"
        elif words[0] == "called":
            assert reading[R_CALL] >= 0, "nothing is called"
            called, cards = self.slot(int(reading[R_CALL])), int(reading[R_CALL_CARDS])
            assert int(words[1]) == called, f"slot {called}"
            if len(words) > 3:
                assert self.cards(" ".join(words[3:])) == cards, card_words(self.rules, cards)
        elif words[0] == "plays":
            due = int(due_place(reading, view_of(self.rules, self.state, seat), self.memory))
            slot = str(self.slot(due)) if due >= 0 else "nothing"
            assert words[1] == slot, slot
        elif words[0] == "chop":
            slot = int(chop_slot(self.memory, seat))
            found = str(self.slot(seat * MAX_HAND + slot)) if slot >= 0 else "none"
            assert words[1] == found, found
        else:
            self._expect_note(self.place(seat, int(words[0])), words[1:], reading)

    def _expect_note(self, place: int, words: list[str], reading) -> None:
        if words == ["useless"]:
            assert self.memory[place] & TRASH, "not known to be useless"
            return
        if words[-1] == "moved":
            assert bool(self.memory[place] & MOVED) == (len(words) == 1), "protected or not"
            return
        note, cards = int(reading[place]), self.cards(" ".join(words[1:]))
        shown = card_words(self.rules, note)
        if words[0] == "=":
            assert cards == note, shown
        elif words[0] == "has":
            assert cards & ~note == 0, shown
        else:
            assert cards & note == 0, shown


def _sorted(cards: str) -> str:
    """Cards in the order of suits, as states have them."""
    return "".join(sorted(re.findall("..", cards), key=lambda card: (_SUITS.find(card[0]), card)))


def _fillers(named: list[str], tops: dict[str, int], lines: list[str]) -> list[str]:
    """What stands for `x`: cards that no line names, no hint touches, and that cannot be played."""
    hints = " ".join(line.split(": ")[1] for line in lines if ": " in line and " to " in line)
    suits = {suit for suit, word in zip(_SUITS, COLORS, strict=True) if word in hints}
    found = []
    for rank in (4, 3, 2, 1, 5):
        for suit in _SUITS:
            card, copies = f"{suit}{rank}", _COPIES[rank - 1]
            told = suit in suits or str(rank) in hints.split() or any(card in x for x in lines)
            if not told and rank != tops.get(suit, 0) + 1:
                found += [card] * (copies - named.count(card))
    return found


def _is_hand(line: str) -> bool:
    return line.split(maxsplit=1)[0] in SEATS
