"""Users' files: one module however a path is written, and native code kept for it on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanabilab.agents import CompiledPolicy, make_agent
from hanabilab.agents.user_files import (
    allow_code,
    code_allowed,
    files_in,
    load_file,
    require_allowed_code,
)
from hanabilab.errors import AgentError, NotationError
from hanabilab.runs.agents import kept_agent, require_different

pytestmark = pytest.mark.once

#: It plays the oldest slot; run as a script it says what it plays.
_AGENT = """\
import numpy as np
from hanabilab import Rules, policy
from hanabilab._jit import kernel
from hanabilab.game.rows import new_views


@kernel
def slot(view):
    return view.rules.hand_size + 0


@policy("mine")
def mine(view, memory, rng):
    return slot(view)


@kernel
def ask(act, view):
    return act(view, np.zeros(0, np.int64), np.zeros(2, np.uint64))


def main(agent):
    print(ask(agent.native_act, new_views(Rules(), 1)[0]))


if __name__ == "__main__":
    main(mine)
"""
_NAMED = """\
import sys
from hanabilab import make_agent
agent = make_agent(sys.argv[1])
sys.modules[agent.function.__module__].main(agent)
"""
_IMPORTED = "import mine\nmine.main(mine.mine)\n"
_LANES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_CACHE_DIR")


@pytest.fixture
def folder(tmp_path):
    """A folder with a user's agent in `agents/mine.py`."""
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "mine.py").write_text(_AGENT)
    return tmp_path


def first_action(*arguments: str, cwd: Path) -> int:
    """What a new Python process, which may use the cache on disk, prints."""
    environment = {key: value for key, value in os.environ.items() if key not in _LANES}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return int(done.stdout)


def kept(folder: Path) -> set[str]:
    """Names of the files of compiled code."""
    return {path.name for path in folder.rglob("*.nbc")}


@pytest.mark.late
def test_a_file_runs_under_every_spelling_with_code_kept_by_another(folder):
    """Named from here, from beside it, by its whole path, run as a script, imported, and again."""
    agents = folder / "agents"
    script, imported = ["agents/mine.py"], ["-c", _IMPORTED]
    here, whole, beside = (
        ["-c", _NAMED, f"{spelled}mine.py:mine"] for spelled in ("agents/", f"{agents}/", "")
    )
    for command, cwd in ((here, folder), (script, folder), (imported, agents)):
        assert 5 == first_action(*command, cwd=cwd)
    warm = kept(folder)
    for command, cwd in ((imported, agents), (beside, agents), (script, folder), (whole, agents)):
        assert 5 == first_action(*command, cwd=cwd)
    assert warm == kept(folder)


@pytest.mark.late
def test_files_of_one_name_and_edited_files_run_their_own_code(folder):
    """Neither a neighbor's file of the same name nor yesterday's text is in the way."""
    other = folder / "others" / "mine.py"
    other.parent.mkdir()
    other.write_text(_AGENT.replace("+ 0", "+ 1"))
    for cwd, action in ((folder / "agents", 5), (other.parent, 6)):
        assert action == first_action("-c", _NAMED, "mine.py:mine", cwd=cwd)
    other.write_text(_AGENT.replace("+ 0", "+ 2"))
    assert 7 == first_action("-c", _NAMED, "others/mine.py:mine", cwd=folder)


def test_an_edit_of_the_same_length_and_second_runs(tmp_path, monkeypatch):
    """Python keeps bytecode by time and length, and would run what the file said before."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "mine.py"
    for number in (3, 4):
        path.write_text(f"NUMBER = {number}\nHERE = __file__\n")
        os.utime(path, (1, 1))
        module = load_file(path, "agent", AgentError)
        assert (module.NUMBER, module.HERE) == (number, str(path))


def test_a_file_is_one_module_until_it_changes(folder, monkeypatch):
    """Equal spellings make equal functions; an edit makes new ones, which do as they say."""
    path = folder / "agents" / "mine.py"
    monkeypatch.chdir(folder)
    first = make_agent("agents/mine.py:mine")
    assert first.function is make_agent(f"{path}:mine").function
    assert first == make_agent("agents/mine.py")
    path.write_text(_AGENT.replace("@kernel", "").replace("+ 0", "+ 2"))
    second = make_agent("agents/mine.py")
    assert first.function is not second.function
    assert first.function.__module__ != second.function.__module__


def test_a_file_that_fails_can_be_mended(folder):
    """Nothing is left of the failure."""
    path = folder / "agents" / "broken.py"
    path.write_text("1 / 0\n")
    before = set(sys.modules)
    for _ in range(2):
        with pytest.raises(ValueError, match="ZeroDivisionError"):
            make_agent(f"{path}:mine")
    assert before == set(sys.modules)
    path.write_text(_AGENT)
    assert f"{path}:mine" == make_agent(f"{path}:mine").name


_TWO = """\
from hanabilab import policy
from hanabilab.agents.five_rule import five_rule


