"""HLE's observation vector, put together piece by piece as its documentation lists it.

Source: HLE, canonical_encoders.cc.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.naive.game import HeldCard, NaiveGame

__all__ = ["naive_observation"]


def naive_observation(game: NaiveGame, observer: int) -> list[int]:
    """What `observer` sees, a list of zeros and ones."""
    players = game.rules.players
    seats = [(observer + offset) % players for offset in range(players)]
    bits = [*_hands(game, seats), *_board(game), *_discards(game), *_last_action(game, seats)]
    if game.rules.observation == "knowledge":
        bits += _knowledge(game, seats)
    return bits


def _one_hot(length: int, index: int | None) -> list[int]:
    return [int(place == index) for place in range(length)]


def _thermometer(length: int, count: int) -> list[int]:
    return [int(place < count) for place in range(length)]


def _card_bits(game: NaiveGame, card: tuple[int, int] | None) -> list[int]:
    return [int(other == card) for other in game.cards()]


def _hands(game: NaiveGame, seats: list[int]) -> Iterable[int]:
    for seat in seats[1:]:
        for held in game.hands[seat]:
            yield from _card_bits(game, held and (held.suit, held.rank))
    for seat in seats:
        yield int(None in game.hands[seat])


def _board(game: NaiveGame) -> Iterable[int]:
    rules = game.rules
    deck_size = rules.suits * sum(rules.copies)
    yield from _thermometer(deck_size - rules.players * rules.hand_size, deck_size - game.drawn)
    for suit in range(rules.suits):
        yield from _one_hot(rules.ranks, game.fireworks[suit] - 1)
    yield from _thermometer(rules.information_tokens, game.tokens)
    yield from _thermometer(rules.life_tokens, game.lives)


def _discards(game: NaiveGame) -> Iterable[int]:
    for suit, rank in game.cards():
        yield from _thermometer(game.rules.copies[rank - 1], game.discards.count((suit, rank)))


def _last_action(game: NaiveGame, seats: list[int]) -> Iterable[int]:
    rules, last = game.rules, game.last
    length = 2 * rules.players + 4 + rules.suits + rules.ranks + 2 * rules.hand_size + 2
    if last is None:
        return [0] * (length + rules.suits * rules.ranks)
    kind, place, *values = last.action
    hints = kind in ("color", "rank")
    target = (last.seat + place) % rules.players
    return [
        *_one_hot(rules.players, seats.index(last.seat)),
        *_one_hot(4, ["play", "discard", "color", "rank"].index(kind)),
        *_one_hot(rules.players, seats.index(target) if hints else None),
        *_one_hot(rules.suits, values[0] if kind == "color" else None),
        *_one_hot(rules.ranks, values[0] - 1 if kind == "rank" else None),
        *(int(slot in last.touched) for slot in range(rules.hand_size)),
        *_one_hot(rules.hand_size, None if hints else place),
        *_card_bits(game, last.card),
        int(last.scored),
        int(last.gained_token),
    ]


def _knowledge(game: NaiveGame, seats: list[int]) -> Iterable[int]:
    rules = game.rules
    for seat in seats:
        for held in game.hands[seat]:
            if held is None:
                yield from [0] * (rules.suits * rules.ranks + rules.suits + rules.ranks)
            else:
                yield from _card_knowledge(game, held)


def _card_knowledge(game: NaiveGame, held: HeldCard) -> Iterable[int]:
    rules = game.rules
    for suit, rank in game.cards():
        yield int(held.could_be(suit, rank))
    for suit in range(rules.suits):
        yield int(held.was_told("color", suit))
    for rank in range(1, rules.ranks + 1):
        yield int(held.was_told("rank", rank))
