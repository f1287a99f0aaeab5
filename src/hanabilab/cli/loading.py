"""Commands as typer takes them: known by the table, imported when one of them is asked."""

from __future__ import annotations

import gc
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from hanabilab._command import is_command
from hanabilab._lazy import named
from hanabilab.cli.agent_code import AgentCode
from hanabilab.cli.commands import COMMANDS, GROUPS, module_of
from hanabilab.cli.notes import note

#: Options that ask for help.
HELP = ("-h", "--help")


def _flags_alone(options: list[Any]) -> list[Any]:
    """Options of which the help shows no type behind flags, which take no value."""
    for each in options:
        if getattr(each, "is_flag", False):
            each.metavar = ""
    return options


class _Loaded(TyperCommand):
    """A command of the table, imported."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options, as the help shows them."""
        return _flags_alone(super().get_params(ctx))


class Commands(TyperGroup):
    """The commands of the table whose names begin with a word; without one, all.

    Args:
        word: the first word of a group.
    """

    def __init__(self, *, word: str = "", **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands.update(_under(word))

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options; the help shows those that are of no command."""
        options = _flags_alone(super().get_params(ctx))
        for each in options:
            each.hidden = each.opts[0] not in ("--version", "--help")
        return options

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Show a group's help if no command is named."""
        return super().parse_args(ctx, args or [HELP[0]] if ctx.parent else args)


class _Unloaded(TyperCommand):
    """A command by its line in the table. The real one takes its place before it parses."""

    def __init__(self, name: str, place: str) -> None:
        entry = COMMANDS[place]
        super().__init__(name, help=entry.line, rich_help_panel=entry.panel or None)
        self.place = place

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """The context of the real command."""
        command = loaded(self.place)
        gc.freeze()
        gc.enable()
        return command.make_context(info_name, args, parent, **extra)


def _under(word: str) -> dict[str, Any]:
    """The commands and groups whose place is `word` and a name."""
    found: dict[str, Any] = {}
    for place in COMMANDS:
        first, _, last = place.rpartition(" ")
        if first == word:
            found[last] = _Unloaded(last, place)
        elif not word:
            found.setdefault(first, _group(first))
    return found


def _group(word: str) -> Commands:
    entry = GROUPS[word]
    return Commands(
        word=word,
        name=word,
        help=entry.line,
        epilog=told(entry.examples),
        rich_help_panel=entry.panel,
    )


def loaded(place: str) -> Any:
    """A command of the table as typer has it, its module imported."""
    entry = COMMANDS[place]
    if is_command():
        from hanabilab._jit.compiling import listen

        listen(note)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    name = place.rpartition(" ")[2]
    app.command(name=name, cls=_Loaded, epilog=told(entry.examples))(function_of(place))
    return typer.main.get_command(app)


def function_of(place: str) -> Any:
    """The function of a command of the table, with a parameter for each option."""
    from hanabilab.cli.settings import flat

    function = named(f"hanabilab.cli.{module_of(place)}:command")
    return flat(function, AgentCode) if COMMANDS[place].runs_agents else flat(function)


def told(examples: tuple[str, ...]) -> str:
    """Examples as the help shows them, below everything."""
    return "\n\n".join(("Example:" if len(examples) == 1 else "Examples:", *examples))
