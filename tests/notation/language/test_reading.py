"""The game language: real games round-trip; every bad line is told, with what would be right."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.notation.game_log import Character, LogAction, LogKind
from hanabilab.notation.language import read_game, write_game
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.site import parse_seed
from hanabilab.notation.variants import LogCard, variants
from tests.notation.real_games import real_games
from tests.strategies import examples

LOG = real_games()[0][0]
TEXT = write_game(LOG)


def finding_of(text):
    """The only finding of a text."""
    (finding,) = read_game(text).findings
    return finding


def test_real_games_round_trip():
    for log, _ in real_games():
        text = write_game(log)
        reading = read_game(text)
        assert reading.log == log
        assert len(reading.lines) == len(log.actions)
        assert write_game(reading.log) == text


def test_the_original_s_surface_is_read():
    """The lines that the seed document of this language shows, after a deck of its seed."""
    text = "Seed p2v0s1\nP0 clues P1 4\nP1 plays 8\nP0 discards 0\nP1 clues P0 Blue\n"
    log = read_game(text).log
    assert log is not None
    assert log.players == ("Alice", "Bob")
    assert log.deck == tuple(parse_seed("p2v0s1").deck())
    assert log.actions == (
        LogAction(LogKind.RANK_HINT, 1, 4),
        LogAction(LogKind.PLAY, 8),
        LogAction(LogKind.DISCARD, 0),
        LogAction(LogKind.COLOR_HINT, 0, 3),
    )


def test_cards_may_be_written_short():
    long = [f"Card {LOG.variant.suits[card.suit].name} {card.rank}" for card in LOG.deck]
    short = " ".join(map(LOG.variant.card_name, LOG.deck))
    assert read_game("\n".join(long)).log == read_game(short).log
    assert read_game(f"card {short.lower()}  # all of them").log == read_game(short).log


def test_slots_count_from_the_newest_card():
    """Seat 0 of two players is dealt cards 0 to 4; after a play card 10 is its newest."""
    text = "Seed p2v0s1\nP0 plays slot 1\nP1 plays slot 5\nP0 discards slot 1\n"
    log = read_game(text).log
    assert log is not None
    assert [action.target for action in log.actions] == [4, 5, 10]


def test_headers_notes_and_ends_are_kept():
    text = (
        'Game 77\nVariant 6 Suits\nPlayers "Ann B" Bob Cy\nOption timeBase 120\nOption timed\n'
        "Seed p3v1s5\nCharacter P1 Anxious 2\nP0 clues P1 1\nP1 ends idle timeout\n"
        'Note P2 3 "f, \\"x\\""\n'
    )
    log = read_game(text).log
    if log is None:
        pytest.fail(str(read_game(text).findings))
    assert (log.id, log.variant.name, log.players) == (77, "6 Suits", ("Ann B", "Bob", "Cy"))
    assert log.options == (("timeBase", 120), ("timed", True))
    assert log.characters[1] == Character("Anxious", 2)
    assert log.notes == ((), (), ("", "", "", 'f, "x"'))
    assert log.actions[-1] == LogAction(LogKind.END, 1, 6)
    assert read_game(write_game(log)).log == log


@pytest.mark.parametrize(
    ("line", "column", "message", "expected"),
    [
        ("Crad Yellow 1", 1, "did you mean 'Card'?", "'Card'"),
        ("Card Yelow 1", 6, "did you mean 'Yellow'?", "Yellow"),
        ("Card Yellow 7", 13, "no rank 7", "5"),
        ("Card Yellow", 12, "the line ends here", "a number"),
        ("P0 clue P1 1", 4, "did you mean 'clues'?", "'clues'"),
        ("P0 clues P5 1", 10, "no seat 'P5'", "P1"),
        ("P0 clues P1 Blu", 13, "did you mean 'Blue'?", "Blue"),
        ("P1 plays 8", 1, "not the turn of P1", "P0"),
        ("P0 plays slot 6", 15, "no slot 6", ""),
        ("P0 plays 8 9", 12, "does not belong here", "the end of the line"),
        ("P0 ends timout", 9, "did you mean 'timeout'?", "timeout"),
        ("Option deckPlay", 8, "did you mean 'deckPlays'?", "deckPlays"),
        ("Option timeBase", 8, "a number follows it", ""),
        ("Variant Rainbow (9 Suits)", 9, "no variant", ""),
        ("Players Ann", 9, "1 players", ""),
        ('Note P0 99 "x"', 9, "no card 99", ""),
        ("Note P0 9 x", 11, "does not belong here", "text in double quotes"),
        ("Seed p2v0s2", 6, "the seed is told twice; line 1 has told it", ""),
        ("?", 1, "does not belong here", "'Card'"),
        (f'Note P0 9 "{"x" * 99}', 11, f"cannot read '\"{'x' * 39}'", "text in double quotes"),
    ],
)
def test_a_bad_line_is_told(line, column, message, expected):
    finding = finding_of(f"Seed p2v0s1\n{line}\n")
    assert (finding.line, finding.column) == (2, column)
    assert message in finding.message
    assert not expected or expected in finding.expected


def test_every_bad_line_of_a_text_is_told():
    lines = TEXT.splitlines()
    lines[2], lines[9], lines[60] = "Crad Red 1", "Card Redd 1", "P0 claps P1 1"
    assert [finding.line for finding in read_game("\n".join(lines)).findings] == [3, 10, 61]


def test_a_deck_that_is_not_whole_is_told():
    card = LogCard(0, 1)
    text = TEXT.replace(f"Card {LOG.variant.suits[card.suit].name} {card.rank}\n", "", 1)
    assert "missing R1" in finding_of(text).message


def test_a_seed_that_does_not_fit_is_told():
    assert "the seed is of 2 players" in finding_of("Players A B C\nSeed p2v0s1\n").message
    deck = "\n".join(line for line in TEXT.splitlines() if line.startswith("Card"))
    reading = read_game(f"Seed p2v0s2\n{deck}\n")
    assert reading.log is not None
    assert replay_log(reading.log).quirks == ("the deck is not that of the seed p2v0s2",)
    assert replay_log(LOG).quirks == ()
    assert "no variant 99999" in finding_of("Seed p2v99999s1\n").message
    gone = replay_log(replace(LOG, seed="p2v99999s1")).quirks
    last = len(variants()) - 1
    assert gone == (f"seed p2v99999s1: the site has no variant 99999; they are 0 to {last}",)


@pytest.mark.parametrize(
    "line",
    [
        *("Variant 6 Suits", "Players A B C", "Seed p3v1s2", "Game 7", "Option timeBase 3"),
        *("Character P1 Anxious", 'Note P1 8 "f"'),
    ],
)
def test_what_is_told_twice_is_refused(line):
    """Whichever line counted, the other would be lost without a word."""
    text = f"{line}\n{line}\n"
    others = ("Variant 6 Suits\n", "Players A B C\n", "Seed p3v1s2\n")
    text += "".join(other for other in others if other.strip() != line)
    finding = finding_of(text)
    assert finding.line == 2
    assert "told twice; line 1 has told it" in finding.message


def test_words_may_be_in_capital_letters():
    text = "variant rainbow (5 suits)\nplayers A B\noption TIMEBASE 120\nseed p2v16s1\n"
    small, usual = (read_game(each).log for each in (text, text.replace("TIMEBASE", "timeBase")))
    assert small == usual
    assert (small.variant.name, small.options) == ("Rainbow (5 Suits)", (("timeBase", 120),))


def test_slots_are_not_counted_where_hints_move_them():
    finding = finding_of("Seed p2v0s1\nOption cardCycle\nP0 plays slot 1\n")
    assert (finding.line, finding.column) == (3, 15)
    assert "name the card by its place" in finding.message


def test_a_seat_that_is_not_there_is_one_finding():
    """Nobody knows who acted, so whoever acts next is not refused."""
    lines = ("Players A B", "Seed p2v0s1", "P5 clues P1 4", "P1 plays 8", "P0 plays 4")
    finding = finding_of("\n".join(lines))
    assert (finding.line, finding.message) == (3, "no seat 'P5' in this game")


@pytest.mark.parametrize(
    "changes",
    [
        {"options": (("timeBase", 0), ("timePerTurn", 10**15 - 1))},
        {"players": ("Ann\u2028B", "C\u0085D\u2029")},
        {"players": ("\x01" * 1000, '"' * 1000)},
        {"notes": (('"' * 1000, "a\x0cb"), ("\x85",))},
        {"id": 10**15 - 1},
        {"seed": "p2v99999s1"},
        {"characters": (Character("", -1), Character("Blind \x1c Spot", 10**9))},
    ],
)
def test_whatever_a_log_may_hold_is_read_back(changes):
    log = replace(LOG, **changes)
    assert read_game(write_game(log)).log == log


def test_a_switch_that_is_off_is_left_out():
    text = write_game(replace(LOG, options=(("timed", False), ("speedrun", True))))
    assert read_game(text).log == replace(LOG, options=(("speedrun", True),))


@given(st.integers(0, len(TEXT) - 1), st.characters())
@examples(200)
@pytest.mark.late
def test_a_changed_letter_gives_a_game_or_findings(place, letter):
    reading = read_game(TEXT[:place] + letter + TEXT[place + 1 :])
    assert (reading.log is None) == bool(reading.findings)


def test_a_text_without_end_is_refused_unread():
    assert "at most" in finding_of("x" * 10_000_000).message
