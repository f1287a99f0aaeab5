"""What the own hand is known to be, slot by slot, against sets of cards and positions by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.rules import Rules
from hanabilab.knowledge.hands import (
    first_held_slot,
    known_slot,
    newest_slot,
    oldest_among,
    oldest_slot,
    oldest_unhinted_slot,
    slot_at,
    slot_of,
    slots_by_age,
    unhinted_slots,
)
from hanabilab.knowledge.unseen import unseen_cards
from tests.agents.samples import position, view_of
from tests.naive_agents import sight_of, unseen_counts
from tests.strategies import examples, games

TWO = Rules(hand_size=2)


def oldest(hand) -> int:
    """The slot of the oldest of some held cards; -1 if there are none."""
    return min(hand, key=lambda held: held.age).slot if hand else -1


@examples(200, plain=60)
@given(games(), st.data())
def test_the_known_slot_is_that_of_its_twin(game, data):
    """For the playable, the useless, and any other cards: the oldest slot that holds only such."""
    rules = game.rules
    for seat in range(rules.players):
        view = game.view(seat)
        sight = sight_of(rules, view)
        left = unseen_counts(sight)
        anything = data.draw(st.integers(0, (1 << rules.max_score) - 1))
        for cards in (int(view.playable), int(view.useless), anything):
            some = {card for bit, card in enumerate(sight.cards()) if cards >> bit & 1}
            sure = [
                held
                for held in sight.hands[0]
                if {card for card in held.possible if left[card] > 0} <= some
            ]
            assert oldest(sure) == known_slot(view, unseen_cards(view), cards)


@examples(200, plain=60)
@given(games())
def test_the_oldest_slots_are_those_of_their_twin(game):
    """Of all cards in the own hand, and of those that no hint has touched."""
    for seat in range(game.rules.players):
        view = game.view(seat)
        own = sight_of(game.rules, view).hands[0]
        assert oldest(own) == oldest_slot(view)
        assert oldest([held for held in own if not held.hinted]) == oldest_unhinted_slot(view)


@examples(100, plain=30)
@given(games(), st.integers(0, 63))
def test_slots_are_found_by_age_and_place(game, slots):
    """In every hand: the oldest and newest of some slots, all in order, and the slot of a card."""
    view = game.view(0)
    for seat in range(game.rules.players):
        ages = game.state.deck_index[seat, : game.rules.hand_size].tolist()
        held = [slot for slot, age in enumerate(ages) if age >= 0]
        some = [slot for slot in held if slots >> slot & 1]
        assert min(some, key=ages.__getitem__, default=-1) == oldest_among(view, seat, slots)
        assert max(some, key=ages.__getitem__, default=-1) == newest_slot(view, seat, slots)
        assert (held[0] if held else -1) == first_held_slot(view, seat)
        assert held == [slot for slot in held if slot_of(view, seat, ages[slot]) == slot]
        assert -1 == slot_of(view, seat, int(view.deck_drawn))
        order = [int(slot_at(slots_by_age(view, seat), place)) for place in range(len(ages))]
        assert sorted(held, key=ages.__getitem__) == [slot for slot in order if slot in held]
        unhinted = [slot for slot in held if not view.hinted[seat, slot]]
        assert sum(1 << slot for slot in unhinted) == unhinted_slots(view, seat)


@pytest.mark.parametrize(
    ("expected", "own", "fireworks", "youngest_first"),
    [
        (-1, "R1 Y1", "", False),
        (-1, "R1:R Y1:Y", "", False),
        (0, "R1:1 Y2", "", False),
        (1, "R2 Y1:1", "", False),
        (0, "R1:1 Y1:1", "", False),
        (1, "R1:1 Y1:1", "", True),
        (-1, "R1:1 Y1:1", "R1", False),
        (1, "R1:1 Y1:Y1", "R1", False),
        (1, "- Y1:1", "", False),
        (-1, "- -", "", False),
    ],
)
def test_a_slot_is_known_playable_by_its_hints(expected, own, fireworks, youngest_first):
    """Ones are playable at the start; with red begun, a one may be the red one."""
    hands = (own, "R5 Y5")
    state = position(TWO, *hands, fireworks=fireworks, youngest_first=youngest_first)
    view = view_of(TWO, state)
    assert expected == known_slot(view, unseen_cards(view), int(view.playable))


def test_a_slot_is_known_by_what_others_hold():
    """With every yellow two in sight, a two of two suits is red."""
    rules = Rules(suits=2, hand_size=2)
    for expected, other in ((0, "Y2 Y2"), (-1, "Y2 R3")):
        view = view_of(rules, position(rules, "R2:2 R5", other, fireworks="R1"))
        assert expected == known_slot(view, unseen_cards(view), int(view.playable))


@pytest.mark.parametrize(
    ("expected_oldest", "expected_unhinted", "own", "youngest_first"),
    [
        (0, 0, "R1 Y1", False),
        (1, 1, "R1 Y1", True),
        (0, 1, "R1:R Y1", False),
        (1, 0, "R1 Y1:1", True),
        (0, -1, "R1:R Y1:1", False),
        (1, 1, "- Y1", False),
        (0, 0, "R1 -", True),
        (-1, -1, "- -", False),
    ],
)
def test_age_counts_and_not_the_slot(expected_oldest, expected_unhinted, own, youngest_first):
    """Empty slots have no age; a hint of either kind touches."""
    view = view_of(TWO, position(TWO, own, "R5 Y5", youngest_first=youngest_first))
    assert expected_oldest == oldest_slot(view)
    assert expected_unhinted == oldest_unhinted_slot(view)
