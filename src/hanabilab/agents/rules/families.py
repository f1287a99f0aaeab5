"""The families of rules: one kernel each, by kind. From these lists follow codes and dispatch.

A kernel names what it asks for: of `view`, `turn`, `memory`, `rng` and `offset`, in whatever order;
after them stand its family's own parameters, up to three numbers from 0 to 255. To add a family,
write its kernel and add it to OWN; `rules.csv` then makes rules of it.

Kernels are given a rule as a *word*: its family's code, three parameters, eight bits each, its
number, for people, and its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple

from hanabilab._jit import arguments_of, inlined_kernel, switch
from hanabilab.agents.policy import Memory
from hanabilab.agents.rules import discards, hints, others, own_hints, plays, surveys
from hanabilab.agents.rules.turn import NO_SUCH_RULE, Turn
from hanabilab.game.view import View
from hanabilab.randomness import Rng


class Kind(IntEnum):
    """When a rule is off, and whom it tells."""

    PLAY = 0
    OTHER = 1
    #: Off while all tokens are there.
    DISCARD = 2
    #: Off without tokens, as the next; its kernel finds the receiver.
    TELL = 3
    #: Its kernel is asked about each other seat by its `offset`, in turn order, until it answers.
    TELL_ANYONE = 4


_Families = tuple[tuple[Kind, tuple[Callable[..., int], ...]], ...]

#: Those that published agents are made of.
PUBLISHED: _Families = (
    (
        Kind.PLAY,
        (
            plays.play_finesse,
            plays.play_finesse_told,
            plays.play_if_certain,
            plays.play_probably_safe,
            plays.play_safe,
            plays.play_unique_possible,
            plays.play_just_hinted,
            plays.play_hail_mary,
        ),
    ),
    (
        Kind.DISCARD,
        (
            discards.discard_highest,
            discards.discard_if_certain,
            discards.discard_least_likely_necessary,
            discards.discard_oldest,
            discards.discard_unidentified,
            discards.discard_probably_useless,
            discards.discard_randomly,
            discards.discard_safe,
            discards.discard_useless,
            discards.osawa_discard,
        ),
    ),
    (
        Kind.TELL_ANYONE,
        (
            hints.complete_useful,
            hints.tell_last_useful,
            hints.tell_useful,
            hints.tell_useless,
            hints.tell_fives,
            hints.tell_ill_informed,
            hints.tell_last_playable,
            hints.tell_high_probability_mistake,
            surveys.tell_unambiguous,
            surveys.tell_useful_by_chances,
            surveys.tell_at_least_useless,
        ),
    ),
    (
        Kind.TELL,
        (
            hints.tell_ones,
            hints.tell_playable,
            hints.tell_playable_outer,
            hints.tell_randomly,
            hints.tell_unknown,
            hints.tell_dispensable,
            surveys.tell_finesse,
            surveys.tell_most,
            surveys.tell_most_new,
        ),
    ),
    (Kind.OTHER, (others.legal_random, others.try_to_unblock, others.osawa_random)),
)
#: Ours.
OWN: _Families = (
    (Kind.PLAY, (plays.play_told, plays.play_hinted, plays.play_best_safe, plays.play_at_end)),
    (
        Kind.DISCARD,
        (
            discards.discard_chop,
            discards.discard_newest_unhinted,
            discards.discard_spare,
            discards.discard_known_spare,
            discards.discard_high,
        ),
    ),
    (
        Kind.TELL_ANYONE,
        (
            own_hints.tell_newest_playable,
            own_hints.tell_chop_useful,
            own_hints.tell_save,
            surveys.tell_only_playable,
            surveys.tell_sure_plays,
            surveys.tell_revealing,
        ),
    ),
)


class Given(NamedTuple):
    """What the kernels of rules can ask for.

    Attributes:
        offset: seats from the one to act to the one that a rule of `TELL_ANYONE` is asked about.
    """

    view: View
    turn: Turn
    memory: Memory
    rng: Rng
    offset: int


class Family(NamedTuple):
    """A family of rules.

    Attributes:
        code: what kernels know it by: its place in the lists.
        parameters: the names of its kernel's own arguments.
    """

    code: int
    kind: Kind
    parameters: tuple[str, ...]


def _kernels(families: _Families) -> tuple[Callable[..., int], ...]:
    return tuple(kernel for _, kernels in families for kernel in kernels)


def _named(families: _Families) -> Mapping[str, Family]:
    kinds = [kind for kind, kernels in families for _ in kernels]
    return MappingProxyType(
        {
            kernel.__name__: Family(code, kind, tuple(arguments_of(kernel, Given._fields)[1]))
            for code, (kind, kernel) in enumerate(zip(kinds, _kernels(families), strict=True))
        }
    )


#: All families by the names of their kernels.
FAMILIES = _named(PUBLISHED + OWN)

_choose_published = switch(_kernels(PUBLISHED), NO_SUCH_RULE)
_choose = switch(_kernels(PUBLISHED + OWN), NO_SUCH_RULE)


@inlined_kernel
def run_published(word: int, given: Given) -> int:
    """What the kernel of a published rule answers; NO_SUCH_RULE for a rule of ours."""
    return _choose_published(word & 255, given, _parameters(word))


@inlined_kernel
def run(word: int, given: Given) -> int:
    """What the kernel of any rule answers."""
    return _choose(word & 255, given, _parameters(word))


@inlined_kernel
def _parameters(word: int) -> tuple[int, int, int]:
    return word >> 8 & 255, word >> 16 & 255, word >> 24 & 255


# --- Words ---------------------------------------------------------------------------------------


def make_word(number: int, family: Family, parameters: tuple[int, ...]) -> int:
    """The word of a rule; those of three parameters that are not given are 0."""
    word = family.code | number << 32 | family.kind << 40
    for place, parameter in enumerate(parameters, start=1):
        word |= parameter << 8 * place
    return word


@inlined_kernel
def kind_of(word: int) -> int:
    """The kind of a rule."""
    return word >> 40


def number_of(word: int) -> int:
    """The number of a rule."""
    return word >> 32 & 255
