"""`Game` and `Games`: the checked fronts, one against the other, and what they refuse."""

from __future__ import annotations

import copy
import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import IllegalActionError, NotationError, RulesError
from hanabilab.game.checks import deck_from_seed
from hanabilab.game.games import Game, Games
from hanabilab.game.rows import new_views
from hanabilab.game.rules import Rules
from hanabilab.game.vectors import encode_views, legal_actions
from hanabilab.game.words import format_action
from hanabilab.randomness import MAX_SEED
from tests.strategies import choose_action, examples, games, rules, seeds
from tests.tables import stacked

# --- One game ------------------------------------------------------------------------------------


def test_a_game_takes_ids_and_words_alike():
    """Both are the same action, and the game remembers ids."""
    game, twin = stacked("R1"), stacked("R1")
    game.act("play 0")
    twin.act(np.int64(5))
    assert [5] == game.actions == twin.actions
    assert game.states.tobytes() == twin.states.tobytes()


def test_a_game_refuses_words_that_name_no_action():
    """The notation's own error comes through."""
    with pytest.raises(NotationError, match="no action 'resign'"):
        Game().act("resign")


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ([0, 0, 0, 1], "the deck has 4 cards; these rules have 6"),
        ([], "the deck has 0 cards; these rules have 6"),
        ([0, 0, 0, 1, 1, 3], "the deck holds a card id outside 0 to 2"),
        ([0, 0, 0, 1, 1, -1], "the deck holds a card id outside 0 to 2"),
        ([0, 0, 1, 1, 1, 2], "the deck holds card 0 not exactly 3 times"),
    ],
)
def test_a_deck_must_be_that_of_the_rules(deck, message):
    """Every card as often as the rules say, or the message says which is wrong."""
    with pytest.raises(RulesError) as error:
        Game(Rules(suits=1, ranks=3, hand_size=2), deck=deck)
    assert message == str(error.value)


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.0, "1", True, None])
def test_seeds_out_of_range_are_refused(seed):
    """A seed is a whole number that every generator here can take."""
    expected = f"seed is {seed!r}; a whole number from 0 to 2**63 - 1 is needed"
    for make in (lambda: Game(seed=seed), lambda: Games(Rules(), 1, seed=seed)):
        with pytest.raises(RulesError) as error:
            make()
        assert expected == str(error.value)


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED])
def test_seeds_in_range_are_taken(seed):
    """The smallest and the largest seed deal a whole deck."""
    cards = [int(card) for card in Rules().tables.sorted_deck[:50]]
    assert cards == sorted(Game(seed=seed, index=7).deck)


@examples(50)
@given(rules(), seeds(), st.integers(0, 2**40))
def test_a_game_has_the_deck_of_its_seed_and_index(any_rules, seed, index):
    """Given the same deck by hand, it is the same game."""
    game = Game(any_rules, seed=seed, index=index)
    twin = Game(any_rules, deck=deck_from_seed(any_rules, seed, index))
    assert game.states.tobytes() == twin.states.tobytes()


@examples(50)
@given(games())
def test_a_game_prints_its_rules_and_actions(game):
    """The representation names every action in words."""
    words = ", ".join(format_action(game.rules, action) for action in game.actions)
    assert f"Game({game.rules!r}, actions=[{words}])" == repr(game)


def test_views_and_observations_default_to_the_seat_to_act():
    """Without a seat, whoever's turn it is looks."""
    game = stacked("R1 R2 R3 R4 R5 B1")
    for seat in (0, 1):
        assert seat == game.view().seat == game.current_seat
        assert game.observation(seat).tolist() == game.observation().tolist()
        assert game.observation(1 - seat).tolist() != game.observation().tolist()
        game.act("play 0")


# --- Copies --------------------------------------------------------------------------------------

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "method": lambda game: game.copy(),
}


def replayed(game):
    """A game of the same rules, deck and actions."""
    twin = Game(game.rules, deck=game.deck)
    for action in game.actions:
        twin.act(action)
    return twin


@pytest.mark.parametrize("way", COPIES)
@examples(40, plain=8)
@given(game=games(), choices=st.integers(0, 2**32))
def test_a_copy_is_a_game_of_its_own(way, game, choices):
    """Played on, it is what a replay is, and the original stays as it was; and the other way."""
    before, random = replayed(game), Random(choices)
    clone = COPIES[way](game)
    for moving, resting in ((clone, game), (game, replayed(game))):
        while not moving.is_over and random.random() < 0.9:
            moving.act(choose_action(moving, random, 0.8))
        twin = replayed(moving)
        assert twin.states.tobytes() == moving.states.tobytes()
        assert twin.view().tobytes() == moving.view().tobytes()
        assert twin.observation(0).tolist() == moving.observation(0).tolist()
        assert before.states.tobytes() == resting.states.tobytes()
        assert before.actions == resting.actions


