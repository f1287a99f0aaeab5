"""`information` as a person would write it down: tables of weights, lists, fractions.

Every seat has a `Mind` of its own, with its own record of what all seats know. A mind is shown
whole games and looks at no card of its own.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from hanabilab.game.rules import Rules
from tests.naive.game import NaiveAction, NaiveGame

__all__ = ["Mind"]

#: (suit, rank from 1).
Card = tuple[int, int]
#: How many copies of each card a slot may hold; a card without copies is not in it. An empty slot
#: has an empty table.
Table = dict[Card, int]
#: ("color" or "rank", suit or rank).
Words = tuple[str, int]
#: The numbers that the agent declares, by name.
Numbers = Mapping[str, int]


def chance(table: Table, wanted) -> Fraction:
    """How likely a card is of a kind."""
    return Fraction(sum(table[card] for card in table if wanted(card)), sum(table.values()))


def mean(table: Table, value) -> Fraction:
    """The mean of a card's values."""
    return Fraction(sum(table[card] * value(card) for card in table), sum(table.values()))


def is_settled(table: Table, game: NaiveGame) -> bool:
    """Nothing to learn: one card, or certainly useless."""
    return len(table) == 1 or all(map(game.is_useless, table))


def touches(words: Words, card: Card) -> bool:
    """Whether a hint names this card's suit or rank."""
    return (card[0] if words[0] == "color" else card[1]) == words[1]


# --- Questions -----------------------------------------------------------------------------------


@dataclass
class ListQuestion:
    """Which is the first slot that is playable (useless)?"""

    asked: list[tuple[str, int]]

    @property
    def amount(self) -> int:
        return len(self.asked) + 1

    def _is_so(self, kind: str, game: NaiveGame):
        return game.is_playable if kind == "playable" else game.is_useless

    def answer(self, hand: list[Card | None], game: NaiveGame) -> int:
        for place, (kind, slot) in enumerate(self.asked, start=1):
            if self._is_so(kind, game)(hand[slot]):
                return place
        return 0

    def apply(self, tables: list[Table], game: NaiveGame, answer: int) -> None:
        for place, (kind, slot) in enumerate(self.asked, start=1):
            is_so = self._is_so(kind, game)
            if answer in (0, place) or place < answer:
                wanted = place == answer
                tables[slot] = {c: n for c, n in tables[slot].items() if is_so(c) == wanted}


@dataclass
class CardQuestion:
    """Which block of cards is the card of a slot in?"""

    slot: int
    blocks: list[list[Card]]

    @property
    def amount(self) -> int:
        return len(self.blocks)

    def answer(self, hand: list[Card | None], game: NaiveGame) -> int:
        return next(i for i, block in enumerate(self.blocks) if hand[self.slot] in block)

    def apply(self, tables: list[Table], game: NaiveGame, answer: int) -> None:
        table = tables[self.slot]
        tables[self.slot] = {card: table[card] for card in table if card in self.blocks[answer]}


def ask(tables: list[Table], game: NaiveGame, room: int) -> ListQuestion | CardQuestion | None:
    """The next question to a hand, with at most `room` answers."""
    waiting = [slot for slot, table in enumerate(tables) if not is_settled(table, game)]
    held = [table for table in tables if table]
    play = {slot: chance(tables[slot], game.is_playable) for slot in waiting}
    waste = {slot: chance(tables[slot], game.is_useless) for slot in waiting}
    if not any(all(map(game.is_playable, table)) for table in held):
        asked = [(play[slot], "playable", slot) for slot in waiting if play[slot]]
        if not any(all(map(game.is_useless, table)) for table in held):
            asked += [(waste[slot], "useless", slot) for slot in waiting if waste[slot]]
        asked = sorted(asked, key=lambda one: (one[1] == "useless", -one[0]))[: room - 1]
        asked = sorted(asked, key=lambda one: (one[1] == "useless", one[0]))
        if asked:
            return ListQuestion([(kind, slot) for _, kind, slot in asked])
    distance = {slot: abs(play[slot] - Fraction(7, 10)) for slot in waiting}
    likely = [slot for slot in waiting if distance[slot] <= Fraction(2, 10)]
    if likely:
        return ListQuestion([("playable", min(likely, key=lambda slot: (distance[slot], slot)))])
    if not waiting:
        return None
    slot = min(waiting, key=lambda slot: (waste[slot], slot))
    return CardQuestion(slot, deal_to_blocks(tables[slot], game, room))


