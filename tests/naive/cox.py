"""The agents of Cox et al. as a person would write them down: lists, sets, fractions.

A twin sits in all five seats and keeps what all know; an actor does not look at its own hand.
"""

from __future__ import annotations

from fractions import Fraction

from tests.naive.game import HeldCard, NaiveAction, NaiveGame

__all__ = ["NaiveInformation", "NaiveRecommendation"]

#: (suit, rank from 1).
Card = tuple[int, int]


def others(game: NaiveGame, seat: int) -> list[int]:
    return [other for other in range(5) if other != seat]


def code_of(action: NaiveAction) -> int:
    """What a hint sends: 0 to 3 by rank, 4 to 7 by color."""
    return action[1] - 1 + (4 if action[0] == "color" else 0)


def held(game: NaiveGame, seat: int) -> list[tuple[int, HeldCard]]:
    return [(slot, card) for slot, card in enumerate(game.hands[seat]) if card]


def last_resort(game: NaiveGame) -> NaiveAction:
    """The rank of the nearest seat's first card; else the oldest card goes."""
    for offset in range(1, 5):
        for _, card in held(game, (game.seat + offset) % 5):
            if game.tokens:
                return "rank", offset, card.rank
    slot, _ = min(held(game, game.seat), key=lambda place: place[1].age)
    return "discard" if game.tokens < game.rules.information_tokens else "play", slot


def says_nothing(game: NaiveGame) -> bool:
    """Whether hints carry no code any more."""
    return any(not held(game, seat) for seat in range(5))


def hint(game: NaiveGame, code: int, choose) -> NaiveAction:
    """The hint that sends `code`, about the card that `choose` picks."""
    offset, kind = code % 4 + 1, "color" if code >= 4 else "rank"
    card = choose(kind, held(game, (game.seat + offset) % 5))
    return kind, offset, card.suit if kind == "color" else card.rank


class NaiveRecommendation:
    """`cox-recommendation`."""

    def __init__(self) -> None:
        self.told: dict[int, int] = {}
        self.plays = 0

    def number(self, game: NaiveGame, seat: int) -> int:
        """0-3 to play a slot, 4-7 to discard slot number - 4."""
        cards = [(slot, card) for slot, card in held(game, seat) if slot < 4]
        top = game.rules.ranks
        order = {slot: (card.rank, card.suit) for slot, card in cards}
        fits = [slot for slot, card in cards if game.is_playable((card.suit, card.rank))]
        tops = [slot for slot in fits if order[slot][0] == top]
        if tops:
            return max(tops)
        if fits:
            return min(fits, key=lambda slot: order[slot])
        dead = [slot for slot, card in cards if card.rank <= game.fireworks[card.suit]]
        spare = [
            slot
            for slot, card in cards
            if card.rank != top and (card.suit, card.rank) not in game.discards
        ]
        worst = max(dead or spare, key=lambda slot: (order[slot], -slot), default=3)
        return 4 + worst

    def decide(self, game: NaiveGame) -> NaiveAction:
        """What the seat to act does."""
        told, slots = self.told.get(game.seat), [slot for slot, _ in held(game, game.seat)]
        soon = self.plays == 0 or (self.plays == 1 and game.lives > 1)
        if told in slots and told < 4 and soon:
            return "play", told
        if game.tokens and says_nothing(game):
            return last_resort(game)
        if game.tokens:
            code = sum(self.number(game, seat) for seat in others(game, game.seat)) % 8
            return hint(game, code, lambda kind, cards: cards[0][1])
        for slot in ([told - 4] if told is not None and told >= 4 else []) + [3]:
            if slot in slots and game.tokens < game.rules.information_tokens:
                return "discard", slot
        return last_resort(game)

    def watch(self, before: NaiveGame, action: NaiveAction, after: NaiveGame) -> None:
        """Keep what an action has told."""
        if len(action) == 2:
            self.told.pop(before.seat, None)
            self.plays += after.last.scored
            return
        self.told, self.plays = {}, 0
        if says_nothing(before):
            return
        self.told = {seat: self.number(before, seat) for seat in others(before, before.seat)}
        assert sum(self.told.values()) % 8 == code_of(action)


