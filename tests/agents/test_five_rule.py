"""`five-rule`: each rule in positions set up by hand, its twin, legality under any rules, its mean.

The expected moves follow from the five rules and the order of ties in the head of its module.
Positions are written as at `position`: "R1:1" is a red one that was hinted as a one.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import make_agent
from hanabilab.arena import Lineup, play_games, record_of
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.notation import replay
from tests.agents.samples import ODD_RULES, decide, position, view_of
from tests.naive_agents import naive_five_rule, sight_of
from tests.strategies import examples, games, rules

FIVE_RULE = make_agent("five-rule")
TWO, THREE, FOUR = (Rules(hand_size=size) for size in (2, 3, 4))
TWO_SUITS = Rules(suits=2, hand_size=2)
THREE_SEATS = Rules(players=3, hand_size=2)
ONES = "R1Y1G1W1B1"


def move(any_rules, hands, **table):
    """What five-rule does, by the hands of all seats."""
    return decide(FIVE_RULE, any_rules, position(any_rules, *hands, **table))


@pytest.mark.parametrize(
    ("expected", "any_rules", "hands", "table"),
    [
        ("play 0", TWO, ("R1:1 Y3", "R5 Y5"), {}),
        ("play 1", TWO, ("Y3 R1:1", "R5 Y5"), {}),
        ("play 0", TWO, ("R1:1 Y1:1", "R5 Y5"), {}),
        ("play 1", TWO, ("R1:1 Y1:1", "R5 Y5"), {"youngest_first": True}),
        ("play 1", TWO, ("R1:R Y1:Y1", "R5 Y5"), {}),
        ("play 0", TWO, ("Y2:2 R4", "R5 Y5"), {"fireworks": ONES}),
        ("play 0", TWO, ("R1:1 R4", "Y1 G1"), {}),
        ("play 0", TWO, ("R1:1 R4", "Y1 G1"), {"tokens": 0}),
        # Both yellow twos are in sight, so the two is red.
        ("play 0", TWO_SUITS, ("R2:2 R4", "Y2 Y2"), {"fireworks": "R1"}),
        ("play 0", TWO_SUITS, ("R2:2 R4", "Y2 Y5"), {"fireworks": "R1", "discards": "Y2"}),
        # It may yet be yellow: rule 4 hints.
        ("hint 1 yellow", TWO_SUITS, ("R2:2 R4", "Y2 Y5"), {"fireworks": "R1"}),
        # It may yet be blue.
        ("hint 1 5", TWO, ("Y2:2 R4", "R5 Y5"), {"fireworks": "R1Y1G1W1"}),
    ],
)
def test_rule_1_plays_the_oldest_card_proven_playable(expected, any_rules, hands, table):
    """Hints and visible cards prove it; it comes before all else, and age counts, not the slot."""
    assert expected == move(any_rules, hands, **table)


@pytest.mark.parametrize(
    ("expected", "any_rules", "hands", "table"),
    [
        # Red touches three cards, rank 1 one.
        ("hint 1 1", FOUR, ("R5 Y5 G5 W5", "R1 R3 R4 Y4"), {}),
        # Each color touches one card, rank 1 three: the lowest color.
        ("hint 1 red", FOUR, ("R5 Y5 G5 W5", "G1 Y1 R1 W3"), {}),
        # Color before rank.
        ("hint 1 blue", FOUR, ("R5 Y5 G5 W5", "Y2 G2 B1 W4"), {}),
        # Blue is known of it.
        ("hint 1 1", FOUR, ("R5 Y5 G5 W5", "B1:B Y2 G2 W4"), {}),
        # Blue tells nothing new of the one, but of the three.
        ("hint 1 blue", FOUR, ("R5 Y5 G5 W5", "B1:B1 B3 Y2 G2"), {}),
        # The one is known, and the other playable card is not.
        ("hint 1 yellow", FOUR, ("R5 Y5 G5 W5", "B1:B1 B3 Y1 G2"), {}),
        # It comes before discarding what is useless, and before hints that touch more.
        ("hint 1 red", TWO, ("R4 Y1:1", "R2 Y4"), {"fireworks": ONES, "tokens": 5}),
        # The nearest seat, but fewer cards first.
        ("hint 1 red", THREE_SEATS, ("R5 Y5", "R1 Y3", "R1 G3"), {}),
        ("hint 2 red", THREE_SEATS, ("R5 Y5", "R1 R1", "R1 G3"), {}),
        ("hint 2 red", THREE_SEATS, ("R5 Y5", "R3 Y3", "R1 G3"), {"tokens": 1}),
    ],
)
def test_rule_2_points_at_a_playable_card(expected, any_rules, hands, table):
    """By what touches fewest and tells something new; ties: nearest seat, color, lower."""
    assert expected == move(any_rules, hands, **table)


@pytest.mark.parametrize(
    ("expected", "any_rules", "hands", "table"),
    [
        ("discard 1", TWO, ("R4 R1:1", "R4 Y4"), {"fireworks": ONES, "tokens": 5}),
        ("discard 0", TWO, ("R1:1 Y1:1", "R4 Y4"), {"fireworks": ONES, "tokens": 5}),
        (
            "discard 1",
            TWO,
            ("R1:1 Y1:1", "R4 Y4"),
            {"fireworks": ONES, "tokens": 5, "youngest_first": True},
        ),
        # Without a token rule 2 must wait.
        ("discard 1", TWO, ("R4 R1:1", "R2 Y4"), {"fireworks": ONES, "tokens": 0}),
        # Both red twos are gone: no red card above can be played any more.
        ("discard 0", TWO, ("R4:R4 Y4", "R5 Y4"), {"discards": "R2R2", "tokens": 5}),
        # At full tokens nothing may be discarded: rule 4.
        ("hint 1 4", TWO, ("R4 R1:1", "R4 Y4"), {"fireworks": ONES}),
        # Red alone could be the red one.
        ("hint 1 yellow", TWO, ("R4:R Y4", "R5 Y4"), {"discards": "R2R2", "tokens": 5}),
    ],
)
def test_rule_3_discards_the_oldest_card_proven_useless(expected, any_rules, hands, table):
    """After pointing at what is playable and before any other hint, where discarding is legal."""
    assert expected == move(any_rules, hands, **table)


@pytest.mark.parametrize(
    ("expected", "any_rules", "hands", "table"),
    [
        # Y2 has one card before it, R3 two; color before rank.
        ("hint 1 yellow", THREE, ("R5 Y5 G5", "R3 R4 Y2"), {}),
        # R2: red touches three cards, rank 2 one.
        ("hint 1 red", THREE, ("R5 Y5 G5", "R2 R3 R4"), {}),
        # One card before each of Y3 and R2: the lower.
        ("hint 1 red", THREE, ("R5 Y5 G5", "Y3 R2 W5"), {"fireworks": "Y1"}),
        # The played one is useless, and comes after fives far from their turn.
        ("hint 1 5", THREE, ("R4 Y4 G4", "R1 G5 W5"), {"fireworks": "R1"}),
        ("hint 1 red", TWO, ("R4 Y4", "R1 G5:G5"), {"fireworks": "R1"}),
        # Y2 is known: nothing new.
        ("hint 1 red", TWO, ("R5 Y5", "Y2:Y2 R4"), {"tokens": 5}),
        # The nearest seat, but more cards touched first.
        ("hint 1 red", THREE_SEATS, ("R5 Y5", "R2 G4", "R2 W4"), {}),
        ("hint 2 red", THREE_SEATS, ("R5 Y5", "R2 G4", "R2 R4"), {}),
    ],
)
def test_rule_4_hints_what_is_nearest_to_its_turn(expected, any_rules, hands, table):
    """Then the lowest card, then touching most; useless cards last, and never what is known."""
    assert expected == move(any_rules, hands, **table)


@pytest.mark.parametrize(
    ("expected", "own", "table"),
    [
        ("discard 0", "R4 Y4", {"tokens": 0}),
        ("discard 1", "R4:R Y4", {"tokens": 0}),
        ("discard 0", "R4:R Y4:Y", {"tokens": 0}),
        ("discard 1", "R4 Y4", {"tokens": 0, "youngest_first": True}),
        ("discard 0", "R4 Y4:Y", {"tokens": 0, "youngest_first": True}),
        ("discard 1", "R4:R Y4:Y", {"tokens": 0, "youngest_first": True}),
        # A token, but nothing new to tell.
        ("discard 0", "R4 Y4", {"tokens": 5}),
    ],
)
def test_rule_5_discards_the_oldest_card_never_hinted(expected, own, table):
    """Or the oldest of all; age counts, not the slot."""
    assert expected == move(TWO, (own, "R3:R3 Y3:Y3"), **table)


@pytest.mark.parametrize(
    ("expected", "any_rules", "hands", "table"),
    [
        # Nothing may be discarded and nothing new be told: the rank of a first card again.
        ("hint 1 4", TWO, ("R5 Y5", "Y4:Y4 R3:R3"), {}),
        ("hint 2 4", THREE_SEATS, ("R5 Y5", "- -", "Y4:Y4 R3:R3"), {}),
        ("hint 1 3", THREE_SEATS, ("R5 Y5", "- R3:R3", "Y4:Y4 R3:R3"), {}),
        # No hint either: the oldest card is played.
        ("play 0", TWO, ("R5 Y5", "- -"), {}),
        ("play 1", TWO, ("R5 Y5", "- -"), {"youngest_first": True}),
        ("play 0", Rules(hand_size=2, information_tokens=0), ("R5 Y5", "R1 Y1"), {}),
    ],
)
def test_the_last_resort_is_to_repeat_a_hint_or_to_play(expected, any_rules, hands, table):
    """Where none of the five rules can act, something legal is done all the same."""
    assert expected == move(any_rules, hands, **table)


@pytest.mark.parametrize(
    ("expected", "hands", "table"),
    [
        ("rule 1: ", ("R1:1 Y3", "R5 Y5"), {}),
        ("rule 2: ", ("R4 Y4", "R1 Y5"), {}),
        ("rule 3: ", ("R4 R1:1", "R4 Y4"), {"fireworks": ONES, "tokens": 5}),
        ("rule 4: ", ("R4 Y4", "R4 Y4"), {"tokens": 5}),
        ("rule 5: ", ("R4 Y4", "R3:R3 Y3:Y3"), {"tokens": 5}),
        ("rule 5: ", ("R4 Y4", "R1 Y5"), {"tokens": 0}),
        ("no rule: ", ("R5 Y5", "Y4:Y4 R3:R3"), {}),
        ("no rule: ", ("R5 Y5", "- -"), {}),
    ],
)
def test_it_says_which_rule_acts(expected, hands, table):
    """In one line, as `hanabi explain` shows it."""
    view = view_of(TWO, position(TWO, *hands, **table))
    reason = FIVE_RULE.explain(view, np.zeros(0, np.int64))
    assert reason.startswith(expected)
    assert "\n" not in reason


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("draw_slot", ["newest", "vacated"])
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(3)
def test_it_moves_as_its_twin_in_whole_games(players, draw_slot):
    """Every move of 30 games (2 with JIT off), and of as many with hints scarce; seed 11."""
    for tokens in (8, 2):
        any_rules = Rules(players=players, draw_slot=draw_slot, information_tokens=tokens)
        lineup = Lineup((FIVE_RULE,) * players)
        results = play_games(lineup, any_rules, games=12 if JIT_ENABLED else 2, seed=11)
        for row in results.table.iter_rows(named=True):
            record = record_of(any_rules, row)
            for turn, game in enumerate(replay(record)):
                if not game.is_over:
                    expected = naive_five_rule(sight_of(any_rules, game.view()))
                    assert expected == format_action(any_rules, record.actions[turn])


@examples(150, plain=40)
@given(games(running=True))
@pytest.mark.late
def test_it_moves_as_its_twin_in_any_position(game):
    """Under any rules, after any play, also such as it would never choose itself."""
    expected = naive_five_rule(sight_of(game.rules, game.view()))
    assert expected == decide(FIVE_RULE, game.rules, game.state)


@pytest.mark.parametrize("any_rules", ODD_RULES)
@pytest.mark.parametrize("draw_slot", ["newest", "vacated"])
@pytest.mark.late_but(5)
def test_it_plays_legally_under_odd_rules(any_rules, draw_slot):
    """The arena stops at the first illegal action; here it never does."""
    odd = replace(any_rules, draw_slot=draw_slot)
    count = 200 if JIT_ENABLED else 2
    results = play_games(Lineup((FIVE_RULE,) * odd.players), odd, games=count, seed=1)
    assert count == len(results.table)


@examples(60, plain=15)
@given(rules())
@pytest.mark.late
def test_it_plays_legally_under_any_rules(any_rules):
    """Whatever the number of players, cards and tokens."""
    results = play_games(Lineup((FIVE_RULE,) * any_rules.players), any_rules, games=3, seed=1)
    assert 3 == len(results.table)


@pytest.mark.compiled
def test_two_of_them_score_between_14_and_16():
    """Mean of n = 2,000 games, seed 0, a lost game counting nothing; its standard error is 0.1."""
    results = play_games(Lineup.of(["five-rule", "five-rule"]), Rules(), games=2000, seed=0)
    assert 14 < results.table["score"].mean() < 16
