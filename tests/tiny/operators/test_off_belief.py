"""Exact off-belief levels: by hand, against their definition, and what is true of all of them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import GameError
from hanabilab.tiny import deterministic, enumerate_game, random_policy, uniform_policy, value_of
from hanabilab.tiny.operators import cross_play, judge, off_belief
from hanabilab.tiny.policies import reach_of
from hanabilab.tiny.solvers import solve
from tests.naive.off_belief import naive_level, with_slips
from tests.naive.small_games import NaiveGame
from tests.strategies import examples
from tests.tiny.by_hand import choice_worth, reach_by_hand, values_by_hand
from tests.tiny.samples import MINI, card_games, key_of, naive_of, three_turns, tree_of

_SAME = 1e-9


# --- By hand -------------------------------------------------------------------------------------


def worth_of(tree, found, seat, cards):
    """What the actions of a seat are worth where it has seen `cards` and actions, in words."""
    for number, infoset in enumerate(tree.infosets):
        if infoset.seat == seat and str(infoset) == cards:
            return found.worth[tree.choices_of(number)].tolist()
    raise AssertionError([str(each) for each in tree.infosets])


def test_level_1_of_game_c_by_hand():
    """Seat 1 takes both cards of seat 0 as equally likely, whatever seat 0 did.

    Payoffs by the cards of both: 00 [3 0; 0 3], 01 [2 0; 3 3], 10 [2 2; 3 0], 11 [0 1; 0 2].
    With card 0 and after action 0 seat 1 gets (3 + 2)/2 by action 0 and (0 + 2)/2 by action 1.
    After action 1 it gets (0 + 3)/2 and (3 + 0)/2: the only tie that matters. If it takes action 0
    there, seat 0 with card 0 plays 0 for (3 + 2)/2, with card 1 it plays 1 for (3 + 2)/2, and 2.5
    is reached, the optimum. If it takes action 1, seat 0 with card 0 plays 1 for (3 + 3)/2. With
    card 1 either action brings (2 + 0)/2 or (0 + 2)/2. That is 2 in all.
    """
    tree = tree_of("C")
    (level,) = off_belief(tree, 1)
    later = [level.worth[tree.choices_of(number)].tolist() for number in range(2, 6)]
    assert sorted(later) == [[1, 0.5], [1.5, 1.5], [1.5, 2.5], [2.5, 1]]
    assert level.value == pytest.approx(2.5)
    values = {
        round(off_belief(tree, 1, ties="random", seed=seed)[0].value, 9) for seed in range(20)
    }
    assert values == {2.0, 2.5}


def test_the_smallest_hanabi_by_hand():
    """Two 1s and a 2, a card each; level 1 is perfect.

    A seat that sees the 2 holds a 1 and plays it. One that sees a 1 holds a 1 or the 2, each as
    likely: to play it blindly is worth (2 + 0)/2 at most, a hint lets the other play a 1 for
    certain.
    """
    tree = tree_of(MINI)
    for ties in ("first", "mixed"):
        (level,) = off_belief(tree, 1, ties=ties)
        assert level.value == pytest.approx(2)


def test_levers_are_ties_that_nothing_breaks():
    """Nine levers are as good, so two seats meet at one in nine if each is as likely."""
    tree = tree_of("lever(10)")
    for level in off_belief(tree, 3, ties="mixed"):
        assert level.value == pytest.approx(1 / 9)
        assert level.best.sum() == 2 * 9
        assert sorted(level.policy) == pytest.approx([0, 0, *[1 / 9] * 18])  # no lever has a name
    policies = [off_belief(tree, ties="random", seed=seed)[0].policy for seed in range(30)]
    meetings = cross_play(tree, policies)
    assert np.diag(meetings) == pytest.approx(1)  # seat 0 knows what seat 1 will do
    assert set(np.round(meetings, 9).ravel().tolist()) <= {0, 1}
    assert 0 < (meetings.sum() - 30) / (30 * 29) < 0.25


# --- Against the definition ----------------------------------------------------------------------


def as_chances(tree, policy):
    """A policy as the naive twin has it."""
    return {
        key_of(infoset): {
            action: Fraction(chance).limit_denominator(10**6)
            for action, chance in zip(infoset.actions, policy[tree.choices_of(number)], strict=True)
            if chance
        }
        for number, infoset in enumerate(tree.infosets)
    }


def assert_as_defined(tree, naive, **options):
    """Two levels above the literal past, action for action and in what actions are worth."""
    rounds, mixed = options.get("rounds"), options.get("ties") == "mixed"
    before = {key: dict.fromkeys(acts, Fraction(1)) for key, acts in naive.options.items()}
    for level in off_belief(tree, 2, **options):
        chances, worth = naive_level(naive, before, mixed=mixed, rounds=rounds)
        assert as_chances(tree, level.policy) == chances
        for number, infoset in enumerate(tree.infosets):
            expected = [float(value) for value in worth[key_of(infoset)].values()]
            assert level.worth[tree.choices_of(number)] == pytest.approx(expected, abs=1e-9)
        before = with_slips(naive, chances)


@pytest.mark.parametrize("ties", ["first", "mixed"])
@pytest.mark.parametrize("rounds", [None, 1], ids=str)
@pytest.mark.parametrize("name", [*"ABCDEF", MINI, "lever(3)"])
@pytest.mark.late_but(10)
def test_levels_are_as_defined(name, rounds, ties):
    """In all small games, by paths that are followed one by one."""
    assert_as_defined(tree_of(name), naive_of(name), rounds=rounds, ties=ties)


@examples(10, 3)
@given(three_turns(), st.sampled_from([None, 1, 2]), st.sampled_from(["first", "mixed"]))
def test_levels_are_as_defined_where_a_seat_acts_twice(game, rounds, ties):
    """With secret actions, a coin on the way, and histories that only slips lead to."""
    assert_as_defined(enumerate_game(game), NaiveGame(game), rounds=rounds, ties=ties)


# --- What is true of all -------------------------------------------------------------------------


@examples(25, 8)
@given(st.one_of(card_games(), three_turns()), st.sampled_from(["first", "mixed", "random"]))
def test_no_level_is_worth_less_than_the_one_before(game, ties):
    """From a policy on, with worlds played to the end."""
    tree = enumerate_game(game)
    for start in (uniform_policy(tree), random_policy(tree, 5)):
        levels = off_belief(tree, 4, start=start, ties=ties)
        values = [value_of(tree, start), *(level.value for level in levels)]
        assert (np.diff(values) > -_SAME).all()


@pytest.mark.late
def test_beliefs_that_are_taken_anew_can_cost_points():
    """Values that are taken at the next own turn lose a little in rung 1."""
    tree = tree_of("rung(1)")
    ended, valued = off_belief(tree)[0], off_belief(tree, rounds=1)[0]
    assert valued.value < ended.value - 0.01


@examples(15, 5)
@given(st.one_of(card_games(), three_turns()), st.integers(0, 1000))
def test_a_fixed_point_is_one_that_no_decision_betters(game, seed):
    """If level k plays as level k - 1, each choice is best with all else as it is."""
    tree = enumerate_game(game)
    levels = off_belief(tree, 8, start=random_policy(tree, seed))
    if (levels[-1].policy == levels[-2].policy).all():
        policy = levels[-1].policy
        for number, choices in ((i, tree.choices_of(i)) for i in range(len(tree.infosets))):
            for choice in range(choices.start, choices.stop):
                other = policy.copy()
                other[choices] = np.eye(tree.num_actions[number])[choice - choices.start]
                assert value_of(tree, other) <= value_of(tree, policy) + _SAME


@examples(25, 8)
@given(st.one_of(card_games(), three_turns()), st.integers(0, 1000))
def test_without_ties_level_1_is_unique(game, seed):
    """Then lots decide nothing, so strangers play alike."""
    tree = enumerate_game(game)
    (level,) = off_belief(tree)
    (other,) = off_belief(tree, ties="random", seed=seed)
    if level.best.sum() == len(tree.infosets):
        assert (level.policy == other.policy).all()


@examples(15, 5)
@given(three_turns(), st.integers(0, 1000))
def test_what_lots_decide_is_always_among_the_best(game, seed):
    """Whoever breaks ties: one action each, and no worse than another."""
    tree = enumerate_game(game)
    for ties in ("first", "mixed", "random"):
        (level,) = off_belief(tree, ties=ties, seed=seed)
        assert not level.policy[~level.best].any()
        assert np.add.reduceat(level.policy, tree.first_choice) == pytest.approx(1)


def test_without_hidden_cards_level_1_is_the_optimum():
    """Where both know all, nothing can be believed wrongly."""
    tree = tree_of("G")
    assert off_belief(tree)[0].value == solve(tree).value == 4


def test_worth_is_that_of_play_to_the_end():
    """Q of level 1 in rung 1, from sweeps history by history."""
    tree = tree_of("rung(1)")
    (level,) = off_belief(tree, start=uniform_policy(tree))
    weight = reach_by_hand(tree, uniform_policy(tree))
    values = values_by_hand(tree, level.policy)
    sums = choice_worth(tree, weight, values)
    reached = np.bincount(
        tree.infoset[tree.infoset >= 0],
        (weight * tree.chance)[tree.infoset >= 0],
    )
    assert level.worth == pytest.approx(sums / reached[tree.owner], abs=1e-9)


def test_a_partner_who_slipped_is_taken_to_have_slipped_once():
    """Seat 1 hears what seat 0 never says: it believes in the fewest slips, and each card alike."""
    tree = tree_of("C")
    start = deterministic(tree, [0] * len(tree.infosets))
    (level,) = off_belief(tree, start=start)
    (literal,) = off_belief(tree)
    assert level.worth == pytest.approx(literal.worth)  # what it says tells nothing either way
    says_card = deterministic(tree, [0, 1, *[0] * 4])
    (told,) = off_belief(tree, start=says_card)
    later = [told.worth[tree.choices_of(number)].tolist() for number in range(2, 6)]
    assert sorted(later) == [[0, 2], [2, 0], [3, 0], [3, 0]]  # rows of 11, 01, 00, 10


def test_cross_play_seats_one_policy_against_others():
    """Row in seat 0, column in seat 1."""
    tree = tree_of("C")
    first, second = random_policy(tree, 1), random_policy(tree, 2)
    meetings = cross_play(tree, [first, second])
    seats = tree.seat_of[tree.owner]
    mixed = np.where(seats == 0, first, second)
    assert meetings[0, 1] == pytest.approx(value_of(tree, mixed))
    assert meetings[0, 0] == pytest.approx(value_of(tree, first))
    assert reach_of(tree, mixed).max() == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"levels": 0}, "levels is 0; a whole number from 1 to 1,000 is needed"),
        ({"rounds": 0}, "rounds is 0; a whole number from 1 to 1,000 is needed"),
        ({"ties": "last"}, "ties is 'last'; one of first, mixed, random is needed"),
        ({"seed": -1}, "seed is -1"),
        ({"start": np.ones(3)}, "has 12 probabilities"),
    ],
)
def test_what_is_no_level_is_told_in_one_line(options, words):
    """What was wrong, and what would be right."""
    with pytest.raises(GameError, match=words) as error:
        off_belief(tree_of("C"), **options)
    assert "\n" not in str(error.value)


@examples(15, 5)
@given(st.one_of(card_games(), three_turns()), st.integers(0, 1000))
def test_a_level_has_no_regret_however_it_breaks_ties(game, seed):
    """Judged by what it plays itself; and another policy is judged by what it does."""
    tree = enumerate_game(game)
    for ties in ("first", "mixed", "random"):
        levels = off_belief(tree, 2, ties=ties, seed=seed)
        for level, before in ((levels[0], None), (levels[1], levels[0].policy)):
            judged = judge(tree, level.policy, before=before)
            assert judged.regret == pytest.approx(0, abs=_SAME)
            assert judged.worth == pytest.approx(level.worth, abs=_SAME)
    other = random_policy(tree, seed)
    judged = judge(tree, other)
    if (judged.regret < _SAME).all():
        assert not other[~judged.best].any()
    else:
        assert other[~judged.best].any()


@pytest.mark.parametrize("name", ["C", MINI, "rung(1)"])
def test_uniform_play_is_literal_where_it_tells_nothing(name):
    """With as many actions in each history that a seat takes to be possible."""
    tree = tree_of(name)
    literal, uniform = off_belief(tree)[0], off_belief(tree, start=uniform_policy(tree))[0]
    assert (literal.policy == uniform.policy).all()
    assert literal.worth == pytest.approx(uniform.worth, abs=_SAME)


@pytest.mark.late
def test_uniform_play_is_not_literal_in_hands_of_two():
    """A partner who saw two ranks had more hints to choose from."""
    tree = tree_of("rung(5)")
    literal, uniform = off_belief(tree)[0], off_belief(tree, start=uniform_policy(tree))[0]
    assert abs(literal.worth - uniform.worth).max() > 0.01


def test_enough_rounds_are_play_to_the_end():
    """No seat of rung 1 acts more than five times after its first turn."""
    tree = tree_of("rung(1)")
    ended, valued = off_belief(tree)[0], off_belief(tree, rounds=5)[0]
    assert (ended.policy == valued.policy).all()
    assert ended.worth == pytest.approx(valued.worth, abs=_SAME)


@examples(15, 5)
@given(three_turns(), st.integers(0, 1000))
def test_ties_can_be_broken_as_a_policy_does(game, seed):
    """A level comes back from itself; of another policy, its actions where they are best."""
    tree = enumerate_game(game)
    (level,) = off_belief(tree, ties="random", seed=seed)
    assert (off_belief(tree, ties=level.policy)[0].policy == level.policy).all()
    other = random_policy(tree, seed)
    (like,) = off_belief(tree, ties=other)
    assert not (like.best & (other > like.policy)).any()


def test_regret_is_what_an_action_loses():
    """Game C with action 0 everywhere: seat 1 with card 1 loses a point after action 1."""
    tree = tree_of("C")
    judged = judge(tree, deterministic(tree, [0] * 6))
    # With card 0 seat 0 gets (3 + 2)/2 by 0, (0 + 3)/2 by 1; with card 1 (2 + 0)/2 and (3 + 0)/2.
    assert sorted(judged.regret) == pytest.approx([0, 0, 0, 0, 0.5, 1])
