"""The numbers that `information` plays by, and where its memory has them.

The defaults are those of hanabi.rs (Wu and Bauckholt, 2016-2019), where it has them; what it does
not have is off by default. `hanabi tune information` looks for better ones.
"""

from __future__ import annotations

from hanabilab.agents.endgame import hidden_hand
from hanabilab.agents.numbers import Number
from hanabilab.knowledge.slot_memory import NUM_PLACES

#: Memory entry after the hands: bit set of the useless cards when memory was last written.
USELESS = NUM_PLACES
#: Of what is remembered; the numbers stand behind it.
MEMORY_SIZE = USELESS + 1

#: In the order of the entries below.
NUMBERS = (
    Number(
        "likely", 75, 40, 100,
        "Chance in per cent above which it tries a card that is playable or else useless.",
    ),
    Number(
        "risky", 100, 50, 100,
        "Chance in per cent above which it tries a card that may be needed later; 100 for never.",
    ),
    Number("spare_for_play", 0, -5, 15, "Discards to spare from which it tries cards."),
    Number(
        "spare_for_discard", 0, -5, 15,
        "Discards to spare from which a useless card goes before a hint that nobody needs.",
    ),
    Number("tokens_spare", 50, 0, 100, "Tokens in per cent above which it hints for no reason."),
    Number("short_deck", 0, 0, 30, "Deck below which a hint that a seat needs goes before plays."),
    Number("tokens_first", 1, 1, 8, "Tokens from which it does, with a short deck."),
    Number("high_rank", 10, 6, 40, "Worth of a play, less the rank; all who hold the card share."),
    Number("held", 200, 0, 400, "For the discard: worth of a card that another seat holds, too."),
    Number("spare_copy", 100, 0, 400, "The same of a card that is useless or not the last copy."),
    Number("rank", 10, 0, 100, "The same for each rank of a card."),
    hidden_hand.NUMBER,
)  # fmt: skip

#: Memory entries: the numbers.
(
    LIKELY,
    RISKY,
    SPARE_FOR_PLAY,
    SPARE_FOR_DISCARD,
    TOKENS_SPARE,
    SHORT_DECK,
    TOKENS_FIRST,
    HIGH_RANK,
    HELD,
    SPARE_COPY,
    RANK,
    ENDGAME,
) = range(MEMORY_SIZE, MEMORY_SIZE + len(NUMBERS))
