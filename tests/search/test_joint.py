"""Two searching seats that understand each other: the same public ranges, and never a wrong one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hanabilab import AgentError, Game, Lineup, Rules, make_agent, play_games
from hanabilab.agents import five_rule, smart
from hanabilab.beliefs import PartnerModel, unseen_counts, update_range
from hanabilab.beliefs.chances import has_weight
from hanabilab.beliefs.joint.common_knowledge import held_by
from hanabilab.search import JointSparta, evaluate
from hanabilab.search.searching import make_position
from tests.agents.samples import mindful
from tests.beliefs.playing import history_of

SMALL = Rules(players=2, suits=2, ranks=3, copies=(2, 2, 1), hand_size=2, information_tokens=3)


def public_ranges(game: Game, seat: int, search: JointSparta):
    """The public ranges as one seat works them out, from the deal."""
    return kept_ranges(game, seat, replace(search))


def kept_ranges(game: Game, seat: int, search: JointSparta):
    """The public ranges as one seat goes on with them."""
    return search.public_ranges_of(history_of(game, five_rule, seat))


@pytest.mark.compiled
@pytest.mark.parametrize("max_range", [3, 1000])
def test_seats_agree_on_public_ranges_that_hold_the_truth(max_range):
    """At every turn, both seats work out the same ranges, and no true hand is ever excluded."""
    search = JointSparta(
        five_rule, rollouts=300, threshold=0.0, confidence=0.0, min_worlds=8, max_range=max_range
    )
    search_again = JointSparta(
        five_rule, rollouts=300, threshold=0.0, confidence=0.0, min_worlds=8, max_range=max_range
    )
    changes = 0
    for index in range(4):
        game = Game(SMALL, seed=3, index=index)
        while not game.is_over:
            estimates = evaluate(game, search)
            assert estimates.action == evaluate(game, search_again).action
            first, second = (
                kept_ranges(game, seat, each) for seat, each in enumerate((search, search_again))
            )
            for seat in range(2):
                assert np.array_equal(
                    first.hands[seat].packed_hands, second.hands[seat].packed_hands
                )
                assert held_by(game.state.hands, seat) in first.hands[seat].packed_hands
                assert "exact" == first.hands[seat].basis
            changes += estimates.action != estimates.blueprint_action
            game.act(estimates.action)
    assert changes > 0


@pytest.mark.compiled
def test_the_seat_that_begins_goes_on_searching():
    """It always understands the other, who searches too, but only once it understands."""
    search = JointSparta(five_rule, rollouts=300, min_worlds=8, max_range=12)
    searched = {0: [], 1: []}
    for index in range(4):
        game = Game(SMALL, seed=5, index=index)
        while not game.is_over:
            found = evaluate(game, search)
            searched[int(game.state.current_seat)].append("understood" not in found.fallback)
            game.act(found.action)
    assert all(searched[SMALL.first_seat])
    assert {True, False} == set(searched[1 - SMALL.first_seat])


@pytest.mark.compiled
def test_ranges_do_not_depend_on_what_was_kept():
    """From the deal or from the turn before: the same."""
    search = JointSparta(five_rule, rollouts=200, min_worlds=8, max_range=50)
    game = Game(SMALL, seed=5)
    for _ in range(6):
        kept = kept_ranges(game, 0, search)
        made = public_ranges(game, 1, search)
        for seat in range(2):
            assert np.array_equal(kept.hands[seat].packed_hands, made.hands[seat].packed_hands)
            assert len(kept.deferred[seat]) == len(made.deferred[seat])
        game.act(evaluate(game, search).action)


@pytest.mark.compiled
def test_a_searched_action_narrows_the_range_down():
    """What the other's search tells is used: some range is smaller than hints alone leave it."""
    search = JointSparta(five_rule, rollouts=300, min_worlds=8, max_range=1000)
    game, narrower = Game(SMALL, seed=8), 0
    while not game.is_over:
        public = public_ranges(game, 0, search)
        hints = JointSparta(five_rule, rollouts=300, min_worlds=8, max_range=1)
        loose = public_ranges(game, 0, hints)
        narrower += len(public.hands[0]) < len(loose.hands[0])
        game.act(evaluate(game, search).action)
    assert narrower > 0


