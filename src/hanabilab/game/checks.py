"""Rules, decks, seeds, seats, numbers and arrays that people give, before they reach a kernel."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.dealing import fill_deck
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.messages import int_hint
from hanabilab.randomness import MAX_SEED

#: Types of numbers that kernels write, as NumPy's letters: whole numbers have several.
_WRITTEN = frozenset("?bhilqBHILQfd")


def checked_rules(rules: object) -> Rules:
    """`rules`, if they are such.

    Raises:
        RulesError: they are something else, such as their name.
    """
    if not isinstance(rules, Rules):
        makes = (
            "parse_rules makes rules of text" if isinstance(rules, str) else "Rules() makes some"
        )
        raise RulesError(f"rules are {repr(rules)[:80]}, which are none; {makes}")
    return rules


def check_count(count: int, name: str = "count") -> int:
    """`count`, if there can be so many games.

    Raises:
        RulesError: no whole number, or less than one.
    """
    if (number := whole_number(count)) is None or number < 1:
        needed = "a whole number of games" if number is None else "at least one game"
        raise RulesError(f"{name} is {count!r}; {needed} is needed")
    return number


def no_room(count: int) -> RulesError:
    """What to raise where there is no memory for so many games at once."""
    shown = f"{count:,}" if count.bit_length() < 64 else f"a number of {count.bit_length()} bits"
    return RulesError(f"count is {shown}; there is no memory for so many games at once")


def check_action(action: int) -> int:
    """`action`, if it is a whole number; whether it is legal depends on the state.

    Raises:
        IllegalActionError: it is not.
    """
    if (number := whole_number(action)) is None:
        raise IllegalActionError(f"action is {repr(action)[:80]}; an id or words are needed")
    return number


def check_seed(seed: int, name: str = "seed") -> int:
    """`seed`, if it is one; game indices have the same range.

    Raises:
        RulesError: not a whole number from 0 to 2**63 - 1.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        needed = f"a whole number from 0 to 2**63 - 1 is needed{int_hint(seed)}"
        raise RulesError(f"{name} is {seed!r}; {needed}")
    return seed


def check_seat(rules: Rules, seat: int) -> int:
    """`seat`, if it is at the table.

    Raises:
        RulesError: it is not, or no whole number.
    """
    number = whole_number(seat)
    if number is None or not 0 <= number < rules.players:
        raise RulesError(f"seat is {seat!r}; seats are 0 to {rules.players - 1}")
    return number


def check_seats(rules: Rules, seats: ArrayLike) -> NDArray[np.int64]:
    """`seats`, if all of them are at the table.

    Raises:
        RulesError: one is not, or they are no whole numbers.
    """
    numbers = whole_numbers("seats", seats)
    # What is below zero is far above it without the sign.
    if numbers.size and numbers.view(np.uint64).max() >= rules.players:
        raise RulesError(f"seats are 0 to {rules.players - 1}")
    return numbers


def deck_from_seed(rules: Rules, seed: int, game: int = 0) -> list[int]:
    """The deck of (seed, game index): card ids in the order they are drawn.

    Raises:
        RulesError: a seed or an index that is none.
    """
    deck = np.zeros(MAX_DECK, np.int16)
    rng = np.zeros(2, np.uint64)
    fill_deck(deck, rules.tables, check_seed(seed), check_seed(game, "game index"), rng)
    return [int(card) for card in deck[: rules.deck_size]]


def check_deck(rules: Rules, deck: Sequence[int]) -> NDArray[np.int16]:
    """`deck` as an array, if it holds each card of the rules as often as it should.

    Raises:
        RulesError: it does not.
    """
    cards = whole_numbers("the deck", deck)
    if cards.shape != (rules.deck_size,):
        raise RulesError(f"the deck has {cards.size} cards; these rules have {rules.deck_size}")
    return _check_cards(rules, cards[np.newaxis])[0]


