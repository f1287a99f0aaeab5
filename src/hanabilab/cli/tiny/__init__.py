"""`hanabi tiny`: small games listed, shown, solved, searched and learned."""

from __future__ import annotations

import typer

from hanabilab.cli.settings import flat
from hanabilab.cli.tiny import bad, capi, games, learn, operator, show, solve

__all__ = ["app"]

app = typer.Typer(
    help="Small cooperative games: enumerate, solve exactly, search, learn.",
)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())  # noqa: T201  # the help


app.command(name="list")(games.command)
for module in (show, solve, operator, learn, capi, bad):
    app.command(name=module.__name__.rpartition(".")[2])(flat(module.command))
