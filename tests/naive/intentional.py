"""`intentional`, `full` and `outer-state` as a person would write them down: all they may do.

Twins tell the actions that an agent may take, each with its chance. What `outer-state` remembers
does not follow from its actions, so its twin keeps every memory that is possible.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from tests.naive.game import HeldCard, NaiveAction, NaiveGame

__all__ = ["NaiveOuterState", "intentional_options"]

Options = dict[NaiveAction, Fraction]
_GREEN_FIRST = (2, 1, 3, 4, 0, 5)
_KINDS = ("color", "rank")


def held(game: NaiveGame, seat: int) -> list[tuple[int, HeldCard]]:
    return [(slot, card) for slot, card in enumerate(game.hands[seat]) if card]


def allowed(game: NaiveGame, card: HeldCard) -> list[tuple[int, int]]:
    return [each for each in game.cards() if card.could_be(*each)]


def is_played(game: NaiveGame, card: tuple[int, int]) -> bool:
    return game.fireworks[card[0]] >= card[1]


def surely(game: NaiveGame, is_so) -> list[int]:
    """Own slots that by their hints hold such a card."""
    return [slot for slot, card in held(game, game.seat) if all(map(is_so, allowed(game, card)))]


def may_discard(game: NaiveGame) -> bool:
    return game.rules.discard_at_max or game.tokens < game.rules.information_tokens


def evenly(actions: list[NaiveAction]) -> Options:
    return {action: Fraction(1, len(actions)) for action in actions}


def forced(game: NaiveGame) -> Options:
    """Hint a rank of the first card of the next hand that has one; else play the oldest card."""
    for offset in range(1, game.rules.players):
        cards = held(game, (game.seat + offset) % game.rules.players)
        if cards and game.tokens:
            return evenly([("rank", offset, cards[0][1].rank)])
    slot, _ = min(held(game, game.seat), key=lambda each: each[1].age)
    return evenly([("discard" if may_discard(game) else "play", slot)])


# --- intentional, full ---------------------------------------------------------------------------


def intentional_options(game: NaiveGame, *, follows: bool) -> Options:
    """What `intentional` may do; with `follows` what `full` may."""
    if follows and (action := follow(game)):
        return evenly([action])
    if slots := surely(game, game.is_playable):
        return evenly([("play", slots[0] if follows else slots[-1])])
    slots = surely(game, lambda card: is_played(game, card))
    if slots and game.tokens < game.rules.information_tokens:
        return evenly([("discard", slot) for slot in slots])
    if game.tokens:
        suits = [suit for suit in _GREEN_FIRST if suit < game.rules.suits]
        hints = [("color", 1, suit) for suit in suits]
        hints += [("rank", 1, rank) for rank in range(1, game.rules.ranks + 1)]
        best = max(hints, key=lambda hint: worth(game, hint))
        if worth(game, best) > 0:
            return evenly([best])
    if may_discard(game) and (own := held(game, game.seat)):
        slot, _ = max(own, key=lambda each: gain(game, each[1]))
        return evenly([("discard", slot)])
    return forced(game)


def follow(game: NaiveGame) -> NaiveAction | None:
    """What the partner's hint asks for."""
    if game.last is None or len(game.last.action) < 3:
        return None
    touched = [(slot, game.hands[game.seat][slot]) for slot in game.last.touched]
    for slot, card in touched:
        if any(map(game.is_playable, allowed(game, card))):
            return "play", slot
    for slot, card in touched:
        if any(is_played(game, each) for each in allowed(game, card)) and may_discard(game):
            return "discard", slot
    return None


def worth(game: NaiveGame, hint: NaiveAction) -> int:
    """The sum over the touched cards of what they will do; 0 if one is wrong, or all is known."""
    kind, _, value = hint
    cards = [card for _, card in held(game, 1 - game.seat) if card.is_touched(kind, value)]
    after = [replace(card, heard=[*card.heard, (kind, value, True)]) for card in cards]
    if [allowed(game, card) for card in cards] == [allowed(game, card) for card in after]:
        return 0
    total = 0
    for card in after:
        this = card.suit, card.rank
        if any(map(game.is_playable, allowed(game, card))):
            uses = 3 if game.is_playable(this) else None
        elif any(is_played(game, each) for each in allowed(game, card)):
            spare = card.rank < game.rules.ranks and this not in game.discards
            uses = 2 if is_played(game, this) else 1 if spare else None
        else:
            uses = 0
        if uses is None:
            return 0
        total += uses
    return total


