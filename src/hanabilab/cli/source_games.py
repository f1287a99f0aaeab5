"""Games that positions are taken from: those of a run of `hanabi play`, or files and links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from hanabilab.arena import Checkpoint
from hanabilab.arena.table import record_of
from hanabilab.cli.game_files import is_folder, load_game, names_of_games
from hanabilab.errors import NotationError
from hanabilab.puzzles.sources import Source
from hanabilab.runs.manifest import MANIFEST, read_manifest

#: How the help calls what they take.
RUN_OR_GAMES = (
    "The folder of a run of hanabi play or compare, for all its games; or games: .hanabi, .json, "
    ".game or .link files, links, folders of these, or -."
)
#: Commands whose runs have tables of games.
_PLAYED = ("play", "compare")


def sources_of(names: Sequence[str], most: int, *, partial: bool) -> list[Source]:
    """The games that are named, the first `most` of them.

    Raises:
        HanabiError: one cannot be read or played; says where.
    """
    return list(islice(_all(names, partial=partial), most))


def _all(names: Sequence[str], *, partial: bool) -> Iterator[Source]:
    for name in names:
        if is_folder(name) and is_run(Path(name)):
            yield from _of_run(Path(name))
            continue
        for file in names_of_games([name]):
            loaded = load_game(file, partial=partial)
            record, is_log = loaded.record, loaded.log is not None
            # The players of a log are no agents, and their names are nobody's business here.
            record = replace(record, agents=()) if is_log else record
            yield Source(record.source or file, record, site_slots=is_log)


def is_run(folder: Path) -> bool:
    """Whether a folder is that of a run with a table of games."""
    return (folder / MANIFEST).is_file() and read_manifest(folder).command in _PLAYED


def _of_run(folder: Path) -> Iterator[Source]:
    """All games of a run, line-up by line-up."""
    run, count = Checkpoint.find(folder), 0
    for number in range(len(run.plan.lineups)):
        for block in run.blocks(number):
            for row in block.iter_rows(named=True):
                record = record_of(run.plan.rules, row)
                count += 1
                yield Source(record.source, record)
    if not count:
        raise NotationError(f"the run in {folder} has no games yet")
