"""Logs played by the engine: real games reach the score that the site recorded."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation import Record, format_record
from hanabilab.notation.game_files import check_game, write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.game_log import LogAction, LogKind
from hanabilab.notation.language import read_game
from hanabilab.notation.log_replay import end_of, replay_log
from tests.notation.real_games import real_games


def problem_of(*lines):
    """What is wrong with actions after the deck of p2v0s1: B5 P4 B3 R4 G1, B3 B1 R1 G2 G4."""
    checked = check_game("\n".join(["Seed p2v0s1", *lines]).encode(), Kind.LANGUAGE)
    (finding,) = checked.findings
    return finding


def test_real_games_reach_their_recorded_score():
    """All fifty, one of which ends with a play from the deck."""
    assert any(log.option("deckPlays") for log, _ in real_games())
    for log, score in real_games():
        found = replay_log(log)
        assert found.problem is None
        assert found.recorded_score == score


def test_old_games_of_six_are_told():
    quirks = [replay_log(log).quirks for log, _ in real_games() if len(log.players) == 6]
    assert any("four cards" in quirk for found in quirks for quirk in found)


@pytest.mark.parametrize(
    ("lines", "message", "expected"),
    [
        (["P0 plays 5"], "P0 does not hold card 5", "plays 0, 1, 2, 3, 4"),
        (["P0 discards 0"], "tokens are there", "plays 0, 1, 2, 3, 4"),
        (["P0 clues P1 Purple"], "holds no", "clues P1 Red, Green, Blue, 1, 2, 3, 4"),
        (["P0 clues P0 Red"], "cannot tell", "plays 0"),
        (
            [f"P{turn % 2} clues P{1 - turn % 2} Blue" for turn in range(9)],
            "no information token",
            "discards 0, 1, 2, 3, 4",
        ),
        (
            ["P0 plays 0", "P1 plays 9", "P0 plays 1", "P1 plays 6"],
            "the game is over",
            "",
        ),
        (["P0 ends timeout", "P0 plays 4"], "the game is over", ""),
    ],
)
def test_an_illegal_action_is_told_with_what_is_legal(lines, message, expected):
    finding = problem_of(*lines)
    assert finding.line == len(lines) + 1
    assert message in finding.message
    assert not expected or any(each.startswith(expected) for each in finding.expected)


@pytest.mark.parametrize(("line", "actions"), [("P1 playz 9", 1), ("Nota P0 4 none", None)])
def test_a_game_is_played_up_to_an_action_that_cannot_be_read(line, actions):
    """After a wrong line of another sort it might be another game."""
    checked = check_game(f"Seed p2v0s1\nP0 plays 4\n{line}\n".encode(), Kind.LANGUAGE)
    assert [finding.line for finding in checked.findings] == [3]
    assert (checked.replay and len(checked.replay.game.actions)) == actions


def test_a_strikeout_keeps_the_points_and_records_none():
    text = "Seed p2v0s1\nP0 plays 4\nP1 plays 9\nP0 plays 0\nP1 plays 8\nP0 plays 1\n"
    log = read_game(text + "P1 plays 5\n").log or pytest.fail("must be read")
    found = replay_log(replace(log, actions=log.actions[:5]))
    assert found.problem is None
    assert (found.game.state.life_tokens, found.end) == (0, 2)
    assert (found.score, found.recorded_score) == (2, 0)


def test_an_unfinished_game_is_in_progress():
    log = read_game("Seed p2v0s1\nP0 plays 4\n").log or pytest.fail("must be read")
    assert (replay_log(log).end, replay_log(log).score) == (0, 1)


def test_a_game_ends_where_no_card_left_can_be_played():
    """Both seats know one color. Seat 0 has the last turn and the 3; the 2 stays with seat 1."""
    rules = Rules(players=2, suits=1, ranks=3, hand_size=1)
    game = Game(rules, deck=[0, 1, 0, 0, 1, 2])
    for action in ("play 0", "hint 1 1", "discard 0", "hint 1 1", "discard 0", "hint 1 2"):
        game.act(action)
    game.act("discard 0")
    assert end_of(game) == 0
    game.act("hint 1 3")
    assert (game.is_over, game.score, game.max_reachable_score) == (False, 1, 3)
    assert end_of(game) == 1


def test_a_lost_record_keeps_its_points():
    """By its own rules the game scores nothing; its points are told as those of a log are."""
    game = Game(
        Rules(players=2, suits=1, ranks=3, hand_size=1, life_tokens=1), deck=[0, 2, 0, 0, 1, 1]
    )
    for action in ("play 0", "play 0"):
        game.act(action)
    found = check_game(format_record(Record.of(game)).encode(), Kind.RECORD).replay
    assert (game.score, found.score, found.recorded_score, found.end) == (0, 1, 0, 2)


def test_all_or_nothing_fails_where_points_are_lost():
    """A game goes on until a point is out of reach, and records nothing then."""
    log = replace(read_game("Seed p2v0s1\n").log, options=(("allOrNothing", True),))
    fives = [place for place, card in enumerate(log.deck[:5]) if card.rank == 5]
    actions = (LogAction(LogKind.RANK_HINT, 1, 3), LogAction(LogKind.RANK_HINT, 0, 4))
    found = replay_log(replace(log, actions=(*actions, LogAction(LogKind.DISCARD, fives[0]))))
    assert (found.problem, found.end, found.recorded_score) == (None, 8, 0)


def test_a_vote_ends_a_game():
    log = replace(real_games()[0][0], actions=(LogAction(LogKind.VOTE_END, -1, 10),))
    assert replay_log(log).end == 10


@pytest.mark.parametrize("kind", [Kind.LANGUAGE, Kind.LINK, Kind.RECORD])
def test_every_kind_of_file_keeps_deck_and_play(kind):
    for log, _ in real_games()[::7]:
        if replay_log(log).quirks:
            continue
        checked = check_game(write_log(log, kind).encode(), kind)
        assert checked.findings == ()
        again = checked.as_log()
        assert again.deck == log.deck
        played = tuple(action for action in log.actions if action.kind < LogKind.END)
        assert again.actions[: len(played)] == played


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"\0", b"Card", b"{}", b"[1"])
@pytest.mark.parametrize("kind", list(Kind))
def test_whatever_bytes_come_in_there_are_findings(data, kind):
    assert check_game(data, kind).findings


@pytest.mark.parametrize("kind", list(Kind))
def test_the_mark_before_utf_8_is_passed_over(kind):
    """Editors on Windows put it there; the game is the one without it."""
    data = write_log(real_games()[0][0], kind).encode()
    assert check_game(b"\xef\xbb\xbf" + data, kind).as_log() == check_game(data, kind).as_log()


@pytest.mark.parametrize("kind", list(Kind))
def test_a_byte_that_is_no_text_is_told_with_its_place(kind):
    """By line and column, as an editor counts them."""
    (finding,) = check_game("Seed p2v0s1\n# ü ".encode() + b"\xff\n", kind).findings
    assert finding[:3] == (2, 5, "byte 17 is not UTF-8; a game is plain text")


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("piece", [b"\n", b"[", b"Foo 1\n", b"P0 plays 1\n", b'{"deck":'])
@pytest.mark.late_but(6)
def test_ten_megabytes_are_refused_at_once(kind, piece):
    """A megabyte, too, which may be read, but not where it is lines that are empty or all wrong."""
    for length in (10_000_000, 1_000_000):
        began = time.process_time()
        assert check_game(piece * (length // len(piece)), kind).log is None
        assert time.process_time() - began < 5
