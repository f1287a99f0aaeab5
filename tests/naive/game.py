"""The rules of Hanabi as a person would write them down: deal, act, end, score.

Source: HLE, hanabi_state.cc and hanabi_hand.cc; what HLE has no word for is told at `Rules`.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace

from hanabilab.game.rules import Rules

__all__ = ["HeldCard", "LastAction", "NaiveAction", "NaiveGame", "all_actions"]

#: ("discard", slot), ("play", slot), ("color", offset, suit) or ("rank", offset, rank from 1).
NaiveAction = tuple[str, int] | tuple[str, int, int]


def all_actions(rules: Rules) -> list[NaiveAction]:
    """Every action in HLE's order; an action's id is its place in this list."""
    slots, others = range(rules.hand_size), range(1, rules.players)
    return [
        *(("discard", slot) for slot in slots),
        *(("play", slot) for slot in slots),
        *(("color", offset, suit) for offset in others for suit in range(rules.suits)),
        *(("rank", offset, rank) for offset in others for rank in range(1, rules.ranks + 1)),
    ]


@dataclass
class HeldCard:
    """A card in a hand, and every hint that its holder heard while holding it."""

    suit: int
    rank: int
    age: int  # place in the deck
    heard: list[tuple[str, int, bool]] = field(default_factory=list)  # kind, value, touched

    def is_touched(self, kind: str, value: int) -> bool:
        """Whether a hint names this card's suit or rank."""
        return (self.suit if kind == "color" else self.rank) == value

    def could_be(self, suit: int, rank: int) -> bool:
        """Whether the hints alone allow it to be this card."""
        twin = HeldCard(suit, rank, self.age)
        return all(twin.is_touched(kind, value) == touched for kind, value, touched in self.heard)

    def was_told(self, kind: str, value: int) -> bool:
        """Whether a hint has said so in as many words."""
        return (kind, value, True) in self.heard


@dataclass
class LastAction:
    """What the table remembers of the latest action."""

    seat: int
    action: NaiveAction
    card: tuple[int, int] | None = None
    touched: list[int] = field(default_factory=list)
    scored: bool = False
    gained_token: bool = False


