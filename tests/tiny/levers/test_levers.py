"""Lever games: payoffs and averages by hand, gradients by differences, and what is published."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.stats import over_models
from hanabilab.tiny.levers import (
    GAMES,
    METHODS,
    Chances,
    LeverSettings,
    Room,
    compare_methods,
    critical_temperature,
    cross_play,
    lever_game,
    play,
    train,
    training,
)
from hanabilab.tiny.levers.training import Learner, gradient_of, softmax

pytestmark = pytest.mark.once

SMALL = LeverSettings(seeds=12, starts=20)


def levels(game: str, method: str, settings: LeverSettings = SMALL):
    """Self-play and cross-play after learning."""
    teams = train(lever_game(game), METHODS[method], settings)[-1]
    return over_models(cross_play(lever_game(game), teams))


# --- Games ---------------------------------------------------------------------------------------


def test_payoffs_by_hand():
    """The same lever pays; the first pays .9, and in `handles` either of its two."""
    (plain,), (handles,) = lever_game("levers").rooms, lever_game("handles").rooms
    assert (0.9, 1, 0) == (plain.payoffs[0, 0], plain.payoffs[3, 3], plain.payoffs[3, 4])
    assert (0.9, 0.9, 1, 0) == tuple(handles.payoffs[[0, 1, 2, 0], [1, 1, 2, 2]])
    assert [0, 1, 1] == plain.kinds[:3].tolist()


def test_other_play_is_the_mean_over_all_renamings():
    """Brute force: every permutation of the second player's names within kinds."""
    payoffs = np.random.default_rng(1).random((5, 5))
    room = Room(payoffs, np.array([0, 1, 1, 2, 1]))
    alike = np.flatnonzero(room.kinds == 1)
    # A kind's levers are exchangeable to the game only if payoffs say so: make them.
    group = [np.arange(5) for _ in permutations(alike)]
    for names, permuted in zip(group, permutations(alike), strict=True):
        names[alike] = permuted
    fair = np.mean([payoffs[np.ix_(names, names)] for names in group], axis=0)
    expected = np.mean([fair[:, names] for names in group], axis=0)
    assert Room(fair, room.kinds).renamed == pytest.approx(expected)


def test_teams_meet_in_both_orders_of_seats():
    """Team 0 always opens the safe room and would pull lever 3 of the other; team 1 opens that."""
    game = lever_game("rooms")
    pulls = np.zeros((2, 2, 9))
    pulls[0, :, 3] = pulls[1, 0, 3] = pulls[1, 1, 4] = 1
    teams = Chances(np.eye(2), (np.ones((2, 2, 1)), pulls))
    # Alone: .9, and 0 as the players of team 1 pull 3 and 4. Together: .9 and 1.
    assert [[0.9, 0.95], [0.95, 0.0]] == pytest.approx(cross_play(game, teams))
    assert [0.9, 0] == pytest.approx(play(game, teams, teams))


def test_an_unknown_game_is_refused():
    """With those that there are."""
    with pytest.raises(GameError, match="unknown lever game 'lever'; there are levers, handles"):
        lever_game("lever")


# --- Learning ------------------------------------------------------------------------------------


def test_gradients_agree_with_differences():
    """Of mean worth plus .2 times entropy; error of central differences below 1e-8."""
    rng = np.random.default_rng(2)
    logits, worth = rng.normal(size=(2, 6))

    def goal(values):
        chances = softmax(values)
        return chances @ worth - 0.2 * chances @ np.log(chances)

    shifts = 1e-5 * np.eye(6)
    slopes = [(goal(logits + shift) - goal(logits - shift)) / 2e-5 for shift in shifts]
    assert slopes == pytest.approx(gradient_of(softmax(logits), worth, 0.2), abs=1e-8)


@pytest.mark.parametrize("method", ["self-play", "other-play", "symmetric"])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_step_climbs(game, method):
    """No team's goal falls, but by rounding, in 100 small steps from 50 starts."""
    rng = np.random.default_rng(3)
    learner = Learner(lever_game(game), METHODS[method], lambda size: rng.normal(size=(50, size)))
    goals = [learner.goal()]
    for _ in range(100):
        learner.step(0.0, rate=1.0)
        goals.append(learner.goal())
    assert np.diff(goals, axis=0).min() > -1e-9
    assert (goals[-1] - goals[0]).max() > 0.1


def test_the_symmetric_policy_has_no_favorite_among_alike():
    """At every moment, though learning began from random weights."""
    for teams in train(lever_game("levers"), METHODS["symmetric"], SMALL):
        assert np.ptp(teams.levers[0][..., 1:], axis=-1).max() < 1e-12


def test_seeds_tell_what_is_learned():
    """The same twice; another seed is another team."""

    def learned(seed):
        return train(
            lever_game("levers"), METHODS["self-play"], LeverSettings(seeds=3, starts=2, seed=seed)
        )[-1].levers[0]

    assert np.array_equal(learned(5), learned(5))
    assert not np.array_equal(learned(5), learned(6))


