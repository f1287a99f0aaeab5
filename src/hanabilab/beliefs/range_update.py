"""How SPARTA updates its range: every hand a seat may hold, given hints, cards and partners.

A range is carried from one own turn to the next. The seat's action removes a card and draws one.
Hints and cards that come into sight rule hands out. Every action of a partner leaves the hands
under which the partner's policy would have taken it. Weights are never carried: they follow from
the copies unseen now, so they cannot become stale after a draw. `RangeCache` keeps the last range
of a game.

The `basis` of a range says how exact it is:

- "exact": all hands, and all choices of partners since the deal.
- "hints": no hand agreed with the partners' choices before turn `since` (a partner is off the
  model), so these choices are left out.
- "sampled": there were too many hands to list; a sample of them, and all choices of partners. It is
  drawn anew at each turn, or carried if the model says so: each of its hands draws every card that
  it may, and as many as a sample has are drawn of these by weight.
- "sampled hints": both.
- "learned": there were too many hands to list; they were drawn from the policy's learned belief.
- "conventions": all hands that the policy's conventions allow, whether or not partners would have
  done what they did (`beliefs.conventions`). "sampled conventions": a sample of these.

Source: Lerer et al. 2020, section 4.1; weights as in Hu et al. 2021 (off-belief learning).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.carrying import Believing
from hanabilab.beliefs.chances import pack_hands, thin
from hanabilab.beliefs.condition_on_actions import (
    PartnerModel,
    condition_on_action,
    condition_on_actions,
    with_likelihood,
)
from hanabilab.beliefs.hand_range import (
    HandRange,
    after_own_action,
    deal_hands,
    empty_range,
    weigh,
)
from hanabilab.beliefs.history import History, new_rng, unseen_counts
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE, sample_packed_hands
from hanabilab.errors import AgentError
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.game.rules import Rules


def update_range(history: History, before: HandRange | None, model: PartnerModel) -> HandRange:
    """The range at the seat's present turn.

    Args:
        before: the range at any earlier turn of this game; None to begin at the deal. The result
            is the same for each.

    Raises:
        AgentError: the position cannot come from a game.
    """
    hands = before
    for turn in history.own_turns:
        if hands is None or turn > hands.turn:
            hands = _next_range(history, hands, turn, model)
    if hands is None:
        raise _no_hand()
    return hands


def range_of_onlooker(history: History, model: PartnerModel) -> HandRange:
    """The range of a seat that need not be to act, from all actions at once.

    At a turn of its own this is what `update_range` gives, as long as partners are on the model.

    Raises:
        AgentError: the position cannot come from a game.
    """
    view = history.view
    hands = _deal(replace(empty_range(0), turn=history.turn), view, model.max_hands)
    hands = with_likelihood(_sample(view, model) if hands is None else hands, model)
    for turn in range(history.turn):
        if history.actor_at(turn) != history.seat and len(hands):
            hands = condition_on_action(hands, history, turn, model, history.seat)
    return hands if len(hands) else hints_alone(view, model)


def _next_range(
    history: History, before: HandRange | None, turn: int, model: PartnerModel
) -> HandRange:
    """The range at own turn `turn`; `before` is an earlier one, one own action ago at most."""
    view, begun, first = history.view_at(turn), empty_range(0), 0
    if before is not None and _is_listed(before):
        begun, first = after_own_action(before, history.known_deck, _places(view)), before.turn
    hands = _deal(begun, view, model.max_hands)
    if hands is None:
        return _sampled_range(history, before, view, model)
    consistent = condition_on_actions(replace(hands, turn=turn), history, first, model)
    return consistent if len(consistent) else hints_alone(view, model)


def hints_alone(view: Any, model: PartnerModel) -> HandRange:
    """All hands that hints and counts allow: what is left when partners are off the model.

    Raises:
        AgentError: there are none: the position cannot come from a game.
    """
    hands = hands_allowed(view, view.possible[view.seat], model, "hints")
    if not len(hands):
        raise _no_hand()
    return hands


def hands_allowed(
    view: Any, allowed: NDArray[np.integer[Any]], model: PartnerModel, basis: str
) -> HandRange:
    """All hands of the seat that sets of cards and counts allow, or a sample of many; maybe none.

    Args:
        view: VIEW row of the seat.
        allowed: [MAX_HAND] bit sets of cards.
        model: how many hands to list, or to draw.
        basis: of the range; "sampled" is put before it where that is so.
    """
    narrowed, turn = view.copy(), int(view.turn)
    narrowed.possible[view.seat] = allowed
    begun = replace(empty_range(turn), basis=basis, since=turn)
    hands = _deal(begun, narrowed, model.max_hands)
    if hands is None:
        drawn = _draw(narrowed, model)
        hands = begun.first(0) if drawn is None else drawn
        hands = replace(hands, basis=f"sampled {basis}", since=turn)
    return hands


def _sampled_range(
    history: History, before: HandRange | None, view: Any, model: PartnerModel
) -> HandRange:
    """A sample at the turn of `view`, of the hands of `before` if these are to be carried."""
    if model.learned:
        if int(view.turn) < history.turn:  # nothing of a draw is carried on
            return replace(empty_range(int(view.turn)), basis="learned")
        if len(learned := _learned_range(history, view, model)):
            return learned
    if before is not None and model.carries_samples:
        hands = _carried_sample(before, history, view, model)
        consistent = condition_on_actions(hands, history, before.turn, model)
        if len(consistent):
            return consistent
    hands, turn = _sample(view, model), int(view.turn)
    # A copy, since hands are moved within their array: all are needed if none is consistent.
    consistent = condition_on_actions(hands.owned(), history, 0, model)
    return consistent if len(consistent) else replace(hands, basis="sampled hints", since=turn)


def _carried_sample(
    before: HandRange, history: History, view: Any, model: PartnerModel
) -> HandRange:
    """A sample of the hands that come of `before`, before partners' choices thin it out."""
    after = after_own_action(before, history.known_deck, _places(view))
    dealt = _deal(after, view, model.samples * MAX_CARDS)
    hands = after.first(0) if dealt is None else thin(dealt, unseen_counts(view), model.samples)
    basis = "sampled hints" if "hints" in before.basis else "sampled"
    return replace(hands, turn=int(view.turn), basis=basis)


