"""Rules: what is refused and in which words, what is filled in, and the tables made of them."""

from __future__ import annotations

import pytest
from hypothesis import given

from hanabilab.errors import RulesError
from hanabilab.game.rule_tables import MAX_ACTIONS
from hanabilab.game.rules import PRESETS, Rules
from tests.naive.game import all_actions
from tests.strategies import examples, rules


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "players is 1; a whole number from 2 to 6 is needed"),
        ({"players": 7}, "players is 7; a whole number from 2 to 6 is needed"),
        ({"players": "2"}, "players is '2'; a whole number from 2 to 6 is needed"),
        ({"players": 2.0}, "players is 2.0; a whole number from 2 to 6 is needed"),
        ({"suits": 0}, "suits is 0; a whole number from 1 to 6 is needed"),
        ({"suits": 7}, "suits is 7; a whole number from 1 to 6 is needed"),
        ({"ranks": 0}, "ranks is 0; a whole number from 1 to 5 is needed"),
        ({"ranks": 6}, "ranks is 6; a whole number from 1 to 5 is needed"),
        ({"copies": (3, 2)}, "copies has 2 numbers for 5 ranks; give one for each"),
        ({"copies": (3, 2, 2, 2, 0)}, "copies is 0; a whole number from 1 to 3 is needed"),
        ({"copies": (4, 2, 2, 2, 1)}, "copies is 4; a whole number from 1 to 3 is needed"),
        ({"hand_size": 7}, "hand_size is 7; a whole number from 1 to 6 is needed"),
        ({"hand_size": None}, "hand_size is None; a whole number from 1 to 6 is needed"),
        ({"hand_size": False}, "hand_size is False; a whole number from 1 to 6 is needed"),
        ({"copies": 32221}, "copies is 32221; a tuple with a number for each rank"),
        ({"hand_size": -1}, "hand_size is -1; a whole number from 1 to 6 is needed"),
        (
            {"information_tokens": -1},
            "information_tokens is -1; a whole number from 0 to 64 is needed",
        ),
        (
            {"information_tokens": 65},
            "information_tokens is 65; a whole number from 0 to 64 is needed",
        ),
        ({"life_tokens": 0}, "life_tokens is 0; a whole number from 1 to 64 is needed"),
        ({"life_tokens": True}, "life_tokens is True; a whole number from 1 to 64 is needed"),
        ({"first_seat": 2}, "first_seat is 2; a whole number from 0 to 1 is needed"),
        ({"draw_slot": "oldest"}, "draw_slot is 'oldest'; it is one of newest, vacated"),
        ({"bomb": 0}, "bomb is 0; it is one of zero, keep"),
        ({"observation": "seer"}, "observation is 'seer'; it is one of knowledge, minimal"),
        (
            {"players": 6, "suits": 1},
            "a deck of 10 cards cannot deal 6 hands of 3; at least 18 cards are needed",
        ),
    ],
)
def test_impossible_rules_are_refused_in_one_line(options, message):
    """The message names the field, what was given and what would be right."""
    with pytest.raises(RulesError) as error:
        Rules(**options)
    assert message == str(error.value)


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("huge", {}, "unknown rules 'huge'; known are full, full-minimal, small, very-small"),
        (3, {}, "unknown rules 3; known are full, full-minimal, small, very-small"),
        (None, {}, "unknown rules None; known are full"),
        (["full"], {}, "unknown rules ['full']; known are full"),
        ("full", {"colors": 5}, "rules have no 'colors'; they have players, suits, ranks, "),
        ("full", {"players": 9}, "players is 9; "),
    ],
)
def test_a_preset_with_a_mistake_is_refused(name, changes, message):
    """An unknown preset or field is told with those that there are."""
    with pytest.raises(RulesError) as error:
        Rules.preset(name, **changes)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_the_default_is_the_standard_game():
    """Two players, five suits, 3-2-2-2-1 copies, eight and three tokens (the rule booklet)."""
    standard = Rules()
    assert (2, 5, 5, 8, 3) == (
        standard.players,
        standard.suits,
        standard.ranks,
        standard.information_tokens,
        standard.life_tokens,
    )
    assert (3, 2, 2, 2, 1) == standard.copies
    assert (50, 25, 20) == (standard.deck_size, standard.max_score, standard.num_actions)
    assert (0, "newest", "zero") == (standard.first_seat, standard.draw_slot, standard.bomb)


