"""`ismcts(BLUEPRINT)`: information-set Monte Carlo tree search, its leaves valued by a blueprint.

A batched policy: for each move, a tree of action sequences grown in worlds drawn from the seat's
beliefs; from its leaves on, all seats play the blueprint. Deterministic in the seat's generator.

Source: Cowling et al. 2012 (one tree for all worlds); Goodman 2019 (re-determinization, rules that
restrict the tree).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import ClassVar

import numpy as np

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import CompiledPolicy, Turns
from hanabilab.beliefs import HandRange, History, PartnerModel, RangeCache
from hanabilab.beliefs.condition_on_actions import memory_fixed_until
from hanabilab.beliefs.history import blueprint_of
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.search.estimates import Estimates
from hanabilab.search.ismcts.grow import (
    BLUEPRINT_RULE,
    MRIS,
    PLAIN,
    PREDICTOR,
    RIS,
    Growth,
    Settings,
    grow_tree,
)
from hanabilab.search.ismcts.nodes import NODE
from hanabilab.search.ismcts.proposals import ALL_RULES, NUM_HINT_RULES, RULE_NAMES
from hanabilab.search.ismcts.tree import Tree
from hanabilab.search.rollouts import FAILED
from hanabilab.search.searching import (
    Searching,
    make_position,
    make_workspace,
    require_exact,
    require_fit,
    require_number,
    require_whole,
)

#: What other seats do in the tree; in "flat" they do not come to it.
MODES = {"ris": RIS, "mris": MRIS, "plain": PLAIN, "predictor": PREDICTOR, "flat": PLAIN}

_MOST = {"iterations": 1_000_000, "depth": 1000, "turns": 1000}
_WORDS = {"mode": tuple(MODES), "beliefs": ("hints", "exact")}
_RULE_BITS = {name: 1 << number for number, name in enumerate(RULE_NAMES)}
_RULE_BITS["blueprint"] = BLUEPRINT_RULE


@dataclass(frozen=True, repr=False)
class Ismcts(Searching):
    """A seat that searches a tree of action sequences; a batched policy.

    Args:
        blueprint: plays on from the leaves in all seats; compiled.
        iterations: worlds a move; each adds one node at most.
        exploration: weight of the confidence bound, in parts of the maximum score.
        depth: actions from the root at which the tree ends.
        turns: actions after which playing on stops, and the score so far counts.
        mode: what other seats do in the tree. "ris" chooses for them, on cards that they may
            believe in; "mris" lets them keep these cards; "plain" chooses on their true cards;
            "predictor" lets them play the blueprint. "flat" ends the tree after the own action.
        rules: what the tree expands. "none" for every legal action; "all" for what the twelve rules
            of `proposals` propose, or names of some, joined by +; "blueprint" proposes what the
            blueprint would do.
        beliefs: "hints" to draw the own hand from hints and counts alone, "exact" from the range
            that partners' choices leave, too, if they play the blueprint.
        error: how likely they are to deviate from it; see `PartnerModel.error`.
        games_at_once: games to be asked for in one call; few, so that a stop is quick.

    Raises:
        AgentError: options out of range.
    """

    family: ClassVar[str] = "ismcts"
    options: ClassVar[tuple[str, ...]] = (
        *("iterations", "exploration", "depth", "turns"),
        *("mode", "rules", "beliefs", "error"),
    )

    blueprint: CompiledPolicy
    iterations: int = 1000
    exploration: float = 0.1
    depth: int = 20
    turns: int = 1000
    mode: str = "ris"
    rules: str = "all+blueprint"
    beliefs: str = "hints"
    error: float = 0.0
    games_at_once: int = 1
    _ranges: RangeCache = field(default_factory=RangeCache, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.make_blueprint(CompiledPolicy)
        require_fit(self.blueprint)
        for key, most in _MOST.items():
            require_whole(key, getattr(self, key), 1, most)
        require_number("exploration", self.exploration, "a part of the maximum score, from 0 up")
        for key, words in _WORDS.items():
            if getattr(self, key) not in words:
                raise AgentError(f"{key} is {getattr(self, key)!r}; one of {', '.join(words)}")
        _ = self.partners  # checks `error`
        require_exact(self, "error")
        # One spelling for each set of rules, so that equal searches compare equal.
        object.__setattr__(self, "rules", parse_rule_set(self.rules)[0])

    @property
    def partners(self) -> PartnerModel:
        """What partners are believed to do."""
        return PartnerModel(self.blueprint, error=self.error)

    def search(self, turns: Turns, game: int) -> Estimates:
        """Search one of the waiting games: what the tree tells of every action.

        Raises:
            AgentError: the blueprint acts illegally, or the position cannot come from a game.
        """
        legal, proposed = self.propose(turns, game)
        hands = self._hands(turns, game)
        tree = self.grow(turns, game, hands)
        tallies = tree.tallies(proposed)
        return Estimates(tallies, legal, proposed, tree.action, self.iterations, hands)

    def grow(self, turns: Turns, game: int, hands: HandRange | None = None) -> Tree:
        """The whole tree for one of the waiting games, in worlds of `hands`, or of hints alone.

        Raises:
            AgentError: the blueprint acts illegally, or the position cannot come from a game.
        """
        rules, history = turns.rules, History.of(self.blueprint, turns, game)
        growth = Growth(
            nodes=np.empty(self.iterations + 1, NODE),
            path=np.zeros(self.depth + 1, np.int64),
            is_open=np.zeros(rules.num_actions, np.bool_),
            best_hints=np.zeros(NUM_HINT_RULES, np.int64),
            rng=turns.rngs[game],
        )
        workspace = make_workspace(rules, self.blueprint)
        workspace.world_memory[:] = turns.memory[game]  # of all seats, where it is common
        # With three or more, others remember otherwise once this seat has left the blueprint.
        fixed = self.blueprint.common and (
            memory_fixed_until(history, history.turn, PartnerModel(self.blueprint)) == history.turn
        )
        position = make_position(history, hands, memory_is_fixed=fixed)
        used = grow_tree(growth, self._settings(rules), position, workspace)
        require_unraised(self.blueprint, workspace.look_at.raised)
        if used == FAILED:
            raise AgentError(
                f"{self.name}: the blueprint acts illegally, or no game can reach this position"
            )
        return Tree(growth.nodes[:used], rules.num_actions)

    def _hands(self, turns: Turns, game: int) -> HandRange | None:
        if self.beliefs == "hints":
            return None
        model = replace(self.partners, seed=turns.belief_seed(game))
        return self._ranges.range_of(History.of(self.blueprint, turns, game), model)

    def _settings(self, rules: Rules) -> Settings:
        return Settings(
            mode=MODES[self.mode],
            iterations=self.iterations,
            depth=1 if self.mode == "flat" else self.depth,
            turns=self.turns,
            exploration=float(self.exploration * rules.max_score),
            rules=parse_rule_set(self.rules)[1],
            blueprint=blueprint_of(self.blueprint),
        )


@cache
def parse_rule_set(text: str) -> tuple[str, int]:
    """The canonical spelling of a set of rules, and its bits.

    Raises:
        AgentError: a name that is no rule.
    """
    if text == "none":
        return text, 0
    bits = 0
    for name in str(text).split("+"):
        if name != "all" and name not in _RULE_BITS:
            known = ", ".join(_RULE_BITS)
            raise AgentError(f"unknown rule {name!r}; known are {known}; or write all, or none")
        bits |= ALL_RULES if name == "all" else _RULE_BITS[name]
    return "+".join(_spell(bits)), bits


def _spell(bits: int) -> Iterable[str]:
    if bits & ALL_RULES == ALL_RULES:
        yield "all"
        bits &= ~ALL_RULES
    for name, rule in _RULE_BITS.items():
        if bits & rule:
            yield name
