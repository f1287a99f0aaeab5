"""Gymnasium's checkers pass, and the games are the arena's, whoever sits where."""

from __future__ import annotations

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import (  # noqa: E402
    check_env,
    check_returned_data_not_reused,
    check_step_determinism,
    data_equivalence,
)
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import NumpyToTorch  # noqa: E402

from hanabilab import Game, Rules, batched_policy, legal_masks, make_agent, play_games  # noqa: E402
from hanabilab.adapters.gymnasium import HanabiEnv, HanabiVectorEnv  # noqa: E402
from hanabilab.arena import Lineup  # noqa: E402
from hanabilab.errors import AgentError, IllegalActionError, RulesError  # noqa: E402
from hanabilab.evolution import EvolutionPlan, Kept, Pool  # noqa: E402
from hanabilab.game.rows import new_views  # noqa: E402
from hanabilab.game.view import look  # noqa: E402
from hanabilab.learning import VectorGames  # noqa: E402
from tests.evolution.small import evolved, tiny  # noqa: E402

pytestmark = pytest.mark.once

RULES = [
    *(f"full(players={players})" for players in range(2, 7)),
    "small(players=2)",
    "very-small(players=3)",
]


@batched_policy("last-legal")
def last_legal(turns):
    """In Python, for all games at once: the last action that is legal."""
    return legal_masks(turns.rules, turns.views).cumsum(1).argmax(1)


@batched_policy("wrong-partner")
def wrong_partner(turns):
    """Answers an action that no rules have."""
    return np.full(len(turns.views), 999)


def _pick(mask, rng):
    """[G] a legal action of each row; 0 where nothing is legal."""
    return (rng.random(mask.shape) * mask).argmax(1)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.filterwarnings("ignore:.*get variables from other wrappers")
def test_gymnasiums_checker_passes(rules):
    """As it stands: it samples actions without a mask, so illegal ones end the game."""
    env = gymnasium.make("hanabilab.adapters.gymnasium:Hanabi-v0", rules=rules, illegal="end")
    check_env(env.unwrapped, skip_render_check=not rules.startswith("small"))


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("rules", RULES)
def test_a_vector_passes_what_checkers_there_are(rules, mode):
    """Spaces hold what they say, seeds decide everything, and no array is handed out twice."""
    first, second = (
        gymnasium.make_vec("Hanabi-v0", num_envs=5, rules=rules, autoreset_mode=mode)
        for _ in range(2)
    )
    assert first.metadata["autoreset_mode"] is mode
    seen, rng = (first.reset(seed=7), second.reset(seed=7)), np.random.default_rng(1)
    kept = []
    for _ in range(60):
        assert data_equivalence(*seen, exact=True)
        observations, infos = seen[0][0], seen[0][-1]
        assert observations in first.observation_space
        kept.append(observations)
        actions = _pick(infos["action_mask"], rng)
        assert actions in first.action_space
        seen = tuple(env.step(actions) for env in (first, second))
        if mode is AutoresetMode.DISABLED and seen[0][2].any():
            options = {"reset_mask": seen[0][2]}
            seen = tuple(env.reset(options=options) for env in (first, second))
    assert len({array.__array_interface__["data"][0] for array in kept}) == len(kept)


def test_partial_checkers_take_single_games():
    """Those that Gymnasium offers one by one."""
    env = HanabiEnv("very-small(players=2)", illegal="end")
    check_step_determinism(env)
    check_returned_data_not_reused(env)


def test_without_a_seed_the_first_games_are_drawn():
    """By the environment's own generator: other games for each."""
    decks = []
    for number in range(4):
        env = HanabiVectorEnv(1, Rules(players=2))
        env.np_random = np.random.default_rng(number)
        env.reset()
        decks.append(env.games.states["deck"].tobytes())
    assert len(set(decks)) == 4


