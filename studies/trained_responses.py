"""How well a network plays with the one partner that it was trained with.

`python -m studies.trained_responses [PARTNER ...]` trains what is missing, and scores it. Every
partner has the same settings: a run of `partner-ppo` of two million turns that starts from a
network for self-play. Runs are in runs/best-responses/trained, and are resumed where they were
stopped; results/best-responses/trained.parquet keeps a row for each partner, which the table of
`best_responses` reads. The decks of the scores are those of its cross-play, and no run is trained
on them.
"""

from __future__ import annotations

import argparse
import re
from io import BytesIO
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.arena import Lineup, play_games
from hanabilab.errors import HanabiError
from hanabilab.game.rules import Rules
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import write_bytes
from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.panics import panics_silenced
from hanabilab.runs.reading import read_bytes, read_csv
from hanabilab.stats import Estimate, estimate
from studies import search
from studies.kept_games import MAX_SCORE

RUNS = Path("runs/best-responses/trained")
KEPT = Path("results/best-responses/trained.parquet")
GAMES, SEED = 1000, 7

_COLUMNS = pl.Schema(
    {
        "partner": pl.String(),
        "turns": pl.Int64(),
        "cpu_seconds": pl.Int64(),
        "scores": pl.List(pl.Int8),
    }
)

#: All agents of the cross-play.
PARTNERS = (
    *("five-rule", "newest", "value", "smart", "keen", "information", "iggi", "piers", "outer"),
    *("internal", "van-den-bergh", "canaan-elite", "outer-state", "intentional", "full"),
    *("h-group(level=4)", "net(obl-1-2p)", "net(guided-2p)"),
)
#: Two million turns, which take about seven CPU-minutes; a weak pull towards what the partner does.
CONFIG = """
algorithm = "partner-ppo"
rules = "full(players=2)"
partner = "{partner}"
pull_coef = 0.03
start = "gru-2p-first"
seed = 81
fixed = 96
colors = 48
num_layers = 2
inferences = true
updates = 60
learning_rate = 0.0004
lr_schedule = "linear"
entropy_coef = 0.005
value_only = 3
evaluate_every = 20
"""


def folder_of(partner: str) -> Path:
    """Where the run with a partner is."""
    return RUNS / re.sub(r"[^a-z0-9]+", "-", partner).strip("-")


def train(partner: str) -> Path:
    """The weights of a network that was trained with `partner`."""
    out = folder_of(partner)
    weights = out / "weights.safetensors"
    if weights.exists():
        return weights
    if (out / MANIFEST).exists():
        search.call("train", "--resume", str(out))
    else:
        config = out.parent / f"{out.name}.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(CONFIG.format(partner=partner))
        search.call("train", str(config), "--out", str(out))
    return weights


def scores(weights: Path, partner: str) -> NDArray[np.int64]:
    """[2, GAMES] of the network beside the partner, in seat 0 and in seat 1; lost games score 0."""
    network = f"net({weights})"
    orders = ([network, partner], [partner, network])
    rules = Rules(players=2)
    return np.array(
        [
            play_games(Lineup.of(order), rules, games=GAMES, seed=SEED).table["score"].to_numpy()
            for order in orders
        ]
    )


def keep(partner: str, found: NDArray[np.int64]) -> None:
    """Keep the row of a partner, in place of an older one."""
    last = read_csv(folder_of(partner) / "curve.csv").tail(1)
    row = pl.DataFrame(
        {
            "partner": [partner],
            "turns": [int(last["turns"][0])],
            "cpu_seconds": [int(last["cpu_seconds"][0])],
            "scores": [found.ravel().tolist()],
        },
        schema=_COLUMNS,
    )
    rows = [row]
    if KEPT.exists():
        rows.append(_read_kept().filter(pl.col("partner") != partner))
    table = pl.concat(rows).sort("partner")
    buffer = BytesIO()
    table.write_parquet(buffer)
    write_bytes(KEPT, buffer.getvalue())


def _read_kept() -> pl.DataFrame:
    """A row for each partner.

    Raises:
        ResumeError: it cannot be read, or has what no games can have.
    """
    data = read_bytes(KEPT)
    with faults_told(KEPT), panics_silenced():
        table = pl.read_parquet(BytesIO(data)).select(*_COLUMNS).cast(_COLUMNS)
        for partner, scores in table.select("partner", "scores").iter_rows():
            right = len(scores) == 2 * GAMES and all(0 <= each <= MAX_SCORE for each in scores)
            if partner not in PARTNERS or not right:
                raise ValueError(f"it has no scores of {2 * GAMES:,} games beside {partner}")
    return table


def kept_estimates() -> dict[str, Estimate]:
    """Scores beside each partner that was trained with, over decks: the mean of both seats."""
    if not KEPT.exists():
        return {}
    table = _read_kept()
    return {
        partner: estimate(np.array(each, float).reshape(2, GAMES).mean(axis=0))
        for partner, each in table.select("partner", "scores").iter_rows()
    }


def main() -> None:
    """Train and score what is missing."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("partners", nargs="*", metavar="PARTNER", help=", ".join(PARTNERS))
    given = parser.parse_args()
    if unknown := [name for name in given.partners if name not in PARTNERS]:
        parser.error(f"no partner {unknown[0]}; there are {', '.join(PARTNERS)}")
    try:
        for partner in given.partners or PARTNERS:
            if given.partners or partner not in kept_estimates():
                keep(partner, scores(train(partner), partner))
    except HanabiError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
