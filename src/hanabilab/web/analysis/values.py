"""What actions are worth by search over a blueprint, while the estimates firm up.

All actions are played out in the same worlds with the same random numbers (`search.rollouts`), so
gains over the blueprint's action are paired: their errors are smaller than those of the means.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.rules import Rules
from hanabilab.notation import Record, replay
from hanabilab.search import Estimates, Sparta
from hanabilab.search.evaluate import turns_of
from hanabilab.search.searching import Searching
from hanabilab.web.analysis.positions import agent_named, running_at
from hanabilab.web.position import position
from hanabilab.web.table import usual_agent

#: Rollouts of one analysis at most.
_MOST_ROLLOUTS = 1_000_000
#: Rollouts between two items of the stream: first few, so that something is seen at once.
_FIRST_SLICE, _SLICE = 200, 2000
#: The first values come from ranges of so many hands, or from samples: to list all takes seconds.
_LISTED, _SAMPLES = 5_000, 2_000


def action_values(
    record: Record, turn: int, blueprint: str = "smart", rollouts: int = 20_000, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """The value of every action of the seat to act, again and again with smaller errors.

    Yields:
        `actions`, each with `id`, `text`, `worlds`, `mean`, `sem` in points, and `gain`, `gain_sem`
        over the blueprint's action; `blueprint_action`, `best`, `rollouts`, `basis` of the beliefs.
        The first item may rest on a sample of hands; from the second on, all are listed.

    Raises:
        HanabiError: the game is over there, or the blueprint cannot be searched over.
    """
    game = running_at(record, turn)
    quick, search = _searches_by(record.rules, blueprint, rollouts)
    legal = position(game.state, game.current_seat)["legal"]
    for found in quick.watch(turns_of(game, search.blueprint, seed), 0, _FIRST_SLICE):
        yield {"turn": turn, "wanted": rollouts, **_told(found, legal)}
        if found.basis.startswith("sampled"):
            break
    else:
        return
    for found in search.watch(turns_of(game, search.blueprint, seed), 0, _FIRST_SLICE):
        yield {"turn": turn, "wanted": rollouts, **_told(found, legal)}


def losses(
    record: Record, blueprint: str = "smart", rollouts: int = 3000, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """What each action of a game has lost against the best one, turn by turn.

    Yields:
        For each action `turn` from 1, `played`, `best` (ids), `loss` and its standard error
        `loss_sem` in points, and `actions`, `blueprint_action` as `action_values` tells them.
    """
    _, search = _searches_by(record.rules, blueprint, rollouts)
    for game, action in zip(replay(record), record.actions, strict=False):
        legal = position(game.state, game.current_seat)["legal"]
        for found in search.watch(turns_of(game, search.blueprint, seed), 0, _SLICE):
            told = _told(found, legal)
        yield {"turn": len(game.actions) + 1, "seat": game.current_seat, **_loss(told, action)}


def _loss(told: dict[str, Any], action: int) -> dict[str, Any]:
    """What an action loses against the best of a search; nothing where there was one action."""
    by_id = {each["id"]: each for each in told["actions"]}
    played, best = by_id[action], by_id[told["best"]]
    gap = (best["gain"] or 0.0) - (played["gain"] or 0.0)
    error = 0.0
    if played is not best:
        error = math.hypot(best["gain_sem"] or 0.0, played["gain_sem"] or 0.0)
    return {
        "played": action,
        "best": told["best"],
        "blueprint_action": told["blueprint_action"],
        "loss": round(max(gap, 0.0), 4),
        "loss_sem": round(error, 4),
        "basis": told["basis"],
        "actions": told["actions"],
    }


def _searches_by(rules: Rules, blueprint: str, rollouts: int) -> tuple[Sparta, Sparta]:
    """A quick search and a whole one, of games by these rules.

    Raises:
        AgentError: the blueprint does not play by them, or searches itself; says who would do.
        RulesError: too many rollouts.
    """
    try:
        agent = agent_named(blueprint)
        if isinstance(agent, Searching):
            raise AgentError(f"{agent.name} searches itself, and would be asked too often")
        check_rules(agent, rules)
        found = _searches(blueprint, rollouts)
        check_rules(found[1], rules)
    except AgentError as error:
        raise AgentError(f"{error}; {usual_agent(rules)} plays on by these rules") from None
    return found


@lru_cache(maxsize=2)
def _searches(blueprint: str, rollouts: int) -> tuple[Sparta, Sparta]:
    """A quick search and a whole one. They are kept, since they keep the ranges of a game's turns.

    Raises:
        HanabiError: too many rollouts, or a blueprint that cannot be searched over.
    """
    if not 1 <= rollouts <= _MOST_ROLLOUTS:
        raise RulesError(f"rollouts is {rollouts}; a whole number from 1 to {_MOST_ROLLOUTS}")
    whole = Sparta(agent_named(blueprint), rollouts=rollouts)
    return replace(whole, max_hands=_LISTED, samples=_SAMPLES), whole


def _told(found: Estimates, legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Estimates as the page is told them; what is not a number yet is null."""
    columns = {
        "mean": found.means,
        "sem": found.sems,
        "gain": found.gains,
        "gain_sem": found.gain_sems,
    }
    return {
        "actions": [
            {
                "id": each["id"],
                "text": each["text"],
                "worlds": int(found.worlds[each["id"]]),
                **{name: _number(values[each["id"]]) for name, values in columns.items()},
            }
            for each in legal
        ],
        "blueprint_action": int(found.blueprint_action),
        "best": int(found.action),
        "rollouts": int(found.rollouts),
        "basis": found.basis,
        "note": found.fallback,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(float(value), 4)
