"""Three ways to the same answer on real hands: exact counts, every hand tried, Z3 asked.

Views are spread evenly over all turns and seats of the games. A line of JSON is kept for each, in a
file whose name has a digest of the games, so a run that was stopped goes on. Times are of the
processor; compilation is left out.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from hanabilab.knowledge.deduction import HandDeduction, deduce_hand
from hanabilab.knowledge.hand_counts import count_hand
from hanabilab.knowledge.smt import possible_by_z3
from hanabilab.runs.files import write_bytes
from hanabilab.runs.reading import parse_json
from studies.deduction.brute_force import try_every_hand
from studies.deduction.real_views import RealView, real_views

T = TypeVar("T")

_WAYS = {
    "count": "counts",
    "brute_force": "every hand",
    "z3": "Z3, truth values",
    "z3_integers": "Z3, integers",
}

#: Z3 is asked in the slow way, too, at every so many-th view.
_SLOWLY_EACH = 10
#: A count takes so little that many are timed together.
_REPEATS = 200


def agree(file: Path, views: int, folder: Path) -> None:
    """Check `views` views of the games in a file, and print what came of it."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    kept = folder / f"views-{digest}.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    done = _kept(kept)
    wanted = list(_spread(file, views))
    _compile(wanted[0])
    with kept.open("a") as lines:
        for number, view in enumerate(wanted):
            if _key(view) not in done:
                row = _check(view, slowly=number % _SLOWLY_EACH == 0)
                done[_key(view)] = row
                print(json.dumps(row), file=lines, flush=True)
    _print([done[_key(view)] for view in wanted])


def _kept(file: Path) -> dict[str, dict[str, Any]]:
    """Answers by view; a last line that a kill has cut off leaves the file, and is asked again."""
    if not file.exists():
        return {}
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        write_bytes(file, whole)
    return {row["view"]: row for row in (parse_json(line, file) for line in whole.splitlines())}


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


def _check(view: RealView, *, slowly: bool) -> dict[str, Any]:
    """Whether the three ways agree, whether the truth is among them, and what each took."""
    found = deduce_hand(view.game.view(view.seat))
    ways = np.zeros_like(found.ways)
    _, counting = _timed(lambda: _count_often(found, ways))
    deals, trying = _timed(lambda: try_every_hand(ways, found.possible, found.copies.copy()))
    cards = range(found.copies.size)
    sets = [frozenset(card for card in cards if mask >> card & 1) for mask in found.possible]
    by_z3, asking = _timed(lambda: possible_by_z3(sets, found.copies.tolist()))
    ms = {"count": counting / _REPEATS, "brute_force": trying, "z3": asking}
    agrees = by_z3 == [set(found.can_be(slot)) for slot in range(len(sets))]
    if slowly:
        by_numbers, ms["z3_integers"] = _timed(
            lambda: possible_by_z3(sets, found.copies.tolist(), integers=True)
        )
        agrees = agrees and by_numbers == by_z3
    truth = view.game.state.hands[view.seat, : len(sets)].tolist()
    return {
        "view": _key(view),
        "slots": sum(map(bool, sets)),
        "deals": found.deals,
        "brute_force": bool(deals == found.deals and (ways == found.ways).all()),
        "z3": agrees,
        "true_hand": all(c in found.can_be(slot) for slot, c in enumerate(truth) if c >= 0),
        "joint": any(found.can_be(slot) < _alone(found, each) for slot, each in enumerate(sets)),
        "ms": ms,
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
    print(f"| hand | views | {' | '.join(f'{way}, ms' for way in _WAYS.values())} |")
    print("| --- | --- |" + " --- |" * len(_WAYS))
    sizes = sorted({row["slots"] for row in rows})
    for label, chosen in [(str(size), {size}) for size in sizes] + [("all", set(sizes))]:
        among = [row["ms"] for row in rows if row["slots"] in chosen]
        cells = [_mean(among, way) for way in _WAYS]
        print(f"| {label} | {len(among):,} | {' | '.join(cells)} |")


def _mean(among: list[dict[str, float]], way: str) -> str:
    """The mean time of a way, and how many times that of a count in the same views it is."""
    both = [(ms[way], ms["count"]) for ms in among if way in ms]
    if not both:
        return "-"
    mean, count = np.mean(both, axis=0)
    return f"{mean:.4f}" if way == "count" else f"{mean:.2f} ({mean / count:,.0f} x)"
