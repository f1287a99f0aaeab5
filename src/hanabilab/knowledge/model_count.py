"""How many deals a hand allows, asked of the model counter Ganak: an oracle that shares no code.

The question is put in propositional logic. Each copy of a card that is not in sight is a card of
its own; a variable says that a slot holds it. Each slot holds exactly one, and no card is in two
slots. The models are the deals, which `hand_counts` counts in microseconds; Ganak takes seconds.

Needs the extra `count`; the only module that imports Ganak.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install

#: Clauses of propositional logic: a number is a variable, a negative number its denial.
_Clauses = Iterator[list[int]]


def deals_by_ganak(possible: Sequence[frozenset[int]], copies: Sequence[int]) -> int:
    """In how many ways the slots can be dealt cards that are not in sight; copies differ.

    Args:
        possible: [slot] the cards that hints allow; empty for an empty slot.
        copies: [card] that are not in sight.

    Raises:
        HanabiError: Ganak is not installed.
    """
    try:
        from pyganak import Counter
    except ImportError:
        raise HanabiError(
            "this needs Ganak, which there is for Python 3.11 to 3.13; install it with: "
            f"{how_to_install('count')}"
        ) from None
    slots = [cards for cards in possible if cards]
    unseen = [(card, copy) for card, count in enumerate(copies) for copy in range(count)]
    holds = [[index for index, (card, _) in enumerate(unseen) if card in cards] for cards in slots]
    if not all(holds):
        return 0
    counter = Counter()
    numbers = _number(holds)
    counter.new_vars(len(numbers))
    counter.add_clauses(_clauses(holds, numbers))
    deals: int = counter.count()
    return deals


def _number(holds: list[list[int]]) -> dict[tuple[int, int], int]:
    """The variable, from 1, of a slot and a card that it can hold."""
    places = [(slot, card) for slot, cards in enumerate(holds) for card in cards]
    return {place: number for number, place in enumerate(places, 1)}


def _clauses(holds: list[list[int]], numbers: dict[tuple[int, int], int]) -> _Clauses:
    for slot, cards in enumerate(holds):
        yield [numbers[slot, card] for card in cards]
        for one, other in combinations(cards, 2):
            yield [-numbers[slot, one], -numbers[slot, other]]
    for (one, first), (other, second) in combinations(enumerate(holds), 2):
        for card in {*first} & {*second}:
            yield [-numbers[one, card], -numbers[other, card]]