@pytest.mark.parametrize(("players", "hand_size"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_hand_size_follows_the_players(players, hand_size):
    """Five cards for two or three, four for four or five (the rule booklet), three for six."""
    assert hand_size == Rules(players=players).hand_size


@pytest.mark.parametrize(
    ("ranks", "copies"),
    [(1, (3,)), (2, (3, 1)), (3, (3, 2, 1)), (4, (3, 2, 2, 1)), (5, (3, 2, 2, 2, 1))],
)
def test_copies_follow_the_ranks(ranks, copies):
    """Three of the lowest, one of the highest, else two (HLE, HanabiGame::NumberCardInstances)."""
    assert copies == Rules(ranks=ranks).copies


@pytest.mark.parametrize(("players", "num_actions"), [(2, 20), (3, 30), (4, 38), (5, 48)])
def test_number_of_actions_is_that_of_hle(players, num_actions):
    """HLE's max_moves() of the full game."""
    assert num_actions == Rules(players=players).num_actions


@pytest.mark.parametrize(
    ("name", "suits", "hand_size", "information_tokens", "life_tokens", "observation"),
    [
        ("full", 5, 5, 8, 3, "knowledge"),
        ("full-minimal", 5, 5, 8, 3, "minimal"),
        ("small", 2, 2, 3, 1, "knowledge"),
        ("very-small", 1, 2, 3, 1, "knowledge"),
    ],
)
def test_presets_are_the_environments_of_hle(
    name, suits, hand_size, information_tokens, life_tokens, observation
):
    """The parameters of rl_env.make, with five ranks each."""
    assert (
        Rules(
            suits=suits,
            hand_size=hand_size,
            information_tokens=information_tokens,
            life_tokens=life_tokens,
            observation=observation,
        )
        == Rules.preset(name)
    )  # fmt: skip
    assert name in PRESETS


def test_a_preset_takes_changes():
    """Changes replace the preset's own fields, and defaults follow them."""
    assert Rules(players=4, life_tokens=1) == Rules.preset("full", players=4, life_tokens=1)
    assert 5 == Rules.preset("small", suits=5).suits


def test_rules_are_values():
    """Equal rules are equal, hashable, share their tables, and cannot be changed."""
    assert Rules() == Rules(copies=(3, 2, 2, 2, 1), hand_size=5)
    assert hash(Rules()) == hash(Rules(hand_size=5))
    assert Rules().tables is Rules(hand_size=5).tables
    with pytest.raises(AttributeError):
        Rules().players = 3


@examples(200)
@given(rules())
def test_tables_say_what_the_rules_say(any_rules):
    """Every number of the rules is in the row, and the cards of the deck are all there."""
    row = any_rules.tables
    cards = [
        suit * any_rules.ranks + rank
        for suit in range(any_rules.suits)
        for rank in range(any_rules.ranks)
        for _ in range(any_rules.copies[rank])
    ]
    assert cards == list(row.sorted_deck[: any_rules.deck_size])
    assert len(cards) == row.deck_size == any_rules.deck_size
    assert (any_rules.players, any_rules.suits, any_rules.ranks, any_rules.hand_size) == (
        row.num_players,
        row.num_suits,
        row.num_ranks,
        row.hand_size,
    )
    assert (any_rules.information_tokens, any_rules.life_tokens, any_rules.first_seat) == (
        row.max_information_tokens,
        row.max_life_tokens,
        row.first_seat,
    )
    assert (any_rules.bomb == "keep", any_rules.draw_slot == "vacated") == (
        row.bomb_keeps_points,
        row.draw_slot,
    )


@examples(100)
@given(rules())
def test_action_tables_tell_the_parts_of_every_action(any_rules):
    """Kind, slot or offset, and hint value of each id, in HLE's order; zeros beyond."""
    row, actions = any_rules.tables, all_actions(any_rules)
    kinds = ["discard", "play", "color", "rank"]
    said = {"color": 0, "rank": any_rules.suits - 1}  # ranks count from 1, after the colors
    expected = [
        (kinds.index(kind), place, said[kind] + value[0] if value else 0)
        for kind, place, *value in actions
    ]
    parts = zip(row.action_kind, row.action_place, row.action_value, strict=True)
    beyond = [(0, 0, 0)] * (MAX_ACTIONS - len(actions))
    assert [*expected, *beyond] == [tuple(map(int, part)) for part in parts]
    assert len(actions) == row.num_actions == any_rules.num_actions


@examples(200)
@given(rules())
def test_hint_tables_agree_with_each_other(any_rules):
    """A hint value touches a card if and only if it is its color or its rank."""
    row, suits, ranks = any_rules.tables, any_rules.suits, any_rules.ranks
    assert suits + ranks == row.num_hint_values
    for card in range(suits * ranks):
        for value in range(suits + ranks):
            names_it = value in (card // ranks, suits + card % ranks)
            assert names_it == bool(row.touched_by[card] >> value & 1)
            assert names_it == bool(row.touches[value] >> card & 1)