def gain(game: NaiveGame, card: HeldCard) -> float:
    """What its discard is expected to bring."""
    counts = {each: game.left(each) for each in allowed(game, card)}
    expected = 0.0
    for suit in _GREEN_FIRST:
        for rank in range(1, game.rules.ranks + 1):
            copies = counts.get((suit, rank), 0)
            chance = copies / sum(counts.values())
            if not copies:
                continue
            if is_played(game, (suit, rank)):
                expected += chance / 2
                continue
            loss = float(game.rules.ranks + 1 - rank)
            if copies > 1:
                loss = chance * loss / (rank - game.fireworks[suit]) ** 2
            if rank == game.rules.ranks:
                loss += 0.5
            expected -= chance * loss
    return expected


# --- outer-state ---------------------------------------------------------------------------------

#: What has been told of cards: (seat, place in the deck, kind).
Told = frozenset[tuple[int, int, str]]


class NaiveOuterState:
    """One seat's agent, and how likely each memory of it is by what it has done."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.memories: dict[Told, Fraction] = {frozenset(): Fraction(1)}

    def options(self, game: NaiveGame) -> Options:
        """What it may do, whatever it remembers."""
        found: Options = {}
        for (action, _), chance in self._joint(game).items():
            found[action] = found.get(action, Fraction(0)) + chance
        return found

    def watch(self, before: NaiveGame, action: NaiveAction) -> None:
        """Keep the memories after which the action was possible; all of them, if none was."""
        if before.seat != self.seat:
            return
        after: Counter[Told] = Counter()
        for (own, memory), chance in self._joint(before).items():
            if own == action:
                after[memory] += chance
        total = sum(after.values())
        if total:
            self.memories = {memory: chance / total for memory, chance in after.items()}

    def _joint(self, game: NaiveGame) -> dict[tuple[NaiveAction, Told], Fraction]:
        found: Counter[tuple[NaiveAction, Told]] = Counter()
        for memory, weight in self.memories.items():
            for (action, told), chance in _moves(game, memory).items():
                found[action, memory | told] += weight * chance
        return found


def _moves(game: NaiveGame, memory: Told) -> dict[tuple[NaiveAction, Told], Fraction]:
    nothing: Told = frozenset()
    if slots := surely(game, game.is_playable):
        return {(("play", slots[0]), nothing): Fraction(1)}
    slots = surely(game, lambda card: is_played(game, card))
    if not (slots and may_discard(game)):
        hints = _hints(game, memory) if game.tokens else {None: Fraction(1)}
        silent = hints.pop(None, Fraction(0))
        slots = [slot for slot, _ in held(game, game.seat)]
        if not silent:
            return hints
        if not may_discard(game) or not slots:
            return hints | {(action, nothing): silent for action in forced(game)}
        return hints | {(("discard", slot), nothing): silent / len(slots) for slot in slots}
    return {(("discard", slot), nothing): Fraction(1, len(slots)) for slot in slots}


def _hints(game: NaiveGame, memory: Told) -> dict:
    """Hints, each with the card that it is given for; None for no hint."""
    others = [seat for seat in range(game.rules.players) if seat != game.seat]
    cards = [
        (seat, card)
        for seat in others
        for _, card in held(game, seat)
        if game.is_playable((card.suit, card.rank)) and _untold(memory, seat, card)
    ]
    if cards:
        return _about(game, memory, *max(cards, key=lambda each: each[1].rank), Fraction(1))
    found: Counter = Counter()
    silent = Fraction(1)
    for seat in others:
        hand = held(game, seat)
        none = Fraction(0) if hand else Fraction(1)
        for _, card in hand:
            share = Fraction(1, len(hand))
            if _untold(memory, seat, card):
                found.update(_about(game, memory, seat, card, silent * share))
            else:
                none += share
        silent *= none
        if not silent:
            break
    return {**found, None: silent}


def _about(game: NaiveGame, memory: Told, seat: int, card: HeldCard, chance: Fraction) -> dict:
    kinds = _untold(memory, seat, card)
    offset = (seat - game.seat) % game.rules.players
    return {
        (
            (kind, offset, card.suit if kind == "color" else card.rank),
            frozenset({(seat, card.age, kind)}),
        ): chance / len(kinds)
        for kind in kinds
    }


def _untold(memory: Told, seat: int, card: HeldCard) -> list[str]:
    return [kind for kind in _KINDS if (seat, card.age, kind) not in memory]
