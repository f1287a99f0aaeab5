"""Obvious twins of the agents, written from their documentation: lists, sets and loops.

A twin decides from a `Sight`, plain Python values read off a VIEW row; it calls no kernel.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hanabilab.game.rules import Rules

__all__ = ["Card", "Sight", "naive_five_rule", "sight_of", "unseen_counts"]

#: (suit, rank from 1).
Card = tuple[int, int]
#: (offset, "color" or "rank", suit or rank).
Hint = tuple[int, str, int]

_COLORS = ("red", "yellow", "green", "white", "blue", "purple")


@dataclass
class Held:
    """A card in a hand: what it is (None in the own hand), and what hints have told of it."""

    slot: int
    card: Card | None
    age: int
    possible: set[Card]
    hinted: bool


@dataclass
class Sight:
    """What a seat sees. `hands` begin with the own hand, then go to the left."""

    rules: Rules
    hands: list[list[Held]]
    fireworks: list[int]
    discards: Counter[Card]
    tokens: int

    def cards(self) -> list[Card]:
        """Every card once."""
        ranks = range(1, self.rules.ranks + 1)
        return [(suit, rank) for suit in range(self.rules.suits) for rank in ranks]

    def playable(self, card: Card) -> bool:
        """Whether it is the next of its suit."""
        return self.fireworks[card[0]] + 1 == card[1]

    def useless(self, card: Card) -> bool:
        """Whether it is played, or it or a card that must come first is discarded for good."""
        suit, rank = card
        waiting = range(self.fireworks[suit] + 1, rank + 1)
        copies = self.rules.copies
        return not waiting or any(self.discards[suit, r] == copies[r - 1] for r in waiting)


def sight_of(rules: Rules, view) -> Sight:
    """The plain values of a VIEW row."""
    cards = [(number // rules.ranks, number % rules.ranks + 1) for number in range(rules.max_score)]
    hands = []
    for offset in range(rules.players):
        seat = (int(view.seat) + offset) % rules.players
        hand = []
        for slot in range(rules.hand_size):
            number, possible = int(view.hands[seat, slot]), int(view.possible[seat, slot])
            if int(view.deck_index[seat, slot]) >= 0:
                told = {card for bit, card in enumerate(cards) if possible >> bit & 1}
                card = cards[number] if number >= 0 else None
                age, hinted = int(view.deck_index[seat, slot]), int(view.hinted[seat, slot]) != 0
                hand.append(Held(slot, card, age, told, hinted))
        hands.append(hand)
    discards = Counter({card: int(view.discards[bit]) for bit, card in enumerate(cards)})
    fireworks = [int(top) for top in view.fireworks[: rules.suits]]
    return Sight(rules, hands, fireworks, discards, int(view.information_tokens))


def unseen_counts(sight: Sight) -> Counter[Card]:
    """Copies of each card that are not on the table nor in another's hand."""
    counts: Counter[Card] = Counter()
    for card in sight.cards():
        suit, rank = card
        seen = sight.discards[card] + (sight.fireworks[suit] >= rank)
        seen += sum(held.card == card for hand in sight.hands[1:] for held in hand)
        counts[card] = sight.rules.copies[rank - 1] - seen
    return counts


# --- five-rule -----------------------------------------------------------------------------------


def naive_five_rule(sight: Sight) -> str:
    """The move in words; the rules are numbered as in `hanabilab.agents.five_rule`."""
    may_hint = sight.tokens > 0
    may_discard = sight.tokens < sight.rules.information_tokens
    new_hints = [hint for hint in _hints(sight) if _is_new(sight, hint)] if may_hint else []
    if slots := _sure_slots(sight, sight.playable):
        return f"play {slots[0]}"  # rule 1
    if pointing := [hint for hint in new_hints if any(map(sight.playable, _cards(sight, hint)))]:
        return _words(min(pointing, key=lambda hint: len(_cards(sight, hint))))  # rule 2
    if may_discard and (slots := _sure_slots(sight, sight.useless)):
        return f"discard {slots[0]}"  # rule 3
    if new_hints:
        return _words(min(new_hints, key=lambda hint: _need(sight, hint)))  # rule 4
    own = sorted(sight.hands[0], key=lambda held: held.age)
    if may_discard:  # rule 5
        return f"discard {next((held for held in own if not held.hinted), own[0]).slot}"
    if may_hint and (others := [o for o in range(1, len(sight.hands)) if sight.hands[o]]):
        return _words((others[0], "rank", sight.hands[others[0]][0].card[1]))
    return f"play {own[0].slot}"


def _sure_slots(sight: Sight, wanted) -> list[int]:
    """Slots that can hold nothing but cards that are `wanted`, oldest card first."""
    unseen = unseen_counts(sight)
    own = sorted(sight.hands[0], key=lambda held: held.age)
    options = [(held.slot, [card for card in held.possible if unseen[card] > 0]) for held in own]
    return [slot for slot, cards in options if all(map(wanted, cards))]


def _hints(sight: Sight) -> list[Hint]:
    """All hints that touch a card, in the order of ties: seats, color before rank, lower first."""
    suits, ranks = range(sight.rules.suits), range(1, sight.rules.ranks + 1)
    hints = []
    for offset in range(1, sight.rules.players):
        hints += [(offset, "color", suit) for suit in suits]
        hints += [(offset, "rank", rank) for rank in ranks]
    return [hint for hint in hints if _touched(sight, hint)]


def _fits(hint: Hint, card: Card) -> bool:
    _, kind, value = hint
    return (card[0] if kind == "color" else card[1]) == value


def _touched(sight: Sight, hint: Hint) -> list[Held]:
    return [held for held in sight.hands[hint[0]] if _fits(hint, held.card)]


def _cards(sight: Sight, hint: Hint) -> list[Card]:
    return [held.card for held in _touched(sight, hint)]


def _is_new(sight: Sight, hint: Hint) -> bool:
    """Whether a touched card could, until now, be something that the hint does not name."""
    return any(not _fits(hint, card) for held in _touched(sight, hint) for card in held.possible)


def _need(sight: Sight, hint: Hint) -> tuple[bool, int, int, int]:
    """Useful first, then nearest to its turn, then lowest, then touching most."""
    needs = []
    for suit, rank in _cards(sight, hint):
        useless = sight.useless((suit, rank))
        plays_before = 0 if useless else rank - 1 - sight.fireworks[suit]
        needs.append((useless, plays_before, rank))
    return (*min(needs), -len(needs))


def _words(hint: Hint) -> str:
    offset, kind, value = hint
    return f"hint {offset} {_COLORS[value] if kind == 'color' else value}"
