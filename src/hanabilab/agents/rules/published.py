"""The base `canaan2019`: the 105 rules of Canaan et al. 2019, number for number.

Their paper counts 135 rules; every public version of the base has these 105, and every published
agent is made of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from hanabilab.agents.rules.catalogue import Entry, Rule
from hanabilab.agents.rules.families import Family
from hanabilab.agents.rules.published_first import first_rules


def _just_hinted() -> Iterator[Entry]:
    """Rules 50 to 66."""
    yield (
        "play-just-hinted",
        "Play the likeliest playable card hinted since another seat last played or discarded.",
        Family.PLAY_JUST_HINTED,
        (0, 0, 0),
    )
    touched = {
        "alone-newest": (3, "its newest card, if it was hinted alone"),
        "alone": (2, "a card hinted alone"),
        "newest": (1, "its newest card, if it was hinted"),
        "any": (0, "a card hinted"),
    }
    for percent in (0, 60, 80, 100):
        for name, (filters, words) in touched.items():
            yield (
                f"play-just-hinted-{name}-{percent}",
                f"Play {words} since another seat last played or discarded: the likeliest "
                f"playable, if sure, or with all lives and a chance of {percent} % or more.",
                Family.PLAY_JUST_HINTED,
                (filters, 2, percent),
            )


def _unambiguous() -> Iterator[Entry]:
    """Rules 67 to 77."""
    for name, first in (("most-playable", 1), ("fewest-unplayable", 0)):
        yield (
            f"tell-unambiguous-{name}",
            "Tell the rank or the color of a playable card so that of the other cards touched "
            + ("most are playable." if first else "fewest are not."),
            Family.TELL_UNAMBIGUOUS,
            (first,),
        )
    for gain, loss in ((1, 0), (10, 1), (2, 1)):
        yield (
            f"tell-unambiguous-chances-{gain}-{loss}",
            "To a seat with a playable card, give the hint that raises the chances which it sees "
            f"for playable cards, times {gain}, over those for others, times {loss}.",
            Family.TELL_USEFUL_BY_CHANCES,
            (gain, loss),
        )
    for gain, loss in ((1, 0), (0, 1), (2, 1), (1, 2), (10, 1), (1, 10)):
        yield (
            f"tell-unambiguous-last-{gain}-{loss}",
            "Tell of the last playable card that is not fully known, color before rank. (Six "
            "rules that differ by weights without effect.)",
            Family.TELL_LAST_PLAYABLE,
            (),
        )


def _useless_and_mistakes() -> Iterator[Entry]:
    """Rules 78 to 104."""
    for least in range(1, 6):
        yield (
            f"tell-useless-{least}",
            "To a seat with useless cards that knows of none: the hint that shows most of them, "
            f"if {least} or more.",
            Family.TELL_AT_LEAST_USELESS,
            (least,),
        )
    for percent in range(0, 101, 10):
        yield (
            f"tell-mistaken-play-{percent}",
            "Tell of the unplayable card that looks most playable to its holder, if by a chance "
            f"of {percent} % or more; rank before color.",
            Family.TELL_HIGH_PROBABILITY_MISTAKE,
            (1, percent),
        )
    for percent in range(0, 101, 10):
        yield (
            f"tell-mistaken-wait-{percent}",
            "Tell of the playable card that looks least playable to its holder, if by a chance "
            f"of {percent} % or less; rank before color.",
            Family.TELL_HIGH_PROBABILITY_MISTAKE,
            (0, percent),
        )


def _number(*groups: Iterator[Entry]) -> tuple[Rule, ...]:
    entries = [entry for group in groups for entry in group]
    return tuple(Rule(number, *entry) for number, entry in enumerate(entries))


#: Rule `n` at place `n`.
CANAAN2019 = _number(first_rules(), _just_hinted(), _unambiguous(), _useless_and_mistakes())
