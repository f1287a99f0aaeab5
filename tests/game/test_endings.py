"""How games end: the last life, the last firework, the last round; and what they score.

Expected values, where no other source is named: HLE, HanabiState::EndOfGameStatus and ApplyMove.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from hanabilab.errors import IllegalActionError
from hanabilab.game.dealing import count_cards
from hanabilab.game.engine import apply_action, end_status
from hanabilab.game.rows import new_states
from hanabilab.game.rules import Rules
from tests.strategies import examples, games
from tests.tables import hand_of, play_all, stacked

#: Four cards are dealt, two are left to draw.
TINY = Rules(suits=2, ranks=2, copies=(2, 1), hand_size=2, information_tokens=3)


# --- Lost ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bomb", "score"), [("zero", 0), ("keep", 1)])
def test_the_last_life_ends_the_game(bomb, score):
    """A lost game scores nothing, or its points if the rules keep them; the points stay visible."""
    game = stacked("R1 R2 Y3 Y4 Y5 R3 R4 G3 G4 G5", Rules(life_tokens=2, bomb=bomb))
    play_all(game, "play 0; play 4")
    assert ("running", 1) == (game.status, game.score)
    play_all(game, "play 1")
    assert ("lost", score, 1, 0) == (
        game.status,
        game.score,
        game.state.points,
        game.state.life_tokens,
    )


def test_a_lost_game_takes_no_action():
    """Once a game is over nothing is legal and the refusal says why."""
    game = play_all(stacked("R2 R2", Rules(life_tokens=1)), "play 0")
    assert [] == game.legal_actions()
    with pytest.raises(IllegalActionError, match=r"the game is over \(lost\)"):
        game.act("play 0")


def test_the_last_life_in_the_last_turn_loses():
    """A loss comes before the end of the cards."""
    rules = Rules(suits=1, ranks=3, copies=(1, 1, 1), hand_size=1, life_tokens=2, players=2)
    game = play_all(stacked("R2 R1 R3", rules), "play 0; play 0")
    assert ("running", 1, 1, 1) == (
        game.status,
        game.state.turns_left,
        game.state.points,
        game.state.life_tokens,
    )
    assert ("lost", 0) == (play_all(game, "play 0").status, game.score)


# --- Completed -----------------------------------------------------------------------------------


def test_the_last_firework_ends_the_game():
    """A perfect game is over at once, even with cards in the deck and turns to come."""
    rules = Rules(suits=1, ranks=2, copies=(3, 3), hand_size=2)
    game = play_all(stacked("R1 R1 R2 R2", rules), "play 0; play 0")
    assert ("completed", 2, 6) == (game.status, game.score, game.state.deck_drawn)
    rules = Rules(suits=1, ranks=2, copies=(3, 3), hand_size=1)
    game = play_all(stacked("R1 R2", rules), "play 0; play 0")
    assert ("completed", 2, 4) == (game.status, game.score, game.state.deck_drawn)
    assert [] == game.legal_actions()


def test_a_perfect_last_turn_completes():
    """The last firework in the last turn of the last round counts as completed."""
    rules = Rules(suits=1, ranks=2, copies=(1, 1), hand_size=1)
    game = stacked("R1 R2", rules)
    assert 2 == game.state.turns_left
    assert ("completed", 2) == (play_all(game, "play 0; play 0").status, game.score)


# --- Out of cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("last_round", ["hint", "discard"])
def test_every_seat_has_one_turn_after_the_last_card(players, last_round):
    """Exactly as many turns as seats follow the last draw, the drawer's included."""
    rules = Rules(players=players, hand_size=2, life_tokens=64)
    game = stacked("", rules)
    while game.state.deck_drawn < rules.deck_size:
        assert players == game.state.turns_left
        legal = game.legal_actions()
        game.act(next(action for action in legal if action < 2 * rules.hand_size))
    drawer = int(game.state.last_seat)
    for turn in range(players):
        assert (False, players - turn) == (game.is_over, game.state.turns_left)
        words = game.legal_actions()
        hints = [action for action in words if action >= 2 * rules.hand_size]
        game.act(hints[0] if last_round == "hint" and hints else words[0])
    assert ("out of cards", drawer) == (game.status, game.state.last_seat)


def test_hints_do_not_begin_the_last_round():
    """Turns are counted from the last draw, not from the last card but one."""
    game = play_all(stacked("R1 R2 R1 Y2 Y1", TINY), "play 0; hint 1 1; hint 1 2")
    assert (5, 2) == (game.state.deck_drawn, game.state.turns_left)


def test_a_deal_that_empties_the_deck_gives_one_turn_each():
    """Five seats of the very-small game hold all ten cards; each has one turn."""
    game = stacked("", Rules.preset("very-small", players=5))
    assert (10, 5) == (game.state.deck_drawn, game.state.turns_left)
    for _ in range(5):
        assert not game.is_over
        game.act(next(a for a in reversed(game.legal_actions()) if a not in (2, 3)))  # no plays
    assert ("out of cards", 5) == (game.status, game.state.turn)


