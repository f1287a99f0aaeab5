"""`hanabi tiny solve`: the optimum of a small game, proven, and bounds around it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

import typer
from rich.table import Table
from rich.text import Text

from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, report
from hanabilab.cli.tiny.arguments import GameArgument, SecondsOption
from hanabilab.errors import GameError
from hanabilab.tiny import GameTree, enumerate_game, picks_of
from hanabilab.tiny import hanabi as mini
from hanabilab.tiny.game import SmallGame
from hanabilab.tiny.games import MiniHanabi
from hanabilab.tiny.names import make_game
from hanabilab.tiny.solvers import (
    full_information_bound,
    solve,
    solve_silent,
    solve_temporal,
    try_all,
    uniform_value,
)

Method: TypeAlias = Literal["auto", "beliefs", "temporal", "all"]

_METHODS = "auto (compiled for Hanabi, else beliefs), beliefs, temporal, or all policies"
#: Decisions that are listed.
_FEW = 40


@dataclass(frozen=True)
class _Found:
    """What a solver tells, whichever it was.

    Attributes:
        counts: of its work, by name.
        around: bounds and marks around the optimum, by name.
        decisions: what to do, in words; empty where there are too many.
    """

    method: str
    lower: float
    upper: float
    counts: dict[str, int]
    around: dict[str, float]
    decisions: tuple[tuple[str, str], ...] = ()

    @property
    def solved(self) -> bool:
        return self.lower == self.upper


def command(
    game: GameArgument,
    method: Annotated[Method, typer.Option(help=f"{_METHODS}.")] = "auto",
    seconds: SecondsOption = None,
    as_json: JsonOption = False,
) -> int:
    """Solve a game exactly; if stopped early, print the bounds that are proven so far."""
    begun = time.process_time()
    made = make_game(game)
    compiled = method == "auto" and isinstance(made, MiniHanabi) and made.seats == 2
    found = _solve_hanabi(made, seconds) if compiled else _solve_tree(made, method, seconds)
    took = time.process_time() - begun
    document = _document(made, found, took)
    report(document, lambda _: _print(made, found, took), as_json=as_json)
    if not found.solved:
        note("stopped before the optimum was known; the bounds are proven")
    return 0


def _solve_hanabi(game: SmallGame, seconds: float | None) -> _Found:
    """With the compiled solver of mini-Hanabi."""
    if not isinstance(game, MiniHanabi):
        raise GameError(f"{game.name!r} is not Hanabi")
    found = mini.solve(game.rules, seconds=seconds)
    size = found.size
    return _Found(
        "public beliefs, compiled",
        float(found.lower),
        float(found.upper),
        {
            "hands the first to act may see": size.kinds,
            "pairs of hands": size.deals,
            "states": size.states,
            "public beliefs looked at": found.beliefs,
        },
        {"open hands": float(found.full_information_bound)},
    )


def _solve_tree(game: SmallGame, method: Method, seconds: float | None) -> _Found:
    if seconds is not None and method in ("temporal", "all"):
        raise GameError(f"method {method!r} cannot be stopped early; leave out --seconds")
    tree = enumerate_game(game)
    by_name: dict[str, Callable[[], _Found]] = {
        "temporal": lambda: _temporal(tree),
        "all": lambda: _all_policies(tree),
    }
    return by_name.get(method, lambda: _beliefs(tree, seconds))()


def _beliefs(tree: GameTree, seconds: float | None) -> _Found:
    found = solve(tree, seconds=seconds)
    counts = {"histories": tree.size, "public beliefs valued": found.nodes}
    upper = found.lower if found.solved else found.upper
    around = _marks(tree)
    if found.solved:
        around |= _silent(tree, None if seconds is None else seconds - found.seconds)
    decisions = _decisions(tree, found.policy)
    return _Found("public beliefs", found.lower, upper, counts, around, decisions)


def _temporal(tree: GameTree) -> _Found:
    found = solve_temporal(tree)
    counts = {f"decision rules, step {step}": n for step, n in enumerate(found.actions, 1)}
    decisions = _decisions(tree, found.policy)
    around = _marks(tree) | _silent(tree)
    return _Found("temporal", found.value, found.value, counts, around, decisions)


def _all_policies(tree: GameTree) -> _Found:
    found = try_all(tree)
    counts = {
        "joint policies": len(found.values),
        "optimal ones": len(found.optima),
        "person-by-person optima": len(found.local_optima),
    }
    around = _marks(tree) | _silent(tree)
    if found.second_best is not None:
        around["second best"] = found.second_best
    decisions = _decisions(tree, found.policy(int(found.optima[0])))
    return _Found("all policies", found.best, found.best, counts, around, decisions)


def _marks(tree: GameTree) -> dict[str, float]:
    """Marks around the optimum that need no search."""
    return {"uniform play": uniform_value(tree), "open hands": full_information_bound(tree)}


def _silent(tree: GameTree, seconds: float | None = None) -> dict[str, float]:
    """The optimum without signals; nothing where it is not found in the seconds that are left."""
    if seconds is not None and seconds <= 0:
        return {}
    with suppress(GameError):  # too large
        found = solve_silent(tree.game, seconds=seconds)
        return {"without signals": found.value} if found.solved else {}
    return {}


def _decisions(tree: GameTree, policy: Any) -> tuple[tuple[str, str], ...]:
    if len(tree.infosets) > _FEW:
        return ()
    picks = picks_of(tree, policy)
    return tuple(
        (str(infoset), str(infoset.actions[picks[number]]))
        for number, infoset in enumerate(tree.infosets)
    )


def _document(game: SmallGame, found: _Found, seconds: float) -> dict[str, Any]:
    """The contract of `tiny solve --json`."""
    return {
        "game": game.name,
        "method": found.method,
        "value": found.lower if found.solved else None,
        "lower": found.lower,
        "upper": found.upper,
        "solved": found.solved,
        "counts": found.counts,
        "around": found.around,
        "best_actions": [{"infoset": where, "action": action} for where, action in found.decisions],
        "cpu_seconds": round(seconds, 3),
    }


def _print(game: SmallGame, found: _Found, seconds: float) -> None:
    console = Console()
    if found.solved:
        console.print(f"{game.name}: optimum", Text(f"{found.lower:.6f}", "bold"))
    else:
        console.print(f"{game.name}: from {found.lower:.6f} to {found.upper:.6f}, not solved")
    for name, value in sorted(found.around.items(), key=lambda pair: pair[1]):
        console.print(f"  {name}: {value:.6f}")
    told = ", ".join(f"{number:,} {name}" for name, number in found.counts.items())
    console.print(f"  by {found.method}: {told}; {seconds:.2f} CPU-s")
    if found.decisions:
        grid = Table("where", "best")
        for row in found.decisions:
            grid.add_row(*row)
        console.print(grid)
