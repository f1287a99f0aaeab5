"""What partners are believed to do, and which hands are consistent with what they did.

A partner's policy is asked on every hand: by the kernels below if it is compiled, many hands at
once if it is batched. Hands under which it acts otherwise are dropped. If partners are believed to
err, these hands only become unlikely.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, kernel
from hanabilab.agents.asking import require_unraised
from hanabilab.agents.carrying import Believing
from hanabilab.agents.policy import (
    Act,
    Agent,
    CompiledPolicy,
    is_honest,
    keeps_common_memory,
    new_memory,
)
from hanabilab.beliefs.batched_partners import consistent_by_batches
from hanabilab.beliefs.hand_range import HandRange, PackedHands, keep_as
from hanabilab.beliefs.history import History, blueprint_of, new_rng
from hanabilab.beliefs.replay import Blueprint, Held, Placement, hold
from hanabilab.errors import AgentError
from hanabilab.game.rows import new_views
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng

#: Hands below which threads cost more than they bring.
MIN_SHARE = 20_000
#: What a hand's likelihood never falls below where partners may err, the likeliest being 1.
_LEAST_LIKELY = np.finfo(np.float32).tiny


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
        carries_samples: whether a sample is carried from turn to turn as long as hands of it are
            left. Without it each turn has a fresh one, which is asked about all turns before: too
            dear for networks.
        learned: whether hands that are too many to list are drawn from the policy's own learned
            belief (`agents.carrying.Believing`), which knows partners' choices already.
        seed: of all samples: `Turns.belief_seed`.

    Raises:
        AgentError: numbers out of range, or the policy has no learned belief.
    """

    policy: Agent
    error: float = 0.0
    max_hands: int = 10_000_000
    samples: int = 200_000
    threads: int = 1
    carries_samples: bool = False
    learned: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        if not is_honest(self.policy):
            raise AgentError(f"{self.policy.name!r} sees its own hand; no honest partner does")
        if type(self.error) not in (int, float) or not 0 <= self.error < 1:
            raise AgentError(f"error is {self.error!r}; a likelihood from 0 to below 1")
        if self.learned and not isinstance(self.policy, Believing):
            raise AgentError(
                f"{self.policy.name!r} has no learned belief; net(FILE, belief=FILE) has one"
            )
        for name in ("max_hands", "samples", "threads"):
            number = getattr(self, name)
            if type(number) is not int or number < 1:
                raise AgentError(f"{name} is {number}; a whole number from 1 up")


def memory_fixed_until(history: History, turn: int, model: PartnerModel) -> int:
    """The last turn up to `turn` at which partners remember the same under every hand; or -1.

    Common memory is the same while all follow the policy: partners under every consistent hand,
    and the seat until it deviates. Two players are taken to share it even then, and so are all
    where a range leaves actions out. Where another seat may deviate, too, it is the same until
    then.
    """
    common = keeps_common_memory(model.policy)
    if not model.policy.memory_size or (common and history.rules.players == 2):
        return turn
    if not common or model.error:
        return -1
    others = history.first_deviation_of_others
    return min(history.own_first_deviation, turn if others is None else others, turn)


# --- Ranges ---------------------------------------------------------------------------------------


def condition_on_actions(
    hands: HandRange, history: History, first: int, model: PartnerModel
) -> HandRange:
    """The hands consistent with what partners did from turn `first` on."""
    hands = with_likelihood(hands, model)
    for turn in range(first, hands.turn):
        own = turn % history.rules.players == hands.turn % history.rules.players
        if not own and len(hands):
            hands = condition_on_action(hands, history, turn, model, history.seat)
    return hands.owned()


def with_likelihood(hands: HandRange, model: PartnerModel) -> HandRange:
    """The same range; where partners may err, each hand has a likelihood, 1 before any evidence."""
    if not model.error or len(hands.likelihood):
        return hands
    return replace(hands, likelihood=np.ones(len(hands), np.float32))


def _scaled(hands: HandRange) -> HandRange:
    """The same range, the likeliest hand at 1: products of many errors would all be 0 at last."""
    likelihood = np.maximum(hands.likelihood, _LEAST_LIKELY)
    likelihood /= likelihood.max(initial=_LEAST_LIKELY)
    return replace(hands, likelihood=np.maximum(likelihood, _LEAST_LIKELY))


def condition_on_action(
    hands: HandRange, history: History, turn: int, model: PartnerModel, holder: int
) -> HandRange:
    """The hands of `holder` consistent with action number `turn`, another seat's.

    The memory of the seat that acted must not depend on the hand, or `holder` be whose history it
    is.
    """
    hands, policy = with_likelihood(hands, model), model.policy
    if isinstance(policy, CompiledPolicy):
        fixed = memory_fixed_until(history, turn, model)
        kept = _kept_by_kernels(hands, _Step(history, turn, model, policy, holder, fixed))
    else:
        consistent = consistent_by_batches(hands, history, turn, holder, policy)
        if not model.error:
            return hands.take(np.flatnonzero(consistent))
        likelihood = hands.likelihood * np.where(consistent, 1.0, model.error)
        kept = replace(hands, likelihood=likelihood.astype(np.float32))
    return _scaled(kept) if model.error else kept


class _Step(NamedTuple):
    """A partner's action number `turn`, which tells about the hand of `holder`."""

    history: History
    turn: int
    model: PartnerModel
    policy: CompiledPolicy
    holder: int
    fixed: int  # the last turn at which memory does not depend on the hand; -1 for none


