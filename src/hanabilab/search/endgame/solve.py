"""Endgames of a game that is recorded or being played: checked, and solved in rounds.

A round looks into so many positions, and the next one into twice as many. What a round has found is
kept, so a round takes about as long as all before it.
"""

from __future__ import annotations

import time
from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rows import new_states
from hanabilab.game.rule_tables import MAX_CARDS, MAX_SUITS
from hanabilab.game.rules import Rules
from hanabilab.search.endgame.nodes import KEPT, MOST_CARDS, NODES, SCORE, WIN, Memo, Task, carry
from hanabilab.search.endgame.open_hands import open_bounds
from hanabilab.search.endgame.values import ActionValue, Bounds, EndgameValues

_FIRST_ROUND, _GROWTH = 20_000, 2
_MOST_KEPT = 1 << 22


def open_values(game: Game, *, seconds: float = 5.0, positions: int | None = None) -> EndgameValues:
    """Every legal action's value where all seats see all hands and nobody knows the deck's order.

    Nobody who plays by the rules can do better than this, so it bounds from above what the seats
    can reach, who do not see their own cards.

    Args:
        game: running, with at most `MOST_CARDS` cards in the deck.
        seconds: that it may take, about; the first round is looked through in any case. What is
            not exact by then is told as bounds.
        positions: that are looked into at most for each aim; None for no limit. The same number
            gives the same bounds on any machine, if `seconds` are enough.

    Raises:
        AgentError: the game is over, or there are too many cards in the deck.
    """
    require_endgame(game)
    win, score = (OpenSearch(game, objective) for objective in (WIN, SCORE))
    legal = game.legal_actions()
    win.bounds(legal[0], 0)  # what must be compiled is, before time counts
    began = time.monotonic()
    limit = _FIRST_ROUND
    while True:
        limit = limit if positions is None else min(limit, positions)
        values = [
            ActionValue(each, win.bounds(each, limit), score.bounds(each, limit)) for each in legal
        ]
        found = EndgameValues(tuple(sorted(values, key=by_value)), time.monotonic() - began)
        if found.exact or limit == positions or _GROWTH * found.seconds >= seconds:
            return found
        limit *= _GROWTH


def require_endgame(game: Game) -> None:
    """Do nothing if a game is near its end; else raise AgentError."""
    if game.is_over:
        raise AgentError(f"the game is over ({game.status}); there is no action to value")
    left = game.cards_left
    if left > MOST_CARDS:
        raise AgentError(
            f"{left} cards are in the deck; an endgame has at most {MOST_CARDS}, and "
            "few have exact values before five are left"
        )


def by_value(value: ActionValue) -> tuple[Fraction, Fraction, int]:
    """The key that sorts actions: the best first, by chance to win, then by score, then by id."""
    return -value.win.lower, -value.score.lower, value.action


class OpenSearch:
    """A search for one aim, which remembers what it has found from round to round."""

    def __init__(self, game: Game, objective: int) -> None:
        left = game.deck[int(game.state.deck_drawn) :]
        states = new_states(game.rules, _longest_line(game) + 1)
        states[0] = game.state
        deck = np.zeros((len(states), MAX_CARDS), np.int64)
        np.add.at(deck[0], left, 1)
        self.orders = factorial(len(left))
        merges = _merges(game.rules)
        kinds = _kinds(game.rules) if merges else np.arange(MAX_SUITS)
        used = np.zeros(2, np.int64)
        self.task = Task(states, deck, objective, kinds, merges, _new_memo(1), used, 0)

    def bounds(self, action: int, limit: int) -> Bounds:
        """What is known of an action after `limit` positions of this aim."""
        self.extend(limit)
        lower, upper = open_bounds(self.task, 0, action, -1)
        return Bounds(Fraction(lower, self.orders), Fraction(upper, self.orders))

    def extend(self, limit: int) -> None:
        """Let so many positions be looked into from now on, if it is more than before."""
        if limit > self.task.limit:
            self.task = self.task._replace(limit=limit, memo=_grown(self.task, limit))
            self.task.used[NODES] = 0


def _longest_line(game: Game) -> int:
    """Actions to the end at most: each uses a card, or one of the tokens that there can be."""
    state = game.state
    cards = len(game.deck) - int(state.deck_drawn) + int((state.hands >= 0).sum())
    return 2 * cards + game.rules.suits + int(state.information_tokens) + 1


def _merges(rules: Rules) -> bool:
    """Whether useless cards are all alike: it does not matter which hints touch them."""
    tables = rules.tables
    touched = tables.touched_by[: tables.num_cards]
    return not tables.alternates_hints and bool((touched != 0).all())


def _kinds(rules: Rules) -> NDArray[np.int64]:
    """[MAX_SUITS] the first suit with the same copies of its cards."""
    ranks, kinds = rules.ranks, np.arange(MAX_SUITS)
    copies: list[Any] = rules.tables.copies[: rules.suits * ranks].reshape(-1, ranks).tolist()
    for suit, each in enumerate(copies):
        kinds[suit] = copies.index(each)
    return kinds


def _new_memo(places: int) -> Memo:
    return Memo(np.zeros((places, 2), np.uint64), np.full((places, 2), -1))


def _grown(task: Task, limit: int) -> Memo:
    """A memo for all positions of a round, which holds what the one before held."""
    old, new = (
        task.memo,
        _new_memo(min(_MOST_KEPT, 1 << (2 * int(task.used[KEPT]) + 2 * limit).bit_length())),
    )
    if len(new.bounds) <= len(old.bounds):
        return old
    carry(new, old)
    return new
