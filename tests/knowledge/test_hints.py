"""What a hint touches and leaves possible, against the engine, which takes hints to the letter."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.actions import action_kind, hint_offset, hint_value, touched_slots
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import PLAY
from hanabilab.knowledge.hints import (
    COLOR,
    RANK,
    hinted_seat,
    is_news,
    possible_after,
    value_of,
)
from tests.strategies import choose_action, examples, rules, seeds


@examples(60, plain=10)
@given(rules(), seeds(), st.integers(0, 2**32))
def test_hints_leave_what_the_engine_says(any_rules, seed, choices):
    """Slot by slot: what was possible, narrowed by the hint, is what is possible after it."""
    game, random, tables = Game(any_rules, seed=seed), Random(choices), any_rules.tables
    while not game.is_over:
        before, actor = game.state.possible.copy(), int(game.state.current_seat)
        hands = game.state.hands.copy()
        action = choose_action(game, random, 0.3)
        game.act(action)
        if action_kind(tables, action) <= PLAY:
            continue
        target = (actor + int(hint_offset(tables, action))) % any_rules.players
        value, view = int(hint_value(tables, action)), game.view(0)
        assert target == hinted_seat(view)
        assert touched_slots(game.state, target, value) == view.last_touched
        for slot in range(any_rules.hand_size):
            if hands[target, slot] < 0:
                continue
            was, now = int(before[target, slot]), int(game.state.possible[target, slot])
            touched = int(view.last_touched) >> slot & 1
            assert now == possible_after(tables, was, value, touched)
            assert not touched or (now != was) == is_news(tables, was, value)


@given(rules(), st.data())
def test_a_value_names_a_color_or_a_rank(any_rules, data):
    """Colors first, then ranks; each touches its card."""
    card = data.draw(st.integers(0, any_rules.max_score - 1))
    suit, rank = divmod(card, any_rules.ranks)
    tables = any_rules.tables
    assert suit == value_of(tables, card, COLOR)
    assert any_rules.suits + rank == value_of(tables, card, RANK)
    assert all(tables.touches[value_of(tables, card, about)] >> card & 1 for about in (COLOR, RANK))
