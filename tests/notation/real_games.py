"""Fifty real games of the public site, anonymous, with the score that the site recorded.

Source: the MIT-licensed fixtures of hanabi-challenges (apps/api/fixtures), every second game; kept
here as shared-replay links beside the options that links leave out.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

from hanabilab.notation.game_log import GameLog
from hanabilab.notation.site import parse_link

_FILE = Path(__file__).parents[1] / "data" / "real_games.tsv"


@cache
def real_games() -> list[tuple[GameLog, int]]:
    """The games and their recorded scores."""
    rows = [line.split("\t") for line in _FILE.read_text().splitlines()[1:]]
    return [
        (replace(parse_link(link), options=tuple(json.loads(options).items())), int(score))
        for score, options, link in rows
    ]
