"""Options that commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from hanabilab.arena import Lineup, Results, play_games
from hanabilab.game.rules import Rules
from hanabilab.notation import parse_rules
from hanabilab.notation.call import parse_call

__all__ = [
    "BombOption",
    "GamesOption",
    "JsonOption",
    "OutOption",
    "RulesOption",
    "SeedOption",
    "SlotsOption",
    "ThreadsOption",
    "make_rules",
    "play_with_progress",
    "progress_bars",
]

GamesOption = Annotated[int, typer.Option(min=1, help="Games to play.")]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of decks and agents.")]
ThreadsOption = Annotated[
    int | None, typer.Option(min=1, help="Threads; all cores by default. Results are the same.")
]
BombOption = Annotated[
    Literal["zero", "keep"] | None,
    typer.Option(help="What a game scores that is lost by the last life."),
]
SlotsOption = Annotated[
    Literal["shift", "fixed"] | None,
    typer.Option(help="Where a drawn card goes: hands shift and it comes last, or its slot."),
]
RulesOption = Annotated[
    str, typer.Option(help="Rules, such as small or 'full(suits=4)'; players follow the agents.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document, nothing else.")]
OutOption = Annotated[Path | None, typer.Option(help="Folder for table, summary and records.")]


def make_rules(
    text: str,
    players: int,
    bomb: Literal["zero", "keep"] | None,
    slots: Literal["shift", "fixed"] | None,
) -> Rules:
    """The rules that `--rules`, `--bomb` and `--slots` ask for, at a table of `players`."""
    call = parse_call(text)
    if all(key != "players" for key, _ in call.options):
        call = replace(call, options=(("players", players), *call.options))
    rules = parse_rules(str(call))
    if bomb:
        rules = replace(rules, bomb=bomb)
    if slots:
        rules = replace(rules, draw_slot="newest" if slots == "shift" else "vacated")
    return rules


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """Bars with time left on stderr; they vanish when done, and are silent where no one looks."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bars:
        yield bars


def play_with_progress(
    bars: Progress,
    lineup: Lineup,
    rules: Rules,
    *,
    games: int,
    seed: int,
    threads: int | None,
) -> Results:
    """`play_games` under a bar."""
    task = bars.add_task(lineup.name, total=games)
    return play_games(
        lineup,
        rules,
        games=games,
        seed=seed,
        threads=threads,
        progress=lambda count: bars.advance(task, count),
    )
