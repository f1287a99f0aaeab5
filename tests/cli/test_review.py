"""`hanabi review`: one game by turn, many by line, for programs, and what cannot be read."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import pytest

from hanabilab import play_games
from hanabilab.arena.table import record_of
from hanabilab.cli import reviewed, run
from hanabilab.cli.game_files import load_game
from hanabilab.cli.losses import ToldLoss, points_by_verdict
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation import Record, format_record, parse_record
from hanabilab.notation.game_files import write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.open_hands import Winnability
from hanabilab.review.conventions import read_by_convention
from hanabilab.review.losses import Cause, Loss, choices_at
from hanabilab.review.review import Review, review_record
from tests.cli.calling import document, printed
from tests.notation.real_games import real_games

LOG = real_games()[0][0]
FIELDS = {
    *("file", "variant", "players", "score", "recorded_score", "end", "strikes", "turns", "hints"),
    *("max_reachable", "lost_at", "lost_by"),
}

pytestmark = pytest.mark.compiled


@pytest.fixture
def games(tmp_path):
    """One game as every kind of file."""
    paths = []
    for kind in Kind:
        paths.append(tmp_path / f"real.{kind}")
        paths[-1].write_text(write_log(LOG, kind))
    return paths


def test_every_kind_of_file_gets_the_same_review(games, capsys):
    found = document(capsys, "review", *games)
    assert [each["file"] for each in found] == [str(path) for path in games]
    for each in found:
        assert FIELDS <= set(each)
        assert (each["players"], each["score"], each["turns"], each["strikes"]) == (2, 20, 65, 2)
        assert (each["max_reachable"], each["lost_at"], each["end"]) == (20, 7, "normal")
        assert each["lost_by"] == "P0 discards 0 (B5)" or each["file"].endswith(".hanabi")
    assert found[-1]["lost_by"] == "P0 discards 0 (W5)"  # our names: see docs/compiler.md


def test_hints_given_and_tokens_in_store_have_a_word_each(games, capsys):
    (found,) = document(capsys, "review", games[0])
    assert (found["hints"], found["by_turn"][0]["information_tokens"]) == (24, 8)
    one, several = (printed(capsys, "review", *files) for files in (games[:1], games[:2]))
    heads = ["".join(each.splitlines()[1:5]) for each in (one, several)]
    assert ["tokens" in head for head in heads] == [True, False]
    assert ["hints" in head for head in heads] == [False, True]
    assert "clues" not in heads[0] + heads[1]


def test_half_tokens_are_shown_as_such(tmp_path, capsys):
    game = tmp_path / "starved.game"
    game.write_text(
        "Variant Clue Starved (6 Suits)\nSeed p2v51s1\nP0 clues P1 Red\nP1 discards 5\n"
    )
    (found,) = document(capsys, "review", game)
    assert [each["information_tokens"] for each in found["by_turn"]] == [8, 7, 7.5]
    assert " 7.5 " in printed(capsys, "review", game)


def test_one_game_is_told_turn_by_turn(games, capsys):
    told = printed(capsys, "review", games[0])
    assert "At the end the perfect score was lost by action 7: P0 discards 0 (B5)." in told
    assert len([line for line in told.splitlines() if " P0 " in line or " P1 " in line]) >= 65
    assert max(map(len, told.splitlines()[1:])) <= 80


def test_a_deck_that_nobody_can_win_is_told_as_such(tmp_path, capsys):
    """Deck 32 of seed 0 is proved lost before any action."""
    game = Game(Rules(players=2), index=32)
    record = Record(rules=game.rules, deck=tuple(game.deck), actions=())
    (tmp_path / "lost.hanabi").write_text(format_record(record))
    told = printed(capsys, "review", tmp_path / "lost.hanabi")
    assert "At the end the perfect score was lost: the deck could never be won." in told


@pytest.mark.parametrize(
    ("perfect", "words"),
    [
        ("won won lost", " by action 2: P1 misplays 9 (G4)."),
        ("won undecided lost", " by one of the actions 1 to 2."),
        ("undecided undecided lost", " by the deck or by one of the actions 1 to 2."),
        ("undecided undecided undecided", "is undecided."),
    ],
)
def test_the_last_line_says_how_much_is_known(perfect, words, tmp_path, monkeypatch, capsys):
    """One or another action, where the search leaves open which it was."""
    game = tmp_path / "odd.game"
    game.write_text("Seed p2v0s1\nP0 plays 4\nP1 plays 9\n")

    def review_of(record, **_):
        moments = review_record(record, widths=(30,)).moments
        found = [Winnability[each.upper()] for each in perfect.split()]
        told = zip(moments, found, strict=True)
        return Review(record, tuple(each._replace(perfect=known) for each, known in told))

    monkeypatch.setattr(reviewed, "review_record", review_of)
    assert words in printed(capsys, "review", game)


def test_every_lost_point_is_told_with_what_lost_it(games, capsys):
    """A five is discarded, and two fours are misplayed while no copy of them is left."""
    told = printed(capsys, "review", games[0])
    assert "Points lost: 5, 1 by discards, 4 by misplays." in told
    assert "1  7: P0 discards 0 (B5); the perfect score, too" in told
    (found,) = document(capsys, "review", games[0])
    sums = [found[f"points_lost{of}"] for of in ("", "_by_actions", "_to_time")]
    assert sums == [5, 5, 0]
    assert [(loss["turn"], loss["points"], loss["cause"]) for loss in found["losses"]] == [
        (7, 1, "discard"),
        (27, 2, "misplay"),
        (31, 2, "misplay"),
    ]
    assert found["losses"][0]["action"] == "P0 discards 0 (B5)"
    assert "choice" not in found["losses"][0]
    assert "agent" not in found


def test_a_game_that_is_not_played_to_its_end_says_so(tmp_path, capsys):
    game = tmp_path / "short.game"
    game.write_text("Seed p2v0s1\nP0 plays 4\n")
    assert "Points lost: 24, 24 as the game stops." in printed(capsys, "review", game)


def test_an_agent_shows_what_it_would_have_done_at_each_loss(games, capsys):
    told = printed(capsys, "review", games[0], "--agent", "five-rule")
    assert "five-rule would have acted otherwise in " in told
    (found,) = document(capsys, "review", games[0], "--agent", "five-rule")
    assert found["agent"] == "five-rule"
    record = parse_record(games[-1].read_bytes())
    choices = choices_at(record, "five-rule", [loss["turn"] for loss in found["losses"]])
    for loss, action in zip(found["losses"], choices.values(), strict=True):
        same = action == record.actions[loss["turn"] - 1]
        assert (loss["choice"] == loss["action"]) == same
        assert loss["choice"].startswith("P0 ")
    assert " of 12 cases." in printed(capsys, "review", *games, "--agent", "five-rule")


def test_losses_at_which_an_agent_acts_the_same_are_told_so(tmp_path, capsys):
    """`smart` asked of its own game, which lost the perfect score by a misplay."""
    file = "tests/golden/smart-2p.hanabi"
    told = printed(capsys, "review", file, "--agent", "smart")
    assert "smart would have acted otherwise in 0 of 1 cases." in told
    assert "the same" in told
    assert "1  time: no turn was left, or no card that fits" in told


def test_a_game_that_the_agent_does_not_play_is_told_and_the_rest_reviewed(games, tmp_path, capsys):
    other = tmp_path / "rainbow.game"
    other.write_text("Variant Rainbow (5 Suits)\nSeed p2v16s1\nP0 plays 0\n")
    assert run(["review", str(games[0]), str(other), "--agent", "smart", "--json"]) == 2
    out, err = capsys.readouterr()
    assert [each["file"] for each in json.loads(out)] == [str(games[0])]
    assert "rainbow.game: " in err
    assert run(["review", str(games[0]), "--agent", "nobody"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_several_games_and_a_folder_get_a_line_each(games, tmp_path, capsys):
    (tmp_path / "other.json").write_text('{"seed": 1}')  # it holds no game: left out
    told = printed(capsys, "review", tmp_path)
    assert "4 games: 0 perfect; in 4 the perfect score was lost" in told
    assert "7: P0 discards 0 (B5)" in told


def test_results_are_kept_in_a_folder(games, tmp_path, capsys):
    out = tmp_path / "out"
    found = document(capsys, "review", *games[:2], "--out", out)
    assert json.loads((out / "review.json").read_text()) == found
    with (out / "review.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["score"] for row in rows] == ["20", "20"]
    assert (out / "review.png").read_bytes().startswith(b"\x89PNG")
    printed(capsys, "review", games[0], "--png", tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_read_is_told_and_the_rest_reviewed(games, tmp_path, capsys):
    bad = tmp_path / "bad.game"
    bad.write_text("Seed p9v0s1\n")
    assert run(["review", str(bad), str(games[0]), "--json"]) == 2
    out, err = capsys.readouterr()
    assert len(json.loads(out)) == 1
    assert err.count("\n") == 1
    assert "bad.game" in err


def test_a_game_is_reviewed_up_to_an_illegal_action_if_that_is_asked_for(games, tmp_path, capsys):
    """Else it is told, and the others are reviewed."""
    game = tmp_path / "odd.game"
    game.write_text("Seed p2v0s1\nP0 plays 4\nP1 plays 40\n")
    told = f"hanabi: {game}:3:1: P1 does not hold card 40; "
    assert run(["review", str(game), str(games[0]), "--json"]) == 1
    out, err = capsys.readouterr()
    assert [each["file"] for each in json.loads(out)] == [str(games[0])]
    assert err.startswith(f"{told}--partial takes the game up to there")
    assert run(["review", str(game), "--partial", "--json"]) == 0
    out, err = capsys.readouterr()
    (found,) = json.loads(out)
    assert (found["turns"], found["score"]) == (1, 1)
    assert err == f"{told}the game is taken up to there\n"


@pytest.mark.parametrize("arguments", [[], ["."], ["missing.game"], ["x.game", "--width", "1"]])
def test_mistakes_are_told_in_a_line(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["review", *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_results_go_into_a_new_folder(capsys, games, tmp_path):
    """What a folder holds already is not written over."""
    (tmp_path / "thesis").mkdir()
    notes = tmp_path / "thesis" / "review.csv"
    notes.write_text("my own notes\n")
    assert run(["review", str(games[0]), "--out", str(notes.parent)]) == 2
    assert "thesis" in capsys.readouterr().err
    assert notes.read_text() == "my own notes\n"


@pytest.mark.late
def test_the_end_is_valued_by_action_where_that_is_asked_for(tmp_path, capsys, monkeypatch):
    """One game in a table of its own, several by the action that cost most."""
    monkeypatch.setenv("COLUMNS", "140")
    table, games = play_games("five-rule", Rules(players=2), games=2, seed=5).table, []
    for number, row in enumerate(table.iter_rows(named=True)):
        games.append(tmp_path / f"{number}.hanabi")
        games[-1].write_text(format_record(record_of(Rules(players=2), row)))
    (found,) = document(capsys, "review", games[0], "--endgame", 2)
    told = found["endgame"]
    assert [each["turn"] for each in told["by_turn"]][-1] == found["turns"]
    worst = next(each for each in told["by_turn"] if each["turn"] == told["costliest"])
    assert worst["best_score"]["lower"] > worst["score"]["lower"]
    one = printed(capsys, "review", games[0], "--endgame", 2)
    assert f"action {told['costliest']} cost most" in one
    assert "best: of the best action" in one
    several = printed(capsys, "review", *games, "--endgame", 2)
    assert "worst end: the action near the end" in several
    assert "endgame" not in document(capsys, "review", games[0])[0]
    assert "worst end" not in printed(capsys, "review", *games[:2])


# --- Conventions ---------------------------------------------------------------------------------

BY_CONVENTION = ["--convention", "h-group", "--level", "3"]


def test_losses_are_told_by_conventions_broken(games, capsys):
    """Each loss has the verdict of `explain` on its action; the sums are theirs."""
    (found,) = document(capsys, "review", games[0], *BY_CONVENTION)
    read = document(capsys, "explain", games[0], *BY_CONVENTION)
    sums = {True: 0, False: 0, None: 0}
    for loss in found["losses"]:
        turn = read[loss["turn"] - 1]
        assert (turn["kept"], turn["words"]) == (loss["kept"], loss["words"])
        sums[loss["kept"]] += loss["points"]
    of = ("kept", "broken", "not_covered")
    assert list(sums.values()) == [found[f"points_lost_{each}"] for each in of]
    assert found["points_lost_by_actions"] == sum(sums.values()) > 0
    assert ("h-group", 3) == (found["convention"], found["level"])
    (usual,) = document(capsys, "review", games[0], "--convention", "h-group")
    assert usual["level"] == 4  # as `explain` reads, and the page


@pytest.mark.late
def test_the_column_of_conventions(games, capsys):
    """Of one game by loss, of several a sum each; nothing of it where it is not asked for."""
    (found,) = document(capsys, "review", games[0], *BY_CONVENTION)
    words = {True: "kept", False: "broken", None: "not covered"}
    one = printed(capsys, "review", games[0], *BY_CONVENTION)
    for loss in found["losses"]:
        begins = f"{loss['points']}  {loss['turn']}: {loss['action']}"
        (row,) = (line for line in one.splitlines() if line.strip().startswith(begins))
        assert row.strip().endswith(words[loss["kept"]])
    lost = found["points_lost_broken"]
    assert f"By h-group, level 3: {lost} points were lost by actions that break it" in one
    several = printed(capsys, "review", *games[:2], *BY_CONVENTION)
    assert f"By h-group, level 3: {2 * lost} points were lost" in " ".join(several.split())
    assert "broken" in several
    assert "actions that break it" not in printed(capsys, "review", games[0])
    assert "convention" not in document(capsys, "review", games[0])[0]


@pytest.mark.once
def test_points_are_summed_by_verdict(games):
    """Time has no verdict."""
    record = load_game(str(games[0])).record
    read = {turn.kept: turn for turn in read_by_convention(record, level=4)}
    verdicts = [(1, True), (2, False), (3, None), (4, False)]
    losses = [
        ToldLoss(Loss(1, points, Cause.DISCARD), "", None, replace(read[True], kept=kept))
        for points, kept in verdicts
    ]
    time = ToldLoss(Loss(None, 9, Cause.TIME), None, None)
    assert [6, 1, 3] == list(points_by_verdict([*losses, time]).values())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--convention", "sieve"], "unknown convention 'sieve'; known is h-group"),
        (["--convention", "h-group", "--level", "9"], "level is 9; levels 1 to"),
        (["--level", "2"], "--level is of a convention: add --convention h-group"),
    ],
)
def test_no_such_convention_is_told_in_a_line(games, capsys, options, told):
    """Before any game is reviewed."""
    assert run(["review", str(games[0]), *options]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert 1 == len(error.splitlines())


def test_a_game_that_a_convention_does_not_read_is_told_by_name(tmp_path, capsys):
    """The others are reviewed all the same."""
    record = Record.of(Game(Rules(suits=3), seed=1))
    file = tmp_path / "three_suits.hanabi"
    file.write_text(format_record(record))
    assert run(["review", str(file), *BY_CONVENTION]) == 2
    assert f"{file}: h-group reads games of five suits" in capsys.readouterr().err
