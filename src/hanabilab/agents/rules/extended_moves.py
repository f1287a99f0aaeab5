"""Rules 105 to 131 of the base `extended`: published ones of the pool, our plays and discards."""

from __future__ import annotations

from hanabilab.agents.rules.catalogue import ALWAYS, OwnEntry
from hanabilab.agents.rules.families import Family
from hanabilab.agents.rules.signals import TOLD_EVER, TOLD_NOT_SAVED, TOLD_NOW
from hanabilab.agents.rules.thrift import LOWEST, OPENING, TOP

__all__ = ["MOVES"]

MOVES: tuple[OwnEntry, ...] = (
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
        (0, ALWAYS),
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
        (100, ALWAYS),
        "All know which card goes next, and can save it; the base also counts what hints deny.",
    ),
    (
        "discard-chop-spare",
        "As discard-chop, if the card is no last copy for sure.",
        Family.DISCARD_CHOP,
        (0, ALWAYS),
        "Never loses a point.",
    ),
    (
        "discard-chop-20",
        "As discard-chop, if the card is a last copy by 20 % or less.",
        Family.DISCARD_CHOP,
        (20, ALWAYS),
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
)
