"""Cards and actions in words: "R3", "play 2", "hint 1 red", and why an action is illegal.

Slots count from 0, the oldest card; seats in a hint count to the left of the actor; ranks from 1.
Action words therefore mean the same whoever acts.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import IllegalActionError, NotationError
from hanabilab.game.actions import (
    action_kind,
    action_slot,
    discard_action,
    hint_action,
    hint_offset,
    hint_value,
    is_legal,
    play_action,
)
from hanabilab.game.cards import NO_CARD, UNKNOWN_CARD, Table
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING, STATUS_NAMES, State

_ANY_CASE = re.ASCII | re.IGNORECASE
_USE = re.compile(r"(play|discard) (0|[1-9][0-9]?)", _ANY_CASE)
_HINT = re.compile(r"(?:hint|clue) (0|[1-9][0-9]?) ([a-z]{1,10}|[0-9])", _ANY_CASE)
_DECK_PLAY = "play deck"
#: Characters of an action or a card at most; the longest action has 13.
_LONGEST = 40


def card_name(rules: Rules, card: int) -> str:
    """The name of a card id: suit letter and rank, "--" for an empty slot, "??" for unknown.

    Raises:
        NotationError: no card of these rules.
    """
    if not UNKNOWN_CARD <= card < rules.num_cards:
        raise NotationError(f"no card {card} in these rules; ids are 0 to {rules.num_cards - 1}")
    if card in (NO_CARD, UNKNOWN_CARD):
        return "--" if card == NO_CARD else "??"
    return rules.names.card(card)


def parse_card(rules: Rules, text: str) -> int:
    """The id of a card name.

    Raises:
        NotationError: not a card of these rules.
    """
    suits, ranks = rules.names.letters, rules.names.ranks
    require_short("card", text, _LONGEST)
    if len(text) != 2 or text[0] not in suits or text[1] not in ranks[suits.index(text[0])]:
        digits = "".join(sorted({digit for each in ranks for digit in each}))
        raise NotationError(
            f"no card {text!r} in these rules; a card is one of {suits} and one of {digits}"
        )
    suit = suits.index(text[0])
    return suit * rules.ranks + ranks[suit].index(text[1])


def hint_value_name(rules: Rules, value: int) -> str:
    """A hint value in words: a color's name or a rank."""
    return rules.names.hints[value]


def format_action(rules: Rules, action: int) -> str:
    """An action id in words, "play 2" or "hint 1 red"; round-trips with `parse_action`.

    Raises:
        NotationError: no action of these rules.
    """
    if not 0 <= action < rules.num_actions:
        raise NotationError(f"no action {action}; action ids are 0 to {rules.num_actions - 1}")
    tables = rules.tables
    kind = int(action_kind(tables, action))
    if kind <= PLAY:
        word = "discard" if kind == DISCARD else "play"
        if int(action_slot(tables, action)) == rules.hand_size:
            return _DECK_PLAY
        return f"{word} {int(action_slot(tables, action))}"
    value = hint_value_name(rules, int(hint_value(tables, action)))
    return f"hint {int(hint_offset(tables, action))} {value}"


def parse_action(rules: Rules, text: str) -> int:
    """The id of an action in words; "Clue 1 R" is understood as "hint 1 red".

    Raises:
        NotationError: not an action of these rules; whether it is legal depends on the state.
    """
    require_short("action", text, _LONGEST)
    if text.lower() == _DECK_PLAY and rules.deck_plays:
        return rules.num_actions - 1
    if use := _USE.fullmatch(text):
        slot = int(use[2])
        if slot < rules.hand_size:
            make = play_action if use[1].lower() == "play" else discard_action
            return int(make(rules.tables, slot))
        raise NotationError(f"no slot {slot} in {text!r}; slots are 0 to {rules.hand_size - 1}")
    if hint := _HINT.fullmatch(text):
        return _parse_hint(rules, text, int(hint[1]), hint[2])
    raise NotationError(
        f"no action {text!r}; an action is 'play SLOT', 'discard SLOT' or 'hint SEATS-TO-THE-LEFT "
        "COLOR-OR-RANK'"
    )


def _parse_hint(rules: Rules, text: str, offset: int, word: str) -> int:
    if not 1 <= offset < rules.players:
        raise NotationError(
            f"no seat {offset} to the left in {text!r}; it is 1 to {rules.players - 1}"
        )
    names = rules.names.hints
    # A color may be called as another one's letter: its name comes first.
    values = {letter.lower(): value for value, letter in enumerate(rules.names.hint_letters)}
    values |= {name: value for value, name in enumerate(names)}
    if word.lower() not in values:
        known = f"it is one of {', '.join(names)}" if names else "there is none in these rules"
        raise NotationError(f"no hint {word!r} in {text!r}; {known}")
    return int(hint_action(rules.tables, offset, values[word.lower()]))


def require_short(kind: str, text: str, longest: int) -> None:
    """Do nothing if `text`, which is to be a `kind`, has `longest` characters at most.

    Raises:
        NotationError: it has more.
    """
    if len(text) > longest:
        raise NotationError(f"{kind} of {len(text):,} characters is too long; at most {longest:,}")


def require_legal(rules: Rules, state: State, action: int) -> None:
    """Do nothing if the seat to act may take `action`.

    Raises:
        IllegalActionError: it may not, and why.
    """
    # No kernel takes a number of more than 64 bits.
    if state.status == RUNNING and 0 <= action < rules.num_actions and is_legal(state, action):
        return
    words = format_action(rules, action) if 0 <= action < rules.num_actions else str(action)
    raise IllegalActionError(
        f"illegal action {words!r} of seat {state.current_seat} at turn {state.turn}: "
        f"{_why_illegal(rules, state, action)}"
    )


def refuse_first(
    rules: Rules, states: NDArray[Any], actions: NDArray[np.int64], faults: NDArray[np.bool_]
) -> None:
    """Tell why the first of the games with `faults` [G] may not take its one of `actions` [G].

    Raises:
        IllegalActionError: always; names the game.
    """
    game = int(np.flatnonzero(faults)[0])
    try:
        require_legal(rules, states[game], int(actions[game]))
    except IllegalActionError as error:
        raise IllegalActionError(f"game {game}: {error}") from None


def _why_illegal(rules: Rules, state: State, action: int) -> str:
    tables = rules.tables
    if state.status != RUNNING:
        return f"the game is over ({STATUS_NAMES[state.status]})"
    if not 0 <= action < rules.num_actions:
        return f"action ids are 0 to {rules.num_actions - 1}"
    kind = action_kind(tables, action)
    if kind <= PLAY:
        return _why_unusable(rules, state, int(action_slot(tables, action)))
    if state.information_tokens == 0:
        return "no information token is left"
    seat = (int(state.current_seat) + int(hint_offset(tables, action))) % rules.players
    value = int(hint_value(tables, action))
    name = hint_value_name(rules, value)
    if int(state.barred_hints) >> value & 1:
        return f"the last hint told a {'rank' if name.isdigit() else 'color'}, too"
    if rules.variant:
        return f"{name} touches nothing that seat {seat} holds"
    return f"seat {seat} holds no {name}" + ("" if name.isdigit() else " card")


def _why_unusable(rules: Rules, table: Table, slot: int) -> str:
    if slot == rules.hand_size:
        return "only the last card of the deck may be played from there"
    if table.hands[table.current_seat, slot] == NO_CARD:
        return f"its slot {slot} is empty"
    return f"all {rules.information_tokens} information tokens are there, nothing may be discarded"