def _learned_range(history: History, view: Any, model: PartnerModel) -> HandRange:
    """Hands of the policy's learned belief; none if nothing could be drawn."""
    assert isinstance(model.policy, Believing)  # noqa: S101  # the model has checked it
    turns = history.turns_of(view, model.policy, model.seed)
    hands = model.policy.draw_hands(turns, model.samples)
    return _of_draws(pack_hands(hands), view, "learned")


def _sample(view: Any, model: PartnerModel) -> HandRange:
    """Hands drawn by weight.

    Raises:
        AgentError: there are none.
    """
    hands = _draw(view, model)
    if hands is None:
        raise _no_hand()
    return hands


def _draw(view: Any, model: PartnerModel) -> HandRange | None:
    """Hands drawn by weight; None if there are none."""
    rng = new_rng(model.seed, int(view.turn))
    drawn = np.zeros(model.samples, np.int32)
    if not sample_packed_hands(drawn, view, np.zeros(SCRATCH_SIZE, np.int64), rng):
        return None
    return _of_draws(drawn, view, "sampled")


def _no_hand() -> AgentError:
    return AgentError("no game can reach this position")


def _of_draws(drawn: NDArray[np.int32], view: Any, basis: str) -> HandRange:
    """A range of draws: each hand is likely as its share of them, whatever its own weight."""
    packed_hands, times = np.unique(drawn, return_counts=True)
    counts = unseen_counts(view)
    weights = np.array([weigh(packed, counts) for packed in packed_hands])
    likelihood = (times / weights).astype(np.float32)
    return HandRange(packed_hands, likelihood, _places(view), int(view.turn), basis)


def _is_listed(hands: HandRange) -> bool:
    """Whether a range holds all hands, and not a sample of them."""
    return hands.basis != "learned" and not hands.basis.startswith("sampled")


def _places(view: Any) -> NDArray[np.int8]:
    return np.asarray(view.deck_index[view.seat]).copy()


def _deal(begun: HandRange, view: Any, max_hands: int) -> HandRange | None:
    """The hands that hints and cards in sight allow; None if too many."""
    possible = np.asarray(view.possible[view.seat])
    return deal_hands(begun, _places(view), possible, unseen_counts(view), max_hands)


# --- Ranges kept ----------------------------------------------------------------------------------

#: Hands that all ranges kept may have together: the oldest are forgotten first.
_MAX_HANDS = 40_000_000
_MAX_RANGES = 256


@dataclass(frozen=True)
class _Entry:
    model: PartnerModel
    rules: Rules
    view: bytes
    known_deck: NDArray[np.int16]
    actions: NDArray[np.int16]
    hands: HandRange

    @classmethod
    def of(cls, history: History, model: PartnerModel, hands: HandRange) -> _Entry:
        deck, actions = history.known_deck.copy(), history.actions[: history.turn].copy()
        return cls(model, history.rules, history.view.tobytes(), deck, actions, hands)

    def is_of(self, history: History, model: PartnerModel) -> bool:
        """Whether the game of `history` went through the turn of this range."""
        turn, known = len(self.actions), self.known_deck != UNKNOWN_CARD
        return (
            (self.model, self.rules) == (model, history.rules)
            and turn in history.own_turns
            and np.array_equal(self.actions, history.actions[:turn])
            and np.array_equal(self.known_deck[known], history.known_deck[known])
            # The same hint may have touched other cards of the own hand: the view tells.
            and self.view == history.view_at(turn).tobytes()
        )


@dataclass(frozen=True)
class RangeCache:
    """The last range of each of the games that are being played; safe to share among threads.

    A cache changes how long a range takes, never what it is: `update_range` gives the same from the
    deal.
    """

    _entries: list[_Entry] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def range_of(self, history: History, model: PartnerModel) -> HandRange:
        """The range at the seat's present turn.

        Raises:
            AgentError: the position cannot come from a game.
        """
        before = self._take(history, model)
        hands = update_range(history, before, model)
        self._keep(history, model, hands)
        return hands

    def _take(self, history: History, model: PartnerModel) -> HandRange | None:
        with self._lock:
            for index in range(len(self._entries) - 1, -1, -1):
                if self._entries[index].is_of(history, model):
                    return self._entries.pop(index).hands
        return None

    def _keep(self, history: History, model: PartnerModel, hands: HandRange) -> None:
        with self._lock:
            self._entries.append(_Entry.of(history, model, hands))
            while len(self._entries) > 1 and (
                sum(len(entry.hands) for entry in self._entries) > _MAX_HANDS
                or len(self._entries) > _MAX_RANGES
            ):
                self._entries.pop(0)
