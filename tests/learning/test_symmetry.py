"""Permutations of colors act on games, observations and actions alike."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, Rules
from hanabilab.errors import RulesError
from hanabilab.learning import VectorGames
from hanabilab.learning.symmetry import (
    all_permutations,
    color_symmetry,
    cyclic_group,
    dihedral_group,
)


def _renamed(rules, actions, deck, permutation):
    """The same game after its colors were renamed: its deck, and its actions."""
    symmetry = color_symmetry(rules)
    move = np.argsort(symmetry.actions.permuted(permutation))
    suits, ranks = np.divmod(deck, rules.ranks)
    return move[actions], np.asarray(permutation)[suits] * rules.ranks + ranks


@pytest.mark.once
@pytest.mark.parametrize("players", [2, 3, 5])
def test_renaming_colors_renames_observations(players):
    """encode(pi(state)) = pi(encode(state)), at every turn, for all 120 permutations."""
    rules = Rules(players=players)
    game, rng, actions, seen = Game(rules, seed=players), np.random.default_rng(1), [], []
    deck = np.array(game.deck)
    while not game.is_over and len(actions) < 40:
        seen.append(game.observation())
        actions.append(int(rng.choice(game.legal_actions())))
        game.act(actions[-1])
    symmetry = color_symmetry(rules)
    for permutation in all_permutations(5):
        theirs, cards = _renamed(rules, np.array(actions), deck, permutation)
        other = Game(rules, deck=cards)
        for turn, action in enumerate(theirs):
            index = symmetry.observation.permuted(permutation)
            assert (other.observation() == seen[turn][index]).all()
            other.act(int(action))


def test_color_major_sizes_are_published_ones():
    """658 = 128 + 5 x 106 entries for two players; 956, 1,041, 1,280 for three to five."""
    found = [color_symmetry(Rules(players=players)).observation for players in (2, 3, 4, 5)]
    shapes = [(entries.fixed.size, entries.moved.shape) for entries in found]
    assert shapes == [(128, (5, 106)), (151, (5, 161)), (156, (5, 177)), (175, (5, 221))]


def test_color_major_order_is_a_permutation():
    """Each entry stands once in color-major order, and the inverse leads back."""
    symmetry = color_symmetry(Rules(players=3))
    for entries in (symmetry.observation, symmetry.actions):
        assert (entries.order[entries.inverse] == np.arange(entries.order.size)).all()


def test_color_hints_are_what_moves_among_actions():
    """With two players, ids 10 to 14 are the color hints."""
    actions = color_symmetry(Rules(players=2)).actions
    assert actions.moved.tolist() == [[10], [11], [12], [13], [14]]


def test_groups_have_their_sizes():
    """5, 10 and 120 permutations of five colors, all different."""
    groups = [cyclic_group(5), dihedral_group(5), list(all_permutations(5))]
    assert [len({*group}) for group in groups] == [5, 10, 120]


def test_other_play_leaves_one_seat_as_it_is():
    """In each game one seat sees the true names; all permutations of others are met."""
    rules = Rules(players=2, suits=3, ranks=2, hand_size=2)
    names = VectorGames(rules, 4000, seed=3, other_play=True).names
    assert (names == 0).any(1).all()  # 0 is the identity
    counts = np.bincount(names[:, 0], minlength=6)[1:]
    # Each of six is drawn with 1/6 of about 2,000: six standard errors are 100.
    assert abs(counts - 2000 / 6).max() < 100


def test_suits_that_differ_are_refused():
    """One suit has no colors to exchange, but is not refused; the check reads the tables."""
    assert color_symmetry(Rules(suits=1, hand_size=2)).observation.moved.shape[0] == 1
    with pytest.raises(RulesError, match="more than names"):
        color_symmetry(_Uneven())


class _Uneven(Rules):
    """Rules whose first suit is touched by every rank."""

    @property
    def tables(self):
        row = super().tables.copy()
        row.touches[self.suits] |= 1 << (self.ranks - 1)
        return row
