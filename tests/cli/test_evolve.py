"""`hanabi evolve` and `hanabi pool`: runs killed at any moment, mistakes, what is shown."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hanabilab import plots
from hanabilab.cli import evolve as cli_evolve
from hanabilab.cli import run

RULES = "very-small(life_tokens=2, bomb=keep, draw_slot=vacated)"
SETTINGS = ["--rules", RULES, "--mode", "clean", "--length", "6", "--grid", "3x3", "--batch", "4"]
SETTINGS += ["--random", "8", "--games", "1", "--seed", "5"]
EVOLVE = ["evolve", *SETTINGS, "--threads", "1"]


@pytest.fixture(autouse=True)
def _saved_often(monkeypatch):
    """A state for every batch, and a figure that is drawn at once."""
    monkeypatch.setattr(cli_evolve, "_SECONDS_BETWEEN_STATES", 0.0)
    monkeypatch.setattr(plots, "save_archive", lambda *about, **_: about[3].write_bytes(b"figure"))


def evolve(folder: Path, individuals: int = 16) -> int:
    return run([*EVOLVE, "--individuals", str(individuals), "--out", str(folder)])


def results(folder: Path) -> dict[str, bytes]:
    """Every file to the byte, but for the settings, which tell the sessions."""
    paths = [path for path in folder.rglob("[!.]*") if path.is_file()]
    return {str(p.relative_to(folder)): p.read_bytes() for p in paths if p.suffix != ".json"}


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(name="whole")
def _whole(tmp_path, capsys):
    """The folder of a run of 16 individuals that was left alone."""
    assert evolve(tmp_path / "whole") == 0
    capsys.readouterr()
    return tmp_path / "whole"


# --- Killed at any moment ------------------------------------------------------------------------


class Killed(BaseException):
    """What no code of ours expects."""


def run_killed(arguments, changes) -> bool:
    """Run a command that is killed after so many changes of files; whether it ended before."""
    left = [changes]

    def counted(change):
        def counting(path, *others, **options):
            left[0] -= path.exists()
            if left[0] < 0:
                raise Killed
            return change(path, *others, **options)

        return counting

    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in ("replace", "unlink"):
            monkeypatch.setattr(Path, name, counted(getattr(Path, name)))
        try:
            assert run(arguments) == 0
        except Killed:
            return False
    return True


def resume(folder: Path, *more: str) -> int:
    return run(["evolve", "--resume", str(folder), "--threads", "1", *more])


def test_a_run_can_be_killed_at_any_change(whole, tmp_path, capsys):
    """Before each file is given its name or goes; it ends as one left alone, byte for byte."""
    expected, ended, changes = results(whole), False, 0
    assert 1 == sum(name.startswith("archive/") for name in expected)
    while not ended:
        folder = tmp_path / f"killed-{changes}"
        ended = run_killed([*EVOLVE, "--individuals", "16", "--out", str(folder)], changes)
        if resume(folder) != 0:
            assert changes == 0  # before there were settings to resume by
            assert evolve(folder) == 0
        capsys.readouterr()
        assert expected == results(folder)
        changes += 1
    assert changes > 8


def test_a_run_killed_by_the_system_ends_the_same(whole, tmp_path, capsys):
    """SIGKILL in the middle of a real process, after some states."""
    folder = tmp_path / "killed"
    start = (
        "import sys, time; from hanabilab.cli import evolve, run;"
        "evolve._SECONDS_BETWEEN_STATES = 0.0; real = evolve._show;"
        "evolve._show = lambda *about: (real(*about), time.sleep(0.5)); run(sys.argv[1:])"
    )
    command = [*EVOLVE, "--individuals", "16", "--out", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-c", start, *command],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},  # nothing to compile, and the same games
        stderr=subprocess.PIPE,
    )
    patience = time.monotonic() + 300
    while len(list((folder / "archive").glob("part-*"))) < 2:
        assert process.poll() is None, process.stderr.read().decode()
        assert time.monotonic() < patience
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    assert -signal.SIGKILL == process.wait()
    process.stderr.close()
    assert resume(folder) == 0
    assert "of 16 individuals are there already" in capsys.readouterr().err
    assert results(whole) == results(folder)


def test_an_interrupted_run_says_how_to_go_on(whole, tmp_path, capsys, monkeypatch):
    """Ctrl-C keeps what is there."""
    folder, shown = tmp_path / "stopped", []

    def interrupt(*about):
        shown.append(about)
        if len(shown) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(cli_evolve, "_show", interrupt)
        assert evolve(folder) == 130
    told = capsys.readouterr().err
    assert f"hanabi: stopped; go on with: hanabi evolve --resume {folder}\n" == told
    assert resume(folder, "--json") == 0
    out, err = capsys.readouterr()
    assert 16 == json.loads(out)["individuals"]
    assert err == "hanabi: 8 of 16 individuals are there already\n"
    assert results(whole) == results(folder)


def test_a_finished_run_gets_more_individuals(whole, tmp_path):
    """The same as if all had been asked for at once."""
    assert evolve(tmp_path / "longer", 24) == 0
    assert resume(whole, "--individuals", "24") == 0
    assert results(tmp_path / "longer") == results(whole)


@pytest.mark.parametrize("damage", [b"", b"no archive", None])
def test_a_damaged_state_is_told_and_evolved_again(damage, whole, tmp_path, capsys):
    """From the one before it, to the same end."""
    folder = tmp_path / "stopped"
    run_killed([*EVOLVE, "--individuals", "16", "--out", str(folder)], 6)
    assert len(list(folder.rglob("part-*"))) > 1
    victim = max(folder.rglob("part-*"))
    victim.write_bytes(victim.read_bytes()[:-9] if damage is None else damage)
    capsys.readouterr()
    assert resume(folder) == 0
    told = capsys.readouterr().err.splitlines()
    assert f"hanabi: {victim} is damaged; what it held is evolved again" == told[0]
    assert "individuals are there already" in told[1]
    assert results(whole) == results(folder)


def test_a_damaged_end_is_evolved_again(whole, capsys):
    """From the beginning, if nothing else is there."""
    expected, victim = results(whole), max(whole.rglob("part-*"))
    victim.write_bytes(b"no archive")
    assert resume(whole) == 0
    assert (
        f"hanabi: {victim} is damaged; what it held is evolved again\n" == capsys.readouterr().err
    )
    assert expected == results(whole)


@pytest.mark.parametrize(
    "again",
    [
        SETTINGS,
        ["--rules", RULES, "--players", "2", "--bomb", "keep", "--slots", "fixed"],
        ["--measures", "communicativeness, risk_aversion", "--replays", "paper"],
    ],
)
def test_settings_may_be_given_again(again, whole):
    """All or some, if they are the same."""
    expected = results(whole)
    assert resume(whole, *again) == 0
    assert expected == results(whole)


# --- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seed", "6"], "has seed 5, not 6"),
        (["--grid", "4x4"], "has grid [3, 3], not [4, 4]"),
        (["--batch", "8"], "has batch 4, not 8"),
        (["--mode", "compat"], "has mode clean, not compat"),
        (["--measures", "risk_aversion,communicativeness"], "has measures"),
        (["--replays", "mean"], "has replays paper, not mean"),
        (["--players", "3"], "has rules"),
        (["--bomb", "zero"], "has rules"),
        (["--individuals", "12"], "is of 16 individuals; it can get more, not 12"),
        (["--individuals", "17"], "whole batches of 4"),
        (["--out", "elsewhere"], "leave out --out"),
        (["--grid", "three"], "grid is 'three'; write niches along each measure"),
        (["--measures", "charm,risk_aversion"], "unknown measure 'charm'"),
    ],
)
def test_other_settings_are_refused(arguments, says, whole, capsys):
    """In one line; no file is touched."""
    before = contents(whole)
    assert run(["evolve", "--resume", str(whole), *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err
    assert before == contents(whole)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["evolve"], "Missing --out DIR"),
        (["evolve", "--out", "new", "--grid", "0x3"], "grid is 0x3; 1 to 1,000,000 cells"),
        (["evolve", "--out", "new", "--grid", "3"], "2 measures need a number for each"),
        (["evolve", "--out", "new", "--measures", "charm"], "unknown measure 'charm'; known are"),
        (["evolve", "--out", "new", "--players", "3"], "mode compat plays with 2 players, not 3"),
        (["evolve", "--out", "new", "--individuals", "300"], "batches of 250 are needed, such as"),
        (["evolve", "--out", "new", "--base", "mine"], "unknown base 'mine'"),
        (["evolve", "--out", "new", "--mutation", "2"], "mutation is 2.0; a chance"),
        (["evolve", "--out", "used"], "used is not empty; name a new folder"),
        (["evolve", "--resume", "new"], "no evolution in new; start one with"),
        (["evolve", "--resume", "foreign"], "foreign are of another command than hanabi evolve"),
        (["evolve", "--out", "foreign"], "foreign holds a run"),
        (["pool", "new"], "no evolution in new"),
        (["pool", "foreign"], "of another command"),
        (["pool", "begun"], "the evolution in begun has no archive yet"),
        (["pool", "broken"], "cannot read the settings of an evolution in broken/settings.json"),
        (["play", "pool(new, 1, 1)", "random"], "no evolution in new"),
        (["play", "pool(begun)", "random"], "a folder and a niche, such as"),
        (["play", "pool(1, 2)", "random"], "a folder and a niche, such as"),
    ],
)
def test_mistakes_are_told(arguments, says, tmp_path, monkeypatch, capsys):
    """In one line, and nothing is made or changed."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "used/mine.txt": "mine",
        "foreign/settings.json": '{"rules": "full"}',
        "broken/settings.json": '{"evolution": {}, "individuals": 4}',
    }.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    from hanabilab.evolution import Kept
    from tests.evolution.small import tiny

    Kept.begin(tmp_path / "begun", tiny(), 8)
    before = contents(tmp_path)
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err
    assert before == contents(tmp_path)
    assert not (tmp_path / "new").exists()


