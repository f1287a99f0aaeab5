"""Whether a deck can be won with open hands: a winning line, a proof of loss, or neither.

Beams of growing width; see `beam`. A line that is found is a game of legal actions, hints
included, which anybody can replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from hanabilab.game.actions import discard_action, play_action
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import COLOR_HINT
from hanabilab.game.rules import Rules
from hanabilab.search.open_hands.beam import Layers, run_beam
from hanabilab.search.open_hands.nodes import DISCARD_BIT, NODE, PASS, Deal

#: Widths of the beams, tried one after another.
WIDTHS = (30, 500, 5000, 30000)
_MOST_CHILDREN = 13


class Winnability(StrEnum):
    """What is known of a deck."""

    WON = "winning line found"
    LOST = "proved lost"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Outcome:
    """What a search has found.

    Attributes:
        actions: of a winning line, by id; empty without one.
        width: of the last beam.
    """

    winnability: Winnability
    actions: tuple[int, ...]
    width: int


def decide_deck(rules: Rules, deck: Sequence[int], *, widths: Sequence[int] = WIDTHS) -> Outcome:
    """Whether all points can be had from a deck, everybody knowing all cards.

    Args:
        deck: card ids in the order drawn.
        widths: of the beams to try; wider ones decide more and take longer.

    Raises:
        RulesError: the deck is not the rules' deck.
    """
    game = Game(rules, deck=deck)
    cards = np.array(game.deck, np.int16)
    last_at = np.zeros(rules.max_score, np.int16)
    last_at[cards] = np.arange(len(cards))  # of equal cards the last assignment stays
    deal = Deal(rules.tables, cards, last_at)
    for width in widths:
        layers = _layers(rules, width)
        turns, node, whole = run_beam(layers, deal, width)
        if turns >= 0:
            return Outcome(Winnability.WON, _line(layers, game, turns, node), width)
        if whole:
            return Outcome(Winnability.LOST, (), width)
    return Outcome(Winnability.UNDECIDED, (), widths[-1])


def _layers(rules: Rules, width: int) -> Layers:
    turns, most = rules.max_turns, width * _MOST_CHILDREN
    return Layers(
        nodes=np.zeros((2, width), NODE),
        parents=np.zeros((turns, width), np.int32),
        actions=np.zeros((turns, width), np.int8),
        found=np.zeros(most, NODE),
        guesses=np.zeros(most),
        origins=np.zeros((most, 2), np.int32),
        marks=np.zeros(most, np.uint64),
    )


def _line(layers: Layers, game: Game, turns: int, node: int) -> tuple[int, ...]:
    """The actions of the game that ends in a node, by id."""
    steps = []
    for turn in range(turns - 1, -1, -1):
        steps.append(int(layers.actions[turn, node]))
        node = int(layers.parents[turn, node])
    for step in reversed(steps):
        game.act(_action(game, step))
    return tuple(game.actions)


def _action(game: Game, step: int) -> int:
    tables = game.rules.tables
    if step == PASS:
        return next(each for each in game.legal_actions() if tables.action_kind[each] >= COLOR_HINT)
    slot = step & ~DISCARD_BIT
    full = int(game.state.information_tokens) == game.rules.information_tokens
    if step & DISCARD_BIT and not full:
        return int(discard_action(tables, slot))
    return int(play_action(tables, slot))
