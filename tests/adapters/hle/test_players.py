"""Agents of the library play in HLE, and in the drop-in, as they play in the arena."""

from __future__ import annotations

import pytest

from hanabilab import Rules, play_games
from hanabilab.adapters.hle import HleAgent, pyhanabi, rl_env
from hanabilab.errors import AgentError, RulesError

pytestmark = [pytest.mark.once, pytest.mark.compiled]

LINEUPS = [
    ["five-rule", "smart"],
    ["random", "smart", "five-rule"],
    ["smart"] * 4,
    ["smart", "random", "smart", "random", "five-rule"],
]


def _deal(state, deck, module):
    """Deal the next cards of `deck` while chance is to act, in HLE through another's history."""
    while state.cur_player() == module.CHANCE_PLAYER_ID:
        state.apply_move(deck[len(deck) - state.deck_size()])


def _deals(game, module):
    """[card id] a move of chance for each card: taken from the histories of random deals."""
    found = {}
    while len(found) < 25:
        state = game.new_initial_state()
        while state.cur_player() == module.CHANCE_PLAYER_ID:
            state.deal_random_card()
        for item in state.move_history():
            found[item.move().color() * 5 + item.move().rank()] = item.move()
    return found


def _play(module, names, row, seed):
    """The actions of a game of the arena's deck, by `HleAgent`s over the states of `module`."""
    config = {"players": len(names), "seed": 1}
    game = module.HanabiGame(config)
    moves = _deals(game, module)
    deck = [moves[card] for card in row["deck"]]
    agents = [HleAgent(name, config, seed=seed, game=row["game"]) for name in names]
    state, actions = game.new_initial_state(), []
    _deal(state, deck, module)
    while not state.is_terminal():
        seat = state.cur_player()
        action = agents[seat].act_on(state.observation(seat), seat)
        actions.append(action)
        state.apply_move(game.get_move(action))
        if not state.is_terminal():
            _deal(state, deck, module)
    return actions, state.score()


@pytest.mark.parametrize("where", ["HLE", "the drop-in"])
@pytest.mark.parametrize("names", LINEUPS, ids=str)
def test_games_are_the_arenas(names, where):
    """Action by action, for 2 to 5 players, with and without memories and random numbers."""
    module = pyhanabi
    if where == "HLE":
        module = pytest.importorskip("hanabi_learning_environment.pyhanabi")
    table = play_games(names, Rules(players=len(names)), games=2, seed=6).table
    for row in table.iter_rows(named=True):
        actions, score = _play(module, names, row, 6)
        assert actions == row["actions"][: row["turns"]]
        assert score == row["score"]


def test_dictionaries_are_answered_with_dictionaries():
    """In an environment; others' turns with None; a new game is noticed."""
    config = {"players": 3, "seed": 4, "random_start_player": True}
    env = rl_env.HanabiEnv(config)
    agents = [HleAgent("smart", config) for _ in range(3)]
    scores = []
    for _ in range(2):
        seen, done = env.reset(), False
        while not done:
            answers = [
                agent.act(mine)
                for agent, mine in zip(agents, seen["player_observations"], strict=True)
            ]
            player = seen["current_player"]
            assert [answer is None for answer in answers] == [p != player for p in range(3)]
            # Asked again in the same turn, it has not forgotten, nor seen double.
            agents[player].act(seen["player_observations"][player])
            seen, _, done, _ = env.step(answers[player])
        scores.append(env.state.score())
    assert min(scores) > 10


def test_mistakes_are_told():
    """In one line."""
    with pytest.raises(AgentError, match="own hand"):
        HleAgent("cheat", {"players": 2})
    for game in (-1, 1.5, "3", None):
        with pytest.raises(RulesError, match=r"^game is .*; a whole number from 0"):
            HleAgent("smart", {"players": 2}, game=game)
    env = rl_env.HanabiEnv({"players": 2, "seed": 1})
    mine = env.reset()["player_observations"][0]
    del mine["pyhanabi"]
    with pytest.raises(AgentError, match="pyhanabi"):
        HleAgent("smart", {"players": 2}).act(mine)


@pytest.mark.parametrize(
    ("config", "other", "words"),
    [
        ({"players": 2}, {"players": 3}, "3 players, 5 colors and hands of 5; .* says 2, 5 and 5"),
        ({"players": 5}, {"players": 4}, "4 players, 5 colors and hands of 4; .* says 5, 5 and 4"),
        ({}, {"colors": 2, "ranks": 5, "hand_size": 2}, "2 colors and hands of 2; .* says 2, 5 a"),
    ],
)
def test_a_game_by_another_config_is_told(config, other, words):
    """At the first turn, before anything is played by the wrong rules."""
    seen = rl_env.HanabiEnv({**other, "seed": 1}).reset()
    with pytest.raises(AgentError, match=words):
        HleAgent("smart", config).act(seen["player_observations"][0])


def test_a_new_game_without_a_reset_has_new_random_numbers():
    """Of one deck, random agents play one game after the other, as they do with a reset."""
    env, config = rl_env.HanabiEnv({"players": 2, "seed": 1}), {"players": 2}
    deck = [color + rank for rank in "1112233445" for color in "RYGWB"]

    def games(*, resets):
        agents = [HleAgent("random", config, seed=3) for _ in range(2)]
        for _ in range(3):
            seen, done, actions = env.reset(deck=deck), False, []
            while not done:
                seat = seen["current_player"]
                actions.append(agents[seat].act(seen["player_observations"][seat]))
                seen, _, done, _ = env.step(actions[-1])
            yield actions
            for agent in agents if resets else ():
                agent.reset()

    found = list(games(resets=False))
    assert found == list(games(resets=True))
    assert found[0] != found[1] != found[2]


def test_a_first_turn_that_is_asked_about_twice_is_one_turn():
    """The same numbers, and the same action."""
    env = rl_env.HanabiEnv({"players": 2, "seed": 1})
    mine, agent = env.reset()["player_observations"][0], HleAgent("random", {"players": 2})
    assert len({str(agent.act(mine)) for _ in range(4)}) == 1
