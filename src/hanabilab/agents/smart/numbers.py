"""The numbers that `smart` plays by, and where its memory has them.

With the defaults it plays as its model does (docs/agents.md). `hanabi tune smart` looks for better
ones.
"""

from __future__ import annotations

from hanabilab.agents.numbers import Number
from hanabilab.agents.smart.public import MEMORY_SIZE

#: In the order of the entries below.
NUMBERS = (
    Number(
        "draws_for_finesse", 0, 0, 20,
        "Cards that the table must still be able to discard, for one to be spent on a finesse.",
    ),
    Number("short_deck", 0, 0, 40, "Cards left in the deck from which hints go before plays."),
    Number("last_cards", 3, 0, 10, "Cards left in the deck from which it gambles."),
    Number("last_cards_at_risk", 1, 0, 10, "The same with fewer than three lives."),
    Number("tokens_kept", 0, 0, 8, "Tokens that hints leave for warnings."),
    Number("worth_a_hint", 1, 1, 60, "Cards that a hint must exclude, summed over the hand."),
    Number("seat_cost", 0, -20, 20, "Cards that it must exclude more for each seat further on."),
)  # fmt: skip

#: Memory entries: the numbers.
(
    DRAWS_FOR_FINESSE,
    SHORT_DECK,
    LAST_CARDS,
    LAST_CARDS_AT_RISK,
    TOKENS_KEPT,
    WORTH_A_HINT,
    SEAT_COST,
) = range(MEMORY_SIZE, MEMORY_SIZE + len(NUMBERS))
