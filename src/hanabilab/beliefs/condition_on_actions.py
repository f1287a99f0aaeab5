"""What partners are believed to do, and which hands are consistent with what they did.

A partner's policy is asked on every hand: by kernels if it is compiled, many at once if batched.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import ask_batch, ask_in
from hanabilab.agents.carrying import Believing
from hanabilab.agents.policy import (
    Agent,
    BatchedPolicy,
    CompiledPolicy,
    Turns,
    is_honest,
    keeps_common_memory,
    new_memory,
)
from hanabilab.beliefs.condition_kernels import (
    Evidence,
    Partner,
    Placement,
    hold_each,
    keep_consistent,
    keep_consistent_by_replay,
    remember_each,
)
from hanabilab.beliefs.hand_range import HandRange
from hanabilab.beliefs.history import History, blueprint_of, new_rng
from hanabilab.beliefs.replay import Held, fill_moves, watch
from hanabilab.errors import AgentError
from hanabilab.game.games import new_views
from hanabilab.game.rule_tables import MAX_DECK, MAX_HAND
from hanabilab.game.view import fill_known_deck, look

#: Hands below which threads cost more than they bring.
MIN_SHARE = 20_000
#: Hands that a batched policy is asked about in one call, at most.
_AT_ONCE = 8192
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
            raise AgentError(f"error is {self.error}; a likelihood from 0 to below 1")
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


# --- Conditioning --------------------------------------------------------------------------------


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
    step = _Step(history, turn, model, holder)
    kept = _conditioned(with_likelihood(hands, model), step, model.policy)
    return _scaled(kept) if model.error else kept


def _conditioned(hands: HandRange, step: _Step, policy: Agent) -> HandRange:
    if isinstance(policy, CompiledPolicy):
        return _kept_by_kernels(hands, step, policy)
    consistent = _consistent_by_batches(hands, step, policy)
    if not step.model.error:
        return hands.take(np.flatnonzero(consistent))
    likelihood = hands.likelihood * np.where(consistent, 1.0, step.model.error)
    return replace(hands, likelihood=likelihood.astype(np.float32))


@dataclass(frozen=True)
class _Step:
    """A partner's action number `turn`, which tells about the hand of `holder`."""

    history: History
    turn: int
    model: PartnerModel
    holder: int

    @property
    def actor(self) -> int:
        return self.history.actor_at(self.turn)

    @property
    def evidence(self) -> Evidence:
        return Evidence(int(self.history.actions[self.turn]), float(self.model.error))

    def placement(self, past: Any, places: NDArray[np.int8]) -> Placement:
        """Where the cards that are now at `places` were in `past`."""
        moved_from = np.zeros(MAX_HAND, np.int64)
        fill_moves(moved_from, past, Held(self.holder, places))
        return Placement(self.holder, moved_from)

    def watched(
        self, first: int, deck: NDArray[np.int16], places: NDArray[np.int8]
    ) -> tuple[Any, Placement]:
        """What the actor saw from turn `first` up to its action: views [T], and hands in them."""
        views = new_views(self.history.rules, self.turn + 1 - first)
        moves = np.zeros((len(views), MAX_HAND), np.int64)
        past, actions = self.history.replay(first, deck)[0], self.history.actions[first : self.turn]
        watch(views, moves, past, actions, self.actor, Held(self.holder, places))
        return views, Placement(self.holder, moves)


