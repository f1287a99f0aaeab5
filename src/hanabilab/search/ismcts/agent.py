"""`ismcts(BLUEPRINT)`: information-set Monte Carlo tree search, its leaves valued by a blueprint.

A batched policy: for each move, a tree of action sequences grown in worlds drawn from the seat's
beliefs; from its leaves on, all seats play the blueprint. Deterministic in the seat's generator.

Source: Cowling et al. 2012 (one tree for all worlds); Goodman 2019 (re-determinisation, rules that
restrict the tree).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from hanabilab.agents.policy import CompiledPolicy, Turns, new_memory
from hanabilab.beliefs import HandRange, History, PartnerModel, RangeCache
from hanabilab.beliefs.sampled import SCRATCH_SIZE
from hanabilab.errors import AgentError
from hanabilab.game.actions import fill_legal
from hanabilab.game.games import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.search.estimates import Estimates
from hanabilab.search.ismcts.grow import FAULT, Settings, Workspace, grow_tree
from hanabilab.search.ismcts.grown import Tree
from hanabilab.search.ismcts.options import (
    MODES,
    check_options,
    parse_rule_set,
)
from hanabilab.search.ismcts.proposals import NOTES_SIZE
from hanabilab.search.ismcts.tree import NODE
from hanabilab.search.prepare import make_position
from hanabilab.search.searching import Searching


@dataclass(frozen=True)
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
        check_options(self)
        _ = self.partners  # checks `error`
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
        legal = np.zeros(turns.rules.num_actions, np.bool_)
        fill_legal(legal, turns.views[game])
        proposed = int(
            self.blueprint.native_act(turns.views[game], turns.memory[game], turns.rngs[game])
        )
        if not 0 <= proposed < len(legal) or not legal[proposed]:
            raise AgentError(f"{self.name}: the blueprint acts illegally")
        hands = self._hands(turns, game)
        tree = self.grow(turns, game, hands)
        tallies = tree.tallies(proposed)
        return Estimates(tallies, legal, proposed, tree.action, self.iterations, hands)

    def grow(self, turns: Turns, game: int, hands: HandRange | None = None) -> Tree:
        """The whole tree for one of the waiting games, in worlds of `hands`, or of hints alone.

        Raises:
            AgentError: the blueprint acts illegally, or the position cannot come from a game.
        """
        nodes = np.empty(self.iterations + 1, NODE)
        used = grow_tree(
            nodes,
            self._new_workspace(turns.rules),
            self._settings(turns.rules),
            make_position(turns.views[game], turns.known_decks[game], turns.actions[game], hands),
            turns.memory[game],
            self.blueprint.native_act,
            self.blueprint.native_observe,
            turns.rngs[game],
        )
        if used == FAULT:
            raise AgentError(
                f"{self.name}: the blueprint acts illegally, or no game can reach this position"
            )
        return Tree(nodes[:used], turns.rules.num_actions)

    def _hands(self, turns: Turns, game: int) -> HandRange | None:
        if self.beliefs == "hints":
            return None
        return self._ranges.range_of(History.of(self.blueprint, turns, game), self.partners)

    def _settings(self, rules: Rules) -> Settings:
        return Settings(
            mode=MODES[self.mode],
            iterations=self.iterations,
            depth=1 if self.mode == "flat" else self.depth,
            turns=self.turns,
            exploration=float(self.exploration * rules.max_score),
            rules=parse_rule_set(self.rules)[1],
            memory_is_common=self.blueprint.common,
        )

    def _new_workspace(self, rules: Rules) -> Workspace:
        world, past = new_states(rules, 2)
        opening = new_memory(self.blueprint, rules.players)
        return Workspace(
            world=world,
            past=past,
            look_at=new_views(rules, 1)[0],
            memory=opening.copy(),
            opening=opening,
            path=np.zeros(self.depth + 1, np.int64),
            is_open=np.zeros(rules.num_actions, np.bool_),
            notes=np.zeros(NOTES_SIZE, np.int64),
            scratch=np.zeros(SCRATCH_SIZE, np.int64),
        )
