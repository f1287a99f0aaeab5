"""Fifty real games of the public site, anonymous, with the score that the site recorded.

Source: the MIT-licensed fixtures of hanabi-challenges (apps/api/fixtures), every second game; kept
here as shared-replay links beside the options that links leave out.

`python -m tests.notation.real_games DIR` writes them to a folder as JSON of the site.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

from hanabilab.notation.game_log import GameLog
from hanabilab.notation.site import format_export, parse_link

_FILE = Path(__file__).parents[1] / "data" / "real_games.tsv"


@cache
def real_games() -> list[tuple[GameLog, int]]:
    """The games and their recorded scores."""
    rows = [line.split("\t") for line in _FILE.read_text().splitlines()[1:]]
    return [
        (replace(parse_link(link), options=tuple(json.loads(options).items())), int(score))
        for score, options, link in rows
    ]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, (log, _) in enumerate(real_games()):
        (folder / f"{number:02}.json").write_text(format_export(log))
