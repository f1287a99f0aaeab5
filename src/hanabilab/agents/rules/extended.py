"""The base `extended`: the 105 rules of `canaan2019`, and from 105 on rules that it lacks.

Rules 105 to 108 are published ones that agents of the pool need. The others are ours: conventions
of chop and newest card, last copies kept, plays announced, the end of the game counted, and what a
token buys. Each says what it is for.
"""

from __future__ import annotations

from hanabilab.agents.rules.catalogue import Rule
from hanabilab.agents.rules.extended_hints import HINTS
from hanabilab.agents.rules.extended_moves import MOVES
from hanabilab.agents.rules.published import CANAAN2019

#: Rule `n` at place `n`.
EXTENDED = CANAAN2019 + tuple(
    Rule(number, *entry) for number, entry in enumerate(MOVES + HINTS, start=len(CANAAN2019))
)