def test_a_hopeless_game_goes_on():
    """That no more points are possible ends nothing."""
    game = stacked("R1 R2 R1 Y2", TINY)
    play_all(game, "hint 1 2; hint 1 2; hint 1 red; discard 1; discard 0; discard 0")
    assert (False, 1, 0) == (game.is_over, game.state.turns_left, game.state.points)
    assert 2 + 2 > game.max_reachable_score


def test_the_score_of_a_game_out_of_cards_is_its_points():
    """Whatever the rule for lost games, cards that ran out cost nothing."""
    game = play_all(stacked("R1 Y1 R2 Y2", TINY), "play 0; play 1; hint 1 1; discard 0")
    assert ("out of cards", 1, 2) == (game.status, game.score, game.state.life_tokens)


# --- Hands in the last round ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw_slot", "hand", "empty"), [("newest", "R2 --", 1), ("vacated", "-- R2", 0)]
)
def test_hands_shrink_when_the_deck_is_empty(draw_slot, hand, empty):
    """No card comes: the last slot stays empty, or the very slot where slots are fixed."""
    rules = Rules(
        suits=2, ranks=2, copies=(1, 1), hand_size=2, information_tokens=3, draw_slot=draw_slot
    )
    game = play_all(stacked("R1 R2 Y1 Y2", rules), "play 0")
    assert hand == hand_of(game, 0)
    assert (0, 0, -1) == (
        game.state.possible[0, empty],
        game.state.hinted[0, empty],
        game.state.deck_index[0, empty],
    )


@pytest.mark.parametrize(("draw_slot", "empty"), [("newest", 1), ("vacated", 0)])
@pytest.mark.parametrize("verb", ["play", "discard"])
def test_an_empty_slot_cannot_be_used(draw_slot, empty, verb):
    """Neither played nor discarded, and the refusal says so."""
    rules = Rules(
        players=3, suits=1, ranks=5, copies=(1, 1, 1, 1, 2), hand_size=2, draw_slot=draw_slot
    )
    game = play_all(stacked("R1 R2 R3 R4 R5 R5", rules), "play 0; hint 2 2")
    game.state.current_seat = 0  # no seat acts twice after its hand has shrunk
    with pytest.raises(IllegalActionError, match=f"its slot {empty} is empty"):
        game.act(f"{verb} {empty}")
    full = 1 - empty
    assert [full, 2 + full] == [action for action in game.legal_actions() if action < 4]


@pytest.mark.parametrize(("draw_slot", "touched"), [("newest", 0b01), ("vacated", 0b10)])
def test_an_empty_slot_cannot_be_hinted(draw_slot, touched):
    """A hint touches the cards that are there, in the slots where they are."""
    rules = Rules(
        suits=2, ranks=2, copies=(1, 1), hand_size=2, information_tokens=3, draw_slot=draw_slot
    )
    game = play_all(stacked("R1 R2 Y1 Y2", rules), "play 0")
    assert [4, 7] == [action for action in game.legal_actions() if action >= 4]
    play_all(game, "hint 1 red")
    assert touched == game.state.last_touched


def test_discards_bring_tokens_in_the_last_round():
    """An empty deck changes nothing about tokens."""
    game = play_all(
        stacked("R1 R2 Y1 Y2", Rules(suits=2, ranks=2, copies=(1, 1), hand_size=2)),
        "hint 1 1; discard 0",
    )
    assert 8 == game.state.information_tokens


# --- Any game ------------------------------------------------------------------------------------


@examples(150)
@given(games())
def test_no_game_is_longer_than_max_turns(game):
    """The bound that arrays are sized by; and whoever must act can."""
    assert game.state.turn <= game.rules.max_turns
    assert game.is_over == (not game.legal_actions())


@examples(150)
@given(games())
def test_every_card_is_somewhere_once(game):
    """Deck, hands, fireworks and discards hold the whole deck between them."""
    rules, state = game.rules, game.state
    held = [int(card) for card in state.hands.ravel() if card >= 0]
    undrawn = game.deck[state.deck_drawn :]
    gone = [card for card, n in enumerate(state.discards) for _ in range(n)]
    played = [suit * rules.ranks + rank for suit in range(rules.suits)
              for rank in range(state.fireworks[suit])]  # fmt: skip
    assert sorted(game.deck) == sorted(held + undrawn + gone + played)


@examples(100, plain=20)
@given(games())
def test_illegal_actions_change_nothing(game):
    """The engine itself takes what is legal and leaves the state alone at any other number."""
    # A NumPy copy would have random bytes in the gaps between fields.
    legal, states = game.legal_actions(), new_states(game.rules, 1)
    for action in [*range(-2, game.rules.num_actions + 2), -(2**40), 2**40]:
        states[:] = game.states
        if not game.is_over:
            assert (action in legal) == apply_action(states[0], action)
            assert (action in legal) == (game.states.tobytes() != states.tobytes())


@examples(150)
@given(games())
def test_what_a_state_carries_can_be_worked_out_again(game):
    """Counts kept from move to move and the status are those of fireworks, discards and tokens."""
    before = game.states.tobytes()
    assert game.state.status == end_status(game.state)
    count_cards(game.state)
    assert before == game.states.tobytes()


@examples(150)
@given(games())
def test_reachable_points_are_never_below_the_points(game):
    """The bound lies between the points made and those of a perfect game."""
    assert game.state.points <= game.max_reachable_score <= game.rules.max_score
