"""Which documents each command prints with `--json`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from hanabilab.cli.documents import (
    endgames,
    games,
    lists,
    logs,
    people,
    pools,
    reviews,
    small_games,
)
from hanabilab.puzzles.forms import Puzzle, ValueRow

#: By command, as `cli.commands` names it; a command with several prints one of them.
DOCUMENTS: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "play": (games.Played, games.PlayedShare),
        "compare": (games.Comparison, games.PlayedShare),
        "crossplay": (pools.Matrix, pools.Challenge, games.PlayedShare),
        "adhoc": (pools.AdHoc,),
        "run gather": (games.Summary, games.Comparison, pools.Matrix, pools.Challenge),
        "demo": (games.Comparison,),
        "bot": (list[games.BotGame],),
        "ah2ac2 play": (games.ChallengePlayed,),
        "ah2ac2 serve": (games.ChallengeServed,),
        "replay": (logs.Replay,),
        "review": (list[reviews.Review],),
        "explain": (logs.Explanation, list[logs.ConventionTurn]),
        "search": (reviews.Searched,),
        "puzzles": (list[Puzzle],),
        "log values": (list[ValueRow],),
        "log deduce": (logs.Hand,),
        "log check": (list[logs.Checked],),
        "run check": (list[logs.Checked],),
        "log deck": (logs.Deck,),
        "log winnable": (logs.Winnable,),
        "endgame": (endgames.Endgame,),
        "log redeal": (games.Redealt,),
        "log likeness": (list[people.Likeness],),
        "log imitate": (people.Imitation,),
        "log behavior": (list[people.PeopleBehavior],),
        "log validity": (people.Validity,),
        "evolve": (pools.Archive,),
        "tune": (pools.Tuning,),
        "pool": (pools.Archive,),
        "tiny levers": (pools.Levers,),
        "train": (list[dict[str, float | None]],),
        "list agents": (list[lists.AgentName], lists.AgentSheet, list[lists.AgentSheet]),
        "list rules": (list[lists.Rule],),
        "list variants": (lists.Variants,),
        "bench": (list[lists.Speed],),
        "warm": (list[lists.Warmed],),
        "tiny list": (list[small_games.GameUsage],),
        "tiny show": (small_games.Shown,),
        "tiny solve": (small_games.Solved,),
        "tiny operator": (small_games.Operator,),
        "tiny obl": (small_games.Levels,),
        "tiny learn": (small_games.Learned,),
        "tiny capi": (small_games.Capi,),
        "tiny bad": (small_games.Bad,),
    }
)