class NaiveInformation:
    """`cox-information`; `known` holds, by age of the card, the cards that it can be."""

    def __init__(self, game: NaiveGame) -> None:
        self.known: dict[int, set[Card]] = {}
        self.rule_out(game)

    def can_be(self, game: NaiveGame, seat: int) -> list[tuple[int, set[Card]]]:
        """The slots of a seat with what all know."""
        for _, card in held(game, seat):
            self.known.setdefault(card.age, set(game.cards()))
        return [(slot, self.known[card.age]) for slot, card in held(game, seat)]

    def identified(self, game: NaiveGame) -> list[Card]:
        """Cards in hands that all know."""
        hands = [self.can_be(game, seat) for seat in range(5)]
        return [next(iter(known)) for hand in hands for _, known in hand if len(known) == 1]

    def rule_out(self, game: NaiveGame) -> None:
        """Nobody holds a card of which all copies are elsewhere."""
        while True:
            found = self.identified(game)
            gone = {card for card in game.cards() if game.left(card) <= found.count(card)}
            hands = [known for seat in range(5) for _, known in self.can_be(game, seat)]
            narrowed = [known for known in hands if len(known) > 1 and known & gone]
            if not narrowed:
                return
            for known in narrowed:
                known.difference_update(gone)

    def question(self, game: NaiveGame, seat: int) -> int:
        """The slot most likely playable of those not identified."""
        found = self.identified(game)
        best, best_chance = 0, Fraction(0)
        for slot, known in self.can_be(game, seat):
            weights = {card: game.left(card) - found.count(card) for card in known}
            playable = sum(weight for card, weight in weights.items() if game.is_playable(card))
            if len(known) > 1 and Fraction(playable, sum(weights.values())) > best_chance:
                best, best_chance = slot, Fraction(playable, sum(weights.values()))
        return best

    def classes(self, game: NaiveGame, known: set[Card]) -> list[set[Card]]:
        """Eight classes: the played cards, then single ones, then up to eight together."""
        played = {card for card in known if card[1] <= game.fireworks[card[0]]}
        live = sorted(known - played, key=lambda card: (card[1], card[0]))
        total = len(live) + bool(played)
        alone = max(count for count in range(9) if count + 8 * (8 - count) >= total)
        found = [played] if played else []
        while len(found) < alone and live:
            found.append({live.pop(0)})
        while live:
            found.append(set(live[:8]))
            del live[:8]
        assert len(found) <= 8
        return found

    def number(self, game: NaiveGame, seat: int) -> int:
        """The class of the card in question."""
        slot = self.question(game, seat)
        card, known = game.hands[seat][slot], dict(self.can_be(game, seat)).get(slot)
        if card is None:  # slots are fixed, all others are identified, and this one is empty
            return 0
        parts = self.classes(game, known)
        return next(n for n, part in enumerate(parts) if (card.suit, card.rank) in part)

    def certain(self, game: NaiveGame) -> list[int]:
        """Own slots that must be playable, by what the actor sees as well."""
        own = {slot: set(known) for slot, known in self.can_be(game, game.seat)}
        seen = [
            (card.suit, card.rank)
            for seat in others(game, game.seat)
            for _, card in held(game, seat)
        ]
        while True:
            found = seen + [next(iter(known)) for known in own.values() if len(known) == 1]
            gone = {card for card in game.cards() if game.left(card) <= found.count(card)}
            narrowed = [known for known in own.values() if len(known) > 1 and known & gone]
            if not narrowed:
                break
            for known in narrowed:
                known.difference_update(gone)
        return [slot for slot, known in own.items() if all(map(game.is_playable, known))]

    def decide(self, game: NaiveGame) -> NaiveAction:
        """What the seat to act does."""
        if certain := self.certain(game):
            return "play", certain[0]
        own = self.can_be(game, game.seat)
        dead = [slot for slot, known in own if all(r <= game.fireworks[s] for s, r in known)]
        may_discard = game.tokens < game.rules.information_tokens
        if dead and may_discard and len(game.discards) < 5:
            return "discard", dead[0]
        if game.tokens:
            return last_resort(game) if says_nothing(game) else self.send(game)
        if not may_discard:
            return last_resort(game)
        named = [(slot, next(iter(known))) for slot, known in own if len(known) == 1]
        twice = [slot for slot, card in named if self.identified(game).count(card) > 1]
        spare = [slot for slot, card in named if game.left(card) > 1]
        unsure = [slot for slot, known in own if len(known) > 1]
        return "discard", [*dead, *twice, *spare, *unsure, own[0][0]][0]

    def send(self, game: NaiveGame) -> NaiveAction:
        """The hint of the code; of its cards the last with something new to tell."""
        code = sum(self.number(game, seat) for seat in others(game, game.seat)) % 8

        def choose(kind, cards):
            place = 0 if kind == "color" else 1
            new = [c for _, c in cards if len({known[place] for known in self.known[c.age]}) > 1]
            return new[-1] if new else cards[0][1]

        return hint(game, code, choose)

    def watch(self, before: NaiveGame, action: NaiveAction, after: NaiveGame) -> None:
        """Keep what an action has told."""
        if len(action) == 3 and not says_nothing(before):
            seats = others(before, before.seat)
            told = [
                (seat, self.question(before, seat), self.number(before, seat)) for seat in seats
            ]
            assert sum(number for _, _, number in told) % 8 == code_of(action)
            for seat, slot, number in told:
                known = dict(self.can_be(before, seat)).get(slot)
                if known:
                    known &= self.classes(before, known)[number]
        if len(action) == 3:
            for seat in range(5):
                for _, card in held(after, seat):
                    self.known[card.age] &= {c for c in after.cards() if card.could_be(*c)}
        self.rule_out(after)
