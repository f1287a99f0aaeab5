"""What the table of commands says of a command, and of a group of commands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command, whose module is imported when it is run.

    Attributes:
        line: what it does, in one line; the docstring of its function begins with it.
        home: the module of its function `command`, in `hanabilab.cli`.
        examples: command lines that work, given the files that they name.
        panel: the heading that the help shows it under.
        runs_agents: takes the options of agents in Python files.
    """

    line: str
    home: str
    examples: tuple[str, ...]
    panel: str = ""
    runs_agents: bool = False


@dataclass(frozen=True)
class Group:
    """Commands that share a first word.

    Attributes:
        default: the command that is meant if none is named; without one, the help is shown.
    """

    line: str
    examples: tuple[str, ...]
    panel: str
    default: str = ""
