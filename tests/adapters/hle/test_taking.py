"""Cards taken back from a hand and others put in: what searches need that guess hands."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter

import pytest

from hanabilab.adapters.hle import pyhanabi
from hanabilab.errors import IllegalActionError

pytestmark = pytest.mark.once

_Move = pyhanabi.HanabiMove


def _started(**config):
    state = pyhanabi.HanabiGame({"seed": 1, **config}).new_initial_state()
    _deal(state)
    return state


def _deal(state):
    while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()


def _put(state, slot, player, card):
    state.apply_move(_Move.get_deal_specific_move(slot, player, card.color(), card.rank()))


def _take_all(state, player):
    for _ in state.player_hands()[player]:
        state.apply_move(_Move.get_return_move(card_index=0, player=player))


def _told(state, player):
    return [str(told) for told in state.observation(player).card_knowledge()[0]]


def _unseen(state):
    """The cards that are neither played, discarded, nor in a hand, counted from the whole deck."""
    copies = (3, 2, 2, 2, 1)
    deck = Counter({(color, rank): copies[rank] for color in range(5) for rank in range(5)})
    seen = [*state.discard_pile(), *(card for hand in state.player_hands() for card in hand)]
    deck.subtract((card.color(), card.rank()) for card in seen)
    for color, height in enumerate(state.fireworks()):
        deck.subtract((color, rank) for rank in range(height))
    assert min(deck.values()) >= 0
    return [pyhanabi.HanabiCard(*card) for card in deck.elements()]


def _guess(state, player, rng):
    """Another hand that fits what was told, put in card by card."""
    told = state.observation(player).card_knowledge()[0]
    old = state.player_hands()[player]
    _take_all(state, player)
    for slot, (card, knows) in enumerate(zip(old, told, strict=True)):
        held_back = old[slot + 1 :]  # so that the slots after this one can be filled
        fits = _unseen(state)
        for other in held_back:
            fits.remove(other)
        fits = [c for c in fits if knows.color_plausible(c.color())]
        fits = [c for c in fits if knows.rank_plausible(c.rank())]
        assert card in fits
        _put(state, slot, player, rng.choice(fits))


def test_a_card_goes_into_the_deck_and_another_comes():
    """Counts add up at every step; what hints told stays with the slot."""
    state = _started(players=2)
    card = state.player_hands()[1][2]
    state.apply_move(_Move.get_reveal_rank_move(1, card.rank()))
    told, other, seen = _told(state, 1), state.copy(), state.deck_size()
    state.apply_move(_Move.get_return_move(2, 1))
    assert (state.deck_size(), len(state.player_hands()[1])) == (seen + 1, 4)
    assert state.cur_player() == pyhanabi.CHANCE_PLAYER_ID
    assert len(_unseen(state)) == state.deck_size()
    new = next(c for c in _unseen(state) if c.rank() == card.rank() and c.color() != card.color())
    _put(state, 2, 1, new)
    assert state.player_hands()[1][2] == new != card
    assert (state.deck_size(), state.cur_player(), _told(state, 1)) == (seen, 1, told)
    assert len(state.move_history()) == len(other.move_history())
    assert other.player_hands()[1][2] == card  # the copy is another game


def test_the_same_cards_back_are_the_same_game():
    """A hand that is taken up and put down again changes nothing that is seen, and no draw."""
    state = _started(players=3)
    twin = copy.deepcopy(state)
    hand = state.player_hands()[1]
    _take_all(state, 1)
    assert state.player_hands()[1] == []
    for slot, card in enumerate(hand):
        _put(state, slot, 1, card)
    for game in (state, twin):
        rng = random.Random(2)
        while not game.is_terminal():
            game.apply_move(rng.choice(game.legal_moves()))
            _deal(game)
    assert str(state) == str(twin)
    assert str(state.observation(0)) == str(twin.observation(0))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_hands_can_be_guessed_at_every_turn(players):
    """Whole games in which the hand of the player to act is guessed anew before each move."""
    rng = random.Random(players)
    state = _started(players=players, seed=players)
    while not state.is_terminal():
        player = state.cur_player()
        told = _told(state, player)
        _guess(state, player, rng)
        assert (state.cur_player(), _told(state, player)) == (player, told)
        assert len(_unseen(state)) == state.deck_size()
        hints = [m for m in state.legal_moves() if m.type() == pyhanabi.HanabiMoveType.REVEAL_COLOR]
        hands = state.player_hands()
        colors = [
            (offset, color)
            for offset in range(1, players)
            for color in sorted({c.color() for c in hands[(player + offset) % players]})
        ]
        tokens = state.information_tokens()
        assert [(m.target_offset(), m.color()) for m in hints] == (colors if tokens else [])
        state.apply_move(rng.choice(state.legal_moves()))
        _deal(state)
    _guess(state, 0, rng)  # also after the end
    assert state.is_terminal()


def test_a_state_between_is_kept():
    """Copies and pickles of a game whose hand lacks cards go on as it does."""
    state = _started(players=2)
    first, second = state.player_hands()[0][:2]
    state.apply_move(_Move.get_return_move(0, 0))
    state.apply_move(_Move.get_return_move(0, 0))
    for other in (state.copy(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        _put(other, 0, 0, second)
        _put(other, 0, 0, first)
        assert other.player_hands()[0][:2] == [first, second]
        assert other.cur_player() == 0
    assert len(state.player_hands()[0]) == 3


def test_knowledge_can_be_forgotten():
    """Then any card fits."""
    state = _started(players=2)
    rank = state.player_hands()[1][0].rank()
    state.apply_move(_Move.get_reveal_rank_move(1, rank))
    new = next(card for card in _unseen(state) if card.rank() != rank)
    state.apply_move(_Move.get_return_move(0, 1))
    with pytest.raises(IllegalActionError, match="slot 0 does not fit what hints told"):
        _put(state, 0, 1, new)
    state.remove_knowledge(1, 0)
    _put(state, 0, 1, new)
    assert _told(state, 1)[0] == "XX|RYGWB12345"
    with pytest.raises(IllegalActionError, match="player 1 has no slot 5; there are 5"):
        state.remove_knowledge(1, 5)


def test_mistakes_are_told_and_change_nothing():
    """One line each."""
    state = _started(players=2)
    gone = state.player_hands()[0][0]
    with pytest.raises(IllegalActionError, match="player 0 lacks no card"):
        _put(state, 0, 0, gone)
    with pytest.raises(IllegalActionError, match="player 0 has 5 cards"):
        state.apply_move(_Move.get_return_move(5, 0))
    with pytest.raises(IllegalActionError, match="there is no player 2; there are 2"):
        state.apply_move(_Move.get_return_move(0, 2))
    state.apply_move(_Move.get_return_move(0, 0))
    before, deck = str(state), state.deck_size()
    for move, why in (
        (_Move.get_return_move(0, 1), "player 0 lacks cards"),
        (_Move.get_deal_specific_move(5, 0, 0, 0), "the next slot is 4"),
        (_Move.get_deal_specific_move(0, 0, 9, 0), "no such card is left"),
        (_Move.get_play_move(0), "dealt first"),
    ):
        assert not state.move_is_legal(move)
        with pytest.raises(IllegalActionError, match=why):
            state.apply_move(move)
    for ask in (state.deal_random_card, lambda: state.observation(0), state.legal_moves):
        with pytest.raises(IllegalActionError):
            ask()
    assert (str(state), state.deck_size()) == (before, deck)
    assert state.move_is_legal(_Move.get_deal_specific_move(0, 0, gone.color(), gone.rank()))
    seer = _started(players=2, observation_type=2)
    with pytest.raises(IllegalActionError, match="seers know every card"):
        seer.apply_move(_Move.get_return_move(0, 0))


def test_moves_tell_what_they_are():
    """As texts and dictionaries; HLE's own kinds are told as before."""
    back, put = _Move.get_return_move(2, 1), _Move.get_deal_specific_move(2, 1, 0, 4)
    assert [str(back), str(put)] == ["(Return 2 of player 1)", "(Deal R5 to 2 of player 1)"]
    assert back.to_dict() == {"action_type": "RETURN", "card_index": 2, "player": 1}
    told = {"action_type": "DEAL_SPECIFIC", "card_index": 2, "player": 1, "color": "R", "rank": 4}
    assert put.to_dict() == told
    assert back == _Move.get_return_move(2, 1) != _Move.get_return_move(2, 0)
    assert pyhanabi.HanabiGame().get_move_uid(back) == -1


def test_progress_outlives_the_last_life():
    """`score` is none then."""
    state = _started(players=2, max_life_tokens=1)
    state.apply_move(_Move.get_return_move(0, 0))
    _put(state, 0, 0, next(card for card in _unseen(state) if card.rank() == 0))
    state.apply_move(_Move.get_play_move(0))
    _deal(state)
    state.apply_move(_Move.get_return_move(0, 1))
    _put(state, 0, 1, next(card for card in _unseen(state) if card.rank() == 3))
    state.apply_move(_Move.get_play_move(0))
    assert (state.score(), state.progress(), state.is_terminal()) == (0, 1, True)
