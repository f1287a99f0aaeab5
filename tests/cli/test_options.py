"""Options: each follows from one declaration, and the tables of the docs tell the same."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

import pytest
from typer.models import ArgumentInfo

from hanabilab.cli import adhoc, compare, crossplay, demo, evolve, play, pool, run, tune
from hanabilab.cli.agent_code import AgentCode
from hanabilab.cli.commands import COMMANDS as TABLE
from hanabilab.cli.settings import Given, OptionsOf, flat
from hanabilab.cli.tiny import capi, learn, obl, operator
from hanabilab.errors import AgentError
from hanabilab.runs.settings import (
    Setting,
    check_settings,
    settings_as_json,
    settings_from_json,
)
from studies.diversity import analyze

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[2] / "docs"


@dataclass(frozen=True, kw_only=True)
class Diet:
    """Settings of a test."""

    apples: Annotated[int, Setting("A day.", 1, 5)] = 2
    share: Annotated[float, Setting("Of fruit.", 0, 1)] = 0.5
    kind: Annotated[Literal["red", "green"], Setting("Color.")] = "red"
    parts: Annotated[
        tuple[str, ...],
        Setting("With commas.", read=lambda text: tuple(text.split(",")), show=",".join),
    ] = ("core", "skin")


@dataclass(frozen=True)
class Home:
    """Options that belong together."""

    town: str | None = None


def command(
    name: str, *, diet: Annotated[Given, OptionsOf(Diet, {"share": "Shares"})], home: Home
) -> int:
    """Eat."""
    told.append((name, diet, home))
    return 0


told: list[object] = []


def shown(function) -> dict[str, str]:
    """The default that the help shows, by option; "" where it shows none."""
    parameters = inspect.signature(function).parameters.values()
    found = {}
    for each in parameters:
        option = get_args(each.annotation)[-1]
        if isinstance(option, ArgumentInfo):
            continue
        default = getattr(option, "show_default", None)
        found[each.name.replace("_", "-")] = default if isinstance(default, str) else ""
    return found


# --- From one declaration ------------------------------------------------------------------------


def test_options_follow_from_the_declared_fields():
    """Their order, ranges, help, panel and the default that is shown; all can be left open."""
    parameters = inspect.signature(flat(command)).parameters
    assert ["name", "apples", "share", "kind", "parts", "town"] == list(parameters)
    apples, share, kind, parts = list(parameters.values())[1:5]
    assert all(each.default is None for each in (apples, share, kind, parts))
    option = get_args(apples.annotation)[1]
    assert (1, 5, "2", "A day.") == (option.min, option.max, option.show_default, option.help)
    assert "Shares" == get_args(share.annotation)[1].rich_help_panel
    assert Literal["red", "green"] | None == get_args(kind.annotation)[0]
    assert str | None == get_args(parts.annotation)[0]
    assert "core,skin" == get_args(parts.annotation)[1].show_default


def test_a_command_gets_what_is_given():
    """Read from text; what is left open is not there."""
    given = {"name": "x", "apples": 3, "share": None, "kind": None, "parts": "a,b", "town": "Bonn"}
    assert 0 == flat(command)(**given)
    assert ("x", {"apples": 3, "parts": ("a", "b")}, Home("Bonn")) == told.pop()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"apples": 6}, "apples is 6; a whole number from 1 to 5"),
        ({"apples": True}, "apples is True; a whole number"),
        ({"apples": 1.5}, "apples is 1.5; a whole number"),
        ({"share": 2}, "share is 2; a number from 0 to 1"),
        ({"share": float("nan")}, "share is nan; a number"),
        ({"kind": "blue"}, "kind is 'blue'; it is one of red, green"),
    ],
)
def test_values_out_of_range_are_told(changes, says):
    """In one line, as an error of the caller's kind."""
    with pytest.raises(AgentError) as error:
        check_settings(Diet(**changes), AgentError)
    assert str(error.value).startswith(says)
    check_settings(Diet(), AgentError)


def test_settings_are_kept_as_json_and_read_back():
    """But for those left out; a name too many or too few is told."""
    document = {"apples": 4, "share": 0.5, "kind": "red", "parts": ["core", "skin"]}
    assert document == settings_as_json(Diet(apples=4))
    assert ["kind", "parts"] == list(settings_as_json(Diet(), without=("apples", "share")))
    assert Diet(apples=4) == settings_from_json(Diet, document, AgentError)
    with pytest.raises(AgentError, match="missing or unknown: apples, pears"):
        settings_from_json(
            Diet, {"pears": 1} | {k: document[k] for k in list(document)[1:]}, AgentError
        )


# --- In the docs ---------------------------------------------------------------------------------

#: The command whose options a page has a table of, and its options that are the same everywhere.
TABLES = {
    "evolution.md": evolve,
    "arena.md": play,
    "crossplay.md": crossplay,
    "diversity.md": analyze,
    "off_belief.md": obl,
    "tune.md": tune,
}
EVERYWHERE = {"out", "resume", "json", "as-json", "threads"}


def table_of(page: str) -> dict[str, str]:
    """The default of each option, as the page's table has it."""
    text = (DOCS / page).read_text().split("| option | default |")[1].split("\n\n")[0]
    found = {}
    for line in text.splitlines()[2:]:
        names, default = [cell.strip() for cell in line.split("|")[1:3]]
        options = re.findall(r"--([a-z-]+)", names)
        defaults = [default] if len(options) == 1 else default.split(", ")
        found |= dict(zip(options, [*defaults, *[""] * len(options)], strict=False))
    return found


@pytest.mark.parametrize("page", TABLES)
def test_a_page_names_the_options_and_their_defaults(page):
    """All of them, and no other; where the help shows a default it is the one on the page."""
    options, table = shown(flat(TABLES[page].command)), table_of(page)
    assert set(options) - EVERYWHERE == set(table) - EVERYWHERE
    told = {name: default for name, default in options.items() if default and name != "rules"}
    assert told == {name: table[name] for name in told}


@pytest.mark.parametrize(
    "module",
    [
        adhoc,
        analyze,
        capi,
        compare,
        crossplay,
        demo,
        evolve,
        learn,
        obl,
        operator,
        play,
        pool,
        tune,
    ],
)
def test_commands_take_few_arguments(module):
    """However many options they have."""
    assert len(inspect.signature(module.command).parameters) <= 7


def test_help_shows_what_is_taken_for_all_commands(capsys):
    """Of commands that run agents: the options that `run` takes, wherever they stand."""
    for words in (["play"], ["explain"], ["run", "gather"]):
        assert run([*words, "--help"]) == 0
        out = capsys.readouterr().out
        assert "--allow-code" in out
        assert "--debug" in out
    parameters = inspect.signature(flat(command, AgentCode)).parameters
    assert ["allow_code", "debug"] == list(parameters)[-2:]
    values = dict.fromkeys(parameters) | {"name": "x"}
    assert 0 == flat(command, AgentCode)(**values)
    assert ("x", {}, Home()) == told.pop()


@pytest.mark.parametrize("place", ["", *TABLE])
@pytest.mark.late_but(16)
def test_no_help_shows_a_type_behind_a_flag(place, capsys):
    """A flag takes no value: `--json`, not `--json <bool>`."""
    assert 0 == run([*place.split(), "--help"])
    assert "bool" not in capsys.readouterr().out.lower()
