"""What the drop-in does better than HLE, or in addition; HLE itself is not needed."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from hanabilab.adapters.hle import pyhanabi, rl_env
from hanabilab.adapters.hle.chance import Chance
from hanabilab.errors import IllegalActionError, RulesError

pytestmark = pytest.mark.once


def _started(**config):
    state = pyhanabi.HanabiGame({"seed": 1, **config}).new_initial_state()
    while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()
    return state


def test_illegal_moves_are_exceptions_and_change_nothing():
    """HLE ends the process; here the game goes on."""
    state = _started()
    before = str(state)
    for move in (
        pyhanabi.HanabiMove.get_discard_move(0),
        pyhanabi.HanabiMove.get_play_move(7),
        pyhanabi.HanabiMove.get_reveal_color_move(3, 0),
        pyhanabi.HanabiGame().get_move(99),
    ):
        assert not state.move_is_legal(move)
        with pytest.raises(IllegalActionError, match="legal are"):
            state.apply_move(move)
    assert str(state) == before
    env = rl_env.make("Hanabi-Full", 2)
    env.reset()
    with pytest.raises(ValueError, match="legal are"):
        env.step(0)


def test_a_state_that_is_set_back_is_dealt_the_same_cards_of_a_deck():
    """The place in a given deck is the state's."""
    env = rl_env.HanabiEnv({"players": 2, "seed": 1})
    env.reset(deck=[color + rank for rank in "12345" for color in "RYGWB"])
    begun, drawn = env.state, []
    for _ in range(2):
        env.state = begun.copy()
        for _ in range(3):
            env.step({"action_type": "PLAY", "card_index": 0})
        drawn.append(str(env.state.player_hands()))
    assert drawn[0] == drawn[1]
    assert "R3" in drawn[0]


def test_colors_that_are_none_are_told_all_the_same():
    """A message about a move needs its text."""
    state = _started()
    with pytest.raises(IllegalActionError, match=r"color \?"):
        state.apply_move(pyhanabi.HanabiMove.get_reveal_color_move(1, 7))
    with pytest.raises(RulesError, match="seed is inf"):
        pyhanabi.HanabiGame({"seed": float("inf")})


def test_chance_and_players_take_turns():
    """Nobody moves while a card is to be dealt, and nothing is dealt while somebody moves."""
    state = pyhanabi.HanabiGame({"seed": 1}).new_initial_state()
    with pytest.raises(IllegalActionError, match="dealt first"):
        state.legal_moves()
    with pytest.raises(IllegalActionError, match="dealt first"):
        state.apply_move(pyhanabi.HanabiMove.get_play_move(0))
    with pytest.raises(IllegalActionError, match="player 0 is to act"):
        _started().deal_random_card()


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"players": 6}, "players is 6; 5 at most"),
        ({"colors": "x"}, "colors is 'x'; a whole number"),
        ({"observation_type": 3}, "observation_type is 3"),
        ({"ranks": 0}, "ranks is 0"),
    ],
)
def test_impossible_games_are_refused(params, told):
    """In one line that names the parameter."""
    with pytest.raises(RulesError, match=told):
        pyhanabi.HanabiGame(params)


def test_numbers_of_moves_do_not_wrap():
    """HLE keeps eight bits: 256 is slot 0 there."""
    with pytest.raises(ValueError, match="card_index is 256"):
        pyhanabi.HanabiMove.get_play_move(256)


def test_numbers_of_moves_may_be_numpys():
    """Programs choose slots by argmax; HLE takes what it gives. A fraction is no slot."""
    move = pyhanabi.HanabiMove.get_play_move(np.int64(3))
    assert move == pyhanabi.HanabiMove.get_play_move(3)
    assert type(move.card_index()) is int
    env = rl_env.make("Hanabi-Full", 2)
    env.reset()
    env.step({"action_type": "PLAY", "card_index": np.argmax([0, 1, 0])})
    with pytest.raises(ValueError, match=r"card_index is 1\.0"):
        pyhanabi.HanabiMove.get_play_move(1.0)


def test_states_outlive_their_game():
    """A state keeps what it needs; HLE crashes."""
    state = pyhanabi.HanabiGame({"seed": 2}).new_initial_state()
    state.deal_random_card()
    assert state.deck_size() == 49


