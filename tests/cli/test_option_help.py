"""What the help of every command says, and does not."""

from __future__ import annotations

import pytest

from hanabilab.cli import run

#: Commands that go on with a run; those that may then do more, and by which option.
GROWING = {
    ("play",): "--games",
    ("compare",): "--games",
    ("crossplay",): "--games",
    ("evolve",): "--individuals",
    ("tiny", "capi"): "--episodes",
}
FIXED = [("adhoc",), ("train",)]


def help_of(capsys, command, monkeypatch):
    """The lines of a help text, wide enough that none is broken."""
    monkeypatch.setenv("COLUMNS", "300")
    capsys.readouterr()
    assert run([*command, "--help"]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("command", [*GROWING, *FIXED])
def test_only_an_option_that_can_grow_says_so(command, capsys, monkeypatch):
    lines = help_of(capsys, command, monkeypatch)
    assert any("--resume" in line for line in lines)
    growing = [line for line in lines if "can have more" in line or "can be more" in line]
    assert len(growing) == (command in GROWING)
    assert all(GROWING[command] in line for line in growing)


@pytest.mark.parametrize(
    "command", [("play",), ("train",), ("pool",), ("tiny", "solve"), ("log", "winnable")]
)
def test_no_type_stands_behind_a_flag(command, capsys, monkeypatch):
    lines = help_of(capsys, command, monkeypatch)
    flags = [line for line in lines if "--json" in line or "--debug" in line or "--line" in line]
    assert flags
    assert not any("bool" in line.lower() for line in flags)
