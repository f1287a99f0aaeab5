"""`hanabi list agents NAME`: what an agent does, where it plays, its settings, its scores."""

from __future__ import annotations

import re

import pytest

from hanabilab.agents.registry import family_names
from hanabilab.agents.scores import scores, scores_of
from hanabilab.cli.agent_sheet import sheet
from hanabilab.learning import shipped_names
from hanabilab.search import Sparta
from tests.cli.calling import document, printed, refusal
from tests.pages import page, rows_of

pytestmark = pytest.mark.once

_KEYS = ["name", "usage", "summary", "how", "players", "plays", "options", "scores"]


@pytest.mark.parametrize("name", family_names())
def test_every_agent_has_a_sheet(name, capsys):
    """The document keeps its contract, and a person gets its parts in 80 columns."""
    told = sheet(name)
    assert [*_KEYS, "networks", "belief_networks"] == list(told)
    assert told["players"]
    assert told["plays"]
    shown = printed(capsys, "list", "agents", name)
    assert told["usage"].split("(")[0] in shown
    assert max(map(len, shown.splitlines())) <= 80
    for score in scores_of(name):
        assert f"{score.mean} ± {score.error}" in shown
        assert score.terms in " ".join(shown.split())


def test_a_rule_agent(capsys):
    """Players, rules, how it plays; scores with their terms."""
    found = document(capsys, "list", "agents", "hat")
    assert "4 to 5" == found["players"]
    assert found["how"].startswith("`hat`: a hint orders all others")
    assert [4, 5] == [score["players"] for score in found["scores"]]
    assert "not the variants" in found["plays"]
    assert "and the variants" in document(capsys, "list", "agents", "five-rule")["plays"]
    assert "\n3. discards as told by the last hint" in found["how"]


def test_a_search_tells_all_its_settings(capsys):
    """With the defaults and the meanings of its code; a call is told of as its family."""
    found = document(capsys, "list", "agents", "sparta(keen, rollouts=9)")
    settings = {each["name"]: each for each in found["options"]}
    assert list(Sparta.options) == list(settings)
    assert (10_000, None) == (settings["rollouts"]["default"], settings["seconds"]["default"])
    assert "games played out a move" in settings["rollouts"]["meaning"]
    assert all(each["meaning"] for each in settings.values())


def test_tuned_tells_for_whom_and_takes_any_number(capsys):
    """It searches over nothing, and has no settings of one of its agents alone."""
    found = document(capsys, "list", "agents", "tuned(keen, players=2)")
    assert "searches" not in found["players"] + found["plays"]
    players, number = found["options"]
    assert ("players", "NAME") == (players["name"], number["name"])
    for agent in ("keen for 2, 3, 4, 5", "information for 2, 3, 4, 5", "smart for 2, 3, 4, 5"):
        assert agent in players["meaning"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("keen(short_deck=99)", "short_deck of agent 'keen' is 99; a whole number from 0 to 40"),
        ("tuned(keen, players=9)", "agent 'keen' was tuned for 2, 3, 4, 5 players, not for 9"),
        ("sparta(smart, rollouts=-1)", "rollouts is -1; a whole number from 0"),
        ("rules(9999)", "no rule 9999"),
        ("value(3)", "agent 'value' takes no arguments"),
    ],
)
def test_arguments_that_no_agent_has_are_refused(capsys, name, says):
    """Nobody takes the sheet for one of an agent that cannot be made."""
    assert says in refusal(capsys, "list", "agents", name)


def test_an_agent_of_a_file_may_have_numbers(capsys):
    """With its name in the file or without; wrong ones are refused."""
    file = "examples/tunable.py"
    plain = document(capsys, "list", "agents", file)
    for name in (f"{file}(chance=30)", f"{file}:tunable(chance=30)"):
        found = document(capsys, "list", "agents", name)
        assert found["name"] == f"{file}:tunable(chance=30)"
        assert found["options"] == plain["options"]
    told = refusal(capsys, "list", "agents", f"{file}(chance=300)")
    assert "chance of agent 'examples/tunable.py:tunable' is 300" in told