@policy("{0}")
def bot(view, memory, rng):
    return 0
"""


@pytest.mark.parametrize("name", ["mine", "smart", "five-rule", "human"])
def test_the_only_agent_of_a_file_is_found_whatever_its_name(tmp_path, name):
    """One that the package has, too; what it imports is not its own."""
    path = tmp_path / "mine.py"
    path.write_text(_TWO.format(name))
    found = make_agent(str(path))
    assert found.function.__name__ == "bot"
    assert make_agent(found.name) == found


@pytest.mark.parametrize(
    ("text", "wanted", "says"),
    [
        (
            b"def bot(view, memory, rng):\n    return 0\n",
            "",
            "bot is a plain function; put @policy",
        ),
        (b"def bot(view, memory, rng):\n    return 0\n", ":bot", "no agent 'bot' in"),
        (b"x = 1\n", "", "no agent in .*; hanabi new agent FILE.py writes a first one"),
        (
            _TWO.format("a").encode() + b"\nother = policy('b')(bot.function)\n",
            "",
            "defines 2 agents",
        ),
        (_TWO.format("a").encode(), ":c", "no agent 'c' in .*, which defines a; write"),
        (b"# caf\xe9\n", "", "is not UTF-8"),
        (b"x = 'caf\xe9'\n", "", "is not UTF-8"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path, text, wanted, says):
    """A decorator that is missing, no agent, several, another name, bytes that are no text."""
    path = tmp_path / "mine.py"
    path.write_bytes(text)
    with pytest.raises(AgentError, match=says) as told:
        make_agent(f"{path}{wanted}")
    assert "\n" not in str(told.value)


def test_a_path_longer_than_can_be_is_told():
    """In one line, as a file that is not there."""
    with pytest.raises(AgentError, match=r"^(no|cannot read) agent file a+"):
        make_agent(f"{'a' * 300}.py:mine")


def test_a_file_that_tells_its_encoding_is_read(tmp_path):
    """As Python reads it."""
    path = tmp_path / "mine.py"
    path.write_bytes(b"# -*- coding: latin-1 -*-\n# caf\xe9\n" + _TWO.format("a").encode())
    assert make_agent(str(path)).name == f"{path}:a"


@pytest.mark.parametrize("text", ["smart,smart", "smart, smart", "smart smart"])
def test_several_names_in_place_of_one_are_told(text):
    """With both ways to write them."""
    with pytest.raises(NotationError, match="has 2 names where one belongs") as told:
        make_agent(text)
    assert "each by itself: smart smart; of a line-up in quotes, with commas" in str(told.value)


@pytest.mark.parametrize(
    ("path", "name", "odd"),
    [
        ("my agents/mine.py", "{}", " "),
        ("jörg/mine.py", "{}:a", "ö"),
        ("my jörg/mine.py", "sparta({}:a, rollouts=100)", " "),
        ("a(b),c.py", "{}:a", "("),
    ],
)
def test_a_path_that_no_name_can_hold_is_told(tmp_path, monkeypatch, path, name, odd):
    """By its letter, where there is such a file; from its own folder it has a name."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(_TWO.format("a"))
    with pytest.raises(NotationError) as told:
        make_agent(name.format(path))
    assert str(told.value).startswith(f"{path!r} has {odd!r}, and a name has letters A to Z")
    if file.name == "mine.py":
        monkeypatch.chdir(file.parent)
        assert make_agent(name.format("mine.py"))


# --- Names that were read from folders -----------------------------------------------------------


@pytest.fixture
def strange(folder, forget_code):
    """The name of an agent in a file that nobody has named; running it leaves a mark."""
    forget_code()
    path = folder / "agents" / "mine.py"
    path.write_text(f"open({str(folder / 'mark')!r}, 'w').close()\n" + _AGENT)
    return f"{path}:mine"