def deal_to_blocks(table: Table, game: NaiveGame, room: int) -> list[list[Card]]:
    """Useful cards dealt round and round, useless ones in a block of their own."""
    useful = [card for card in sorted(table) if not game.is_useless(card)]
    useless = [card for card in sorted(table) if game.is_useless(card)]
    count = room - bool(useless)
    blocks = [useful[first::count] for first in range(count)]
    return [block for block in blocks if block] + ([useless] if useless else [])


def number_of(
    tables: list[Table], hand: list[Card | None], game: NaiveGame, total: int
) -> tuple[int, list[Table]]:
    """The number of a hand that one sees, and what its owner will know."""
    number, unit, tables = 0, 1, list(tables)
    while (room := (total - number - 1) // unit + 1) > 1:
        question = ask(tables, game, room)
        if question is None:
            break
        answer = question.answer(hand, game)
        question.apply(tables, game, answer)
        number, unit = number + unit * answer, unit * question.amount
    assert number < total
    return number, tables


def read_number(tables: list[Table], game: NaiveGame, number: int, total: int) -> list[Table]:
    """What the owner knows from its number."""
    tables, room = list(tables), total
    while room > 1:
        question = ask(tables, game, room)
        if question is None:
            break
        number, answer = divmod(number, question.amount)
        question.apply(tables, game, answer)
        room = (room - answer - 1) // question.amount + 1
    assert number == 0
    return tables


# --- Hints as codes ------------------------------------------------------------------------------


def count_numbers(rules: Rules, tables: list[Table]) -> int:
    """How many numbers hints to a hand can always say."""
    held = [table for table in tables if table]
    if not held:
        return 0
    if any(all(table.get(card, 0) >= len(held) for table in held) for card in held[0]):
        return 2
    suits, ranks = range(rules.suits), range(1, rules.ranks + 1)
    one_suit = any(all(any(card[0] == suit for card in t) for t in held) for suit in suits)
    one_rank = any(all(any(card[1] == rank for card in t) for t in held) for rank in ranks)
    return 3 if one_suit or one_rank else 4


def anchor_of(tables: list[Table], game: NaiveGame) -> int:
    """The slot that most is unknown of."""

    def unknown(table: Table) -> int:
        if is_settled(table, game):
            return 0
        return 1 + (len({suit for suit, _ in table}) > 1) + (len({rank for _, rank in table}) > 1)

    slots = [slot for slot, table in enumerate(tables) if table]
    return max(slots, key=lambda slot: (unknown(tables[slot]), -slot))


def words_for(number: int, numbers: int, anchor: Card, hand: list[Card | None]) -> list[Words]:
    """The hints that say a number, colors before ranks, lower before higher."""
    cards = [card for card in hand if card]
    words: list[Words] = [("color", suit) for suit in sorted({suit for suit, _ in cards})]
    words += [("rank", rank) for rank in sorted({rank for _, rank in cards})]
    if number == 0:
        return [("rank", anchor[1])]
    if number == 1:
        return [("color", anchor[0])]
    missing = [one for one in words if not touches(one, anchor)]
    if numbers == 3:
        return missing
    return [one for one in missing if one[0] == ("rank" if number == 2 else "color")]


def goodness(
    words: Words, tables: list[Table], hand: list[Card | None], game: NaiveGame
) -> Fraction:
    """By how much a hint narrows down what is not settled, twice as good where it settles it."""
    factors = [Fraction(1)]
    for table, card in zip(tables, hand, strict=True):
        if not is_settled(table, game):
            left = {c: n for c, n in table.items() if touches(words, c) == touches(words, card)}
            bonus = 2 if is_settled(left, game) else 1
            factors.append(bonus * Fraction(sum(table.values()), sum(left.values())))
    return prod(factors)


# --- A seat --------------------------------------------------------------------------------------


def cards_in(hand) -> list[Card | None]:
    """The cards of a hand of a naive game."""
    return [held and (held.suit, held.rank) for held in hand]


class Mind:
    """What one seat makes of a game."""

    def __init__(self, rules: Rules, seat: int, numbers: Numbers) -> None:
        ranks = range(1, rules.ranks + 1)
        self.rules, self.seat, self.numbers = rules, seat, numbers
        self.left = {(s, r): rules.copies[r - 1] for s in range(rules.suits) for r in ranks}
        hands = range(rules.hand_size)
        self.public = [[dict(self.left) for _ in hands] for _ in range(rules.players)]

    def others(self, actor: int) -> list[int]:
        """The seats to the left of the actor, nearest first."""
        return [(actor + offset) % self.rules.players for offset in range(1, self.rules.players)]

    def hand_in(self, game: NaiveGame, seat: int) -> list[Card | None]:
        """A hand that this seat sees."""
        assert seat != self.seat
        return cards_in(game.hands[seat])

    # --- Deciding ---

    def decide(self, game: NaiveGame) -> NaiveAction:
        """The action on this seat's turn; its steps are numbered as in the agent's module."""
        own = self._private(game)
        slots = [slot for slot, table in enumerate(own) if table]
        if self._hints_first(game):
            hint = self._choose_hint(game)
            if hint:
                return hint
        sure = [slot for slot in slots if all(map(game.is_playable, own[slot]))]
        if sure:  # step 1
            worth = {slot: mean(own[slot], lambda c: self._worth(game, c)) for slot in sure}
            return "play", max(sure, key=lambda slot: (worth[slot], -slot))
        play = {slot: chance(own[slot], game.is_playable) for slot in slots}
        in_hands = self.rules.players * self.rules.hand_size
        spare = len(game.deck) - self.rules.max_score - in_hands - len(game.discards)
        tries = [
            slot
            for slot in slots
            if all(game.is_playable(card) or game.is_useless(card) for card in own[slot])
        ]
        if spare >= self.numbers["spare_for_play"] and game.lives > 1:  # step 2
            for kind, among in (("likely", tries), ("risky", slots)):
                best = max(among, key=lambda slot: (play[slot], -slot), default=None)
                if best is not None and play[best] > Fraction(self.numbers[kind], 100):
                    return "play", best
        useless = self._useless(own, game)
        if self._wants_to_hint(
            game, bool(useless) and spare >= self.numbers["spare_for_discard"]
        ):  # step 3
            hint = self._choose_hint(game)
            if hint:
                return hint
        if game.tokens == self.rules.information_tokens:
            return "play", max(slots, key=lambda slot: (play[slot], -slot))
        return "discard", self._choose_discard(game, own, useless)  # step 4

    def _private(self, game: NaiveGame) -> list[Table]:
        tables = copy.deepcopy(self.public[self.seat])
        for card in self._seen(game):
            for table in tables:
                take_copy(table, card)
        return tables

    def _seen(self, game: NaiveGame) -> list[Card]:
        """The cards in the hands of others."""
        hands = [self.hand_in(game, seat) for seat in self.others(self.seat)]
        return [card for hand in hands for card in hand if card]

    def _worth(self, game: NaiveGame, card: Card) -> Fraction:
        holders = 1
        if game.drawn < len(game.deck):
            holders += sum(card in self.hand_in(game, seat) for seat in self.others(self.seat))
        return Fraction(self.numbers["high_rank"] - card[1], holders)

    def _useless(self, tables: list[Table], game: NaiveGame) -> list[int]:
        named = Counter(next(iter(table)) for table in tables if len(table) == 1)
        found = []
        for slot, table in enumerate(tables):
            twice = len(table) == 1 and named[next(iter(table))] > 1
            if table and (all(map(game.is_useless, table)) or twice):
                found.append(slot)
        return found

    def _knows_playable(self, seat: int, game: NaiveGame) -> bool:
        return any(table and all(map(game.is_playable, table)) for table in self.public[seat])

    def _needs_hint(self, seat: int, game: NaiveGame) -> bool:
        """Whether a seat holds a playable card and knows none."""
        able = any(card and game.is_playable(card) for card in self.hand_in(game, seat))
        return able and not self._knows_playable(seat, game)

    def _hints_first(self, game: NaiveGame) -> bool:
        short = len(game.deck) - game.drawn < self.numbers["short_deck"]
        rich = game.tokens >= self.numbers["tokens_first"]
        return short and rich and any(self._needs_hint(s, game) for s in self.others(self.seat))

    def _wants_to_hint(self, game: NaiveGame, would_discard: bool) -> bool:
        if game.tokens == 0:
            return False
        able = [
            seat
            for seat in self.others(self.seat)
            if any(card and game.is_playable(card) for card in self.hand_in(game, seat))
        ]
        if game.tokens == self.rules.information_tokens:
            return True
        if any(self._needs_hint(seat, game) for seat in able):
            return True
        if would_discard:
            return False
        share = Fraction(self.numbers["tokens_spare"], 100)
        return bool(able) or game.tokens > share * self.rules.information_tokens

    def _choose_hint(self, game: NaiveGame) -> NaiveAction | None:
        seats = self.others(self.seat)
        numbers = [count_numbers(self.rules, self.public[seat]) for seat in seats]
        total = sum(numbers)
        if total == 0:
            return None
        told = [self._number_of(game, seat, total)[0] for seat in seats]
        code = sum(told) % total
        place = 0
        while code >= numbers[place]:
            code -= numbers[place]
            place += 1
        seat = seats[place]
        hand, known = self.hand_in(game, seat), self.public[seat]
        anchor = hand[anchor_of(known, game)]
        options = words_for(code, numbers[place], anchor, hand)
        kind, value = max(options, key=lambda words: goodness(words, known, hand, game))
        return kind, place + 1, value

    def _number_of(self, game: NaiveGame, seat: int, total: int) -> tuple[int, list[Table]]:
        return number_of(self.public[seat], self.hand_in(game, seat), game, total)

    def _choose_discard(self, game: NaiveGame, own: list[Table], useless: list[int]) -> int:
        known = self._useless(self.public[self.seat], game)
        if len(known) > 1:
            then = copy.deepcopy(self)
            then._hear_silence(game, self.seat)
            told = [then._number_of(game, seat, len(known))[0] for seat in self.others(self.seat)]
            return known[sum(told) % len(known)]
        if useless:
            return useless[0]
        seen, worth = self._seen(game), self.numbers

        def gain(slot: int) -> Fraction:
            return (
                worth["held"] * chance(own[slot], lambda card: card in seen)
                + worth["spare_copy"]
                * chance(own[slot], lambda c: game.is_useless(c) or self.left[c] > 1)
                + worth["rank"] * mean(own[slot], lambda card: card[1])
            )

        return max((slot for slot, t in enumerate(own) if t), key=lambda slot: (gain(slot), -slot))

    # --- Learning ---

    def learn(self, before: NaiveGame, action: NaiveAction, after: NaiveGame) -> None:
        """Take in an action: what it means, then what it says or shows."""
        actor, place = before.seat, action[1]
        if action[0] in ("color", "rank"):
            target = (actor + place) % self.rules.players
            touched = [slot in after.last.touched for slot in range(self.rules.hand_size)]
            self._read_hint(before, actor, target, action, touched)
            for slot, hit in enumerate(touched):
                table = self.public[target][slot]
                words = (action[0], action[2])
                kept = {card: n for card, n in table.items() if touches(words, card) == hit}
                self.public[target][slot] = kept
            return
        if action[0] == "discard":
            known = self._useless(self.public[actor], before)
            self._hear_silence(before, actor)
            if len(known) > 1:
                self._share(before, actor, known.index(place), len(known))
        self._reveal(actor, place, after)

    def _hear_silence(self, game: NaiveGame, actor: int) -> None:
        """Nobody needed a hint, if there was one to give."""
        for seat in self.others(actor):
            if game.tokens > 0 and not self._knows_playable(seat, game):
                for slot, table in enumerate(self.public[seat]):
                    kept = {card: n for card, n in table.items() if not game.is_playable(card)}
                    self.public[seat][slot] = kept

    def _read_hint(
        self, game: NaiveGame, actor: int, target: int, action: NaiveAction, touched: list[bool]
    ) -> None:
        seats = self.others(actor)
        numbers = [count_numbers(self.rules, self.public[seat]) for seat in seats]
        place = seats.index(target)
        if touched[anchor_of(self.public[target], game)]:
            number = 0 if action[0] == "rank" else 1
        elif numbers[place] == 3:
            number = 2
        else:
            number = 2 if action[0] == "rank" else 3
        assert number < numbers[place]
        self._share(game, actor, sum(numbers[:place]) + number, sum(numbers))

    def _share(self, game: NaiveGame, actor: int, code: int, total: int) -> None:
        """All seats learn their numbers from a code."""
        for seat in self.others(actor):
            if seat != self.seat:
                number, tables = self._number_of(game, seat, total)
                self.public[seat] = tables
                code -= number
        if self.seat == actor:
            assert code % total == 0
        else:
            own = self.public[self.seat]
            self.public[self.seat] = read_number(own, game, code % total, total)

    def _reveal(self, actor: int, slot: int, after: NaiveGame) -> None:
        """A card is played or discarded, and another is drawn, which may yet be the same."""
        del self.public[actor][slot]
        place = slot if self.rules.draw_slot == "vacated" else self.rules.hand_size - 1
        drawn = after.hands[actor][place] is not None
        fresh = {card: count for card, count in self.left.items() if count} if drawn else {}
        self.public[actor].insert(place, fresh)
        for table in [table for tables in self.public for table in tables]:
            take_copy(table, after.last.card)
        self.left[after.last.card] -= 1


def take_copy(table: Table, card: Card) -> None:
    """One copy fewer, if it can be this card at all."""
    if card in table:
        table[card] -= 1
        if table[card] == 0:
            del table[card]
