"""What partners are believed to do, and what their actions tell about the own hand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import (
    Agent,
    CompiledPolicy,
    is_honest,
    keeps_common_memory,
    new_memory,
)
from hanabilab.beliefs.asking import consistent_with_batched
from hanabilab.beliefs.filters import (
    fill_moves,
    keep_consistent,
    keep_consistent_by_replay,
    watch,
)
from hanabilab.beliefs.hand_range import HandRange
from hanabilab.beliefs.history import History, new_rng
from hanabilab.errors import AgentError
from hanabilab.game.games import new_views
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import look

#: Hands below which threads cost more than they bring.
_MIN_SHARE = 20_000


@dataclass(frozen=True)
class PartnerModel:
    """What partners are believed to do, and how much work may go into it.

    Args:
        policy: what every partner plays.
        error: likelihood of an action under inconsistent hands, relative to consistent ones; 0
            drops such hands.
        max_hands: more are not listed but sampled.
        samples: hands of a sample, before partners' choices thin it out.
        threads: that share the work on a large range; results do not depend on it.

    Raises:
        AgentError: numbers out of range.
    """

    policy: Agent
    error: float = 0.0
    max_hands: int = 10_000_000
    samples: int = 200_000
    threads: int = 1

    def __post_init__(self) -> None:
        if not is_honest(self.policy):
            raise AgentError(f"{self.policy.name!r} sees its own hand; no honest partner does")
        if type(self.error) not in (int, float) or not 0 <= self.error < 1:
            raise AgentError(f"error is {self.error}; a likelihood from 0 to below 1")
        for name in ("max_hands", "samples", "threads"):
            number = getattr(self, name)
            if type(number) is not int or number < 1:
                raise AgentError(f"{name} is {number}; a whole number from 1 up")


def condition_on_actions(
    hands: HandRange, history: History, first: int, model: PartnerModel
) -> HandRange:
    """The hands consistent with what partners did from turn `first` on."""
    if model.error and not len(hands.likelihood):
        hands = replace(hands, likelihood=np.ones(len(hands), np.float32))
    for turn in range(first, hands.turn):
        own = turn % history.rules.players == hands.turn % history.rules.players
        if not own and len(hands):
            hands = condition_on_action(hands, history, turn, model, history.seat)
            hands = _scaled(hands) if model.error else hands
    return hands.owned()


def _scaled(hands: HandRange) -> HandRange:
    """The same range, the likeliest hand at 1: products of many errors would all be 0 at last."""
    most = hands.likelihood.max(initial=0.0)
    return replace(hands, likelihood=hands.likelihood / most) if most > 0 else hands


def condition_on_action(
    hands: HandRange, history: History, turn: int, model: PartnerModel, holder: int
) -> HandRange:
    """The hands of `holder` consistent with action number `turn`, another seat's.

    The memory of the seat that acted must not depend on the hand, or `holder` be whose history it
    is.
    """
    policy = model.policy
    if not isinstance(policy, CompiledPolicy):
        return _weigh(hands, consistent_with_batched(hands, history, turn, policy, holder), model)
    keeper = _keep if memory_fixed_until(history, turn, model) >= turn else _keep_by_memory
    deck = history.deck_with(hands.packed_hands[0], hands.places)
    share = max(-(-len(hands) // model.threads), _MIN_SHARE)
    parts = [slice(start, start + share) for start in range(0, len(hands), share)]

    def keep(part: slice) -> int:
        return keeper(hands.take(part), deck.copy(), history, turn, model, policy, holder)

    if len(parts) == 1:
        return hands.first(keep(parts[0]))
    with ThreadPoolExecutor(model.threads) as pool:
        kept = list(pool.map(keep, parts))
    left = [np.arange(part.start, part.start + n) for part, n in zip(parts, kept, strict=True)]
    return hands.take(np.concatenate(left))


def _weigh(hands: HandRange, consistent: NDArray[np.bool_], model: PartnerModel) -> HandRange:
    """The hands consistent with an action; all, the others less likely, where partners may err."""
    if not model.error:
        return hands.take(np.flatnonzero(consistent))
    likelihood = hands.likelihood * np.where(consistent, 1.0, model.error)
    return replace(hands, likelihood=likelihood.astype(np.float32))


def memory_fixed_until(history: History, turn: int, model: PartnerModel) -> int:
    """The last turn up to `turn` at which every hand has the partners remember the same; or -1.

    Common memory is the same while all follow the policy: partners under every consistent hand,
    and the seat until it deviates. Between two it is taken to be public even then;
    and for the same where a range leaves choices out. Where another seat may deviate, too, it is
    the same until then.
    """
    two = history.rules.players == 2
    common = keeps_common_memory(model.policy)
    if not model.policy.memory_size or (common and two):
        return turn
    if not common or model.error:
        return -1
    others = (
        turn if history.first_deviation_of_others is None else history.first_deviation_of_others
    )
    return min(history.own_first_deviation, others, turn)


def _keep(
    hands: HandRange,
    deck: NDArray[np.int16],
    history: History,
    turn: int,
    model: PartnerModel,
    policy: CompiledPolicy,
    holder: int,
) -> int:
    past, memory = history.replay(turn, deck)
    actor = int(past.current_seat)
    view = new_views(history.rules, 1)[0]
    look(view, past, actor)
    moved_from = np.zeros(MAX_HAND, np.int64)
    fill_moves(moved_from, past, holder, hands.places)
    return keep_consistent(
        hands.packed_hands,
        hands.likelihood,
        view,
        memory[actor],
        holder,
        moved_from,
        int(history.actions[turn]),
        model.error,
        policy.native_act,
        new_rng(),
    )


def _keep_by_memory(
    hands: HandRange,
    deck: NDArray[np.int16],
    history: History,
    turn: int,
    model: PartnerModel,
    policy: CompiledPolicy,
    holder: int,
) -> int:
    alike = memory_fixed_until(history, turn, model)
    actor = history.actor_at(turn)
    remembered = new_memory(policy, 1)[0]
    if alike >= 0:
        remembered[:] = history.replay(alike, deck)[1][actor]
    views = new_views(history.rules, turn - alike)
    moves = np.zeros((turn - alike, MAX_HAND), np.int64)
    past, first = history.replay(alike + 1, deck)[0], alike + 1
    watch(views, moves, past, history.actions[first:turn], actor, holder, hands.places)
    return keep_consistent_by_replay(
        hands.packed_hands,
        hands.likelihood,
        views,
        moves,
        remembered,
        np.zeros_like(remembered),
        holder,
        int(history.actions[turn]),
        model.error,
        policy.native_act,
        policy.native_observe,
        new_rng(),
    )
