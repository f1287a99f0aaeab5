"""A hint for a person: what a search over an agent makes of each action, firmer with every slice.

The search knows what the person's seat knows. It draws hands from hints and counts alone, since
people do not follow the agent's conventions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import make_agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.words import action_words
from hanabilab.search import Sparta, evaluate

#: Rollouts of each slice: the first values come soon, the last are firm.
_SLICES = (300, 700, 1_500, 3_000, 6_000)
#: What is searched over: the first that plays by the rules.
_BLUEPRINTS = ("smart", "five-rule", "random")


def advise(game: Game, seed: int) -> Iterator[dict[str, Any]]:
    """The values of the actions of the seat to act, best first, after each slice.

    Args:
        game: where the seat is to act.
        seed: of the search.

    Yields:
        `rollouts` so far, and `actions`: id, words, mean final score, standard error of the mean,
        worlds it was played out in.
    """
    blueprint = _blueprint(game)
    sums = np.zeros((game.rules.num_actions, 5))
    rollouts = 0
    for number, share in enumerate(_SLICES):
        search = Sparta(blueprint, rollouts=share, beliefs="hints", min_worlds=5)
        found = evaluate(game, search, seed=(seed + number) % 2**63)
        sums += found.tallies
        rollouts += int(found.rollouts)  # without a compiler NumPy's, which JSON has not
        yield {"rollouts": rollouts, "actions": _ranked(game, sums, found.legal_mask)}
        if found.fallback:
            return


def _blueprint(game: Game) -> Agent:
    for name in _BLUEPRINTS:
        agent = make_agent(name)
        try:
            check_rules(agent, game.rules)
        except AgentError:
            continue
        return agent
    raise AgentError("no agent of ours plays by these rules")


def _ranked(
    game: Game, sums: NDArray[np.float64], legal: NDArray[np.bool_]
) -> list[dict[str, Any]]:
    seat = game.current_seat
    rows = [
        {
            "id": action,
            "text": action_words(game.state, action, seat),
            **_value(*sums[action, :3]),
        }
        for action in np.flatnonzero(legal).tolist()
    ]
    return sorted(rows, key=lambda row: (row["value"] is None, -(row["value"] or 0)))


def _value(worlds: float, scores: float, squares: float) -> dict[str, Any]:
    if worlds < 2:
        return {"value": None, "error": None, "worlds": int(worlds)}
    mean = scores / worlds
    spread = max(squares - worlds * mean * mean, 0) / (worlds - 1)
    return {
        "value": round(float(mean), 3),
        "error": round(float(np.sqrt(spread / worlds)), 3),
        "worlds": int(worlds),
    }
