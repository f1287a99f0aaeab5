"""The drop-in beside the Hanabi Learning Environment: equal in all that a user can see."""

from __future__ import annotations

import pytest

from hanabilab.adapters.hle import agents, pyhanabi, rl_env
from tests.adapters.hle.compare import play_env, play_past_end, play_states
from tests.lanes import slow_after

pytestmark = [pytest.mark.once, pytest.mark.hle]
theirs = pytest.importorskip("hanabi_learning_environment.pyhanabi")
their_env = pytest.importorskip("hanabi_learning_environment.rl_env")

SETTINGS = [
    {"players": 2, "seed": 1},
    {"players": 3, "seed": 2, "random_start_player": True},
    {"players": 4, "seed": -7},
    {"players": 5, "seed": 3},
    {"players": 2, "seed": 5, "observation_type": 0},
    {"players": 3, "seed": 6, "observation_type": 2},
    {
        "players": 2,
        "colors": 2,
        "hand_size": 2,
        "max_information_tokens": 3,
        "max_life_tokens": 1,
        "seed": 8,
    },
    {"players": 3, "colors": 3, "ranks": 4, "hand_size": 3, "seed": 10},
]


@pytest.mark.parametrize("config", SETTINGS, ids=str)
def test_states_are_equal(config):
    """Texts, hands, moves, histories, observations and vectors, move by move, of one seed."""
    ours = play_states(pyhanabi, config, 3, seed=1)
    for step, (mine, other) in enumerate(
        zip(ours, play_states(theirs, config, 3, seed=1), strict=True)
    ):
        assert mine == other, step


@pytest.mark.parametrize("config", SETTINGS, ids=str)
def test_environments_are_equal(config):
    """Observation dictionaries with the order of their keys, rewards, ends; several games."""
    assert compare_environments(config, 3, seed=2) > 30


@pytest.mark.slow
@pytest.mark.parametrize("config", SETTINGS[:4], ids=str)
def test_hundreds_of_games_are_equal(config):
    """100 games in each of four settings; `python -m tests.adapters.hle hle` plays 1,000."""
    assert compare_environments(config, 100, seed=3) > 1000


@pytest.mark.parametrize("config", slow_after(3, SETTINGS), ids=str)
def test_games_go_on_past_their_ends(config):
    """Eight steps more: rewards, lives below zero, statuses, texts, observations, vectors."""
    assert past_ends_compared(config, 12, seed=4) > 100


@pytest.mark.slow
@pytest.mark.parametrize("config", SETTINGS[:4], ids=str)
def test_hundreds_of_games_go_on_past_their_ends(config):
    """100 games in each of four settings."""
    assert past_ends_compared(config, 100, seed=5) > 1000


def past_ends_compared(config, games, seed):
    """Require that both tell the same, also after the ends; how much of that was compared."""
    ours, other = (play_past_end(module, config, games, seed) for module in (rl_env, their_env))
    told = 0
    for told, (mine, twin) in enumerate(zip(ours, other, strict=True), 1):
        assert mine == twin, told
    return told


def test_the_smallest_game_past_its_end():
    """One point, then two misplays: rewards 1, -1, 0, and lives 1, 0, -1."""
    config = {"players": 2, "colors": 1, "ranks": 5, "hand_size": 2, "max_life_tokens": 1}
    for module in (rl_env, their_env):
        for seed in range(100):
            env, found = module.HanabiEnv({**config, "seed": seed}), []
            env.reset()
            for _ in range(3):
                if not env.state.legal_moves():
                    break
                _, reward, _, _ = env.step({"action_type": "PLAY", "card_index": 0})
                found.append((reward, env.state.life_tokens()))
            if found == [(1, 1), (-1, 0), (0, -1)]:
                break
        else:
            pytest.fail(f"{module} has no such game")


def compare_environments(config, games, seed):
    """Require that both tell the same of `games` games; how many moments were compared."""
    ours, other = (play_env(module, config, games, seed) for module in (rl_env, their_env))
    moments = 0
    for moments, (mine, twin) in enumerate(zip(ours, other, strict=True), 1):
        assert mine == twin, moments
    return moments


