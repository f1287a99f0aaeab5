"""How likely each card is in each slot, exactly, and why others are ruled out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray

from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.knowledge.deduction import HandDeduction, deduce_hand
from hanabilab.knowledge.public_chances import public_chances
from hanabilab.knowledge.reasons import Reason, RuledOut
from hanabilab.notation import Record
from hanabilab.web.analysis.positions import game_at


def card_chances(record: Record, turn: int, seat: int) -> Iterator[dict[str, Any]]:
    """What the hand of `seat` can be as it knows it, then what it can be from public knowledge.

    Yields:
        `slots`: for each card its place in the deck, `chances` [C], and `why` by card id for the
        cards that are ruled out; `deals`, in how many ways the hand can be dealt. Then `public`:
        [slots, C] the chances from hints and discards alone, as everybody knows them.
    """
    game = game_at(record, turn)
    found = deduce_hand(game.view(seat))
    held = [slot for slot, possible in enumerate(found.possible.tolist()) if possible]
    yield {
        "turn": turn,
        "seat": seat,
        "deals": str(found.deals),
        "slots": [_slot(game, found, slot) for slot in held],
    }
    yield {"public": [_rounded(row) for row in _public(game, seat)[held]]}


def _slot(game: Game, found: HandDeduction, slot: int) -> dict[str, Any]:
    rules = game.rules
    reasons = {card: found.why_not(slot, card) for card in range(rules.num_cards)}
    return {
        "slot": slot,
        "id": int(game.state.deck_index[found.seat, slot]),
        "chances": _rounded(found.probabilities[slot]),
        "why": {
            str(card): {"kind": reason.kind.name.lower(), "text": _words(rules, card, reason)}
            for card, reason in reasons.items()
            if reason
        },
    }


def _words(rules: Rules, card: int, reason: Reason) -> str:
    """A reason as a sentence."""
    name = rules.names.card(card)
    if reason.kind is RuledOut.BY_HINTS:
        return f"hints rule {name} out"
    if reason.kind is RuledOut.IN_SIGHT:
        copies = rules.card_copies[card]
        return (
            f"the only {name} is in sight" if copies == 1 else f"all {copies} {name} are in sight"
        )
    slots = " and ".join(map(str, reason.slots))
    cards = " or ".join(rules.names.card(each) for each in reason.cards)
    many = len(reason.slots) > 1
    return (
        f"slot{'s' * many} {slots} can only be {cards}, and need{'s' * (not many)} "
        f"{'all' if reason.copies > 1 else 'the'} {reason.copies} left"
    )


def _public(game: Game, seat: int) -> NDArray[Any]:
    """[slots, C] the chances of the hand of `seat` from what everybody knows."""
    rules, state = game.rules, game.state
    copies = [
        sum(int(state.left[more]) >> card & 1 for more in range(len(state.left)))
        for card in range(rules.num_cards)
    ]
    size = rules.hand_size
    held = state.deck_index[: rules.players, :size] >= 0
    possible = [int(each) for each in (state.possible[: rules.players, :size] * held).ravel()]
    return public_chances(possible, copies)[seat * size : (seat + 1) * size]


def _rounded(chances: NDArray[Any]) -> list[float]:
    return [round(float(chance), 6) for chance in chances]
