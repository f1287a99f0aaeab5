"""`hanabi demo`: the main job. Search at decision time improves a hand-written blueprint."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from hanabilab.agents import five_rule
from hanabilab.arena import Lineup
from hanabilab.cli.options import FolderOption, JsonOption, Place, SeedOption, ThreadsOption
from hanabilab.cli.runs import RunRequest, report, settle
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError
from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.unused import require_run_or_nothing
from hanabilab.search import search_lineup


@dataclass(frozen=True)
class _Search:
    """How the demo searches."""

    rollouts: Annotated[int, typer.Option(min=0, help="Rollouts for each move.")] = 1000
    threshold: Annotated[
        float, typer.Option(min=0, help="Points by which the search must gain.")
    ] = 0.05
    seats: Annotated[str, typer.Option(help="Seats that search, from 1: 1, 2 or 1,2.")] = "1"

    @property
    def lineup(self) -> Lineup:
        """Two seats, of which some search."""
        found = search_lineup(
            five_rule, 2, _seats(self.seats), rollouts=self.rollouts, threshold=self.threshold
        )
        return Lineup(tuple(found))


def command(
    games: Annotated[int, typer.Option(min=1, help="Games for each line-up.")] = 200,
    seed: SeedOption = 1,
    *,
    search: _Search,
    threads: ThreadsOption = None,
    out: FolderOption = Path("runs/demo"),
    as_json: JsonOption = False,
) -> int:
    """Play `five-rule` with itself, then with a searching seat.

    Asked for again, it goes on with the run in its folder, or shows it.
    """
    require_run_or_nothing(out)
    lineups = (Lineup((five_rule, five_rule)), search.lineup)
    console = Console(quiet=as_json)
    console.print(
        f"{games:,} two-player games of each line-up on the same decks; a searching seat plays "
        f"out up to {search.rollouts:,} games for each move, from the exact range of its hand."
    )
    again = (out / MANIFEST).is_file()
    place = Place(resume=out) if again else Place(out=out)
    with settle(RunRequest(lineups, {"games": games, "seed": seed}), 2, place) as run:
        played = run.play(threads)
        code = report(run, played, as_json=as_json)
    if len(played) == 2:
        gain = run.pairing.comparison().score
        within = gain.ci95 and ", 95 % interval {:+.2f} to {:+.2f}".format(*gain.ci95)
        console.print(f"Search gains {gain.mean:+.2f} points a game{within or ''}.")
    console.print(f"Tables, records and histograms.png are in {out}/.", soft_wrap=True)
    return code


def _seats(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part in ("1", "2") for part in parts):
        raise AgentError(f"seats is {text!r}; the demo has seats 1 and 2: write 1, 2 or 1,2")
    return [int(part) - 1 for part in parts]