def test_rows_play_the_games_of_the_seed_one_after_the_other():
    """Row r plays games r, r + G, ...; each row agrees with `Game` in all three modes."""
    rules, rng = Rules(players=3), np.random.default_rng(2)
    for mode in AutoresetMode:
        env = HanabiVectorEnv(4, rules, autoreset_mode=mode)
        seen, infos = env.reset(seed=5)
        index = np.arange(4)
        twins = [Game(rules, seed=5, index=game) for game in range(4)]
        ends = 0
        for _ in range(150):
            for row, twin in enumerate(twins):
                assert (seen[row] == twin.observation()).all()
                assert np.flatnonzero(infos["action_mask"][row]).tolist() == twin.legal_actions()
                assert infos["seat"][row] == twin.current_seat
            actions = _pick(infos["action_mask"], rng)
            seen, rewards, ended, cut, infos = env.step(actions)
            assert not cut.any()
            for row, twin in enumerate(twins):
                dealt = twin.is_over  # next step deals, and asks for nothing
                before = 0 if dealt else twin.score
                if dealt:
                    index[row] += 4
                    twins[row] = Game(rules, seed=5, index=int(index[row]))
                else:
                    twin.act(int(actions[row]))
                assert rewards[row] == (0 if dealt else twin.score - before)
                assert ended[row] == (not dealt and twin.is_over)
                if ended[row]:
                    ends += 1
                    assert infos["score"][row] == twin.score
                if ended[row] and mode is AutoresetMode.SAME_STEP:
                    assert (infos["final_obs"][row] == twin.observation()).all()
                    assert infos["final_info"]["score"][row] == twin.score
                    index[row] += 4
                    twins[row] = Game(rules, seed=5, index=int(index[row]))
            if mode is AutoresetMode.DISABLED and ended.any():
                with pytest.raises(IllegalActionError, match="is over"):
                    env.step(actions)
                seen, infos = env.reset(options={"reset_mask": ended})
                for row in np.flatnonzero(ended):
                    index[row] += 4
                    twins[row] = Game(rules, seed=5, index=int(index[row]))
        assert ends >= 3


def _scores_beside(env, agent, seed, games):
    """[games] scores of the first games of a seed; `agent` decides for the seats outside."""
    _, infos = env.reset(seed=seed)
    scores = {}
    returns, index = np.zeros(env.num_envs), np.arange(env.num_envs)
    while not scores.keys() >= set(range(games)):
        actions = [
            _asked(env, row, agent) if infos["action_mask"][row].any() else 0
            for row in range(env.num_envs)
        ]
        _, rewards, ended, _, infos = env.step(actions)
        returns += rewards
        for row in np.flatnonzero(ended):
            assert returns[row] == infos["score"][row]
            scores[int(index[row])] = int(infos["score"][row])
            returns[row] = 0
            index[row] += env.num_envs
    return [scores[game] for game in range(games)]


def _asked(env, row, agent):
    """What a compiled agent without a memory does in a row."""
    views, state = new_views(env.rules, 1), env.games.states[row]
    look(views[0], state, int(state.current_seat))
    return int(agent.function(views[0], np.zeros(0, np.int64), np.zeros(2, np.uint64)))


@pytest.mark.parametrize(
    ("players", "seats", "partners"),
    [
        (2, [0], "smart"),
        (2, [1], "smart"),
        (3, [1], ("smart", "iggi")),
        (4, [0, 2], "five-rule"),
        (3, [0], (last_legal, "five-rule")),
    ],
)
def test_games_beside_partners_are_the_arenas(players, seats, partners):
    """A seat outside that acts as `five-rule` does scores what the arena's line-up scores."""
    agent, games = make_agent("five-rule"), 6
    env = HanabiVectorEnv(3, players=players, seats=seats, partners=partners)
    found = _scores_beside(env, agent, 11, games)
    others = iter(partners if isinstance(partners, tuple) else [partners] * players)
    lineup = ["five-rule" if seat in seats else next(others) for seat in range(players)]
    expected = play_games(lineup, games=games, seed=11).table["score"].to_list()
    assert found == expected


