"""`newest`: its rules in positions set up by hand, its naive twin, and its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import newest
from hanabilab.game.rules import Rules
from tests.agents.samples import position
from tests.agents.twins import require_twins
from tests.agents.watching import Watch
from tests.naive.newest import NaiveNewest
from tests.strategies import examples, rules, seeds

TWO, THREE = Rules(hand_size=3), Rules(players=3, hand_size=3)


def watch(any_rules, hands, actions="", **table):
    """A position, seat 0 to act, and what is done in it."""
    found = Watch(newest, any_rules, position(any_rules, *hands, **table))
    return found.take(actions) if actions else found


@pytest.mark.parametrize(
    ("expected", "any_rules", "hands", "actions"),
    [
        # Red touches slots 0 and 2 of seat 1: the newest is played.
        ("play 2", TWO, ("R5 Y5 G5", "R3 Y4 R1"), "hint 1 red"),
        # It cannot be playable, so there is nothing to play: a hint back.
        ("hint 1 1", TWO, ("B5 Y1 G4", "R3 Y4 R5"), "hint 1 5"),
        # Of two hints the first counts, as long as its card could be playable.
        ("play 1", THREE, ("R5 Y5 G5", "R4 Y4 G4", "R1 Y1 G3"), "hint 2 yellow; hint 1 1"),
        ("play 1", THREE, ("R5 Y5 G5", "R4 Y4 G4", "R3 Y1 G3"), "hint 2 3; hint 1 1"),
    ],
)
def test_the_newest_card_of_a_hint_is_played(expected, any_rules, hands, actions):
    """On the receiver's next turn, if it could be playable by what hints say."""
    assert expected == watch(any_rules, hands, actions).move()


def test_a_hint_is_done_with_after_the_receivers_turn():
    """Seat 1 plays; when it acts again, the hint tells it nothing more."""
    game = watch(TWO, ("R5 Y5 G5", "R1 Y1 R3"), "hint 1 1; play 1; discard 0")
    assert "play 1" not in game.move()


@pytest.mark.parametrize(
    ("expected", "hands", "table"),
    [
        # Rank before color, though both point at it.
        ("hint 1 1", ("R5 Y5 G5", "R3 Y4 G1"), {}),
        # Another one is newer, so the color.
        ("hint 1 red", ("R5 Y5 G5", "R1 Y4 G1"), {"fireworks": "G1"}),
        # Neither points at the only playable card, so the oldest card goes.
        ("discard 0", ("R5 Y5 G5", "R1 R3 G1"), {"fireworks": "G1", "tokens": 7}),
        # But not a card hinted as a five.
        ("discard 1", ("R5:5 Y5 G5", "R1 R3 G1"), {"fireworks": "G1", "tokens": 7}),
        ("discard 0", ("R5:5 Y5:5 G5:5", "R1 R3 G1"), {"fireworks": "G1", "tokens": 7}),
        # No token, no hint.
        ("discard 0", ("R5 Y5 G5", "R3 Y4 G1"), {"tokens": 0}),
        # Known by both attributes, and playable.
        ("play 1", ("R5 Y1:Y1 G5", "R3 Y4 G1"), {}),
    ],
)
def test_who_is_told_nothing_hints_or_discards(expected, hands, table):
    """Rules 2, 3 and 4, with two players."""
    assert expected == watch(TWO, hands, **table).move()


def test_what_a_nearer_seat_is_told_to_play_counts_as_played():
    """Seat 2 is told to play the red one, so seat 1 points at the red two of seat 3."""
    rules = Rules(players=4, hand_size=3)
    game = watch(rules, ("W5 Y5 G5", "B5 R5 G4", "Y4 G4 R1", "B4 R2 W4"), "hint 2 1")
    assert "hint 2 2" == game.move()


@pytest.mark.parametrize(
    ("expected", "hands"),
    [
        # A five tells nobody to play.
        ("hint 1 5", ("R5 B5 G5", "R3 Y5 G4")),
        # A three neither, where nobody holds higher cards.
        ("hint 1 3", ("R5 Y5 G5", "R2 R3 R2")),
    ],
)
def test_at_full_tokens_it_gives_a_hint_that_is_no_play(expected, hands):
    """Discarding is illegal there."""
    assert expected == watch(TWO, hands).move()


def test_a_hint_that_must_mislead_is_told_as_such():
    """Every hint points at a card that could be playable, and discarding is illegal."""
    game = watch(Rules(hand_size=1), ("R5", "R2"), discards="R1", fireworks="Y1G1W1")
    assert game.explanation().endswith("nothing else may be done")


def test_reasons_and_readings_are_told():
    """Each branch says why; a hint is read as what it means."""
    game = watch(TWO, ("R5 Y5 G5", "R3 Y4 R1"))
    assert "hints 1s to seat 1: the newest card it touches is playable" == game.explanation()
    game.take("hint 1 1")
    assert ["seat 1 slot 2: play it, the newest that 1 touches"] == game.told()
    expected = "plays slot 2: it is the newest card of a hint, and could be playable"
    assert expected == game.explanation()
    game.take("play 2")
    assert [] == game.told()


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("departs", [0, 0.2])
@pytest.mark.late_but(3)
def test_it_does_what_its_naive_twin_does(players, departs):
    """Every action of 10 games (2 with JIT off), also among seats that do something else."""
    for seed in range(10 if JIT_ENABLED else 2):
        require_twins(newest, Rules(players=players), seed, lambda _: NaiveNewest(), departs)


@examples(60, plain=12)
@given(rules(), seeds(), st.sampled_from([0.0, 0.5]))
def test_it_does_what_its_twin_does_by_any_rules(any_rules, seed, departs):
    """Also where hands run empty, slots are fixed, or nothing may be hinted or discarded."""
    require_twins(newest, any_rules, seed, lambda _: NaiveNewest(), departs)
