"""`hanabi tiny capi`: approximate policy iteration on public beliefs, with a network."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.cli.folders import note_damage, note_sessions, note_stop
from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption, Place, progress_bars
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console
from hanabilab.errors import GameError
from hanabilab.runs.unused import require_unused
from hanabilab.tiny.deep.capi import Capi, CapiPlan, CapiSettings, KeptCapi

_EPISODES = 1000
# Episodes between two states that are kept.
_EVERY = 100


def command(
    game: Annotated[
        str | None, typer.Argument(help="A small game by name; none with --resume.")
    ] = None,
    episodes: Annotated[
        int | None,
        typer.Option(
            min=1,
            show_default=str(_EPISODES),
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
    request = _Request(game, episodes, seed, published, given)
    if place.resume is not None:
        capi, code = _train_kept(_resumed(request, place.resume))
    elif place.out is not None:
        require_unused(place.out)  # before anything is compiled
        kept = KeptCapi.begin(place.out, request.plan(), episodes or _EPISODES)
        capi, code = _train_kept(kept)
    else:
        capi, code = _train(request.plan().start(), episodes or _EPISODES)
    document = _document(capi, time.process_time() - begun)
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    else:
        _print(document)
    return code


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
        return CapiPlan(self.game, self.seed or 0, self._settings())

    def given(self) -> dict[str, Any]:
        """The settings that are given, as a manifest has them."""
        told: dict[str, Any] = {"game": self.game, "seed": self.seed, **self.options}
        if self.published:
            told |= self._settings().as_json()
        return {name: value for name, value in told.items() if value is not None}

    def _settings(self) -> CapiSettings:
        chosen = CapiSettings.published() if self.published else CapiSettings()
        return replace(chosen, **self.options)


def _resumed(request: _Request, where: Path) -> KeptCapi:
    """The run in the folder `where`, taken up."""
    found = KeptCapi.find(where)
    manifest = found.folder.manifest
    manifest.require_same(request.given(), where)
    kept = found.go_on(manifest.grown(request.episodes, where))
    note_damage(kept.folder, "what it held is trained again")
    note_sessions(kept.folder, f"{kept.capi.done:,} of {kept.episodes:,} episodes")
    return kept


def _train(capi: Capi, episodes: int) -> tuple[Capi, int]:
    """Train a run that is not kept; and the exit code."""
    with progress_bars() as bars:
        task = bars.add_task("episodes", total=episodes)

        def on_point(now: Capi) -> bool:
            bars.update(task, completed=now.done)
            return False

        try:
            capi.train(episodes, on_point)
        except KeyboardInterrupt:
            note(f"stopped after {capi.done} episodes")
            return capi, 130
    return capi, 0


def _train_kept(kept: KeptCapi) -> tuple[Capi, int]:
    """Train a run in its folder; Ctrl-C keeps it. And the exit code."""
    before = kept.capi.done
    with kept.folder as folder, progress_bars() as bars:
        task = bars.add_task("episodes", total=kept.episodes, completed=before)
        try:
            kept.train(_EVERY, lambda capi: bars.update(task, completed=capi.done))
        except KeyboardInterrupt:
            note_stop(folder)
            return kept.capi, 130
        folder.write_json("curve.json", kept.capi.curve.tolist())
        folder.finish()
    return kept.capi, 0


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
        "best": best,
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
        f"  value {document['value']:.6f} now, {document['best']:.6f} at best, "
        f"first after episode {document['first_at_best']:,}"
    )
