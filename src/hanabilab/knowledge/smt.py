"""What a hand can be, asked of the Z3 theorem prover: an oracle that shares no code with the rest.

The question is put as the rules say it: each slot holds one card that its hints allow, and no card
is held more often than it has unseen copies. For each slot and card Z3 says whether there is such a
hand. It answers possible or not, and far more slowly than `hand_counts` counts.

Needs the extra `smt`; the only module that imports Z3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install

#: What says that a slot holds a card, by slot and card.
_Holds: TypeAlias = dict[tuple[int, int], Any]


def possible_by_z3(
    possible: Sequence[frozenset[int]], copies: Sequence[int], *, integers: bool = False
) -> list[set[int]]:
    """[slot] the cards that each slot can hold, all slots taken together.

    Args:
        possible: [slot] the cards that hints allow; empty for an empty slot.
        copies: [card] that are not in sight.
        integers: pose it by one whole number a slot instead of a truth value a slot and card. That
            is the first way one thinks of, and slower by far.

    Raises:
        HanabiError: Z3 is not installed.
    """
    try:
        import z3
    except ImportError:
        raise HanabiError(f"this needs Z3; install it with: {how_to_install('smt')}") from None
    solver, holds = (_by_numbers if integers else _by_truth_values)(z3, possible, copies)
    return [
        {card for card in cards if solver.check(holds[slot, card]) == z3.sat}
        for slot, cards in enumerate(possible)
    ]


def _by_truth_values(
    z3: Any, possible: Sequence[frozenset[int]], copies: Sequence[int]
) -> tuple[Any, _Holds]:
    """A solver of the question, and what says that a slot holds a card."""
    solver = z3.SolverFor("QF_FD")
    holds = {
        (slot, card): z3.Bool(f"slot {slot} holds card {card}")
        for slot, cards in enumerate(possible)
        for card in cards
    }
    for slot, cards in enumerate(possible):
        if cards:
            solver.add(z3.PbEq([(holds[slot, card], 1) for card in cards], 1))
    for card, count in enumerate(copies):
        places = [(holds[slot, card], 1) for slot, cards in enumerate(possible) if card in cards]
        if places:
            solver.add(z3.PbLe(places, count))
    return solver, holds


def _by_numbers(
    z3: Any, possible: Sequence[frozenset[int]], copies: Sequence[int]
) -> tuple[Any, _Holds]:
    """The same, where the number of a slot is the card that it holds."""
    solver = z3.Solver()
    numbers = [z3.Int(f"slot {slot}") for slot in range(len(possible))]
    holds = {
        (slot, card): numbers[slot] == card for slot, cards in enumerate(possible) for card in cards
    }
    for slot, cards in enumerate(possible):
        if cards:
            solver.add(z3.Or([holds[slot, card] for card in cards]))
    for card, count in enumerate(copies):
        places = [holds[slot, card] for slot, cards in enumerate(possible) if card in cards]
        if places:
            solver.add(z3.Sum([z3.If(place, 1, 0) for place in places]) <= count)
    return solver, holds
