"""What all searches have in common: options, the blueprint's action, what kernels work on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import ask_in
from hanabilab.agents.carrying import AlsoBatched, Expecting, Substituted
from hanabilab.agents.policy import (
    Agent,
    CompiledPolicy,
    Turns,
    is_honest,
    new_memory,
    settings_of,
    shown_name,
)
from hanabilab.agents.registry import as_agent
from hanabilab.agents.traits import may_forfeit
from hanabilab.beliefs import HandRange, History, unseen_counts
from hanabilab.beliefs.hand_range import PackedHands
from hanabilab.beliefs.history import blueprint_of
from hanabilab.beliefs.sampled_worlds import BLOCK, SCRATCH_SIZE, sum_blocks
from hanabilab.errors import AgentError
from hanabilab.game.actions import fill_legal
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.notation.call import Call, Value
from hanabilab.search.estimates import Estimates
from hanabilab.search.rollouts import TO_THE_END, Position, RolloutPolicy, Workspace

#: Rollouts of a search at most.
MAX_ROLLOUTS = 1_000_000_000


def require_fit(blueprint: Agent) -> None:
    """Do nothing if `blueprint` can be searched over; else raise AgentError."""
    if not is_honest(blueprint):
        raise AgentError(f"{blueprint.name!r} sees its own hand; search needs an honest one")
    if may_forfeit(blueprint):
        raise AgentError(f"{blueprint.name!r} may give a game up; search needs legal actions")


def require_whole(name: str, value: Any, least: int, most: int) -> None:
    """Do nothing if an option is a whole number in range; else raise AgentError."""
    if type(value) is not int or not least <= value <= most:
        raise AgentError(f"{name} is {value!r}; a whole number from {least} to {most}")


def require_number(name: str, value: Any, wanted: str) -> None:
    """Do nothing if an option is a number from 0 up; else raise AgentError."""
    if type(value) not in (int, float) or not 0 <= value < float("inf"):
        raise AgentError(f"{name} is {value!r}; {wanted}")


def require_race(search: Any) -> None:
    """Do nothing if a search's rollouts, and what an action must gain, are in range."""
    require_whole("rollouts", search.rollouts, 0, MAX_ROLLOUTS)
    require_whole("min_worlds", search.min_worlds, 2, MAX_ROLLOUTS)
    require_number("threshold", search.threshold, "a number of points from 0 up")
    require_number("confidence", search.confidence, "a number of standard errors from 0 up")
    require_number("sigmas", search.sigmas, "a number of standard errors from 0 up")


def require_exact(search: Searching, *names: str) -> None:
    """Do nothing if options of a range are given to a search that makes one; else AgentError."""
    for name in names:
        if search.beliefs == "hints" and getattr(search, name) != getattr(type(search), name):
            raise AgentError(f"{name} is for ranges; with beliefs=hints there is none")


def can_be_cut(policy: Agent) -> bool:
    """Whether rollouts of `policy` may be cut short."""
    return isinstance(policy, Expecting | Substituted | AlsoBatched)


def rollout_policy(policy: CompiledPolicy, turns: int = 0) -> RolloutPolicy:
    """Who plays rollouts over `policy`: after `turns` turns its substitute, if there are any."""
    blueprint = blueprint_of(policy)
    if not turns or not isinstance(policy, Substituted):
        return RolloutPolicy(blueprint, TO_THE_END, blueprint.act)
    return RolloutPolicy(blueprint, turns, policy.substitute.native_act)