def test_a_state_may_be_set_without_a_reset():
    """Programs do so; chance deals what is missing."""
    env = rl_env.HanabiEnv({"players": 2, "seed": 1})
    env.state = env.game.new_initial_state()
    while env.state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        env.state.deal_random_card()
    _, _, over, _ = env.step({"action_type": "PLAY", "card_index": 0})
    assert not over


def test_decks_can_be_given():
    """By the environment, and card by card."""
    env = rl_env.HanabiEnv({"players": 2, "seed": 1})
    deck = ["R1", "R2", "R3", "R4", "R5", "Y1", "Y2", "Y3", "Y4", "Y5", "W1"]
    env.reset(deck=deck)
    hands = [[str(card) for card in hand] for hand in env.state.player_hands()]
    assert hands == [deck[:5], deck[5:10]]
    env.step({"action_type": "PLAY", "card_index": 0})
    assert str(env.state.player_hands()[0][-1]) == "W1"
    state = pyhanabi.HanabiGame({"seed": 1}).new_initial_state()
    state.deal_specific_card(0, 4)
    with pytest.raises(IllegalActionError, match="no R5 is left"):
        state.deal_specific_card(0, 4)


def test_copies_and_pickles_go_on_alike():
    """A deep copy and an unpickled state deal the cards that the state deals."""
    state = _started(players=3)
    copies = [copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    for other in (state, *copies):
        for turn in range(10):  # a hint, a discard, a hint, ...
            other.apply_move(other.legal_moves()[-1 if turn % 2 == 0 else 0])
            while other.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
                other.deal_random_card()
    assert [str(other) for other in copies] == [str(state)] * 2
    assert [str(item) for item in copies[0].move_history()] == [
        str(item) for item in state.move_history()
    ]


def test_observations_stay_when_the_game_goes_on():
    """They are of one moment."""
    state = _started()
    seen = state.observation(0)
    text, last = str(seen), [str(item) for item in seen.last_moves()]
    state.apply_move(state.legal_moves()[-1])
    assert (str(seen), [str(item) for item in seen.last_moves()]) == (text, last)


def test_own_hands_are_encoded_for_critics():
    """One-hot, slot by slot, what the state holds; also when the game has gone on."""
    state = _started(players=4, colors=3, ranks=4)
    game, rng = (
        pyhanabi.HanabiGame({"players": 4, "colors": 3, "ranks": 4}),
        np.random.default_rng(1),
    )
    encoder, seen = pyhanabi.ObservationEncoder(game), []
    assert encoder.ownhandshape() == [4 * 12]
    while not state.is_terminal():
        if state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            state.deal_random_card()
            continue
        for player, hand in enumerate(state.player_hands()):
            seen.append(
                (state.observation(player), [card.color() * 4 + card.rank() for card in hand])
            )
        state.apply_move(rng.choice(state.legal_moves()))
    for observation, hand in seen:
        vector = np.reshape(encoder.encodeownhand(observation), (4, 12))
        assert vector.sum(1).tolist() == [1] * len(hand) + [0] * (4 - len(hand))
        assert vector.argmax(1)[: len(hand)].tolist() == hand


def test_equal_moves_are_equal():
    """And are one key."""
    move = pyhanabi.HanabiMove.get_play_move(1)
    assert len({move, _started().legal_moves()[1]}) == 1
    assert (move.card_index(), move.target_offset(), move.color(), move.rank()) == (1, -1, -1, -1)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ({"action_type": "PLAY", "card_index": 0}, (0, 0, True, [])),
        ({"action_type": "REVEAL_RANK", "target_offset": 1, "rank": 0}, (-1, -1, False, [0])),
    ],
    ids=["play", "hint"],
)
def test_a_history_tells_the_card_that_was_played(action, told):
    """And none of a hint, but the slots that it touched."""
    env = rl_env.HanabiEnv({"players": 2, "seed": 1})
    env.reset(deck=["R1", "R2", "R3", "R4", "G5", "Y1", "Y2", "Y3", "Y4", "Y5", "W1"])
    env.step(action)
    (move,) = (item for item in env.state.move_history() if item.player() >= 0)
    assert told == (move.color(), move.rank(), move.scored(), move.card_info_newly_revealed())


