"""`hanabi tiny levers`: methods of zero-shot coordination on the lever game and its relatives."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from hanabilab.cli.grids import right
from hanabilab.cli.options import RUN, JsonOption, PngOption, progress_bars
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console, print_document
from hanabilab.runs.files import write_file
from hanabilab.stats import ERROR_NOTE
from hanabilab.stats.summary import interval_words, number_words
from hanabilab.tiny.levers import (
    GAMES,
    METHODS,
    Compared,
    LeverGame,
    LeverSettings,
    compare_methods,
    lever_game,
)

_PANELS = {"seeds": RUN, "seed": RUN}


def command(
    games: Annotated[
        list[str] | None,
        typer.Argument(help=f"Games: {', '.join(GAMES)}, or all.", show_default="levers"),
    ] = None,
    *,
    given: Annotated[Given, OptionsOf(LeverSettings, _PANELS)],
    png: PngOption = None,
    as_json: JsonOption = False,
) -> int:
    """Self-play and cross-play of teams that learned apart, method by method."""
    settings = LeverSettings(**given)
    names = list(GAMES) if games == ["all"] else list(dict.fromkeys(games or ["levers"]))
    chosen = [lever_game(name) for name in names]
    with progress_bars() as bars:
        task = bars.add_task("methods", total=len(chosen) * len(METHODS))
        documents = [
            _document(game, list(compare_methods(game, settings, lambda: bars.advance(task))))
            for game in chosen
        ]
    if png:
        _draw(documents, png)
    if as_json:
        print_document({"settings": asdict(settings), "by_game": documents})
    else:
        for document in documents:
            _print(document, settings)
    return 0


def _document(game: LeverGame, compared: list[Compared]) -> dict[str, Any]:
    rows = [
        {
            "method": each.method,
            "self_play": asdict(each.scores.self_play),
            "cross_play": asdict(each.scores.cross_play),
            "gap": asdict(each.scores.gap),
            "disjoint_pairs": asdict(each.scores.disjoint_pairs),
            "matrix": each.matrix.tolist(),
            "steps": each.steps.tolist(),
            "self_play_curve": each.self_play.tolist(),
            "cross_play_curve": each.cross_play.tolist(),
        }
        for each in compared
    ]
    seeds = compared[0].scores.models
    return {"game": game.name, "story": game.story, "seeds": seeds, "methods": rows}


def _print(document: dict[str, Any], settings: LeverSettings) -> None:
    console = Console()
    console.print(f"{document['game']}: {document['story']}")
    starts = "from one start" if settings.starts == 1 else f"the best of {settings.starts} starts"
    title = f"{settings.seeds} teams, each {starts}; seed {settings.seed}"
    note = f"{ERROR_NOTE}, over teams; payoffs are exact"
    heads = right("self-play", "cross-play", "95 % interval")
    grid = Table("method", *heads, title=title, caption=note)
    for row in document["methods"]:
        own, others = row["self_play"], row["cross_play"]
        means = (number_words(each["mean"], each["sem"]) for each in (own, others))
        grid.add_row(row["method"], *means, interval_words(others["ci95"]))
    console.print(grid)


def _draw(documents: list[dict[str, Any]], png: Any) -> None:
    from hanabilab.tiny.plots import save_levers

    write_file(png, lambda file: save_levers(documents, file))