@pytest.mark.parametrize("way", COPIES)
def test_a_copied_batch_is_one_of_its_own(way):
    """Stepping one leaves the other."""
    batch = Games(Rules(players=3), 4, seed=3)
    batch.step([5, 6, 5, 6])
    before = batch.states.tobytes()
    clone = COPIES[way](batch)
    assert before == clone.states.tobytes()
    assert batch.observe().tolist() == clone.observe().tolist()
    clone.step(clone.legal().argmax(axis=1))
    assert before == batch.states.tobytes() != clone.states.tobytes()


@examples(30, plain=8)
@given(games())
def test_a_reset_game_is_as_dealt(game):
    """With its own deck, or with another."""
    fresh, deck = Game(game.rules, deck=game.deck), deck_from_seed(game.rules, 11)
    game.reset()
    assert fresh.states.tobytes() == game.states.tobytes()
    assert [] == game.actions
    game.reset(deck=deck)
    assert Game(game.rules, deck=deck).states.tobytes() == game.states.tobytes()
    with pytest.raises(RulesError):
        game.reset(deck=deck[1:])
    assert deck == game.deck


# --- Many games ----------------------------------------------------------------------------------


def assert_same(batch, singles):
    """A batch is, game for game, what single games are."""
    assert len(batch) == len(singles)
    assert b"".join(game.states.tobytes() for game in singles) == batch.states.tobytes()
    assert [not game.is_over for game in singles] == batch.running.tolist()
    assert [game.state.current_seat for game in singles] == batch.current_seats.tolist()
    assert [game.score for game in singles] == batch.scores().tolist()
    legal = [np.flatnonzero(row).tolist() for row in batch.legal()]
    assert [game.legal_actions() for game in singles] == legal
    assert [game.observation().tolist() for game in singles] == batch.observe().tolist()


@examples(60, plain=12)
@given(rules(), seeds(), st.integers(0, 2**40), st.integers(1, 4), st.integers(0, 2**32))
def test_a_batch_is_its_single_games(any_rules, seed, first, count, choices):
    """Deal, step, score, legal actions and vectors: game i is the game of index first + i."""
    batch = Games(any_rules, count, seed=seed, first=first)
    singles = [Game(any_rules, seed=seed, index=first + place) for place in range(count)]
    random = Random(choices)
    assert_same(batch, singles)
    while batch.running.any():
        actions = [-1 if game.is_over else choose_action(game, random, 0.8) for game in singles]
        batch.step(actions)
        for game, action in zip(singles, actions, strict=True):
            if not game.is_over:
                game.act(action)
        if random.random() < 0.2:
            assert_same(batch, singles)
    assert_same(batch, singles)


@examples(30, plain=10)
@given(rules(), st.data())
def test_a_batch_observes_any_seats_into_any_array(any_rules, data):
    """`seats` says who looks in each game, `out` is filled and given back."""
    batch = Games(any_rules, 3, seed=5)
    seats = data.draw(st.lists(st.integers(0, any_rules.players - 1), min_size=3, max_size=3))
    out = np.full((3, batch.layout.size), 7, np.int8)
    assert out is batch.observe(seats, out)
    singles = [Game(any_rules, seed=5, index=place) for place in range(3)]
    expected = [game.observation(seat) for game, seat in zip(singles, seats, strict=True)]
    assert np.array_equal(expected, out)
    assert np.float32 == batch.observe(seats).dtype


def test_an_illegal_step_names_the_game_and_moves_none():
    """One wrong action stops the whole step before any game has moved."""
    batch = Games(Rules(), 4, seed=3)
    before = batch.states.tobytes()
    with pytest.raises(IllegalActionError) as error:
        batch.step([5, 5, 0, 0])
    expected = "game 2: illegal action 'discard 0' of seat 0 at turn 0: all 8 information tokens"
    assert str(error.value).startswith(expected)
    assert before == batch.states.tobytes()
    batch.step([5, 5, 5, 5])
    assert [1, 1, 1, 1] == batch.states["turn"].tolist()


@pytest.mark.parametrize("action", [-1, 20, 2**40])
def test_a_step_out_of_range_is_refused(action):
    """Ids that no game has are illegal, however large."""
    batch = Games(Rules(), 2)
    with pytest.raises(IllegalActionError, match=f"game 1: illegal action '{action}' .* 0 to 19"):
        batch.step([5, action])


