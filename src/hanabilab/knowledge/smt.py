"""What a hand can be, asked of the Z3 theorem prover: an oracle that shares no code with the rest.

The question is posed as the rules say it: each slot holds one card that its hints allow, and no
card is held more often than it has unseen copies. For each slot and card Z3 is asked whether there
is such a hand. It answers possible or not, far slower than `hand_counts` counts.

Needs the extra `smt`; the only module that imports Z3.
"""

from __future__ import annotations

from collections.abc import Sequence

from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install


def possible_by_z3(possible: Sequence[frozenset[int]], copies: Sequence[int]) -> list[set[int]]:
    """[slot] the cards that each slot can hold, all slots taken together.

    Args:
        possible: [slot] the cards that hints allow; empty for an empty slot.
        copies: [card] that are not in sight.

    Raises:
        HanabiError: Z3 is not installed.
    """
    try:
        import z3
    except ImportError:
        raise HanabiError(f"this needs Z3; install it with: {how_to_install('smt')}") from None
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
    return [
        {card for card in cards if solver.check(holds[slot, card]) == z3.sat}
        for slot, cards in enumerate(possible)
    ]
