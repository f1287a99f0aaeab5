"""Rules 0 to 49 of the base `canaan2019`: those of the first version of its code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hanabilab.agents.rules.catalogue import Entry
from hanabilab.agents.rules.families import Family

#: Rules 0 to 2, 8 to 28, 34 to 40, 48 and 49: those that stand alone.
_FIRST: tuple[Entry, ...] = (
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
_PLAYS_AND_HINTS: tuple[Entry, ...] = (
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
_DISCARDS: tuple[Entry, ...] = (
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
_LAST_OF_50: tuple[Entry, ...] = (
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
) -> Iterator[Entry]:
    """One rule for each threshold."""
    for percent in percents:
        text = summary.format(percent)
        yield f"{name}-{percent}", text, family, (percent, *parameters)


def first_rules() -> Iterator[Entry]:
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
