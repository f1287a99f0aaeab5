"""Records of games: their text, exact round trips, and every way a file can be wrong."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import IllegalActionError, NotationError, RulesError
from hanabilab.game.games import Game
from hanabilab.notation import Record, format_record, load_record, parse_record, replay
from tests.notation.samples import SMALL, TEXT, small_record
from tests.strategies import examples, games
from tests.tables import play_all, stacked

_captions = st.text([chr(code) for code in range(32, 127)], min_size=1, max_size=40)


@st.composite
def records(draw):
    """A record of any game, over or not, with any captions or none."""
    game = draw(games())
    named = st.lists(_captions, min_size=game.rules.players, max_size=game.rules.players)
    return Record(
        rules=game.rules,
        deck=tuple(game.deck),
        actions=tuple(game.actions),
        agents=tuple(draw(named | st.just([]))),
        source=draw(_captions | st.just("")),
    )


def test_the_text_of_a_record_is_as_told():
    """One fact a line, the score at the end, and back."""
    assert TEXT == format_record(small_record())
    assert small_record() == parse_record(TEXT) == parse_record(TEXT.encode())


def test_captions_may_be_missing():
    """A record without agents and source is the game alone."""
    record = small_record(agents=(), source="")
    text = "".join(line for line in TEXT.splitlines(True) if not line.startswith(("agent", "sou")))
    assert text == format_record(record)
    assert record == parse_record(text)


@examples(100, plain=30)
@given(records())
def test_records_round_trip(record):
    """Text to record and back, for any game, as text and as bytes."""
    text = format_record(record)
    assert record == parse_record(text)
    assert record == parse_record(text.encode("ascii"))
    assert text == format_record(parse_record(text))


@examples(40, plain=15)
@given(games())
def test_a_record_replays_to_its_game(game):
    """The game after the last action is byte for byte the game that was recorded."""
    record = Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions))
    again = record.replayed()
    assert game.states.tobytes() == again.states.tobytes()
    assert game.actions == again.actions


def test_replay_shows_the_game_before_and_after_every_action():
    """The same game object, first as dealt, then after each action."""
    seen = [(id(game), game.state.turn, game.score) for game in replay(small_record())]
    assert [(0, 0), (1, 0), (2, 1), (3, 1)] == [(turn, score) for _, turn, score in seen]
    assert 1 == len({name for name, _, _ in seen})


def test_replay_moves_a_given_game_on():
    """Whoever brings a game gets that one played."""
    game = Game(SMALL, deck=small_record().deck)
    assert all(table is game for table in replay(small_record(), game))
    assert list(small_record().actions) == game.actions


def test_a_lost_game_scores_by_its_rule(tmp_path):
    """The score line follows `bomb`: the same game scores nothing, or its points."""
    for bomb, score in (("zero", 0), ("keep", 1)):
        rules = dataclasses.replace(SMALL, bomb=bomb)
        game = play_all(stacked("R1 Y2 R3 Y1", rules), "play 0; play 0")
        record = Record(rules=rules, deck=tuple(game.deck), actions=tuple(game.actions))
        assert format_record(record).endswith(f"\nplay 0\nplay 0\nscore: {score}\n")
        (tmp_path / "game.txt").write_text(format_record(record))
        assert record == load_record(tmp_path / "game.txt")


# --- Files ---------------------------------------------------------------------------------------


def test_a_record_is_loaded_from_its_file(tmp_path):
    """Whatever the file is called."""
    (tmp_path / "a game").write_text(TEXT)
    assert small_record() == load_record(tmp_path / "a game")


def test_a_record_that_an_editor_on_windows_has_saved_is_the_same(tmp_path):
    """It ends lines in its own way, and may put a mark before the text."""
    (tmp_path / "game.hanabi").write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert small_record() == load_record(tmp_path / "game.hanabi")


@pytest.mark.parametrize(
    ("data", "error_class", "message"),
    [
        (b"", NotationError, "cut short: the last line of a record is "),
        (TEXT[:-1].encode(), NotationError, "cut short: "),
        (
            TEXT.replace("five", "f\xefve").encode("latin-1"),
            NotationError,
            "byte 51 is not ASCII; ",
        ),
        (b"\x00" * (2**20 + 1), NotationError, "a record has at most 1048576 bytes"),
        (TEXT.replace("Y5", "").encode(), RulesError, "line 6: the deck has 19 cards; "),
        (
            TEXT.replace("play 1", "hint 1 5").encode(),
            IllegalActionError,
            "line 8: action 2 of 3: ",
        ),
    ],
)
def test_a_bad_file_is_refused_by_name(tmp_path, data, error_class, message):
    """The error keeps its class, and the line begins with the path."""
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    with pytest.raises(error_class) as error:
        load_record(path)
    assert str(error.value).startswith(f"record {path}: {message}")
    assert "\n" not in str(error.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    """No file, and a folder: the system's own words after the path."""
    missing = tmp_path / "none.txt"
    for path, why in ((missing, "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(NotationError) as error:
            load_record(path)
        assert f"cannot read record {path}: {why}" == str(error.value)


def test_a_huge_file_is_not_read_whole(tmp_path):
    """A sparse file of a terabyte is refused at once."""
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(NotationError, match="a record has at most 1048576 bytes"):
        load_record(tmp_path / "huge")


@pytest.mark.parametrize("name", ["a\0b", "a\nb"])
def test_a_strange_path_is_refused_in_one_line(tmp_path, name):
    """No file can have a null byte in its name; a line break is shown as such."""
    with pytest.raises(NotationError) as error:
        load_record(tmp_path / name)
    assert "\n" not in str(error.value)