@pytest.mark.compiled
def test_a_partner_off_the_model_is_recorded():
    """Beside a random partner the ranges empty; the search goes on from hints and says so."""
    table = play_games(
        Lineup.of(["joint(five-rule, rollouts=100, min_worlds=5)", "random"]),
        SMALL,
        games=6,
        seed=1,
    ).table
    assert table["off_model"].sum() > 0
    assert (table["searches"] + table["fallbacks"] > 0).all()


@pytest.mark.compiled
def test_games_do_not_depend_on_threads():
    """Same decks, same actions."""
    lineup = Lineup.of(["joint(five-rule, rollouts=60, min_worlds=5)"] * 2)
    one, two = (
        play_games(lineup, SMALL, games=4, seed=2, threads=threads).table for threads in (1, 2)
    )
    assert one["actions"].to_list() == two["actions"].to_list()


def test_names_round_trip():
    """The name makes an equal agent."""
    agent = make_agent("joint(five-rule, rollouts=500, threshold=0.05, max_range=20)")
    assert agent == make_agent(agent.name)
    assert "joint(five-rule)" == make_agent("joint(five-rule)").name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("joint", "joint takes one agent"),
        ("joint(five-rule, rolls=3)", "joint has no option 'rolls'"),
        ("joint(five-rule, rollouts=-1)", "rollouts is -1"),
        ("joint(five-rule, max_range=0)", "max_range is 0"),
        ("joint(five-rule, threshold=-0.5)", "threshold is -0.5"),
    ],
)
def test_mistakes_are_told(name, message):
    """One line: what is wrong."""
    with pytest.raises(AgentError, match=message):
        make_agent(name)


def test_private_memory_is_refused():
    """It would need what a seat cannot know."""
    with pytest.raises(AgentError, match="keeps private memory"):
        JointSparta(mindful)


@pytest.mark.compiled
def test_no_rollouts_is_a_fallback():
    """With nothing to spend the blueprint plays, and the reason is given."""
    estimates = evaluate(Game(SMALL, seed=1), JointSparta(five_rule, rollouts=0))
    assert ("too few rollouts", 0) == (estimates.fallback, estimates.rollouts)
    assert estimates.action == estimates.blueprint_action


@pytest.mark.compiled
def test_a_public_range_in_which_no_hand_is_possible_is_told():
    """Beside a partner off the model; the blueprint plays on, and nothing is played out."""
    rules, told = Rules(players=2, suits=3, hand_size=3), 0
    game, search = Game(rules, seed=13), JointSparta(smart, rollouts=400, min_worlds=8)
    while not game.is_over:
        if game.current_seat == 1:
            game.act(game.ask(five_rule))
            continue
        found, counts = evaluate(game, search), unseen_counts(game.view())
        if found.hands is not None and not has_weight(found.hands.arrays, counts):
            assert ("no hand is possible", 0) == (found.fallback, found.rollouts)
            told += 1
        game.act(found.action)
    assert told > 0


def test_hands_of_unlike_chances_are_never_drawn_by_trial():
    """A trial asks for cards alone; a sample of many hands has chances beside."""
    game = Game(SMALL, seed=1)
    hands = update_range(history_of(game, five_rule), None, PartnerModel(five_rule))
    unlike = replace(hands, likelihood=np.linspace(0, 1, len(hands), dtype=np.float32))
    sums = [
        make_position(history_of(game, five_rule), each, drawn_by_trial=True).sums
        for each in (hands, unlike)
    ]
    assert [False, True] == [len(each) > 0 for each in sums]
