"""PettingZoo's tests pass, for 2 to 6 players and three rule sets, with partners or without."""

from __future__ import annotations

import functools

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")

from pettingzoo.test import (  # noqa: E402
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.wrappers import BaseParallelWrapper, TerminateIllegalWrapper  # noqa: E402

from hanabilab import Game, Rules  # noqa: E402
from hanabilab.adapters.pettingzoo import env, parallel_env  # noqa: E402
from hanabilab.errors import IllegalActionError, RulesError  # noqa: E402

pytestmark = pytest.mark.compiled

SETTINGS = [
    *({"players": players} for players in range(2, 7)),
    {"rules": "small(players=2)"},
    {"rules": "very-small(players=3)"},
    {"players": 3, "seats": [0, 2], "partners": "five-rule"},
    {"players": 2, "partners": ["smart", "five-rule"]},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_tests_pass(settings):
    """`api_test`, `seed_test` and `parallel_api_test`, as they stand."""
    api_test(env(**settings), num_cycles=60)
    seed_test(functools.partial(env, **settings), num_cycles=60)
    parallel_api_test(parallel_env(**settings), num_cycles=120)


class LegalSampling(BaseParallelWrapper):
    """Action spaces that draw legal actions alone: `parallel_seed_test` asks for no mask."""

    def action_space(self, agent):
        return self.spaces[agent]

    def reset(self, seed=None, options=None):
        seen, infos = super().reset(seed, options)
        spaces = {agent: self.env.action_space(agent) for agent in self.agents}
        self.spaces = {agent: DrawnByMask(space) for agent, space in spaces.items()}
        self._tell(seen)
        return seen, infos

    def step(self, actions):
        found = super().step(actions)
        self._tell(found[0])
        return found

    def _tell(self, seen):
        for agent, observed in seen.items():
            self.spaces[agent].mask = observed["action_mask"]


class DrawnByMask:
    """An action space that draws by the mask of the moment."""

    def __init__(self, space):
        self.space, self.seed = space, space.seed

    def sample(self):
        return self.space.sample(self.mask)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_pettingzoos_seed_test_of_parallel_games_passes_with_legal_actions(settings):
    parallel_seed_test(lambda: LegalSampling(parallel_env(**settings)), num_cycles=200)


def test_without_a_seed_the_first_game_is_drawn(monkeypatch):
    """From all seeds of 31 bits; 40 small ones come once in a trillion times."""
    table, begun = env().unwrapped, []
    begin = table.games.begin
    monkeypatch.setattr(table.games, "begin", lambda seed: (begun.append(seed), begin(seed)))
    for _ in range(40):
        table._begun = False
        table.reset()
    assert 2**30 <= max(begun) < 2**31
    assert len(set(begun)) == 40


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_renders():
    """Its own test knows of text and pictures."""
    custom = {"html": lambda result: isinstance(result, str)}
    render_test(functools.partial(env, rules="small(players=2)"), custom_tests=custom)


def test_people_are_shown_every_position_as_it_comes(capsys):
    """After the deal and after every action, at both faces."""
    shown = env(render_mode="human")
    with pytest.raises(IllegalActionError, match="call reset"):
        shown.unwrapped.render()
    shown.reset(seed=1)
    assert "seat 1" in capsys.readouterr().out
    shown.step(5)
    assert "seat 1" in capsys.readouterr().out
    both = parallel_env(render_mode="human")
    both.reset(seed=1)
    both.step({"player_0": 5, "player_1": 5})
    assert capsys.readouterr().out.count("fireworks") == 2


def test_found_by_name():
    """Once our module is imported."""
    assert pettingzoo.make("aec", "hanabilab/hanabi-v0", players=3).rules.players == 3
    assert pettingzoo.make("parallel", "hanabilab/hanabi-v0", players=4).rules.players == 4


@pytest.mark.parametrize("players", [2, 5])
def test_agents_see_their_seats_and_share_points(players):
    """Observations, masks, turns and rewards are those of `Game`, for every seat."""
    rules, rng = Rules(players=players), np.random.default_rng(1)
    table, both = env(rules), parallel_env(rules)
    table.reset(seed=9)
    seen, _ = both.reset(seed=9)
    game = Game(rules, seed=9)
    while not game.is_over:
        mover = f"player_{game.current_seat}"
        assert table.agent_selection == mover
        for seat, agent in enumerate(table.agents):
            expected = game.observation(seat)
            assert (table.observe(agent)["observation"] == expected).all()
            assert (seen[agent]["observation"] == expected).all()
            legal = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            assert legal == (game.legal_actions() if agent == mover else [rules.num_actions])
        action = int(rng.choice(game.legal_actions()))
        before = game.score
        game.act(action)
        table.step(action)
        waiting = dict.fromkeys(both.agents, rules.num_actions)
        seen, rewards, over, _, _ = both.step(waiting | {mover: action})
        assert set(rewards.values()) == {game.score - before} == set(table.rewards.values())
        assert set(over.values()) == {game.is_over}
    assert not both.agents
    assert all(table.terminations.values())
    assert table.infos[mover]["score"] == game.score


def test_illegal_actions_change_nothing():
    """They are told, with those that are legal."""
    table, both = env(), parallel_env()
    with pytest.raises(IllegalActionError, match="call reset"):
        table.step(0)
    table.reset(seed=1)
    both.reset(seed=1)
    with pytest.raises(IllegalActionError, match="legal are"):
        table.step(0)  # no discard at eight tokens
    with pytest.raises(IllegalActionError, match="gives no action"):
        both.step({"player_1": 0})
    assert table.agent_selection == "player_0"


def test_only_agents_observe_and_only_a_game():
    """A name of another, a seat that is not there, or a partner's: nothing is shown."""
    table = env(players=2, seats=[0], partners="five-rule")
    with pytest.raises(IllegalActionError, match="call reset"):
        table.observe("player_0")
    table.reset(seed=1)
    assert table.observe("player_0")["observation"].any()
    for name in ("player_1", "player_9", "agent_0", 0):
        with pytest.raises(RulesError, match=f"^agent is {name!r}; it is one of player_0$"):
            table.observe(name)


def test_pettingzoos_wrapper_ends_games_on_illegal_actions():
    """As for its own environments: it reads the mask."""
    table = TerminateIllegalWrapper(env(), illegal_reward=-1)
    table.reset(seed=1)
    table.step(0)
    assert all(table.terminations.values())
    assert table.rewards["player_0"] == -1


@pytest.mark.parametrize("make", [env, parallel_env])
def test_observations_have_a_type_that_games_can_fill(make):
    """It is told when an environment is made."""
    with pytest.raises(RulesError, match="dtype is 'float16'; needed is bool, int8 to int64"):
        make(dtype="float16")


@pytest.mark.parametrize("action", [None, "play 1", 5.0, [5], True])
def test_an_action_is_an_id(action):
    """What is none is told in one line, and nothing has changed."""
    table, both = env(), parallel_env()
    table.reset(seed=1)
    both.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"^action is .*; an id or words are needed$"):
        table.step(action)
    with pytest.raises(IllegalActionError, match=r"^action is .*; an id or words are needed$"):
        both.step({"player_0": action, "player_1": 20})
    with pytest.raises(IllegalActionError, match=r"^actions are .*; a dict by agent is needed$"):
        both.step(action)
    assert table.agent_selection == "player_0" == both.to_act
