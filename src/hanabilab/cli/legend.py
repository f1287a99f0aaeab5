"""Explanations of the words of a table, printed below it: of the words that the table uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from rich.console import Group
from rich.text import Text

#: Words in agents' reasons and readings, by how they begin.
REASONS: Mapping[str, str] = MappingProxyType(
    {
        "named": "suit and rank follow from what everybody has seen and been told",
        "excludes": "rules out, counted over the slots: the more, the more the hint tells",
        "valuable": "the last copy of a card that can still be played",
        "chop": "the slot that is discarded next if nothing else is told",
        "warn": "tell of a valuable card before it is discarded",
        "burn": "give a hint only to be rid of the token",
        "twin": "another copy of the same card",
        "finesse": "discard a playable card whose twin another seat holds: so it learns of it",
        "gamble": "play a card that may be a wrong one",
        "playable": "the next card of its suit's firework",
        "useless": "never to be played any more",
    }
)

#: Words of `hanabi search`.
SEARCHES: Mapping[str, str] = MappingProxyType(
    {
        "worlds": "hands and decks, as they may be, in which an action was played out to the end",
        "mean score": "of the games played out, over the worlds of the action",
        "gain": "points over the blueprint's action in the same worlds",
        "blueprint": "the agent that the search improves, and what it would do",
        "basis exact": "every hand possible that explains what the partners did, and no other",
        "basis conventions": "all hands that the blueprint's conventions allow",
        "basis hints": "hands that hints allow; what the partners' choices tell is left out",
        "basis sampled": "a sample of the hands that are possible",
        "basis learned": "hands drawn from the learned belief of the blueprint",
        "basis none": "hands were not looked into",
    }
)

#: Words of `hanabi endgame`.
ENDGAMES: Mapping[str, str] = MappingProxyType(
    {
        "win": "chance of all points; with open hands, if every seat acts for it as well as it can",
        "score": "expected score; with open hands, if every seat acts for that instead",
        "basis exact": "hands that hints allow, in which the others would have done what they did",
        "basis hints": "hands that hints allow; what the others' choices tell is left out",
        "to": "bounds: not all lines were looked at, and the value lies between",
    }
)

#: Words of `hanabi log redeal`.
REDEALS: Mapping[str, str] = MappingProxyType(
    {
        "perfect": "games with all points, with the 95 % interval",
        "lost": "games that lost the last life, with the 95 % interval",
    }
)

#: Words of `hanabi review`.
REVIEWS: Mapping[str, str] = MappingProxyType(
    {
        "P": "players",
        "pace": "cards that may be discarded while every reachable point is played",
        "reach": "the highest score that the discards still allow",
        "got": "cards played, and cards touched by a hint that are still to be played",
        "tokens": "information tokens in store",
        "spent": "hints given; a strike counts, and a suit completed with all tokens there",
        "eff.": "efficiency: cards got for each hint spent",
        "perfect": "whether every point can still be had, all cards being known; ? is undecided",
        "worst end": "the action near the end that cost most, by values with open hands",
        "best": "of the best action, where all hands are open and nobody knows the deck's order",
        "value": "mean score of games that go on from there: hands stay, the deck is shuffled",
        "skill": "what actions changed of the value, whatever was drawn",
        "luck": "what the deal or a draw changed of it",
        "broken": "points lost by actions that break the conventions",
    }
)


def legend(words: Mapping[str, str], shown: str) -> Group:
    """A line for each of `words` that begins a word of the text `shown`."""
    used = {word: told for word, told in words.items() if re.search(rf"\b{word}", shown)}
    return Group(*(Text(f"{word}: {told}", "dim") for word, told in used.items()))
