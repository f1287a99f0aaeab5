"""Decks of which a file tells a part: cards that fit stand for those that it does not.

The engine plays whole decks. Where nobody sees or uses a card that stands in, what comes of a game
does not depend on it; `log_replay` stops at an action that uses one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hanabilab.errors import NotationError
from hanabilab.notation.game_log import GameLog, LogAction, LogKind, checked
from hanabilab.notation.variants import LogCard, Variant

#: A card that a file does not tell.
UNTOLD = LogCard(-1, -1)


def completed(log: GameLog, hand_size: int | None = None) -> GameLog:
    """The log, checked, with a card for each one that its deck leaves out or has as `UNTOLD`.

    Args:
        hand_size: where it is not the usual one. Cards that stand in already are chosen anew.

    Raises:
        NotationError: it names what its game lacks, or has cards that are not of the deck.
    """
    whole = tuple(log.variant.cards)
    untold = {place for place, card in enumerate(log.deck) if card == UNTOLD} | log.stand_ins
    told = {place: card for place, card in enumerate(log.deck) if place not in untold}
    if len(log.deck) > len(whole) or len(told) == len(whole):
        return checked(log)
    checked(replace(log, deck=whole))
    if fault := log.variant.deck_fault(told.values(), whole=False):
        raise NotationError(fault)
    left = Counter(whole)
    left.subtract(told.values())
    hands = _hinted_hands(replace(log, deck=whole), hand_size or log.hand_size)
    needed = dict(_needed(log.variant, hands, told, left))
    cards = told | needed
    rest = iter(left.elements())
    deck = tuple(cards[place] if place in cards else next(rest) for place in range(len(whole)))
    return replace(log, deck=deck, stand_ins=frozenset(range(len(whole))) - told.keys())


def _needed(
    variant: Variant,
    hands: Iterable[tuple[LogAction, list[int]]],
    told: dict[int, LogCard],
    left: Counter[LogCard],
) -> Iterator[tuple[int, LogCard]]:
    """Cards that hints need: of those that are `left`, one to touch where no card told is."""
    cards = dict(told)
    for hint, held in hands:
        if any(place in cards and _touches(variant, hint, cards[place]) for place in held):
            continue
        free = [place for place in held if place not in cards]
        fits = sorted(card for card in +left if _touches(variant, hint, card))
        if free and fits:
            left[fits[0]] -= 1
            cards[free[-1]] = fits[0]
            yield free[-1], fits[0]


def _touches(variant: Variant, hint: LogAction, card: LogCard) -> bool:
    """Whether a hint touches a card."""
    by_color = hint.kind is LogKind.COLOR_HINT
    return (variant.touches_color if by_color else variant.touches_rank)(card, hint.value)


def _hinted_hands(log: GameLog, size: int) -> Iterator[tuple[LogAction, list[int]]]:
    """Each hint of a log, and the cards that its target holds, by their places in the deck."""
    players = len(log.players)
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(players)]
    drawn = players * size
    for action in log.actions:
        if action.kind in (LogKind.COLOR_HINT, LogKind.RANK_HINT):
            yield action, hands[action.target % players]
        for hand in hands:
            if action.kind in (LogKind.PLAY, LogKind.DISCARD) and action.target in hand:
                hand.remove(action.target)
                hand.extend([drawn] if drawn < len(log.deck) else [])
                drawn += 1


def told_words(log: GameLog) -> str:
    """Which cards the file of a log does not tell, in words; "" if it tells them all."""
    if not log.stand_ins:
        return ""
    places = sorted(log.stand_ins)
    shown = ", ".join(map(str, places[:5])) + (" ..." if len(places) > 5 else "")
    cards = f"{len(places)} cards, {shown}," if len(places) > 1 else f"card {shown}"
    return f"{cards} of the deck not told: others stand in"
