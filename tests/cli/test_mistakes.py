"""A user's mistakes: one line on stderr that says what and what would be right, exit code 2."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from hanabilab import Game, Rules
from hanabilab.arena import play as arena_play
from hanabilab.cli import run
from hanabilab.notation import Record, format_record
from tests.cli.calling import refusal

TWO = ["five-rule", "five-rule"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "five-rul", "five-rule"], "(did you mean 'five-rule'?)"),
        (["play", *TWO, "--games", "9" * 23], "less than or equal to 1000000000."),
        (["tiny", "show", "rong(3)"], "unknown game 'rong(3)' (did you mean 'rung'?)"),
        (["list", "rules", "play-tlod"], "unknown rule 'play-tlod' (did you mean 'play-told'?)"),
        (["play", "five-rule"], "1 agent; a game has 2 to 6, one for each seat"),
        (["play", *["random"] * 7], "7 agents; a game has 2 to 6, one for each seat"),
        (["play"], "Missing argument"),
        (["play", *TWO, "--games", "0"], "'--games'"),
        (["play", *TWO, "--terminal"], "--terminal has no effect on games without a person"),
        (["view", "nowhere.hanabi", "--html", "x.html", "--port", "0"], "--port has no effect on"),
        (["view", "nowhere.hanabi", "--html", "x.html", "--browser"], "--browser has no effect on"),
        (["pool", "nowhere", "--seed", "0"], "--seed has no effect on an archive without"),
        (["pool", "nowhere", "--threads", "1"], "--threads has no effect on an archive without"),
        (
            ["log", "convert", "a.json", "b.link", "--keep-names"],
            "--keep-names has no effect on a .link",
        ),
        (["log", "convert", "a.json", "b.hanabi", "--keep-names"], "no effect on a .hanabi file"),
        (["log", "winnable", "p2v0s1", "--line", "--json"], "--line has no effect on --json"),
        (
            ["view", "nowhere.hanabi", "--html", "x.html", "--agent", "a.py:b"],
            "--agent has no effect",
        ),
        (["play", *TWO, "--threads", "0"], "'--threads'"),
        (["play", *TWO, "--threads", "1025"], "less than or equal to 1024"),
        (["play", *TWO, "--bomb", "boom"], "'zero', 'keep'"),
        (["play", *TWO, "--frobnicate"], "--frobnicate"),
        (["play", *TWO, "--seed", str(2**63)], "2**63 - 1"),
        (["play", *TWO, "--rules", "medium"], "unknown rules 'medium'; known are full"),
        (["play", *TWO, "--rules", "full(suits=7)"], "suits is 7; a whole number from 1 to 6"),
        (["play", *TWO, "--rules", "full(suit=5)"], "rules have no 'suit'; they have players"),
        (["play", *TWO, "--rules", "full("], "cannot read 'full('"),
        (["play", *TWO, "--rules", ""], "cannot read ''"),
        (["play", *TWO, "--rules", "full(players=3)"], "2 agents for a game of 3 players"),
        (["play", "sparta(five-rule", "random"], "cannot read 'sparta(five-rule'"),
        (["play", "sparta(five-rule, rolouts=9)", "random"], "no option 'rolouts'"),
        (["play", "sparta(five-rule, rollouts=-1)", "random"], "rollouts is -1"),
        (["play", "sparta(sparta(five-rule))", "random"], "is a search"),
        (["play", "nowhere.py:me", "random"], "no agent file nowhere.py"),
        (["compare", "random,random", "random,random,random"], "line-ups of 2 and 3 agents"),
        (["compare", "random,random", "random,,random"], "cannot read ''"),
        (["demo", "--seats", "3"], "the demo has seats 1 and 2"),
        (["replay", "nowhere.hanabi"], "cannot read nowhere.hanabi: No such file"),
        (["pool", "nowhere", "--png", "."], "'--png': . is no file; name one to write."),
        (["pool", "nowhere", "--csv", ""], "'--csv': nothing is no file; name one to write."),
        (["dance"], "dance"),
    ],
)
@pytest.mark.late_but(13)
def test_one_line_and_exit_2(arguments, says, capsys):
    """Each mistake is told in one line, without a traceback."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("hanabi: ")
    assert says in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["search", "g.hanabi", "--out", "taken"], "taken is not empty"),
        (["search", "g.hanabi", "--agent", "smart"], "smart does not search"),
        (["demo", "--out", "taken"], "taken is not empty"),
        (["demo", "--out", "taken/file/x"], "cannot write results to taken/file/x"),
        (["tiny", "capi", "B", "--out", "taken"], "taken is not empty"),
        (["review", "g.hanabi", "--out", "taken"], "taken is not empty"),
        (["review", "g.hanabi", "--png", "taken/file/x.png"], "taken/file is no folder"),
        (["tiny", "show", "B", "--png", "taken/file/y/x.png"], "taken/file is no folder"),
        (["tiny", "levers", "--png", "taken/file/x.png"], "taken/file is no folder"),
        (["pool", "nowhere", "--csv", "taken/file/x.csv"], "taken/file is no folder"),
        (["view", "g.hanabi", "--html", "taken/file/x.html"], "taken/file is no folder"),
        (["view", "g.hanabi", "--agent", "none.py:bot"], "none.py"),
    ],
)
def test_nothing_is_read_or_compiled_before_a_refusal(
    arguments, says, tmp_path, monkeypatch, capsys
):
    """What would take a while is not begun, even if it is needed later."""

    def begun(*_, **__):
        raise AssertionError

    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").write_text("")
    for module in ("search", "reviewed", "library"):
        monkeypatch.setattr(f"hanabilab.cli.{module}.load_game", begun)
    monkeypatch.setattr("hanabilab.cli.demo.settle", begun)
    monkeypatch.setattr("hanabilab.cli.tiny.capi.KeptCapi.begin", begun)
    monkeypatch.setattr("hanabilab.cli.levers.compare_methods", begun)
    monkeypatch.setattr("hanabilab.cli.tiny.show.enumerate_game", begun)
    monkeypatch.setattr(import_module("hanabilab.agents.policy"), "native_observe", begun)
    assert says in refusal(capsys, *arguments)