@pytest.mark.parametrize(
    "form", ["{}", "sparta({}, rollouts=2)", "ismcts({})", "cheat, {}", 'f("{}")', "f(a={})"]
)
def test_a_name_from_a_folder_runs_no_file_that_nobody_named(strange, folder, form):
    """However deep in the name it stands; the refusal is one line that says what to do."""
    with pytest.raises(AgentError, match=r"mine.py, a Python file .* --allow-code") as error:
        require_allowed_code(form.format(strange))
    assert 1 == len(str(error.value).splitlines())
    with pytest.raises(AgentError, match="Python file"):
        kept_agent(strange)
    assert not (folder / "mark").exists()


@pytest.mark.parametrize("end", ["/", "/.", "//", "/./", "/:mine", "/.:mine"])
def test_a_path_that_is_written_oddly_runs_nothing_either(strange, folder, end):
    """A slash after it does not make another file of it."""
    name = strange.removesuffix(":mine") + end
    for form in ("{}", "sparta({}, rollouts=2)"):
        with pytest.raises(AgentError, match=r"mine.py, a Python file .* --allow-code"):
            require_allowed_code(form.format(name))
    with pytest.raises(AgentError, match="Python file"):
        kept_agent(name)
    assert not (folder / "mark").exists()


def test_a_file_may_be_allowed(strange, folder, monkeypatch, forget_code):
    """By name however it is spelled, with all others, or by having been run on the user's word."""
    monkeypatch.chdir(folder)
    for files, all_files in (([Path("agents/mine.py")], False), ([], True)):
        with code_allowed(files, all_files=all_files):
            require_allowed_code(strange)
        with pytest.raises(AgentError):
            require_allowed_code(strange)
    allow_code("agents/../agents/mine.py")
    assert strange == kept_agent(strange).name
    forget_code(ran=False)
    assert strange == kept_agent(strange).name  # it has run already
    forget_code()
    make_agent("agents/mine.py:mine")
    assert strange == kept_agent(strange).name


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("five-rule", []),
        ("sparta(a/b.py:c, rollouts=2)", ["a/b.py"]),
        ("--pool=../x-1.py:y", ["../x-1.py"]),
        ("a.py, ~/b.py:c", ["a.py", "~/b.py"]),
        ("a.pyx:b", []),
    ],
)
def test_the_files_of_a_name_are_found(text, files):
    """All that the grammar can write, and what a command line puts around it."""
    assert [Path(file) for file in files] == files_in(text)


def test_the_name_of_an_agent_has_the_path_as_it_was_written(folder, monkeypatch):
    """Runs that were kept name their agents so, and go on only with the same names."""
    monkeypatch.chdir(folder / "agents")
    assert make_agent("./mine.py").name == "./mine.py:mine"


def test_a_file_is_one_agent_whatever_path_leads_to_it(folder, monkeypatch):
    """In a cross-play they would sit twice, and pass for a pair of strangers."""
    place = folder / "agents"
    (place / "link.py").symlink_to(place / "mine.py")
    (place / "sub").mkdir()
    monkeypatch.chdir(place)
    for other in ("./mine.py", "sub/../mine.py", f"{place}/mine.py", "link.py"):
        both = {name: make_agent(name) for name in ("mine.py", other)}
        with pytest.raises(AgentError, match=r"'mine.py' and .* are one agent; name each once"):
            require_different(both)


def test_weights_and_folders_are_one_agent_whatever_path_leads_to_them(folder, monkeypatch):
    """Two steps of a path make no other network; other numbers do."""
    monkeypatch.chdir(folder)

    def named(*names):
        return {name: CompiledPolicy(name, make_agent("random").function) for name in names}

    for names in (
        ("net(agents/mine.py)", "net(./agents/mine.py)"),
        ("pool(agents, 1, 2)", f"pool({folder}/agents, 1, 2)"),
        ("sparta(net(agents/x), rollouts=5)", "sparta(net(agents/./x), rollouts=5)"),
    ):
        with pytest.raises(AgentError, match="are one agent"):
            require_different(named(*names))
    require_different(named("pool(agents, 1, 2)", "pool(agents, 2, 1)", "net(agents)", "agents"))
