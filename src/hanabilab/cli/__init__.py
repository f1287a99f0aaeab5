"""The command line: `hanabi COMMAND`. One module for each command: parse, call, print.

A user's mistake is one line on stderr and exit code 2; Ctrl-C, or SIGTERM, ends with 130, with
what was done kept.
"""

from __future__ import annotations

import signal
import sys
from typing import Any

import typer

from hanabilab.cli import (
    adhoc,
    agents,
    analyse,
    bench,
    compare,
    crossplay,
    demo,
    evolve,
    explain,
    play,
    pool,
    replay,
    rules,
    search,
    tiny,
)
from hanabilab.errors import HanabiError, StoppedError

__all__ = ["app", "main"]

app = typer.Typer(
    name="hanabi",
    help="Research and analysis of Hanabi.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (
    play,
    compare,
    crossplay,
    adhoc,
    evolve,
    pool,
    analyse,
    demo,
    replay,
    explain,
    search,
    agents,
    rules,
    bench,
):
    app.command(name=module.__name__.rpartition(".")[2])(module.command)
app.add_typer(tiny.app, name="tiny")


# Some releases of typer carry click inside: the exception is found by what typer derives from it.
_UsageError: Any = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "UsageError"
)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    """Research and analysis of Hanabi: play line-ups, compare them, look at games."""
    if context.invoked_subcommand is None:
        print(context.get_help())  # noqa: T201  # the help


#: Another way to write `hanabi analyse`, for who looks for it beside `hanabi pool`.
_POOLS_ANALYSED = ["pool", "analyse"]


def main() -> None:
    """Run the command line, and turn errors into one line and an exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # who stops us so gets the same end
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code."""
    if arguments[:2] == _POOLS_ANALYSED:
        arguments = arguments[1:]
    try:
        code = app(arguments, standalone_mode=False)
    except _UsageError as error:
        return _complain(f"{error.format_message()} hanabi --help tells more")
    except StoppedError as error:
        return _complain(str(error), 130)
    except HanabiError as error:
        return _complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return _complain("stopped", 130)
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int = 2) -> int:
    print(f"hanabi: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201
    return code
