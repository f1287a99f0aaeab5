"""Learners: what they learn, that they reproduce, and that hysteresis has the right direction."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.tiny import enumerate_game, value_of
from hanabilab.tiny.belief_graph import make_belief_mdp
from hanabilab.tiny.games import TINY_HANABI, CardGame, TradeComm, lever_game, tiny_hanabi
from hanabilab.tiny.learners import ALGORITHMS, LearnSettings, learn
from hanabilab.tiny.learners.q_kernels import (
    GREEDY,
    HOLDING,
    NO_SIGNAL,
    QSettings,
    Rates,
    learn_by_q,
    update_q,
)
from hanabilab.tiny.learners.walks import belief_walk, tree_walk
from tests.naive.q_learning import q_learn
from tests.naive.randomness import naive_words

OPTIMA = {"A": 2.25, "B": 1, "C": 2.5, "D": 2.5, "E": 10, "F": 7 / 3}
TREES = {letter: enumerate_game(tiny_hanabi(letter)) for letter in TINY_HANABI}
FEW = LearnSettings(episodes=300, evaluations=3)


@pytest.mark.compiled
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("letter", ["A", "D"])
@pytest.mark.late_but(8)
def test_algorithms_solve_easy_games(algorithm, letter):
    """Games A and D are solved by most of 8 seeds."""
    settings = LearnSettings(episodes=30_000, epsilon=0.2)
    learning = learn(TREES[letter], algorithm, seeds=range(8), settings=settings)
    assert learning.solved(OPTIMA[letter]).successes >= 4


@pytest.mark.compiled
@pytest.mark.parametrize("letter", OPTIMA)
def test_q_learning_of_prescriptions_solves_every_game(letter):
    """One coordinator has no coordination problem: with exploration it ends at the optimum."""
    learning = learn(TREES[letter], "public-q", seeds=range(4))
    assert learning.solved(OPTIMA[letter]).successes == 4


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_curves_end_in_the_exact_value_of_the_policy(algorithm):
    """The last point of a curve is what the policy that was learned is worth, in its own units."""
    learning = learn(TREES["E"], algorithm, seeds=[5, 6], settings=FEW)
    values = [value_of(TREES["E"], learning.policy(run)) for run in range(2)]
    np.testing.assert_allclose(learning.curves[:, -1], values, atol=1e-12)
    assert learning.episodes.tolist() == [100, 200, 300]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_depends_on_its_seed_alone(algorithm):
    """A seed has the same curve and policy, to the bit, whoever runs beside it."""
    alone = learn(TREES["F"], algorithm, seeds=[7], settings=FEW)
    beside = learn(TREES["F"], algorithm, seeds=[3, 7, 1], settings=FEW)
    assert alone.curves[0].tobytes() == beside.curves[1].tobytes()
    assert alone.picks[0].tolist() == beside.picks[1].tolist()


@pytest.mark.parametrize("unit", [1e6, 1e-9])
def test_solved_runs_are_counted_in_any_unit(unit):
    """Only optimal policies count, however large payoffs are."""
    tree = enumerate_game(CardGame("scaled", (np.array(TINY_HANABI["A"]) * unit).tolist()))
    learning = learn(tree, "q", seeds=range(16), settings=FEW)
    optimal = int((np.round(learning.curves[:, -1] / unit * 4) == 9).sum())
    assert 0 < optimal < 16
    assert learning.solved(2.25 * unit).successes == optimal


def test_seeds_differ():
    """Different seeds learn differently."""
    curves = learn(TREES["E"], "q", seeds=range(8), settings=FEW).curves
    assert len(np.unique(curves, axis=0)) > 1


def test_hysteresis_keeps_faith():
    """Values rise at the full rate and fall at a tenth of it, not the other way round."""
    values = np.array([1.0])
    update_q(values, 0, 2.0, Rates(0.5, 0.05))
    assert values[0] == 1.5
    update_q(values, 0, 0.5, Rates(0.5, 0.05))
    assert values[0] == pytest.approx(1.45)
    assert ALGORITHMS["hysteretic"].slow < 1


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (NO_SIGNAL, None),
        (GREEDY, lambda card, best: best),
        (HOLDING, lambda card, best: card),
    ],
)
@pytest.mark.parametrize("letter", ["B", "E"])
def test_q_learning_is_its_naive_twin(letter, kind, told):
    """The compiled table is the one of dictionaries, to the bit."""
    episodes, rates, seed = 200, (0.25, 0.125, 0.5), 11
    tree, walk = TREES[letter], tree_walk(TREES[letter])
    payoffs = TINY_HANABI[letter]
    signals = {NO_SIGNAL: 1, GREEDY: 1 + walk.max_actions, HOLDING: 3}[kind]
    first = np.random.default_rng(1).random((len(tree.infosets) * signals, walk.max_actions))
    table, curve = first.copy(), np.empty(1)
    learn_by_q(curve, table, np.zeros(0), walk, QSettings(kind, episodes, *rates, seed))

    keys = {}
    for number, infoset in enumerate(tree.infosets):
        card, action = infoset.information_state.private, infoset.information_state.public
        for signal in range(signals if action else 1):
            word = signal - 1 if signal else None
            keys[(card, action[0], word) if action else card] = number * signals + signal
    twin = {key: first[row].tolist() for key, row in keys.items()}
    q_learn(
        payoffs,
        twin,
        naive_words(seed, 0, 1),
        episodes=episodes,
        rates=rates[:2],
        epsilon=rates[2],
        told=told,
    )
    for key, row in keys.items():
        assert table[row].tolist() == twin[key], key


@pytest.mark.parametrize(
    ("letter", "beliefs", "prescriptions"),
    [("A", 7, 4 + 6 * 4), ("E", 10, 9 + 9 * 9), ("F", 15, 8 + 14 * 8)],
)
def test_public_beliefs_are_all_there(letter, beliefs, prescriptions):
    """As many as there are sets of cards for each first action, and the deal."""
    walk = belief_walk(make_belief_mdp(TREES[letter]))
    assert len(walk.num_actions) == beliefs
    assert walk.num_actions.sum() == prescriptions


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_hidden_actions_are_learned(algorithm):
    """Games in which nobody sees the first action can be learned as well."""
    tree = enumerate_game(lever_game(3))
    assert learn(tree, algorithm, seeds=[1], settings=FEW).curves.shape == (1, 3)


def test_signals_never_tell_hidden_actions():
    """What is said in Trade Comm is open; the offers are secret, also to who explores."""
    tree = enumerate_game(TradeComm(2, 2))
    walk = tree_walk(tree)
    turns = np.array([seen[0] for seen in tree.public_seen])[tree.public]  # 2 at the deal
    assert walk.is_open[np.isin(turns, [3, 4])].all()
    assert not walk.is_open[np.isin(turns, [2, 5, 6])].any()


class _Menus:
    """Seat 0 acts in the open; what it may do depends on its card. Then seat 1 guesses the card."""

    name = "menus"
    seats = 2

    def deals(self):
        return [((card,), 0.5) for card in (0, 1)]

    def turn(self, state):
        return len(state) - 1 if len(state) < 3 else None

    def actions(self, state):
        return (0, 1) if len(state) == 2 else (("red", "blue"), ("blue", "green"))[state[0]]

    def act(self, state, action):
        return [((*state, action), 1.0)]

    def public(self, state):
        return state[1:]

    def private(self, state, seat):
        return state[0] if seat == 0 else None

    def payoff(self, state):
        return float(state[2] == state[0])


def test_signals_tell_the_action_not_its_place():
    """An action is open, and has one number, wherever it stands among those of a type."""
    tree = enumerate_game(_Menus())
    walk = tree_walk(tree)
    assert walk.is_open[tree.parent >= 0].all()
    first, second = (walk.action[walk.first_branch[deal] :][:2].tolist() for deal in (0, 1))
    assert first[1] == second[0]
    assert len({*first, *second}) == 3
    settings = LearnSettings(episodes=50)
    for algorithm in ("sad", "bsad", "psad"):
        assert learn(tree, algorithm, seeds=[1], settings=settings).curves[0, -1] <= 1


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"episodes": 0}, "episodes is 0"),
        ({"episodes": 5, "evaluations": 6}, "evaluations is 6"),
        ({"epsilon": 2}, "epsilon is 2"),
        ({"rate": -1}, "rate is -1"),
    ],
)
def test_settings_out_of_range_are_told(settings, words):
    """One line says which number is wrong, and what would be right."""
    with pytest.raises(GameError, match=words):
        LearnSettings(**settings)


def test_mistakes_are_told():
    """Unknown algorithms, no seeds, and games with too many prescriptions."""
    with pytest.raises(GameError, match="no algorithm 'iql'; they are q, hysteretic"):
        learn(TREES["A"], "iql", seeds=[1])
    with pytest.raises(GameError, match="no seeds"):
        learn(TREES["A"], "q", seeds=[])
    with pytest.raises(GameError, match="seed is -1"):
        learn(TREES["A"], "q", seeds=[-1])
    with pytest.raises(GameError, match="too many for a table"):
        learn(enumerate_game(TradeComm(5, 1)), "public-q", seeds=[1])
