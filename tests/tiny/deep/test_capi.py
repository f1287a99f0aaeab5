"""CAPI: solves small games, reproduces, and resumes to the same bits."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from itertools import permutations, product

import numpy as np
import pytest

pytest.importorskip("torch")

from hanabilab.errors import GameError, ResumeError
from hanabilab.randomness import seed_rng
from hanabilab.tiny.deep import Capi, CapiPlan, CapiSettings, KeptCapi, model_of
from hanabilab.tiny.deep.capi.kernels import LastTurn, find_best, find_parts, sample_last_moves
from hanabilab.tiny.names import make_game

QUICK = CapiSettings(samples=60, hidden=16, evaluate_every=5)
PLAN = CapiPlan("A", 2, QUICK)


def bits(capi):
    """All that a run has come to."""
    return {name: array.tobytes() for name, array in capi.arrays().items()}


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "optimum"), [("A", 2.25), ("trade-comm(2, 2)", 1)])
def test_small_games_are_solved(game, optimum):
    """Three seeds of three come to the optimum within 300 episodes."""
    for seed in range(3):
        capi = Capi(model_of(make_game(game)), CapiSettings(samples=200), seed)
        capi.train(300, lambda capi: capi.curve[-1, 1] > optimum - 1e-6)
        assert capi.first_reaching(optimum) is not None


class _Distinct:
    """Two different cards of three; both speak, then seat 0 guesses the other's card."""

    name = "distinct"
    seats = 2

    def deals(self):
        return [(pair, 1 / 6) for pair in permutations(range(3), 2)]

    def turn(self, state):
        return len(state) % 2 if len(state) < 5 else None

    def actions(self, state):
        return (0, 1, 2) if len(state) == 4 else (0, 1)

    def act(self, state, action):
        return [((*state, action), 1.0)]

    def public(self, state):
        return state[2:]

    def private(self, state, seat):
        return state[seat]

    def payoff(self, state):
        return float(state[4] == state[1])


def test_types_that_exclude_each_other_are_learned():
    """What one seat says makes types of the other impossible: these act no more, and count none."""
    capi = Capi(model_of(_Distinct()), replace(QUICK, learning_rate=3e-3), 0)
    capi.train(200)
    assert all(np.isfinite(array).all() for array in capi.arrays().values())
    assert capi.first_reaching(1.0) is not None


def test_runs_depend_on_their_seed_alone():
    """The same seed gives the same bits, another seed others."""
    model = model_of(make_game("A"))
    runs = [Capi(model, QUICK, seed) for seed in (4, 4, 5)]
    for run in runs:
        run.train(6)
    assert bits(runs[0]) == bits(runs[1]) != bits(runs[2])


def test_evaluation_changes_nothing():
    """What is evaluated on the way does not change what is learned."""
    model = model_of(make_game("A"))
    often, once = Capi(model, QUICK, 3), Capi(model, QUICK, 3)
    often.train(3)
    assert often.evaluate() == often.evaluate()
    often.train(5)
    once.train(5)
    assert bits(often) == bits(once)


def test_curves_are_values_of_policies():
    """Exact expected payoffs of a game with payoffs in quarters are quarters."""
    capi = Capi(model_of(make_game("C")), QUICK, 1)
    capi.train(20)
    assert capi.curve.shape == (4, 2)
    assert np.all(capi.curve[:, 1] * 4 % 1 == 0)


@pytest.mark.parametrize("damage", [False, True])
def test_a_resumed_run_is_the_same(tmp_path, damage):
    """Stopped, damaged or not, and taken up: the same bits as a run in one go."""
    whole = Capi(model_of(make_game("A")), QUICK, 2)
    whole.train(12)
    kept = KeptCapi(replace(PLAN, episodes=8)).begin(tmp_path / "run")
    kept.work(kept.states())
    if damage:
        last = max((tmp_path / "run/state").iterdir())
        last.write_bytes(last.read_bytes()[:-5])
    kept.folder.release()
    again = KeptCapi.find(tmp_path / "run")
    again.grow(12)
    again.go_on()
    assert again.capi.done == (0 if damage else 8)  # of a finished run the last state is kept
    again.work(again.states())
    assert bits(again.capi) == bits(whole)


def test_a_game_that_has_changed_is_told(tmp_path):
    """The file defines another game by now; a run that kept no digest is gone on with."""
    path, run = tmp_path / "game.py", tmp_path / "run"
    text = (
        "from hanabilab.tiny.games import CardGame\n"
        "mine = CardGame('mine', ((((0.0, 1.0), (1.0, 2.0)),),))\n"
    )
    path.write_text(text)
    KeptCapi(CapiPlan(f"{path}:mine", 2, QUICK, 8)).begin(run).folder.release()
    assert KeptCapi.find(run).plan.episodes == 8
    path.write_text(text.replace("2.0", "3.0"))
    with pytest.raises(ResumeError, match="is not the one that the run"):
        KeptCapi.find(run)
    manifest = json.loads((run / "manifest.json").read_text())
    del manifest["settings"]["game_digest"]
    (run / "manifest.json").write_text(json.dumps(manifest))
    assert KeptCapi.find(run).plan.episodes == 8


