"""`hat` as one would write it down who sees all hands: orders are given, kept and obeyed.

The agent's seats have to work their orders out from codes, actions and the hands they see. Where
all goes well they come to these. In the last round a seat may play without an order, and the seats
after it misread theirs: from then on this twin has no opinion.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.naive.game import HeldCard, NaiveAction, NaiveGame

__all__ = ["NaiveHat"]

Card = tuple[int, int]
#: ("hint", 0), ("play", slot) or ("discard", slot).
Order = tuple[str, int]
HINT: Order = ("hint", 0)


def number(order: Order) -> int:
    kind, slot = order
    return {"hint": 0, "play": 4 - slot, "discard": 8 - slot}[kind]


def name(card: HeldCard) -> Card:
    return card.suit, card.rank


def held(game: NaiveGame, seat: int) -> list[tuple[int, HeldCard]]:
    return [(slot, card) for slot, card in enumerate(game.hands[seat]) if card]


def draws_to_spare(game: NaiveGame) -> int:
    """Cards to be drawn, less cards to be played."""
    needed = sum(not game.is_useless(card) for card in game.cards())
    return len(game.deck) - game.drawn - needed


@dataclass
class Plan:
    """A hint: the orders of seats to the left, nearest first, and what is known of their effect."""

    orders: dict[int, Order] = field(default_factory=dict)
    free: int = 0
    plays: int = 0
    tokens: int = 0
    least: int = 0
    last: int = 0
    cards: dict[int, Card] = field(default_factory=dict)  # what seats play


class NaiveHat:
    """The agent in all seats."""

    def __init__(self, game: NaiveGame) -> None:
        self.pending: dict[int, int] = {}  # age of the card that a seat is to play
        self.orders: dict[int, Order] = {}  # of the last hint since a seat's turn
        self.hinter: dict[int, int] = {}
        self.obliged: set[int] = set()
        self.useless: dict[int, int] = {}  # age
        self.lost = False

    # --- What follows from a hint ----------------------------------------------------------------

    def slot_of(self, game: NaiveGame, seat: int, age: int | None) -> int | None:
        return next((slot for slot, card in held(game, seat) if card.age == age), None)

    def reached(self, game: NaiveGame) -> dict[int, int]:
        """The fireworks after all pending plays."""
        tops = dict(game.fireworks)
        for seat, age in self.pending.items():
            card = game.hands[seat][self.slot_of(game, seat, age)]
            tops[card.suit] = max(tops[card.suit], card.rank)
        return tops

    def left_of(self, game: NaiveGame, seat: int) -> list[int]:
        return [(seat + offset) % game.rules.players for offset in range(1, game.rules.players)]

    def timely(self, game: NaiveGame, seat: int, card: Card, plays: dict[int, Card]) -> bool:
        """Whether the card before this one is played before the turn of `seat`."""
        seats = self.left_of(game, game.seat)
        earlier = seats[: seats.index(seat) + 1]
        before = (card[0], card[1] - 1)
        done = game.fireworks[card[0]] >= before[1]
        return done or any(plays.get(other) == before for other in earlier)

    def standard(self, game: NaiveGame, seat: int, taken: set[Card]) -> Order:
        if seat in self.pending:
            return "play", self.slot_of(game, seat, self.pending[seat])
        reached = self.reached(game)
        pending = {
            other: name(game.hands[other][self.slot_of(game, other, age)])
            for other, age in self.pending.items()
        }
        fits = [
            (card.rank, game.left(name(card)) > 1, -slot)
            for slot, card in held(game, seat)
            if reached[card.suit] + 1 == card.rank
            and name(card) not in taken
            and self.timely(game, seat, name(card), pending)
        ]
        return ("play", -min(fits)[2]) if fits else self.safe_discard(game, seat)

    def safe_discard(self, game: NaiveGame, seat: int) -> Order:
        reached, hand = self.reached(game), held(game, seat)
        names = [name(card) for _, card in hand]
        dead = [slot for slot, card in hand if card.rank <= reached[card.suit]]
        double = [slot for slot, card in hand if names.count(name(card)) > 1]
        return ("discard", (dead or double)[0]) if dead or double else HINT

    def plan(self, game: NaiveGame) -> Plan:
        seats = self.left_of(game, game.seat)
        plan = Plan(free=next(seat for seat in seats if seat not in self.pending))
        taken: set[Card] = set()
        for seat in reversed(seats):
            if seat == plan.free:
                taken_after = set(taken)
                continue
            plan.orders[seat] = self.standard(game, seat, taken)
            kind, slot = plan.orders[seat]
            if kind == "play":
                plan.cards[seat] = name(game.hands[seat][slot])
                taken.add(plan.cards[seat])
        self.count_tokens(game, plan, seats)
        plan.orders[plan.free] = self.chosen(game, plan, taken_after)
        return plan

    def count_tokens(self, game: NaiveGame, plan: Plan, seats: list[int]) -> None:
        plan.plays = len(plan.cards)
        tokens = game.tokens - 1
        for seat in seats:
            if seat == plan.free:
                plan.tokens = plan.least = tokens
                continue
            kind, _ = plan.orders[seat]
            top = plan.cards.get(seat, (0, 0))[1] == game.rules.ranks
            tokens += {"hint": -1, "discard": 1, "play": int(top)}[kind]
            if kind == "hint":
                plan.least = min(plan.least, tokens)
        plan.last = tokens

    # --- What the free seat is told --------------------------------------------------------------

    def chosen(self, game: NaiveGame, plan: Plan, taken: set[Card]) -> Order:
        seat, spare = plan.free, draws_to_spare(game)
        order = self.standard(game, seat, taken)
        if order[0] == "play":
            return self.play_or_help(game, plan, taken, order)
        if plan.tokens >= game.rules.information_tokens:
            return HINT
        if order == HINT:
            order = self.covered(game, seat, taken)
        if plan.least <= 0 or plan.last <= 1:
            order = self.spare(game, seat, order)
            if order == HINT and plan.tokens <= 0:
                highest = max(card.rank for _, card in held(game, seat))
                slots = [slot for slot, card in held(game, seat) if card.rank == highest]
                return "discard", slots[0]
            return order
        first = self.left_of(game, game.seat)[0]
        if plan.plays == game.rules.players - 2 and plan.free != first:
            return HINT
        if self.could_play(game, plan):
            return HINT
        if order[0] == "discard" and (
            spare >= 0 or plan.plays == 0 or self.discards_late(game, plan)
        ):
            return order
        if plan.plays <= 1 and spare >= 0:
            return self.spare(game, seat, order)
        return HINT

    def play_or_help(self, game: NaiveGame, plan: Plan, taken: set[Card], order: Order) -> Order:
        seat, top, reached = plan.free, game.rules.ranks, self.reached(game)
        fine = plan.least >= 0 and plan.last != 0
        if fine or game.hands[seat][order[1]].rank == top:
            return order
        for slot, card in held(game, seat):
            if card.rank == top and reached[card.suit] == top - 1:
                return "play", slot
        if draws_to_spare(game) < 0:
            return order
        for other in (self.safe_discard(game, seat), self.covered(game, seat, taken)):
            if other != HINT:
                return other
        other = self.spare(game, seat, HINT)
        return order if other == HINT else other

    def covered(self, game: NaiveGame, seat: int, taken: set[Card]) -> Order:
        """Of which another copy is played later, or held by a third seat."""
        seen = {
            name(card)
            for other in range(game.rules.players)
            if other not in (seat, game.seat)
            for _, card in held(game, other)
        }
        for cards in (taken, seen):
            for slot, card in held(game, seat):
                if name(card) in cards:
                    return "discard", slot
        return HINT

    def spare(self, game: NaiveGame, seat: int, order: Order) -> Order:
        """The highest card that is not the last copy and not playable."""
        reached = self.reached(game)
        fine = [
            (-card.rank, slot)
            for slot, card in held(game, seat)
            if name(card) not in game.discards
            and card.rank != game.rules.ranks
            and reached[card.suit] + 1 != card.rank
        ]
        return order if order != HINT or not fine else ("discard", min(fine)[1])

    def could_play(self, game: NaiveGame, plan: Plan) -> bool:
        """Whether the free seat could tell a later one to play."""
        tops = dict(game.fireworks)
        for suit, rank in plan.cards.values():
            tops[suit] = max(tops[suit], rank)
        seats = self.left_of(game, game.seat)
        return any(
            tops[card.suit] + 1 == card.rank and self.timely(game, seat, name(card), plan.cards)
            for seat in seats[seats.index(plan.free) + 1 :]
            if seat not in plan.cards
            for _, card in held(game, seat)
        )

    def discards_late(self, game: NaiveGame, plan: Plan) -> bool:
        tops, players = game.fireworks, game.rules.players
        unplayed = {
            seat: [card for _, card in held(game, seat) if card.rank > tops[card.suit]]
            for seat in range(players)
        }
        if plan.plays != 1 or draws_to_spare(game) != -1 or unplayed[plan.free]:
            return False
        seen = {
            name(card)
            for seat in range(players)
            if seat != game.seat
            for _, card in held(game, seat)
        }
        if not all(game.is_useless(card) or card in seen for card in game.cards()):
            return plan.tokens < players - 2
        after = self.left_of(game, plan.free)
        busy = [s for s in after if s != game.seat and len(unplayed[s]) > (s in plan.cards)]
        if not busy:
            return True
        needed = after.index(busy[0]) + 1
        (player,) = plan.cards
        if player in after[: after.index(busy[0])]:
            needed -= 1
            if (
                plan.cards[player][1] == game.rules.ranks
                and self.left_of(game, player)[0] != busy[0]
            ):
                needed -= 1
        return plan.tokens < needed

    # --- Acting ----------------------------------------------------------------------------------

    def decide(self, game: NaiveGame) -> NaiveAction | None:
        """What the seat to act does; None if that cannot be told any more."""
        seat = game.seat
        if self.lost:
            return None
        if seat in self.pending:
            return "play", self.slot_of(game, seat, self.pending[seat])
        useless = self.slot_of(game, seat, self.useless.get(seat))
        if game.drawn == len(game.deck) and game.lives > 1 and self.misses_cards(game):
            return "play", 1 if useless == 0 else 0
        may_discard = game.tokens < game.rules.information_tokens
        kind, slot = self.orders.get(seat, HINT)
        if kind == "discard" and may_discard and (seat in self.obliged or not game.tokens):
            return "discard", slot
        if not game.tokens:
            return "discard", 3 if useless is None else useless
        plan = self.plan(game)
        if may_discard and self.prefers_discard(game, plan, useless):
            return "discard", useless
        return self.hint(game, sum(map(number, plan.orders.values())) % 9)

    def misses_cards(self, game: NaiveGame) -> bool:
        """Whether a card that would be playable is in no other hand, and no copy discarded."""
        others = self.left_of(game, game.seat)
        seen = {name(card) for seat in others for _, card in held(game, seat)}
        fits = [(suit, top + 1) for suit, top in game.fireworks.items() if top < game.rules.ranks]
        return any(card not in seen and card not in game.discards for card in fits)

    def prefers_discard(self, game: NaiveGame, plan: Plan, useless: int | None) -> bool:
        seat, spare = game.seat, draws_to_spare(game)
        if useless is None or seat in self.obliged:
            return False
        told_to_play = plan.orders[plan.free][0] == "play"
        seats = self.left_of(game, seat)
        told = seats[: seats.index(self.hinter[seat])] if seat in self.hinter else []
        if told_to_play and (spare < 0 or plan.free not in told):
            return False
        someone_plays = plan.plays > 0 or told_to_play
        return plan.tokens == 0 or spare >= 0 or game.tokens <= 1 or not someone_plays

    def hint(self, game: NaiveGame, code: int) -> NaiveAction:
        for offset, seat in enumerate(self.left_of(game, game.seat), start=1):
            _, anchor = held(game, seat)[-1]
            for words in self.words(game, seat, anchor):
                if self.code(game, offset, words, anchor) == code:
                    return words[0], offset, words[1]
        raise AssertionError(code)

    def words(self, game: NaiveGame, seat: int, anchor: HeldCard) -> list[tuple[str, int]]:
        """By rank and color of the anchor, and by one that passes it."""
        other = next(card for _, card in held(game, seat) if name(card) != name(anchor))
        past = ("color", other.suit) if other.rank == anchor.rank else ("rank", other.rank)
        return [("rank", anchor.rank), ("color", anchor.suit), past]

    def code(self, game, offset: int, words: tuple[str, int], anchor: HeldCard) -> int:
        kind = ("rank", "color").index(words[0]) if anchor.is_touched(*words) else 2
        if game.rules.players == 4:
            return 3 * (offset - 1) + kind
        return 8 if kind == 2 else 2 * (offset - 1) + kind

    def watch(self, before: NaiveGame, action: NaiveAction, after: NaiveGame) -> None:
        """Keep the orders of a hint, forget those of the seat that has acted."""
        seat = before.seat
        if action[0] == "play" and self.pending.get(seat) is None:
            self.lost = True
        plan = self.plan(before) if len(action) == 3 and not self.lost else Plan()
        self.pending.pop(seat, None)
        self.orders.pop(seat, None)
        self.hinter.pop(seat, None)
        self.obliged.discard(seat)
        for other, (kind, slot) in plan.orders.items():
            self.orders[other] = kind, slot
            self.hinter[other] = seat
            self.obliged.discard(other)
            if kind == "play":
                self.pending[other] = before.hands[other][slot].age
            if kind == "discard":
                self.useless[other] = before.hands[other][slot].age
        if plan.orders:
            self.obliged.add(plan.free)
