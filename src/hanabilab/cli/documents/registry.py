"""Which documents each command prints with `--json`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from hanabilab.cli.documents import endgames, games, pools, small_games
from hanabilab.puzzles.forms import Puzzle, ValueRow

_COMPARED = (games.Comparison, games.PlayedShare)
_CROSSED = (pools.Matrix, pools.Challenge, games.PlayedShare)

#: By command, as `cli.commands` names it; a command with several prints one of them.
DOCUMENTS: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "play": (games.Played, games.PlayedShare),
        "compare": _COMPARED,
        "crossplay": _CROSSED,
        "adhoc": (pools.AdHoc,),
        "run gather": (games.Summary, games.Comparison, pools.Matrix, pools.Challenge),
        "demo": (games.Comparison,),
        "bot": (list[games.BotGame],),
        "ah2ac2 play": (games.ChallengePlayed,),
        "ah2ac2 serve": (games.ChallengeServed,),
        "replay": (games.Replay,),
        "review": (list[games.Review],),
        "explain": (games.Explanation, list[games.ConventionTurn]),
        "search": (games.Searched,),
        "puzzles": (list[Puzzle],),
        "log values": (list[ValueRow],),
        "log deduce": (games.Hand,),
        "log check": (list[games.Checked],),
        "run check": (list[games.Checked],),
        "log deck": (games.Deck,),
        "log winnable": (games.Winnable,),
        "endgame": (endgames.Endgame,),
        "log redeal": (games.Redealt,),
        "log likeness": (list[pools.Likeness],),
        "log imitate": (pools.Imitation,),
        "log behavior": (list[pools.PeopleBehavior],),
        "log validity": (pools.Validity,),
        "evolve": (pools.Archive,),
        "tune": (pools.Tuning,),
        "pool": (pools.Archive,),
        "tiny levers": (pools.Levers,),
        "train": (list[dict[str, float | None]],),
        "list agents": (list[pools.AgentName], pools.AgentSheet, list[pools.AgentSheet]),
        "list rules": (list[pools.Rule],),
        "list variants": (pools.Variants,),
        "bench": (list[pools.Speed],),
        "warm": (list[pools.Warmed],),
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
