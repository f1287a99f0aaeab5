"""What is told of a tuning: a table by generation, and a document."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import polars as pl

from hanabilab.notation import format_rules
from hanabilab.tuning.comparing import WINNERS_CURSE, Comparison
from hanabilab.tuning.race import opening_games
from hanabilab.tuning.search import Tuning


def numbers_table(tuning: Tuning) -> pl.DataFrame:
    """[T + 1] a row for each generation, 0 for the numbers given.

    Columns: `generation`; `games` that its candidates have played; `dropped`, how many dropped out;
    `score`, the mean of all its candidates over the first block of the race, which all play;
    then where the next candidates are drawn around, by the name of each number.
    """
    settings = tuning.settings
    opening = settings.candidates * opening_games(settings.games)
    rows: dict[str, Any] = {
        "generation": range(tuning.done + 1),
        "games": [0, *tuning.games.sum(axis=1).tolist()],
        "dropped": [0, *(tuning.games < settings.games).sum(axis=1).tolist()],
        "score": [None, *(tuning.opening.sum(axis=1) / opening).tolist()],
    }
    for place, number in enumerate(settings.numbers):
        rows[number.name] = tuning.means[:, place]
    return pl.DataFrame(rows, schema_overrides={"score": pl.Float64})


def report_tuning(tuning: Tuning, comparison: Comparison) -> dict[str, Any]:
    """The contract of `tune --json`, and of `tuning.json`."""
    settings = tuning.settings
    played, most = int(tuning.games.sum()), tuning.done * settings.candidates * settings.games
    return {
        "agent": comparison.given,
        "tuned_agent": comparison.tuned,
        "rules": format_rules(settings.rules),
        "seed": settings.seed,
        "generations": tuning.done,
        "candidates": settings.candidates,
        "games": played,
        "games_saved": most - played,
        "numbers": [
            {
                "name": number.name,
                "meaning": number.meaning,
                "low": number.low,
                "high": number.high,
                "given_value": given,
                "tuned_value": tuned,
                "deviation": deviation,
            }
            for number, given, tuned, deviation in zip(
                settings.numbers,
                settings.start,
                tuning.tuned,
                tuning.deviations[-1].tolist(),
                strict=True,
            )
        ],
        "comparison": {
            "games": comparison.games,
            "seed": comparison.seed,
            "given_score": asdict(comparison.given_score),
            "tuned_score": asdict(comparison.tuned_score),
            "gain": asdict(comparison.gain),
            "conclusion": comparison.conclusion,
        },
        "note": WINNERS_CURSE,
    }
