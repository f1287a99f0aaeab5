"""`hanabi tiny capi`: approximate policy iteration on public beliefs, with a network."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hanabilab.cli.options import JsonOption, OutOption, ResumeOption, note, progress_bars
from hanabilab.cli.terminal import Console
from hanabilab.errors import GameError

if TYPE_CHECKING:
    from hanabilab.learning.capi import Capi, CapiSettings, KeptCapi

__all__ = ["command"]

_EPISODES = 1000


def command(
    game: Annotated[
        str | None, typer.Argument(help="A small game by name; none with --resume.")
    ] = None,
    episodes: Annotated[
        int | None, typer.Option(min=1, show_default=str(_EPISODES), help="To train for, in all.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of network and search.")] = 0,
    samples: Annotated[
        int | None,
        typer.Option(min=1, show_default="1000", help="Prescriptions tried at a public state."),
    ] = None,
    published: Annotated[
        bool, typer.Option("--published", help="The paper's settings; 10,000 samples by default.")
    ] = False,
    out: OutOption = None,
    resume: ResumeOption = None,
    as_json: JsonOption = False,
) -> int:
    """Train CAPI on a game; every value told is exact, that of search without exploration."""
    from hanabilab.learning.capi import CapiSettings

    chosen = CapiSettings.published() if published else CapiSettings()
    if samples is not None:
        chosen = CapiSettings(**{**chosen.as_json(), "samples": samples})
    begun = time.process_time()
    if resume is not None:
        if game is not None or out is not None:
            raise GameError("--resume takes game and folder from the run; give neither beside it")
        capi = _train_kept(_resumed(resume, episodes))
    elif game is None:
        raise GameError("no game; name one, or go on with --resume DIR")
    else:
        capi = _begin(game, episodes or _EPISODES, seed, chosen, out)
    document = _document(capi, time.process_time() - begun)
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    else:
        _print(document)
    return 0


def _begin(game: str, episodes: int, seed: int, settings: CapiSettings, out: Path | None) -> Capi:
    from hanabilab.learning import model_of
    from hanabilab.learning.capi import Capi, KeptCapi
    from hanabilab.tiny.names import make_game

    if out is not None:
        return _train_kept(
            KeptCapi.begin(out, game, seed=seed, episodes=episodes, settings=settings)
        )
    capi = Capi(model_of(make_game(game)), settings, seed)
    with progress_bars() as bars:
        task = bars.add_task("episodes", total=episodes)

        def on_point(now: Capi) -> bool:
            bars.update(task, completed=now.done)
            return False

        try:
            capi.train(episodes, on_point)
        except KeyboardInterrupt:
            note(f"stopped after {capi.done} episodes")
    return capi


def _resumed(folder: Path, episodes: int | None) -> KeptCapi:
    from hanabilab.learning.capi import KeptCapi

    return KeptCapi.resume(folder, episodes=episodes)


def _train_kept(kept: KeptCapi) -> Capi:
    """Train a run in its folder; Ctrl-C keeps it."""
    before = kept.capi.done
    with progress_bars() as bars:
        task = bars.add_task("episodes", total=kept.episodes, completed=before, before=before)
        try:
            kept.train(on_point=lambda capi: bars.update(task, completed=capi.done))
        except KeyboardInterrupt:
            note(f"stopped; go on with hanabi tiny capi --resume {kept.folder.path}")
    kept.folder.write_json("curve.json", kept.capi.curve.tolist())
    return kept.capi


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
        console.print("no evaluation yet: there is one each ten episodes")
        return
    console.print(
        f"  value {document['value']:.6f} now, {document['best']:.6f} at best, "
        f"first after episode {document['first_at_best']:,}"
    )
