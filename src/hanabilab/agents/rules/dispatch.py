"""From the word of a rule to its kernel; and when rules of a kind are off."""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.random_agent import any_legal_action
from hanabilab.agents.rules import discards, hints, others, plays, signals, surveys, thrift
from hanabilab.agents.rules.errors import (
    THROWS,
    looks_at_gap,
    looks_for_finesse,
    tell_of_own_slot,
)
from hanabilab.agents.rules.families import (
    DISCARDS,
    OTHERS,
    TELLS,
    TELLS_ALL,
    TELLS_NEXT,
    Family,
    family_of,
    parameter,
)
from hanabilab.agents.rules.memory import COMPAT, MODE
from hanabilab.agents.rules.turn import Turn
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.view import View
from hanabilab.randomness import Rng


@inlined_kernel
def try_rule(view: View, memory: Memory, rng: Rng, turn: Turn, word: int) -> int:
    """The action of a rule; NO_ACTION if it does not fire.

    THROWS where the original throws, FORFEIT if it wants what cannot be.
    """
    family, tokens = family_of(word), view.information_tokens
    if family < DISCARDS:
        return _play(view, memory, turn, word)
    if family < TELLS:
        off = tokens == view.rules.max_information_tokens
        return NO_ACTION if off else _discard(view, rng, turn, word)
    if family < OTHERS:
        return NO_ACTION if tokens == 0 else _tell(view, memory, rng, turn, word)
    if family == Family.LEGAL_RANDOM:
        return any_legal_action(view, rng)
    if family == Family.TRY_TO_UNBLOCK:
        return discards.try_to_unblock(view)
    return others.osawa_random(view, rng)


@inlined_kernel
def _play(view: View, memory: Memory, turn: Turn, word: int) -> int:
    family = family_of(word)
    first, second, third = parameter(word, 1), parameter(word, 2), parameter(word, 3)
    if family == Family.PLAY_PROBABLY_SAFE:
        return plays.play_probably_safe(view, turn, first, second)
    if family == Family.PLAY_SAFE:
        return plays.play_safe(view, turn)
    if family == Family.PLAY_JUST_HINTED:
        return plays.play_just_hinted(view, turn, memory, first, second, third)
    if family == Family.PLAY_IF_CERTAIN:
        return plays.play_if_certain(view)
    if family == Family.PLAY_UNIQUE_POSSIBLE:
        return plays.play_unique_possible(view, turn, memory)
    if family == Family.PLAY_TOLD:
        return signals.play_told(view, turn, memory, first, second, third)
    if family == Family.PLAY_HINTED:
        return signals.play_hinted(view, turn, first, second)
    if family == Family.PLAY_BEST_SAFE:
        return thrift.play_best_safe(view, turn, first)
    if family == Family.PLAY_AT_END:
        return thrift.play_at_end(view, turn, first, second, third)
    if family == Family.PLAY_FINESSE:
        throws = memory[MODE] & COMPAT != 0 and looks_for_finesse(view)
        return THROWS if throws else plays.play_finesse(view)
    if family == Family.PLAY_FINESSE_TOLD:
        return plays.play_finesse_told(view, memory)
    return NO_ACTION


@inlined_kernel
def _discard(view: View, rng: Rng, turn: Turn, word: int) -> int:
    family = family_of(word)
    if family == Family.DISCARD_PROBABLY_USELESS:
        return discards.discard_probably_useless(view, turn, parameter(word, 1))
    if family == Family.DISCARD_UNIDENTIFIED:
        return discards.discard_unidentified(view)
    if family == Family.OSAWA_DISCARD:
        return discards.osawa_discard(view, turn)
    if family == Family.DISCARD_OLDEST:
        return discards.discard_oldest(view)
    if family == Family.DISCARD_RANDOMLY:
        return discards.discard_randomly(view, rng)
    if family == Family.DISCARD_LEAST_LIKELY_NECESSARY:
        return discards.discard_least_likely_necessary(view, turn)
    if family == Family.DISCARD_HIGHEST:
        return discards.discard_highest(view)
    if family == Family.DISCARD_IF_CERTAIN:
        return discards.discard_if_certain(view)
    if family == Family.DISCARD_CHOP:
        return signals.discard_chop(view, turn, parameter(word, 1), parameter(word, 2))
    if family == Family.DISCARD_NEWEST_UNHINTED:
        return signals.discard_newest_unhinted(view)
    if family == Family.DISCARD_SPARE:
        return thrift.discard_spare(view, turn, parameter(word, 1))
    if family == Family.DISCARD_KNOWN_SPARE:
        return thrift.discard_known_spare(view, turn)
    if family == Family.DISCARD_HIGH:
        return thrift.discard_high(view, turn)
    if family == Family.DISCARD_SAFE:
        return discards.discard_safe(view)
    return discards.discard_useless(view, turn)


