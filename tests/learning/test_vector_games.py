"""The vector environment plays the games of the engine, one after the other, in every row."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, Rules
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.games import Games
from hanabilab.learning import VectorGames, all_permutations, color_symmetry
from hanabilab.learning.vector_games import new_batch


def _random_actions(legal, rng):
    """[G] a legal action of each row, all equally likely."""
    return (rng.random(legal.shape) * legal).argmax(1)


@pytest.mark.parametrize("players", [2, 3])
def test_rows_are_games_of_the_engine(players):
    """Observations, legal actions, rewards and scores are those of `Game`."""
    rules, rng = Rules(players=players), np.random.default_rng(1)
    games, rows = VectorGames(rules, 3, seed=5), 3
    twins = [Game(rules, deck=_deck(rules, row)) for row in range(rows)]
    ends = 0
    for _ in range(150):
        for row, twin in enumerate(twins):
            assert (games.observations[row] == twin.observation()).all()
            assert np.flatnonzero(games.legal[row]).tolist() == twin.legal_actions()
            assert games.seats[row] == twin.current_seat
        actions = _random_actions(games.legal, rng)
        games.step(actions)
        for row, twin in enumerate(twins):
            before = twin.score
            twin.act(int(actions[row]))
            assert games.rewards[row] == twin.score - before
            assert games.ended[row] == twin.is_over
            if twin.is_over:
                ends += 1
                assert games.scores[row] == twin.score
                twins[row] = Game(rules, deck=_deck(rules, int(games.games[row])))
    assert ends >= 3


@pytest.mark.compiled  # long in plain Python
def test_rewards_of_a_game_are_its_score():
    """Also where the last life is lost: what was won is taken back."""
    rng, rules = np.random.default_rng(2), Rules(players=2)
    games, sums = VectorGames(rules, 50, seed=3), np.zeros(50)
    for _ in range(100):
        games.step(_random_actions(games.legal, rng))
        sums += games.rewards
        assert (sums[games.ended] == games.scores[games.ended]).all()
        sums[games.ended] = 0


def test_other_play_renames_colors_and_nothing_else():
    """Seats that see other names play the same games: what they do means what it says to them."""
    rules, rng = Rules(players=3), np.random.default_rng(4)
    symmetry, group = color_symmetry(rules), list(all_permutations(5))
    games = VectorGames(rules, 20, seed=6, other_play=True)
    plain = Games(rules, 20, seed=6)
    met = set()
    for _ in range(40):
        names = games.names
        assert (names == 0).any(1).all()
        mine = names[np.arange(20), games.seats]
        met |= {*mine.tolist()}
        seen, legal = plain.observe(), plain.legal()
        actions = _random_actions(games.legal, rng)
        meant = actions.copy()
        for row in np.flatnonzero(plain.running):
            entries = symmetry.observation.permuted(group[mine[row]])
            told = symmetry.actions.permuted(group[mine[row]])
            if games.games[row] < 20:
                assert (games.observations[row] == seen[row][entries]).all()
                assert (games.legal[row] == legal[row][told]).all()
            meant[row] = told[actions[row]]
        over = games.games >= 20
        plain.step(np.where(over & plain.running, plain.legal().argmax(1), meant))
        games.step(actions)
    assert len(met) > 20


def test_games_do_not_depend_on_how_many_are_played_beside_them():
    """The first games of a seed are the same in a batch of any size."""
    few, many = VectorGames(Rules(), 2, seed=9), VectorGames(Rules(), 7, seed=9)
    assert (few.observations == many.observations[:2]).all()


@pytest.mark.once
def test_illegal_actions_move_no_game():
    """One wrong action of many: it is named, and all stands as before."""
    games = VectorGames(Rules(players=2), 4)
    before = games.states.copy()
    for wrong in (0, 20, -1):
        with pytest.raises(IllegalActionError, match=f"game 2: action {wrong} is illegal"):
            games.step([5, 5, wrong, 5])
    assert (games.states == before).all()
    with pytest.raises(IllegalActionError, match="one for each of 4 games"):
        games.step([5])


@pytest.mark.once
def test_no_games_are_refused():
    """A batch has at least one."""
    with pytest.raises(RulesError, match="at least one game"):
        VectorGames(Rules(), 0)
    for count in (1.5, True, "2"):
        with pytest.raises(RulesError, match=r"count is .*; a whole number of games is needed"):
            VectorGames(Rules(), count)
    for count in (10**14, 10**30):
        with pytest.raises(RulesError, match="there is no memory for so many games at once"):
            VectorGames(Rules(), count)
    with pytest.raises(RulesError, match="there is no memory for so many games at once"):
        new_batch(Rules(), 10**13, "float64", states=np.zeros(0))  # states took less


@pytest.mark.once
@pytest.mark.parametrize("rules", ["full", None, 3])
def test_rules_are_rules(rules):
    """Not their name."""
    with pytest.raises(RulesError, match=r"rules are .*, which are none"):
        VectorGames(rules, 2)


@pytest.mark.once
def test_observations_of_a_type_that_no_kernel_fills_are_refused():
    """Before any kernel is asked."""
    with pytest.raises(RulesError, match="dtype is 'float16'; needed is bool, int8 to int64"):
        VectorGames(Rules(), 2, dtype="float16")


def _deck(rules, index):
    """The deck of game `index` of seed 5."""
    return Games(rules, 1, seed=5, first=index).states["deck"][0][: rules.deck_size]
