"""Published agents as lists of rules, by name.

Sources: Walton-Rivers et al. 2017 and the code they published with it (`internal`, `outer` and
`self-recognition` after Osawa 2015, `van-den-bergh` after Van den Bergh et al. 2016); Canaan et al.
2019 (`canaan-elite`, the best agent of their archive for two players).
"""

from __future__ import annotations

from types import MappingProxyType

#: Numbers of rules, and what the agent is.
POOL = MappingProxyType(
    {
        "canaan-elite": (
            (67, 21, 8, 52, 33, 53, 36, 93, 96, 34, 27, 6, 19, 62, 21),
            "The best evolved list of Canaan et al. 2019 for two players.",
        ),
        "cautious": ((2, 8, 13, 38, 34, 22), "Plays what is sure, tells of what is playable."),
        "clive-j": (
            (40, 8, 18, 38, 10, 13, 14, 107, 36, 24),
            "A player's rules of thumb, from BoardGameGeek.",
        ),
        "flawed": ((8, 49, 22, 38, 27, 34), "Plays what is likely by a quarter; a bad partner."),
        "iggi": ((2, 8, 13, 38, 27, 39), "As cautious, but discards the oldest card."),
        "iggi-2": (
            (41, 2, 8, 46, 38, 12, 10, 28, 27, 107, 22),
            "IGGI with likely plays and hints about half-known cards.",
        ),
        "internal": ((8, 38, 20, 22, 34), "Knows its own hand by hints; tells at random."),
        "legal-random": ((39,), "Any legal action."),
        "osawa": ((108,), "Hints, discards and plays at random, whether it may or not."),
        "outer": ((8, 38, 21, 23, 34), "As internal, but tells what others do not know."),
        "piers": (
            (41, 8, 46, 13, 48, 38, 27, 22, 34),
            "IGGI with likely plays, and hints for discards when tokens are short.",
        ),
        "risky": ((2, 106, 13, 38, 27), "Plays what is likely by three quarters."),
        "self-recognition": ((2, 25, 21, 23, 34), "Acts on fully known cards alone."),
        "van-den-bergh": (
            (46, 8, 105, 13, 14, 19, 29),
            "Plays and discards by thresholds; tells what is useful, what is useless, or most.",
        ),
    }
)