def test_a_list_is_drawn_from_for_each_game():
    """By the seed and the game's index: both partners come up, and the same ones every time."""
    agent, partners = make_agent("five-rule"), ["five-rule", "smart"]
    env = HanabiVectorEnv(4, partners=partners)
    drawn = {}
    found = _scores_beside(env, agent, 3, 12)
    env.reset(seed=3)
    first = env.games.which.tolist()
    env.reset(seed=3)
    assert env.games.which.tolist() == first
    for number, partner in enumerate(partners):
        table = play_games(["five-rule", partner], games=12, seed=3).table["score"]
        drawn[number] = table.to_list()
    assert all(score in (drawn[0][game], drawn[1][game]) for game, score in enumerate(found))
    assert found not in (drawn[0], drawn[1])


def test_a_pool_gives_an_elite_to_each_game(tmp_path):
    """The one that `which` names, and it plays as the arena has it play."""
    Kept(EvolutionPlan(tiny(), 24)).begin(tmp_path / "pool").keep_state(evolved(tiny(), 24))
    pool, agent = Pool.load(tmp_path / "pool"), make_agent("five-rule")
    env = HanabiVectorEnv(4, tiny().rules, partners=pool)
    found = _scores_beside(env, agent, 5, 4)
    env.reset(seed=5)
    partners = [pool.names()[number] for number in env.games.which]
    assert len(set(partners)) > 1
    for game, partner in enumerate(partners):
        lineup = Lineup((agent, make_agent(partner)))
        table = play_games(lineup, tiny().rules, games=range(game, game + 1), seed=5).table
        assert table["score"].to_list() == [found[game]]


def test_rules_text_and_render():
    """Text, a table and a picture show every hand."""
    for mode, kind in (("ansi", str), ("html", str), ("rgb_array", np.ndarray)):
        env = gymnasium.make_vec("Hanabi-v0", num_envs=2, players=4, render_mode=mode)
        env.reset(seed=1)
        frames = env.render()
        assert len(frames) == 2
        assert all(isinstance(frame, kind) for frame in frames)
        if kind is str:
            assert all(f"seat {seat}" in frames[0] for seat in range(4))
        else:
            assert frames[0].dtype == np.uint8
            assert frames[0].shape[2] == 3
            assert len(np.unique(frames[0].reshape(-1, 3), axis=0)) > 6
    assert HanabiVectorEnv(2).render() is None


def test_people_are_shown_every_position_as_it_comes(capsys):
    """Without a call of `render`, which is an error before the first deal."""
    env = HanabiEnv(render_mode="human")
    with pytest.raises(IllegalActionError, match="call reset"):
        env.render()
    env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(5)
    assert "seat 1" in first
    assert capsys.readouterr().out not in ("", first)


def test_what_is_told_of_an_ended_game_is_not_overwritten():
    """The next game of the row is dealt in the same step; nobody may act in the one that ended."""
    env = HanabiVectorEnv(3, "small(players=2)", autoreset_mode="SameStep", copy=False)
    infos = env.reset(seed=1)[1]
    while "final_info" not in infos:
        infos = env.step(infos["action_mask"].argmax(axis=1))[4]
    ended = infos["_final_info"]
    assert not infos["final_info"]["action_mask"][ended].any()
    assert infos["action_mask"][ended].any()


