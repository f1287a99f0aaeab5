"""`hanabi tiny capi`: approximate policy iteration on public beliefs, with a network."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from hanabilab.cli.jobs import settle, work_through
from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption, Place
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import GameError
from hanabilab.runs.unused import require_unused
from hanabilab.tiny.deep.capi import Capi, CapiPlan, CapiSettings, KeptCapi
from hanabilab.tiny.deep.capi.keeping import EPISODES


def command(
    game: Annotated[
        str | None, typer.Argument(help="A small game by name; none with --resume.")
    ] = None,
    episodes: Annotated[
        int | None,
        typer.Option(
            min=1,
            show_default=str(EPISODES),
            help="Episodes to train for, in all; a resumed run can have more.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, show_default="0", help="Seed of the network and of the search."),
    ] = None,
    published: Annotated[
        bool, typer.Option("--published", help="The paper's settings; 10,000 samples by default.")
    ] = False,
    *,
    given: Annotated[Given, OptionsOf(CapiSettings)],
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Train CAPI on a game; all values printed are exact, of search without exploration."""
    begun = time.process_time()
    if place.out is not None:
        require_unused(place.out)  # before anything is compiled
    request = _Request(game, episodes, seed, published, given)
    with settle(KeptCapi, request, place, episodes) as kept:
        complete, capi = work_through(kept, kept.states(), "episodes"), kept.capi
        if complete and kept.is_kept:
            kept.folder.write_json("curve.json", capi.curve.tolist())
            kept.finish()
    if not complete and not kept.is_kept:
        note(f"stopped after {capi.done} episodes")
    document = _document(capi, time.process_time() - begun)
    report(document, _print, as_json=as_json)
    return 0 if complete else 130


@dataclass(frozen=True)
class _Request:
    """What a command line asks for; None is what it leaves open."""

    game: str | None
    episodes: int | None
    seed: int | None
    published: bool
    options: Given

    def plan(self) -> CapiPlan:
        """What a run from the beginning trains."""
        if self.game is None:
            raise GameError("no game; name one, or go on with --resume DIR")
        return CapiPlan(self.game, self.seed or 0, self._settings(), self.episodes or EPISODES)

    def beside(self, _: CapiPlan) -> dict[str, Any]:
        """The settings that are given, as a manifest has them."""
        told: dict[str, Any] = {"game": self.game, "seed": self.seed, **self.options}
        if self.published:
            told |= self._settings().as_json()
        return {name: value for name, value in told.items() if value is not None}

    def _settings(self) -> CapiSettings:
        chosen = CapiSettings.published() if self.published else CapiSettings()
        return replace(chosen, **self.options)


def _document(capi: Capi, seconds: float) -> dict[str, Any]:
    """The contract of `tiny capi --json`."""
    curve = capi.curve
    best = float(curve[:, 1].max()) if len(curve) else None
    return {
        "game": capi.model.name,
        "seed": capi.seed,
        "settings": capi.settings.as_json(),
        "episodes": capi.done,
        "value": float(curve[-1, 1]) if len(curve) else None,
        "best_value": best,
        "first_at_best": None if best is None else capi.first_reaching(best),
        "curve": curve.tolist(),
        "cpu_seconds": round(seconds, 3),
    }


def _print(document: dict[str, Any]) -> None:
    console = Console()
    seconds, episodes = document["cpu_seconds"], document["episodes"]
    console.print(
        f"{document['game']}: {episodes:,} episodes, seed {document['seed']}, {seconds:.1f} CPU-s"
    )
    if document["value"] is None:
        every = document["settings"]["evaluate_every"]
        console.print(f"no evaluation yet: there is one every {every:,} episodes")
        return
    console.print(
        f"  value {document['value']:.6f} now, {document['best_value']:.6f} at best, "
        f"first after episode {document['first_at_best']:,}"
    )
