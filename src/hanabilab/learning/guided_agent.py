"""The agent that sits on a rule agent: it knows what its guide knows, and learned when to leave it.

A compiled policy, whose turns are the kernels of `guided_turn`. Its memory is the guide's, behind a
handle of the network; the network sees what the guide knows and would do, and says how much better
other actions are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from hanabilab._jit import handle_of
from hanabilab.agents.facts import Facts
from hanabilab.agents.pickling import found_again
from hanabilab.agents.policy import CompiledPolicy, Explain, Interpret, Memory
from hanabilab.errors import AgentError
from hanabilab.game.layout import LAYOUT, layout_of
from hanabilab.game.rule_tables import RULE_TABLES
from hanabilab.game.rules import Rules
from hanabilab.game.view import View
from hanabilab.game.words import action_words
from hanabilab.learning import guided_turn
from hanabilab.learning.color_layers import Network, Weights, pack
from hanabilab.learning.guided_network import GuidedNetwork
from hanabilab.learning.guides import Guided
from hanabilab.learning.weight_files import GUIDED, load_weights
from hanabilab.randomness import seed_rng


@dataclass(frozen=True, eq=False, repr=False)
class GuidedPolicy(CompiledPolicy):
    """The agent; see the module. `guided_policy` makes one.

    Attributes:
        guide: the rule agent, and the only rules that it plays.
        threshold: it leaves the guide for an action that is said to be better by more than this.
        known: arrays that its kernels read; kept alive here.
        max_hands: that a search lists if it is not told otherwise; asking takes 7 microseconds.
    """

    max_hands: ClassVar[int] = 20_000

    guide: Guided = field(kw_only=True)
    threshold: float = field(kw_only=True)
    known: tuple[Any, ...] = field(kw_only=True, repr=False)

    def __eq__(self, other: object) -> bool:
        """By name and guide: the rest follows from them."""
        if not isinstance(other, GuidedPolicy):
            return NotImplemented
        return (self.name, self.guide) == (other.name, other.guide)

    def __hash__(self) -> int:
        return hash((self.name, self.guide))

    def __reduce__(self) -> tuple[Any, ...]:
        return found_again(self, __name__)

    @property
    def only_rules(self) -> Rules:
        """The rules that it was trained for."""
        return self.guide.rules

    @cached_property
    def facts(self) -> Facts:
        """The guide's, whose memory it keeps."""
        return replace(self.guide.facts, function=guided_turn.fill_facts)

    @cached_property
    def substitute(self) -> CompiledPolicy:
        """The guide alone, with the memory of this agent: it may play rollouts on."""
        return replace(self, function=guided_turn.follow)


def policy_of(name: str, guide: Guided, network: GuidedNetwork, threshold: float) -> GuidedPolicy:
    """The agent of a network on a guide.

    Args:
        name: what it is called.
        guide: the rule agent, and the rules.
        network: its weights are read now, in half precision; later changes are not seen.
        threshold: points by which an action must be said to be better than the guide's.
    """
    agent, known = guide.agent, _known(guide, network, threshold)
    words = guided_turn.all_words(guide.natives, known)
    players = guide.rules.players
    return GuidedPolicy(
        name,
        guided_turn.act,
        guided_turn.observe,
        memory_size=1 + agent.memory_size,
        players=range(players, players + 1),
        # Three seats read what leaves the conventions in different ways; two never do.
        common=not agent.memory_size or (agent.common and players == 2),
        explain=_explaining(guide),
        interpret=agent.interpret and _interpreting(agent.interpret),
        settings=(handle_of(words), *agent.settings),
        plays_variants=not guide.rules.is_usual,
        guide=guide,
        threshold=threshold,
        known=(words, known),
    )


def _known(guide: Guided, network: GuidedNetwork, threshold: float) -> guided_turn.Known:
    """What kernels read of a network on a guide."""
    return guided_turn.Known(
        rules=np.array([guide.rules.tables], RULE_TABLES),
        layout=np.array([layout_of(guide.rules).row], LAYOUT),
        order=np.ascontiguousarray(guide.symmetry.observation.order, np.int64),
        network=_packed(guide, network),
        threshold=np.array([threshold], np.float32),
    )


def _packed(guide: Guided, network: GuidedNetwork) -> Network:
    """Its layers; one more number of the last one is what the position is worth, of no action."""
    layers = [
        Weights(
            (*layer.inputs[:2], *layer.outputs[:2]),
            *(each.detach().numpy() for each in (layer.of_all, layer.of_color, layer.bias)),
        )
        for layer in network.layers
    ]
    order = guide.symmetry.actions.inverse
    return pack(layers, order + (order >= guide.symmetry.actions.fixed.size), half=True)


def _explaining(guide: Guided) -> Explain:
    """Why the agent acts: what its guide would do, and what else it finds better."""

    def explain(view: View, memory: Memory) -> str:
        """Why the seat to act does what it does."""
        rng = np.zeros(2, np.uint64)
        seed_rng(rng, 0, int(view.turn), 0)
        thought = guided_turn.think(view, memory, rng)
        why = guide.agent.explain
        does = action_words(view, thought.proposal, int(view.seat))
        told = why(view, memory[1:]) if why else does
        if thought.action == thought.proposal:
            return f"as {guide.name}: {told}"
        gain = thought.worth[thought.action] - thought.worth[thought.proposal]
        return f"expects {gain:.2f} points more than {guide.name}, which {told}"

    return explain


def _interpreting(interpret: Interpret) -> Interpret:
    """What the guide says that an action has told."""
    return lambda view, before, after: interpret(view, before[1:], after[1:])


def guided_policy(name: str, path: Path, threshold: float | None = None) -> GuidedPolicy:
    """The agent of a file of weights.

    Args:
        name: what it is called.
        path: of the weights.
        threshold: another than that of the card.

    Raises:
        AgentError: no such weights, or an impossible threshold.
    """
    if threshold is not None and not threshold >= 0:
        raise AgentError(f"threshold is {threshold}; 0 or more")
    network, card = load_weights(path, GUIDED)
    return policy_of(name, card.guided, network, card.threshold if threshold is None else threshold)
