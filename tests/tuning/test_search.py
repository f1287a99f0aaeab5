"""A tuning: it gains where there is something to gain, and comes out the same however it is cut."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hanabilab import make_agent, play_games
from hanabilab.errors import AgentError, ResumeError
from hanabilab.stats import Estimate
from hanabilab.tuning import Comparison, Settings, Tuning, compare, tune
from hanabilab.tuning.playing import finals_seed, search_seed

pytest.importorskip("ribs", reason="the extra evolve is not installed")
pytestmark = pytest.mark.compiled  # hundreds of games, and no kernels of its own

TUNABLE = Path(__file__).parents[2] / "examples" / "tunable.py"


def small(agent="keen", **given) -> Settings:
    usual = {"candidates": 4, "games": 8, "finals": 40, "seed": 5}
    return Settings(agent=agent, **(usual | given))


def last(start: Tuning, generations: int, threads=1) -> Tuning:
    *_, end = [start, *tune(start, generations, threads=threads)]
    return end


def same(one: Tuning, other: Tuning) -> bool:
    names = ("values", "order", "games", "points", "opening", "means", "deviations")
    return all((getattr(one, name) == getattr(other, name)).all() for name in names)


def test_a_run_that_is_cut_in_two_comes_out_the_same_on_any_number_of_threads():
    """To the last bit."""
    begun = Tuning.begin(small())
    whole = last(begun, 4)
    assert 4 == whole.done
    assert same(whole, last(last(begun, 1), 4, threads=2))


def test_points_are_of_the_games_that_are_said():
    """Each candidate of the second generation, played again by its name on its decks."""
    settings = small(games=12)
    tuning = last(Tuning.begin(settings), 2)
    for row in range(settings.candidates):
        agent = settings.agent_with(tuning.values[1, row])
        games = range(12, 12 + int(tuning.games[1, row]))
        played = play_games(agent, games=list(games), seed=search_seed(settings), threads=1)
        assert played.table["score"].sum() == tuning.points[1, row]


def test_the_final_comparison_is_paired_and_on_decks_of_its_own():
    """The same figures from games by name; more generations bring other decks."""
    settings = small()
    tuning = last(Tuning.begin(settings), 2)
    told = compare(tuning, threads=1)
    seed = finals_seed(settings, 2)
    assert len({seed, search_seed(settings), finals_seed(settings, 3)}) == 3
    given, tuned = (
        play_games(name, games=40, seed=seed, threads=1).table["score"].to_numpy().astype(float)
        for name in (told.given, told.tuned)
    )
    assert given.mean() == pytest.approx(told.given_score.mean)
    assert (tuned - given).mean() == pytest.approx(told.gain.mean)
    assert (tuned - given).std(ddof=1) / 40**0.5 == pytest.approx(told.gain.sem)
    assert make_agent(told.tuned) == settings.agent_with(tuning.tuned)


def test_intervals_of_the_final_comparison_have_no_score_that_there_is_not():
    """Those of means of two games would reach far beyond; a gain is not bound by the scores."""
    tuning = last(Tuning.begin(small(finals=2, seed=0)), 1)
    told = compare(tuning, threads=1)
    for score in (told.given_score, told.tuned_score):
        assert score.ci95 is not None
        assert 0 <= score.ci95[0] <= score.mean <= score.ci95[1] <= tuning.settings.rules.max_score


def test_the_agent_of_the_examples_gains():
    """Its numbers are a first guess; 8 generations find better ones, far beyond the error."""
    settings = small(f"{TUNABLE}:tunable", candidates=8, games=100, finals=2000, seed=1)
    tuning = last(Tuning.begin(settings), 8)
    told = compare(tuning, threads=1)
    assert told.gain.mean > 1
    assert told.gain.ci95 is not None
    assert told.gain.ci95[0] > 0


@pytest.mark.parametrize(
    ("tuned", "interval", "conclusion"),
    [
        ("other", (0.1, 0.3), "are better"),
        ("other", (-0.3, -0.1), "are worse: keep those given"),
        ("other", (-0.1, 0.3), "No difference is shown"),
        ("keen", (0.0, 0.0), "came back to the numbers given"),
    ],
)
def test_the_conclusion_follows_the_interval(tuned, interval, conclusion):
    """And not the mean."""
    score, gain = Estimate(3.0, 0.1, (2.8, 3.2)), Estimate(0.2, 0.1, interval)
    assert conclusion in Comparison("keen", tuned, 10, 1, score, score, gain).conclusion


def test_only_the_numbers_that_are_named_are_tuned():
    """The others stay as they are given."""
    tuning = last(Tuning.begin(small("keen(last_cards=2)", only=("short_deck",))), 2)
    assert (2, 4, 1) == tuning.values.shape
    assert tuning.settings.agent_with([7]) == make_agent("keen(short_deck=7, last_cards=2)")


def test_generations_that_do_not_follow_are_refused():
    """As from a folder that somebody wrote, or from another version of the library."""
    tuning = last(Tuning.begin(small()), 2)
    strange = replace(tuning, values=tuning.values[::-1])
    with pytest.raises(ResumeError, match="the candidates of generation 1 are not those"):
        last(strange, 3)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"agent": "value"}, "agent 'value' declares no numbers, so there is nothing to tune; "),
        ({"agent": "value"}, "; h-group, information, keen, reactor, smart do, and agents of your"),
        ({"agent": "sparta(keen)"}, "agent 'sparta(keen)' declares no numbers"),
        ({"only": ("short_dock",)}, "has no number 'short_dock' (did you mean 'short_deck'?)"),
        ({"candidates": 3}, "candidates is 3; a whole number from 4 to 1,000"),
        ({"games": 7}, "games is 7; a whole number from 8"),
        ({"spread": 0}, "spread is 0; a whole number from 1 to 100"),
    ],
)
def test_mistakes_are_told_in_one_line(given, message):
    with pytest.raises(AgentError) as caught:
        small(**given)
    assert message in str(caught.value)
