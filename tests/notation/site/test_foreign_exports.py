"""Exports that others wrote: read with what they hold beside the game, or lack of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hanabilab.errors import NotationError
from hanabilab.notation.game_files import Kind, check_game, write_log
from hanabilab.notation.game_log import ENDS, LogKind
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.site import format_export, format_link, parse_export, parse_link
from tests.harness.spoiling import with_odd_values
from tests.notation.real_games import real_games

PLAY, DISCARD = LogKind.PLAY, LogKind.DISCARD


def documents():
    """Each real game, its recorded score, and its JSON."""
    for log, score in real_games():
        yield log, score, json.loads(format_export(log))


def read(document):
    return parse_export(json.dumps(document))


def with_more(document):
    """A document with fields that nobody knows in every place."""
    more = document | {"datetimeStarted": "2021", "tags": None, "server": {"seed": [1]}}
    for part in ("deck", "actions"):
        more[part] = [each | {"order": 3, "at": None} for each in document[part]]
    more["options"] = document["options"] | {"numPlayers": 2, "tableName": "x", "timed": "yes"}
    return more


def test_what_nobody_knows_is_left_out_in_one_remark():
    for log, score, document in documents():
        found = read(with_more(document))
        assert found == replace(log, options=found.options)
        (remark,) = found.remarks
        for name in ("datetimeStarted", "server", "deck.order", "actions.order"):
            assert name in remark
        assert "options.numPlayers" in remark
        replayed = replay_log(found)
        assert remark in replayed.quirks
        assert replayed.recorded_score == score
        assert replay_log(log).quirks == replayed.quirks[: replayed.quirks.index(remark)]


def test_a_file_of_ours_has_no_remark():
    assert all(read(document).remarks == () for _, _, document in documents())


def test_null_stands_for_what_is_missing():
    log, _, document = next(documents())
    nothing = dict.fromkeys(("id", "notes", "characters", "seed"))
    nothing["options"] = dict.fromkeys(("variant", "startingPlayer", "timed", "deckPlays", "new"))
    nothing["actions"] = [
        each | {"value": None} if each["type"] < 2 else each for each in document["actions"]
    ]
    found = read(document | nothing)
    assert found == log
    assert found.remarks == ()
    assert read(document | {"options": None}) == log
    assert read(document | {"notes": [None, ["f", None, "r2"]]}).notes == ((), ("f", "", "r2"))
    named = read(document | {"characters": [None, {"name": None}]})
    assert [each.name for each in named.characters] == ["", ""]


@pytest.mark.parametrize("kind", [LogKind.COLOR_HINT, LogKind.RANK_HINT])
def test_a_hint_must_say_what_it_tells(kind):
    """Without a value, or with null, it is refused; a play or a discard needs none."""
    log, _, document = next(documents())
    bare = [dict(each) for each in document["actions"]]
    for each in bare:
        if each["type"] < LogKind.COLOR_HINT:
            del each["value"]
    assert read(document | {"actions": bare}) == log
    place = next(place for place, each in enumerate(bare) if each["type"] == kind)
    for wrong in ({}, {"value": None}):
        actions = [*bare[:place], {"type": int(kind), "target": 1, **wrong}, *bare[place + 1 :]]
        with pytest.raises(NotationError, match=rf"actions\[{place}\].value` of a hint"):
            read(document | {"actions": actions})


def test_whole_numbers_may_have_a_point():
    log, _, document = next(documents())
    cards = [
        {"suitIndex": float(each["suitIndex"]), "rank": each["rank"]} for each in document["deck"]
    ]
    assert read(document | {"deck": cards}) == log


@pytest.mark.parametrize(
    ("kind", "value", "end"),
    [
        *((LogKind.END, value, 4) for value in (0, None, -3, 77, 10**12, 1.5, "idle", True, [1])),
        *((LogKind.VOTE_END, value, 10) for value in (0, None, 99)),
        *((LogKind.END, value, value) for value in (1, 3, 4, 6, 10)),
    ],
)
@pytest.mark.parametrize("target", [0, -1, None, 7, -9])
def test_an_end_may_have_any_value(kind, value, end, target):
    log, _, document = next(documents())
    ended = [*document["actions"], {"type": int(kind), "target": target, "value": value}]
    found = read(document | {"actions": ended})
    assert found.actions[-1] == (kind, target if target == 0 else -1, end)
    replayed = replay_log(found)
    assert replayed.problem is None
    assert replayed.summary.endswith(ENDS[end])
    assert replayed.score == replay_log(log).score
    assert bool(found.remarks) == (value != end)
    assert parse_export(format_export(found)) == found


def test_an_unknown_seed_is_ignored_where_the_deck_is_told():
    log, _, document = next(documents())
    for seed in ("x y", "JSON", 7, "p2"):
        found = read(document | {"seed": seed})
        assert found == log
        assert "seed" in found.remarks[0]


def test_a_variant_that_was_renamed_is_that_of_its_seed():
    document = {"players": ["A", "B"], "seed": "p2v16s1", "options": {"variant": "Rainbow!"}}
    found = read(document)
    assert found.variant.name == "Rainbow (5 Suits)"
    assert "Rainbow!" in found.remarks[0]
    live = {
        "players": ["A", "B"],
        "seed": "p2v16s1",
        "options": {"variantName": found.variant.name},
    }
    assert read(live) == found
    with pytest.raises(NotationError, match="no variant"):
        read(document | {"seed": None, "deck": [{"suitIndex": 0, "rank": 1}]})


# --- Exports of before 2020 ----------------------------------------------------------------------


def old_action(action, color):
    """An action as it was written until 2020."""
    kind, target, value = action
    if kind in (LogKind.COLOR_HINT, LogKind.RANK_HINT):
        told = color if kind == LogKind.COLOR_HINT else 1 - color
        return {"type": 0, "target": target, "clue": {"type": told, "value": value}}
    return {"type": {PLAY: 1, DISCARD: 2}[kind], "target": target}


@pytest.mark.parametrize("color", [1, 0])
def test_old_exports_are_read(color):
    """With hints of colors as type 1, and as type 0 where a game tells which it is."""
    compared = 0
    for log, _, document in documents():
        actions = tuple(
            action._replace(value=0) if action.kind < 2 else action
            for action in log.actions
            if action.kind < LogKind.END
        )
        tells = any(action[0] == LogKind.COLOR_HINT and action.value == 0 for action in actions)
        if color == 0 and not tells:
            continue
        compared += 1
        old = document | {
            "deck": [{"suit": card.suit, "rank": card.rank} for card in log.deck],
            "actions": [old_action(action, color) for action in actions],
            "options": {name: each for name, each in log.options if name != "startingPlayer"},
            "variant": 0,
            "firstPlayer": log.option("startingPlayer"),
        }
        found = read(old)
        assert found.actions == actions
        assert found.deck == log.deck
        assert replay_log(found).score == replay_log(replace(log, actions=actions)).score
        assert "before 2020" in found.remarks[0]
        assert "ignored" not in found.remarks[0]
    assert compared > 30


def test_an_old_play_from_the_deck_says_that_it_may_be_made():
    _, _, document = next(documents())
    found = read(
        document
        | {
            "actions": [
                {"type": 0, "target": 1, "clue": {"type": 0, "value": 1}},
                {"type": 3, "target": 49},
            ]
        }
    )
    assert dict(found.options) == {"deckPlays": True}
    assert found.actions == ((LogKind.RANK_HINT, 1, 1), (PLAY, 49, 0))


def test_an_old_variant_by_number_asks_for_its_name():
    _, _, document = next(documents())
    old = document | {"deck": [{"suit": 0, "rank": 1}], "variant": 3}
    with pytest.raises(NotationError, match=r"before 2020 .* options\.variant"):
        read(old)


@pytest.mark.parametrize(
    "actions",
    [
        [{"type": 9, "clue": {}}],
        [{"type": 0, "clue": 5}],
        [{"type": "0", "clue": {}}],
        [{"type": 0, "target": 1, "clue": {"value": 1}}],
        [{"type": 0, "target": 1, "clue": {"type": 1, "value": None}}],
    ],
)
def test_old_actions_that_make_no_sense_are_refused(actions):
    _, _, document = next(documents())
    with pytest.raises(NotationError):
        read(document | {"actions": actions})


# --- Decks of which a part is told ---------------------------------------------------------------


def drawn(log):
    """How many cards of the deck a game draws."""
    return int(replay_log(log).game.state.deck_drawn)


def unused(log):
    """The cards of a game that nobody uses, by their places."""
    used = {action.target for action in log.actions if action.kind in (PLAY, DISCARD)}
    return set(range(len(log.deck))) - used


def test_a_deck_may_list_what_was_drawn():
    shortened = 0
    for log, score, document in documents():
        cut = drawn(log)
        shortened += cut < len(log.deck)
        found = read(document | {"deck": document["deck"][:cut]})
        replayed = replay_log(found)
        assert found.deck[:cut] == log.deck[:cut]
        assert sorted(found.deck) == sorted(log.deck)
        assert found.stand_ins == frozenset(range(cut, len(log.deck)))
        assert (replayed.recorded_score, replayed.problem) == (score, None)
        assert (
            parse_link(format_link(replace(log, deck=log.deck[:cut], options=()))).deck
            == found.deck
        )
    assert shortened > 5


@pytest.mark.parametrize(
    "unknown",
    [
        None,
        {},
        {"suitIndex": -1, "rank": -1},
        {"suitIndex": None, "rank": 3},
        {"suitIndex": 2, "rank": 6},
    ],
)
def test_cards_that_nobody_uses_may_be_unknown(unknown):
    for log, score, document in documents():
        hidden = unused(log)
        deck = [unknown if place in hidden else card for place, card in enumerate(document["deck"])]
        found = read(document | {"deck": deck})
        replayed = replay_log(found)
        assert found.stand_ins == hidden
        assert sorted(found.deck) == sorted(log.deck)
        assert (replayed.recorded_score, replayed.problem) == (score, None)
        assert not hidden or any("not told" in quirk for quirk in replayed.quirks)


def test_a_card_that_is_used_must_be_known():
    """Named with its action; what came before is played."""
    log, _, document = next(documents())
    number = next(n for n, action in enumerate(log.actions) if n > 5 and action.kind == DISCARD)
    deck = document["deck"].copy()
    deck[log.actions[number].target] = None
    checked = check_game(json.dumps(document | {"deck": deck}).encode(), Kind.EXPORT)
    (finding,) = checked.findings
    assert finding.message.startswith(f"action {number + 1}: P")
    assert "the file does not tell" in finding.message
    assert len(checked.replay.game.actions) == number


def test_a_game_whose_deck_is_not_told_is_not_written():
    _, _, document = next(documents())
    found = read(document | {"deck": document["deck"][:-3]})
    for kind in Kind:
        with pytest.raises(NotationError, match="whole deck"):
            write_log(found, kind)


def test_a_seed_tells_the_cards_that_a_file_does_not():
    whole = read({"players": ["A", "B"], "seed": "p2v0s7"})
    document = json.loads(format_export(whole))
    for deck in (document["deck"][:20], [None, *document["deck"][1:]]):
        found = read(document | {"deck": deck})
        assert found == whole
        assert not found.stand_ins
    other = read(document | {"deck": [*document["deck"][10:20]]})
    assert other.deck[:10] == whole.deck[10:20]
    assert len(other.stand_ins) == 40


# --- Anything at all -----------------------------------------------------------------------------


def short_documents():
    """Small games of every form, with each value that a file may have."""
    document = {
        "id": 5,
        "players": ["A", "B"],
        "deck": [{"suitIndex": 0, "rank": 1}, None, {"suitIndex": 1, "rank": 2}],
        "actions": [
            {"type": 3, "target": 1, "value": 1},
            {"type": 2, "target": 0, "value": 2},
            {"type": 0, "target": 0, "value": 0},
            {"type": 4, "target": 0, "value": 4},
        ],
        "options": {"startingPlayer": 0, "variant": "6 Suits", "timeBase": 5, "deckPlays": False},
        "notes": [["f"], []],
        "characters": [{"name": "Anxious", "metadata": 3}, None],
        "seed": "p2v1s5",
    }
    old = document | {
        "deck": [{"suit": 0, "rank": 1}],
        "actions": [
            {"type": 0, "target": 1, "clue": {"type": 0, "value": 1}},
            {"type": 1, "target": 0},
            {"type": 4, "target": 0},
        ],
        "variant": "6 Suits",
        "firstPlayer": 0,
    }
    return [document, old | {"options": {}}]


def test_any_value_of_an_export_may_be_odd():
    """A game or one line, whatever a file holds; and what is read can be played or is refused."""
    taken, refused = 0, 0
    for document in short_documents():
        for changed in with_odd_values(document):
            try:
                replay_log(read(changed))
                taken += 1
            except NotationError as error:
                refused += 1
                assert len(str(error).splitlines()) == 1
    assert taken > 200
    assert refused > 100
