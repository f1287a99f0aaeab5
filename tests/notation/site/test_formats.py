"""The site's JSON and links: real games round-trip, damage is refused by name."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import NotationError
from hanabilab.notation.game_log import Character, GameLog
from hanabilab.notation.site import format_export, format_link, parse_export, parse_link, parse_seed
from tests.notation.real_games import real_games
from tests.strategies import examples

LOG = real_games()[0][0]
JSON = format_export(LOG)


def test_json_of_real_games_round_trips():
    for log, _ in real_games():
        text = format_export(log)
        assert parse_export(text) == log
        assert format_export(parse_export(text)) == text


def test_links_of_real_games_round_trip():
    for log, _ in real_games():
        bare = replace(log, options=())
        assert parse_link(format_link(log)) == bare
        assert format_link(bare) == format_link(log)


def test_every_field_of_the_json_is_kept():
    full = replace(
        LOG,
        id=12345,
        players=("Ann", 'B "x"'),
        options=(("startingPlayer", 1), ("timed", True), ("timeBase", 120)),
        notes=(("f", "", "r2"), ()),
        characters=(Character("Anxious", 3), Character("Blind Spot", -1)),
        seed="p2v0s7",
    )
    document = json.loads(format_export(full))
    assert list(document) == [
        "id", "players", "deck", "actions", "options", "notes", "characters", "seed",
    ]  # fmt: skip
    assert parse_export(format_export(full)) == full


def test_a_seed_may_stand_for_the_deck():
    document = {"players": ["A", "B", "C"], "actions": [], "seed": "p3v0s1"}
    assert parse_export(json.dumps(document)).deck == tuple(parse_seed("p3v0s1").deck())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"options": {"variant": "Rainbow (9 Suits)"}}, "no variant"),
        ({"players": ["A"]}, "players"),
        ({"deck": [{"suitIndex": 9, "rank": 1}]}, r"deck\[0\]"),
        ({"actions": [{"type": 6, "target": 0}]}, r"actions\[0\]"),
        ({"actions": [{"type": 0, "target": "0"}]}, r"actions\[0\]"),
        ({"options": {"deckPlays": 3}}, "options.deckPlays"),
        ({"options": {"startingPlayer": "abc"}}, "options.startingPlayer is 'abc'"),
        ({"options": {"startingPlayer": -5}}, "options.startingPlayer is -5"),
        ({"options": {"startingPlayer": 2}}, "startingPlayer is none of the 2 players"),
        ({"options": {"variant": 5}}, "options.variant is not a name"),
        ({"actions": [{"type": 3, "target": 1, "value": "2"}]}, r"actions\[0\].value"),
        ({"actions": [{"type": 2, "target": 1, "value": 99}]}, "color hint of value 99"),
        ({"actions": [{"type": 0}]}, "play of target -1"),
        ({"players": None}, "players"),
        ({"deck": [], "seed": "x y"}, "no seed 'x y'"),
        ({"deck": None, "seed": None}, "neither a deck nor a seed"),
        ({"deck": [{"suitIndex": 0, "rank": 1}] * 4}, "too many R1"),
        ({"deck": [], "seed": ""}, "neither a deck nor a seed"),
        ({"deck": [], "seed": "p4v0s1"}, "the seed is of 4 players"),
        ({"id": 2**53}, "id"),
        ({"characters": [{"name": "Anxious"}] * 6}, "6 characters for 2 players"),
        ({"notes": [["f"]] * 6}, "notes of 6 seats for 2 players"),
        ({"notes": [[""] * 55 + ["f"]]}, "56 notes of P0"),
    ],
)
def test_a_wrong_field_is_named(change, message):
    with pytest.raises(NotationError, match=message):
        parse_export(json.dumps(json.loads(JSON) | change))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"players":' * 100_000, "1e999", "", "\0"])
def test_json_that_is_no_game_is_refused(text):
    with pytest.raises(NotationError):
        parse_export(text)


def test_json_without_end_is_refused_unread():
    with pytest.raises(NotationError, match="at most"):
        parse_export(" " * 10_000_000)


@given(st.integers(0, len(JSON) - 1), st.characters())
@examples(400)
@pytest.mark.late
def test_a_changed_letter_gives_a_game_or_a_refusal(place, letter):
    text = JSON[:place] + letter + JSON[place + 1 :]
    try:
        found = parse_export(text)
    except NotationError:
        return
    assert isinstance(found, GameLog)


LINK = format_link(LOG)


@given(st.integers(0, len(LINK) - 1), st.characters())
@examples(400)
def test_a_changed_letter_of_a_link_gives_a_game_or_a_refusal(place, letter):
    text = LINK[:place] + letter + LINK[place + 1 :]
    try:
        found = parse_link(text)
    except NotationError:
        return
    assert parse_link(format_link(found)).deck == found.deck


def test_a_game_without_a_deck_has_no_link():
    with pytest.raises(NotationError, match="needs the deck"):
        format_link(replace(LOG, deck=(), actions=()))


@pytest.mark.parametrize(
    "link", ["", "x", "211,00,0", LINK + "9", LINK.replace(",0", ",99"), LINK * 40]
)
def test_what_is_no_link_is_refused(link):
    with pytest.raises(NotationError):
        parse_link(link)
