"""A whole state written as one line of text; `state_reading` reads it.

Fields, separated by single spaces:

    rules       full(players=2)                 without spaces
    hands       R1@0/RYGWB12345/- ...           one field a seat, slots joined by "+", "-" if empty
    deck        Y3G1...                         all of it, in the order it is drawn
    fireworks   R2G1                            the top card of each suit begun; "-" if none; where
                                                suits go up or down, all cards played
    discards    R1R1B4                          in order of id; "-" if none
    d14 i8 l3 t12 s1 c2                         cards drawn, information tokens (in parts, where a
                                                discard brings less than one), lives, turn, seat to
                                                act, turns left in the last round
    b31                                         where colors and ranks are told in turn: the hint
                                                values that may not be told now, as a bit set
    last        1:hint 1 red:010:--:0:0         see below, words joined by "_"; "-" before any

A slot is card@age/possible/hinted: its age is its place in the deck; what the hints allow is suit
letters and ranks, or a hexadecimal bit set where it is no such product; `hinted` lists the hint
values given. The last action is actor, words, touched slots (lowest first), card, scored, token.
The status and the points follow from the rest.
"""

from __future__ import annotations

import numpy as np

from hanabilab.game.actions import NO_ACTION
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.game.rules import Rules
from hanabilab.game.stacks import STACKS_UP, stack_places
from hanabilab.game.state import State
from hanabilab.game.words import (
    card_name,
    format_action,
)
from hanabilab.notation.rules_text import format_rules


def format_state(rules: Rules, state: State) -> str:
    """`state` as one line; equal states give equal text."""
    fields = [
        format_rules(rules).replace(" ", ""),
        *(_format_hand(rules, state, seat) for seat in range(rules.players)),
        _join_cards(rules, state.deck[: rules.deck_size].tolist()),
        _join_cards(rules, _top_cards(rules, state)),
        _join_cards(rules, np.repeat(np.arange(MAX_CARDS), state.discards).tolist()),
        f"d{state.deck_drawn}",
        f"i{state.information_tokens * rules.tables.discards_per_token + state.token_parts}",
        f"l{state.life_tokens}",
        f"t{state.turn}",
        f"s{state.current_seat}",
        f"c{state.turns_left}",
        *([f"b{state.barred_hints}"] if rules.tables.alternates_hints else []),
        _format_last(rules, state),
    ]
    return " ".join(fields)


def _join_cards(rules: Rules, cards: list[int]) -> str:
    return "".join(card_name(rules, card) for card in cards) or "-"


def _top_cards(rules: Rules, state: State) -> list[int]:
    kind, cards = int(rules.tables.stack_kind), []
    for suit in range(rules.suits):
        places = stack_places(kind, int(state.fireworks[suit]))
        shown = places[-1:] if kind == STACKS_UP else places
        cards += [suit * rules.ranks + place for place in shown]
    return cards


def _format_hand(rules: Rules, state: State, seat: int) -> str:
    return "+".join(_format_slot(rules, state, seat, slot) for slot in range(rules.hand_size))


def _format_slot(rules: Rules, state: State, seat: int, slot: int) -> str:
    card = int(state.hands[seat, slot])
    if card == NO_CARD:
        return "-"
    possible = _format_possible(rules, int(state.possible[seat, slot]))
    letters = rules.names.hint_letters
    hinted = int(state.hinted[seat, slot])
    values = "".join(letter for value, letter in enumerate(letters) if hinted >> value & 1)
    return f"{card_name(rules, card)}@{state.deck_index[seat, slot]}/{possible}/{values or '-'}"


def cards_of(rules: Rules, letters: set[str], digits: set[str]) -> int:
    """The cards whose suit and rank are both among these."""
    names = [rules.names.card(card) for card in range(rules.num_cards)]
    held = [card for card, name in enumerate(names) if name[0] in letters and name[1] in digits]
    return sum(1 << card for card in held)


def _format_possible(rules: Rules, cards: int) -> str:
    held = [rules.names.card(card) for card in range(rules.num_cards) if cards >> card & 1]
    letters, digits = {card[0] for card in held}, {card[1] for card in held}
    if not held or cards_of(rules, letters, digits) != cards:
        return f"x{cards:x}"
    return "".join(sorted(letters, key=rules.names.letters.index)) + "".join(sorted(digits))


def _format_last(rules: Rules, state: State) -> str:
    if state.last_action == NO_ACTION:
        return "-"
    words = format_action(rules, int(state.last_action)).replace(" ", "_")
    touched = "".join(str(int(state.last_touched) >> slot & 1) for slot in range(rules.hand_size))
    card = card_name(rules, int(state.last_card))
    flags = f"{state.last_scored}:{state.last_gained_token}"
    return f"{state.last_seat}:{words}:{touched}:{card}:{flags}"
