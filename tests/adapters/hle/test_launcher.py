"""`python -m hanabilab.adapters.hle`: programs for HLE, begun as Python begins them."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys

import pytest

pytestmark = pytest.mark.once


def launched(*words, folder, told=None, code=0):
    """What a command line prints, started in a folder; its exit code is checked."""
    done = subprocess.run(
        [sys.executable, "-m", "hanabilab.adapters.hle", *map(str, words)],
        cwd=folder, input=told, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def test_a_program_runs_unchanged(tmp_path):
    """Under HLE's names, bare ones too; arguments arrive."""
    (tmp_path / "program.py").write_text(
        "import sys\n"
        "from hanabi_learning_environment import rl_env\n"
        "from hanabi_learning_environment.agents.simple_agent import SimpleAgent\n"
        "import agents.random_agent\n"
        "import pyhanabi\n"
        "env = rl_env.HanabiEnv({'players': 2, 'seed': int(sys.argv[1])})\n"
        "agent, seen, done = SimpleAgent({}), env.reset(), False\n"
        "while not done:\n"
        "    mine = seen['player_observations'][seen['current_player']]\n"
        "    seen, _, done, _ = env.step(agent.act(mine))\n"
        "print(type(env.state).__module__, isinstance(env.state, pyhanabi.HanabiState))\n"
        "print(sys.argv, __name__)\n"
    )
    found = launched("program.py", 7, folder=tmp_path).splitlines()
    assert found == ["hanabilab.adapters.hle.states True", "['program.py', '7'] __main__"]


@pytest.mark.late
def test_modules_code_and_input_run_as_in_python(tmp_path):
    """`-m`, `-c` and `-`, with their arguments; the exit code is the program's."""
    (tmp_path / "tool.py").write_text(
        "import sys, rl_env\nprint(rl_env.__name__, sys.argv[1:])\nsys.exit(3)\n"
    )
    assert "" == launched("-m", "tool", "-x", folder=tmp_path, code=3)
    code = "import pyhanabi, sys; print(pyhanabi.__name__, sys.argv)"
    expected = "hanabilab.adapters.hle.pyhanabi ['-c', 'a']\n"
    assert expected == launched("-c", code, "a", folder=tmp_path)
    assert "6\n" == launched("-", folder=tmp_path, told="import rl_env\nprint(2 * 3)\n")


def test_pytest_runs_below_it(tmp_path):
    (tmp_path / "test_theirs.py").write_text(
        "from hanabi_learning_environment import pyhanabi\n"
        "def test_it():\n    assert pyhanabi.__name__.startswith('hanabilab')\n"
    )
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_theirs.py")
    assert "1 passed" in launched(*words, folder=tmp_path)


def test_what_a_program_brings_itself_comes_first(tmp_path):
    """Its own `agents` and `rl_env`; `pyhanabi`, which it lacks, is ours, and so is the package."""
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "mine.py").write_text("NAME = 'mine'\n")
    (tmp_path / "rl_env.py").write_text("import pyhanabi\nNAME = 'own'\n")
    (tmp_path / "main.py").write_text(
        "from agents import mine\nimport rl_env\n"
        "from hanabi_learning_environment import rl_env as theirs\n"
        "print(mine.NAME, rl_env.NAME, rl_env.pyhanabi.__name__, theirs.__name__)\n"
    )
    ours = "hanabilab.adapters.hle"
    assert f"mine own {ours}.pyhanabi {ours}.rl_env\n" == launched("main.py", folder=tmp_path)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.late_but(1)
def test_children_find_ours_whichever_way_they_start(tmp_path, method):
    """A pool that plays games, as searches and trainers have."""
    (tmp_path / "pool.py").write_text(
        "import multiprocessing\n"
        "def score(seed):\n"
        "    import pyhanabi\n"
        "    from hanabi_learning_environment import rl_env\n"
        "    env = rl_env.HanabiEnv({'players': 2, 'seed': seed})\n"
        "    env.reset()\n"
        "    return rl_env.__name__, pyhanabi.__name__, env.state.deck_size()\n"
        "if __name__ == '__main__':\n"
        f"    with multiprocessing.get_context('{method}').Pool(2) as pool:\n"
        "        print(set(pool.map(score, range(4))))\n"
    )
    ours = "hanabilab.adapters.hle"
    expected = {(f"{ours}.rl_env", f"{ours}.pyhanabi", 40)}
    assert f"{expected}\n" == launched("pool.py", folder=tmp_path)


def test_programs_that_it_starts_find_ours(tmp_path):
    """Another Python, begun by the program."""
    code = (
        "import subprocess, sys; print(subprocess.run([sys.executable, '-c', "
        "'import rl_env; print(rl_env.__name__)'], capture_output=True, text=True).stdout)"
    )
    assert "hanabilab.adapters.hle.rl_env" in launched("-c", code, folder=tmp_path)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "no script is given; "),
        (("nothing.py",), "no script nothing.py; "),
        (("-m",), "-m needs a module; "),
        (("-c",), "-c needs code; "),
        (("--players", "3"), "unknown option --players; "),
    ],
)
def test_mistakes_are_told_in_a_line(tmp_path, words, told):
    found = launched(*words, folder=tmp_path, code=2)
    assert found.startswith(told)
    assert 1 == found.count("\n")


def test_help_says_how(tmp_path):
    for word in ("-h", "--help"):
        assert "-m MODULE ARGS..." in launched(word, folder=tmp_path)


@pytest.mark.late
def test_a_short_program_imports_little(tmp_path):
    """Two lines: no arena, no search, no polars; with kept kernels, no arrays of Numba."""
    code = (
        "import sys\nfrom hanabi_learning_environment import rl_env\n"
        "rl_env.make('Hanabi-Full', 2).reset()\n"
        "ours = [name for name in sys.modules if name.startswith('hanabilab')]\n"
        "heavy = ('polars', 'torch', 'lark', 'numba.np.arrayobj')\n"
        "print(len(ours), *(n for n in heavy if n in sys.modules))\n"
    )
    launched("-c", code, folder=tmp_path)  # compiles what is not kept yet
    count, *others = launched("-c", code, folder=tmp_path).split()
    assert int(count) <= 60
    assert others == []
