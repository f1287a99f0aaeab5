"""Games of people are read whole, and what cannot be read is named."""

from __future__ import annotations

import gzip
import json
import os
import struct
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from hanabilab.errors import NotationError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation.site import format_export
from hanabilab.people import Ending, read_people
from hanabilab.people.hanabidata import deck_of_seed
from hanabilab.people.writing import format_line
from tests.notation.real_games import real_games
from tests.people.telling import as_people, game_of, write_lines

pytestmark = pytest.mark.once

_COLORS = ["green", "yellow", "white", "blue", "red"]
_OURS = {"red": 0, "yellow": 1, "green": 2, "white": 3, "blue": 4}


def _game(rules, seed, deck=None):
    """A game to its end, with hints before plays so that it is not lost at once."""
    game, random = Game(rules, seed=seed, deck=deck), Random(seed)
    while not game.is_over:
        game.act(random.choice(game.legal_actions()))
    return game


def _safetensors(path, players, games, **changes):
    """A file as AH2AC2 has it; `changes` are other arrays, by name."""
    turns = max(len(game.actions) for game in games) + 3
    no_op = games[0].rules.num_actions
    actions = np.full((len(games), turns, players), no_op, "<i4")
    for row, game in enumerate(games):
        for turn, action in enumerate(game.actions):
            actions[row, turn, turn % players] = action
    arrays = {
        "actions": actions,
        "decks": np.array([[divmod(card, 5) for card in game.deck] for game in games], "<i4"),
        "game_ids": np.arange(len(games), dtype="<i4") + 700,
        "num_actions": np.array([len(game.actions) for game in games], "<i4"),
        "num_players": np.array(players, "<i4"),
        "scores": np.array([int(game.state.points) for game in games], "<i4"),
    } | changes
    header, body = {}, b""
    for name, array in arrays.items():
        end = len(body) + array.nbytes
        header[name] = {
            "dtype": "I32",
            "shape": list(array.shape),
            "data_offsets": [len(body), end],
        }
        body += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)
    return path


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tensors_are_read_for_any_number_of_players(tmp_path, players):
    """Decks, actions and points are those of the games that the test has played."""
    games = [_game(Rules(players=players), seed) for seed in range(3)]
    found = read_people(_safetensors(tmp_path / "games.safetensors", players, games))
    assert found.faults == ()
    assert [list(each.record.deck) for each in found.games] == [game.deck for game in games]
    assert [list(each.record.actions) for each in found.games] == [game.actions for game in games]
    assert [each.points for each in found.games] == [int(game.state.points) for game in games]
    assert [each.name for each in found.games] == ["700", "701", "702"]
    assert found.decisions == sum(len(game.actions) for game in games)


def test_a_wrong_row_names_its_game_and_turn(tmp_path):
    """An action out of turn, a wrong score, a card that there is not."""
    games = [_game(Rules(players=3), seed) for seed in range(4)]
    path = _safetensors(tmp_path / "games.safetensors", 3, games)
    good = read_people(path)
    actions = np.full((4, 90, 3), 30, "<i4")
    for row, game in enumerate(good.games):
        for turn, action in enumerate(game.record.actions):
            actions[row, turn, turn % 3] = action
    actions[0, 4, 0] = 2
    scores = np.array([game.points for game in good.games], "<i4")
    scores[1] += 1
    decks = np.array([[divmod(c, 5) for c in game.record.deck] for game in good.games], "<i4")
    decks[2, 6] = (5, 0)
    _safetensors(path, 3, games, actions=actions, scores=scores, decks=decks)
    found = read_people(path)
    assert [game.name for game in found.games] == ["703"]
    first, second, third = found.faults
    assert first.startswith(f"{path}: game 700, turn 5: seat 1 acts, and no other")
    assert "game 701, turn" in second
    assert f"the file says {scores[1]} points, and its actions make {scores[1] - 1}" in second
    assert third == f"{path}: game 702: card 7 of the deck is [5, 0]"


@pytest.mark.parametrize("keep", [0, 5, 30, 400, -4])
def test_a_file_of_tensors_that_is_cut_short_is_refused(tmp_path, keep):
    """One line that names the file."""
    path = _safetensors(tmp_path / "games.safetensors", 2, [_game(Rules(), 1)])
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(NotationError, match=r"games\.safetensors"):
        read_people(path)


def test_sizes_are_compared_before_they_are_used(tmp_path):
    """A shape of many numbers in a small file takes no memory."""
    path = tmp_path / "games.safetensors"
    whole = {"dtype": "I32", "shape": [1 << 19, 89, 2], "data_offsets": [0, 8]}
    names = ["actions", "decks", "game_ids", "num_actions", "num_players", "scores"]
    text = json.dumps(dict.fromkeys(names, whole)).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + bytes(8))
    with pytest.raises(NotationError, match="tensor actions is cut short"):
        read_people(path)


