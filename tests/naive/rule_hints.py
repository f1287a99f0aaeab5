"""The naive rules that hint."""

from __future__ import annotations

from fractions import Fraction

from tests.naive.game import HeldCard
from tests.naive.rule_moment import ERROR, REFUSED, Found, Moment

__all__ = ["NaiveHints"]


class NaiveHints(Moment):
    """What each rule that hints does at one moment of a game."""

    # --- 10 to 23: hints about one card ----------------------------------------------------------

    def complete_useful(self) -> Found:
        def tell(seat: int) -> Found:
            for card in self.playable_of(seat):
                if len(self.missing(card)) == 1:
                    return self.tell(seat, card)
            return set()

        return self.anyone(tell)

    def tell_ones(self) -> Found:
        seat = self.others()[0]
        for card in self.cards_of(seat):
            if card.rank == 1 and self.missing(card):
                return self.tell(seat, card)
        return set()

    def tell_last_useful(self) -> Found:
        def tell(seat: int) -> Found:
            playable = self.playable_of(seat)
            return self.tell(seat, playable[-1], "color") if playable else set()

        return self.anyone(tell)

    def tell_useful(self, tokens: int = 0) -> Found:
        if self.game.tokens < tokens:
            return set()
        return self.anyone(self._tell_useful)

    def _tell_useful(self, seat: int) -> Found:
        cards = [card for card in self.playable_of(seat) if self.missing(card)]
        return self.tell(seat, cards[0]) if cards else set()

    def tell_next_useful(self) -> Found:
        return self._tell_useful(self.others()[0])

    def tell_useless(self, tokens: int = 0) -> Found:
        def tell(seat: int) -> Found:
            cards = [c for c in self.cards_of(seat) if self.game.is_useless((c.suit, c.rank))]
            return self.tell(seat, cards[0]) if cards else set()

        return set() if self.game.tokens < tokens else self.anyone(tell)

    def tell_dispensable(self, below: int = 1000) -> Found:
        if self.game.tokens >= below:
            return set()
        for seat in range(self.rules.players):
            for card in self.cards_of(seat) if seat != self.me else []:
                missing = self.missing(card)
                finished = self.game.fireworks[card.suit] == self.rules.ranks
                if "color" in missing and finished:
                    return self.hint(seat, "color", card)
                if "rank" in missing and card.rank <= min(self.game.fireworks.values()):
                    return self.hint(seat, "rank", card)
                if len(missing) == 1 and self.is_played((card.suit, card.rank)):
                    return self.hint(seat, missing[0], card)
        return set()

    def tell_finesse(self) -> Found:
        if self.rules.players < 3:
            return set()
        following, after = self.others()[:2]
        first = self.cards_of(following)[0] if self.cards_of(following) else None
        if not first or not self.game.is_playable((first.suit, first.rank)):
            return set()
        hand = self.cards_of(after)
        for card in hand:
            if (card.suit, card.rank) == (first.suit, first.rank + 1):
                alone = {
                    kind
                    for kind, value in (("rank", card.rank), ("color", card.suit))
                    if sum(each.is_touched(kind, value) for each in hand) == 1
                }
                if len(alone) == 2:
                    return self.tell(after, card)
                return self.hint(after, alone.pop(), card) if alone else set()
        return set()

    def tell_fives(self, tokens: int = 0) -> Found:
        def tell(seat: int) -> Found:
            for card in self.cards_of(seat):
                if card.rank == self.rules.ranks and "rank" in self.missing(card):
                    return self.hint(seat, "rank", card)
            return set()

        return set() if self.game.tokens < tokens else self.anyone(tell)

    def tell_ill_informed(self) -> Found:
        def tell(seat: int) -> Found:
            for card in self.cards_of(seat):
                useless = self.game.is_useless((card.suit, card.rank))
                if self.game.tokens == self.rules.information_tokens:
                    useless = False
                if (useless or card in self.playable_of(seat)) and self.missing(card):
                    return self.tell(seat, card)
            return set()

        return self.anyone(tell)

    def tell_most(self) -> Found:
        best, most = set(), 0
        for seat in range(self.rules.players):
            for kind, value, touched in self.values(seat) if seat != self.me else []:
                if sum(touched) > most:
                    best = {(kind, (seat - self.me) % self.rules.players, value)}
                    most = sum(touched)
        return best

    def tell_playable(self) -> Found:
        seat = self.others()[0]
        cards = self.playable_of(seat)[:1]
        return {a for card in cards for k in ("rank", "color") for a in self.hint(seat, k, card)}

    def tell_randomly(self) -> Found:
        seat = self.others()[0]
        cards = self.cards_of(seat)
        return {a for card in cards for k in ("rank", "color") for a in self.hint(seat, k, card)}

    def tell_unknown(self) -> Found:
        seat = self.others()[0]
        for card in self.cards_of(seat):
            if self.missing(card):
                return self.tell(seat, card, "color")
        return set()

    # --- 67 to 104 -------------------------------------------------------------------------------

    def _incomplete_playable(self, seat: int) -> list[HeldCard]:
        return [card for card in self.playable_of(seat) if self.missing(card)]

    def tell_unambiguous(self, most_playable: bool) -> Found:
        def tell(seat: int) -> Found:
            if self.compat and self.has_gap(seat) and self._incomplete_playable(seat):
                return ERROR
            best, best_key = set(), None
            for card in self.playable_of(seat):
                for kind in self.missing(card):
                    value = card.rank if kind == "rank" else card.suit
                    others = [
                        self.game.is_playable((each.suit, each.rank))
                        for each in self.cards_of(seat)
                        if each is not card
                        and kind in self.missing(each)
                        and each.is_touched(kind, value)
                    ]
                    playable, unplayable = sum(others), len(others) - sum(others)
                    key = (playable, -unplayable) if most_playable else (-unplayable, playable)
                    if best_key is None or key > best_key:
                        best, best_key = self.hint(seat, kind, card), key
            return best

        return self.anyone(tell)

    def tell_by_chances(self, gain: int, loss: int) -> Found:
        def tell(seat: int) -> Found:
            if not self.playable_of(seat):
                return set()
            if self.compat and self.has_gap(seat):
                return ERROR

            def worth(kind: str, value: int) -> Fraction:
                total = Fraction(0)
                for card in self.after(seat, kind, value):
                    if card:
                        chance = self.chance(card, self.public(), self.game.is_playable)
                        playable = self.game.is_playable((card.suit, card.rank))
                        total += chance * (gain if playable else -loss)
                return total

            return self.best_hint(seat, worth)

        return self.anyone(tell)

    def tell_last_playable(self) -> Found:
        def tell(seat: int) -> Found:
            cards = self._incomplete_playable(seat)
            colorless = any("color" in self.missing(card) for card in cards)
            if colorless and self.compat and self.has_gap(seat):
                return ERROR  # only the search for a color looks at the slot without a card
            return self.tell(seat, cards[-1], "color") if cards else set()

        return self.anyone(tell)

    def _known_useless(self, hand: list[HeldCard | None]) -> int:
        public = self.public()
        return sum(
            card is not None and self.chance(card, public, self.game.is_useless) > Fraction(99, 100)
            for card in hand
        )

    def tell_at_least_useless(self, least: int) -> Found:
        def tell(seat: int) -> Found:
            if not any(self.game.is_useless((c.suit, c.rank)) for c in self.cards_of(seat)):
                return set()
            if self._known_useless(self.game.hands[seat]):
                return set()
            if self.compat and self.has_gap(seat):
                return ERROR

            def worth(kind: str, value: int) -> int | None:
                count = self._known_useless(self.after(seat, kind, value))
                return count if count >= least else None

            if not self.compat:
                return self.best_hint(seat, worth)
            kept = [(k, v) for k, v, _ in self.values(seat) if worth(k, v) is not None]
            offset = (seat - self.me) % self.rules.players
            return {(kept[-1][0], offset, kept[-1][1])} if kept else REFUSED

        return self.anyone(tell)

    def tell_mistake(self, of_unplayable: bool, percent: int) -> Found:
        def tell(seat: int) -> Found:
            public = self.public()
            chances = {
                slot: self.chance(card, public, self.game.is_playable)
                for slot, card in enumerate(self.game.hands[seat])
                if card and (card in self.playable_of(seat)) != of_unplayable
            }
            slot = self.most(chances) if of_unplayable else self.least(chances)
            if slot is None:
                return set()
            likely = chances[slot] * 100
            fires = likely >= percent if of_unplayable else likely <= percent
            if fires and self.compat and self.me == 1:
                # Asked for by the partner's slot, but of the own hand, which hides what to tell.
                mine = self.hand[slot]
                return set() if mine and not self.missing(mine) else ERROR
            return self.tell(seat, self.game.hands[seat][slot]) if fires else set()

        return self.anyone(tell)
