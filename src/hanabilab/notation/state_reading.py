"""A state read from the line of text that `state_text` writes."""

from __future__ import annotations

import re

import numpy as np

from hanabilab.errors import NotationError
from hanabilab.game.actions import NO_ACTION, action_kind
from hanabilab.game.cards import NO_CARD
from hanabilab.game.checks import check_deck
from hanabilab.game.dealing import count_cards
from hanabilab.game.engine import end_status
from hanabilab.game.rows import new_states
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.stacks import STACK_AFTER, STACKS_UP, stack_places
from hanabilab.game.state import State
from hanabilab.game.words import (
    card_name,
    parse_action,
    parse_card,
    require_short,
)
from hanabilab.notation.rules_text import parse_rules
from hanabilab.notation.state_text import cards_of, format_state

_SLOT = re.compile(r"([A-Z][1-57])@([0-9]{1,2})/([A-Z]+[1-57]+|x[0-9a-f]{1,8})/([A-Z1-5]+|-)")
_CARDS = re.compile(r"-|([A-Z][1-57])+")
#: Characters of a state; the longest has under 2,000.
_MAX_LENGTH = 4096
_COUNTS = ("d", "i", "l", "t", "s", "c")
_COUNT = re.compile(r"([a-z])(0|[1-9][0-9]{0,3})")
_LAST = re.compile(r"([0-5]):([a-z0-9_]+):([01]+):(--|[A-Z][1-57]):([01]):([01])")


def parse_state(text: str) -> tuple[Rules, State]:
    """The rules and the STATE row that `text` writes.

    Raises:
        NotationError: not a state: which field is wrong, and why.
        RulesError: impossible rules.
    """
    require_short("state", text, _MAX_LENGTH)
    fields = text.split(" ")
    rules = parse_rules(fields[0])
    wanted = 1 + rules.players + 3 + len(_counts(rules)) + 1
    if len(fields) != wanted:
        raise NotationError(f"a state for these rules has {wanted} fields, not {len(fields)}")
    state: State = new_states(rules, 1)[0]
    hands, rest = fields[1 : 1 + rules.players], fields[1 + rules.players :]
    state.hands[:] = NO_CARD
    state.deck_index[:] = -1
    for seat, hand in enumerate(hands):
        _read_hand(rules, state, seat, hand)
    state.deck[: rules.deck_size] = check_deck(rules, _read_cards(rules, "deck", rest[0]))
    _read_piles(rules, state, rest[1], rest[2])
    _read_counts(rules, state, rest[3:-1])
    _read_last(rules, state, rest[-1])
    _require_same_cards(rules, state)
    count_cards(state)
    state.status = end_status(state)
    canonical = format_state(rules, state)
    if canonical != text:
        raise NotationError(f"state is not written in its canonical form, which is {canonical!r}")
    return rules, state


def _read_hand(rules: Rules, state: State, seat: int, text: str) -> None:
    slots = text.split("+")
    if len(slots) != rules.hand_size:
        raise NotationError(f"hand of seat {seat} has {len(slots)} slots, not {rules.hand_size}")
    for slot, word in enumerate(slots):
        if word != "-":
            _read_slot(rules, state, seat, slot, word)


def _read_slot(rules: Rules, state: State, seat: int, slot: int, word: str) -> None:
    where = f"slot {slot} of seat {seat}"
    match = _SLOT.fullmatch(word)
    if not match:
        raise NotationError(f"{where}: {word!r} is not card@age/possible/hinted")
    card = parse_card(rules, match[1])
    possible = _read_possible(rules, match[3])
    if not possible >> card & 1:
        raise NotationError(f"{where}: the hints in {word!r} rule its own card out")
    age = int(match[2])
    if age >= rules.deck_size or age in state.deck_index:
        raise NotationError(f"{where}: age {age} is taken, or not below {rules.deck_size}")
    state.hands[seat, slot] = card
    state.deck_index[seat, slot] = age
    state.possible[seat, slot] = possible
    state.hinted[seat, slot] = _read_hinted(rules, match[4], where)


def _read_possible(rules: Rules, word: str) -> int:
    if word[0] == "x":
        return int(word[1:], 16) & ((1 << rules.num_cards) - 1)
    letters = {letter for letter in word if letter.isalpha()}
    digits = set(word) - letters
    if not letters <= set(rules.names.letters) or not digits <= set("".join(rules.names.ranks)):
        raise NotationError(f"{word!r} names a suit or rank that these rules lack")
    return cards_of(rules, letters, digits)


def _read_hinted(rules: Rules, word: str, where: str) -> int:
    letters = rules.names.hint_letters
    if word != "-" and any(letter not in letters for letter in word):
        raise NotationError(f"{where}: hinted {word!r} is not of {letters}")
    return 0 if word == "-" else sum(1 << letters.index(letter) for letter in set(word))