def test_mistakes_are_told_in_one_line():
    """What was wrong, and what would be right."""
    env = HanabiVectorEnv(2)
    with pytest.raises(IllegalActionError, match="call reset"):
        env.step([0, 0])
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="game 1: action 0 is illegal"):
        env.step([5, 0])
    with pytest.raises(RulesError, match="reset_mask"):
        env.reset(options={"reset_mask": [1, 0]})
    with pytest.raises(RulesError, match="without a seed"):
        env.reset(seed=1, options={"reset_mask": np.array([True, False])})
    with pytest.raises(RulesError, match="name partners"):
        HanabiVectorEnv(2, seats=[0])
    with pytest.raises(RulesError, match="players is 0"):
        HanabiVectorEnv(2, players=0)
    with pytest.raises(RulesError, match="partners have none"):
        HanabiVectorEnv(2, seats=[0, 1], partners="smart")
    with pytest.raises(RulesError, match="render_mode"):
        HanabiVectorEnv(2, render_mode="text")
    with pytest.raises(RulesError, match="the rules are for 3"):
        HanabiVectorEnv(2, "full(players=3)", players=2)
    with pytest.raises(TypeError, match="'colors'"):
        gymnasium.make_vec("Hanabi-v0", num_envs=2, colors=3)
    with pytest.raises(AgentError, match="2 partners for 1 seats"):
        HanabiVectorEnv(2, partners=("smart", "smart"))
    env = HanabiVectorEnv(2, partners=wrong_partner)
    env.reset(seed=1)
    with pytest.raises(AgentError, match="wrong-partner"):
        env.step([5, 5])


@pytest.mark.parametrize("dtype", ["float16", ">f4", object, "complex64", "nonsense", 5])
@pytest.mark.parametrize("partners", [None, "smart"])
def test_observations_have_a_type_that_games_can_fill(dtype, partners):
    """It is told when an environment is made, not at its first game."""
    with pytest.raises(RulesError, match=r"dtype is .*; needed is bool, int8 to int64"):
        gymnasium.make("Hanabi-v0", dtype=dtype, partners=partners)
    with pytest.raises(RulesError, match=r"dtype is .*; needed is bool, int8 to int64"):
        gymnasium.make_vec("Hanabi-v0", num_envs=2, dtype=dtype, partners=partners)


@pytest.mark.parametrize("partners", [None, "smart"])
@pytest.mark.parametrize("count", [0, -1, 2.5, "2"])
def test_games_at_once_are_a_whole_number(count, partners):
    """Beside partners, too."""
    with pytest.raises(RulesError, match=f"num_envs is '?{count}'?; .* needed"):
        HanabiVectorEnv(count, partners=partners)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (0, r"seats is 0; a list of seats is needed, such as \[0\]"),
        ([0, 0], r"seats is \[0, 0\]; each seat is named once"),
        ([1.0], "seat is 1.0; seats are 0 to 1"),
        ([0.5], "seat is 0.5; seats are 0 to 1"),
        (["0"], "seat is '0'; seats are 0 to 1"),
        ([None], "seat is None; seats are 0 to 1"),
        ([True], "seat is True; seats are 0 to 1"),
        ([2], "seat is 2; seats are 0 to 1"),
    ],
)
def test_seats_are_named_once_each_by_whole_numbers(seats, message):
    """One line says what was given."""
    with pytest.raises(RulesError, match=message):
        HanabiEnv(seats=seats, partners="smart")


@pytest.mark.parametrize("seats", [{1}, range(1, 2), np.array([1]), (1,)])
def test_seats_come_in_whatever_holds_them(seats):
    """A set, a range, an array."""
    assert HanabiEnv(seats=seats, partners="smart").seats == (1,)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (5, "options is 5; a dictionary is needed"),
        ([], r"options is \[\]; a dictionary is needed"),
        ({"reset_msk": None}, r"no option is called 'reset_msk'.*; known: "),
        ({3: 4}, "no option is called 3; known: "),
    ],
)
def test_options_that_a_reset_does_not_have_are_refused(options, message):
    """A name that is misspelt resets nothing, and no generator is seeded anew."""
    for env in (HanabiEnv(), HanabiVectorEnv(2)):
        with pytest.raises(RulesError, match=message):
            env.reset(seed=1, options=options)
        assert not env._begun


