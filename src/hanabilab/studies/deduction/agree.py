"""Three ways to the same answer on real hands: exact counts, every hand tried, Z3 asked.

Views are spread evenly over all turns and seats of the games. A line of JSON is kept for each, so a
run that was stopped goes on. Times are of the processor; compilation is left out.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from hanabilab.knowledge.deduction import HandDeduction, deduce_hand
from hanabilab.knowledge.hand_counts import count_hand
from hanabilab.knowledge.smt import possible_by_z3
from hanabilab.studies.deduction.brute_force import try_every_hand
from hanabilab.studies.deduction.real_views import RealView, real_views

T = TypeVar("T")

#: A count takes so little that many are timed together.
_REPEATS = 200


def agree(file: Path, views: int, folder: Path) -> None:
    """Check `views` views of the games in a file, and print what came of it."""
    kept = folder / "views.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    done = _kept(kept)
    wanted = list(_spread(file, views))
    _compile(wanted[0])
    with kept.open("a") as lines:
        for view in wanted:
            if _key(view) not in done:
                row = _check(view)
                done[_key(view)] = row
                print(json.dumps(row), file=lines, flush=True)
    _print([done[_key(view)] for view in wanted])


def _kept(file: Path) -> dict[str, dict[str, Any]]:
    lines = file.read_text().splitlines() if file.exists() else []
    return {row["view"]: row for row in map(json.loads, lines)}


def _spread(file: Path, views: int) -> Iterator[RealView]:
    """So many views, evenly over all in which the seat holds a card."""
    total = sum(_holds(view) for view in real_views(file))
    chosen = set(np.linspace(0, total - 1, min(views, total)).astype(int).tolist())
    held = filter(_holds, real_views(file))
    for number, view in enumerate(held):
        if number in chosen:
            yield view._replace(game=view.game.copy())


def _holds(view: RealView) -> bool:
    return bool((view.game.state.hands[view.seat] >= 0).any())


def _key(view: RealView) -> str:
    return f"game {view.number} turn {len(view.game.actions)} seat {view.seat}"


def _compile(view: RealView) -> None:
    found = deduce_hand(view.game.view(view.seat))
    ways = np.zeros_like(found.ways)
    count_hand(ways, found.possible, found.copies)
    try_every_hand(ways, found.possible, found.copies.copy())


def _check(view: RealView) -> dict[str, Any]:
    """Whether the three ways agree, whether the truth is among them, and what each took."""
    found = deduce_hand(view.game.view(view.seat))
    ways = np.zeros_like(found.ways)
    _, counting = _timed(lambda: _count_often(found, ways))
    deals, trying = _timed(lambda: try_every_hand(ways, found.possible, found.copies.copy()))
    cards = range(found.copies.size)
    sets = [frozenset(card for card in cards if mask >> card & 1) for mask in found.possible]
    by_z3, asking = _timed(lambda: possible_by_z3(sets, found.copies.tolist()))
    truth = view.game.state.hands[view.seat, : len(sets)].tolist()
    return {
        "view": _key(view),
        "slots": sum(map(bool, sets)),
        "deals": found.deals,
        "brute_force": bool(deals == found.deals and (ways == found.ways).all()),
        "z3": by_z3 == [set(found.can_be(slot)) for slot in range(len(sets))],
        "true_hand": all(c in found.can_be(slot) for slot, c in enumerate(truth) if c >= 0),
        "joint": any(found.can_be(slot) < _alone(found, each) for slot, each in enumerate(sets)),
        "ms": {"count": counting / _REPEATS, "brute_force": trying, "z3": asking},
    }


def _alone(found: HandDeduction, allowed: frozenset[int]) -> set[int]:
    """What a slot could hold if it were alone: what hints allow and is not all in sight."""
    return {card for card in allowed if found.copies[card] > 0}


def _count_often(found: HandDeduction, ways: np.ndarray[Any, Any]) -> None:
    for _ in range(_REPEATS):
        count_hand(ways, found.possible, found.copies)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """What `work` comes to, and the milliseconds of the processor that it took."""
    began = time.process_time()
    came = work()
    return came, 1000 * (time.process_time() - began)


def _print(rows: list[dict[str, Any]]) -> None:
    games = {row["view"].split(" turn ")[0] for row in rows}
    slots = sum(row["slots"] for row in rows)
    print(f"{len(rows):,} views of {len(games)} games, {slots:,} cards held")
    for name in ("brute_force", "z3", "true_hand"):
        print(f"{name}: {sum(row[name] for row in rows):,} of {len(rows):,}")
    joint = sum(row["joint"] for row in rows)
    print(f"sharper than slot by slot: {joint:,} ({100 * joint / len(rows):.1f} %)")
    print("| hand | views | count, ms | brute force, ms | Z3, ms | Z3 / count |")
    print("| --- | --- | --- | --- | --- | --- |")
    sizes = sorted({row["slots"] for row in rows})
    for label, chosen in [(str(size), {size}) for size in sizes] + [("all", set(sizes))]:
        among = [row["ms"] for row in rows if row["slots"] in chosen]
        count, brute, z3 = (
            float(np.mean([ms[name] for ms in among])) for name in ("count", "brute_force", "z3")
        )
        means = f"{count:.4f} | {brute:.2f} | {z3:.1f} | {z3 / count:,.0f}"
        print(f"| {label} | {len(among):,} | {means} |")
