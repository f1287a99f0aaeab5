"""The obvious twin of `keen` with care, from its documentation; the rest is the twin of `keen`."""

from __future__ import annotations

from fractions import Fraction

from tests.naive.keen import Knowledge, NaiveKeen
from tests.naive.smart import _by_age, _fits, _maybe, _surely
from tests.naive_agents import Card, Held, Sight

__all__ = ["NaiveCareful"]


class NaiveCareful(NaiveKeen):
    """One seat's twin of `keen(care=1)`."""

    name = "keen(care=1)"

    # --- Reading ---------------------------------------------------------------------------------

    def _passed_over(self, known: Knowledge, actor: int) -> list[int]:
        if not self.numbers["play_says"]:
            return []
        before = self.before
        out = sum(map(len, before.hands)) + before.discards.total() + sum(before.fireworks)
        deck = self.rules.deck_size - out
        following, playable = (actor + 1) % self.rules.players, self._playable(self.before)
        hand = _by_age(self.before.hands[following])
        idle = not any(_surely(known[held.age], playable) for held in hand)
        if deck <= self.numbers["short_deck"] and idle:
            return list(range(1, self.rules.players))
        chop = self._chop_by(known, following)
        doubtful = [held for held in hand if _maybe(known[held.age], playable)]
        return [1] if doubtful and chop is doubtful[-1] else []

    def _chop_by(self, known: Knowledge, seat: int) -> Held | None:
        now, self.knowledge = self.knowledge, known
        chop = self._chop(self.before, seat)
        self.knowledge = now
        return chop

    def _exclude(self, known: Knowledge, seat: int) -> None:
        """No card of a seat is one that some hint would have pointed at, or shown to the letter."""
        if not self.numbers["older_cards"]:
            return super()._exclude(known, seat)
        playable, newer = self._playable(self.before), []
        for held in _by_age(self.before.hands[seat])[::-1]:
            cards = known[held.age]
            if _maybe(cards, playable):
                for card in cards & playable:
                    hints = [("color", card[0]), ("rank", card[1])]
                    if any(not self._leaves_doubt(newer, hint, playable) for hint in hints):
                        self.knowledge[held.age] -= {card}
                newer.append(cards)
        return None

    def _leaves_doubt(self, newer: list[set[Card]], hint: tuple, playable: set[Card]) -> bool:
        """Whether a newer card might be touched, and be playable or not."""
        return any(_maybe({c for c in cards if _fits(hint, c)}, playable) for cards in newer)

    # --- Acting ----------------------------------------------------------------------------------

    def _play(self, sight: Sight, private: Knowledge) -> str:
        playable = self._playable(sight)
        sure = [h for h in _by_age(sight.hands[0]) if _surely(private[h.age], playable)]
        held_by_others = {held.card for hand in sight.hands[1:] for held in hand}

        def urgency(held: Held) -> tuple[bool, int]:
            secret = not _surely(self.knowledge[held.age], playable)
            ranks = {rank for _, rank in private[held.age]}
            early = self.rules.ranks + 1 - (min(ranks) if len(ranks) == 1 else 0)
            leads = len(private[held.age]) == 1 and any(
                (suit, rank + 1) in held_by_others for suit, rank in private[held.age]
            )
            return secret, early + 4 * leads

        return f"play {max(sure, key=urgency).slot}" if sure else ""

    def _leave_draws(self, sight: Sight, private: Knowledge, deck: int) -> str:
        """A hint if the others need all draws, and this seat has one card to play at most."""
        counted, draws = set(), 0
        for hand in sight.hands[1:]:
            theirs = {held.card for held in hand} - self._useless(sight) - counted
            counted |= theirs
            draws += max(len(theirs) - 1, 0)
        mine = [h for h in sight.hands[0] if not private[h.age] & self._useless(sight)]
        needed = 0 < deck <= draws and len(mine) <= 1
        return self._best(sight, None, False, -1000) if needed else ""

    def _spare(self, sight: Sight, private: Knowledge) -> Held | None:
        """A named card that is also another one of the own hand, or elsewhere, but on no chop."""
        chop = self._chop(sight, 1)
        elsewhere = [{held.card} for hand in sight.hands[1:] for held in hand if held is not chop]
        own: list[set[Card]] = []
        for held in sorted(sight.hands[0], key=lambda held: held.slot):
            cards = private[held.age]
            if len(cards) == 1 and cards in own + elsewhere:
                return held
            own.append(cards)
        return None

    def _risk(self, sight: Sight, held: Held) -> Fraction:
        """What discarding a card is likely to cost, in thousandths of a point."""
        cards, unseen = self._private(sight)[held.age], self._unseen(sight)
        valuable, useless = self._valuable(sight), self._useless(sight)
        seen = {other.card for hand in sight.hands[1:] for other in hand}

        def cost(card: Card, if_needed: int) -> int:
            if card in useless:
                return 0
            return (1000 if card in valuable else if_needed) * (self.rules.ranks + 1 - card[1])

        copies = {card: max(unseen[card], 0) for card in cards}
        if len(cards) == 1 or not any(copies.values()):
            return Fraction(cost(min(cards & valuable or cards), self.numbers["named_cost"]))
        held, other = self.numbers["held_cost"], self.numbers["needed_cost"]
        total = sum(n * cost(card, held if card in seen else other) for card, n in copies.items())
        return Fraction(total, sum(copies.values()))

    def _least_wait(self, full: bool) -> int:  # a twin
        return -1000 if full else self.numbers["worth_a_wait"]

    def _needed_lost(self, card: Card) -> int:
        return self.numbers["needed_lost"] * (self.rules.ranks + 1 - card[1]) // 3

    def _stalls_warned(self, sight: Sight, private: Knowledge) -> bool:
        return super()._stalls_warned(sight, private) and not self._has_useless(sight, private)

    def _has_useless(self, sight: Sight, private: Knowledge) -> bool:
        useless = self._useless(sight)
        trash = any(_surely(private[held.age], useless) for held in sight.hands[0])
        return trash or self._spare(sight, private) is not None

    def _least(self, sight: Sight, private: Knowledge) -> int | None:
        """What a hint must be worth to go before a discard; None if none may."""
        following, dear = self._chop(sight, 1), False
        if not self._has_useless(sight, private):
            dear = self._risk(sight, self._thrown(sight, private)) > self.numbers["dear_cost"]
        loses = following is not None and following.card not in self._useless(sight)
        more = self.numbers["worth_of_tokens"] * (sight.tokens - 4)
        return self.numbers["worth_a_discard"] - more if dear or loses else None

    def _thrown(self, sight: Sight, private: Knowledge) -> Held:
        """The card to discard, where none is useless."""
        chop, hand = self._chop(sight, 0), _by_age(sight.hands[0])
        known = [held for held in hand if self.knowledge[held.age]]
        return min([chop, *known] if chop else known, key=lambda held: self._risk(sight, held))

    def _throw(self, sight: Sight, private: Knowledge) -> str:
        if any(_surely(private[held.age], self._useless(sight)) for held in sight.hands[0]):
            return self._discard(sight, private)
        return f"discard {(self._spare(sight, private) or self._thrown(sight, private)).slot}"
