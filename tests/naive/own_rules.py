"""The rules of our own, from number 105 on, written from their summaries. See `rules`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.naive.game import HeldCard
from tests.naive.rule_moment import REFUSED, Card, Found, chop_of
from tests.naive.rules import NaiveRules

__all__ = ["NaiveExtendedRules"]


class NaiveExtendedRules(NaiveRules):
    """All rules."""

    @classmethod
    def table(cls) -> list[tuple]:
        return [
            *super().table(),
            (cls.discard_probably_useless, 100),
            (cls.play_probably_safe, 75),
            (cls.tell_most_new,),
            (cls.random_move,),
            (cls.play_told,),
            (cls.play_told, 1),
            (cls.play_told, 0, 50),
            (cls.play_told, 0, 0, "not saved"),
            (cls.play_told, 0, 0, "ever"),
            (cls.play_told, 1, 50, "ever"),
            (cls.play_hinted, 50, 0),
            (cls.play_hinted, 30, 1),
            (cls.play_lowest_safe,),
            (cls.play_opening_safe,),
            (cls.play_safe_five,),
            (cls.play_at_end, 0, 1, 0),
            (cls.play_at_end, 5, 1, 50),
            (cls.play_at_end, 10, 2, 40),
            (cls.discard_chop, 100),
            (cls.discard_chop, 0),
            (cls.discard_chop, 20),
            (cls.discard_chop, 100, 3),
            (cls.discard_newest_unhinted,),
            (cls.discard_spare, 100),
            (cls.discard_spare, 60),
            (cls.discard_known_spare,),
            (cls.discard_high,),
            (cls.tell_newest_playable, False),
            (cls.tell_newest_playable, True),
            (cls.tell_only_playable,),
            (cls.tell_sure_plays, 1),
            (cls.tell_sure_plays, 2),
            (cls.tell_playable_chop,),
            (cls.tell_save, "last"),
            (cls.tell_save, "five"),
            (cls.tell_save, "two"),
            (cls.tell_revealing, 8),
            (cls.tell_revealing, 5),
            (cls.tell_revealing, 0),
            (cls.tell_most_new, 5),
            (cls.tell_to_wait,),
            (cls.tell_fives, 5),
            (cls.tell_useless, 4),
            (cls.tell_useful, 3),
        ]

    def random_move(self) -> Found:
        return self.legal_random() | {(REFUSED, 0)}

    # --- Signals ---------------------------------------------------------------------------------

    def told(self, seat: int, ever: bool) -> dict[int, bool]:
        """Ages of the newest cards of hints to a seat, all or since its last turn.

        And whether the card was the chop when a hint touched it, this one or another.
        """
        found: dict[int, bool] = {}
        saved: set[int] = set()
        recent = True
        for event in reversed(self.events):
            recent &= event.seat != seat
            if event.target == seat:
                if event.chop in event.ages:
                    saved.add(event.chop)
                if recent or ever:
                    found[max(event.ages)] = False
        return {age: age in saved for age in found}

    def play_told(self, more_lives_than: int = 0, percent: int = 0, which: str = "now") -> Found:
        told = self.told(self.me, which == "ever")
        chances = self.own_chances(self.game.is_playable)
        slots = [
            slot
            for slot in self.slots
            if (age := self.hand[slot].age) in told
            and not (which == "not saved" and told[age])
            and chances[slot] > 0
            and chances[slot] * 100 >= percent
        ]
        return self.play(self.newest(slots)) if self.game.lives > more_lives_than else set()

    def is_hinted(self, card: HeldCard) -> bool:
        """Whether a hint has touched it."""
        return any(touched for _, _, touched in card.heard)

    def play_hinted(self, percent: int, more_lives_than: int) -> Found:
        chances = {
            slot: chance
            for slot, chance in self.own_chances(self.game.is_playable).items()
            if self.is_hinted(self.hand[slot])
        }
        slot = self.most(chances)
        likely = slot is not None and chances[slot] * 100 >= percent
        return self.play(slot) if likely and self.game.lives > more_lives_than else set()

    def discard_chop(self, percent: int, fewer_tokens_than: int = 1000) -> Found:
        chop = chop_of(self.hand)
        if chop is None or self.game.tokens >= fewer_tokens_than:
            return set()
        likely = self.own_chances(self.is_last_copy)[chop] * 100
        return self.give_up(chop) if likely <= percent else set()

    def discard_newest_unhinted(self) -> Found:
        slots = [slot for slot in self.slots if not self.is_hinted(self.hand[slot])]
        return self.give_up(self.newest(slots))

    def tell_newest_playable(self, misleads: bool) -> Found:
        def tell(seat: int) -> Found:
            told = self.told(seat, ever=True)
            for card in sorted(self._incomplete_playable(seat), key=lambda card: card.age):
                for kind in ("rank", "color"):
                    touched = self.touched_by_name(seat, kind, card)
                    newest = max(touched, key=lambda each: each.age)
                    fine = misleads or not any(
                        self.looks_playable(each, kind) for each in touched if not self.fits(each)
                    )
                    if card.age not in told and newest is card and fine:
                        return self.hint(seat, kind, card)
            return set()

        return self.anyone(tell)

    def fits(self, card: HeldCard) -> bool:
        """Whether it is playable."""
        return self.game.is_playable((card.suit, card.rank))

    def touched_by_name(self, seat: int, kind: str, card: HeldCard) -> list[HeldCard]:
        """The cards of a seat that a hint of a card's rank or color touches."""
        value = card.rank if kind == "rank" else card.suit
        return [each for each in self.cards_of(seat) if each.is_touched(kind, value)]

    def looks_playable(self, card: HeldCard, kind: str) -> bool:
        """Whether its holder, told its rank or color, would think it may be playable."""
        value = card.rank if kind == "rank" else card.suit
        told = HeldCard(card.suit, card.rank, card.age, [*card.heard, (kind, value, True)])
        return bool(self.chance(told, self.public(), self.game.is_playable))

    def _tell_of_chop(self, wanted: Callable[[HeldCard], bool]) -> Found:
        def tell(seat: int) -> Found:
            chop = chop_of(self.game.hands[seat])
            if chop is None or not wanted(card := self.game.hands[seat][chop]):
                return set()
            return self.tell(seat, card)

        return self.anyone(tell)

    def tell_playable_chop(self) -> Found:
        return self._tell_of_chop(self.fits)

    def tell_save(self, what: str) -> Found:
        def wanted(card: HeldCard) -> bool:
            name = (card.suit, card.rank)
            if self.game.is_useless(name):
                return False
            if what == "two":
                seen = [each for seat in self.others() for each in self.cards_of(seat)]
                twins = [each for each in seen if (each.suit, each.rank) == name]
                return card.rank == 2 and len(twins) == 1
            return card.rank == self.rules.ranks if what == "five" else self.is_last_copy(name)

        return self._tell_of_chop(wanted)

    # --- Thrift ----------------------------------------------------------------------------------

    def sure_plays(self) -> list[int]:
        """The own slots that are playable for sure."""
        chances = self.own_chances(self.game.is_playable)
        return [slot for slot in self.slots if chances.get(slot) == 1]

    def could_be(self, slot: int) -> set[Card]:
        """What an own card can be, copies in sight counted."""
        return {card for card in self.unseen() if self.hand[slot].could_be(*card)}

    def _play_lowest(self, slots: list[int]) -> Found:
        lowest = {slot: min(rank for _, rank in self.could_be(slot)) for slot in slots}
        return self.play(min(slots, key=lambda slot: (lowest[slot], slot), default=None))

    def play_lowest_safe(self) -> Found:
        return self._play_lowest(self.sure_plays())

    def play_opening_safe(self) -> Found:
        sight = {(c.suit, c.rank) for seat in self.others() for c in self.cards_of(seat)}
        return self._play_lowest(
            [
                slot
                for slot in self.sure_plays()
                if any((suit, rank + 1) in sight for suit, rank in self.could_be(slot))
            ]
        )

    def play_safe_five(self) -> Found:
        top = self.rules.ranks
        return self._play_lowest(
            [slot for slot in self.sure_plays() if all(r == top for _, r in self.could_be(slot))]
        )

    def play_at_end(self, cards_left: int, more_lives_than: int, percent: int) -> Found:
        if len(self.game.deck) - self.game.drawn > cards_left or self.game.lives <= more_lives_than:
            return set()
        chances = self.own_chances(self.game.is_playable)
        slot = self.most(chances)
        likely = slot is not None and chances[slot] > 0 and chances[slot] * 100 >= percent
        return self.play(slot) if likely else set()

    def discard_spare(self, percent: int) -> Found:
        sight = {(c.suit, c.rank) for seat in self.others() for c in self.cards_of(seat)}
        chances = self.own_chances(lambda card: self.game.is_useless(card) or card in sight)
        slot = self.most(chances)
        return self.give_up(slot) if slot is not None and chances[slot] * 100 >= percent else set()

    def discard_known_spare(self) -> Found:
        spare = [
            slot
            for slot in self.slots
            if not any(
                self.game.is_playable(c) or self.is_last_copy(c) for c in self.could_be(slot)
            )
        ]
        lowest = {slot: min(rank for _, rank in self.could_be(slot)) for slot in spare}
        return self.give_up(max(spare, key=lambda slot: (lowest[slot], -slot), default=None))

    def discard_high(self) -> Found:
        unseen, means = self.unseen(), {}
        for slot in self.slots:
            fitting = {c: n for c, n in unseen.items() if self.hand[slot].could_be(*c)}
            total = sum(rank * n for (_, rank), n in fitting.items())
            means[slot] = Fraction(total, sum(fitting.values()))
        return self.give_up(max(means, key=lambda slot: (means[slot], -slot), default=None))

    def tell_most_new(self, tokens: int = 0) -> Found:
        best, most = set(), 0
        for seat in self.others() if self.game.tokens >= tokens else []:
            for kind, value, touched in self.values(seat):
                hand = self.game.hands[seat]
                count = sum(
                    t and kind in self.missing(c) for t, c in zip(touched, hand, strict=True)
                )
                if count > most:
                    best, most = {(kind, (seat - self.me) % self.rules.players, value)}, count
        return best

    def tell_to_wait(self) -> Found:
        turns = len(self.game.deck) - self.game.drawn + self.rules.players
        to_play = self.game.reachable_score - self.game.points
        return self.tell_most_new() if turns - to_play < 1 else set()

    def tell_only_playable(self) -> Found:
        def tell(seat: int) -> Found:
            def worth(kind: str, value: int) -> int | None:
                cards = [card for card in self.cards_of(seat) if card.is_touched(kind, value)]
                new = sum(kind in self.missing(card) for card in cards)
                return new if new and all(self.fits(card) for card in cards) else None

            return self.best_hint(seat, worth)

        return self.anyone(tell)

    def _known_playable(self, hand: list[HeldCard | None]) -> int:
        public = self.public()
        return sum(
            card is not None and self.chance(card, public, self.game.is_playable) == 1
            for card in hand
        )

    def tell_sure_plays(self, least: int) -> Found:
        def tell(seat: int) -> Found:
            now = self._known_playable(self.game.hands[seat])

            def worth(kind: str, value: int) -> int | None:
                more = self._known_playable(self.after(seat, kind, value)) - now
                return more if more >= least else None

            return self.best_hint(seat, worth)

        return self.anyone(tell)

    def tell_revealing(self, tokens: int) -> Found:
        def tell(seat: int) -> Found:
            def worth(kind: str, value: int) -> int | None:
                gone = 0
                for was, now in zip(
                    self.game.hands[seat], self.after(seat, kind, value), strict=True
                ):
                    if was:
                        cards = [c for c in self.game.cards() if self.game.left(c)]
                        gone += sum(was.could_be(*c) and not now.could_be(*c) for c in cards)
                return gone or None

            return self.best_hint(seat, worth)

        return self.anyone(tell) if self.game.tokens >= tokens else set()
