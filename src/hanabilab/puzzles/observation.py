"""What a seat may know, as text: for language models, and for people who read no board.

It is made of the seat's VIEW row and of what happened in sight of all, so it cannot tell the seat's
own cards: two games that the seat cannot tell apart have the same text.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanabilab.beliefs import History
from hanabilab.game.actions import fill_legal
from hanabilab.game.games import Game
from hanabilab.game.position import HeldCard, LastAction, Position
from hanabilab.game.rules import Rules
from hanabilab.game.view import View
from hanabilab.game.words import format_action
from hanabilab.notation import Record, format_rules, replay

_READING = (
    "Slots and seats count from 0; {}. Behind each card stands "
    "what hints leave it to be: R12 is red 1 or red 2, 45 a 4 or a 5 of any color, ? any card. "
    "'hint 1 red' tells the seat 1 to your left which of its cards are red."
)
_SLOTS = {
    "newest": "slot 0 is the oldest card of a hand",
    "vacated": "a card that is drawn goes to the slot that was left",
}


def observation(game: Game, seat: int | None = None) -> str:
    """What `seat`, or who is to act, may know of a game, as text of about 20 to 100 lines."""
    seat = game.current_seat if seat is None else seat
    record = Record.of(game)
    past = [LastAction.of(each.state) for each in replay(record)][1:]
    return text_of(game.rules, game.view(seat), [each for each in past if each])


def observation_of(history: History) -> str:
    """The same where the game itself is not at hand, as when an agent is asked."""
    deck = tuple(history.likely_deck[: history.rules.deck_size].tolist())
    actions = tuple(map(int, history.actions[: history.turn]))
    record = Record(rules=history.rules, deck=deck, actions=actions)
    past = [LastAction.of(each.state) for each in replay(record)][1:]
    return text_of(history.rules, history.view, [each for each in past if each])


def text_of(rules: Rules, view: View, past: Sequence[LastAction]) -> str:
    """The text of a position.

    Args:
        rules: of the game.
        view: VIEW row of the seat that is told.
        past: what happened, each action in turn.
    """
    now, seat = Position.of(view), int(view.seat)
    deck = "card" if now.deck_size == 1 else "cards"
    lines = [
        f"A game of Hanabi, a cooperative card game, by the rules {format_rules(rules)}.",
        f"You are seat {seat}; you do not see your own cards. {_whose(now, seat)}",
        f"Points {now.points} of {now.max_score}. Hint tokens {now.tokens_shown} of "
        f"{now.max_information_tokens}. Lives {now.life_tokens} of {now.max_life_tokens}. "
        f"{now.deck_size} {deck} in the deck.",
        *([f"{int(view.turns_left)} turns are left."] if _is_last_round(view, now) else []),
        f"Fireworks: {' '.join(now.fireworks)}",
        f"Discards: {' '.join(now.discards) or 'none'}",
        *(_hand(seat, at, hand) for at, hand in enumerate(now.hands)),
        "So far:",
        *(f"{turn}. {_told(each, seat)}" for turn, each in enumerate(past, 1)),
        *([] if past else ["nothing"]),
        _READING.format(_SLOTS[rules.draw_slot]),
    ]
    if now.seat_to_act == seat:
        lines.append(f"Legal actions: {', '.join(legal_words(rules, view))}")
    return "\n".join(lines)


def legal_words(rules: Rules, view: View) -> list[str]:
    """The legal actions as records write them, in the order of their ids."""
    legal = np.zeros(rules.num_actions, np.bool_)
    fill_legal(legal, view)
    return [format_action(rules, action) for action in np.flatnonzero(legal).tolist()]


def _whose(now: Position, seat: int) -> str:
    if now.seat_to_act is None:
        return f"The game is over ({now.status})."
    who = "You are" if now.seat_to_act == seat else f"Seat {now.seat_to_act} is"
    return f"{who} to act; {now.turn} actions were taken."


def _is_last_round(view: View, now: Position) -> bool:
    return now.deck_size == 0 and not view.rules.all_or_nothing and now.seat_to_act is not None


def _hand(seat: int, at: int, hand: Sequence[HeldCard | None]) -> str:
    """A hand, slot after slot."""
    cards = [
        f"slot {slot} {'' if at == seat else held.name + ' '}({held.known})" if held else ""
        for slot, held in enumerate(hand)
    ]
    who = "Your hand" if at == seat else f"Hand of seat {at}"
    return f"{who}: {', '.join(filter(None, cards))}"


def _told(last: LastAction, seat: int) -> str:
    who = "you" if last.seat == seat else f"seat {last.seat}"
    if last.card is not None:
        return f"{who}: {last.with_card}"
    slots = " ".join(map(str, last.touched)) or "none"
    return f"{who}: {last.meant.words}, slots {slots}"