def test_settings_that_no_run_has_are_told(tmp_path):
    """One line."""
    KeptCapi(replace(PLAN, episodes=8)).begin(tmp_path / "run").folder.release()
    path = tmp_path / "run/manifest.json"
    document = json.loads(path.read_text())
    document["settings"]["samples"] = "many"
    path.write_text(json.dumps(document))
    with pytest.raises(ResumeError, match="samples is 'many'"):
        KeptCapi.find(tmp_path / "run")


@pytest.mark.parametrize(
    "change",
    [
        {"done": np.array(-400)},
        {"curve": np.full((0, 2), np.nan)},
        {"curve": np.zeros((99, 2))},
        {"rng": np.zeros(2, np.int64)},
        {"rng": np.zeros((1 << 20, 2), np.uint64)},
        {"more": np.zeros(1)},
    ],
)
def test_states_that_no_run_has_are_told(tmp_path, change):
    """Also where the digest is right."""
    kept = KeptCapi(replace(PLAN, episodes=4)).begin(tmp_path)
    kept.work(kept.states())
    buffer = BytesIO()
    np.savez(buffer, **{**kept.capi.arrays(), **change})
    path = kept.folder.keep("state", 9, buffer.getvalue(), "npz")
    with pytest.raises(ResumeError, match=f"cannot read {path}"):
        KeptCapi.find(tmp_path).read()


@pytest.mark.parametrize(
    "wrong", [{"samples": 0}, {"epsilon": 1.5}, {"learning_rate": "fast"}, {"hidden": 2.5}]
)
def test_settings_out_of_range_are_told(wrong):
    """One line says which number is wrong."""
    with pytest.raises(GameError, match=next(iter(wrong))):
        CapiSettings(**wrong)


def test_parts_are_what_prescriptions_split_into():
    """Each prescription's parts are its actions with the types that take them; equals are one."""
    prescriptions = np.array(list(product([0, 1, 2], [-1], [0, 1, 2])), np.int16)[None]
    parts = np.empty((1, 9, 2), np.int32)
    found = np.empty((18, 3), np.int64)
    found = found[: find_parts(parts, found, prescriptions, 3)]
    assert len({tuple(part) for part in found}) == len(found) == 9  # {0}, {2}, {0, 2} by action
    for plan, numbers in zip(prescriptions[0], parts[0], strict=True):
        expected = {
            (0, action, sum(1 << kind for kind in range(3) if plan[kind] == action))
            for action in set(plan.tolist()) - {-1}
        }
        assert {tuple(found[number].tolist()) for number in numbers if number >= 0} == expected


def test_the_best_prescription_is_found():
    """Values of parts are added up; of equals each is found by some seed."""
    parts = np.array([[[0, 1], [2, -1], [1, 0], [3, -1]]], np.int32)
    values = np.array([1.0, 2.0, 3.0, 2.5])
    seen = set()
    for seed in range(30):
        rng, best, worth = np.zeros(2, np.uint64), np.empty(1, np.int64), np.empty(1)
        seed_rng(rng, seed, 0, 0)
        find_best(best, worth, parts, values, rng)
        seen.add(int(best[0]))
        assert worth[0] == 3.0
    assert seen == {0, 1, 2}


def test_last_moves_are_the_best_of_all():
    """With samples enough, the value is the best of all pairs of prescriptions."""
    draw = np.random.default_rng(3)
    beliefs = draw.random((2, 2, 2))
    beliefs[0, 1] = 0  # the second type of seat 0 is not possible
    beliefs /= beliefs.sum((1, 2), keepdims=True)
    payoffs = draw.integers(0, 9, (3, 2, 2, 2, 2)).astype(np.float32)
    contexts = np.array([2, 0])
    even = np.full((2, 2, 2), [0.5, 1.0])
    moves, values = [np.empty((2, 2), np.int64) for _ in range(2)], np.empty(2)
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, 1, 0, 0)
    turn = LastTurn(beliefs, contexts, payoffs)
    sample_last_moves((moves[0], moves[1]), values, (even, even), turn, 400, rng)
    for state in range(2):
        plans = list(product([0, 1], repeat=2))
        table = payoffs[contexts[state]]
        expected = max(
            sum(
                beliefs[state, i, j] * table[i, j, one[i], other[j]]
                for i, j in product([0, 1], repeat=2)
            )
            for one, other in product(plans, plans)
        )
        assert values[state] == pytest.approx(expected)
    assert moves[0][0, 1] == -1