# --- What is published, and what is not so -------------------------------------------------------


def test_plain_self_play_fails_across_teams():
    """1 alone; across teams 1/9, .11: 30 teams, seed 0, within 3 standard errors."""
    found = levels("levers", "self-play", LeverSettings(starts=5))
    assert found.self_play.mean == pytest.approx(1, abs=0.001)
    assert abs(found.cross_play.mean - 1 / 9) < 3 * found.cross_play.sem < 0.15


@pytest.mark.parametrize("method", ["other-play", "symmetric"])
def test_other_play_and_symmetric_policies_take_the_safe_lever(method):
    """.9 in both (Hu et al. 2020)."""
    found = levels("levers", method)
    assert (0.9, 0.9) == pytest.approx((found.self_play.mean, found.cross_play.mean), abs=0.001)


def test_one_start_is_not_enough_for_other_play():
    """From a start that pulls the safe lever in fewer than 11 % of cases, another optimum is near.

    It is worth 1/9: some one of the nine, which the partner cannot know.
    """
    found = levels("levers", "other-play", LeverSettings(seeds=100, starts=1))
    assert found.cross_play.mean < 0.3


@pytest.mark.parametrize("method", ["entropy", "entropy, greedy", "entropy, annealed"])
def test_entropy_does_not_take_the_safe_lever(method):
    """Against what is sometimes said: across teams 1/9 or less, whatever is done with the bonus."""
    assert levels("levers", method).cross_play.mean < 0.25


@pytest.mark.parametrize("game", ["handles", "rooms"])
@pytest.mark.late
def test_entropy_takes_the_safe_lever_where_randomness_favors_it(game):
    """Two handles of .9 against one of 1; a room's .9 against 1/9 with a random partner."""
    for method in ("entropy, greedy", "entropy, annealed"):
        assert levels(game, method).cross_play.mean == pytest.approx(0.9, abs=0.01)


def test_other_play_cannot_choose_between_two_equal_ways():
    """Both are the same under all renamings, so teams agree in half of all cases."""
    found = levels("again", "other-play", LeverSettings(seeds=40, starts=1))
    assert found.self_play.mean == pytest.approx(1, abs=0.001)
    assert found.cross_play.mean == pytest.approx(0.5, abs=0.1)


def test_the_critical_temperature_parts_one_favorite_from_none():
    """Ten levers: log mean of p and q at its largest, .2193; learning agrees on both sides."""
    critical = critical_temperature(10)
    assert critical == pytest.approx(0.2193, abs=1e-4)
    assert critical_temperature(2) == pytest.approx(0.5)
    for temperature, favorites in ((critical - 0.04, True), (critical + 0.01, False)):
        settings = LeverSettings(seeds=100, starts=1, temperature=temperature)
        chances = train(lever_game("levers"), METHODS["entropy"], settings)[-1].levers[0]
        assert favorites == bool((chances.max(axis=-1) > 0.2).any())


def test_above_it_chances_are_as_the_algebra_says():
    """In proportion to exp(payoff / t): the safe lever is the least likely, not the likeliest."""
    chances = train(lever_game("levers"), METHODS["entropy"], SMALL)[-1].levers[0][0, 0]
    pay = np.array([0.9] + [1.0] * 9) * chances
    expected = np.exp(pay / 0.3) / np.exp(pay / 0.3).sum()
    assert chances == pytest.approx(expected, abs=1e-9)
    assert 0 == chances.argmin()


def test_methods_are_compared_from_the_same_teams():
    """The same seeds; curves end where scores are."""
    found = list(compare_methods(lever_game("again"), LeverSettings(seeds=3, starts=1, steps=60)))
    assert list(METHODS) == [each.method for each in found]
    for each in found:
        assert (3, 3) == each.matrix.shape
        assert each.cross_play[-1] == pytest.approx(each.scores.cross_play.mean)
        assert (0, 60) == (each.steps[0], each.steps[-1])
        assert len(each.steps) == len(each.self_play) == len(each.cross_play)


def test_moments_have_the_step_at_which_they_were_looked_at(monkeypatch):
    """Also where 60 moments do not divide the steps."""
    looked = []

    class Counting(Learner):
        done, stepping = 0, False

        def step(self, temperature):
            self.stepping = True
            super().step(temperature)
            self.done, self.stepping = self.done + 1, False

        def chances(self):
            if not self.stepping:
                looked.append(self.done)
            return super().chances()

    monkeypatch.setattr(training, "Learner", Counting)
    settings = LeverSettings(seeds=2, starts=1, steps=70)
    first = next(compare_methods(lever_game("again"), settings))
    assert looked[: len(first.steps)] == first.steps.tolist()
