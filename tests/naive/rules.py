"""The rules of the rule base, one obvious function each, written from their description in words.

A rule gives the set of actions that it may take, empty if it does not fire; ERROR where the
original throws; or REFUSED where it wants what the game refuses. Actions are those of
`tests.naive.game`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.naive.game import all_actions
from tests.naive.rule_hints import NaiveHints
from tests.naive.rule_moment import ERROR, REFUSED, Event, Found

__all__ = ["NaiveRules"]


class NaiveRules(NaiveHints):
    """What each rule does at one moment of a game."""

    def act(self, number: int) -> Found:
        """What rule `number` does."""
        function, *parameters = self.table()[number]
        full = self.game.tokens == self.rules.information_tokens
        kind = function.__name__.split("_")[0]
        off = full if kind in ("discard", "osawa") else not self.game.tokens
        if off and kind in ("discard", "osawa", "tell", "complete"):
            return set()
        return function(self, *parameters)

    def decide(self, numbers: Sequence[int], *, skip: bool) -> Found:
        """What a list of rules does in `compat` or in `skip`; REFUSED where it ends the game."""
        for number in numbers:
            found = self.act(number)
            if found == ERROR and skip:
                continue
            if found:
                return REFUSED if found == ERROR else found
        return self.legal_random() if skip else REFUSED

    @classmethod
    def table(cls) -> list[tuple]:
        """The rules by number: what they do, and its parameters."""
        fifths, tenths = range(0, 100, 20), range(0, 101, 10)
        filters = [(True, True), (True, False), (False, True), (False, False)]
        return [
            (cls.play_finesse,),
            (cls.play_finesse_told,),
            (cls.play_if_certain,),
            *((cls.play_probably_safe, percent) for percent in fifths),
            (cls.play_safe_card,),
            (cls.play_unique_possible,),
            (cls.complete_useful,),
            (cls.tell_ones,),
            (cls.tell_last_useful,),
            (cls.tell_useful,),
            (cls.tell_useless,),
            (cls.tell_dispensable,),
            (cls.tell_finesse,),
            (cls.tell_fives,),
            (cls.tell_ill_informed,),
            (cls.tell_most,),
            (cls.tell_playable,),
            (cls.tell_next_useful,),
            (cls.tell_randomly,),
            (cls.tell_unknown,),
            (cls.discard_highest,),
            (cls.discard_if_certain,),
            (cls.discard_least_necessary,),
            (cls.discard_oldest,),
            (cls.discard_unidentified,),
            *((cls.discard_probably_useless, percent) for percent in fifths),
            (cls.discard_randomly,),
            (cls.discard_safe,),
            (cls.discard_unidentified,),
            (cls.discard_useless,),
            (cls.osawa_discard,),
            (cls.legal_random,),
            (cls.try_to_unblock,),
            (cls.nothing,),
            (cls.nothing,),
            *((cls.play_probably_safe, percent, 1) for percent in fifths),
            (cls.tell_dispensable, 4),
            (cls.play_probably_safe, 25),
            (cls.play_just_hinted, False, False, 0, 0),
            *(
                (cls.play_just_hinted, *wanted, 2, percent)
                for percent in (0, 60, 80, 100)
                for wanted in filters
            ),
            (cls.tell_unambiguous, True),
            (cls.tell_unambiguous, False),
            *((cls.tell_by_chances, *weights) for weights in ((1, 0), (10, 1), (2, 1))),
            *((cls.tell_last_playable,) for _ in range(6)),
            *((cls.tell_at_least_useless, least) for least in range(1, 6)),
            *((cls.tell_mistake, True, percent) for percent in tenths),
            *((cls.tell_mistake, False, percent) for percent in tenths),
        ]

    # --- 0 to 9: plays ---------------------------------------------------------------------------

    def play_finesse(self) -> Found:
        if not self.events or self.events[-1].target is None:
            return set()
        last = self.events[-1]
        if self.compat:
            return ERROR
        following = self.others()[0]
        if last.target != following:
            return set()
        for slot in last.touched:
            card = self.game.hands[following][slot]
            if card.rank == self.game.fireworks[card.suit] + 2:
                return self.play(self.newest(self.slots))
        return set()

    def play_finesse_told(self) -> Found:
        if len(self.events) < 2 or self.events[-1].action[0] != "play":
            return set()
        before = self.events[-2]
        if before.target != self.me or len(before.touched) != 1:
            return set()
        return self.play(before.touched[0])

    def play_if_certain(self) -> Found:
        for slot in self.slots:
            card = self.hand[slot]
            if not self.missing(card) and self.game.is_playable((card.suit, card.rank)):
                return self.play(slot)
        return set()

    def play_probably_safe(self, percent: int, more_lives_than: int = 0) -> Found:
        if self.game.lives <= more_lives_than:
            return set()
        chances = self.own_chances(self.game.is_playable)
        slot = self.most(chances)
        return self.play(slot) if slot is not None and chances[slot] * 100 >= percent else set()

    def play_safe_card(self) -> Found:
        chances = self.own_chances(self.game.is_playable)
        return self.play(next((slot for slot in self.slots if chances.get(slot) == 1), None))

    def play_unique_possible(self) -> Found:
        refilled: set[int] = set()
        gone: set[int] = set()  # ages of cards drawn since the event looked at
        held = {self.hand[slot].age: slot for slot in self.slots}
        for event in reversed(self.events):
            if len(refilled if self.fixed else gone & set(held)) == self.rules.hand_size:
                return set()
            if event.emptied is not None and event.seat == self.me and event.drawn:
                refilled.add(event.emptied)
                gone.add(self._age_drawn_at(event))
            if event.target != self.me or len(event.touched) != 1:
                continue
            slot = event.touched[0] if self.fixed else held.get(event.ages[0])
            if slot is None:
                continue
            kind, _, value = event.action
            kept = slot not in refilled if self.fixed else True
            if kind == "color":
                top = self.game.fireworks[value]
                fits = kept and top > 0 and self.unseen()[(value, top)] > 0
            else:
                fits = any(
                    rank == value and self.game.is_playable((suit, rank))
                    for suit, rank in self.unseen()
                )
            if fits:
                return self.play(slot) if slot in self.slots else REFUSED
        return set()

    def _age_drawn_at(self, event: Event) -> int:
        """The age of the card drawn after an event: the cards drawn before it."""
        at = next(place for place, each in enumerate(self.events) if each is event)
        dealt = self.rules.players * self.rules.hand_size
        return dealt + sum(each.drawn for each in self.events[:at])

    def hinted_since_others_acted(self, only: bool) -> set[int]:
        """Own slots touched by hints since another seat last played or discarded."""
        slots: set[int] = set()
        for event in reversed(self.events):
            if event.emptied is not None and event.seat != self.me:
                break
            if event.target == self.me and not (only and len(event.touched) != 1):
                slots |= self.now(event)
        return slots

    def now(self, event: Event) -> set[int]:
        """Where cards that a hint touched are; with fixed slots, the slots, whatever is there."""
        if self.fixed:
            return set(event.touched)
        return {slot for slot in self.slots if self.hand[slot].age in event.ages}

    def play_just_hinted(self, only: bool, newest: bool, lives: int, percent: int) -> Found:
        slots = self.hinted_since_others_acted(only)
        if newest:
            slots &= {self.newest(self.slots)}
        chances = self.own_chances(self.game.is_playable)
        chances = {slot: chance for slot, chance in chances.items() if slot in slots}
        slot = self.most(chances)
        if slot is None:
            return set()
        dares = chances[slot] * 100 >= percent and self.game.lives > lives
        return self.play(slot) if chances[slot] == 1 or dares else set()

    def nothing(self) -> Found:
        return set()

    # --- 24 to 40: discards and others -----------------------------------------------------------

    def discard_highest(self) -> Found:
        known = {s: min(r) for s in self.slots if len(r := self.ranks(self.hand[s])) == 1}
        return self.give_up(max(known, key=lambda slot: (known[slot], -slot), default=None))

    def discard_if_certain(self) -> Found:
        for slot in self.slots:
            card = self.hand[slot]
            if not self.missing(card) and self.is_played((card.suit, card.rank)):
                return self.give_up(slot)
        return set()

    def discard_least_necessary(self) -> Found:
        return self.give_up(self.least(self.own_chances(self.is_last_copy)))

    def discard_oldest(self) -> Found:
        return self.give_up(min(self.slots, key=lambda slot: self.hand[slot].age))

    def discard_unidentified(self) -> Found:
        slots = [slot for slot in self.slots if len(self.missing(self.hand[slot])) == 2]
        return self.give_up(min(slots, default=None))

    def discard_probably_useless(self, percent: int) -> Found:
        chances = self.own_chances(self.game.is_useless)
        slot = self.most(chances)
        return self.give_up(slot) if slot is not None and chances[slot] * 100 >= percent else set()

    def discard_randomly(self) -> Found:
        return {("discard", slot) for slot in self.slots}

    def discard_safe(self) -> Found:
        return self.give_up(next((s for s in self.slots if self.is_safe(self.hand[s])), None))

    def discard_useless(self) -> Found:
        for slot in self.slots:
            colors = self.colors(self.hand[slot])
            if len(colors) != 1:
                continue
            fitting = [card for card in self.unseen() if self.hand[slot].could_be(*card)]
            if all(self.game.is_useless(c) and not self.is_played(c) for c in fitting):
                return self.give_up(slot)
        return set()

    def osawa_discard(self) -> Found:
        return self.discard_safe() or self.discard_useless()

    def legal_random(self) -> Found:
        actions = all_actions(self.rules)
        return {actions[number] for number in self.game.legal_actions()}

    def try_to_unblock(self) -> Found:
        if self.game.tokens:
            return set()
        for card in self.cards_of(self.others()[0]):
            known = not self.missing(card)
            if self.is_safe(card) or (known and self.game.is_playable((card.suit, card.rank))):
                return set()
        for slot in self.slots:
            card = self.hand[slot]
            if self.is_safe(card):
                return self.give_up(slot)
            top = not self.missing(card) and card.rank == self.rules.ranks
            if top and self.game.is_playable((card.suit, card.rank)):
                return self.play(slot)
        return set()
