"""The obvious twin of `smart`, from its documentation: sets of cards, fractions, sorted lists.

Every seat has a twin of its own, which sees the seat's view after the deal and after every action.
It keeps the set of what each card can be, to the knowledge of all, by the card's place in the deck.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hanabilab.agents import make_agent, values_of
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from tests.naive_agents import Card, Held, Sight, sight_of, unseen_counts

__all__ = ["NaiveSmart"]

#: A hint: "color" or "rank", and which suit or rank.
Hint = tuple[str, int]


class NaiveSmart:
    """One seat's twin. `knowledge` is, by place in the deck, what all know of a card in a hand."""

    name = "smart"

    def __init__(self, rules: Rules, numbers: dict[str, int] | None = None) -> None:
        self.rules = rules
        self.numbers = values_of(make_agent(self.name)) | (numbers or {})
        self.knowledge: dict[int, set[Card]] = {}

    # --- Following the game ----------------------------------------------------------------------

    def observe(self, view) -> None:
        """Take in the deal or an action."""
        sight = sight_of(self.rules, view)
        self.me = int(view.seat)
        if view.last_action >= 0:
            seat = (int(view.last_seat) - int(view.seat)) % self.rules.players
            words = format_action(self.rules, int(view.last_action)).split()
            self._read(sight, seat, words, int(view.last_touched), self._was_last_round(view))
        self._renew(sight)
        self._count(sight)
        self.before = sight

    def _was_last_round(self, view) -> bool:
        """Whether the deck was empty before the last action."""
        return int(view.turns_left) < self.rules.players

    def _read(self, now: Sight, actor: int, words: list[str], touched: int, last: bool) -> None:
        """Read an action by what was known before; hands of `before` are as they were then."""
        following = (actor + 1) % self.rules.players
        target = (actor + int(words[1])) % self.rules.players if words[0] == "hint" else None
        if target != following and self.before.tokens > 0 and not last:
            chop = self._chop(self.before, following)
            if chop is not None:
                self.knowledge[chop.age] -= self._valuable(self.before)
        if words[0] == "hint":
            self._read_hint(now, actor, target, _hint_of(words), touched)
        elif words[0] == "discard":
            self._read_finesse(now, actor, int(words[1]))

    def _read_finesse(self, now: Sight, actor: int, slot: int) -> None:
        """A discard of what all knew to be playable: someone's newest card is the same."""
        left = next(held for held in self.before.hands[actor] if held.slot == slot)
        known = self.knowledge[left.age]
        thrown = [card for card in now.cards() if now.discards[card] > self.before.discards[card]]
        if known != set(thrown) or not self._playable(now) >= known:
            return
        holders = [
            seat
            for seat in range(1, len(now.hands))
            if seat != actor and now.hands[seat] and _newest(now, seat).card == thrown[0]
        ]
        # In the order of absolute seats the first counts; without one it is the own newest card.
        holder = min(holders, key=lambda seat: (seat + self.me) % len(now.hands), default=0)
        if len(now.hands) == 2:
            holder = 1 - actor
        if holder != actor and now.hands[holder]:
            newest = _newest(now, holder)
            if thrown[0] in newest.possible:
                self.knowledge[newest.age] = set(thrown)

    def _read_hint(self, now: Sight, actor: int, target: int, hint: Hint, touched: int) -> None:
        """Warning, burn, or pointer."""
        hand = _by_age(now.hands[target])
        playable, valuable = self._playable(now), self._valuable(now)
        hit = [held for held in hand if touched >> held.slot & 1]
        burn = hint[0] == "rank" and self.before.tokens == self.rules.information_tokens
        burn = burn and actor == (target + 1) % self.rules.players and hand[0] in hit
        chop = self._chop(self.before, target)
        warning = False
        if hint[0] == "rank" and target == (actor + 1) % self.rules.players and not burn:
            touches_chop = chop is not None and any(held.age == chop.age for held in hit)
            warning = touches_chop and self._reads_as_warning(now, chop.age, hint)
        before = {held.age: set(self.knowledge[held.age]) for held in hand}
        if warning:
            self.knowledge[chop.age] &= valuable
        for held in hand:
            self.knowledge[held.age] &= held.possible
        if warning or burn:
            return
        doubtful = [held for held in hand if _maybe(before[held.age], playable)]
        if any(_surely(self.knowledge[held.age], playable) for held in doubtful):
            return
        pointed = [h for h in doubtful if h in hit and _maybe(self.knowledge[h.age], playable)]
        if pointed:
            self.knowledge[pointed[-1].age] &= playable

    def _reads_as_warning(self, now: Sight, age: int, hint: Hint) -> bool:
        valuable, known = self._valuable(now), self.knowledge[age]
        fitting = {card for card in known if _fits(hint, card)}
        return _maybe(known, valuable) and bool(fitting & valuable)

    def _renew(self, sight: Sight) -> None:
        """New cards can be anything; what can no longer be true is begun anew from the hints."""
        left = self._left(sight)
        held = [held for hand in sight.hands for held in hand]
        old = self.knowledge
        self.knowledge = {h.age: old.get(h.age, set(h.possible)) for h in held}
        for one in held:
            self.knowledge[one.age] = self.knowledge[one.age] & left or one.possible & left

    def _count(self, sight: Sight) -> None:
        """What is unknown is no card whose copies are all used or known, until nothing changes."""
        while True:
            known = [next(iter(cards)) for cards in self.knowledge.values() if len(cards) == 1]
            gone = {
                card
                for card in sight.cards()
                if self._copies_left(sight, card) <= known.count(card)
            }
            changed = False
            for age, cards in self.knowledge.items():
                if len(cards) > 1 and cards & gone and cards - gone:
                    self.knowledge[age] = cards - gone
                    changed = True
            if not changed:
                return

    # --- The table -------------------------------------------------------------------------------

    def _copies_left(self, sight: Sight, card: Card) -> int:
        suit, rank = card
        return self.rules.copies[rank - 1] - sight.discards[card] - (sight.fireworks[suit] >= rank)

    def _left(self, sight: Sight) -> set[Card]:
        return {card for card in sight.cards() if self._copies_left(sight, card) > 0}

    def _playable(self, sight: Sight) -> set[Card]:
        return {card for card in sight.cards() if sight.playable(card)}

    def _useless(self, sight: Sight) -> set[Card]:
        return {card for card in sight.cards() if sight.useless(card)}

    def _valuable(self, sight: Sight) -> set[Card]:
        last = {card for card in sight.cards() if self._copies_left(sight, card) == 1}
        return last - self._useless(sight)

    def _chop(self, sight: Sight, seat: int) -> Held | None:
        """The card of a seat (0 is the own) that it discards next; None if it has better to do."""
        playable, useless = self._playable(sight), self._useless(sight)
        hand = _by_age(sight.hands[seat])
        for held in hand:
            known = self.knowledge[held.age]
            if _surely(known, playable) or _surely(known, useless):
                return None
        free = [h for h in hand if not self.knowledge[h.age] <= self._valuable(sight)]
        return max(free, key=lambda h: _share(self.knowledge[h.age], useless), default=None)

    # --- Acting ----------------------------------------------------------------------------------

    def act(self, view) -> str:
        """What the seat to act does, in words."""
        sight = sight_of(self.rules, view)
        deck = self.rules.deck_size - int(view.deck_drawn)
        full = sight.tokens == self.rules.information_tokens
        private = self._private(sight)
        at_risk = int(view.life_tokens) < 3
        late = deck <= self.numbers["last_cards_at_risk" if at_risk else "last_cards"]
        needed = [card for card in sight.cards() if not sight.useless(card)]
        spare = max(deck + self.rules.players - len(needed), 0)
        may_hint = sight.tokens > self.numbers["tokens_kept"]
        urgent = deck <= self.numbers["short_deck"] and not self._next_plays(sight)
        moves = [
            deck == 0 and (self._play(sight, private) or self._gamble(sight, private)),
            sight.tokens > 0 and self._rescue(sight),
            not full and spare >= self.numbers["draws_for_finesse"] and self._finesse(sight),
            urgent and may_hint and self._hint(sight),
            self._play(sight, private),
            may_hint and self._hint(sight),
            late and self._gamble(sight, private),
            full and self._burn(sight),
            full and (self._gamble(sight, private) or f"play {_newest(sight, 0).slot}"),
            self._discard(sight, private),
        ]
        return next(move for move in moves if move)

    def _unseen(self, sight: Sight) -> Counter[Card]:
        """Copies that the seat neither sees nor can name in its own hand."""
        unseen = unseen_counts(sight)
        for held in sight.hands[0]:
            if len(self.knowledge[held.age]) == 1:
                unseen[next(iter(self.knowledge[held.age]))] -= 1
        return unseen

    def _private(self, sight: Sight) -> dict[int, set[Card]]:
        """What the own cards can be by all that their holder sees, by place in the deck."""
        unseen = self._unseen(sight)
        private = {}
        for held in sight.hands[0]:
            known = self.knowledge[held.age]
            fits = {card for card in known if unseen[card] > 0}
            private[held.age] = known if len(known) == 1 or not fits else fits
        return private

    def _play(self, sight: Sight, private: dict[int, set[Card]]) -> str:
        playable = self._playable(sight)
        sure = [h for h in _by_age(sight.hands[0]) if _surely(private[h.age], playable)]

        def urgency(held: Held) -> tuple[bool, bool, int]:
            ranks = {rank for _, rank in private[held.age]}
            secret = not _surely(self.knowledge[held.age], playable)
            return secret, len(ranks) > 1, -min(ranks)

        return f"play {max(sure, key=urgency).slot}" if sure else ""

    def _gamble(self, sight: Sight, private: dict[int, set[Card]]) -> str:
        playable = self._playable(sight)
        hand = _by_age(sight.hands[0])[::-1]
        hopeful = [held for held in hand if private[held.age] & playable]
        best = max(hopeful, key=lambda held: _share(private[held.age], playable), default=None)
        return f"play {best.slot}" if best else ""

    def _rescue(self, sight: Sight) -> str:
        chop = self._chop(sight, 1)
        if chop is None or chop.card not in self._valuable(sight):
            return ""
        hint = self._best_hint(sight, 1)
        return _words(1, hint[1]) if hint else _words(1, ("rank", chop.card[1]))

    def _finesse(self, sight: Sight) -> str:
        newest = [
            _newest(sight, seat).card for seat in range(1, len(sight.hands)) if sight.hands[seat]
        ]
        for held in _by_age(sight.hands[0]):
            known = self.knowledge[held.age]
            spare = known <= self._playable(sight) - self._valuable(sight)
            if len(known) == 1 and spare and newest.count(next(iter(known))) == 1:
                return f"discard {held.slot}"
        return ""

    def _next_plays(self, sight: Sight) -> bool:
        """Whether all know that the next seat holds a playable card."""
        hand = [self.knowledge[held.age] for held in sight.hands[1]]
        return any(_surely(known, self._playable(sight)) for known in hand)

    def _hint(self, sight: Sight) -> str:
        found = [(self._best_hint(sight, seat), seat) for seat in range(1, len(sight.hands))]
        cost = self.numbers["seat_cost"]
        offers = [(hint[0] - cost * (seat - 1), hint[1], seat) for hint, seat in found if hint]
        offers = [offer for offer in offers if offer[0] >= self.numbers["worth_a_hint"]]
        if not offers:
            return ""
        _, hint, seat = max(offers, key=lambda offer: offer[0])
        return _words(seat, hint)

    def _best_hint(self, sight: Sight, seat: int) -> tuple[int, Hint] | None:
        """How much the best hint to a seat excludes, and the hint."""
        hand = sight.hands[seat]
        hints = [("color", suit) for suit in range(self.rules.suits)]
        hints += [("rank", rank) for rank in range(1, self.rules.ranks + 1)]
        legal = [hint for hint in hints if any(_fits(hint, held.card) for held in hand)]
        chop = self._chop(sight, seat) if seat == 1 else None
        if chop is not None:
            rank = ("rank", chop.card[1])
            if self._reads_as_warning(sight, chop.age, rank):
                legal = [hint for hint in legal if hint != rank]
        good = [hint for hint in legal if self._is_honest(sight, seat, hint)]
        offers = [(self._excludes(sight, seat, hint), hint) for hint in good]
        best = max(offers, key=lambda offer: offer[0], default=None)
        return best if best and best[0] > 0 else None

    def _after(self, hint: Hint, held: Held) -> set[Card]:
        """What a card could be after a hint, to the letter."""
        hit = _fits(hint, held.card)
        return {card for card in self.knowledge[held.age] if _fits(hint, card) == hit}

    def _excludes(self, sight: Sight, seat: int, hint: Hint) -> int:
        return sum(
            len(self.knowledge[held.age]) - len(self._after(hint, held))
            for held in sight.hands[seat]
        )

    def _is_honest(self, sight: Sight, seat: int, hint: Hint) -> bool:
        """Whether a hint proves a card playable, or points at one that is."""
        playable = self._playable(sight)
        doubtful = [
            h for h in _by_age(sight.hands[seat]) if _maybe(self.knowledge[h.age], playable)
        ]
        if any(_surely(self._after(hint, held), playable) for held in doubtful):
            return True
        pointed = [
            held
            for held in doubtful
            if _fits(hint, held.card) and _maybe(self._after(hint, held), playable)
        ]
        return bool(pointed) and pointed[-1].card in playable

    def _burn(self, sight: Sight) -> str:
        if sight.tokens > 0:
            for seat in range(len(sight.hands) - 1, 0, -1):
                if sight.hands[seat]:
                    return _words(seat, ("rank", _by_age(sight.hands[seat])[0].card[1]))
        return ""

    def _discard(self, sight: Sight, private: dict[int, set[Card]]) -> str:
        useless = self._useless(sight)
        hand = _by_age(sight.hands[0])
        trash = [held for held in hand if _surely(private[held.age], useless)]
        chop = self._chop(sight, 0)
        if trash:
            return (
                f"discard {min(trash, key=lambda h: _share(self.knowledge[h.age], useless)).slot}"
            )
        if chop is not None:
            return f"discard {chop.slot}"

        def rank(held: Held) -> int:
            ranks = {rank for _, rank in self.knowledge[held.age]}
            return ranks.pop() if len(ranks) == 1 else 0

        return f"discard {max(hand, key=rank).slot}"


# --- Small words ---------------------------------------------------------------------------------


def _by_age(hand: list[Held]) -> list[Held]:
    return sorted(hand, key=lambda held: held.age)


def _newest(sight: Sight, seat: int) -> Held:
    return _by_age(sight.hands[seat])[-1]


def _surely(cards: set[Card], kind: set[Card]) -> bool:
    return bool(cards) and cards <= kind


def _maybe(cards: set[Card], kind: set[Card]) -> bool:
    return bool(cards & kind) and not cards <= kind


def _share(cards: set[Card], kind: set[Card]) -> Fraction:
    return Fraction(len(cards & kind), len(cards))


def _fits(hint: Hint, card: Card) -> bool:
    return card[0 if hint[0] == "color" else 1] == hint[1]


def _hint_of(words: list[str]) -> Hint:
    colors = ("red", "yellow", "green", "white", "blue", "purple")
    return ("rank", int(words[2])) if words[2].isdigit() else ("color", colors.index(words[2]))


def _words(seat: int, hint: Hint) -> str:
    colors = ("red", "yellow", "green", "white", "blue", "purple")
    return f"hint {seat} {colors[hint[1]] if hint[0] == 'color' else hint[1]}"