def test_a_state_of_another_run_is_refused(whole, tmp_path, capsys):
    """One that was copied into the folder; resumed or looked at."""
    other = tmp_path / "other"
    assert run([*EVOLVE, "--individuals", "16", "--out", str(other), "--seed", "6"]) == 0
    for path in (whole / "archive").glob("part-*"):
        path.unlink()
    stranger = max(other.rglob("part-*"))
    (whole / "archive" / stranger.name).write_bytes(stranger.read_bytes())
    capsys.readouterr()
    for command in (["evolve", "--resume", str(whole)], ["pool", str(whole)]):
        assert run(command) == 2
        assert "is of another run than the settings beside it" in capsys.readouterr().err


def test_a_damaged_archive_is_not_shown(whole, capsys):
    """The line says how it is mended."""
    victim = max(whole.rglob("part-*"))
    victim.write_bytes(b"nothing")
    assert run(["pool", str(whole)]) == 2
    assert f"is damaged; hanabi evolve --resume {whole} mends it" in capsys.readouterr().err
    assert victim.exists()


# --- What is shown -------------------------------------------------------------------------------


def test_pool_shows_figures_map_and_best(whole, capsys):
    """In words a person wants to read."""
    assert run(["pool", str(whole), "--top", "2"]) == 0
    out = capsys.readouterr().out
    for words in ("16 individuals of seed 5", "coverage", "QD-score", "upwards", "best 2 by mean"):
        assert words in out


def test_pool_exports(whole, tmp_path, capsys):
    """CSV has the rows of the JSON document, fresh games among them."""
    table, figure = tmp_path / "new" / "elites.csv", tmp_path / "elites.png"
    more = ["--remeasure", "3", "--csv", str(table), "--png", str(figure), "--threads", "1"]
    assert run(["pool", str(whole), "--json", *more]) == 0
    document = json.loads(capsys.readouterr().out)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert document["statistics"]["coverage"] == len(rows) == len(document["elites"])
    assert [each["agent"] for each in document["elites"]] == [row["agent"] for row in rows]
    assert {"fresh_mean", "fresh_risk_aversion", "fresh_niche_1"} <= set(rows[0])
    assert 3 == document["corrected"]["games"]
    assert figure.read_bytes() == b"figure"
    assert run(["pool", str(whole), "--remeasure", "3", "--threads", "1"]) == 0
    out = capsys.readouterr().out
    assert "corrected" in out
    assert "in their own" in out
