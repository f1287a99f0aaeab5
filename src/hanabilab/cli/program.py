"""The program `hanabi`: its own options, its commands, and what is told of errors."""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from hanabilab import __version__
from hanabilab._command import STOPPED, end, prepare
from hanabilab.agents.user_files import code_allowed, files_in
from hanabilab.cli.agent_code import ALLOW_CODE, DEBUG, AllowCodeOption, DebugOption
from hanabilab.cli.commands import COMMANDS
from hanabilab.cli.loading import HELP, Commands
from hanabilab.cli.notes import note
from hanabilab.cli.terminal import guard_stdin, guard_stdout
from hanabilab.errors import HanabiError, PartialGameError, StoppedError
from hanabilab.moved import RENAMED, SHORT, STUDIES

__all__ = ["app", "main", "run"]

app = typer.Typer(
    name="hanabi",
    cls=Commands,
    help="Research and analysis of Hanabi. Begin with: hanabi demo",
    context_settings={"help_option_names": list(HELP)},
    pretty_exceptions_enable=False,
)

# Some releases of typer carry click inside: the exception is found by what typer derives from it.
_UsageError: Any = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "UsageError"
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"hanabilab {__version__}")  # noqa: T201  # what was asked for
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    _: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the version."),
    ] = False,
    allow_code: AllowCodeOption = False,  # noqa: ARG001  # `run` takes both from the arguments
    debug: DebugOption = False,  # noqa: ARG001
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())  # noqa: T201  # the help


#: The exit code of a program that no one listens to any more, as shells have it.
_READER_LEFT = 141


def main(commands: typer.Typer = app, program: str = "hanabi") -> None:
    """Run the command line, and turn errors into one line and an exit code.

    Args:
        commands: those of `hanabi`, or a program with the same manners.
        program: its name.
    """
    prepare()
    guard_stdin()
    guard_stdout()
    code = run(sys.argv[1:], commands, program)
    if _are_threads_at_work():
        end(code)  # what a stop has left behind would go on
    sys.exit(code)


def _are_threads_at_work() -> bool:
    """Whether a stop has left threads of ours at work; none is if nobody has imported them."""
    threads = sys.modules.get("hanabilab.arena.threads")
    return threads is not None and threads.are_at_work()


def run(arguments: list[str], commands: typer.Typer = app, program: str = "hanabi") -> int:
    """Run one command line and return its exit code."""
    rest = [argument for argument in arguments if argument not in (ALLOW_CODE, DEBUG)]
    if commands is app and (study := _old_name(rest, STUDIES)):
        return _complain(f"{study} is a study now; in a checkout of hanabilab: {STUDIES[study]}")
    if commands is app and (old := _old_name(rest, RENAMED)):
        note(f"`hanabi {old}` is now `hanabi {RENAMED[old]}`")
        rest[: old.count(" ") + 1] = RENAMED[old].split()
    if commands is app and (short := _old_name(rest, SHORT)):
        rest[:1] = SHORT[short].split()
    if commands is app and ALLOW_CODE in arguments and (name := _without_agents(rest)):
        return _complain(f"{ALLOW_CODE} has no effect on {name}; leave it out")
    named = [file for argument in rest for file in files_in(argument)]
    try:
        with code_allowed(named, all_files=ALLOW_CODE in arguments):
            code = commands(rest, prog_name=program, standalone_mode=False)
        sys.stdout.flush()
    except _UsageError as error:
        return _complain(_usage(error))
    except StoppedError as error:
        return _complain(str(error), STOPPED)
    except PartialGameError as error:
        return _complain(str(error), 1)
    except HanabiError as error:
        if DEBUG in arguments:
            traceback.print_exception(error)
        return _complain(str(error))
    except MemoryError:
        return _complain("not enough memory")
    except BrokenPipeError:
        return _READER_LEFT
    except OSError as error:
        if DEBUG in arguments:
            traceback.print_exception(error)
        return _complain(_refusal(error))
    except (KeyboardInterrupt, typer.Abort):
        return _complain("stopped", STOPPED)
    except Exception as error:
        from hanabilab.arena.faults import failure, is_raised_in

        if DEBUG in arguments or not is_raised_in(named, error):
            raise
        return _complain(f"an agent's file fails: {failure(error)}")
    return code if isinstance(code, int) else 0


def _old_name(arguments: list[str], table: Mapping[str, str]) -> str | None:
    """The name in a table that a command line begins with."""
    return next((name for name in table if name.split() == arguments[: name.count(" ") + 1]), None)


def _without_agents(arguments: list[str]) -> str | None:
    """The command that the command line names, if no agent runs in it."""
    words = [each for each in arguments if not each.startswith("-")]
    names = [" ".join(words[:2]), *words[:1]]
    name = next((each for each in names if each in COMMANDS), None)
    return None if name is None or COMMANDS[name].runs_agents else name


def _usage(error: Any) -> str:
    """What is wrong with a command line, and whose help tells what would be right."""
    told = error.format_message().replace("Value error, ", "").strip()
    ended = told if told.endswith((".", "?")) else f"{told}."
    command = error.ctx.command_path if error.ctx else "hanabi"
    return f"{ended} {command} --help tells more"


def _refusal(error: OSError) -> str:
    """What the system refused, and of which file."""
    if error.errno == errno.ENOENT and error.filename is None:  # of no file: `os.getcwd`
        return "the folder that you are in is no longer there; change to one that is"
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _complain(message: str, code: int = 2) -> int:
    note(message)
    return code