@pytest.mark.filterwarnings("ignore:.*get variables from other wrappers")
def test_options_that_gymnasium_passes_on_are_taken():
    """Its own vectors keep their mask, its wrappers hand it on."""
    several = gymnasium.vector.SyncVectorEnv([HanabiEnv] * 2, autoreset_mode=AutoresetMode.DISABLED)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec("Hanabi-v0", num_envs=2, autoreset_mode=AutoresetMode.DISABLED)
    )
    for envs in (several, wrapped):
        envs.reset(seed=1, options={})
        envs.reset(options={"reset_mask": np.array([True, False])})
        envs.close()


def test_other_play_names_colors_anew():
    """Row for row the same games as those of `VectorGames`."""
    rules, rng = Rules(players=2), np.random.default_rng(3)
    twin = VectorGames(rules, 6, seed=4, other_play=True)
    env = HanabiVectorEnv(6, rules, other_play=True, autoreset_mode="SameStep")
    seen, _ = env.reset(seed=4)
    for _ in range(100):
        assert (seen == twin.observations).all()
        actions = _pick(twin.legal, rng)
        twin.step(actions)
        seen, rewards, ended, _, _ = env.step(actions)
        assert (rewards == twin.rewards).all()
        assert (ended == twin.ended).all()


def test_torch_gets_what_the_same_step_tells_of_the_end():
    """Gymnasium's `NumpyToTorch` takes numbers alone, and its own environments have others."""
    torch = pytest.importorskip("torch")
    plain = HanabiVectorEnv(4, "small(players=2)", autoreset_mode="SameStep")
    wrapped = NumpyToTorch(HanabiVectorEnv(4, "small(players=2)", autoreset_mode="SameStep"))
    _, infos = plain.reset(seed=1)
    wrapped.reset(seed=1)
    over = 0
    for _ in range(30):
        actions = infos["action_mask"].argmax(axis=1)
        _, _, ended, _, infos = plain.step(actions)
        _, _, _, _, told = wrapped.step(torch.from_numpy(actions))
        over += ended.sum()
        if ended.any():
            assert (told["final_obs"].numpy()[ended] == infos["final_obs"][ended]).all()
            assert not told["final_obs"].numpy()[~ended].any()
            assert told["_final_obs"].numpy().tolist() == ended.tolist()
            assert (told["final_info"]["score"].numpy() == infos["final_info"]["score"]).all()
    assert over


def test_masks_are_asked_for_by_the_name_that_maskable_ppo_has():
    """Through wrappers; as booleans, those of the info, and a copy."""
    env = gymnasium.make("hanabilab.adapters.gymnasium:Hanabi-v0", rules="small")
    _, info = env.reset(seed=3)
    for _ in range(4):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.tolist() == info["action_mask"].astype(bool).tolist()
        kept = masks.tolist()
        _, _, over, _, info = env.step(int(np.flatnonzero(masks)[-1]))
        assert masks.tolist() == kept
        if over:
            break


@pytest.mark.parametrize("action", [None, "play 1", 5.0, [5], {}, True])
def test_an_action_is_an_id(action):
    """What is none is told in one line, where illegal actions end the game, too."""
    for illegal in ("raise", "end"):
        env = HanabiEnv(illegal=illegal)
        env.reset(seed=1)
        with pytest.raises(IllegalActionError, match=r"^action is .*; an id or words are needed$"):
            env.step(action)
        assert not env.step(5)[2]


@pytest.mark.parametrize("rules", [3, b"full", ["full"], {"players": 3}, Rules])
def test_what_is_no_rules_is_told(rules):
    """Text, and rules themselves, are."""
    with pytest.raises(RulesError, match=r"^rules are .*, which are none; Rules"):
        HanabiEnv(rules)
    with pytest.raises(RulesError, match=r"^players is '3', but the rules are for 3$"):
        HanabiEnv("full(players=3)", players="3")


def test_ways_to_begin_again_are_known():
    """A misspelt one is told with those that there are."""
    with pytest.raises(RulesError, match=r"autoreset_mode is 'same'; it is one of .*SameStep"):
        HanabiVectorEnv(2, autoreset_mode="same")
