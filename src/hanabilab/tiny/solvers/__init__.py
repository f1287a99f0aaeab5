"""Exact solvers of small games, and the bounds around them."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.tiny.solvers.best_response import best_response, climb
    from hanabilab.tiny.solvers.bounds import full_information_bound, uniform_value
    from hanabilab.tiny.solvers.brute_force import BruteForce, try_all
    from hanabilab.tiny.solvers.policy_iteration import (
        PolicyIteration,
        iterate_policies,
        policy_of,
        random_starts,
    )
    from hanabilab.tiny.solvers.public_belief import Solution, solve
    from hanabilab.tiny.solvers.silent import SilentGame, solve_silent
    from hanabilab.tiny.solvers.temporal import Temporal, solve_temporal, solve_vacuous

__all__ = [
    "BruteForce",
    "PolicyIteration",
    "SilentGame",
    "Solution",
    "Temporal",
    "best_response",
    "climb",
    "full_information_bound",
    "iterate_policies",
    "policy_of",
    "random_starts",
    "solve",
    "solve_silent",
    "solve_temporal",
    "solve_vacuous",
    "try_all",
    "uniform_value",
]

open_face(__name__)
