"""A first agent and the examples, written by a command: they run, and nothing is overwritten."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hanabilab import Rules, make_agent, play_games
from hanabilab.cli import run
from hanabilab.runs import code
from tests.cli.calling import printed, refusal

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.compiled
def test_a_first_agent_plays_as_the_line_says(capsys):
    """The line that is printed is a command, and the agent is called as its file."""
    (line,) = printed(capsys, "new", "agent", "mine.py").splitlines()
    program, *words = shlex.split(line.partition("play it: ")[2])
    assert program == "hanabi"
    assert run([*words, "--games", "20"]) == 0
    assert "mine.py:mine, mine.py:mine" in capsys.readouterr().out
    assert "examples/" not in Path("mine.py").read_text()


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(1)
def test_it_plays_at_every_table(players, capsys):
    """With as many players as there may be."""
    printed(capsys, "new", "agent", "mine.py")
    table = play_games(["mine.py"] * players, Rules(players=players), games=20, seed=1).table
    assert table["points"].mean() > 5


@pytest.mark.parametrize(
    "name",
    [
        "main",
        "class",
        "match",
        "print",
        "smart",
        "iggi",
        "view",
        "rank",
        "slot",
        "policy",
        "2nd",
        "my-agent",
        "a.b",
        "_",
        "random",
        "careful",
        "annotations",
        "net",
        "None",
        "sub/folder/x",
    ],
)
@pytest.mark.late_but(6)
def test_a_name_that_means_something_else_is_not_taken(name, capsys):
    """Keywords, names that the file uses, agents that there are: the file is sound, and found."""
    file = f"{name}.py"
    printed(capsys, "new", "agent", file)
    text = Path(file).read_text()
    compile(text, file, "exec")
    (defined,) = re.findall(r"@policy\(.*\)\ndef (\w+)", text)
    assert text.count(f"def {defined}(") == 1
    assert make_agent(file).name == f"{file}:{defined}"


def test_a_file_that_is_there_stays(capsys):
    """A file, a folder or a link, even to nowhere."""
    Path("mine.py").write_text("mine = 1")
    Path("folder.py").mkdir()
    Path("link.py").symlink_to("nowhere")
    for name in ("mine.py", "folder.py", "link.py"):
        assert f"{name} is there already, and is not overwritten" in refusal(
            capsys, "new", "agent", name
        )
    assert Path("mine.py").read_text() == "mine = 1"
    assert not Path("nowhere").exists()


@pytest.mark.parametrize(
    "name", ["mine", "mine.txt", "my agent.py", "a:b.py", "é.py", "", "(a).py"]
)
def test_a_file_that_no_line_up_can_name_is_refused(name, capsys, tmp_path):
    """With what would be right; nothing is written."""
    assert "write a file like mine.py" in refusal(capsys, "new", "agent", name)
    assert [] == list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_to_is_told(capsys):
    """A folder that is a file."""
    Path("file").write_text("")
    assert "file" in refusal(capsys, "new", "agent", "file/mine.py")


def test_examples_and_configs_are_those_of_the_project(capsys):
    """All of them, byte by byte; what is there is not overwritten."""
    printed(capsys, "new", "examples", "here")
    for name in ("examples", "configs"):
        files = {path.name: path.read_bytes() for path in (ROOT / name).iterdir() if path.is_file()}
        assert files == {path.name: path.read_bytes() for path in Path("here", name).iterdir()}
        assert len(files) > 5
    assert "is there already" in refusal(capsys, "new", "examples", "here")
    Path("configs").mkdir()
    assert "configs is there already" in refusal(capsys, "new", "examples")
    assert not Path("examples").exists()


def test_examples_are_no_part_of_the_code_that_runs(tmp_path, monkeypatch):
    """A wheel has them as files and a checkout as a link; both may share the work of one run."""
    monkeypatch.setattr(code, "_PACKAGE", tmp_path)
    for folder in ("game", "examples"):
        (tmp_path / folder).mkdir()
    (tmp_path / "game" / "cards.py").write_text("")
    first = code.code_digest.__wrapped__()
    (tmp_path / "examples" / "careful.py").write_text("")
    assert code.code_digest.__wrapped__() == first
    (tmp_path / "game" / "examples.py").write_text("")
    assert code.code_digest.__wrapped__() != first
