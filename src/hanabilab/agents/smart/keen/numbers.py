"""The numbers that `keen` plays by, and where its memory has them.

The defaults were chosen by hand, on decks of seed 11, for two players; the weights of hints are
fitted to what other hints would have led to in games of its own (docs/studies/agents.md).
`hanabi tune keen` looks for better ones.
"""

from __future__ import annotations

from hanabilab.agents.endgame import hidden_hand
from hanabilab.agents.numbers import Number
from hanabilab.agents.smart.keen.public import MEMORY_SIZE

#: In the order of the entries below. The weights of hints are in cards that a hint excludes. Their
#: ranges keep the worth of every hint within `foresight.NO_WORTH`, up and down.
NUMBERS = (
    Number(
        "draws_for_finesse", 4, 0, 20,
        "Cards that the table must still be able to discard, for one to be spent on a finesse.",
    ),
    Number("short_deck", 20, 0, 40, "Cards left in the deck from which hints go before plays."),
    Number("last_cards", 1, 0, 10, "Cards left in the deck from which it gambles."),
    Number("tokens_kept", 4, 0, 8, "Tokens that stalling leaves for warnings."),
    Number("tokens_kept_late", 1, 0, 8, "The same with `late_deck` cards left in the deck."),
    Number("late_deck", 3, 0, 20, "Cards left in the deck from which `tokens_kept_late` counts."),
    Number(
        "worth_a_discard", 15, -50, 100,
        "What a hint must be worth to be given in place of a discard that costs something.",
    ),
    Number(
        "worth_a_rescue", 0, -50, 100,
        "What a hint must be worth to save the card of the next seat in place of a warning.",
    ),
    Number("valuable_known", 12, 0, 60, "Worth of a card newly known to be valuable."),
    Number("useless_known", 2, 0, 30, "Worth of a card newly known to be useless."),
    Number("named_known", 0, 0, 60, "Worth of a card newly known by name."),
    Number(
        "needed_lost", -28, -150, 0,
        "Worth of a needed card that the next seat then discards; with care of a three, and of "
        "others by the points that they are needed for.",
    ),
    Number("playable_lost", -150, -400, 0, "Worth of a playable card that it then discards."),
    Number("care", 0, 0, 1, "1: it acts and reads with care, as `turn` says."),
    Number(
        "needed_cost", 30, 0, 300,
        "With care: cost of discarding a needed card that others are left of, in thousandths of a "
        "point for each point that it is needed for.",
    ),
    Number("held_cost", 3, 0, 300, "With care: the same, if another seat holds one."),
    Number(
        "named_cost", 70, 0, 300,
        "With care: the same, if it knows the card by name: a hint has been spent on it.",
    ),
    Number(
        "dear_cost", 110, 0, 1000,
        "With care: cost above which it would rather give a hint than discard.",
    ),
    Number(
        "worth_a_wait", -10, -150, 50,
        "With care: what a hint must be worth to be given in place of a discard after a warning, "
        "or where few cards can still be discarded.",
    ),
    Number(
        "worth_of_tokens", 4, 0, 10,
        "With care: for each token above four, such a hint may be worth so much less.",
    ),
    hidden_hand.NUMBER,
    Number(
        "no_warning", 1, 0, 1,
        "1: who could warn the next seat, and hints at others or not at all, says that its chop is "
        "not valuable.",
    ),
    Number(
        "safe_chop", 1, 0, 1,
        "1: who hints at the next seat, and does not warn it, leaves it with a chop that is not "
        "valuable.",
    ),
    Number(
        "no_pointer", 1, 0, 1,
        "1: who discards, or gives a hint that points at nothing, says that no hint would have "
        "pointed at a playable card.",
    ),
    Number(
        "older_cards", 1, 0, 1,
        "With care, 1: `no_pointer` tells of all cards of a hand; 0: of the newest in doubt.",
    ),
    Number(
        "play_says", 1, 0, 1,
        "With care, 1: a play says the same as `no_pointer`, where a hint would have gone first.",
    ),
    Number(
        "by_routine", 1, 0, 1,
        "1: without tokens, who acts by routine says that the chop of the next seat is not "
        "valuable, and who does not, that it is.",
    ),
    Number(
        "wait_if_warned", 1, 0, 1, "1: who has just been warned gives a hint rather than discard."
    ),
)  # fmt: skip

#: Memory entries: the numbers.
(
    DRAWS_FOR_FINESSE,
    SHORT_DECK,
    LAST_CARDS,
    TOKENS_KEPT,
    TOKENS_KEPT_LATE,
    LATE_DECK,
    WORTH_A_DISCARD,
    WORTH_A_RESCUE,
    VALUABLE_KNOWN,
    USELESS_KNOWN,
    NAMED_KNOWN,
    NEEDED_LOST,
    PLAYABLE_LOST,
    CARE,
    NEEDED_COST,
    HELD_COST,
    NAMED_COST,
    DEAR_COST,
    WORTH_A_WAIT,
    WORTH_OF_TOKENS,
    ENDGAME,
    NO_WARNING,
    SAFE_CHOP,
    NO_POINTER,
    OLDER_CARDS,
    PLAY_SAYS,
    BY_ROUTINE,
    WAIT_IF_WARNED,
) = range(MEMORY_SIZE, MEMORY_SIZE + len(NUMBERS))
