"""Cross-play pair by pair, against games played one at a time; threads and stops change nothing."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.agents import CompiledPolicy, five_rule, random_agent
from hanabilab.arena import Lineup, play_games
from hanabilab.arena.measure_kernels import KEPT_MEASURES, NUM_MEASURES
from hanabilab.arena.measures import measure_table
from hanabilab.errors import AgentError, ResumeError, RulesError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.teamplay import PairsPlan, pair_plan, pairs, play_pairs
from tests.agents.samples import imitate, mindful

pytestmark = pytest.mark.once

SMALL = Rules.preset("small", life_tokens=3)
GAMES = 14
AGENTS = {
    "random": random_agent,
    "mindful": mindful,
    "five-rule": five_rule,
    "batched": imitate(mindful, games_at_once=2),
}


@pytest.fixture(autouse=True)
def _more_agents(monkeypatch):
    """Agents of tests by name."""
    monkeypatch.setattr(pair_plan, "kept_agent", AGENTS.__getitem__)


def plan_of(ones, others=None, rules=SMALL, games=None, seed=5) -> PairsPlan:
    """A plan for agents by name; by default as many games as it takes."""
    names = tuple(ones.split())
    games = games or max(GAMES, 2 * rules.players)
    return PairsPlan(rules, names, tuple(others.split()) if others else names, games, seed)


def same(first, second) -> bool:
    """Whether two runs came out alike."""
    return np.array_equal(first.scores, second.scores) and np.array_equal(
        first.counters, second.counters
    )


@pytest.mark.parametrize(
    ("ones", "others", "rules"),
    [
        ("random mindful", None, SMALL),
        ("five-rule batched", "random mindful five-rule", SMALL),
        ("random mindful", None, Rules.preset("small", players=3, life_tokens=2)),
    ],
    ids=["two players", "challengers", "three players"],
)
@pytest.mark.late_but(1)
def test_every_game_is_that_of_its_line_up(ones, others, rules):
    """Game g has the one in seat g mod P: score and behavior as if played alone."""
    plan = plan_of(ones, others, rules)
    found = play_pairs(plan)
    for row, one in enumerate(plan.ones):
        for column, other in enumerate(plan.others):
            counters = np.zeros_like(found.counters[0, 0])
            for game in range(plan.games):
                seats = [AGENTS[other]] * rules.players
                seats[game % rules.players] = AGENTS[one]
                alone = play_games(Lineup(tuple(seats)), rules, games=[game], seed=5).table
                assert alone["score"][0] == found.scores[row, column, game]
                by_seat = measure_table(rules, alone)[0, :, :KEPT_MEASURES]
                counters[0] += by_seat[game % rules.players]
                counters[1] += np.delete(by_seat, game % rules.players, axis=0).sum(axis=0)
            assert np.array_equal(counters, found.counters[row, column])


def test_a_counter_that_is_added_changes_no_folder(monkeypatch):
    """Games are counted by one more counter; what is kept of a pair has the shape that it had."""
    wider = np.arange(2 * (NUM_MEASURES + 1)).reshape(2, -1)
    monkeypatch.setattr(pairs, "play_scores", lambda *given: (0, wider * len(given[3])))
    _, counters = pairs._play_unit(random_agent, five_rule, plan_of("random"), np.array([0]))
    assert np.array_equal(wider[:, :KEPT_MEASURES], counters)


def test_the_diagonal_is_self_play():
    """An agent with itself is what `play` gives on these decks."""
    found = play_pairs(plan_of("random five-rule"))
    for place, agent in enumerate((random_agent, five_rule)):
        table = play_games(Lineup((agent, agent)), SMALL, games=GAMES, seed=5).table
        assert table["score"].to_list() == found.scores[place, place].tolist()


@pytest.mark.parametrize("unit", [1, 3, 4096])
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.late_but(2)
def test_results_do_not_depend_on_threads_or_units(monkeypatch, unit, threads):
    """However the games are dealt out."""
    plan = plan_of("random batched")
    expected = play_pairs(plan, threads=1)
    monkeypatch.setattr(pairs, "UNIT_GAMES", unit)
    told = []
    assert same(expected, play_pairs(plan, threads=threads, progress=told.append))
    assert plan.all_games == sum(told)


def test_a_batched_agent_plays_as_the_compiled_one_it_imitates():
    """Row by row and column by column."""
    found = play_pairs(plan_of("mindful batched random"))
    assert np.array_equal(found.scores[0], found.scores[1])
    assert np.array_equal(found.scores[:, 0], found.scores[:, 1])


# --- Stops ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop_after", [1, 4])
def test_a_stopped_run_goes_on_where_it_was(monkeypatch, stop_after):
    """What was finished is kept, and not played again; the result is that of a run left alone."""
    plan = plan_of("random mindful", games=8)
    monkeypatch.setattr(pairs, "UNIT_GAMES", 5)
    expected, kept, told = play_pairs(plan), [], []

    def stop(count):
        told.append(count)
        if len(told) == stop_after:
            raise KeyboardInterrupt

    with pytest.raises(StoppedError, match="stopped before"):
        play_pairs(plan, threads=1, progress=stop, keep=kept.append)
    assert sum(told) == sum(map(len, kept))
    again = []
    assert same(expected, play_pairs(plan, done=kept, progress=again.append))
    assert plan.all_games == sum(told) + sum(again)
    assert same(expected, play_pairs(plan, done=[*kept, *kept]))


def test_a_finished_run_gets_more_games(monkeypatch):
    """As one part, or in pieces with gaps: what is missing is played, no more."""
    few, many = (plan_of("random mindful", games=games) for games in (8, 11))
    kept, told = [], []
    monkeypatch.setattr(pairs, "UNIT_GAMES", 3)
    whole = pairs.PlayedPairs.of(play_pairs(few, keep=kept.append))
    pieces = kept[::2]
    for done, count in (([whole], 32), ([whole, *kept], 32), (pieces, sum(map(len, pieces)))):
        told.clear()
        assert same(play_pairs(many), play_pairs(many, done=done, progress=told.append))
        assert many.all_games - sum(told) == count


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda part: part.units.__setitem__((0, 0), 2), "not planned"),
        (lambda part: part.units.__setitem__((0, 1), -1), "not planned"),
        (lambda part: part.units.__setitem__((0, 2), -400), "not planned"),
        (lambda part: part.units.__setitem__((0, 2), 2**62), "not planned"),
        (lambda part: part.units.__setitem__((0, 3), 2**62), "not planned"),
        (lambda part: part.units.__setitem__((0, 3), 1), "not planned"),
        (lambda part: part.scores.__setitem__(0, -1), "scores out of range"),
        (lambda part: part.scores.__setitem__(0, 11), "scores out of range"),
        (lambda part: part.counters.__setitem__((0, 0, 0), -1), "counters below 0"),
    ],
)
def test_games_that_no_run_has_are_refused(change, says):
    """More than were planned, or with scores that there are not."""
    plan, kept = plan_of("random mindful", games=8), []
    play_pairs(plan, keep=kept.append)
    change(kept[0])
    with pytest.raises(ResumeError, match=says):
        play_pairs(plan, done=kept)


def test_an_illegal_action_ends_the_run():
    """It names the agent and the game, and what was finished is kept."""
    wrong = CompiledPolicy("wrong", lambda view, memory, rng: -1)
    AGENTS["wrong"] = wrong
    with pytest.raises(AgentError, match="agent 'wrong' in game 0"):
        play_pairs(plan_of("random wrong"), threads=1)


# --- Mistakes ------------------------------------------------------------------------------------


def test_a_plan_needs_different_agents_and_enough_games():
    """Each once in a list, two games in each seat, a seed."""
    with pytest.raises(AgentError, match="'random' is there twice"):
        plan_of("random mindful random")
    with pytest.raises(AgentError, match="games is 3; at least 4"):
        plan_of("random mindful", games=3)
    with pytest.raises(RulesError, match="seed"):
        plan_of("random mindful", seed=-1)
    for odd in ("10", 10.5):
        with pytest.raises(RulesError, match="a whole number of games is needed"):
            plan_of("random mindful", games=odd)


def test_an_agent_that_cannot_play_with_so_many_is_told():
    """Before any game."""
    AGENTS["pair"] = CompiledPolicy("pair", random_agent.function, players=range(2, 3))
    rules = Rules.preset("small", players=3)
    with pytest.raises(AgentError, match="agent 'pair' plays with 2 players, not 3"):
        play_pairs(plan_of("random pair", rules=rules))
