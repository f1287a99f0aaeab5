"""The tree: number for number that of a naive twin, and sums that add up."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, random_agent
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.search import Ismcts, evaluate
from hanabilab.search.ismcts.nodes import NODE, Node
from tests.agents.samples import decide
from tests.lanes import slow_after
from tests.search.ismcts.naive import naive_tree
from tests.search.ismcts.positions import MODES, grown, midgame, nodes_by_path
from tests.strategies import examples, games

SMALL = Rules.preset("small", life_tokens=2)


def stats_of(tree):
    """What is counted at each node, by actions from the root."""
    return {
        path: (int(node.visits), int(node.available), int(node.points), int(node.squares))
        for path, node in nodes_by_path(tree)
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "rules", slow_after(2, ["all", "tell-most+play-late", "none", "all+blueprint"])
)
@pytest.mark.late_but(3)
def test_a_tree_is_that_of_its_naive_twin(mode, rules):
    """All that is counted at every node, from the same random numbers."""
    search = Ismcts(
        five_rule, iterations=120 if JIT_ENABLED else 20, mode=mode, rules=rules, depth=5
    )
    positions = [midgame(SMALL, 3, 4), midgame(Rules(players=3, suits=2, hand_size=2), 4, 9)]
    for seed, game in enumerate(positions):
        expected = {path: astuple(node) for path, node in naive_tree(game, search, seed).items()}
        assert expected == stats_of(grown(game, search, seed=seed))


def test_playing_on_stops_as_told():
    """After two turns the points so far count; again as by the twin."""
    search = Ismcts(five_rule, iterations=60 if JIT_ENABLED else 20, turns=2, rules="none")
    game = midgame(SMALL, 5, 5)
    expected = {path: astuple(node) for path, node in naive_tree(game, search, 6).items()}
    assert expected == stats_of(grown(game, search, seed=6))


@examples(25, plain=5)
@given(games(running=True), st.sampled_from(MODES), st.integers(1, 40), st.integers(1, 6))
def test_counts_add_up(game, mode, iterations, depth):
    """A visit goes on to one child at most, the first to none: it may be the end in some worlds."""
    iterations = iterations if JIT_ENABLED else 8
    search = Ismcts(random_agent, iterations=iterations, depth=depth, mode=mode, rules="none")
    tree = grown(game, search, seed=depth)
    rows = dict(nodes_by_path(tree))
    assert len(tree.nodes) == len(rows) <= iterations + 1
    assert iterations == rows[()].visits == tree.visits.sum()
    for path, node in rows.items():
        children = [rows[other] for other in rows if other[:-1] == path and other]
        went_on = sum(child.visits for child in children)
        assert went_on <= node.visits - (path != ())
        assert 0 <= node.points <= node.visits * game.rules.max_score
        assert sum(child.points for child in children) <= node.points
        for child in children:
            assert 1 <= child.visits <= child.available <= node.visits
        assert len(path) <= (1 if mode == "flat" else depth)


def test_the_root_tells_visits_and_means():
    """The action visited most is taken; actions never tried have no mean."""
    tree = grown(midgame(SMALL, 1, 6), Ismcts(five_rule, iterations=50), seed=1)
    children = {p[0]: node for p, node in nodes_by_path(tree) if len(p) == 1}
    assert {action: node.visits for action, node in children.items()} == {
        action: visits for action, visits in enumerate(tree.visits.tolist()) if visits
    }
    for action, mean in enumerate(tree.means):
        tried = action in children
        assert np.isnan(mean) != tried
        assert not tried or mean == children[action].points / children[action].visits
    assert tree.visits.max() == tree.visits[tree.action]


def test_estimates_are_those_of_the_root():
    """Means and their errors as by hand; a gain, which is not paired, has the errors of both."""
    game, search = midgame(SMALL, 1, 6), Ismcts(five_rule, iterations=60, mode="flat")
    found, tree = evaluate(game, search, seed=1), grown(game, search, seed=1)
    assert decide(five_rule, SMALL, game.state) == format_action(SMALL, found.blueprint_action)
    assert (tree.action, 60, "hints") == (found.action, found.rollouts, found.basis)
    assert tree.visits.tolist() == found.worlds.tolist()
    np.testing.assert_array_equal(tree.means, found.means)
    rows = {path[0]: node for path, node in nodes_by_path(tree) if len(path) == 1}
    base = rows[found.blueprint_action]
    for action, node in rows.items():
        if node.visits < 2:
            continue
        assert sem(node) == pytest.approx(found.sems[action])
        gain = node.points / node.visits - base.points / base.visits
        error = np.hypot(sem(node), sem(base)) if action != found.blueprint_action else 0
        assert (gain, error) == pytest.approx((found.gains[action], found.gain_sems[action]))


def sem(node) -> float:
    """The standard error of a node's mean."""
    mean = node.points / node.visits
    return np.sqrt((node.squares / node.visits - mean**2) / (node.visits - 1))


def test_a_node_has_the_fields_that_its_protocol_names():
    """In the same order."""
    assert list(Node.__annotations__) == list(NODE.names)
