"""`cox-recommendation`: a hint tells all four others at once what to do with their hands.

A seat's number is 0 to 3 to play that slot, 4 to 7 to discard slot number - 4:

1. a playable card of the top rank, the last such slot;
2. else the playable card of lowest rank, then lowest suit: play it;
3. else the card already played of highest rank, then highest suit: discard it;
4. else the card of highest rank that is not the top one and of which no copy is discarded:
   discard it;
5. else discard the newest card.

On its turn a seat

a. told to play, plays, if no card has been played since the hint;
b. plays also after one such play, if a mistake would not lose the game;
c. hints, if there is a token; a new hint takes the place of all that hints have said;
d. told to discard, discards;
e. discards slot 3.

Slots past the fourth have no number; under other rules they wait until they move up.

Source: Cox et al. 2015, section 3; where the paper leaves a choice (1 and 4), its authors' program
HanSim. HanSim ends a game with the fourth mistake, the rules here with the third.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.fallback import any_action
from hanabilab.agents.hats.cox_code import (
    NUM_CODES,
    PLAYERS,
    a_hand_is_empty,
    code_attribute,
    code_offset,
    code_target,
    sent_code,
)
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import action_kind, discard_action, hint_action, may_use, play_action
from hanabilab.game.cards import is_playable
from hanabilab.game.rule_tables import DISCARD, MAX_PLAYERS, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words
from hanabilab.knowledge.hands import first_held_slot
from hanabilab.knowledge.hints import value_of
from hanabilab.randomness import Rng

#: Memory: one entry a seat, the number last sent to it plus one, 0 for none; and the cards played
#: since the last hint.
_PLAYS = MAX_PLAYERS

_CODED_SLOTS = 4
_NOTHING = 1 << 16
_NEWEST = 3

_TOLD_PLAY, _TOLD_PLAY_LATE, _HINT, _TOLD_DISCARD, _DISCARD, _PASS = range(6)
_REASONS = (
    "told to play it, and nothing has been played since",
    "told to play it, and one mistake more would not lose the game",
    "there is a token",
    "told to discard it",
    "there is no token, and it was told nothing",
    "a hand is empty, and hints send nothing",
)


@kernel
def recommendation(view: View, seat: int) -> int:
    """The number of `seat`, another than the viewer's."""
    rules = view.rules
    play, dead, spare = _NOTHING, -1, -1
    for slot in range(min(int(rules.hand_size), _CODED_SLOTS)):
        card = view.hands[seat, slot]
        if card < 0:
            continue
        suit, rank = rules.suit_of[card], rules.rank_of[card]
        order = 8 * (rank * rules.num_suits + suit)
        if is_playable(view, card):
            # Below all others, and the last slot lowest.
            order = -8 * (slot + 1) if rank == rules.num_ranks - 1 else order
            play = min(play, order + slot)
        elif rank < view.fireworks[suit]:
            dead = max(dead, order + 7 - slot)
        elif rank < rules.num_ranks - 1 and view.discards[card] == 0:
            spare = max(spare, order + 7 - slot)
    if play != _NOTHING:
        return play & 7
    worst = dead if dead >= 0 else spare
    return _CODED_SLOTS + (7 - (worst & 7) if worst >= 0 else _NEWEST)


def _observe(view: View, memory: Memory) -> None:
    if view.last_action < 0:
        return
    if action_kind(view.rules, view.last_action) in (PLAY, DISCARD):
        memory[view.last_seat] = 0
        memory[_PLAYS] += view.last_scored
        return
    memory[:] = 0
    if not a_hand_is_empty(view):
        _read_hint(view, memory)


@kernel
def _read_hint(view: View, memory: Memory) -> None:
    left = int(sent_code(view))
    for seat in range(view.rules.num_players):
        if seat not in (view.last_seat, view.seat):
            number = int(recommendation(view, seat))
            memory[seat] = number + 1
            left -= number
    if view.seat != view.last_seat:
        memory[view.seat] = left % NUM_CODES + 1


@kernel
def _decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and which of `_REASONS` it has."""
    rules = view.rules
    told = memory[view.seat] - 1
    plays = memory[_PLAYS]
    if 0 <= told < _CODED_SLOTS and _may(view, PLAY, told):
        if plays == 0:
            return play_action(rules, told), _TOLD_PLAY
        if plays == 1 and view.life_tokens > 1:
            return play_action(rules, told), _TOLD_PLAY_LATE
    if view.information_tokens > 0:
        return _hint(view)
    if told >= _CODED_SLOTS and _may(view, DISCARD, told - _CODED_SLOTS):
        return discard_action(rules, told - _CODED_SLOTS), _TOLD_DISCARD
    if _may(view, DISCARD, _NEWEST):
        return discard_action(rules, _NEWEST), _DISCARD
    return any_action(view), _DISCARD


@kernel
def _may(view: View, kind: int, slot: int) -> bool:
    return slot < view.rules.hand_size and may_use(view, kind, slot)


@kernel
def _hint(view: View) -> tuple[int, int]:
    """The hint that sends the sum of the others' numbers, and why."""
    if a_hand_is_empty(view):
        return any_action(view), _PASS
    rules = view.rules
    code = 0
    for seat in range(rules.num_players):
        if seat != view.seat:
            code += recommendation(view, seat)
    code %= NUM_CODES
    target = code_target(view, code)
    card = view.hands[target, first_held_slot(view, target)]
    value = value_of(rules, card, code_attribute(code))
    return hint_action(rules, code_offset(code), value), _HINT


def _explain(view: View, memory: Memory) -> str:
    action, reason = _decide(view, memory)
    return f"{action_words(view, action, view.seat)}: {_REASONS[reason]}"


def _interpret(view: View, before: Memory, after: Memory) -> list[str]:  # noqa: ARG001  # protocol
    hinted = view.last_action >= 0 and action_kind(view.rules, view.last_action) > PLAY
    if not hinted or a_hand_is_empty(view):
        return []
    told = {seat: int(after[seat]) - 1 for seat in range(view.rules.num_players) if after[seat]}
    numbers = " + ".join(str(number) for number in told.values())
    lines = [f"code {int(sent_code(view))} = {numbers} modulo {NUM_CODES}"]
    for seat, number in told.items():
        verb = "play" if number < _CODED_SLOTS else "discard"
        lines.append(f"seat {seat}: {verb} slot {number % _CODED_SLOTS}")
    return lines


@policy(
    "cox-recommendation",
    observe=_observe,
    memory_size=MAX_PLAYERS + 1,
    players=PLAYERS,
    common=True,
    explain=_explain,
    interpret=_interpret,
)
def cox_recommendation(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # protocol
    """Hat guessing of Cox et al.: a hint recommends an action to all others at once."""
    return _decide(view, memory)[0]