def make_position(
    history: History,
    hands: HandRange | None,
    *,
    memory_is_fixed: bool = False,
    drawn_by_trial: bool = False,
) -> Position:
    """What the seat of `history` knows and believes, ready for kernels.

    Args:
        hands: its range; None to draw hands from hints alone.
        memory_is_fixed: seats remember the same in every world of the range.
        drawn_by_trial: for large ranges that are asked few times. Those with likelihoods are summed
            up all the same: a trial knows of none.
    """
    counts = unseen_counts(history.view)
    arrays = PackedHands(np.zeros(0, np.int32), np.zeros(0, np.float32))
    if hands is not None:
        arrays = hands.arrays
    by_trial = drawn_by_trial and not len(arrays.likelihood)
    sums = np.zeros(0 if by_trial else -(-len(arrays.packed) // BLOCK))
    if len(sums):
        sum_blocks(sums, arrays, counts)
    return Position(
        seen=history.view,
        known_deck=history.known_deck,
        actions=history.actions[: history.turn],
        hands=arrays,
        counts=counts,
        sums=sums,
        memory_is_fixed=memory_is_fixed,
    )


def make_workspace(rules: Rules, blueprint: Agent) -> Workspace:
    """Scratch for one search."""
    opening = new_memory(blueprint, rules.players)
    world, rollout, past = new_states(rules, 3)
    return Workspace(
        world=world,
        world_memory=opening.copy(),
        rollout=rollout,
        rollout_memory=opening.copy(),
        rngs=np.zeros((rules.players, 2), np.uint64),
        past=past,
        look_at=new_views(rules, 1)[0],
        opening=opening,
        scratch=np.zeros(SCRATCH_SIZE, np.int64),
    )


class Searching:
    """A batched policy that searches each move, and plays on as its blueprint.

    Attributes:
        family: the name that calls it.
        options: of the call, in order.
        blueprint: what is improved.
        beliefs: what a range rests on if nothing is amiss, as `HandRange.basis`.
    """

    family: ClassVar[str]
    options: ClassVar[tuple[str, ...]]
    blueprint: Agent
    beliefs: str

    __repr__ = shown_name

    def make_blueprint(self, kind: type[Any] = object) -> None:
        """Make an agent of a blueprint that was given by its name.

        Raises:
            AgentError: no agent, or one of another `kind`.
        """
        blueprint = as_agent(self.blueprint)
        if not isinstance(blueprint, kind):
            raise AgentError(
                f"{self.family} searches over compiled agents, and {blueprint.name} is not one"
            )
        # The one place where a frozen value is completed.
        object.__setattr__(self, "blueprint", blueprint)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied as it was made: what it has found out on the way stays."""
        given = [each.name for each in fields(cast("Any", self)) if each.init]
        return _remade, (type(self), {name: getattr(self, name) for name in given})

    def search(self, turns: Turns, game: int) -> Estimates:
        """Search one of the waiting games."""
        raise NotImplementedError

    def propose(self, turns: Turns, game: int) -> tuple[NDArray[np.bool_], int]:
        """[A] which actions are legal in one of the waiting games, and the blueprint's.

        Raises:
            AgentError: the blueprint's is illegal.
        """
        return self.check(turns.views[game], ask_in(self.blueprint, turns, game))

    def check(self, view: Any, proposed: int) -> tuple[NDArray[np.bool_], int]:
        """[A] which actions are legal, and the blueprint's, which must be among them.

        Raises:
            AgentError: it is not.
        """
        legal = np.zeros(int(view.rules.num_actions), np.bool_)
        fill_legal(legal, view)
        if not 0 <= proposed < len(legal) or not legal[proposed]:
            raise AgentError(f"{self.name}: the blueprint acts illegally")
        return legal, proposed

    @property
    def name(self) -> str:
        """The call that makes this agent."""
        return _name(self.family, self.options, self)

    @property
    def players(self) -> range:
        """The numbers of players that the blueprint plays with."""
        return self.blueprint.players

    @property
    def plays_variants(self) -> bool:
        """Whether the blueprint does."""
        return bool(getattr(self.blueprint, "plays_variants", False))

    def require_rules(self, rules: Rules) -> None:
        """Do nothing if the blueprint knows such games, where it has learned from some.

        Raises:
            AgentError: it does not.
        """
        if (require := getattr(self.blueprint, "require_rules", None)) is not None:
            require(rules)

    @property
    def only_rules(self) -> Rules | None:
        """The only rules that the blueprint plays, if it is a network."""
        found: Rules | None = getattr(self.blueprint, "only_rules", None)
        return found

    @property
    def memory_size(self) -> int:
        """The blueprint's: after its move the seat plays on as the blueprint."""
        return self.blueprint.memory_size

    @property
    def settings(self) -> tuple[int, ...]:
        """The blueprint's, which open its memory."""
        return settings_of(self.blueprint)

    @property
    def native_observe(self) -> Any:
        """The blueprint's memory is this agent's."""
        return self.blueprint.native_observe

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] the searched action of each game; tells what it did in `turns.counters`."""
        found = [self.search(turns, game) for game in range(len(turns.views))]
        tell = turns.counters
        tell["searches"] = np.array([not each.fallback for each in found], int)
        tell["changes"] = np.array([each.action != each.blueprint_action for each in found], int)
        tell["rollouts"] = np.array([each.rollouts for each in found])
        tell["fallbacks"] = np.array([bool(each.fallback) for each in found], int)
        tell["off_model"] = np.array([each.is_off(self.beliefs) for each in found], int)
        return np.array([each.action for each in found], np.int64)


def _remade(kind: type[Searching], given: dict[str, Any]) -> Searching:
    return kind(**given)


def _name(family: str, options: Sequence[str], search: Any) -> str:
    """The call that makes `search`, a dataclass: its blueprint, and options not at their default.

    A number of points given as 1 is 1.0: equal searches have one name.
    """
    given: list[tuple[str, Value]] = []
    kinds = {each.name: str(each.type) for each in fields(search)}
    for option in options:
        value = getattr(search, option)
        if value != getattr(type(search), option):
            real = type(value) is int and "float" in kinds[option]
            given.append((option, float(value) if real else _as_value(value)))
    return str(Call(family, (Call(search.blueprint.name),), tuple(given)))


def _as_value(value: Any) -> Value:
    """A word stands in a call as a name."""
    return Call(value) if isinstance(value, str) else value
