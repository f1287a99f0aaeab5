"""Cards that are taken back from a hand, and others put in: for searches that guess hands.

The slots stay, and with them what hints told. One hand at a time lacks cards; it is written into
the engine's row when it is whole again. The history tells nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabilab.adapters.hle.cards import HanabiCard
from hanabilab.errors import IllegalActionError
from hanabilab.game.cards import NO_CARD

if TYPE_CHECKING:
    from hanabilab.adapters.hle.moves import HanabiMove
    from hanabilab.adapters.hle.rulebook import Position, Rulebook


def take_back(now: Position, book: Rulebook, move: HanabiMove) -> None:
    """Move the card of a slot into the deck; the cards after it move up, what was told does not.

    Raises:
        IllegalActionError: there is no such card, another hand lacks cards, a card is to be dealt
            first, or seers know every card.
    """
    seat = move.target_offset()
    _refuse_seers(book, move)
    if now.kept is None and now.short:
        raise IllegalActionError(f"{move} is illegal: a card has to be dealt first")
    if now.kept is not None and seat != now.short[-1]:
        raise IllegalActionError(f"{move} is illegal: player {now.short[-1]} lacks cards")
    kept = cards_of(now, book, seat) if now.kept is None else now.kept
    if move.card_index() >= len(kept):
        raise IllegalActionError(f"{move} is illegal: player {seat} has {len(kept)} cards")
    now.left = sorted([*now.left, kept.pop(move.card_index())])
    now.kept = kept
    now.short.append(seat)


def put_in(now: Position, book: Rulebook, move: HanabiMove) -> None:
    """Move a card of the deck into a slot; the cards from there on move down.

    Raises:
        IllegalActionError: the hand lacks no card, the slot is too far right, no copy of the card
            is left, or the whole hand does not fit what hints told of its slots.
    """
    seat, slot, card = move.target_offset(), move.card_index(), book.card_id(*_card(move))
    if now.kept is None or seat != now.short[-1]:
        raise IllegalActionError(f"{move} is illegal: player {seat} lacks no card")
    if slot > len(now.kept):
        raise IllegalActionError(f"{move} is illegal: the next slot is {len(now.kept)}")
    if card not in now.left:
        what = HanabiCard(*_card(move)) if card >= 0 else "such card"
        raise IllegalActionError(f"no {what} is left in the deck")
    hand = [*now.kept[:slot], card, *now.kept[slot:]]
    whole = len(now.short) == 1
    if whole:
        _refuse_misfits(now, move, hand)
        _write(now, seat, hand)
    now.left.remove(card)
    now.short.pop()
    now.kept = None if whole else hand


def forget(now: Position, book: Rulebook, seat: int, slot: int) -> None:
    """Let a slot be as if no hint had told anything of its card.

    Raises:
        IllegalActionError: there is no such slot, or seers know every card.
    """
    size = len(cards_of(now, book, seat))
    if not 0 <= slot < size:
        raise IllegalActionError(f"player {seat} has no slot {slot}; there are {size}")
    _refuse_seers(book, "forgetting")
    now.rows["possible"][0, seat, slot] = (1 << book.rules.max_score) - 1
    now.rows["hinted"][0, seat, slot] = 0


def cards_of(now: Position, book: Rulebook, seat: int) -> list[int]:
    """The cards of a hand in the row, oldest first: all of them, also while some are taken back.

    Raises:
        IllegalActionError: there is no such player.
    """
    if not 0 <= seat < book.rules.players:
        raise IllegalActionError(f"there is no player {seat}; there are {book.rules.players}")
    return [card for card in now.rows["hands"][0, seat].tolist() if card != NO_CARD]


def _card(move: HanabiMove) -> tuple[int, int]:
    return move.color(), move.rank()


def _refuse_seers(book: Rulebook, what: object) -> None:
    if book.is_seer:
        raise IllegalActionError(f"{what} is illegal: seers know every card")


def _refuse_misfits(now: Position, move: HanabiMove, hand: list[int]) -> None:
    possible = now.rows["possible"][0, move.target_offset()].tolist()
    for slot, card in enumerate(hand):
        if not possible[slot] >> card & 1:
            what = f"the card in slot {slot} does not fit what hints told of it"
            raise IllegalActionError(f"{move} is illegal: {what}")


def _write(now: Position, seat: int, hand: list[int]) -> None:
    """Put a whole hand into the row: its slots, and the deck where it was drawn from."""
    row = now.rows[0]
    for slot, card in enumerate(hand):
        row["hands"][seat, slot] = card
        row["deck"][row["deck_index"][seat, slot]] = card
    now.hand_out()  # nothing waits: the legal actions are counted anew
