"""Check the race of a search: how often it is taken in by luck, and what a chosen gain is worth.

    python scripts/check_race.py --races 2000
    python scripts/check_race.py --races 2000 --threshold 0.02 --confidence 1
    python scripts/check_race.py --positions 300

`--races` lets actions race whose gains are all the same on average, -0.1 points if nothing else is
said: each race that leaves the blueprint's action is an error. Gains are whole numbers, normal
before they are rounded, and independent of each other. `--positions` searches positions of games
of `smart` with itself. It counts how often another action would be taken if the largest gain were
looked for before asking which gains are enough, and compares the gain of each action that was
chosen with its gain in fresh worlds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count, islice

import numpy as np

from hanabilab import Game, Rules, Sparta, evaluate
from hanabilab.search import Estimates
from hanabilab.search.estimates import TALLIES, Race, Standings, drop_losers, winner

#: Turns between two positions of a game.
_STEP = 7


def leaves_the_blueprint(args: argparse.Namespace, rng: np.random.Generator) -> bool:
    """Whether a race of actions that all gain the same ends with one that is not the first."""
    standings = Standings(np.zeros((args.actions, TALLIES)), np.ones(args.actions, np.bool_))
    race, used = Race(0, args.threshold, args.min_worlds, args.sigmas), 0
    while (left := int(standings.racing.sum())) > 1 and used + left <= args.rollouts:
        gains = np.rint(rng.normal(args.gain, args.spread, args.actions))
        gains[0] = 0
        of_world = np.stack([np.ones_like(gains), gains, gains**2, gains, gains**2], axis=1)
        standings.tallies[standings.racing] += of_world[standings.racing]
        used += left
        drop_losers(standings, race)
    return winner(standings, race, args.confidence) != 0


def check_races(args: argparse.Namespace) -> str:
    """One line on how many races left the blueprint."""
    rng = np.random.default_rng(args.seed)
    left = sum(leaves_the_blueprint(args, rng) for _ in range(args.races))
    share = left / args.races
    error = np.sqrt(share * (1 - share) / args.races)
    return (
        f"{args.actions} actions that gain {args.gain} points on average: {100 * share:.1f} ± "
        f"{100 * error:.1f} % of {args.races} races leave the blueprint"
    )


def positions(seed: int) -> Iterator[Game]:
    """Every seventh position of games of `smart` with itself."""
    for index in count():
        game = Game(Rules(players=2), seed=seed, index=index)
        while not game.is_over:
            if len(game.actions) % _STEP == index % _STEP:
                yield game
            game.act(game.ask("smart"))


def largest_first(found: Estimates, search: Sparta) -> int:
    """The action, if the largest gain were looked for before asking whether it is enough."""
    last = found.legal_mask & (found.worlds == found.worlds.max())
    last &= found.worlds >= search.min_worlds
    best = int(np.where(last, found.gains, -np.inf).argmax())
    needed = max(search.threshold, search.confidence * found.gain_sems[best])
    enough = found.gains[best] > 0 and found.gains[best] >= needed
    return best if enough else found.blueprint_action


def check_positions(args: argparse.Namespace) -> str:
    """Two lines: on the choice, and on the gains of the actions that were chosen."""
    numbers = {"threshold": args.threshold, "confidence": args.confidence}
    search = Sparta("smart", rollouts=args.rollouts, **numbers)
    searched, others, pairs = 0, 0, []
    for game in islice(positions(args.seed), args.positions):
        found = evaluate(game, search, seed=args.seed, holdout=args.holdout)
        searched += not found.fallback
        others += not found.fallback and largest_first(found, search) != found.action
        if found.held_out is not None:
            pairs.append((found.gains[found.action], found.held_out.gain))
    told = np.array(pairs).reshape(-1, 2)
    means, errors = told.mean(0), told.std(0, ddof=1) / np.sqrt(len(told))
    less = told[:, 0] - told[:, 1]
    return (
        f"{searched} positions searched, {len(told)} left the blueprint; with the largest gain "
        f"looked for first, {others} actions are others\n"
        f"the gain told is {means[0]:.3f} ± {errors[0]:.3f} points, in {args.holdout} fresh worlds "
        f"{means[1]:.3f} ± {errors[1]:.3f}: {less.mean():.3f} ± "
        f"{less.std(ddof=1) / np.sqrt(len(less)):.3f} less"
    )


def main() -> None:
    """Check what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--races", type=int, default=0)
    parser.add_argument("--positions", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--actions", type=int, default=15, help="of a race")
    parser.add_argument("--gain", type=float, default=-0.1, help="of each action but the first")
    parser.add_argument("--spread", type=float, default=2.5, help="of a gain, from world to world")
    parser.add_argument("--rollouts", type=int, default=Sparta.rollouts)
    parser.add_argument("--threshold", type=float, default=Sparta.threshold)
    parser.add_argument("--confidence", type=float, default=Sparta.confidence)
    parser.add_argument("--min-worlds", type=int, default=Sparta.min_worlds)
    parser.add_argument("--sigmas", type=float, default=Sparta.sigmas)
    parser.add_argument("--holdout", type=int, default=2000, help="fresh worlds of a position")
    args = parser.parse_args()
    if args.races:
        print(check_races(args))
    if args.positions:
        print(check_positions(args))


if __name__ == "__main__":
    main()
