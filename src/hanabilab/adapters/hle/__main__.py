"""Runs a program that was written for HLE: `python -m hanabilab.adapters.hle SCRIPT ARGS...`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from hanabilab.adapters.hle.stand_ins import with_names

_USAGE = """\
python -m hanabilab.adapters.hle SCRIPT ARGS...
python -m hanabilab.adapters.hle -m MODULE ARGS...
python -m hanabilab.adapters.hle -c CODE ARGS...

Runs a program as Python would, with the modules of hanabilab in the place of those of the Hanabi
Learning Environment (hanabi_learning_environment, pyhanabi, rl_env, agents). Modules that the
program brings itself come first. Processes that it starts find ours, too. See docs/hle.md.
"""


def main() -> int:
    """Begin Python anew with HLE's names on its path; the exit code.

    A new process is what the program would have had: `__main__`, `sys.argv`, `sys.path` and
    `multiprocessing` are as they are without us.
    """
    given = sys.argv[1:]
    if given[:1] in (["-h"], ["--help"]):
        print(_USAGE, end="")  # noqa: T201  # what was asked for
        return 0
    if fault := _fault(given):
        sys.stderr.write(f"{fault}; python -m hanabilab.adapters.hle --help says how\n")
        return 2
    with_names(os.environ)
    command = [sys.executable, *_flags(), *given]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(sys.executable, command)  # noqa: S606  # signals and the terminal are the program's
    return subprocess.run(command, check=False).returncode  # noqa: S603  # as the user has typed it


def _fault(given: list[str]) -> str:
    """What is wrong with a command line, or nothing."""
    if not given:
        return "no script is given"
    if given[0] in ("-m", "-c"):
        what = "a module" if given[0] == "-m" else "code"
        return "" if len(given) > 1 else f"{given[0]} needs {what}"
    if given[0].startswith("-") and given[0] != "-":
        return f"unknown option {given[0]}"
    return "" if given[0] == "-" or Path(given[0]).exists() else f"no script {given[0]}"


def _flags() -> list[str]:
    """The options of Python itself that this process was started with."""
    for place, word in enumerate(sys.orig_argv[1:], 1):
        if word == "-m":
            return sys.orig_argv[1:place]
    return []


if __name__ == "__main__":
    sys.exit(main())