def choices_by_hand(hands: HandRange, history: History, policy: Agent) -> NDArray[np.int64]:
    """[N] the action that the seat to act would take now, for each hand of the seat of `history`.

    Args:
        hands: of a seat that is not to act, which sees less than the seat that is.
        history: of that seat, up to now.
        policy: of the seat to act.

    Raises:
        AgentError: the seat is to act itself.
    """
    step = _Step(history, history.turn, PartnerModel(policy), history.seat)
    if step.actor == history.seat:
        raise AgentError(f"seat {history.seat} is to act; its own hand tells it nothing")
    chosen = np.zeros(len(hands), np.int64)
    for start in range(0, len(hands), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        turns = _turns_of(hands.take(part), step, policy)
        if isinstance(policy, CompiledPolicy):
            chosen[part] = [ask_in(policy, turns, game) for game in range(len(turns.views))]
        else:
            chosen[part] = policy.act_batch(turns)
    return chosen


# --- Compiled policies ---------------------------------------------------------------------------


def _kept_by_kernels(hands: HandRange, step: _Step, policy: CompiledPolicy) -> HandRange:
    """The hands consistent with a step, in threads that share them."""
    threads = step.model.threads
    fixed = memory_fixed_until(step.history, step.turn, step.model)
    deck = step.history.deck_with(int(hands.packed_hands[0]), hands.places)
    share = max(-(-len(hands) // threads), MIN_SHARE)
    parts = [slice(start, start + share) for start in range(0, len(hands), share)]

    def keep(part: slice) -> int:
        if fixed >= step.turn:
            return _keep(hands.take(part), deck.copy(), step, policy)
        return _keep_by_replay(hands.take(part), deck.copy(), step, policy, fixed)

    if len(parts) == 1:
        return hands.first(keep(parts[0]))
    with ThreadPoolExecutor(threads) as pool:
        kept = list(pool.map(keep, parts))
    left = [np.arange(part.start, part.start + n) for part, n in zip(parts, kept, strict=True)]
    return hands.take(np.concatenate(left))


def _keep(hands: HandRange, deck: NDArray[np.int16], step: _Step, policy: CompiledPolicy) -> int:
    """Move the consistent hands to the front; how many they are."""
    past, memory = step.history.replay(step.turn, deck)
    view = new_views(step.history.rules, 1)[0]
    look(view, past, step.actor)
    placement = step.placement(past, hands.places)
    partner = Partner(view, memory[step.actor], blueprint_of(policy), new_rng())
    return keep_consistent(hands.arrays, partner, placement, step.evidence)


def _keep_by_replay(
    hands: HandRange, deck: NDArray[np.int16], step: _Step, policy: CompiledPolicy, fixed: int
) -> int:
    """The same where the memory depends on the hand after turn `fixed`, or from the deal if -1."""
    memory = new_memory(policy, 2)
    if fixed >= 0:
        memory[0] = step.history.replay(fixed, deck)[1][step.actor]
    views, placement = step.watched(fixed + 1, deck, hands.places)
    partner = Partner(views, memory, blueprint_of(policy), new_rng())
    return keep_consistent_by_replay(hands.arrays, partner, placement, step.evidence)


# --- Batched policies ----------------------------------------------------------------------------


def _consistent_by_batches(
    hands: HandRange, step: _Step, policy: BatchedPolicy
) -> NDArray[np.bool_]:
    """[N] which hands are consistent with a step; all if the policy draws random numbers."""
    consistent = np.zeros(len(hands), np.bool_)
    for start in range(0, len(hands), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        turns = _turns_of(hands.take(part), step, policy)
        chosen, drew = ask_batch(policy, turns)
        consistent[part] = (chosen == step.history.actions[step.turn]) | drew
    return consistent


def _turns_of(hands: HandRange, step: _Step, policy: Agent) -> Turns:
    """What the partner knows before its action, for each hand."""
    count, history = len(hands), step.history
    deck = history.deck_with(int(hands.packed_hands[0]), hands.places)
    past = history.replay(step.turn, deck)[0]
    views, known_decks = new_views(history.rules, count), np.zeros((count, MAX_DECK), np.int16)
    look(views[0], past, step.actor)
    fill_known_deck(known_decks[0], past, step.actor)
    views[1:], known_decks[1:] = views[0], known_decks[0]
    placement = step.placement(past, hands.places)
    hold_each(views, known_decks, hands.packed_hands, placement, hands.places)
    memory = new_memory(policy, count)
    if policy.memory_size:
        seen = step.watched(0, deck, hands.places)
        remember_each(memory, hands.packed_hands, *seen, policy.native_observe)
    actions = np.tile(history.actions, (count, 1))
    return Turns(history.rules, views, memory, np.tile(new_rng(), (count, 1)), known_decks, actions)
