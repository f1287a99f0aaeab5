"""The command line: `hanabi COMMAND`. One module for each command: parse, call, print.

A user's mistake is one line on stderr and exit code 2; Ctrl-C, or SIGTERM, ends with 130, with
what was done kept. `cli.commands` has the table of commands. A command's module is imported when it
runs, and nothing else of the library before.
"""

from __future__ import annotations

import gc
import sys

from hanabilab.cli.completion import answer, is_asked

__all__ = ["main", "run"]


def main() -> None:
    """Run the command line that this process was started with, or complete one."""
    if is_asked():
        sys.exit(answer())
    gc.disable()  # what modules are made of stays; `loading` turns it on before the command runs
    from hanabilab.cli import program

    program.main()


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code."""
    from hanabilab.cli import program

    return program.run(arguments)
