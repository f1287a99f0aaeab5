"""Blueprints: all ways to write one, agents of the real game among them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from hanabilab.agents import make_agent
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import HanabiError
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.rules import Rules
from hanabilab.tiny import enumerate_game, picks_of, uniform_policy, value_of
from hanabilab.tiny.agent_policies import agent_policy
from hanabilab.tiny.blueprints import make_blueprint
from hanabilab.tiny.games import MiniHanabi, tiny_hanabi

_SMALL = Rules(suits=1, ranks=2, copies=(2, 1), hand_size=1, information_tokens=1, life_tokens=1)
_RUNG_1 = Rules(
    suits=1, ranks=3, copies=(3, 2, 1), hand_size=1, information_tokens=1, life_tokens=1
)
_GAMES = 20_000


@pytest.fixture(scope="module")
def tree():
    return enumerate_game(tiny_hanabi("B"))


def test_every_way_to_write_one(tree, tmp_path):
    """Names, actions, and files of actions or of probabilities."""
    assert (make_blueprint(tree, "uniform") == 0.5).all()
    assert (picks_of(tree, make_blueprint(tree, "first")) == 0).all()
    picks = picks_of(tree, make_blueprint(tree, "random(4)")).tolist()
    text = ",".join(map(str, picks))
    path = tmp_path / "policy.json"
    for numbers in (picks, make_blueprint(tree, text).tolist()):
        path.write_text(json.dumps(numbers))
        assert (picks_of(tree, make_blueprint(tree, str(path))) == picks).all()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0,1", "6 information sets, not 2"),
        ("0,0,0,0,0,9", "actions are 0 to 1"),
        ("best", "no blueprint 'best'"),
        ("random", "no blueprint 'random'"),
        ("nowhere.json", "No such file"),
        ("agent(five-rule)", "agents play Hanabi"),
        ("agent(", "cannot read"),
    ],
)
def test_what_is_no_blueprint_is_told_in_one_line(tree, text, words):
    """What was wrong, and what would be right."""
    with pytest.raises(HanabiError, match=words) as error:
        make_blueprint(tree, text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", ["{}", "[true]", '["a"]', "[0.5]", "[[[[", "\x00"])
def test_files_that_are_no_blueprint(tree, tmp_path, content):
    """Any bytes, one line."""
    path = tmp_path / "policy.json"
    path.write_text(content)
    with pytest.raises(HanabiError) as error:
        make_blueprint(tree, str(path))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "words"), [("cheat", "sees its own hand"), ("cox-information", "plays with 5")]
)
def test_agents_that_cannot_be_blueprints(name, words):
    """One that cheats, one for five players."""
    with pytest.raises(HanabiError, match=words):
        make_blueprint(enumerate_game(MiniHanabi(_SMALL)), f"agent({name})")


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["five-rule", "smart"])
@pytest.mark.late_but(1)
def test_an_agent_is_worth_what_it_scores_in_the_arena(name):
    """20,000 games of rung 1, within 4 standard errors: one false alarm in 16,000."""
    tree = enumerate_game(MiniHanabi(_RUNG_1))
    agent = make_agent(name)
    results = play_games(Lineup((agent, agent)), _RUNG_1, games=_GAMES, seed=3)
    scores = results.table["score"].to_numpy()
    error = scores.std() / np.sqrt(_GAMES)
    assert value_of(tree, make_blueprint(tree, f"agent({name})")) == pytest.approx(
        scores.mean(), abs=4 * error
    )


class _Asked:
    """A compiled agent that answers from Python, for many games at once."""

    name, memory_size, games_at_once = "asked", 0, 7

    def __init__(self, name):
        self.agent = make_agent(name)
        self.players, self.memory_size = self.agent.players, self.agent.memory_size
        self.native_observe = self.agent.native_observe
        self.settings = self.agent.settings
        self.heard = []

    def act_batch(self, turns):
        self.heard.append(turns)
        return np.array(
            [
                self.agent.native_act(view, memory, rng)
                for view, memory, rng in zip(turns.views, turns.memory, turns.rngs, strict=True)
            ]
        )


@pytest.mark.parametrize("name", ["five-rule", "smart", "random"])
def test_agents_that_python_asks_are_shown_the_same(name):
    """Views, memories and dice as a compiled agent has them, some positions at a time."""
    tree = enumerate_game(MiniHanabi(_SMALL))
    asked = agent_policy(tree, _Asked(name))
    assert (asked == agent_policy(tree, make_agent(name))).all()


def test_agents_that_python_asks_are_shown_decks_and_actions():
    """The cards that a seat has seen drawn, and what was done so far."""
    tree, asked = enumerate_game(MiniHanabi(_SMALL)), _Asked("five-rule")
    agent_policy(tree, asked)
    for turns in asked.heard:
        for view, deck, actions in zip(turns.views, turns.known_decks, turns.actions, strict=True):
            hidden = np.flatnonzero(deck[: _SMALL.deck_size] == UNKNOWN_CARD)
            own = view["deck_index"][view["seat"], :1]
            undrawn = np.arange(view["deck_drawn"], _SMALL.deck_size)
            assert set(hidden) == {*own[own >= 0], *undrawn}
            assert not view["turn"] or actions[view["turn"] - 1] == view["last_action"]


@pytest.mark.compiled
def test_a_search_can_be_a_policy():
    """In the smallest game it is no worse than what it searches over."""
    tree = enumerate_game(MiniHanabi(_SMALL))
    values = [
        value_of(tree, make_blueprint(tree, f"agent({name})"))
        for name in ("five-rule", "sparta(five-rule)")
    ]
    assert values[0] <= values[1] == pytest.approx(2)


def test_an_agent_beats_chance_in_the_smallest_game():
    """The five rules in a deck of three cards, where uniform play is worth 16/27."""
    tree = enumerate_game(MiniHanabi(_SMALL))
    value = value_of(tree, make_blueprint(tree, "agent(five-rule)"))
    assert value > value_of(tree, uniform_policy(tree)) == pytest.approx(16 / 27)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000 + "]" * 100_000, "lists within lists"),
        ("[1e999, 0, 0, 0, 0, 0]", "no finite number"),
        ("[NaN, 0, 0, 0, 0, 0]", "no finite number"),
        (f"[{'9' * 400}, 0, 0, 0, 0, 0]", "a number beyond"),
        (f"[{'9' * 5000}, 0, 0, 0, 0, 0]", "cannot read"),
        ("[true, 0, 0, 0, 0, 0]", "not a list of numbers"),
        ('{"a": 1}', "not a list of numbers"),
        ("\ud800", "cannot read"),
    ],
)
def test_strangers_files_are_told_in_one_line(tree, tmp_path, text, words):
    """Nested without end, infinite, of thousands of digits, of other things."""
    path = tmp_path / "policy.json"
    path.write_text(text, errors="surrogatepass")
    with pytest.raises(HanabiError, match=words) as error:
        make_blueprint(tree, str(path))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["x" * 300 + ".json", "a\0b.json", ".json"])
def test_impossible_paths_of_blueprints(tree, name):
    """Too long for the file system, or with a zero byte in it."""
    with pytest.raises(HanabiError, match="cannot read"):
        make_blueprint(tree, name)