def _kept_by_kernels(hands: HandRange, step: _Step) -> HandRange:
    """The hands consistent with a step, in threads that share them."""
    threads = step.model.threads
    deck = step.history.deck_with(int(hands.packed_hands[0]), hands.places)
    share = max(-(-len(hands) // threads), MIN_SHARE)
    parts = [slice(start, start + share) for start in range(0, len(hands), share)]

    def keep(part: slice) -> int:
        return _keep_part(hands.take(part), deck.copy(), step)

    if len(parts) == 1:
        return hands.first(keep(parts[0]))
    with ThreadPoolExecutor(threads) as pool:
        kept = list(pool.map(keep, parts))
    left = [np.arange(part.start, part.start + n) for part, n in zip(parts, kept, strict=True)]
    return hands.take(np.concatenate(left))


def _keep_part(hands: HandRange, deck: NDArray[np.int16], step: _Step) -> int:
    """Move the consistent hands to the front; how many they are."""
    history, turn, model, policy, holder, fixed = step
    actor, held = history.actor_at(turn), Held(holder, hands.places)
    evidence = _Evidence(int(history.actions[turn]), float(model.error))
    if fixed < turn:  # what the seat remembers depends on the hand
        memory = new_memory(policy, 2)
        if fixed >= 0:
            memory[0] = history.replay(fixed, deck)[1][actor]
        views, placement = history.watched(range(fixed + 1, turn + 1), deck, held)
        partner = _Partner(views, memory, blueprint_of(policy), new_rng())
        kept = _keep_consistent_by_replay(hands.arrays, partner, placement, evidence)
        require_unraised(policy, views["raised"][:-1])  # the last was shown to `act`, too
        return kept
    past, memories = history.replay(turn, deck)
    view = new_views(history.rules, 1)[0]
    look(view, past, actor)
    partner = _Partner(view, memories[actor], blueprint_of(policy), new_rng())
    return _keep_consistent(hands.arrays, partner, history.placement(past, held), evidence)


# --- Kernels --------------------------------------------------------------------------------------


class _Evidence(NamedTuple):
    """What a partner did."""

    action: int
    error: float  # likelihood under inconsistent hands, relative to consistent ones; 0 drops them


class _Partner(NamedTuple):
    """The seat that acted, before its action."""

    views: Any  # VIEW row, or [T] one a turn; the holder's hand in them is overwritten
    memory: NDArray[np.int64]  # [M], or [2, M]: before the first view, whatever the hand; scratch
    blueprint: Blueprint
    rng: Rng  # scratch


@kernel
def _would_act(view: View, memory: NDArray[np.int64], action: int, act: Act, rng: Rng) -> bool:
    """Whether the policy takes `action`; also True if it draws random numbers."""
    first, second = rng[0], rng[1]
    chosen = act(view, memory, rng)
    return chosen == action or rng[0] != first or rng[1] != second


@kernel
def _keep(hands: PackedHands, kept: int, index: int, consistent: bool, error: float) -> int:
    """Keep hand `index` as number `kept` if it is consistent, or may be; how many are kept then."""
    if not consistent and error == 0.0:
        return kept
    return keep_as(hands, kept, index, hands.packed[index], 1.0 if consistent else error)


@kernel
def _keep_consistent(
    hands: PackedHands, partner: _Partner, placement: Placement, evidence: _Evidence
) -> int:
    """Move the hands under which a partner would act so to the front; how many they are.

    Args:
        hands: of the holder now; likelihoods may be left out if the error is 0.
        partner: with one view, and memory [M] that does not depend on the hand.
        placement: [MAX_HAND] of the hands in the view.
        evidence: what the partner did.
    """
    # What is taken out of a tuple in the loop would be counted again for each hand.
    hands = PackedHands(borrow(hands.packed), borrow(hands.likelihood))
    holder, moved_from = placement.holder, borrow(placement.moved_from)
    view, memory, rng = partner.views, borrow(partner.memory), borrow(partner.rng)
    act, kept = partner.blueprint.act, 0
    for index in range(len(hands.packed)):
        hold(view, hands.packed[index], holder, moved_from)
        consistent = _would_act(view, memory, evidence.action, act, rng)
        kept = _keep(hands, kept, index, consistent, evidence.error)
    return kept


@kernel
def _keep_consistent_by_replay(
    hands: PackedHands, partner: _Partner, placement: Placement, evidence: _Evidence
) -> int:
    """As `_keep_consistent`, for memory that depends on the hand: it is rebuilt for each hand.

    Args:
        hands: of the holder now; likelihoods may be left out if the error is 0.
        partner: with views [T], one a turn up to the action, and memory [2, M].
        placement: [T, MAX_HAND] of the hands in the views.
        evidence: what the partner did.
    """
    act, observe = partner.blueprint.act, partner.blueprint.observe
    views, rng = partner.views, borrow(partner.rng)
    hands = PackedHands(borrow(hands.packed), borrow(hands.likelihood))
    holder, moves, memory = placement.holder, borrow(placement.moved_from), borrow(partner.memory)
    kept, last, opening, now = 0, len(views) - 1, memory[0], memory[1]
    for index in range(len(hands.packed)):
        copy_into(now, opening)
        for turn in range(len(views)):
            hold(views[turn], hands.packed[index], holder, moves[turn])
            observe(views[turn], now)
        consistent = _would_act(views[last], now, evidence.action, act, rng)
        kept = _keep(hands, kept, index, consistent, evidence.error)
    return kept
