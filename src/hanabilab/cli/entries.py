"""What the table of commands says of a command, and of a group of commands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command, whose module is imported when it is run.

    Attributes:
        line: what it does, in one line; the docstring of its function begins with it.
        examples: command lines that work, given the files that they name.
        panel: the heading that the help shows it under.
        home: the module of its function `command` in `hanabilab.cli`, if not called as it is.
        runs_agents: takes the options of agents in Python files.
    """

    line: str
    examples: tuple[str, ...]
    panel: str = ""
    home: str = ""
    runs_agents: bool = False


@dataclass(frozen=True)
class Group:
    """Commands that share a first word."""

    line: str
    examples: tuple[str, ...]
    panel: str