def _read_cards(rules: Rules, name: str, text: str) -> list[int]:
    if not _CARDS.fullmatch(text):
        raise NotationError(f"{name} {text[:20]!r} is not a run of cards, nor '-'")
    pairs = [] if text == "-" else [text[i : i + 2] for i in range(0, len(text), 2)]
    return [parse_card(rules, pair) for pair in pairs]


def _read_piles(rules: Rules, state: State, fireworks: str, discards: str) -> None:
    kind = int(rules.tables.stack_kind)
    for card in _read_cards(rules, "fireworks", fireworks):
        suit, place = divmod(card, rules.ranks)
        stack = int(state.fireworks[suit])
        state.fireworks[suit] = place + 1 if kind == STACKS_UP else STACK_AFTER[stack, place]
    state.points = sum(len(stack_places(kind, int(stack))) for stack in state.fireworks)
    gone = _read_cards(rules, "discards", discards)
    if len(gone) > rules.deck_size:
        raise NotationError(f"{len(gone)} discards; the deck has {rules.deck_size} cards")
    for card in gone:
        state.discards[card] += 1


def _counts(rules: Rules) -> tuple[str, ...]:
    return (*_COUNTS, "b") if rules.tables.alternates_hints else _COUNTS


def _read_counts(rules: Rules, state: State, fields: list[str]) -> None:
    limits = {
        "d": (0, rules.deck_size),
        "i": (0, rules.information_tokens * int(rules.tables.discards_per_token)),
        "l": (0, rules.life_tokens),
        "t": (0, rules.max_turns),
        "s": (0, rules.players - 1),
        "c": (0, rules.players),
        "b": (0, (1 << rules.num_hint_values) - 1),
    }
    values = {}
    for name, field in zip(_counts(rules), fields, strict=True):
        match = _COUNT.fullmatch(field)
        low, high = limits[name]
        if not match or match[1] != name or not low <= int(match[2]) <= high:
            raise NotationError(f"{field!r} is not {name} and a number from {low} to {high}")
        values[name] = int(match[2])
    state.deck_drawn, state.barred_hints = values["d"], values.get("b", 0)
    state.information_tokens, state.token_parts = divmod(
        values["i"], int(rules.tables.discards_per_token)
    )
    state.life_tokens, state.turn = values["l"], values["t"]
    state.current_seat, state.turns_left = values["s"], values["c"]


def _read_last(rules: Rules, state: State, text: str) -> None:
    state.last_seat, state.last_action, state.last_card = -1, NO_ACTION, NO_CARD
    if text == "-":
        return
    match = _LAST.fullmatch(text)
    if not match or int(match[1]) >= rules.players or len(match[3]) != rules.hand_size:
        raise NotationError(f"last action {text!r} is not seat:words:touched:card:scored:token")
    action = parse_action(rules, match[2].replace("_", " "))
    state.last_seat, state.last_action = int(match[1]), action
    state.last_touched = sum(1 << slot for slot, mark in enumerate(match[3]) if mark == "1")
    if match[4] != "--":
        state.last_card = parse_card(rules, match[4])
    if (state.last_card == NO_CARD) == (action_kind(rules.tables, action) <= PLAY):
        raise NotationError(f"last action {text!r}: a play or discard has a card, a hint has none")
    state.last_scored, state.last_gained_token = int(match[5]), int(match[6])


def _require_same_cards(rules: Rules, state: State) -> None:
    """The cards drawn are the cards in hands, on fireworks and among the discards."""
    drawn = int(state.deck_drawn)
    held = state.deck_index >= 0
    ages = state.deck_index[held]
    if ages.size and ages.max() >= drawn:
        raise NotationError(f"a card in hand has age {ages.max()}, but {drawn} cards were drawn")
    if (state.deck[ages] != state.hands[held]).any():
        raise NotationError("a card in hand is not the card of its age in the deck")
    counts = state.discards[: rules.num_cards].astype(np.int64)
    for suit in range(rules.suits):
        places = stack_places(int(rules.tables.stack_kind), int(state.fireworks[suit]))
        counts[[suit * rules.ranks + place for place in places]] += 1
    counts += np.bincount(state.hands[held], minlength=rules.num_cards)
    known = np.bincount(state.deck[:drawn], minlength=rules.num_cards)
    if wrong := np.flatnonzero(counts != known).tolist():
        card = wrong[0]
        raise NotationError(
            f"{card_name(rules, card)} lies on the table {counts[card]} times, "
            f"but was drawn {known[card]} times"
        )
