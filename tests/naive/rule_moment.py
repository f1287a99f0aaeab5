"""A moment of a game as the naive rules see it: cards, chances, hints, and what has happened.

Chances are fractions of copies, slot by slot, as the description of the rule base has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tests.naive.game import HeldCard, NaiveAction, NaiveGame

__all__ = ["ERROR", "REFUSED", "Card", "Event", "Found", "Moment", "chop_of", "watch"]

#: The rule throws; it wants what the game refuses.
ERROR, REFUSED = "error", "refused"
Found = set[NaiveAction] | str
Card = tuple[int, int]


@dataclass
class Event:
    """An action as the table remembers it."""

    seat: int
    action: NaiveAction
    target: int | None = None  # of a hint
    touched: tuple[int, ...] = ()  # slots, as they were
    ages: tuple[int, ...] = ()  # of the cards touched
    chop: int | None = None  # age of what was the target's chop
    emptied: int | None = None  # slot of a card played or discarded
    drawn: bool = False  # whether a card was drawn into the hand


def watch(before: NaiveGame, action: NaiveAction, after: NaiveGame) -> Event:
    """The event that an action was."""
    seat = before.seat
    if action[0] in ("play", "discard"):
        return Event(seat, action, emptied=action[1], drawn=after.drawn > before.drawn)
    target = (seat + action[1]) % before.rules.players
    touched = tuple(after.last.touched)
    ages = tuple(before.hands[target][slot].age for slot in touched)
    chop = chop_of(before.hands[target])
    age = None if chop is None else before.hands[target][chop].age
    return Event(seat, action, target, touched, ages, age)


def chop_of(hand: list[HeldCard | None]) -> int | None:
    """The slot of the oldest card that no hint has touched."""
    untouched = [
        (card.age, slot)
        for slot, card in enumerate(hand)
        if card and not any(touched for _, _, touched in card.heard)
    ]
    return min(untouched)[1] if untouched else None


class Moment:
    """A game as the seat to act sees it.

    Args:
        events: all that has happened, oldest first.
        compat: whether errors of the original are kept; two players.
    """

    def __init__(self, game: NaiveGame, events: list[Event], *, compat: bool = False) -> None:
        self.game, self.events, self.compat = game, events, compat
        self.rules, self.me = game.rules, game.seat
        self.hand = game.hands[self.me]
        self.slots = [slot for slot, card in enumerate(self.hand) if card]
        self.fixed = self.rules.draw_slot == "vacated"

    # --- Cards -----------------------------------------------------------------------------------

    def colors(self, card: HeldCard) -> set[int]:
        """The colors that hints leave."""
        return {suit for suit, rank in self.game.cards() if card.could_be(suit, rank)}

    def ranks(self, card: HeldCard) -> set[int]:
        """The ranks that hints leave."""
        return {rank for suit, rank in self.game.cards() if card.could_be(suit, rank)}

    def missing(self, card: HeldCard) -> list[str]:
        """What its holder does not know of a card, rank first."""
        unknown = [("rank", self.ranks(card)), ("color", self.colors(card))]
        return [kind for kind, values in unknown if len(values) > 1]

    def is_played(self, card: Card) -> bool:
        """Whether it is on a firework."""
        return self.game.fireworks[card[0]] >= card[1]

    def is_safe(self, card: HeldCard) -> bool:
        """Whether what is known of it says that it is useless."""
        colors, ranks = self.colors(card), self.ranks(card)
        if len(colors) == 1 and self.game.fireworks[min(colors)] == self.rules.ranks:
            return True
        if len(ranks) == 1 and min(ranks) <= min(self.game.fireworks.values()):
            return True
        known = len(colors) == len(ranks) == 1
        return known and self.game.is_useless((min(colors), min(ranks)))

    def is_last_copy(self, card: Card) -> bool:
        """Whether it is needed and no other copy is left."""
        return not self.game.is_useless(card) and self.game.left(card) == 1

    def others(self) -> list[int]:
        """Other seats in turn order."""
        players = self.rules.players
        return [(self.me + step) % players for step in range(1, players)]

    def unseen(self) -> Counter[Card]:
        """Copies that I do not see."""
        left = self.public()
        for seat in self.others():
            left.subtract((card.suit, card.rank) for card in self.game.hands[seat] if card)
        return +left

    def public(self) -> Counter[Card]:
        """Copies neither played nor discarded."""
        return Counter({card: self.game.left(card) for card in self.game.cards()})

    def chance(self, card: HeldCard, copies: Counter[Card], wanted: Callable[[Card], bool]):
        """The share of the copies that fit a card and have a property; None if none fits."""
        fitting = {each: n for each, n in copies.items() if card.could_be(*each)}
        total = sum(fitting.values())
        some = sum(n for each, n in fitting.items() if wanted(each))
        return Fraction(some, total) if total else None

    def own_chances(self, wanted: Callable[[Card], bool]) -> dict[int, Fraction]:
        """By own slot, the chance of a property."""
        unseen = self.unseen()
        found = {slot: self.chance(self.hand[slot], unseen, wanted) for slot in self.slots}
        return {slot: chance for slot, chance in found.items() if chance is not None}

    # --- Actions ---------------------------------------------------------------------------------

    def hint(self, seat: int, kind: str, card: HeldCard) -> set[NaiveAction]:
        """A hint of a card's rank or color."""
        offset = (seat - self.me) % self.rules.players
        return {(kind, offset, card.rank if kind == "rank" else card.suit)}

    def tell(self, seat: int, card: HeldCard, first: str = "rank") -> set[NaiveAction]:
        """A hint of what is missing of a card; none if it is fully known."""
        missing = self.missing(card)
        if not missing:
            return set()
        return self.hint(seat, first if first in missing else missing[0], card)

    def cards_of(self, seat: int) -> list[HeldCard]:
        """The cards of a seat, by slot."""
        return [card for card in self.game.hands[seat] if card]

    def playable_of(self, seat: int) -> list[HeldCard]:
        """The playable ones."""
        return [c for c in self.cards_of(seat) if self.game.is_playable((c.suit, c.rank))]

    def anyone(self, tell: Callable[[int], Found]) -> Found:
        """The first hint of other seats in turn order."""
        for seat in self.others():
            if found := tell(seat):
                return found
        return set()

    def values(self, seat: int) -> list[tuple[str, int, list[bool]]]:
        """The hints that touch a card of a seat, ranks first, and which slots they touch."""
        found = []
        named = [("rank", rank) for rank in range(1, self.rules.ranks + 1)]
        named += [("color", suit) for suit in range(self.rules.suits)]
        for kind, value in named:
            touched = [
                card is not None and card.is_touched(kind, value) for card in self.game.hands[seat]
            ]
            if any(touched):
                found.append((kind, value, touched))
        return found

    def after(self, seat: int, kind: str, value: int) -> list[HeldCard | None]:
        """The hand of a seat after a hint."""
        return [
            card
            and HeldCard(
                card.suit,
                card.rank,
                card.age,
                [*card.heard, (kind, value, card.is_touched(kind, value))],
            )
            for card in self.game.hands[seat]
        ]

    def best_hint(self, seat: int, worth: Callable[[str, int], float | None]) -> set[NaiveAction]:
        """The hint of most worth, the first of equals; those of worth None are left out."""
        best, most = set(), None
        for kind, value, _ in self.values(seat):
            found = worth(kind, value)
            if found is not None and (most is None or found > most):
                best, most = {(kind, (seat - self.me) % self.rules.players, value)}, found
        return best

    def has_gap(self, seat: int) -> bool:
        """Whether a slot of a seat is empty."""
        return None in self.game.hands[seat]

    def play(self, slot: int | None) -> set[NaiveAction]:
        """Playing the card in a slot, if there is one."""
        return set() if slot is None else {("play", slot)}

    def give_up(self, slot: int | None) -> set[NaiveAction]:
        """Discarding the card in a slot, if there is one."""
        return set() if slot is None else {("discard", slot)}

    def newest(self, slots: list[int]) -> int | None:
        """The newest own card of some slots."""
        return max(slots, key=lambda slot: self.hand[slot].age, default=None)

    def most(self, chances: dict[int, Fraction]) -> int | None:
        """The slot of the highest chance, the last of equals."""
        return max(chances, key=lambda slot: (chances[slot], slot), default=None)

    def least(self, chances: dict[int, Fraction]) -> int | None:
        """The slot of the lowest chance, the last of equals."""
        return min(chances, key=lambda slot: (chances[slot], -slot), default=None)
