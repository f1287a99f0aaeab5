"""The base `extended`: the 105 rules of `canaan2019`, and from 105 on rules that it lacks.

Rules 105 to 108 are published ones that agents of the pool need. The others are ours: conventions
of chop and newest card, last copies kept, plays announced, the end of the game counted, and what a
token buys. Each says what it is for.
"""

from __future__ import annotations

from hanabilab.agents.rules.catalogue import Rule
from hanabilab.agents.rules.families import Family
from hanabilab.agents.rules.published import CANAAN2019
from hanabilab.agents.rules.signals import (
    SAVE_LAST,
    SAVE_SECOND,
    SAVE_TOP,
    TOLD_EVER,
    TOLD_NOT_SAVED,
    TOLD_NOW,
)
from hanabilab.agents.rules.thrift import LOWEST, OPENING, TOP

__all__ = ["EXTENDED"]

_ALWAYS = 255  # more tokens, and more discards to spare, than any game has

#: Name, summary, family, parameters, reason.
_ENTRIES: tuple[tuple[str, str, Family, tuple[int, ...], str], ...] = (
    (
        "discard-surely-useless",
        "Discard the last card that is useless for sure, hints and cards in sight taken together.",
        Family.DISCARD_PROBABLY_USELESS,
        (100,),
        "Published: Van den Bergh's agent wants .99, which no count of copies tells from 1.",
    ),
    (
        "play-probably-safe-75",
        "Play the likeliest playable card, the last of equals, if its chance is at least 75 %.",
        Family.PLAY_PROBABLY_SAFE,
        (75, 0),
        "Published: the risky agent of the pool.",
    ),
    (
        "tell-most-new-information",
        "Give the hint that touches most cards of which it tells something new.",
        Family.TELL_MOST_NEW,
        (0, _ALWAYS),
        "Published: several agents of the pool; hints that repeat what is known buy nothing.",
    ),
    (
        "osawa-random",
        "Hint in 3 of 10 cases, discard in 4, play in 3, without asking whether it is legal.",
        Family.OSAWA_RANDOM,
        (),
        "Published: the random agent of the pool.",
    ),
    (
        "play-told",
        "Play the newest card of a hint received since the own last turn, if it may be playable.",
        Family.PLAY_TOLD,
        (TOLD_NOW, 0, 0),
        "A hint about several cards is about one of them; the newest is the one just drawn.",
    ),
    (
        "play-told-with-lives",
        "As play-told, with two lives or more.",
        Family.PLAY_TOLD,
        (TOLD_NOW, 1, 0),
        "A misread hint may cost a life, but not the game.",
    ),
    (
        "play-told-50",
        "As play-told, if the card's chance to be playable is at least 50 %.",
        Family.PLAY_TOLD,
        (TOLD_NOW, 0, 50),
        "Trusts the convention where the copies unseen speak for it, too.",
    ),
    (
        "play-told-unless-saved",
        "As play-told, but not the card that was the chop when the hint touched it.",
        Family.PLAY_TOLD,
        (TOLD_NOT_SAVED, 0, 0),
        "A hint that touches the chop may save it from being discarded instead.",
    ),
    (
        "play-told-ever",
        "Play the newest held card that was the newest of a hint, if it may be playable.",
        Family.PLAY_TOLD,
        (TOLD_EVER, 0, 0),
        "Two hints in a row announce two plays; the second must not be forgotten.",
    ),
    (
        "play-told-ever-50",
        "As play-told-ever, with two lives and a chance of 50 % or more.",
        Family.PLAY_TOLD,
        (TOLD_EVER, 1, 50),
        "An old announcement is less certain than a new one.",
    ),
    (
        "play-hinted-50",
        "Play the likeliest playable card that a hint has touched, if by 50 % or more.",
        Family.PLAY_HINTED,
        (50, 0),
        "Partners point at cards that matter: those touched are better than their chances.",
    ),
    (
        "play-hinted-with-lives-30",
        "As play-hinted-50, with two lives or more and a chance of 30 % or more.",
        Family.PLAY_HINTED,
        (30, 1),
        "Bets a life that is not the last on the same.",
    ),
    (
        "play-lowest-safe-card",
        "Of the cards playable for sure, play the one that may have the lowest rank.",
        Family.PLAY_BEST_SAFE,
        (LOWEST,),
        "Low cards let more cards follow; the base plays by slot.",
    ),
    (
        "play-opening-safe-card",
        "Of the cards playable for sure, play one that may be followed by a card in sight.",
        Family.PLAY_BEST_SAFE,
        (OPENING,),
        "It gives the next seats something to play or to be told.",
    ),
    (
        "play-safe-five",
        "Play a card that is a playable 5 for sure.",
        Family.PLAY_BEST_SAFE,
        (TOP,),
        "A completed color brings a token back, when there may be none.",
    ),
    (
        "play-when-deck-is-empty",
        "With the deck empty and two lives or more, play the likeliest playable card.",
        Family.PLAY_AT_END,
        (0, 1, 0),
        "What hail-mary was meant to be: a life that is not the last is worth nothing at the end.",
    ),
    (
        "play-near-the-end-50",
        "With five cards or fewer to draw and two lives or more, play a card likely by 50 %.",
        Family.PLAY_AT_END,
        (5, 1, 50),
        "Lives are worth less with every card that is drawn.",
    ),
    (
        "play-late-with-all-lives-40",
        "With ten cards or fewer to draw and three lives, play a card likely by 40 %.",
        Family.PLAY_AT_END,
        (10, 2, 40),
        "Two lives to lose are two tries.",
    ),
    (
        "discard-chop",
        "Discard the oldest card that no hint has touched.",
        Family.DISCARD_CHOP,
        (100, _ALWAYS),
        "All know which card goes next, and can save it; the base also counts what hints deny.",
    ),
    (
        "discard-chop-spare",
        "As discard-chop, if the card is no last copy for sure.",
        Family.DISCARD_CHOP,
        (0, _ALWAYS),
        "Never loses a point.",
    ),
    (
        "discard-chop-20",
        "As discard-chop, if the card is a last copy by 20 % or less.",
        Family.DISCARD_CHOP,
        (20, _ALWAYS),
        "Between the two.",
    ),
    (
        "discard-chop-when-short",
        "As discard-chop, with fewer than three tokens.",
        Family.DISCARD_CHOP,
        (100, 3),
        "A token back is worth most when few are left.",
    ),
    (
        "discard-newest-unhinted",
        "Discard the newest card that no hint has touched.",
        Family.DISCARD_NEWEST_UNHINTED,
        (),
        "The other convention: old cards have been looked at longer and not been given up.",
    ),
    (
        "discard-spare",
        "Discard the last card that is for sure useless or in sight in another hand.",
        Family.DISCARD_SPARE,
        (100,),
        "A copy that another seat holds is one too many; the base counts useless cards alone.",
    ),
    (
        "discard-spare-60",
        "Discard the likeliest such card, if by 60 % or more.",
        Family.DISCARD_SPARE,
        (60,),
        "The same where hints leave some doubt.",
    ),
    (
        "discard-known-spare",
        "Of the cards that are for sure neither playable nor last copies, discard the highest.",
        Family.DISCARD_KNOWN_SPARE,
        (),
        "Hints that say a card is not needed yet also say that it can go.",
    ),
    (
        "discard-high",
        "Discard the card of the highest mean rank, by the copies unseen.",
        Family.DISCARD_HIGH,
        (),
        "High cards are needed last; the base looks at known ranks alone.",
    ),
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
        (5, _ALWAYS),
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

#: Rule `n` at place `n`.
EXTENDED = CANAAN2019 + tuple(
    Rule(len(CANAAN2019) + place, name, summary, family, parameters, reason)
    for place, (name, summary, family, parameters, reason) in enumerate(_ENTRIES)
)