def check_decks(rules: Rules, decks: ArrayLike) -> NDArray[np.int16]:
    """[G, deck size] `decks`, if each holds each card of the rules as often as it should.

    Raises:
        RulesError: one does not, or there is none.
    """
    cards = whole_numbers("decks", decks)
    if cards.ndim != 2 or not len(cards) or cards.shape[1] != rules.deck_size:
        raise RulesError(
            f"decks have the shape {cards.shape}; rows of {rules.deck_size} cards are needed"
        )
    return _check_cards(rules, cards)


def _check_cards(rules: Rules, decks: NDArray[np.int64]) -> NDArray[np.int16]:
    want = np.asarray(rules.card_copies, np.int64)
    if decks.min() < 0 or decks.max() >= want.size:
        raise RulesError(
            f"{_which(decks, (decks < 0) | (decks >= want.size))} holds a card id "
            f"outside 0 to {want.size - 1}"
        )
    wrong = np.stack([(decks == card).sum(axis=1) for card in range(want.size)], axis=1) != want
    if wrong.any():
        card = int(np.flatnonzero(wrong.any(axis=0) & wrong[wrong.any(axis=1).argmax()])[0])
        raise RulesError(f"{_which(decks, wrong)} holds card {card} not exactly {want[card]} times")
    return decks.astype(np.int16)


def _which(decks: NDArray[np.int64], wrong: NDArray[np.bool_]) -> str:
    """The first deck in which something is `wrong` [G, ...]."""
    return "the deck" if len(decks) == 1 else f"deck {wrong.any(axis=1).argmax()}"


def whole_number(value: object) -> int | None:
    """`value` as a whole number, also of NumPy's; None if it is something else."""
    try:
        return None if isinstance(value, bool) else operator.index(cast("Any", value))
    except TypeError:
        return None


def whole_numbers(name: str, values: ArrayLike) -> NDArray[np.int64]:
    """`values` as an array of `int64`; nothing is rounded.

    Raises:
        RulesError: they are not all whole numbers of 64 bits, or rows of several lengths.
    """
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise RulesError(f"{name} must be whole numbers, all rows of one length: {error}") from None
    if array.size and array.dtype.kind not in "iu":
        raise RulesError(f"{name} must be whole numbers, not {array.dtype}")
    if array.dtype.kind == "u" and array.size and array.max() > MAX_SEED:
        raise RulesError(f"{name} must be whole numbers up to 2**63 - 1, not {array.max()}")
    return np.ascontiguousarray(array, np.int64)


def check_dtype(dtype: DTypeLike, name: str = "dtype") -> np.dtype[Any]:
    """The type of arrays of zeros and ones that is meant, if kernels can fill such arrays.

    Raises:
        RulesError: no type, or not one of whole numbers, float32 or float64 as this machine has it.
    """
    try:
        meant = np.dtype(dtype)
    except (TypeError, ValueError, SyntaxError):
        meant = np.dtype(object)
    if not _is_written(meant):
        needed = "bool, int8 to int64, uint8 to uint64, float32 or float64"
        raise RulesError(f"{name} is {dtype!r}; needed is {needed}, in the machine's byte order")
    return meant


def _is_written(dtype: np.dtype[Any]) -> bool:
    return dtype.char in _WRITTEN and dtype.isnative


def check_out(out: Any) -> NDArray[Any]:
    """`out`, if kernels can fill it; its shape is another matter.

    Raises:
        RulesError: no NumPy array, a masked or read-only one, or of a type that `check_dtype` has
            not.
    """
    if not isinstance(out, np.ndarray) or isinstance(out, np.ma.MaskedArray):
        raise RulesError(f"out is a {type(out).__name__}; a plain NumPy array is needed")
    if not _is_written(out.dtype):  # learners ask at every step
        check_dtype(out.dtype, "the type of out")
    if not out.flags.writeable:
        raise RulesError("out is read-only; an array that can be written to is needed")
    return out
