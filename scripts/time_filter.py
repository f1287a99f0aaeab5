"""Time the largest ranges: `python scripts/time_filter.py [--games 5] [--threads 2]`.

Two players, whose seat 0 has got no hint before its second turn: its range holds millions of hands,
and one action of its partner filters them all. Times are of dealing the range and filtering it.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from sys import path

path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

from hanabilab import Rules
from hanabilab.agents import smart
from hanabilab.beliefs import History, PartnerModel, unseen_counts, update_range
from hanabilab.beliefs.hand_range import deal_hands, empty_range
from tests.beliefs.playing import history_of
from tests.following import Following


def unhinted(rules: Rules) -> Iterator[Following]:
    """Games of `smart` before the second turn of seat 0, if seat 1 gave it no hint."""
    for seed in count():
        game = Following(smart, rules, seed=seed)
        for _ in range(2):
            game.act(game.choice())
        if game.actions[1] < 2 * rules.hand_size:
            yield game


def dealt(history: History) -> int:
    """How many hands the range holds before the partner's action filters it."""
    view = history.view
    places, possible = view.deck_index[view.seat], view.possible[view.seat]
    hands = deal_hands(empty_range(0), places, possible, unseen_counts(view), 10_000_000)
    return 0 if hands is None else len(hands)


def main() -> None:
    """Time some games; the first compiles and is left out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    model = PartnerModel(smart, threads=args.threads)
    seconds = []
    for number, game in enumerate(islice(unhinted(Rules(players=2)), args.games + 1)):
        history = history_of(game, smart)
        wall, cpu = time.perf_counter(), time.process_time()
        hands = update_range(history, None, model)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        if number:
            seconds.append(wall)
            print(f"{dealt(history):,} hands, {len(hands):,} left: {wall:.2f} s, {cpu:.2f} CPU-s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"mean {np.mean(seconds):.2f} s on {args.threads} threads; peak memory {peak:.2f} GB")


if __name__ == "__main__":
    main()
