"""The hands that an agent's conventions allow: a range that leaves partners free to search.

An agent that keeps track of conventions says of each card what it can be (`agents.facts`). The
range by conventions holds every hand of such cards that counts allow. An exact range drops the
hands under which the blueprint would have acted otherwise, and is wrong once a partner leaves the
blueprint. This one drops no hand for that. It is right as long as no partner says by convention
what is false. If the model has an `error`, hands under which partners would have acted otherwise
are that much less likely; if it has none, choices are left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import fill_once
from hanabilab.agents.facts import CARDS, facts_of
from hanabilab.agents.policy import Agent, CompiledPolicy, Memory
from hanabilab.beliefs.condition_on_actions import PartnerModel, condition_on_actions
from hanabilab.beliefs.hand_range import HandRange
from hanabilab.beliefs.history import History
from hanabilab.beliefs.range_update import hands_allowed, hints_alone
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.rules import Rules


def tells_cards(agent: Agent) -> bool:
    """Whether an agent says what cards can be by its conventions."""
    return isinstance(agent, CompiledPolicy) and facts_of(agent).sections[:1] == (CARDS,)


def range_by_conventions(history: History, memory: Memory, model: PartnerModel) -> HandRange:
    """The range of the seat to act.

    Args:
        history: of the seat.
        memory: [M] its own, of `model.policy`.
        model: its policy tells cards.

    Raises:
        AgentError: the position cannot come from a game.
    """
    view, policy = history.view, model.policy
    assert isinstance(policy, CompiledPolicy)  # noqa: S101  # `tells_cards` has checked it
    allowed = cards_by_convention(policy, history.rules, view, memory)
    hands = hands_allowed(view, allowed, model, "conventions")
    if not len(hands):
        return hints_alone(view, model)
    return condition_on_actions(hands, history, 0, model) if model.error else hands


def cards_by_convention(
    policy: CompiledPolicy, rules: Rules, view: Any, memory: Memory
) -> NDArray[np.int64]:
    """[MAX_HAND] bit sets of what the own cards can be; what hints say where conventions fail.

    Args:
        policy: tells cards.
        rules: of the game.
        view: VIEW row of the seat.
        memory: [M] the seat's own, of `policy`.
    """
    facts = facts_of(policy)
    vector = np.zeros(facts.size(rules), np.float32)
    fill_once(vector, view, memory, facts.native)
    own = vector[: rules.hand_size * rules.num_cards].reshape(rules.hand_size, rules.num_cards)
    allowed = np.array(view.possible[view.seat], np.int64)
    told = np.zeros(MAX_HAND, np.int64)
    told[: rules.hand_size] = (own > 0) @ (1 << np.arange(rules.num_cards))
    return np.where(allowed & told != 0, allowed & told, allowed)
