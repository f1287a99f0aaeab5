"""Agents of the literature score as published, and docs/baselines.md tells what is kept."""

from __future__ import annotations

import json
import re

import pytest

from hanabilab.notation import parse_rules
from studies import baselines
from tests.cli.keeping import contents
from tests.pages import RESULTS, rows_of

_ALL = baselines.published()


@pytest.fixture(autouse=True)
def _kept(monkeypatch):
    """What is kept, wherever the tests run."""
    monkeypatch.setattr(baselines, "KEPT", RESULTS / "baselines")


@pytest.mark.once
def test_the_table_of_the_page_is_what_is_kept():
    """Every row of the published figures, in their order, and none besides."""
    (told,) = rows_of("baselines.md", "agent", "players", "rules")
    scores = baselines.kept()
    lines = [baselines.line(each, *scores[each.agent, each.rules]) for each in _ALL]
    assert told == [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert len(scores) == len(_ALL)


@pytest.mark.once
def test_rows_with_nothing_to_explain_agree():
    """Within three errors of the difference; a row that does not has its reason beside it."""
    for (mean, error), each in zip(map(_difference, _ALL), _ALL, strict=True):
        assert each.why or abs(mean) <= 3 * error, each


def _difference(each):
    """Ours less theirs, and its error, of a row."""
    cells = baselines.line(each, *baselines.kept()[each.agent, each.rules]).split("|")
    mean, error = cells[7].split("±")
    return float(mean), float(error)


@pytest.mark.once
def test_rules_and_line_ups_are_those_of_as_many_players():
    """A figure of three players is never held beside games of two."""
    for each in _ALL:
        assert parse_rules(each.rules).players == each.players == len(each.lineup)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("agent", "players", "at"),
    [
        ("holmes", 5, 0),
        ("holmes", 5, 1),
        ("cox-recommendation", 5, 0),
        ("intentional", 2, 0),
        ("canaan-elite", 2, 0),
        ("rules(46, 8, 105, 13, 107, 29)", 3, 0),
    ],
)
def test_what_is_kept_comes_out_again(agent, players, at):
    """500 games of some rows, which differ in their rules, lie within four errors."""
    each = [row for row in _ALL if (row.agent, row.players) == (agent, players)][at]
    found, (told, _) = baselines.play(each, 500), baselines.kept()[each.agent, each.rules]
    assert abs(found.mean - told.mean) < 4 * found.sem


@pytest.mark.once
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["smrt"], "no figure of smrt is told; there are"),
        (["--games", "100"], "--games needs an AGENT"),
        (["--table"], "there is no"),
        (["smart"], "there is no"),
    ],
)
def test_mistakes_get_a_line(arguments, says, monkeypatch, tmp_path, capsys):
    """Nothing is played, and what is kept stays as it is."""
    monkeypatch.setattr(baselines, "KEPT", tmp_path)
    monkeypatch.setattr("sys.argv", ["baselines", *arguments])
    with pytest.raises(SystemExit):
        baselines.main()
    assert says in capsys.readouterr().err


@pytest.mark.once
def test_rows_of_one_agent_are_played_anew(monkeypatch, tmp_path):
    """The others stay as they are, and who played when is added."""
    for name in ("scores.csv", "settings.json"):
        (tmp_path / name).write_bytes((RESULTS / "baselines" / name).read_bytes())
    monkeypatch.setattr(baselines, "KEPT", tmp_path)
    before, sessions = baselines.kept(), _sessions(tmp_path)
    monkeypatch.setattr(baselines, "play", lambda *_: baselines.Score(1.0, 0.5, 2.0, 3.0))
    baselines.keep(baselines.published(), baselines.GAMES, ["smart"])
    after = baselines.kept()
    assert list(before) == list(after)
    assert any(agent == "smart" for agent, _ in after)
    for (agent, rules), found in after.items():
        is_new = found == (baselines.Score(1.0, 0.5, 2.0, 3.0), baselines.GAMES)
        assert is_new if agent == "smart" else found == before[agent, rules]
    assert _sessions(tmp_path)[:-1] == sessions


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("settings.json", lambda text: "", "Expecting value"),
        ("settings.json", lambda text: "{}", "'sessions' is missing"),
        ("settings.json", lambda text: '{"sessions": 3}', "its sessions are no list"),
        ("scores.csv", lambda text: text.replace("mean", "average"), "'mean' is missing"),
        (
            "scores.csv",
            lambda text: re.sub(r",20000,1,[^,]*", ",20000,1,nan", text, count=1),
            "row of",
        ),
        ("scores.csv", lambda text: text[: len(text) // 2], ""),
        ("scores.csv", lambda text: text.splitlines()[0], "has no "),
    ],
)
def test_what_is_damaged_is_told_before_anything_is_played_or_written(
    monkeypatch, tmp_path, capsys, name, change, says
):
    """In one line that names the file."""
    for each in ("scores.csv", "settings.json"):
        (tmp_path / each).write_bytes((RESULTS / "baselines" / each).read_bytes())
    (tmp_path / name).write_text(change((tmp_path / name).read_text()))
    before = contents(tmp_path)
    monkeypatch.setattr(baselines, "KEPT", tmp_path)
    monkeypatch.setattr(baselines, "play", lambda *_: baselines.Score(1.0, 0.5, 2.0, 3.0))
    monkeypatch.setattr("sys.argv", ["baselines", "smart"])
    with pytest.raises(SystemExit):
        baselines.main()
    told = capsys.readouterr().err.splitlines()[-1]
    assert str(tmp_path / name) in told
    assert says in told
    assert contents(tmp_path) == before


def _sessions(folder):
    """Who played what is kept in a folder."""
    return json.loads((folder / "settings.json").read_text())["sessions"]


def test_the_error_of_a_published_mean_is_told_or_follows_from_its_games():
    """As told; else ours, by the number of games; else none."""
    score = baselines.Score(20.0, 0.02, 0.0, 0.0)

    def error(told, games):
        row = baselines.Baseline("a", 2, "full(players=2)", "19", told, games, "", "")
        return baselines._error(row, score, 10_000)

    assert error("0.5", "7") == 0.5
    assert error("", "2500") == pytest.approx(0.04)
    assert error("", "") == 0.0
    row = baselines.Baseline("a", 2, "full(players=2)", "19", "0.5", "", "", "")
    assert "| +1.000 ± 0.500 |" in baselines.line(row, score, 10_000)