@pytest.mark.once
def test_what_does_not_fit_is_told_as_it_was_given():
    """Numbers above 2**63 - 1 do not come round to negative ones; rows have one length."""
    large, games = np.array([5, 2**64 - 5], np.uint64), Games(Rules(), 2)
    with pytest.raises(RulesError, match=r"actions must be .*, not 18446744073709551611"):
        games.step(large)
    with pytest.raises(RulesError, match=r"seats must be .*, not 18446744073709551611"):
        games.observe(large)
    with pytest.raises(RulesError, match=r"the deck must be .*, not 9223372036854775808"):
        Game(deck=[2**63] * 50)
    for mistake in (lambda: games.step([[5], [5, 5]]), lambda: Game(deck=[[0], [1, 2]])):
        with pytest.raises(RulesError, match="must be whole numbers, all rows of one length"):
            mistake()
    games.step(np.array([5, 5], np.uint64))


@pytest.mark.parametrize("actions", [[5], [5, 5, 5], [[5, 5]], 5])
def test_a_step_of_the_wrong_shape_is_refused(actions):
    """One action for each game, or the message says what came."""
    shape = str(np.shape(np.atleast_1d(actions)))
    with pytest.raises(IllegalActionError) as error:
        Games(Rules(), 2).step(actions)
    assert f"actions have shape {shape}; one for each of 2 games is needed" == str(error.value)


@pytest.mark.parametrize(
    ("seats", "out", "message"),
    [
        ([0], None, r"seats have shape \(1,\) and out \(2, 658\)"),
        ([0, 1], np.zeros((2, 657)), r"out \(2, 657\); needed are \(2,\) and \(2, 658\)"),
        ([0, 2], None, "seats are 0 to 1"),
        ([-1, 0], None, "seats are 0 to 1"),
    ],
)
def test_observing_from_nowhere_is_refused(seats, out, message):
    """Seats that do not exist and arrays of another shape are told apart."""
    with pytest.raises(RulesError, match=message):
        Games(Rules(), 2).observe(seats, out)


@pytest.mark.once
@pytest.mark.parametrize("seat", ["0", 1.0, None, [0], True, np.float64(1), np.bool_(True)])
def test_a_seat_is_a_whole_number(seat):
    """Nothing is rounded, nothing read; NumPy's whole numbers are some."""
    game = Game(Rules(players=2))
    if seat is not None:
        for mistake in (lambda: game.view(seat), lambda: game.observation(seat)):
            with pytest.raises(RulesError, match=r"seat is .*; seats are 0 to 1"):
                mistake()
    assert game.view(1).tobytes() == game.view(np.int64(1)).tobytes()


def _read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.once
@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("full(players=3)", "rules are 'full(players=3)', which are none; parse_rules makes rules"),
        ("", "rules are '', which are none; parse_rules makes rules of text"),
        (3, "rules are 3, which are none; Rules() makes some"),
        (0, "rules are 0, which are none"),
        ({"players": 3}, "rules are {'players': 3}, which are none"),
        (Rules, "rules are <class 'hanabilab.game.rules.Rules'>, which are none; Rules() makes"),
    ],
)
def test_rules_are_rules(rules, message):
    """Not their name, and not what is missing: where they may be left out, that is None."""
    view = Game().view()
    mistakes = (
        lambda: Game(rules),
        lambda: Games(rules, 2),
        lambda: legal_actions(rules, view),
        lambda: encode_views(rules, view),
    )
    for mistake in mistakes:
        with pytest.raises(RulesError) as error:
            mistake()
        assert str(error.value).startswith(message)
    with pytest.raises(RulesError, match="rules are None, which are none"):
        Games(None, 2)
    assert Rules() == Game(None).rules


@pytest.mark.once
@pytest.mark.parametrize("count", [1.5, "2", True, None, [2], 2.0])
def test_a_number_of_games_is_a_whole_number(count):
    """NumPy's are some."""
    with pytest.raises(RulesError) as error:
        Games(Rules(), count)
    assert f"count is {count!r}; a whole number of games is needed" == str(error.value)
    assert 2 == len(Games(Rules(), np.int64(2)))


@pytest.mark.once
@pytest.mark.parametrize(
    ("out", "message"),
    [
        *(
            (np.zeros((2, 658), kind), "the type of out is .* float32 or float64, in the machine's")
            for kind in ("f2", ">f4", ">i8", "g", "c8", object, "m8[s]", "U1", "f4,f4")
        ),
        (_read_only(np.zeros((2, 658))), "out is read-only; an array that can be written to"),
        (np.zeros((2, 658)).tolist(), "out is a list; a plain NumPy array is needed"),
        (np.ma.zeros((2, 658)), "out is a MaskedArray; a plain NumPy array is needed"),
    ],
)
def test_arrays_that_no_kernel_can_fill_are_refused(out, message):
    """Of whole games and of views alike, in one line."""
    with pytest.raises(RulesError, match=message):
        Games(Rules(), 2).observe(out=out)
    with pytest.raises(RulesError, match=message):
        encode_views(Rules(), new_views(Rules(), 2), out)