def _log(path, seed, agent="outer", old="", swap=None):
    """A log as HanabiData has it, of a game that random players play."""
    rules = Rules(bomb="keep", discard_at_max=True)
    game = _game(rules, seed, deck=deck_of_seed(seed))
    colors = {_OURS[name]: place for place, name in enumerate(_COLORS)}
    printed = [(colors[card // 5], card % 5 + 1) for card in game.deck[10:]]
    lines = [f"Old GID: {old}"] * bool(old) + [f"Treatment: ('{agent}', {seed})", str(printed)]
    for turn, action in enumerate(game.actions):
        seat = turn % 2
        by_person = (seat == 1) != (swap is not None and turn >= swap)
        target = 1 if by_person else None
        if action < 10:
            lines.append(f"MOVE: {seat} {2 + (action < 5) * 1} {action % 5} {target} None None")
        elif action < 15:
            lines.append(f"MOVE: {seat} 0 None {1 - seat} {colors[action - 10]} None")
        else:
            lines.append(f"MOVE: {seat} 1 None {1 - seat} None {action - 14}")
        lines.append("AI now has red 1, blue 2")
    path.write_text("\n".join([*lines, f"Score {int(game.state.points)}"]) + "\n")
    return game


def test_logs_are_read_with_the_deck_of_their_seed(tmp_path):
    """A chain of games has one person; only the person's actions count."""
    games = {
        "a1": _log(tmp_path / "gamea1.log", 3),
        "b2": _log(tmp_path / "gameb2.log", 4, old="a1"),
    }
    found = read_people(tmp_path)
    assert found.faults == ()
    for each in found.games:
        assert list(each.record.actions) == games[each.name].actions
        assert list(each.record.deck) == games[each.name].deck
        assert each.persons == ("", "a1")
        assert each.players == ("outer", "human")
        assert each.counts == tuple(turn % 2 == 1 for turn in range(len(each.record.actions)))


def test_a_log_that_an_editor_on_windows_has_saved_is_the_same(tmp_path):
    """It may put a mark before the text, and ends lines in its own way."""
    path = tmp_path / "gamea1.log"
    _log(path, 3)
    before = read_people(tmp_path).games
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    after = read_people(tmp_path)
    assert (before, ()) == (after.games, after.faults)


def test_the_deck_of_a_seed_is_that_of_python_2():
    """The first cards of seed 1, found once by the recipe in docs/people.md."""
    deck = deck_of_seed(1)
    assert deck[:12] == (13, 4, 0, 2, 8, 20, 1, 6, 6, 15, 10, 5)
    assert Counter(deck) == Counter(Rules().tables.sorted_deck[:50].tolist())
    assert deck != deck_of_seed(2)


def test_a_log_whose_players_change_seats_is_read_up_to_there(tmp_path):
    """Nothing of it counts, and a remark says why."""
    path = tmp_path / "game77.log"
    for seed in range(20):
        game = _log(path, seed, swap=6)
        if any(action < 10 for action in game.actions[6:]):
            break
    (found,) = read_people(path).games
    assert found.ending is Ending.STOPPED
    assert found.decisions == 0
    assert "players have changed seats from turn" in found.remark


def test_a_log_alone_does_not_tell_who_has_played_before(tmp_path):
    """The first game of its chain names the person, and only the folder has it."""
    first, second = tmp_path / "gamea1.log", tmp_path / "gameb2.log"
    _log(first, 3)
    _log(second, 4, old="a1")
    assert read_people(first).games[0].persons == ("", "a1")
    assert read_people(second).games[0].persons == ("", "")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Score", "Store", "it is cut short"),
        ("Treatment: ('outer', 3)", "Treatment: ('outer', 4)", "not that of its seed"),
        ("MOVE: 0", "MOVE: x", "is no move"),
    ],
)
def test_a_damaged_log_says_what_is_wrong(tmp_path, old, new, says):
    """The file, the game and the reason, in one line."""
    path = tmp_path / "game5.log"
    _log(path, 3)
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(NotationError, match=says) as caught:
        read_people(path)
    assert str(caught.value).startswith(f"{path}: game 5")


@pytest.mark.parametrize("packed", [False, True])
def test_lines_come_back_as_they_were_written(tmp_path, packed):
    """Plain and packed."""
    _log(tmp_path / "game1.log", 6)
    _safetensors(tmp_path / "g.safetensors", 4, [_game(Rules(players=4), 1)])
    games = read_people(tmp_path).games
    path = tmp_path / ("lines.jsonl.gz" if packed else "lines.jsonl")
    text = "".join(format_line(game) + "\n" for game in games).encode()
    path.write_bytes(gzip.compress(text, mtime=0) if packed else text)
    assert read_people(path).games == games


def test_a_game_that_is_there_again_counts_once(tmp_path):
    """In a folder with a copy, packed, and on two lines of a file; a line says how many."""
    games = [
        as_people(game_of(["five-rule"] * 2, seed), f"g{seed}", ("human", "human"))
        for seed in range(3)
    ]
    file, copy = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    write_lines(file, [*games, games[1]])
    copy.write_bytes(gzip.compress(file.read_bytes()))
    found = read_people(tmp_path)
    assert found.games == tuple(games)
    again = "games that were read before, and count once"
    assert found.quirks == (f"{file}: {again}: 1", f"{copy}: {again}: 4")
    assert not found.faults


def test_a_wrong_line_is_named_and_the_others_are_read(tmp_path):
    """An illegal action says its turn; JSON that is none says its line."""
    _safetensors(tmp_path / "g.safetensors", 2, [_game(Rules(), 1)])
    line = format_line(read_people(tmp_path / "g.safetensors").games[0])
    damaged = json.loads(line)
    damaged["actions"][2] = "hint 1 pink"
    path = tmp_path / "lines.jsonl"
    one_card = json.dumps(json.loads(line) | {"deck": ["R1"]})
    last = json.dumps(json.loads(line) | {"game": "last"})
    path.write_text("\n".join([line, json.dumps(damaged), "{", "[]", one_card, last]))
    found = read_people(path)
    assert len(found.games) == 2
    assert len(found.faults) == 4
    assert "turn 3: " in found.faults[0]
    assert all(fault.startswith(str(path)) or str(path) in fault for fault in found.faults)


def _lines_of(tmp_path, *changes):
    """A file of one game of two, a line for each of `changes` of it."""
    _safetensors(tmp_path / "g.safetensors", 2, [_game(Rules(), 1)])
    line = json.loads(format_line(read_people(tmp_path / "g.safetensors").games[0]))
    path = tmp_path / "lines.jsonl"
    named = [line | {"game": str(700 + place)} for place in range(len(changes))]
    path.write_text("\n".join(json.dumps(a | b) for a, b in zip(named, changes, strict=True)))
    return path, len(line["actions"])


@pytest.mark.parametrize("swapped", [-1, 1000, True, "3", 2.0, [1]])
def test_a_change_of_seats_is_at_one_of_the_actions(tmp_path, swapped):
    """Nothing is cut off, and no whole game is taken for a damaged one."""
    path, count = _lines_of(tmp_path, {"meta": {"swapped_from": swapped}})
    with pytest.raises(NotationError) as caught:
        read_people(path)
    assert str(caught.value) == (
        f"{path}: line 1: game 700: swapped_from is {swapped!r}; "
        f"a whole number from 0 to {count}, that of its actions, is needed"
    )


def test_changes_of_seats_that_can_be_are_read(tmp_path):
    """Before all actions, after them as our own files have it, or never."""
    path, count = _lines_of(
        tmp_path, *({"meta": {"swapped_from": each}} for each in (0, 4, None)), {"meta": None}
    )
    written = format_line(replace(read_people(path).games[1], name="written"))
    path.write_text(path.read_text() + "\n" + written)
    found = read_people(path)
    assert found.faults == ()
    assert [len(game.record.actions) for game in found.games] == [0, 4, count, count, 4]
    assert [game.is_whole for game in found.games] == [False, False, True, True, False]


def test_what_a_line_says_beside_its_game_is_an_object(tmp_path):
    """A person is not lost in anything else, and null is no name."""
    path, _ = _lines_of(tmp_path, {"meta": ["ab12"]}, {"meta": {"participant": None}})
    found = read_people(path)
    assert found.faults == (f"{path}: line 1: game 700: meta is ['ab12']; an object is needed",)
    assert found.games[0].persons == ("", "")


def test_rules_of_a_line_may_name_the_players(tmp_path):
    """As often as the players are named; other rules are refused with what would be right."""
    rules = ({"players": 2}, {"players": 3}, {"players": "2"}, {"cls": 1})
    path, _ = _lines_of(tmp_path, *({"rules": each} for each in rules))
    found = read_people(path)
    assert [game.record.rules for game in found.games] == [Rules()]
    more, text, unknown = found.faults
    assert "2 players are named for 3 seats" in more
    assert "line 3: players is '2'; a whole number from 2 to 6 is needed" in text
    assert "line 4: rules have no 'cls'; they have players, suits" in unknown


def _export():
    """A game of the site, and the place of a card that nobody plays or discards."""
    found = json.loads(format_export(real_games()[0][0]))
    used = {each["target"] for each in found["actions"] if each["type"] < 2}
    return found, next(place for place in range(len(found["deck"])) if place not in used)


@pytest.mark.parametrize("first", [False, True])
def test_no_card_is_made_up_for_one_that_an_export_does_not_tell(tmp_path, first):
    """Not even for one that is never used."""
    path, (found, unused) = tmp_path / "games.jsonl", _export()
    if first:  # the line is still one of the site
        found["actions"] = found["actions"][:0]
        unused = 0
    found["deck"][unused] = None
    path.write_text(json.dumps(found))
    with pytest.raises(NotationError, match=f"line 1: game .*: card {unused} of the deck not told"):
        read_people(path)


def test_what_is_odd_about_an_export_is_told(tmp_path):
    """As every command tells it that plays the game."""
    path, (found, _) = tmp_path / "games.jsonl", _export()
    path.write_text(f"{json.dumps(found)}\n{json.dumps(found | {'deckk': 1})}")
    assert read_people(path).quirks == (f"{path}: game on line 2: ignored: deckk",)


def test_a_json_file_is_a_game_on_several_lines_or_one_on_each(tmp_path):
    """A damaged one says where, counted in the whole file."""
    path, (found, _) = tmp_path / "games.json", _export()
    plain, laid_out = json.dumps(found), json.dumps(found, indent=1)
    counts = []
    for text in (plain, laid_out, f"\n{laid_out}\n", f"{plain}\n{plain}", f"{{\n{plain}"):
        path.write_text(text)
        counts.append(len(read_people(path).games))
    assert counts == [1, 1, 1, 2, 1]
    path.write_text(laid_out.replace('"actions"', "actions"))
    with pytest.raises(NotationError, match=r"cannot read .*games\.json: .* line \d+ column 2"):
        read_people(path)
    path.write_text(json.dumps([found, found], indent=1))
    with pytest.raises(NotationError, match="a game is an object"):
        read_people(path)


def test_a_file_of_lines_that_is_too_large_is_not_read(tmp_path):
    """A quarter of a GiB is the most; a file with a hole takes no room on the disk."""
    path = tmp_path / "lines.jsonl"
    path.touch()
    os.truncate(path, (1 << 28) + 1)
    with pytest.raises(NotationError, match="has 268,435,457 bytes; at most 268,435,456 are read"):
        read_people(path)


def test_a_game_that_stops_where_no_point_is_left_is_whole(tmp_path):
    """Cut before its last round's end: whole if no seat with a turn left holds a card that fits."""
    endings = set()
    for seed in range(60):
        game = _game(Rules(life_tokens=30), seed)
        line = {
            "game": seed, "players": ["human"] * 2, "rules": {"life_tokens": 30},
            "deck": [f"{'RYGWB'[card // 5]}{card % 5 + 1}" for card in game.deck],
        }  # fmt: skip
        before = Game(game.rules, deck=game.deck)
        for action in game.actions[:-1]:
            before.act(action)
        words = [_words(action) for action in before.actions]
        line |= {"actions": words, "score": int(before.state.points)}
        path = tmp_path / "one.jsonl"
        path.write_text(json.dumps(line))
        (found,) = read_people(path).games
        seat, stacks = before.current_seat, before.state.fireworks
        fits = [
            card for card in before.state.hands[seat] if card >= 0 and stacks[card // 5] == card % 5
        ]
        assert found.ending is (Ending.STOPPED if fits else Ending.NO_POINT_LEFT)
        endings.add(found.ending)
    assert endings == {Ending.STOPPED, Ending.NO_POINT_LEFT}


def test_all_or_nothing_goes_on_once_the_deck_is_out(tmp_path):
    """There is no last round: who holds cards that fit has turns left, however many were taken."""
    rules = Rules(all_or_nothing=True, suits=1, ranks=3, hand_size=1, copies=(1, 1, 1))
    game = Game(rules, deck=[1, 0, 2])
    game.act("hint 1 1")
    game.act("play 0")
    line = {
        "game": 1, "players": ["human"] * 2, "deck": ["R2", "R1", "R3"],
        "rules": {"all_or_nothing": True, "suits": 1, "ranks": 3, "hand_size": 1,
                  "copies": [1, 1, 1]},
        "actions": ["hint 1 1", "play 0"], "score": 1,
    }  # fmt: skip
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(line))
    (found,) = read_people(path).games
    assert (game.cards_left, game.is_over) == (0, False)
    assert found.ending is Ending.STOPPED


def _words(action):
    if action < 10:
        return f"{'discard' if action < 5 else 'play'} {action % 5}"
    colors = ["red", "yellow", "green", "white", "blue"]
    return f"hint 1 {colors[action - 10] if action < 15 else action - 14}"


def test_every_game_at_hand_replays_to_its_score():
    """The real files; docs/testing.md says how to name them."""
    folder = os.environ.get("HANABILAB_PEOPLE")
    if not folder:
        pytest.skip("HANABILAB_PEOPLE names no folder of people's games")
    found = read_people(Path(folder))
    assert found.faults == ()
    assert all(game.is_whole or game.remark for game in found.games)
