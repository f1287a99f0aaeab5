"""Sheets on what a game is worth: payoffs, the ladder of values, beliefs, cross-play of optima."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.plots import save_matrix
from hanabilab.tiny.games import CardGame
from hanabilab.tiny.operators import Searchers, iterate
from hanabilab.tiny.plots import save_belief_tree
from hanabilab.tiny.policies import (
    Policy,
    join_policies,
    picks_of,
    random_policy,
    uniform_policy,
    value_of,
)
from hanabilab.tiny.public_tree import belief_tree, prune_states
from hanabilab.tiny.solvers import (
    BruteForce,
    Solution,
    best_response,
    full_information_bound,
    solve_silent,
)
from hanabilab.tiny.tree import GameTree
from studies.small_games import plots
from studies.small_games.sheet import Sheet

_STARTS = 100
_MOST_STATES = 40


def payoff_sheet(tree: GameTree, solution: Solution) -> Sheet | None:
    """All payoffs of a card game, what the optimal policy plays marked; None for other games."""
    if not isinstance(tree.game, CardGame):
        return None
    payoffs = np.array(tree.game.payoffs)
    played = _played(tree, solution.policy)
    save = partial(plots.save_payoffs, payoffs, game=tree.game.name, played=played)
    document = {"payoffs": payoffs.tolist(), "played": played.tolist()}
    return Sheet(f"payoffs-{tree.game.name}", document, save)


def _played(tree: GameTree, policy: Policy) -> NDArray[np.int64]:
    """[C, D, 2] both actions by cards: the end of the history that the policy takes."""
    picks = picks_of(tree, policy)
    game: Any = tree.game
    played = np.zeros((len(game.payoffs), len(game.payoffs[0]), 2), np.int64)
    roots = np.flatnonzero(tree.parent < 0).tolist()
    for root, (state, _) in zip(roots, game.deals(), strict=True):
        node = root
        for seat in range(2):
            infoset = tree.infoset[node]
            pick = picks[infoset]
            played[(*state[0], seat)] = pick
            choice = tree.first_choice[infoset] + pick
            node = int(np.flatnonzero((tree.parent == node) & (tree.choice == choice))[0])
    return played


def belief_sheet(tree: GameTree, solution: Solution) -> Sheet:
    """The public-belief tree under the optimal policy, its likeliest states."""
    states = prune_states(belief_tree(tree, solution.policy), max_states=_MOST_STATES)
    save = partial(save_belief_tree, states, title=f"{tree.game.name}, an optimal policy")
    return Sheet(f"beliefs-{tree.game.name}", {"states": [asdict(s) for s in states]}, save)


def ladder_sheet(tree: GameTree, solution: Solution, seed: int) -> Sheet:
    """From uniform play to open hands; best responses and joint search from random policies."""
    joint = Searchers(tuple(range(tree.game.seats)))
    starts = [random_policy(tree, seed + start) for start in range(_STARTS)]
    choices = [value_of(tree, best_response(tree, start, 0)) for start in starts]
    fixed = [float(iterate(tree, start, joint).values[-1]) for start in starts]
    rungs = [plots.Rung("uniform play", value_of(tree, uniform_policy(tree)))]
    with suppress(GameError):  # too large to solve without signals
        silent = solve_silent(tree.game).require_solved()
        rungs.append(plots.Rung("best without signals", silent.value))
    rungs += [
        _spanned("best response of seat 0", choices),
        _spanned("joint search, repeated", fixed),
        plots.Rung("optimum", solution.value),
        plots.Rung("full information", full_information_bound(tree)),
    ]
    save = partial(plots.save_ladder, rungs, game=tree.game.name, starts=_STARTS)
    document = {"rungs": [asdict(rung) for rung in rungs], "starts": _STARTS, "seed": seed}
    return Sheet(f"ladder-{tree.game.name}", document, save)


def _spanned(name: str, values: list[float]) -> plots.Rung:
    return plots.Rung(name, float(np.mean(values)), (min(values), max(values)))


def cross_play_sheet(tree: GameTree, found: BruteForce) -> Sheet | None:
    """Every optimal policy's first seat with every other's second.

    None where there is but one optimal policy, or where there are not two seats to join.
    """
    if tree.game.seats != 2:
        return None
    policies = [found.policy(int(number)) for number in found.optima]
    if len(policies) < 2:
        return None
    means = [
        [value_of(tree, join_policies(tree, [one, other])) for other in policies]
        for one in policies
    ]
    names = [str(number) for number in found.optima]
    document = {
        "rules": tree.game.name,
        "ones": names,
        "others": names,
        "mean": means,
        "sem": None,
        "mean_of_all": float(np.mean(means)),
    }
    return Sheet(f"cross-play-{tree.game.name}", document, partial(save_matrix, document))
