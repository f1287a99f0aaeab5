"""Why an action is worth what it is, in sentences: facts of the seat's beliefs and of the replies.

Each sentence is a fact that was computed: how likely a card of the own hand fits, what a hint
touches, what the next seat does then. None of them looks at the own hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import CompiledPolicy, Memory
from hanabilab.beliefs import HandRange, marginals_of
from hanabilab.game.actions import touched_slots
from hanabilab.game.position import slots_in
from hanabilab.game.rules import Rules
from hanabilab.game.words import action_meant, card_name
from hanabilab.puzzles.replies import FITTED, GIVEN

#: Cards that a sentence names at most.
_MOST_CARDS = 3
#: Share of worlds from which on a reply is told.
_OFTEN = 0.5


class Reasons:
    """What there is to say of the actions of one position.

    Args:
        view: VIEW row of the seat to act.
        hands: that it may hold.
        replies: [A, A, 2] of `replies_of`.
    """

    def __init__(
        self, rules: Rules, view: Any, hands: HandRange, replies: NDArray[np.int64]
    ) -> None:
        self._rules, self._view, self._replies = rules, view, replies
        self._chances = marginals_of(hands, view)

    def of(self, action: int) -> list[str]:
        """Sentences on one action."""
        meant = action_meant(self._rules.tables, action, int(self._view.seat))
        if meant.told is not None:
            said = list(self._of_hint(action, meant.place))
        elif meant.place >= self._rules.hand_size:
            said = []
        elif meant.kind == "play":
            said = list(self._of_play(meant.place))
        else:
            said = list(self._of_discard(meant.place))
        return [*said, *self._of_reply(action)]

    # --- Own cards -------------------------------------------------------------------------------

    def _of_play(self, slot: int) -> Iterator[str]:
        fits = self._chance(slot, int(self._view.playable))
        yield f"The card in slot {slot} fits with a chance of {percent(fits)}{self._cards(slot)}."
        if 0 < fits < 1 and (last := self._chance(slot, self._critical & ~self._playable)) > 0:
            yield f"With {percent(last)} it is the last copy of a card that is needed later."

    def _of_discard(self, slot: int) -> Iterator[str]:
        useless = self._chance(slot, int(self._view.useless))
        last, fits = self._chance(slot, self._critical), self._chance(slot, self._playable)
        yield (
            f"The card in slot {slot} is useless with a chance of {percent(useless)}"
            f"{self._cards(slot)}."
        )
        if last > 0:
            yield f"With {percent(last)} it is the last copy of a card that is still needed."
        if fits > 0:
            yield f"With {percent(fits)} it could be played now."

    @property
    def _playable(self) -> int:
        return int(self._view.playable)

    @property
    def _critical(self) -> int:
        view = self._view
        return int(view.left[0]) & ~int(view.left[1]) & ~int(view.useless)

    def _chance(self, slot: int, cards: int) -> float:
        """That the card in a slot is one of a bit set."""
        shares = self._chances[slot]
        return float(sum(shares[card] for card in range(len(shares)) if cards >> card & 1))

    def _cards(self, slot: int) -> str:
        """What the card in a slot may be, the likeliest first."""
        shares = self._chances[slot]
        order = [int(card) for card in np.argsort(-shares, kind="stable") if shares[card] > 0]
        if not order:
            return ""
        named = [f"{card_name(self._rules, card)} {percent(shares[card])}" for card in order]
        more = ", ..." if len(order) > _MOST_CARDS else ""
        return f" ({', '.join(named[:_MOST_CARDS])}{more})"

    # --- Hints and replies -----------------------------------------------------------------------

    def _of_hint(self, action: int, target: int) -> Iterator[str]:
        view = self._view
        value = int(self._rules.tables.action_value[action])
        slots = slots_in(touched_slots(view, target, value))
        cards = [self._seen(int(view.hands[target, slot]), slot) for slot in slots]
        yield f"It touches {', '.join(cards)}." if cards else "It touches no card."
        if view.information_tokens == 1:
            yield "It spends the last hint token."

    def _seen(self, card: int, slot: int) -> str:
        """A card that the seat sees, with what it is good for."""
        kinds = (
            (self._playable, "fits now"),
            (int(self._view.useless), "useless"),
            (self._critical, "a last copy"),
        )
        told = [words for cards, words in kinds if cards >> card & 1]
        return f"{card_name(self._rules, card)} in slot {slot}" + (
            f" ({', '.join(told)})" if told else ""
        )

    def _of_reply(self, action: int) -> Iterator[str]:
        """What the next seat does most often, if it does so in most worlds."""
        given = self._replies[action, :, GIVEN]
        if not given.sum():
            return
        reply, worlds = int(given.argmax()), int(given.sum())
        if (often := given[reply] / worlds) < _OFTEN:
            return
        seat = (int(self._view.seat) + 1) % self._rules.players
        meant = action_meant(self._rules.tables, reply, seat)
        share = "" if often == 1 else f" in {percent(often)} of the worlds"
        result = ""
        if meant.kind == "play":
            fitted = self._replies[action, reply, FITTED] / given[reply]
            result = ", which fits" if fitted == 1 else f", which fits in {percent(fitted)} of them"
            result = ", which does not fit" if fitted == 0 else result
        yield f"Then seat {seat} {meant.words}{share}{result}."


def percent(share: float) -> str:
    """A chance in percent; what is possible is not 0 %, what is not sure not 100 %."""
    if share <= 0 or share >= 1 - 1e-9:
        return "0 %" if share <= 0 else "100 %"
    if share < 0.005:
        return "under 1 %"
    return "over 99 %" if share > 0.995 else f"{100 * share:.0f} %"


def own_words(policy: CompiledPolicy, view: Any, memory: Memory) -> str:
    """Why the agent would act as it does, in its own words; "" if it gives no reasons."""
    return str(policy.explain(view, memory)) if policy.explain else ""
