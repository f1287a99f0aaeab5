"""Rules 132 to 148 of the base `extended`: our hints."""

from __future__ import annotations

from hanabilab.agents.rules.catalogue import ALWAYS, OwnEntry
from hanabilab.agents.rules.families import Family
from hanabilab.agents.rules.signals import SAVE_LAST, SAVE_SECOND, SAVE_TOP

HINTS: tuple[OwnEntry, ...] = (
    (
        "tell-newest-playable",
        "Give the hint whose newest card is playable, if it misleads about no other card.",
        Family.TELL_NEWEST_PLAYABLE,
        (0,),
        "The other half of play-told.",
    ),
    (
        "tell-newest-playable-anyway",
        "Give the hint whose newest card is playable.",
        Family.TELL_NEWEST_PLAYABLE,
        (1,),
        "For receivers that look at the newest card alone.",
    ),
    (
        "tell-only-playable",
        "Give the hint that touches playable cards alone, and tells most of them something new.",
        Family.TELL_ONLY_PLAYABLE,
        (),
        "Whatever convention the receiver has, every card touched can be played.",
    ),
    (
        "tell-sure-play",
        "Give the hint after which the receiver knows most cards to be playable for sure.",
        Family.TELL_SURE_PLAYS,
        (1,),
        "A token for a play that needs no convention and no luck.",
    ),
    (
        "tell-two-sure-plays",
        "As tell-sure-play, if it adds two or more.",
        Family.TELL_SURE_PLAYS,
        (2,),
        "Two plays for one token.",
    ),
    (
        "tell-playable-chop",
        "Tell of the chop, rank before color, if it is playable.",
        Family.TELL_CHOP_USEFUL,
        (),
        "Otherwise it will be the next to be discarded.",
    ),
    (
        "tell-save-last-copy",
        "Tell of the chop, rank before color, if it is the last copy of a card still needed.",
        Family.TELL_SAVE,
        (SAVE_LAST,),
        "Keeps points that cannot be had again; the base never looks at what will be discarded.",
    ),
    (
        "tell-save-five",
        "Tell of the chop, rank before color, if it is a 5 still needed.",
        Family.TELL_SAVE,
        (SAVE_TOP,),
        "The commonest last copy, and a token later.",
    ),
    (
        "tell-save-two",
        "Tell of the chop, rank before color, if it is a 2 still needed and the only one in sight.",
        Family.TELL_SAVE,
        (SAVE_SECOND,),
        "With both 2s of a color lost, four points are.",
    ),
    (
        "tell-revealing-when-full",
        "With eight tokens, give the hint that rules out most of what cards could be.",
        Family.TELL_REVEALING,
        (8,),
        "Nothing may be discarded then: the hint is free.",
    ),
    (
        "tell-revealing-when-rich",
        "As tell-revealing-when-full, with five tokens or more.",
        Family.TELL_REVEALING,
        (5,),
        "What cards are not speeds up later plays and discards.",
    ),
    (
        "tell-revealing",
        "As tell-revealing-when-full, with any token.",
        Family.TELL_REVEALING,
        (0,),
        "Counts what is ruled out, where the base counts cards touched.",
    ),
    (
        "tell-most-new-when-rich",
        "As tell-most-new-information, with five tokens or more.",
        Family.TELL_MOST_NEW,
        (5, ALWAYS),
        "Keeps the last tokens for plays and saves.",
    ),
    (
        "tell-to-wait",
        "As tell-most-new-information, when no discard is left to spare.",
        Family.TELL_MOST_NEW,
        (0, 1),
        "Near the end every card drawn is a turn less: hints stop the clock.",
    ),
    (
        "tell-fives-when-rich",
        "As tell-fives, with five tokens or more.",
        Family.TELL_FIVES,
        (5,),
        "A 5 is played last; telling of it can wait for spare tokens.",
    ),
    (
        "tell-useless-when-rich",
        "As tell-anyone-about-useless-card, with four tokens or more.",
        Family.TELL_USELESS,
        (4,),
        "A safe discard gives its token back, but not the turn.",
    ),
    (
        "tell-useful-when-rich",
        "As tell-anyone-about-useful-card, with three tokens or more.",
        Family.TELL_USEFUL,
        (3,),
        "Leaves tokens to hints that must not come late.",
    ),
)