def test_networks_and_pools(capsys):
    """Weights that come with the package; the setting that published agents share."""
    assert shipped_names() == document(capsys, "list", "agents", "net")["networks"]
    assert [("mode", "clean")] == [
        (each["name"], each["default"])
        for each in document(capsys, "list", "agents", "iggi")["options"]
    ]


def test_who_is_no_agent_is_told(capsys):
    """A misspelling gets the name that is near; a person is none."""
    assert "did you mean 'smart'" in refusal(capsys, "list", "agents", "smrt")
    assert "human is a person" in refusal(capsys, "list", "agents", "human")


# --- The figures ---------------------------------------------------------------------------------


def test_the_table_of_the_study_is_the_file():
    """Every row of the page, and no other."""
    (told,) = rows_of("studies/agents.md", "agent", "players", "score, lost games 0")
    (five,) = rows_of("studies/agents.md", "players", "mean score", "standard error")
    rows = [(name.strip("`"), players, mean) for name, players, mean, *_ in told]
    rows += [("five-rule", players, f"{mean} ± {error}") for players, mean, error, *_ in five]
    kept = [each for each in scores() if each.page == "studies/agents"]
    assert rows == [
        (each.line_up, str(each.players), f"{each.mean} ± {each.error}") for each in kept
    ]
    assert {(20_000, 1), (100_000, 1)} == {(each.games, each.seed) for each in kept}


@pytest.mark.parametrize(
    "score",
    [each for each in scores() if each.page != "studies/agents"],
    ids=lambda each: f"{each.line_up}-{each.players}",
)
def test_a_figure_is_that_of_its_page(score):
    """On a line with its line-up, or in its paragraph; where the page has the games, they agree."""
    text = page(f"{score.page}.md")
    figure = f"{score.mean} ± {score.error}"
    lines = [line for line in text.splitlines() if figure in line and score.line_up in line]
    assert lines, f"docs/{score.page}.md has no {figure} of {score.line_up}"
    if score.page == "studies/search":
        games = [line.split("|")[2].strip() for line in lines if line.startswith("|")]
        assert [f"{score.games}"] == games
    else:
        assert re.search(rf"\b({score.games}|{score.games:,})\b", text)
        assert f"seed {score.seed}" in text


_OWN = """
from hanabilab import policy

@policy("first")
def first(view, memory, rng):
    '''Plays its oldest card.

    Whatever it is.
    '''
    return view.rules.hand_size

@policy("second", players=[3])
def second(view, memory, rng):
    return view.rules.hand_size
"""


def test_agents_of_a_file_are_told_of(tmp_path, capsys, monkeypatch, forget_code):
    """All of them, or the one that is named; the keys are those of all sheets."""
    forget_code()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(_OWN)
    both = document(capsys, "list", "agents", "mine.py")
    assert ["mine.py:first", "mine.py:second"] == [each["name"] for each in both]
    assert ["2 to 6", "3"] == [each["players"] for each in both]
    assert [*_KEYS, "networks", "belief_networks"] == list(both[0])
    assert "Plays its oldest card." == both[0]["summary"]
    assert document(capsys, "list", "agents", "mine.py:second") == both[1]
    shown = printed(capsys, "list", "agents", "mine.py")
    assert (
        shown.index("mine.py:first") < shown.index("Whatever it is.") < shown.index("mine.py:sec")
    )


def test_files_without_agents_are_told_in_a_line(tmp_path, capsys, monkeypatch, forget_code):
    forget_code()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.py").write_text("")
    assert "no agent in empty.py; hanabi new agent" in refusal(capsys, "list", "agents", "empty.py")
    assert "no agent file none.py" in refusal(capsys, "list", "agents", "none.py")
    (tmp_path / "mine.py").write_text(_OWN)
    assert "which defines first, second" in refusal(capsys, "list", "agents", "mine.py:third")
