"""Cards and actions in words: "R3", "play 2", "hints red to seat 3", and why an action is illegal.

Slots count from 0, the oldest card; ranks from 1. Records name an action by its id alone ("hint 1
red"): the seat counts to the left of the actor, so the words mean the same whoever acts. People are
told who is meant ("hints red to seat 3").
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

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
from hanabilab.game.rule_tables import DISCARD, PLAY, RANK_HINT, RuleTables
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING, STATUS_NAMES, PublicTable, State
from hanabilab.game.variant import Names, names_numbered, plain_names

_ANY_CASE = re.ASCII | re.IGNORECASE
_USE = re.compile(r"(play|discard) (0|[1-9][0-9]?)", _ANY_CASE)
_HINT = re.compile(r"(?:hint|clue) (0|[1-9][0-9]?) ([a-z]{1,10}|[0-9])", _ANY_CASE)
_DECK_PLAY = "play deck"
#: Characters of an action or a card at most; the longest action has 13.
_LONGEST = 40


# --- Cards ---------------------------------------------------------------------------------------


def names_of(rules: Rules | RuleTables) -> Names:
    """What the cards and hints of these rules are called."""
    if isinstance(rules, Rules):
        return rules.names
    named = names_numbered(int(rules.variant))
    return named or plain_names(int(rules.num_suits), int(rules.num_ranks))


def card_name(rules: Rules | RuleTables, card: int) -> str:
    """The name of a card id: suit letter and rank, "--" for an empty slot, "??" for unknown.

    Raises:
        NotationError: no card of these rules.
    """
    if not UNKNOWN_CARD <= card < rules.num_cards:
        raise NotationError(f"no card {card} in these rules; ids are 0 to {rules.num_cards - 1}")
    if card in (NO_CARD, UNKNOWN_CARD):
        return "--" if card == NO_CARD else "??"
    return names_of(rules).card(card)


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


def card_words(rules: RuleTables, cards: int) -> str:
    """A bit set of cards as "R3 Y1"; "nothing" if it is empty."""
    held = [card for card in range(rules.num_cards) if (int(cards) >> card) & 1]
    return " ".join(card_name(rules, card) for card in held) or "nothing"


# --- Actions as people are told them -------------------------------------------------------------


class ActionMeant(NamedTuple):
    """An action of some seat.

    Attributes:
        kind: "play", "discard", "color" or "rank".
        place: a slot; of a hint, the seat that it goes to.
        told: what a hint says, a color or a rank; None of a card.
        object: of the verb: "slot 2", "red to seat 3".
    """

    kind: str
    place: int
    told: str | None
    object: str

    @property
    def verb(self) -> str:
        """Play, discard or hint."""
        return "hint" if self.told else self.kind

    @property
    def words(self) -> str:
        """As "plays slot 2", "hints red to seat 3", "hints 2s to seat 1"."""
        return f"{self.verb}s {self.object}"


def action_meant(rules: RuleTables, action: int, actor: int) -> ActionMeant:
    """What seat `actor` means by an action."""
    kind, place = int(rules.action_kind[action]), int(rules.action_place[action])
    if kind <= PLAY:
        card = f"slot {place}" if place < rules.hand_size else "the last card of the deck"
        return ActionMeant("play" if kind == PLAY else "discard", place, None, card)
    target = (int(actor) + place) % int(rules.num_players)
    told = names_of(rules).hints[int(rules.action_value[action])]
    words = f"{told}{'s' * told.isdigit()} to seat {target}"
    return ActionMeant("rank" if kind == RANK_HINT else "color", target, told, words)


def action_words(view: PublicTable, action: int, actor: int) -> str:
    """An action of seat `actor`, as `ActionMeant.words`."""
    return action_meant(view.rules, action, actor).words


# --- Actions as records write them ---------------------------------------------------------------


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
    value = rules.names.hints[int(hint_value(tables, action))]
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


def require_text(kind: str, text: object) -> None:
    """Do nothing if `text` is text; else raise NotationError."""
    if not isinstance(text, str):
        raise NotationError(f"{kind} is {repr(text)[:80]}; text is needed")


def require_short(kind: str, text: str, longest: int) -> None:
    """Do nothing if `text`, which is to be a `kind`, has `longest` characters at most.

    Raises:
        NotationError: it has more, or is no text.
    """
    require_text(kind, text)
    if len(text) > longest:
        raise NotationError(f"{kind} of {len(text):,} characters is too long; at most {longest:,}")


# --- What is illegal, and why --------------------------------------------------------------------


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
    name = rules.names.hints[value]
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
