"""Our game in OpenSpiel: its own checks, its own Hanabi as a witness, small games, bots."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given

from hanabilab import Rules, play_games
from hanabilab.arena.redeal import Deals
from hanabilab.arena.table import record_of
from hanabilab.errors import AgentError, IllegalActionError, RulesError
from hanabilab.notation.rules_text import parse_rules
from hanabilab.tiny import enumerate_game, uniform_policy, value_of
from hanabilab.tiny.hanabi.ladder import LADDER
from hanabilab.tiny.names import make_game
from tests.strategies import examples, rules, rules_of_own_variants

pytestmark = pytest.mark.once
pyspiel = pytest.importorskip("pyspiel")

from hanabilab.adapters.open_spiel import AgentBot, HanabiState, load_game  # noqa: E402

RULES = [
    "small(players=2)",
    "full(players=3)",
    "full(players=4, deck_plays=1, bomb=keep)",
    "rainbow-5-suits(players=5)",
    "full(players=6)",
    "alternating-clues-5-suits(players=2)",
]


@pytest.mark.parametrize("text", RULES)
def test_openspiels_own_check_finds_nothing(text):
    """Legal actions, copies, rewards, texts, and states that are written and read again."""
    pyspiel.random_sim_test(load_game(text), num_sims=3, serialize=True, verbose=False)


@given(rules() | rules_of_own_variants())
@examples(50, 10)
def test_openspiel_keeps_the_rules_in_its_texts(meant):
    game = load_game(meant)
    assert game.rules == meant
    assert pyspiel.load_game(str(game)).rules == meant


def played(game, seed):
    """The states of a random game."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(cards, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_openspiels_hanabi_is_the_same_move_by_move(players):
    """Who acts, what is legal, chances of cards, points and vectors; texts are ours."""
    game = load_game(Rules(players=players))
    theirs = pyspiel.load_game(f"hanabi(players={players})")
    assert game.num_distinct_actions() == theirs.num_distinct_actions()
    assert game.max_utility() == theirs.max_utility()
    for seed in range(3):
        there, moves = theirs.new_initial_state(), 0
        for state in played(game, seed):
            for action in state.history()[moves:]:
                there.apply_action(action)
            moves = len(state.history())
            assert state.current_player() == there.current_player()
            assert state.is_terminal() == there.is_terminal()
            if state.is_chance_node():
                assert dict(state.chance_outcomes()) == pytest.approx(dict(there.chance_outcomes()))
                continue
            assert state.returns() == there.returns()
            assert state.legal_actions() == there.legal_actions()
            for seat in range(players):
                assert state.observation_tensor(seat) == there.observation_tensor(seat)


def test_rewards_add_up_to_the_points():
    """Where a lost game counts nothing, too: the last reward takes the points back."""
    for text in ("small(players=2)", "full(players=3, bomb=keep)"):
        for seed in range(20):
            rewards = np.zeros(2)
            for state in played(load_game(text), seed):
                rewards += state.rewards()[:2]
            assert rewards.tolist() == state.returns()[:2]


def test_a_small_game_is_the_small_game():
    """Information states tell seats what they know: as many as we count, and the same value."""
    theirs = enumerate_game(make_game(f'open-spiel("{load_game(LADDER["0"].rules)}")'))
    ours = enumerate_game(make_game("rung(0)"))
    assert theirs.size == ours.size
    assert len(theirs.infosets) == len(ours.infosets)
    assert value_of(theirs, uniform_policy(theirs)) == pytest.approx(
        value_of(ours, uniform_policy(ours))
    )


def test_a_seat_is_told_neither_its_cards_nor_the_deck():
    """Another hand and another order of the deck, which it cannot tell apart, are told alike."""
    drew = 0
    for seed in range(3):
        for state in played(load_game("full(players=3)"), seed):
            if state.game is None or state.is_chance_node() or state.is_terminal():
                continue
            seat, twin = state.current_player(), state.clone()
            twin.game = Deals(state.game, [seat]).draw(np.random.default_rng(seed))
            told = state.information_state_string(seat)
            assert twin.information_state_string(seat) == told
            assert twin.observation_string(seat) == state.observation_string(seat)
            assert f"seat {seat} holds" not in told
            drew += f"seat {seat} plays" in told or f"seat {seat} discards" in told
    assert drew > 10


def test_observers_fill_vectors_and_write_texts():
    from open_spiel.python.observation import make_observation

    game = load_game("small(players=2)")
    state = [*played(game, 3)][-1]
    for recalls in (False, True):
        seen = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recalls))
        seen.set_from(state, player=1)
        assert seen.tensor.tolist() == state.observation_tensor(1)
        asked = state.information_state_string if recalls else state.observation_string
        assert seen.string_from(state, player=1) == asked(1)


