"""`hanabi crossplay` as a user meets it."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from hanabilab.cli import run
from hanabilab.teamplay import KeptPairs, pairs

SMALL = ["--rules", "small", "--games", "6", "--seed", "3"]
KEYS = [
    "rules",
    "ones",
    "others",
    "games",
    "seed",
    "players",
    "mean",
    "sem",
    "self_play",
    "cross_play",
    "gap",
    "with_others",
    "over_models",
    "variance",
    "best_responses",
    "seconds",
]


def _json(capsys, *arguments: str):
    assert run(["crossplay", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def _line(capsys, *arguments: str) -> str:
    """The one line that a mistake gets."""
    assert run(["crossplay", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_json_keeps_its_contract(capsys):
    """The keys, in order; a symmetric matrix; self-play as `hanabi play` has it."""
    found = _json(capsys, "random", "five-rule", *SMALL)
    assert list(found) == KEYS
    assert found["ones"] == found["others"] == ["random", "five-rule"]
    assert np.array_equal(found["mean"], np.transpose(found["mean"]))
    assert run(["play", "five-rule", "five-rule", *SMALL, "--json"]) == 0
    assert found["mean"][1][1] == json.loads(capsys.readouterr().out)["mean"]
    assert list(found["with_others"]) == ["random", "five-rule"]
    assert found["best_responses"]["generalist"] in found["ones"]


def test_agents_as_a_sample(capsys):
    """Errors with agents as the unit, in the document and in words; two agents are too few."""
    names = ["random", "five-rule", "newest"]
    found = _json(capsys, *names, *SMALL)
    models, mean = found["over_models"], np.array(found["mean"])
    assert models["cross_play"]["mean"] == pytest.approx(mean[~np.eye(3, dtype=bool)].mean())
    assert models["self_play"]["mean"] == pytest.approx(found["self_play"]["mean"])
    assert models["worst"] in names
    assert run(["crossplay", *names, *SMALL]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "if these 3 agents are a sample" in text
    assert f"without the worst, {models['worst']}" in text
    assert run(["crossplay", "random", "five-rule", *SMALL]) == 0
    assert "are a sample" not in capsys.readouterr().out


def test_challengers_play_with_the_pool_alone(capsys):
    """A row for each challenger, and its mean over the pool."""
    found = _json(capsys, "random", "--challenger", "five-rule", *SMALL)
    assert (found["ones"], found["others"]) == (["five-rule"], ["random"])
    assert list(found)[-2:] == ["over_pool", "seconds"]
    assert found["over_pool"]["five-rule"]["mean"] == found["mean"][0][0]
    assert run(["crossplay", "random", "--challenger", "five-rule", *SMALL]) == 0
    assert "over a pool of 1" in capsys.readouterr().out


def test_a_challenger_may_be_the_pool(capsys):
    """An agent alone with its copies is a pool of one, not a matrix."""
    assert "over_pool" in _json(capsys, "random", "--challenger", "random", *SMALL)


def test_a_mistake_leaves_no_folder(tmp_path, capsys):
    """An agent that is unknown is told before a folder is begun."""
    _line(capsys, "random", "nobody", "--out", str(tmp_path / "run"))
    assert not (tmp_path / "run").exists()


def test_three_players(capsys):
    """One among copies of another; the matrix need not be symmetric."""
    found = _json(capsys, "random", "five-rule", "--players", "3", *SMALL)
    assert (found["players"], found["rules"]) == (3, "small(players=3)")


def test_tables_for_people(capsys):
    """The matrix, agent by agent, and all together."""
    assert run(["crossplay", "random", "five-rule", *SMALL]) == 0
    text = capsys.readouterr().out
    for words in ("agent by agent", "best responses, scored on fresh games", "self-play less"):
        assert words in text


def test_out_writes_everything(tmp_path, capsys):
    """Table, document and figure agree; all games are one part."""
    out = tmp_path / "deep" / "run"
    found = _json(capsys, "random", "five-rule", *SMALL, "--out", str(out))
    assert json.loads((out / "crossplay.json").read_text()) == found
    table = pl.read_parquet(out / "pairs.parquet")
    assert table["one"].to_list() == ["random", "random", "five-rule", "five-rule"]
    assert table["others"].to_list() == ["random", "five-rule"] * 2
    assert table["mean"].to_list() == pytest.approx(
        np.mean(table["scores"].to_list(), axis=1).tolist()
    )
    assert table["communicativeness"].is_between(0, 1).all()
    assert (out / "crossplay.png").read_bytes().startswith(b"\x89PNG")
    assert 1 == len(list((out / "parts").iterdir()))


def test_a_stopped_run_is_resumed(tmp_path, capsys, monkeypatch):
    """It says how, with exit code 130; the end is the same."""
    out, names = tmp_path / "run", ["random", "five-rule"]
    expected = _json(capsys, *names, *SMALL)
    monkeypatch.setattr(pairs, "UNIT_GAMES", 2)
    monkeypatch.setattr(KeptPairs, "seconds_between", 0.0)
    real, calls = pairs.play_scores, []

    def stop_later(*arguments):
        calls.append(1)
        if len(calls) == 13:
            raise KeyboardInterrupt
        return real(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(pairs, "play_scores", stop_later)
        arguments = ["crossplay", *names, *SMALL, "--threads", "1", "--out", str(out)]
        assert run(arguments) == 130
    assert f"hanabi crossplay --resume {out}" in capsys.readouterr().err
    assert run(["crossplay", "--resume", str(out), "--json"]) == 0
    captured = capsys.readouterr()
    assert "games are there already" in captured.err
    found = json.loads(captured.out)
    assert {**found, "seconds": 0} == {**expected, "seconds": 0}


@pytest.mark.late
def test_a_resumed_run_compares_the_lists_that_are_given(tmp_path, capsys):
    """The challengers alone may be named; others are refused by name."""
    out = str(tmp_path / "run")
    whole = _json(capsys, "random", "iggi", "--challenger", "iggi", *SMALL, "--out", out)
    again = _json(capsys, "--resume", out, "--challenger", "iggi")
    assert {**again, "seconds": 0} == {**whole, "seconds": 0}
    other = _line(capsys, "--resume", out, "--challenger", "random")
    assert "has ones iggi, not random" in other


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "0 agents; cross-play needs 2"),
        (["random"], "1 agents; cross-play needs 2"),
        (["random", "nobody"], "unknown agent 'nobody'"),
        (["random", "random"], "'random' is there twice"),
        (["random", "random()"], "'random' and 'random()' are one agent; name each once"),
        (["rules(8, 41)", "rules(8,41)", "--challenger", "iggi"], "are one agent; name each once"),
        (["random", "five-rule", "--games", "3"], "games is 3; at least 4"),
        (["random", "cox-information", "--players", "2"], "plays with 5 players, not 2"),
        (["random", "five-rule", "--rules", "tall"], "tall"),
        (
            ["random", "five-rule", "--players", "4", "--rules", "small(players=3)"],
            "--players 4, but --rules names 3 players; leave one out",
        ),
        (["random", "--challenger", "nobody"], "unknown agent 'nobody'"),
    ],
)
def test_mistakes_get_one_line(arguments, expected, capsys):
    """What was wrong, and exit code 2."""
    assert expected in _line(capsys, *arguments)


def test_a_resumption_that_is_refused_leaves_a_finished_run_finished(tmp_path, capsys):
    """Its agent's file has been moved."""
    file, out = tmp_path / "mine.py", tmp_path / "run"
    file.write_text(
        "from hanabilab import legal_masks, batched_policy\n\n"
        "@batched_policy('first')\ndef first(turns):\n"
        "    return legal_masks(turns.rules, turns.views).argmax(axis=1)\n"
    )
    _json(capsys, f"{file}:first", "random", *SMALL, "--out", str(out))
    before = (out / "manifest.json").read_text()
    file.unlink()
    assert run(["crossplay", "--resume", str(out), "--games", "50"]) == 2
    assert (out / "manifest.json").read_text() == before