def test_the_first_deal_card_by_card():
    """Looked at after each card, after every third, and by a copy, it is the same deal."""
    for every in (1, 3):
        config = {"players": 3, "seed": 9}
        mine = pyhanabi.HanabiGame(config).new_initial_state()
        game = theirs.HanabiGame(config)  # a state of theirs does not keep it
        other = game.new_initial_state()
        while other.cur_player() == theirs.CHANCE_PLAYER_ID:
            assert mine.cur_player() == pyhanabi.CHANCE_PLAYER_ID
            mine.deal_random_card()
            other.deal_random_card()
            if other.deck_size() % every == 0:
                assert str(mine) == str(mine.copy()) == str(other)
        assert [str(move) for move in mine.legal_moves()] == [str(m) for m in other.legal_moves()]
        assert str(mine) == str(other)


@pytest.mark.parametrize("config", [{"players": 2, "seed": 4}, {"players": 4, "seed": 4}], ids=str)
def test_agents_decide_alike(config):
    """`SimpleAgent` of both, asked of the same observations of a game that one of them plays."""
    simple = pytest.importorskip("hanabi_learning_environment.agents.simple_agent")
    ours, other = agents.SimpleAgent({}), simple.SimpleAgent({})
    env = their_env.HanabiEnv(config)
    for _ in range(5):
        observation, done = env.reset(), False
        while not done:
            players = observation["player_observations"]
            assert [ours.act(p) for p in players] == [other.act(p) for p in players]
            move = ours.act(players[observation["current_player"]])
            observation, _, done, _ = env.step(move)


def test_games_tell_the_same_of_themselves():
    """Parameters, sizes and ids of moves, also where nothing is given."""
    for config in SETTINGS:
        mine, other = pyhanabi.HanabiGame(config), theirs.HanabiGame(config)
        assert mine.parameter_string() == other.parameter_string()
        for name in [
            "num_players",
            "num_colors",
            "num_ranks",
            "hand_size",
            "max_information_tokens",
            "max_life_tokens",
            "observation_type",
            "max_moves",
        ]:
            assert getattr(mine, name)() == getattr(other, name)(), name
        assert mine.num_cards(0, 0) == other.num_cards(0, 0)
        for action in range(mine.max_moves()):
            move, twin = mine.get_move(action), other.get_move(action)
            assert (str(move), int(move.type())) == (str(twin), int(twin.type()))
            assert mine.get_move_uid(move) == other.get_move_uid(twin) == action
            assert move.to_dict() == twin.to_dict()
            for part in ("card_index", "target_offset", "color", "rank"):
                assert getattr(move, part)() == getattr(twin, part)(), part
        # HLE reads past the end of its list here, and answers what it finds there.
        assert str(mine.get_move(99)) == "(INVALID)"


def test_every_public_name_is_there():
    """Of both modules and of every class; what cffi needs aside."""
    aside = {"cffi", "enum", "ffi", "lib", "os", "re", "sys", "annotations"}
    aside |= {"absolute_import", "division", "print_function"}
    for mine, other in ((pyhanabi, theirs), (rl_env, their_env)):
        names = {name for name in dir(other) if not name.startswith("_")} - aside
        assert names <= {*dir(mine)}, names - {*dir(mine)}
        for name in names:
            kind = getattr(other, name)
            if isinstance(kind, type):
                members = {member for member in dir(kind) if not member.startswith("__")}
                missing = members - {*dir(getattr(mine, name))} - {"observation", "c_game"}
                assert not {m for m in missing if not m.startswith("_")}, (name, missing)


def test_hands_are_read_as_from_the_c_library():
    """The calls that published programs make, of both, with the same words."""
    for module in (pyhanabi, theirs):
        game = module.HanabiGame({"players": 3, "seed": 5})
        state = game.new_initial_state()
        while state.cur_player() == module.CHANCE_PLAYER_ID:
            state.deal_random_card()
        observation, found = state.observation(2), []
        card = module.ffi.new("pyhanabi_card_t*")
        for player in range(3):
            for slot in range(module.lib.ObsGetHandSize(observation._observation, player)):
                module.lib.ObsGetHandCard(observation._observation, player, slot, card)
                found.append((card.color, card.rank))
        if module is pyhanabi:
            expected = found
    assert found == expected
    assert len(found) == 15