def test_a_current_folder_that_is_gone(tmp_path, monkeypatch, capsys):
    """What needs none goes on; what does says that it is gone."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    short = ["--rules", "very-small", "--games", "4", "--out", str(tmp_path / "pool")]
    assert run(["crossplay", "random", "five-rule", *short]) == 0
    capsys.readouterr()
    says = "the folder that you are in is no longer there; change to one that is"
    assert says in refusal(capsys, "play", "bot.py", *TWO)


def test_a_file_that_a_library_misses_is_no_folder_that_is_gone(monkeypatch, capsys):
    """Its own words are told."""

    def missing(*_, **__):
        raise FileNotFoundError("no fonts here")

    monkeypatch.setattr("hanabilab.cli.search.load_game", missing)
    assert "hanabi: no fonts here" in refusal(capsys, "search", "g.hanabi")


def test_illegal_action_in_a_record(tmp_path, capsys):
    """The place, the action, its number, and the reason; --partial takes what comes before."""
    run(["play", *TWO, "--games", "1", "--out", str(tmp_path)])
    capsys.readouterr()
    path = tmp_path / "best.hanabi"
    lines = path.read_text().splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith("deck:")) + 1
    lines.insert(first, "discard 0\n")
    path.write_text("".join(lines))
    err = refusal(capsys, "replay", path, code=1)
    assert f"{path}:{first + 1}:1: action 1 of" in err
    assert "nothing may be discarded; --partial takes the game up to there" in err
    assert run(["replay", str(path), "--partial"]) == 0
    out, err = capsys.readouterr()
    assert "score 0" in out
    assert "the game is taken up to there" in err


def test_interrupt_keeps_finished_games(tmp_path, capsys, monkeypatch):
    """Ctrl-C after some chunks: they are summed up and saved, and the exit code is 130."""
    real, calls = arena_play.play_chunk, []

    def stop_after_three(*arguments, **named):
        calls.append(arguments)
        if len(calls) > 3:
            raise KeyboardInterrupt
        return real(*arguments, **named)

    monkeypatch.setattr(arena_play, "COMPILED_CHUNK", 10)
    monkeypatch.setattr(arena_play, "play_chunk", stop_after_three)
    arguments = ["play", *TWO, "--games", "1000", "--threads", "1", "--out", str(tmp_path)]
    assert run(arguments) == 130
    assert "stopped early" in capsys.readouterr().out
    assert '"status": "unfinished"' in (tmp_path / "manifest.json").read_text()


def test_interrupt_before_anything(capsys, monkeypatch):
    """Ctrl-C before the first game is finished says so."""

    def stop(*arguments, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr(arena_play, "play_chunk", stop)
    assert run(["play", *TWO]) == 130
    assert capsys.readouterr().err == "hanabi: stopped before any game was finished\n"


@pytest.mark.parametrize(
    ("what", "code", "says"),
    [
        (KeyboardInterrupt(), 130, "hanabi: stopped\n"),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
    ],
)
def test_a_command_that_keeps_nothing_ends_in_words(what, code, says, capsys, monkeypatch):
    """Ctrl-C, or a reader who has left."""

    def stop():
        raise what

    monkeypatch.setattr("hanabilab.cli.agents.families", stop)
    assert run(["list", "agents"]) == code
    assert capsys.readouterr().err == says


@pytest.mark.late
def test_a_folder_with_a_blank_is_named_as_a_shell_takes_it(tmp_path, capsys):
    """The command line in the message can be copied."""
    arguments = ["play", *TWO, "--games", "1", "--out", str(tmp_path / "my run")]
    assert run(arguments) == 0
    capsys.readouterr()
    assert run(arguments) == 2
    assert f"--resume '{tmp_path / 'my run'}'" in capsys.readouterr().err


def test_what_the_system_refuses_is_one_line(monkeypatch, capsys):
    """An agent file in a folder that may not be looked into: which file, and why."""

    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", refuse)
    assert run(["play", "locked/agent.py:mine", "random"]) == 2
    assert capsys.readouterr().err == (
        "hanabi: cannot read agent file locked/agent.py: Permission denied\n"
    )


def test_a_path_that_is_too_long_is_one_line(capsys):
    """What nobody else has told: the file, and the system's reason."""
    assert run(["pool", "n" * 300]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("hanabi: nnn")
    assert line.endswith("manifest.json: File name too long")


@pytest.mark.parametrize("command", [["replay"], ["explain", "five-rule"]])
def test_captions_of_a_record_are_printed_as_they_are(command, tmp_path, capsys):
    """Markup in them is no markup, neither for agents nor for the source."""
    rules = Rules.preset("very-small", players=2)
    game = Game(rules, seed=1)
    game.act(game.legal_actions()[0])
    record = Record(
        rules=rules,
        deck=tuple(game.deck),
        actions=tuple(game.actions),
        agents=("[/bold][x]", "[link=http://x]a[/link]"),
        source=":smile:[red]",
    )
    path = tmp_path / "game.hanabi"
    path.write_text(format_record(record))
    assert run([*command, str(path)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "seat 0: [/bold][x], seat 1: [link=http://x]a[/link]; :smile:[red]" in shown


@pytest.mark.parametrize(
    ("old", "module"),
    [
        ("analyse runs/one", "studies.diversity.analyze"),
        ("pool analyse runs/one --out analysis", "studies.diversity.analyze"),
        ("pool analyze --resume analysis", "studies.diversity.analyze"),
        ("tiny report A --out figures", "studies.small_games.figures"),
        ("tiny report --help", "studies.small_games.figures"),
    ],
)
def test_a_command_that_is_a_study_now_says_so(old, module, capsys):
    """In one line, with what it is called; the module is there."""
    assert run(old.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith(f" is a study now; in a checkout of hanabilab: python -m {module}\n")
    assert find_spec(module) is not None
