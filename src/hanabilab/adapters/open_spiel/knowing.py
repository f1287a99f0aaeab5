"""What a seat has seen of a game, event by event: an information state of perfect recall."""

from __future__ import annotations

from collections.abc import Iterator

from hanabilab.game.cards import NO_CARD
from hanabilab.game.games import Game
from hanabilab.game.position import LastAction
from hanabilab.game.state import State
from hanabilab.game.words import card_name
from hanabilab.notation import Record, replay


def told_to(seat: int, game: Game) -> list[str]:
    """Lines that are the same in two games if and only if `seat` has seen the same in both."""
    found: list[str] = []
    for turn, table in enumerate(replay(Record.of(game))):
        state = game.state if turn == len(game.actions) else table.state
        found.extend(_event(seat, state) if found else _deal(seat, state))
    return found


def _deal(seat: int, state: State) -> Iterator[str]:
    yield f"seat {seat}"
    for other in range(state.rules.num_players):
        if other != seat:
            yield f"seat {other} holds {_cards(state, other)}"


def _cards(state: State, seat: int) -> str:
    held = [int(card) for card in state.hands[seat] if card != NO_CARD]
    return " ".join(card_name(state.rules, card) for card in held)


def _event(seat: int, state: State) -> Iterator[str]:
    """What has just been done; what came of it; and the hand of who acted, if it is another's."""
    last = LastAction.of(state)
    assert last is not None  # noqa: S101  # this is no deal
    words = f"seat {last.seat} {last.meant.words}"
    if last.card is None:
        yield f"{words}: slots {' '.join(map(str, last.touched))}"
        return
    yield f"{words}: {last.card}"
    if last.seat != seat:
        yield f"seat {last.seat} holds {_cards(state, last.seat)}"
