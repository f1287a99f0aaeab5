"""The numbers of `reactor`: what its sums weigh.

`hanabi tune reactor --players 3` found them; their scale is that of `played`.
"""

from __future__ import annotations

from hanabilab.agents.conventions.reactor.memory import MEMORY_SIZE
from hanabilab.agents.numbers import Number

PLAYED, TOKEN, LIFE, DROP, SPARE, BUSY, KNOWN, FIRST, RISK, SCARCE, PACE = range(
    MEMORY_SIZE, MEMORY_SIZE + 11
)

NUMBERS = (
    Number("played", 139, 0, 300, "A card that is played."),
    Number("token", 59, 0, 200, "A token."),
    Number("life", 308, 0, 1000, "A life; the last one counts six times."),
    Number("drop", 224, 0, 300, "A point that can no longer be reached."),
    Number("spare", 117, 0, 200, "A useful card of which another copy is left."),
    Number("busy", 84, 0, 100, "Per cent of a play that must wait for another of that seat."),
    Number("known", 60, 0, 200, "A card that a hint makes known to be playable."),
    Number("first", -16, -200, 300, "What a hint must bring above a play to be given first."),
    Number("risk", 186, 0, 300, "What a discard of an unknown card costs."),
    Number("scarce", 149, 0, 300, "What a token is worth beyond that, if none is left."),
    Number("pace", 390, 0, 1000, "What a discard costs if no turn is to spare."),
)