@pytest.mark.parametrize("card", ["R", "", "Rx", 3, None, ("R", 1)])
def test_what_is_no_card_of_a_deck_is_told(card):
    """In one line, with what would be one."""
    with pytest.raises(ValueError, match=r"^card .*; write a color and a rank, such as R1, or a"):
        rl_env.make().reset(deck=[card])


def test_draws_near_a_boundary_follow_the_sums_of_the_standard_library():
    """Where rounding could decide, the slow way and the fast way meet: both give a card's place."""
    chance = Chance(3)
    cards = sorted(np.random.default_rng(1).integers(25, size=40).tolist())
    for _ in range(200):
        place = chance.draw(cards)
        assert 0 <= place < 40


def test_moves_after_the_end_can_be_refused():
    """By a parameter of ours; copies and pickles keep it."""
    config = {"players": 2, "colors": 1, "hand_size": 2, "max_life_tokens": 1, "seed": 4}
    for strict in (0, 1):
        state = _started(**config, strict=strict)
        while not state.is_terminal():
            state.apply_move(state.legal_moves()[-1])
            while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
                state.deal_random_card()
        for each in (state, copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            move = each.legal_moves()[-1]
            if strict:
                with pytest.raises(IllegalActionError, match="the game is over"):
                    each.apply_move(move)
            else:
                each.apply_move(move)


def test_a_card_is_dealt_to_the_player_who_is_named():
    """Player, color, rank: the next one to be dealt to, and no other."""
    state = pyhanabi.HanabiGame({"players": 2, "hand_size": 2}).new_initial_state()
    with pytest.raises(IllegalActionError, match="player 0 is dealt to next, not player 1"):
        state.deal_specific_card(1, 2, 3)
    for player, rank in ((0, 0), (0, 1), (1, 2), (1, 3)):
        state.deal_specific_card(player, 2, rank)
    assert str(state.player_hands()) == "[[G1, G2], [G3, G4]]"
    with pytest.raises(TypeError, match="takes"):
        state.deal_specific_card(1)


def test_cards_are_counted_as_a_player_sees_them():
    """Against a count of what lies open, for every card and player, along a game."""
    state, rng = _started(players=3), np.random.default_rng(2)
    while not state.is_terminal():
        hands, fireworks = state.player_hands(), state.fireworks()
        for player in range(3):
            assert state.observation(player).get_player() == player
            others = [card for seat, hand in enumerate(hands) if seat != player for card in hand]
            for color in range(5):
                for rank in range(5):
                    card = pyhanabi.HanabiCard(color, rank)
                    seen = [*others, *state.discard_pile()].count(card)
                    seen += fireworks[color] > rank
                    left = (3, 2, 2, 2, 1)[rank] - seen
                    assert state.card_count_from_perspective(color, rank, player) == left
        state.apply_move(rng.choice(state.legal_moves()))
        while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            state.deal_random_card()
    with pytest.raises(IllegalActionError, match="no card of color 5"):
        state.card_count_from_perspective(5, 0, 0)


def test_hands_are_read_into_a_card_as_from_c():
    """By the observation, and by what stands for HLE's pointer; the own hand is hidden."""
    observation = _started(players=3).observation(1)
    card = pyhanabi.ffi.new("pyhanabi_card_t*")
    for given in (observation, observation._observation, observation.observation()):
        for player, hand in enumerate(observation.observed_hands()):
            assert pyhanabi.lib.ObsGetHandSize(given, player) == len(hand)
            for slot, held in enumerate(hand):
                pyhanabi.lib.ObsGetHandCard(given, player, slot, card)
                assert (card.color, card.rank) == (held.color(), held.rank())
    with pytest.raises(IndexError, match="no player 3"):
        pyhanabi.lib.ObsGetHandSize(observation, 3)
    with pytest.raises(IndexError, match="no slot 5"):
        pyhanabi.lib.ObsGetHandCard(observation, 1, 5, card)
    with pytest.raises(AttributeError, match="ObsGetHandCard alone"):
        pyhanabi.lib.NewGame()
    with pytest.raises(AttributeError, match="not 'int'"):
        pyhanabi.ffi.new("int")
