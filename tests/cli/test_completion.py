"""What TAB completes, asked as the scripts of bash, zsh and fish ask."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanabilab.agents.homes import HOMES
from hanabilab.cli.commands import COMMANDS, GROUPS
from hanabilab.cli.completion import writing
from hanabilab.cli.completion.candidates import complete
from hanabilab.cli.completion.words import GAME, PATH, VARIANTS, WORDS, variants

pytestmark = pytest.mark.once

#: How the program is started: as `hanabi` is, which tells at the end what it has imported.
_START = (
    "import sys; sys.argv[:] = ['hanabi']; sys.path[:0] = [{source!r}]\n"
    "import atexit; from hanabilab.cli import main\n"
    "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    "main()"
)
_SOURCE = str(Path(__file__).parents[2] / "src")


def asked(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a shell gets that asks in a folder by these variables."""
    return subprocess.run(
        [sys.executable, "-c", _START.format(source=_SOURCE)],
        env=os.environ | variables,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def bash(folder: Path, *words: str) -> list[str]:
    """The words that bash gets for the last of some, which are written as in its line."""
    told = {"COMP_WORDS": "\n".join(["hanabi", *words]), "COMP_CWORD": str(len(words))}
    done = asked(folder, _HANABI_COMPLETE="complete_bash", **told)
    assert done.returncode == 0
    return done.stdout.splitlines()


def zsh(folder: Path, line: str) -> str:
    """What zsh is told to run."""
    return asked(folder, _HANABI_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS=line).stdout.strip()


def fish(folder: Path, line: str, action: str = "get-args") -> subprocess.CompletedProcess[str]:
    """What fish gets."""
    told = {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": action}
    return asked(folder, _HANABI_COMPLETE="complete_fish", **told)


def found(*words: str) -> list[str]:
    """What completes the last of some words."""
    return list(complete(words[:-1], words[-1]).found)


# --- The files of words --------------------------------------------------------------------------


def test_the_words_are_those_of_the_code():
    """Options, agents, rules and variants as they are now."""
    told = "the words are old; write them anew: python -m hanabilab.cli.completion.writing"
    assert WORDS.read_text() == writing.text_of_words(), told
    assert VARIANTS.read_text() == writing.text_of_variants(), told


# --- What may stand where ------------------------------------------------------------------------


def test_commands_and_groups():
    """By how they begin; inside a group its own."""
    assert ["play"] == found("pla")
    assert {name for name in COMMANDS if " " not in name} | set(GROUPS) == set(found(""))
    assert ["solve"] == found("tiny", "so")
    assert ["--version"] == found("--v")


def test_options_are_those_of_the_command_and_not_given_yet():
    """The values of options are passed by."""
    assert ["--games", "--help"] == [each for each in found("play", "--") if each[2] in "gh"]
    assert ["--help"] == [each for each in found("play", "--games", "3", "--") if each[2] in "gh"]
    assert ["--seed"] == found("play", "smart", "--games=3", "--se")
    assert [] == found("play", "--games", "")
    assert ["--method"] == found("tiny", "solve", "B", "--m")
    assert ["--top"] == found("pool", "runs/mine", "--to")


def test_values_of_options():
    """Words of a choice; agents; rules, presets and variants."""
    assert ["zero", "keep"] == found("play", "--bomb", "")
    assert ["keen"] == found("review", "--agent", "kee")
    assert ["very-small"] == found("play", "--rules", "very-s")
    assert ["rainbow-5-suits"] == found("play", "--rules", "rainbow-5")
    assert ["full(players=2)"] == found("play", "--rules", "full(pl")
    assert writing.text_of_variants().split() == list(variants())
    assert set(variants()) < set(found("play", "--rules", ""))


def test_agents_and_line_ups():
    """By name, in every seat, behind commas; all that have a home."""
    assert ["smart"] == found("play", "smart", "sma")
    assert set(HOMES) == {each.rstrip("(") for each in found("play", "")}
    assert ["smart, keen"] == found("compare", "smart, kee")
    assert ["sparta(smart, rollouts=9), keen"] == found("compare", "sparta(smart, rollouts=9), kee")


def test_inside_a_call():
    """The agent that a search is over, then its options; weights that are shipped."""
    assert ["sparta(smart)"] == found("play", "sparta(sma")
    assert ["sparta(smart, rollouts=10000)"] == found("play", "sparta(smart, ro")
    obl = [
        f"obl-{each}{end}"
        for each in ("1-2p", "1-3p", "1-4p", "1-5p", "2-2p")
        for end in ("-other", "")
    ]
    shipped = ["gru-2p-first", "gru-2p", "guided-2p", "guided-keen-2p", *obl]
    assert [f"net({name})" for name in shipped] == found("play", "net(")
    assert ["sparta(net(gru-2p-first))", "sparta(net(gru-2p))"] == found("play", "sparta(net(gr")
    assert "sparta(smart)" in found("play", "spar")
    assert not [each for each in found("play", "sparta(") if "sparta(j" in each]
    assert [] == found("play", "value(")
    assert [] == found("play", "nobody(sma")


def test_files_are_left_to_the_shell():
    """Agents in files, folders of runs, games."""
    assert PATH == complete(["play"], "mine.p").files
    assert PATH == complete(["play", "--out"], "ru").files
    assert PATH == complete(["pool"], "runs/").files
    assert GAME == complete(["replay"], "").files
    assert "" == complete(["play"], "sma").files


# --- The shells ----------------------------------------------------------------------------------


def test_bash(tmp_path):
    """Words are read as bash splits them, and quoted where it would not take them otherwise."""
    assert ["play"] == bash(tmp_path, "pla")
    assert ["zero"] == bash(tmp_path, "play", "--bomb", "=", "z")
    assert ["zero", "keep"] == bash(tmp_path, "play", "--bomb", "=")
    assert ["sparta(smart)"] == bash(tmp_path, "play", '"sparta(smart')
    assert '"sparta(smart)"' in bash(tmp_path, "play", "spart")
    assert ["smart, keen"] == bash(tmp_path, "compare", "'smart, kee")
    assert [] == bash(tmp_path, "play", "--out", "")


def test_games_in_bash(tmp_path):
    """Games and folders; if no game stands there, bash does as well by itself."""
    (tmp_path / "runs").mkdir()
    assert [] == bash(tmp_path, "replay", "")
    for name in ("best.hanabi", "notes.txt", ".hidden.game", "my game.json"):
        (tmp_path / "runs" / name).touch()
    assert ["runs/best.hanabi"] == bash(tmp_path, "replay", "runs/b")
    assert [] == bash(tmp_path, "replay", "runs/m")
    assert [] == bash(tmp_path, "replay", "nowhere/")


def test_zsh(tmp_path):
    """It is told to add words, with what they are, or to look for files."""
    assert zsh(tmp_path, "hanabi pla") == (
        f"local -a found; found=('play:{COMMANDS['play'].line}'); _describe -V '' found"
    )
    assert "compadd -- 'sparta(smart)'" == zsh(tmp_path, 'hanabi play "sparta(smart')
    assert "compadd -- --bomb=zero" == zsh(tmp_path, "hanabi play --bomb=z")
    assert "'--agent=smart:" in zsh(tmp_path, "hanabi review --agent=sm")
    assert "_files" == zsh(tmp_path, "hanabi play --out ")
    assert "_files -g '*.(game|hanabi|json|link)'" == zsh(tmp_path, "hanabi replay ")


def test_fish(tmp_path):
    """A word and what it is in a line; another question is whether there are words at all."""
    assert f"play\t{COMMANDS['play'].line}\n" == fish(tmp_path, "hanabi pla").stdout
    assert "--bomb=zero\n" == fish(tmp_path, "hanabi play --bomb=z").stdout
    assert 0 == fish(tmp_path, "hanabi pla", "is-args").returncode
    assert 1 == fish(tmp_path, "hanabi play --out ", "is-args").returncode


def test_an_answer_imports_next_to_nothing(tmp_path):
    """Neither the game nor typer; a person waits for it."""
    told = {"COMP_WORDS": "hanabi\nplay\n--rules\nrain", "COMP_CWORD": "3"}
    done = asked(tmp_path, _HANABI_COMPLETE="complete_bash", **told)
    loaded = set(done.stderr.split())
    assert "rainbow-5-suits" in done.stdout
    assert not {"numba", "numpy", "typer", "rich", "lark", "hanabilab.cli.program"} & loaded
    assert 15 >= sum(name.split(".")[0] == "hanabilab" for name in loaded)


def test_what_a_shell_leaves_out_is_no_error(tmp_path):
    """Nothing is printed that would end in a person's line."""
    for variables in ({}, {"COMP_WORDS": "hanabi", "COMP_CWORD": "x"}, {"COMP_WORDS": ""}):
        done = asked(tmp_path, _HANABI_COMPLETE="complete_bash", **variables)
        assert done.returncode == 0
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts_of_typer_ask_in_this_way(shell):
    """A release of typer that asks by other variables is found here."""
    from typer.completion import get_completion_script

    script = get_completion_script(prog_name="hanabi", complete_var="_HANABI_COMPLETE", shell=shell)
    asks = ["COMP_WORDS", "COMP_CWORD"] if shell == "bash" else ["_TYPER_COMPLETE_ARGS"]
    assert all(name in script for name in [*asks, f"_HANABI_COMPLETE=complete_{shell}"])
