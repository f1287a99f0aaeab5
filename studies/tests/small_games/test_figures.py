"""Figures of small games as a program: what it draws, writes and refuses."""

from __future__ import annotations

import json

import pytest

from hanabilab.tiny.solvers import public_belief
from studies.small_games.figures import PROGRAM
from tests.cli.test_tiny import Clock


def written(capsys, *arguments: object) -> list[str]:
    """The names of the figures."""
    capsys.readouterr()
    assert PROGRAM.run([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)["figures"]


def refusal(capsys, *arguments: object, code: int = 2) -> str:
    """The one line that the program is refused with."""
    assert PROGRAM.run([*map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.slow
def test_figures_have_their_numbers(capsys, tmp_path):
    """Each figure has a document; the folder is that of a finished run."""
    few = ("--learners", "1", "--episodes", "100", "--runs", "2")
    names = written(capsys, "G", "--out", tmp_path, *few)
    for name in names:
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert json.loads((tmp_path / f"{name}.json").read_text())
    assert {"beliefs-G", "ladder-G", "rollouts-G", "learning-G"} <= set(names)
    assert json.loads((tmp_path / "manifest.json").read_text())["status"] == "finished"


_TURNS = """
class Guess:
    name = "guess"
    def deals(self): return [((coin,), .5) for coin in (0, 1)]
    def turn(self, state): return len(state) - 1 if len(state) <= self.seats else None
    def actions(self, state): return (0, 1)
    def act(self, state, action): return [((*state, action), 1.0)]
    def public(self, state): return state[1:]
    def private(self, state, seat): return state[0] if seat == 0 else None
    def payoff(self, state): return float(len(set(state)) == 1)
class One(Guess): seats = 1
class Three(Guess): seats = 3
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["One", "Three"])
def test_other_numbers_of_seats(capsys, tmp_path, name):
    """Cross-play of two seats is left out; all else is there."""
    (tmp_path / "games.py").write_text(_TURNS)
    game, out = f"{tmp_path / 'games.py'}:{name}", tmp_path / "run"
    quick = ("--learners", "1", "--episodes", "10", "--runs", "2")
    names = written(capsys, game, "--out", out, *quick)
    figures = ("beliefs", "ladder", "improvement", "fixed-points", "iterations", "rollouts")
    assert {f"{figure}-guess" for figure in (*figures, "learning")} <= set(names)
    assert "cross-play-guess" not in names


def test_an_optimum_that_was_not_found_is_not_told(capsys, monkeypatch, tmp_path):
    """Ctrl-C while a game is solved ends the program: bounds are no optimum."""
    monkeypatch.setattr(public_belief, "time", Clock())
    told = refusal(capsys, "E", "--out", tmp_path / "run", code=130)
    assert "stopped before the optimum was known" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Z"], "unknown game"),
        (["G", "--seed", 20 * "9"], "seed is 999"),
        (["G", "--episodes", 20 * "9"], "episodes is 999"),
        (["G", "--runs", 20 * "9"], "runs is 999"),
    ],
)
def test_mistakes_are_one_line(capsys, arguments, words):
    """Exit code 2, and what would be right."""
    assert words in refusal(capsys, *arguments, "--out", "nowhere")
