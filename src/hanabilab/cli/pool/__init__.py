"""`hanabi pool`: what evolutions have found."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from hanabilab.cli.pool import show
from hanabilab.cli.settings import flat

__all__ = ["app"]

_HELP = ("-h", "--help")


class _ShowByDefault(TyperGroup):
    """`hanabi pool DIR` is `hanabi pool show DIR`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or args[0] not in (*_HELP, *self.commands):
            args = ["show", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_ShowByDefault,
    help="What evolutions have found: `hanabi pool DIR` shows an archive.",
)
app.command(name="show")(flat(show.command))
