"""The archive of an evolution as tables and a heat map for the terminal."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Column, Table
from rich.text import Text

from hanabilab.cli.grids import right
from hanabilab.cli.render import rule_of_lost_games
from hanabilab.cli.terminal import Console
from hanabilab.evolution import Corrected, Pool, Statistics
from hanabilab.evolution.report import mean_grid

# Dark to light, like the figure's scale.
_SHADES = (
    "white on grey11",
    "white on grey30",
    "white on grey46",
    "black on grey66",
    "black on grey85",
)
_MOST_COLUMNS = 40


def print_archive(
    console: Console, pool: Pool, top: int, corrected: Corrected | None = None
) -> None:
    """Its figures, its heat map, its best."""
    settings = pool.evolution.settings
    title = f"{pool.evolution.done:,} individuals of seed {settings.seed}"
    lost = rule_of_lost_games(settings.rules)
    console.print(f"{title}; {settings.rules.players} players, {lost}, mode {settings.mode}")
    console.print(_figures(pool.evolution.statistics, corrected))
    if len(settings.grid) == 2 and settings.grid[1] <= _MOST_COLUMNS:
        console.print(_heat_map(pool))
    if top:
        console.print(_best(pool, top, corrected))


def _figures(own: Statistics, corrected: Corrected | None) -> Table:
    columns = {"as found": own}
    if corrected:
        columns |= {"fresh games": corrected.in_place, "corrected": corrected.statistics}
    grid = Table("archive", *right(*columns))
    told = [asdict(statistics) for statistics in columns.values()]
    grid.add_row("coverage", *(f"{each['coverage']} of {each['cells']}" for each in told))
    for name, words in (("mean", "mean"), ("maximum", "maximum"), ("qd_score", "QD-score")):
        grid.add_row(words, *(f"{each[name]:,.2f}" for each in told))
    if corrected:
        share = f"{100 * corrected.own_niche:.0f} % in their own niche still"
        grid.caption = f"fresh games: {corrected.elites.games[:1].sum():,} of each elite; {share}"
    return grid


def _heat_map(pool: Pool) -> Text:
    """A row for each niche of the first measure, the highest on top; mean scores, rounded."""
    means, settings = mean_grid(pool.evolution), pool.evolution.settings
    up, right = (name.replace("_", " ") for name in settings.measures)
    text = Text(f"mean score by niche; {up} upwards, {right} to the right\n")
    for row in range(len(means) - 1, -1, -1):
        text.append(f"{row:3} ", "dim")
        for mean in means[row]:
            text.append_text(_cell(float(mean), settings.rules.max_score))
        text.append("\n")
    text.append("    " + "".join(f"{column:3}" for column in range(means.shape[1])), "dim")
    return text


def _cell(mean: float, max_score: int) -> Text:
    if np.isnan(mean):
        return Text("  \u00b7", "dim")
    shade = _SHADES[min(int(mean / max_score * len(_SHADES)), len(_SHADES) - 1)]
    return Text(f"{mean:3.0f}", shade)


def _best(pool: Pool, top: int, corrected: Corrected | None) -> Table:
    """The best elites: by fresh games, where there are any."""
    by = "fresh_mean" if corrected else "mean"
    table = pool.table(corrected).sort(by, descending=True, maintain_order=True).head(top)
    measures = pool.evolution.settings.measures
    title = f"best {len(table)} by {by.replace('_', ' ')} score"
    names = ["niche", *(["fresh mean"] if corrected else []), "mean", "games"]
    numbers = right(*names, *(name.replace("_", " ") for name in measures), overflow="fold")
    rules = Column("rules", ratio=1)
    grid = Table(*numbers, rules, title=title, box=SIMPLE_HEAD, pad_edge=False)
    for row in table.to_dicts():
        niche = ", ".join(str(row[f"niche_{axis}"]) for axis in range(len(measures)))
        fresh = [f"{row['fresh_mean']:.2f}"] if corrected else []
        behavior = [f"{row[name]:.3f}" for name in measures]
        grid.add_row(
            niche,
            *fresh,
            f"{row['mean']:.2f}",
            f"{row['games']:,}",
            *behavior,
            row["rules"].replace(",", ", "),
        )
    return grid
