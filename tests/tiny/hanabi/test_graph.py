"""The state graph against the engine, and its symmetries."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.tiny.hanabi import LADDER
from hanabilab.tiny.hanabi.graph import StateGraph, build_graph
from hanabilab.tiny.hanabi.graph_kernels import GOES_ON, ILLEGAL
from hanabilab.tiny.hanabi.hashing import EMPTY
from tests.naive.game import NaiveGame
from tests.naive.open_hands import OpenHands
from tests.naive.public_beliefs import all_decks


def count_seated(graph: StateGraph) -> int:
    """States with the seat to act told apart, by following the edges from the deal."""
    edges = graph.edges
    actions = graph.rules.num_actions
    found = {(int(state), 0) for state in graph.roots}
    waiting = list(found)
    while waiting:
        state, seat = waiting.pop()
        begin, end = edges.edges[state * actions], edges.edges[(state + 1) * actions]
        for after in edges.successors[begin:end].tolist():
            if (after, 1 - seat) not in found:
                found.add((after, 1 - seat))
                waiting.append((after, 1 - seat))
    return len(found)


@pytest.mark.parametrize("name", ["0", "1"])
def test_number_of_states(name):
    """As many as an independent program found, which tells the seats apart."""
    assert count_seated(build_graph(LADDER[name].rules)) == LADDER[name].states


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["1'", "2", "3", "4", "5", "6", "7", "8", "9"])
def test_number_of_states_of_larger_games(name):
    """As many as an independent program found, which tells the seats apart."""
    assert count_seated(build_graph(LADDER[name].rules)) == LADDER[name].states


@pytest.mark.parametrize("name", ["0", pytest.param("2", marks=pytest.mark.compiled)])
def test_value_with_open_hands_is_that_of_trying_everything(name):
    """Against a naive search deck by deck, which knows no loss of points by a bomb."""
    rules = dataclasses.replace(LADDER[name].rules, bomb="keep")
    naive, decks = OpenHands(), all_decks(rules)
    values = [naive.value(NaiveGame(rules, list(deck))) for deck in decks]
    assert build_graph(rules).full_information_bound == sum(values) / len(decks)


@pytest.mark.parametrize("draw_slot", ["newest", "vacated"])
def test_graph_follows_the_engine(draw_slot):
    """Games played at random go along the edges, with the engine's actions, cards and scores."""
    rules = Rules(
        suits=1, ranks=2, copies=(3, 2), hand_size=2, information_tokens=1, life_tokens=2,
        draw_slot=draw_slot,
    )  # fmt: skip
    graph = build_graph(rules)
    edges = graph.edges
    rng = np.random.default_rng(3)
    for seed in range(20):
        game = Game(rules, seed=seed)
        state = find_state(graph, graph.roots, game)
        while not game.is_over:
            legal = np.flatnonzero(edges.observed[state] != ILLEGAL).tolist()
            assert legal == game.legal_actions()
            action = int(rng.choice(legal))
            game.act(action)
            seen = game.state.last_touched or game.state.last_card
            assert edges.observed[state, action] == seen
            assert edges.scores[state, action] == (game.score if game.is_over else GOES_ON)
            if not game.is_over:
                place = state * rules.num_actions + action
                after = edges.successors[edges.edges[place] : edges.edges[place + 1]]
                state = find_state(graph, after, game)


def find_state(graph: StateGraph, among, game: Game) -> int:
    """The one state of `among` that has the game's hands."""
    seat = int(game.state.current_seat)
    hands = [*game.state.hands[seat][:2], *game.state.hands[1 - seat][:2]]
    (found,) = [state for state in among if graph.rows[state][:4].tolist() == hands]
    return int(found)


@pytest.mark.parametrize("name", ["1", pytest.param("6", marks=pytest.mark.compiled)])
def test_renamed_states_are_worth_the_same(name):
    """Whatever colors and slots are called, actions renamed alike have equal values and orders."""
    graph = build_graph(LADDER[name].rules)
    edges = graph.edges
    for image, renamed in zip(edges.images, graph.renamed, strict=True):
        known = np.flatnonzero(image != EMPTY)
        there = image[known]
        assert np.array_equal(edges.gains[known], edges.gains[there][:, renamed])
        assert np.array_equal(edges.orders[known], edges.orders[there])
        assert len(set(there.tolist())) == len(known)


@pytest.mark.compiled
def test_every_state_has_all_names_that_keep_its_empty_slots():
    """No name is missing but where a gap would stand before a card."""
    graph = build_graph(LADDER["6"].rules)
    full = (graph.rows[:, :4] >= 0).all(axis=1)
    assert (graph.edges.images[:, full] != EMPTY).all()
    assert (graph.edges.images[:, ~full] == EMPTY).any()


def test_a_graph_that_grows_too_large_is_refused():
    """More states than asked for are told, not kept."""
    with pytest.raises(GameError, match="more than 100 states"):
        build_graph(LADDER["1"].rules, 100)