@pytest.mark.parametrize("kind", ["?", "b", "q", "L", "f", "d"])
def test_arrays_of_any_numbers_are_filled(kind):
    """Whole numbers under each of their names, and both kinds of fractions."""
    batch = Games(Rules(), 1, seed=3)
    out = np.full((1, 658), 1, kind)
    assert np.array_equal(batch.observe(), batch.observe(out=out))


@pytest.mark.once
@pytest.mark.parametrize("count", [10**14, 10**18, 10**30, 10**400])
def test_more_games_than_there_is_memory_for_are_refused(count):
    """In one line, however many are asked for."""
    with pytest.raises(RulesError, match=r"^count is .*; there is no memory for so many games at"):
        Games(Rules(), count)


@pytest.mark.once
def test_every_game_of_a_batch_has_an_index():
    """The index behind the last one would be that of another game."""
    assert 3 == len(Games(Rules(), 3, first=MAX_SEED - 2))
    with pytest.raises(RulesError, match=f"index of the last game is {MAX_SEED + 1}; a whole"):
        Games(Rules(), 3, first=MAX_SEED - 1)


@pytest.mark.once
def test_a_seed_of_numpy_is_told_from_what_is_no_number():
    """Plans with seeds are kept as JSON, which has no numbers of NumPy."""
    with pytest.raises(RulesError, match=r"seed is np.int64\(3\); .* needed; write int\(...\)"):
        Games(Rules(), 1, seed=np.int64(3))
    with pytest.raises(RulesError, match=r"players is np.int8\(3\); .* needed; write int\(...\)"):
        Rules(players=np.int8(3))
    for other in (2.0, "2", True, np.float64(2)):
        with pytest.raises(RulesError, match=r"is needed$"):
            Game(seed=other)


@pytest.mark.parametrize("count", [0, -1])
def test_a_batch_needs_a_game(count):
    """No games are no batch."""
    with pytest.raises(RulesError, match=f"count is {count}; at least one game is needed"):
        Games(Rules(), count)


def test_ended_games_wait_for_the_others():
    """What is given for an ended game is ignored, and it stays as it was."""
    batch = Games(Rules.preset("very-small"), 8, seed=1)
    while batch.running.all():
        batch.step([2] * 8)  # play the oldest card: one life
    over = ~batch.running
    ended = {place: batch.states[place : place + 1].tobytes() for place in np.flatnonzero(over)}
    legal = batch.legal()
    assert not legal[over].any()
    batch.step(np.where(over, -99, legal.argmax(axis=1)))
    assert ended == {place: batch.states[place : place + 1].tobytes() for place in ended}


@pytest.mark.parametrize("seat", [-1, 2, 10**7])
def test_a_seat_must_be_at_the_table(seat):
    """Views and observations of seats that are not there are refused, not read from memory."""
    game = Game(Rules(players=2))
    with pytest.raises(RulesError, match="seats are 0 to 1"):
        game.view(seat)
    with pytest.raises(RulesError, match="seats are 0 to 1"):
        game.observation(seat)


@pytest.mark.parametrize("index", [-1, 2**63, 1.5])
def test_a_game_index_is_a_whole_number(index):
    """Indices that no deck has are refused alike by one game and by many."""
    with pytest.raises(RulesError, match="a whole number from 0"):
        Game(Rules(), index=index)
    with pytest.raises(RulesError, match="a whole number from 0"):
        Games(Rules(), 2, first=index)


def test_numbers_are_not_rounded():
    """An action, a seat or a card between two numbers is a mistake, not the one below."""
    games = Games(Rules(), 2)
    with pytest.raises(RulesError, match="whole numbers"):
        games.step([5.9, 5.9])
    with pytest.raises(RulesError, match="whole numbers"):
        games.observe([0.5, 1.0])
    with pytest.raises(RulesError, match="whole numbers"):
        Game(Rules(), deck=[0.0] * 50)
    for action in (5.9, 5.0, None, [5], True):
        with pytest.raises(IllegalActionError, match=r"action is .*; an id or words are needed"):
            Game(Rules()).act(action)
    game = Game(Rules())
    game.act(np.int64(5))
    assert [5] == game.actions
