"""Families of rules: one kernel each, with its parameters. Codes, and the word of a rule.

The word of a rule is what kernels are given: its family's code, three parameters, eight bits each,
and above them the rule's number, for people.
"""

from __future__ import annotations

from enum import IntEnum

from hanabilab._jit import kernel

#: Families from here on discard; tell of one seat's cards, of whichever yields a hint first, in
#: turn order; tell the next seat alone; choose their receiver themselves; do as they like.
DISCARDS, TELLS, TELLS_NEXT, TELLS_ALL, OTHERS = 40, 80, 120, 130, 150


class Family(IntEnum):
    """What a rule does; the functions have the same names."""

    PLAY_FINESSE = 0
    PLAY_FINESSE_TOLD = 1
    PLAY_IF_CERTAIN = 2
    PLAY_PROBABLY_SAFE = 3  # percent, more lives than
    PLAY_SAFE = 4
    PLAY_UNIQUE_POSSIBLE = 5
    PLAY_JUST_HINTED = 6  # filters, more lives than, percent
    PLAY_HAIL_MARY = 7  # percent
    PLAY_TOLD = 8  # which marks, more lives than, percent
    PLAY_HINTED = 9  # percent, more lives than
    PLAY_BEST_SAFE = 10  # what it prefers
    PLAY_AT_END = 11  # cards left, more lives than, percent

    DISCARD_HIGHEST = DISCARDS
    DISCARD_IF_CERTAIN = DISCARDS + 1
    DISCARD_LEAST_LIKELY_NECESSARY = DISCARDS + 2
    DISCARD_OLDEST = DISCARDS + 3
    DISCARD_UNIDENTIFIED = DISCARDS + 4
    DISCARD_PROBABLY_USELESS = DISCARDS + 5  # percent
    DISCARD_RANDOMLY = DISCARDS + 6
    DISCARD_SAFE = DISCARDS + 7
    DISCARD_USELESS = DISCARDS + 8
    OSAWA_DISCARD = DISCARDS + 9
    DISCARD_CHOP = DISCARDS + 10  # percent, fewer tokens than
    DISCARD_NEWEST_UNHINTED = DISCARDS + 11
    DISCARD_SPARE = DISCARDS + 12  # percent
    DISCARD_KNOWN_SPARE = DISCARDS + 13
    DISCARD_HIGH = DISCARDS + 14

    COMPLETE_USEFUL = TELLS
    TELL_LAST_USEFUL = TELLS + 1
    TELL_USEFUL = TELLS + 2  # tokens
    TELL_USELESS = TELLS + 3  # tokens
    TELL_FIVES = TELLS + 4  # tokens
    TELL_ILL_INFORMED = TELLS + 5
    TELL_UNAMBIGUOUS = TELLS + 6  # whether most playable cards count first
    TELL_USEFUL_BY_CHANCES = TELLS + 7  # gain, loss
    TELL_LAST_PLAYABLE = TELLS + 8
    TELL_AT_LEAST_USELESS = TELLS + 9  # how many
    TELL_HIGH_PROBABILITY_MISTAKE = TELLS + 10  # whether of unplayable cards, percent
    TELL_NEWEST_PLAYABLE = TELLS + 11  # whether it may mislead
    TELL_ONLY_PLAYABLE = TELLS + 12
    TELL_SURE_PLAYS = TELLS + 13  # how many
    TELL_CHOP_USEFUL = TELLS + 14
    TELL_SAVE = TELLS + 15  # what
    TELL_REVEALING = TELLS + 16  # tokens

    TELL_ONES = TELLS_NEXT
    TELL_PLAYABLE = TELLS_NEXT + 1
    TELL_PLAYABLE_OUTER = TELLS_NEXT + 2
    TELL_RANDOMLY = TELLS_NEXT + 3
    TELL_UNKNOWN = TELLS_NEXT + 4

    TELL_DISPENSABLE = TELLS_ALL  # fewer tokens than
    TELL_FINESSE = TELLS_ALL + 1
    TELL_MOST = TELLS_ALL + 2
    TELL_MOST_NEW = TELLS_ALL + 3  # tokens, discards to spare at most

    LEGAL_RANDOM = OTHERS
    TRY_TO_UNBLOCK = OTHERS + 1
    OSAWA_RANDOM = OTHERS + 2


def make_word(number: int, family: Family, parameters: tuple[int, ...]) -> int:
    """The word of a rule; parameters are 0 to 255, three at most."""
    word = int(family)
    for place, parameter_value in enumerate(parameters, start=1):
        word |= parameter_value << 8 * place
    return word | number << 32


@kernel
def family_of(word: int) -> int:
    """The code of a rule's family."""
    return word & 255


@kernel
def parameter(word: int, place: int) -> int:
    """A parameter of a rule, the first at place 1."""
    return word >> 8 * place & 255


def number_of(word: int) -> int:
    """The number of a rule."""
    return word >> 32
