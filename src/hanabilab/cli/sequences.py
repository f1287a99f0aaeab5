"""Sequences with partners as tables for the terminal."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from hanabilab.cli.terminal import Console
from hanabilab.stats import ERROR_NOTE
from hanabilab.teamplay.adaptive import BASELINE

# Games of a sequence that a table shows: beyond these, nobody reads on.
_MOST_ROUNDS = 20


def print_adhoc(console: Console, document: dict[str, Any]) -> None:
    """Scores and gains, and scores by round."""
    console.print(_totals(document))
    console.print(_rounds(document))
    console.print(
        f"{ERROR_NOTE}. Errors and intervals are over partners; with these very partners, the "
        "gain is as sure as the last column says, by sequences."
    )


def _totals(document: dict[str, Any]) -> Table:
    grid = Table(
        title=f"{len(document['partners']):,} partners; sequences with each: "
        f"{document['sequences']:,} of {document['length']} games, seed {document['seed']}"
    )
    for name in ("responder", "mean score", "gain over generalist", "95 % interval", "here"):
        grid.add_column(name, justify="left" if name == "responder" else "right")
    for name, told in document["responders"].items():
        gain = ("-", "-", "-") if name == BASELINE else _gain(told)
        grid.add_row(name, f"{told['score']['mean']:.3f}{_error(told['score'])}", *gain)
    return grid


def _rounds(document: dict[str, Any]) -> Table:
    found = document["responders"]
    grid = Table(title="mean score by game of the sequence")
    for name in ("game", *found):
        grid.add_column(name, justify="right")
    for number in range(min(document["length"], _MOST_ROUNDS)):
        means = (f"{told['by_round'][number]['mean']:.2f}" for told in found.values())
        grid.add_row(str(number + 1), *means)
    return grid


def _gain(told: dict[str, Any]) -> tuple[str, str, str]:
    """A gain, its interval, and its error by sequences; one of a kind has no error."""
    gain, interval = told["gain"], told["gain"]["ci95"]
    words = "{:.3f} to {:.3f}".format(*interval) if interval else "-"
    return f"{gain['mean']:+.3f}{_error(gain)}", words, _error(told["gain_here"]).strip() or "-"


def _error(value: dict[str, Any]) -> str:
    return "" if value["sem"] is None else f" ± {value['sem']:.3f}"