def test_learners_of_openspiel_get_the_points_as_rewards():
    from open_spiel.python.rl_environment import Environment

    environment, rng = Environment(load_game("small(players=2)")), random.Random(1)
    environment.seed(1)
    step, points = environment.reset(), 0.0
    while not step.last():
        seat = step.current_player()
        step = environment.step([rng.choice(step.observations["legal_actions"][seat])])
        points += step.rewards[0]
    assert points == environment.get_state.returns()[0]


@pytest.mark.parametrize(("agent", "players"), [("smart", 2), ("five-rule", 3), ("random", 2)])
def test_a_bot_does_what_the_agent_does(agent, players):
    """In games of the arena, move by move, at our table and at OpenSpiel's; dice are its own."""
    meant = Rules(players=players)
    games = [load_game(meant), pyspiel.load_game(f"hanabi(players={players})")]
    bots = [[AgentBot(game, seat, agent) for seat in range(players)] for game in games]
    for row in play_games(agent, meant, games=2, seed=4).table.iter_rows(named=True):
        record, states = record_of(meant, row), [game.new_initial_state() for game in games]
        deck, actions = iter(record.deck), iter(record.actions)
        while not states[0].is_terminal():
            if states[0].is_chance_node():
                chosen = next(deck)
            else:
                chosen = next(actions)
                asked = {
                    seats[states[0].current_player()].step(state)
                    for seats, state in zip(bots, states, strict=True)
                }
                assert len(asked) == 1
                assert asked == {chosen} or "random" in agent
            for state in states:
                state.apply_action(chosen)
        assert states[0].returns()[0] == row["score"]


def test_openspiel_lets_bots_play():
    game = load_game("small(players=2)")
    bots = [AgentBot(game, seat, "five-rule", seed=1) for seat in range(2)]
    scores = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(20)]
    assert 2 < np.mean(scores) < 10


def test_random_numbers_are_other_ones_in_each_game():
    """And the same ones for another bot of the seed."""
    game = load_game("small(players=2)")
    played = []
    for seed in (1, 1, 2):
        bots = [AgentBot(game, seat, "random", seed=seed) for seat in range(2)]
        for _ in range(5):
            for bot in bots:
                bot.restart()
            state, chance = game.new_initial_state(), random.Random(3)
            while state.is_chance_node():
                state.apply_action(chance.choice([card for card, _ in state.chance_outcomes()]))
            played.append(bots[0].step(state))
    assert played[:5] == played[5:10]
    assert played[:5] != played[10:]
    assert len({*played[:5]}) > 1


def test_a_state_tells_of_the_move_that_waits_for_a_card():
    """Of the first slot, too, whose action is number 0."""
    state = load_game("full(players=2)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(10)  # a hint, so that a token is there to be gained
    before = str(state)
    state.apply_action(0)
    assert state.is_chance_node()
    assert str(state) == f"{before}\nnext a card for: discard 0"


def test_what_is_wrong_is_told_in_a_line():
    game = load_game("small(players=2)")
    state = game.new_initial_state()
    bot = AgentBot(game, 0, "five-rule")
    with pytest.raises(RulesError, match="unknown rules 'no_such'"):
        load_game("no_such(players=2)")
    with pytest.raises(AgentError, match="hanabilab and hanabi, not tic_tac_toe"):
        AgentBot(pyspiel.load_game("tic_tac_toe"), 0, "smart")
    with pytest.raises(AgentError, match="smart"):
        AgentBot(game, 0, "smrt")
    for wrong in ({"seed": -1}, {"seed": 1.5}, {"seed": None}):
        with pytest.raises(RulesError, match=r"^seed is .* is needed"):
            AgentBot(load_game("full"), 0, "random", **wrong)
    for seat in (-1, 2, 0.5, None):
        with pytest.raises(RulesError, match=f"^seat is {seat}; seats are 0 to 1"):
            AgentBot(load_game("full"), seat, "random")
    with pytest.raises(AgentError, match="player -1 is to act, not 0"):
        bot.step(state)
    with pytest.raises(IllegalActionError, match="no card 99"):
        state.apply_action(99)
    with pytest.raises(IllegalActionError, match="no player 5"):
        state.observation_tensor(5)
    with pytest.raises(RulesError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})
    assert isinstance(state, HanabiState)


def test_rules_are_told_in_the_texts_of_openspiel():
    game = pyspiel.load_game("hanabilab(rules=small[players:3;information_tokens:2])")
    assert game.rules == parse_rules("small(players=3, information_tokens=2)")
