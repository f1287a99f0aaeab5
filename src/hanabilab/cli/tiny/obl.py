"""`hanabi tiny obl`: off-belief learning without learning, level by level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, report
from hanabilab.cli.tiny.arguments import FirstSeedOption, GameArgument
from hanabilab.tiny import GameTree, Policy, enumerate_game
from hanabilab.tiny.blueprints import USAGE, make_blueprint
from hanabilab.tiny.names import make_game
from hanabilab.tiny.operators import OffBelief, cross_play, judge, off_belief
from hanabilab.tiny.operators.off_belief import MAX_LEVELS, Ties
from hanabilab.tiny.policies import infoset_reach

# A past in which actions say nothing; no policy has this name.
_LITERAL = "literal"


@dataclass(frozen=True)
class _Ladder:
    """Which levels, from what past, and by how many lots."""

    levels: Annotated[int, typer.Option(min=1, max=MAX_LEVELS, help="Levels, from 1 on.")] = 3
    start: Annotated[
        str,
        typer.Option(
            help="The past of level 1: literal, in which actions say nothing, or a policy "
            f"({USAGE})."
        ),
    ] = _LITERAL
    rounds: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MAX_LEVELS,
            show_default="to the end",
            help="Own turns after which a seat values its position by its belief there.",
        ),
    ] = None
    seeds: Annotated[int, typer.Option(min=2, max=1000, help="Seeds of lots that decide ties.")] = (
        10
    )
    seed: FirstSeedOption = 0

    def past(self, tree: GameTree) -> Policy | None:
        """What level 1 believes was played; None for the literal past."""
        return None if self.start == _LITERAL else make_blueprint(tree, self.start)

    def of(self, tree: GameTree, ties: Ties | Policy, seed: int = 0) -> tuple[OffBelief, ...]:
        """The levels, with ties broken so."""
        start = self.past(tree)
        return off_belief(tree, self.levels, start=start, ties=ties, seed=seed, rounds=self.rounds)


def command(
    game: GameArgument,
    *,
    ladder: _Ladder,
    policy: Annotated[
        str | None, typer.Option(help=f"A policy to hold against the levels: {USAGE}.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Compute levels of off-belief learning exactly: values, ties, and cross-play of ties."""
    tree = enumerate_game(make_game(game))
    held = None if policy is None else make_blueprint(tree, policy)
    first, mixed = ladder.of(tree, "first"), ladder.of(tree, "mixed")
    seeds = range(ladder.seed, ladder.seed + ladder.seeds)
    drawn = [[each.policy for each in ladder.of(tree, "random", seed)] for seed in seeds]
    rows = [
        _row(tree, *pair, [policies[place] for policies in drawn])
        for place, pair in enumerate(zip(first, mixed, strict=True))
    ]
    if held is not None:
        for row, told in zip(rows, _beside(tree, ladder, held), strict=True):
            row.update(told)
    document = {
        "game": tree.game.name,
        "start": ladder.start,
        "rounds": ladder.rounds,
        "seeds": ladder.seeds,
        "seed": ladder.seed,
        "policy": policy,
        "value": None if held is None else float(cross_play(tree, [held])[0, 0]),
        "levels": rows,
    }
    return report(document, _print, as_json=as_json)


def _row(tree: GameTree, first: OffBelief, mixed: OffBelief, drawn: list[Policy]) -> dict[str, Any]:
    """What is told of a level: with ties broken in three ways."""
    meetings = cross_play(tree, drawn)
    own = np.diag(meetings)
    apart = meetings[~np.eye(len(drawn), dtype=np.bool_)]
    return {
        "first_of_equals": first.value,
        "mixed": mixed.value,
        **_ties(tree, mixed),
        "self_play": float(own.mean()),
        "self_play_least": float(own.min()),
        "self_play_most": float(own.max()),
        "cross_play": float(apart.mean()),
    }


def _ties(tree: GameTree, mixed: OffBelief) -> dict[str, int]:
    """Information sets that come up where each best action is as likely, and those with ties."""
    reached = infoset_reach(tree, mixed.policy) > 0
    several = np.add.reduceat(mixed.best.astype(np.int64), tree.first_choice) > 1
    return {"reached": int(reached.sum()), "tied": int((reached & several).sum())}


def _beside(tree: GameTree, ladder: _Ladder, held: Policy) -> Iterator[dict[str, float]]:
    """Of each level: its value if it breaks ties as a policy does, both at one table, and regret.

    Regret is what the policy's actions lose a game, as its seats believe.
    """
    before = ladder.past(tree)
    for level in ladder.of(tree, held):
        judged = judge(tree, held, before=before, rounds=ladder.rounds)
        meetings = cross_play(tree, [held, level.policy])
        yield {
            "as_policy": level.value,
            "with_policy": float(meetings[0, 1] + meetings[1, 0]) / 2,
            "regret": float(infoset_reach(tree, held) @ judged.regret),
        }
        before = level.policy


# Of the table; docs/off_belief.md tells what each is.
_NAMES = {
    "first_of_equals": "first of equals",
    "mixed": "each of equals",
    "tied": "sets with ties",
    "reached": "of sets reached",
    "self_play": "lots: self-play",
    "self_play_least": "  least",
    "self_play_most": "  most",
    "cross_play": "lots: cross-play",
    "as_policy": "equals as the policy",
    "with_policy": "that and the policy",
    "regret": "regret of the policy",
}


def _print(document: dict[str, Any]) -> None:
    console = Console()
    rounds = document["rounds"]
    ends = "to the end" if rounds is None else f"for {rounds} of their own turns"
    console.print(f"{document['game']}: past {document['start']}, worlds played {ends}")
    if document["policy"] is not None:
        console.print(f"  {document['policy']}: {document['value']:.6f}")
    levels = document["levels"]
    grid = Table("level", *(str(number) for number in range(1, len(levels) + 1)))
    for name, words in _NAMES.items():
        if name in levels[0]:
            grid.add_row(words, *(_cell(row[name]) for row in levels))
    console.print(grid)


def _cell(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.6f}"
