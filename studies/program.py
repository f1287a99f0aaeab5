"""A study as a program with the options, progress and errors of a command of `hanabi`."""

from __future__ import annotations

from collections.abc import Callable

import typer

from hanabilab.cli.program import main, run
from hanabilab.cli.settings import flat


class Program:
    """What `python -m MODULE` runs.

    Args:
        module: as it is called.
        command: takes the options; returns the exit code.
    """

    def __init__(self, module: str, command: Callable[..., int]) -> None:
        self.name = f"python -m {module}"
        self.commands = typer.Typer(
            context_settings={"help_option_names": ["-h", "--help"]},
            pretty_exceptions_enable=False,
            add_completion=False,
        )
        self.commands.command()(flat(command))

    def run(self, arguments: list[str]) -> int:
        """Run one command line and return its exit code."""
        return run(arguments, self.commands, self.name)

    def main(self) -> None:
        """Run it with the arguments of this process, and end."""
        main(self.commands, self.name)
