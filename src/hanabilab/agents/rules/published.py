"""The base `canaan2019`: the 105 rules of Canaan et al. 2019, number for number.

Their paper counts 135 rules; every public version of the base has these 105, and every published
agent is made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hanabilab.agents.rules.catalogue import Rule
from hanabilab.agents.rules.families import Family

__all__ = ["CANAAN2019"]

_Entry = tuple[str, str, Family, tuple[int, ...]]


#: Rules 0 to 2, 8 to 28, 34 to 40, 48 and 49: those that stand alone.
_FIRST: tuple[_Entry, ...] = (
    (
        "play-finesse",
        "With three players or more: if the last action hinted the next seat a card that is one"
        " short of playable, play the own newest card.",
        Family.PLAY_FINESSE,
        (),
    ),
    (
        "play-finesse-told",
        "If a play followed a hint that touched one own card alone, play that card.",
        Family.PLAY_FINESSE_TOLD,
        (),
    ),
    (
        "play-if-certain",
        "Play the first card of known color and rank that is playable.",
        Family.PLAY_IF_CERTAIN,
        (),
    ),
)
_PLAYS_AND_HINTS: tuple[_Entry, ...] = (
    (
        "play-safe-card",
        "Play the first card that is playable for sure, hints and cards in sight taken together.",
        Family.PLAY_SAFE,
        (),
    ),
    (
        "play-unique-possible-card",
        "Of the hints that touched one own card alone, latest first: play that card if the hint"
        " could mean a card that is playable by its rank, or the top card of its color.",
        Family.PLAY_UNIQUE_POSSIBLE,
        (),
    ),
    (
        "complete-tell-useful-card",
        "Tell what is missing of the first playable card of which one attribute is known.",
        Family.COMPLETE_USEFUL,
        (),
    ),
    (
        "tell-about-ones",
        "Tell the next seat what is missing of its first 1, rank before color.",
        Family.TELL_ONES,
        (),
    ),
    (
        "tell-anyone-about-oldest-useful-card",
        "Tell of the last playable card, color before rank, unless it is fully known.",
        Family.TELL_LAST_USEFUL,
        (),
    ),
    (
        "tell-anyone-about-useful-card",
        "Tell of the first playable card that is not fully known, rank before color.",
        Family.TELL_USEFUL,
        (),
    ),
    (
        "tell-anyone-about-useless-card",
        "Tell of the first useless card, rank before color, unless it is fully known.",
        Family.TELL_USELESS,
        (),
    ),
    (
        "tell-dispensable",
        "Give the first hint after which its receiver knows that a card has been played already.",
        Family.TELL_DISPENSABLE,
        (255,),
    ),
    (
        "tell-finesse",
        "With three players or more: if the next seat's first card is playable, tell the seat "
        "after of the card that follows it, by what touches it alone.",
        Family.TELL_FINESSE,
        (),
    ),
    (
        "tell-fives",
        "Tell the rank of the first 5 whose rank is not known.",
        Family.TELL_FIVES,
        (),
    ),
    (
        "tell-ill-informed",
        "Tell of the first card not fully known that is playable or, with a token missing, "
        "useless; rank before color.",
        Family.TELL_ILL_INFORMED,
        (),
    ),
    (
        "tell-most-information",
        "Give the hint that touches most cards; ranks before colors, lower before higher.",
        Family.TELL_MOST,
        (),
    ),
    (
        "tell-playable-card",
        "Tell the next seat of its first playable card, rank or color by a fair coin.",
        Family.TELL_PLAYABLE,
        (),
    ),
    (
        "tell-playable-card-outer",
        "Tell the next seat of its first playable card that is not fully known, rank before color.",
        Family.TELL_PLAYABLE_OUTER,
        (),
    ),
    (
        "tell-randomly",
        "Tell the next seat of any of its cards, rank or color by a fair coin.",
        Family.TELL_RANDOMLY,
        (),
    ),
    (
        "tell-unknown",
        "Tell the next seat what is missing of its first card not fully known, color before rank.",
        Family.TELL_UNKNOWN,
        (),
    ),
    (
        "discard-highest",
        "Discard the card of the highest known rank, the first of equals.",
        Family.DISCARD_HIGHEST,
        (),
    ),
    (
        "discard-if-certain",
        "Discard the first card of known color and rank that has been played already.",
        Family.DISCARD_IF_CERTAIN,
        (),
    ),
    (
        "discard-least-likely-to-be-necessary",
        "Discard the card that is least likely the last copy of one still needed; the last of "
        "equals.",
        Family.DISCARD_LEAST_LIKELY_NECESSARY,
        (),
    ),
    (
        "discard-oldest-first",
        "Discard the oldest card.",
        Family.DISCARD_OLDEST,
        (),
    ),
    (
        "discard-oldest-no-info-first",
        "Discard the first card of which neither color nor rank is known.",
        Family.DISCARD_UNIDENTIFIED,
        (),
    ),
)
_DISCARDS: tuple[_Entry, ...] = (
    (
        "discard-randomly",
        "Discard any card, all equally likely.",
        Family.DISCARD_RANDOMLY,
        (),
    ),
    (
        "discard-safe-card",
        "Discard the first card that is useless by its known color, its known rank, or both.",
        Family.DISCARD_SAFE,
        (),
    ),
    (
        "discard-unidentified-card",
        "Discard the first card of which neither color nor rank is known.",
        Family.DISCARD_UNIDENTIFIED,
        (),
    ),
    (
        "discard-useless-card",
        "Discard the first card of known color that is too high ever to be played.",
        Family.DISCARD_USELESS,
        (),
    ),
    (
        "osawa-discard",
        "As discard-safe-card, else as discard-useless-card.",
        Family.OSAWA_DISCARD,
        (),
    ),
    (
        "legal-random",
        "Any legal action, all equally likely.",
        Family.LEGAL_RANDOM,
        (),
    ),
    (
        "try-to-unblock",
        "Without tokens, and if the next seat knows of no safe move: discard a card known as "
        "useless or play a known 5, whichever comes first.",
        Family.TRY_TO_UNBLOCK,
        (),
    ),
)
_LAST_OF_50: tuple[_Entry, ...] = (
    (
        "tell-dispensable-when-short",
        "As tell-dispensable, with fewer than four tokens.",
        Family.TELL_DISPENSABLE,
        (4,),
    ),
    (
        "play-probably-safe-25",
        "Play the likeliest playable card, the last of equals, if its chance is at least 25 %.",
        Family.PLAY_PROBABLY_SAFE,
        (25, 0),
    ),
)


def _at_least(
    name: str, summary: str, family: Family, percents: Iterable[int], *parameters: int
) -> Iterator[_Entry]:
    """One rule for each threshold."""
    for percent in percents:
        text = summary.format(percent)
        yield f"{name}-{percent}", text, family, (percent, *parameters)


def _base_rules() -> Iterator[_Entry]:
    """Rules 0 to 49."""
    fifths = range(0, 100, 20)
    play, discard = Family.PLAY_PROBABLY_SAFE, Family.DISCARD_PROBABLY_USELESS
    likeliest = "the likeliest {} card, the last of equals, if its chance is at least"
    playable, useless = likeliest.format("playable"), likeliest.format("useless")
    never = "Never fires. Was meant to gamble once the deck is empty."
    with_lives = f"With two lives or more: play {playable} {{}} %."
    yield from _FIRST
    yield from _at_least("play-probably-safe", f"Play {playable} {{}} %.", play, fifths, 0)
    yield from _PLAYS_AND_HINTS
    name = "discard-probably-useless"
    yield from _at_least(name, f"Discard {useless} {{}} %.", discard, fifths)
    yield from _DISCARDS
    yield from _at_least("hail-mary", never, Family.PLAY_HAIL_MARY, (0, 10))
    yield from _at_least("play-with-lives", with_lives, play, fifths, 1)
    yield from _LAST_OF_50


def _just_hinted() -> Iterator[_Entry]:
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


def _unambiguous() -> Iterator[_Entry]:
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


def _useless_and_mistakes() -> Iterator[_Entry]:
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


def _number(*groups: Iterator[_Entry]) -> tuple[Rule, ...]:
    entries = [entry for group in groups for entry in group]
    return tuple(Rule(number, *entry) for number, entry in enumerate(entries))


#: Rule `n` at place `n`.
CANAAN2019 = _number(_base_rules(), _just_hinted(), _unambiguous(), _useless_and_mistakes())