class NaiveGame:
    """One game on a given deck, a list of (suit, rank from 1) in drawing order."""

    def __init__(self, rules: Rules, deck: list[tuple[int, int]]) -> None:
        self.rules = rules
        self.deck = deck
        self.drawn = 0
        self.turn = 0
        self.seat = rules.first_seat
        self.tokens = rules.information_tokens
        self.lives = rules.life_tokens
        self.fireworks = dict.fromkeys(range(rules.suits), 0)
        self.discards: list[tuple[int, int]] = []
        self.last: LastAction | None = None
        self.final_turn: int | None = None  # the game is over once so many turns are taken
        self.hands: list[list[HeldCard | None]] = [
            [self._draw() for _ in range(rules.hand_size)] for _ in range(rules.players)
        ]

    def _draw(self) -> HeldCard | None:
        if self.drawn == len(self.deck):
            return None
        card = HeldCard(*self.deck[self.drawn], age=self.drawn)
        self.drawn += 1
        if self.drawn == len(self.deck):  # from now on every seat has one turn
            turns_taken = 0 if self.last is None else self.turn + 1
            self.final_turn = turns_taken + self.rules.players
        return card

    def copy(self) -> NaiveGame:
        """The same game, to be played on apart from this one."""
        twin = copy.copy(self)
        twin.fireworks, twin.discards = self.fireworks.copy(), self.discards.copy()
        twin.hands = [
            [held and replace(held, heard=held.heard.copy()) for held in hand]
            for hand in self.hands
        ]
        return twin

    # --- What may be done ------------------------------------------------------------------------

    def allows(self, action: NaiveAction) -> bool:
        """Whether the seat to act may do this."""
        kind, place = action[:2]
        if kind in ("play", "discard"):
            full = self.tokens == self.rules.information_tokens and not self.rules.discard_at_max
            return self.hands[self.seat][place] is not None and not (kind == "discard" and full)
        hand = self.hands[(self.seat + place) % self.rules.players]
        return self.tokens > 0 and any(
            card is not None and card.is_touched(kind, action[2]) for card in hand
        )

    def legal_actions(self) -> list[int]:
        """Ids of what the seat to act may do, ascending; none once the game is over."""
        if self.status != "running":
            return []
        actions = all_actions(self.rules)
        return [number for number, action in enumerate(actions) if self.allows(action)]

    # --- Doing it --------------------------------------------------------------------------------

    def act(self, number: int) -> None:
        """Let the seat to act take the action with this id."""
        action = all_actions(self.rules)[number]
        assert self.allows(action)
        self.last = LastAction(self.seat, action)
        if action[0] == "play":
            self._play(action[1])
        elif action[0] == "discard":
            self._discard(action[1])
        else:
            self._hint(*action)
        self.turn += 1
        self.seat = (self.seat + 1) % self.rules.players

    def _take(self, slot: int) -> tuple[int, int]:
        """Take the card from the actor's hand and draw the next one."""
        hand = self.hands[self.seat]
        card = hand[slot]
        if self.rules.draw_slot == "vacated":
            hand[slot] = self._draw()
        else:
            del hand[slot]
            hand.append(self._draw())
        self.last.card = (card.suit, card.rank)
        return self.last.card

    def _play(self, slot: int) -> None:
        suit, rank = card = self._take(slot)
        if rank != self.fireworks[suit] + 1:
            self.lives -= 1
            self.discards.append(card)
            return
        self.fireworks[suit] = rank
        self.last.scored = True
        if rank == self.rules.ranks and self.tokens < self.rules.information_tokens:
            self.tokens += 1
            self.last.gained_token = True

    def _discard(self, slot: int) -> None:
        self.discards.append(self._take(slot))
        self.tokens = min(self.tokens + 1, self.rules.information_tokens)

    def _hint(self, kind: str, offset: int, value: int) -> None:
        self.tokens -= 1
        for slot, card in enumerate(self.hands[(self.seat + offset) % self.rules.players]):
            if card is not None:
                card.heard.append((kind, value, card.is_touched(kind, value)))
                if card.is_touched(kind, value):
                    self.last.touched.append(slot)

    # --- How it stands ---------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """Cards on the fireworks."""
        return sum(self.fireworks.values())

    @property
    def status(self) -> str:
        """Running, lost, completed or out of cards; a loss comes before all else."""
        if self.lives == 0:
            return "lost"
        if self.points == self.rules.suits * self.rules.ranks:
            return "completed"
        return "out of cards" if self.turn == self.final_turn else "running"

    @property
    def turns_left(self) -> int:
        """Turns of the last round still to come; a whole round before it has begun."""
        return self.rules.players if self.final_turn is None else self.final_turn - self.turn

    @property
    def score(self) -> int:
        """Points that count."""
        return 0 if self.status == "lost" and self.rules.bomb == "zero" else self.points

    @property
    def reachable_score(self) -> int:
        """Cards that are on the fireworks or can still get there, as far as the discards tell."""
        return self.points + sum(not self.is_useless(card) for card in self.cards())

    def cards(self) -> list[tuple[int, int]]:
        """Every card once, in the order suit, rank."""
        ranks = range(1, self.rules.ranks + 1)
        return [(suit, rank) for suit in range(self.rules.suits) for rank in ranks]

    def left(self, card: tuple[int, int]) -> int:
        """Copies that are neither played nor discarded."""
        suit, rank = card
        played = self.fireworks[suit] >= rank
        return self.rules.copies[rank - 1] - self.discards.count(card) - played

    def is_playable(self, card: tuple[int, int]) -> bool:
        """Whether it is the next of its suit."""
        return self.fireworks[card[0]] + 1 == card[1]

    def is_useless(self, card: tuple[int, int]) -> bool:
        """Whether it is played already, or it or a card that must come before it is gone."""
        suit, rank = card
        missing = range(self.fireworks[suit] + 1, rank + 1)
        return not missing or any(self.left((suit, lower)) == 0 for lower in missing)
