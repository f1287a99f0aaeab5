"""The numbers of `h-group`: the level, and what its sums weigh.

`hanabi tune` looks for better ones. The level stands where the reader looks for it,
`memory[LEVEL]`; the rest follows. Weights are in hundredths of a point.
"""

from __future__ import annotations

from hanabilab.agents.conventions.memory import BUILT_LEVELS, LEVEL
from hanabilab.agents.numbers import Number

(
    PLAYED,
    TOLD,
    KNOWN,
    SPOILED,
    DOUBTFUL,
    WRONG,
    STRIKE,
    MISTAKEN,
    LOSS,
    HINTS,
    TOKEN,
    LATE,
    RISK,
    URGENT,
    GAMBLE,
    CLOG,
    FAR,
) = range(LEVEL + 1, LEVEL + 18)

NUMBERS = (
    Number(
        "level",
        3,
        BUILT_LEVELS[0],
        BUILT_LEVELS[-1],
        "Level of the conventions that it plays by.",
    ),
    Number("played", 140, 0, 300, "A card that is played within a round."),
    Number("told", 60, 0, 300, "A useful card that a hint has touched."),
    Number("known", 20, 0, 300, "A card that its holder knows to be playable."),
    Number("spoiled", 40, 0, 300, "A useless card, or a copy, that a hint has touched."),
    Number("doubtful", 74, 0, 1000, "A useless card that its holder may take for playable."),
    Number("wrong", 150, 0, 1000, "A card whose holder takes it for another."),
    Number("strike", 300, 0, 2000, "A card that is played and does not fit."),
    Number("mistaken", 150, 0, 1000, "A card that fits, but is not the one that was asked for."),
    Number("loss", 182, 0, 300, "Per cent of a card's value that is lost with it."),
    Number(
        "hints", 30, 0, 100, "Per cent of a loss that stays for each seat that could prevent it."
    ),
    Number("token", 70, 0, 200, "A token, if there are few."),
    Number("late", 35, 1, 50, "Cards left in the deck from which a token is worth less and less."),
    Number("risk", 35, 0, 200, "Per cent of a card's value that the own chop may be worth."),
    Number("urgent", 80, 0, 1000, "What a hint must rescue, to be given before a play."),
    Number("gamble", 1, 1, 100, "Per cent from which it plays in the last round what may not fit."),
    Number("clog", 60, 0, 300, "A useless card that is protected."),
    Number("far", 22, 0, 25, "Per cent of `told` that each card missing below takes off."),
)
