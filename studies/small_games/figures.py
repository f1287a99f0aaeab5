"""Every figure of some games, drawn, with its numbers beside it.

python -m studies.small_games.figures GAME... --out DIR
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from hanabilab.cli.options import FolderOption, JsonOption, SeedOption, progress_bars
from hanabilab.cli.settings import require_used
from hanabilab.runs import RunFolder
from hanabilab.tiny import enumerate_game
from hanabilab.tiny.names import make_game
from hanabilab.tiny.sizes import measure_sizes
from studies.program import Program
from studies.small_games import ReportSettings, count_steps, make_report


def command(
    games: Annotated[
        list[str], typer.Argument(help="Small games by name; `hanabi tiny list` shows the names.")
    ],
    out: FolderOption,
    learners: Annotated[
        int, typer.Option(min=0, help="Seeds of each learning algorithm; 0 for no learning.")
    ] = 32,
    episodes: Annotated[
        int | None,
        typer.Option(min=1, show_default="100000", help="Episodes that each learner plays."),
    ] = None,
    runs: Annotated[int, typer.Option(min=2, help="Searches of each number of rollouts.")] = 100,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> int:
    """Draw figures and tables of small games: values, beliefs, search, learning."""
    if learners == 0:
        require_used("a report without learners", {"episodes": episodes})
    settings = ReportSettings(seed, learners, episodes or 100_000, runs)
    trees = [enumerate_game(make_game(game)) for game in games]
    written: list[str] = []
    described = {"games": [tree.game.name for tree in trees], **asdict(settings)}
    with RunFolder.begin(out, "tiny report", described) as folder, progress_bars() as bars:
        sizes = {tree.game.name: asdict(measure_sizes(tree)) for tree in trees}
        folder.write_json("sizes.json", sizes)
        task = bars.add_task("report", total=len(trees) * count_steps(settings))
        for tree in trees:
            for sheet in make_report(tree, settings, lambda: bars.advance(task)):
                name = _file_name(sheet.name)
                folder.write_json(f"{name}.json", sheet.document)
                folder.write(f"{name}.png", sheet.save)
                written.append(name)
        folder.finish()
    if as_json:
        print(json.dumps({"out": str(out), "figures": written}))  # the document
    else:
        print(f"{len(written)} figures, each with its numbers as JSON, in {out}")
    return 0


def _file_name(name: str) -> str:
    """A name without what file systems dislike."""
    return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)


PROGRAM = Program("studies.small_games.figures", command)
if __name__ == "__main__":
    PROGRAM.main()
