"""The public ranges of two seats that both search: what anyone at the table could believe.

A seat's decision depends on the other's hand, on public knowledge and, through its search, on the
public range of its own hand. It never depends on its own hand itself. So the two ranges stay
independent, except for card counts.

An action of the blueprint filters the other's range at once. An action found by search is
*deferred*: the same search is run again for each hand that the other may hold, as soon as these are
few enough, and the range is conditioned on it. Until then the other seat plays the blueprint. The
seat that began goes on searching, because the other does not search before its actions could be
used at once.

Source: Lerer et al. 2020, section 4.2, "range-search" with deferred updates.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hanabilab.beliefs import HandRange, History, PartnerModel
from hanabilab.beliefs.condition_on_actions import condition_on_action
from hanabilab.beliefs.hand_range import after_own_action, deal_hands, empty_range
from hanabilab.beliefs.joint.common_knowledge import (
    SearchedAction,
    Understanding,
    hands_then,
    public_counts,
)
from hanabilab.errors import AgentError


@dataclass(frozen=True)
class PublicRanges:
    """What anyone may believe of both hands before action number `turn`.

    Attributes:
        leader: the seat that acts first, and searches first.
        hands: the range of each seat.
        deferred: for each seat, the other's actions that its range is not conditioned on yet.
    """

    turn: int
    leader: int
    hands: tuple[HandRange, HandRange]
    deferred: tuple[tuple[SearchedAction, ...], tuple[SearchedAction, ...]] = ((), ())

    def may_search(self, seat: int, max_range: int) -> bool:
        """Whether `seat` accounts for all searched actions, and the other can for its own in time.

        The leader searches from the beginning on. The other one does once the leader will
        understand its actions at once: otherwise the leader would have to stop searching.
        """
        follows = seat != self.leader
        return not self.deferred[seat] and not (
            follows and len(self.hands[self.leader]) > max_range
        )

    def fit(self, _: History, /) -> bool:
        """Whether they are those of this game, too: they do not depend on what is held."""
        return True

    def with_hands(self, seat: int, hands: HandRange) -> PublicRanges:
        """The same but for one seat's range."""
        return replace(self, hands=_replaced(self.hands, seat, hands))


def _replaced(pair: tuple[Any, Any], index: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if index == 0 else (pair[0], value)


def _deal(hands: HandRange, past: Any, seat: int, max_hands: int) -> HandRange:
    """The hands of `seat` that hints and the cards on the table allow.

    Raises:
        AgentError: there are too many to list.
    """
    held, possible = np.asarray(past.deck_index[seat]).copy(), np.asarray(past.possible[seat])
    dealt = deal_hands(hands, held, possible, public_counts(past), max_hands)
    if dealt is None:
        raise AgentError(f"joint search lists public hands; here are over {max_hands}")
    return dealt


def begin(history: History, model: PartnerModel) -> PublicRanges:
    """The public ranges after the deal."""
    past = history.replay(0, history.likely_deck)[0]
    first, second = (_deal(empty_range(0), past, seat, model.max_hands) for seat in range(2))
    return PublicRanges(0, history.rules.first_seat, (first, second))


def advance(public: PublicRanges, history: History, how: Understanding) -> PublicRanges:
    """The public ranges one action later."""
    turn, model = public.turn, how.model
    before = history.replay(turn, history.likely_deck)[0]
    after = history.replay(turn + 1, history.likely_deck)[0]
    actor = int(before.current_seat)
    if public.may_search(actor, how.max_range):
        public = _defer(public, actor, SearchedAction(turn, public.hands[actor]))
    else:
        hands = condition_on_action(public.hands[1 - actor], history, turn, model, 1 - actor)
        public = public.with_hands(1 - actor, hands)
    for seat in range(2):
        held = np.asarray(after.deck_index[seat])
        used = after_own_action(public.hands[seat], history.known_deck, held)
        public = public.with_hands(seat, _deal(used, after, seat, model.max_hands))
    public = replace(public, turn=turn + 1)
    for seat in range(2):
        public = _apply_deferred(public, seat, history, how)
        if not len(public.hands[seat]):
            public = _forget(public, seat, after, model)
    return public


def _defer(public: PublicRanges, actor: int, action: SearchedAction) -> PublicRanges:
    waiting = (*public.deferred[1 - actor], action)
    return replace(public, deferred=_replaced(public.deferred, 1 - actor, waiting))


def _forget(public: PublicRanges, seat: int, past: Any, model: PartnerModel) -> PublicRanges:
    """Begin again from hints: the other seat is off the model, and its actions tell nothing."""
    fresh = replace(empty_range(public.turn), basis="hints", since=public.turn)
    public = public.with_hands(seat, _deal(fresh, past, seat, model.max_hands))
    return replace(public, deferred=_replaced(public.deferred, seat, ()))


def _apply_deferred(
    public: PublicRanges, seat: int, history: History, how: Understanding
) -> PublicRanges:
    """Condition the range of `seat` on what was deferred, oldest first, once it is small."""
    waiting = list(public.deferred[seat])
    hands = public.hands[seat]
    while waiting and len(hands) <= how.max_range:
        action = waiting.pop(0)
        then = hands_then(hands, history, seat, action.turn)
        answers = {packed: how.runs_again(action, packed) for packed in sorted(set(then.tolist()))}
        hands = hands.take(np.flatnonzero([answers[packed] for packed in then.tolist()]))
    public = public.with_hands(seat, hands)
    return replace(public, deferred=_replaced(public.deferred, seat, tuple(waiting)))