@inlined_kernel
def _tell(view: View, memory: Memory, rng: Rng, turn: Turn, word: int) -> int:
    family = family_of(word)
    if family >= TELLS_ALL:
        return _tell_all(view, turn, word)
    if family >= TELLS_NEXT:
        return _tell_next(view, rng, turn, word)
    if memory[MODE] & COMPAT:
        if family == Family.TELL_HIGH_PROBABILITY_MISTAKE and view.seat == 1:
            return tell_of_own_slot(view, turn, word)
        if looks_at_gap(view, turn, family):
            return THROWS
    for offset in range(1, view.rules.num_players):
        action = _tell_seat(view, memory, turn, word, offset)
        if action != NO_ACTION:
            return action
    return NO_ACTION


@inlined_kernel
def _tell_all(view: View, turn: Turn, word: int) -> int:
    family = family_of(word)
    if family == Family.TELL_MOST:
        return surveys.tell_most(view, turn)
    if family == Family.TELL_MOST_NEW:
        return thrift.tell_most_new(view, turn, parameter(word, 1), parameter(word, 2))
    if family == Family.TELL_FINESSE:
        return surveys.tell_finesse(view, turn)
    if view.information_tokens >= parameter(word, 1):
        return NO_ACTION
    for seat in range(view.rules.num_players):
        offset = (seat - view.seat) % view.rules.num_players
        action = hints.tell_dispensable(view, turn, offset) if offset > 0 else NO_ACTION
        if action != NO_ACTION:
            return action
    return NO_ACTION


@inlined_kernel
def _tell_next(view: View, rng: Rng, turn: Turn, word: int) -> int:
    family = family_of(word)
    if family == Family.TELL_RANDOMLY:
        return hints.tell_randomly(view, turn, 1, rng)
    if family == Family.TELL_PLAYABLE_OUTER:
        return hints.tell_useful(view, turn, 1)
    if family == Family.TELL_UNKNOWN:
        return hints.tell_unknown(view, turn, 1)
    if family == Family.TELL_ONES:
        return hints.tell_ones(view, turn, 1)
    return hints.tell_playable(view, turn, 1, rng)


@inlined_kernel
def _tell_seat(view: View, memory: Memory, turn: Turn, word: int, offset: int) -> int:
    family, first, second = family_of(word), parameter(word, 1), parameter(word, 2)
    if family <= Family.TELL_FIVES and view.information_tokens < first:
        return NO_ACTION
    if family == Family.TELL_USEFUL:
        return hints.tell_useful(view, turn, offset)
    if family == Family.TELL_UNAMBIGUOUS:
        return surveys.tell_unambiguous(view, turn, offset, first != 0)
    if family == Family.TELL_HIGH_PROBABILITY_MISTAKE:
        return hints.tell_high_probability_mistake(view, turn, offset, first != 0, second)
    if family == Family.TELL_LAST_PLAYABLE:
        return hints.tell_last_playable(view, turn, offset)
    if family == Family.TELL_USEFUL_BY_CHANCES:
        return surveys.tell_useful_by_chances(view, turn, offset, first, second)
    if family == Family.TELL_AT_LEAST_USELESS:
        compat = memory[MODE] & COMPAT != 0
        return surveys.tell_at_least_useless(view, turn, offset, first, compat)
    if family == Family.TELL_NEWEST_PLAYABLE:
        return signals.tell_newest_playable(view, turn, memory, offset, first)
    if family == Family.TELL_ONLY_PLAYABLE:
        return thrift.tell_only_playable(view, turn, offset)
    if family == Family.TELL_SURE_PLAYS:
        return thrift.tell_sure_plays(view, turn, offset, first)
    if family == Family.TELL_CHOP_USEFUL:
        return signals.tell_chop_useful(view, turn, offset)
    if family == Family.TELL_SAVE:
        return signals.tell_save(view, turn, offset, first)
    if family == Family.TELL_REVEALING:
        return thrift.tell_revealing(view, turn, offset, first)
    if family == Family.COMPLETE_USEFUL:
        return hints.complete_useful(view, turn, offset)
    if family == Family.TELL_LAST_USEFUL:
        return hints.tell_last_useful(view, turn, offset)
    if family == Family.TELL_USELESS:
        return hints.tell_useless(view, turn, offset)
    if family == Family.TELL_FIVES:
        return hints.tell_fives(view, turn, offset)
    return hints.tell_ill_informed(view, turn, offset)
