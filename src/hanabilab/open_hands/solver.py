"""Whether a deck or a position can be won with open hands: a winning line, a proof, or neither.

Beams of growing width (`beam`), and after each a search for a proof among more positions
(`bounds`). A line that is found is a game of legal actions, hints included, which anybody can
replay.
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
from hanabilab.open_hands.beam import Layers, run_beam
from hanabilab.open_hands.bounds import is_lost_with_free_hints, reckons_with
from hanabilab.open_hands.nodes import DISCARD_BIT, NODE, PASS, Deal, fill_node

#: Widths of the beams, tried one after another.
WIDTHS = (30, 500, 5000, 30000)
_MOST_CHILDREN = 13
# Positions that a proof may look at: for each position of the beam before it, and at most (64 MB).
_PROOF_SHARE, _MOST_IN_PROOF = 500, 4_000_000


class Winnability(StrEnum):
    """What is known of a deck."""

    WON = "winning line found"
    LOST = "proved lost"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Outcome:
    """What a search has found.

    Attributes:
        actions: that lead from the position to all points, by id; empty without a winning line.
        width: of the last beam; 0 where none was needed.
    """

    winnability: Winnability
    actions: tuple[int, ...]
    width: int


def decide_deck(rules: Rules, deck: Sequence[int], *, widths: Sequence[int] = WIDTHS) -> Outcome:
    """Whether all points can be had from a deck, everybody knowing all cards.

    Args:
        deck: card ids in the order drawn.
        widths: of the beams to try; wider ones decide more and take longer. None for bounds alone.

    Raises:
        RulesError: the deck is not the rules' deck.
    """
    return decide_game(Game(rules, deck=deck), widths=widths)


def decide_game(game: Game, *, widths: Sequence[int] = WIDTHS) -> Outcome:
    """Whether all points can still be had where a game stands, everybody knowing all cards.

    Undecided where suits go up or down, tokens come in halves, hints cannot always be given, or
    there is no last round: the search reckons with none of these.

    Args:
        widths: of the beams to try; wider ones decide more and take longer. None for bounds alone.
    """
    rules, state = game.rules, game.state
    if state.points == rules.max_score:
        return Outcome(Winnability.WON, (), 0)
    if game.is_over or game.max_reachable_score < rules.max_score:
        return Outcome(Winnability.LOST, (), 0)
    if not reckons_with(rules.tables):
        return Outcome(Winnability.UNDECIDED, (), 0)
    deal = deal_of(game)
    for width in widths:
        layers = _layers(rules, width)
        fill_node(layers.nodes[0, 0], state)
        turns, node, whole = run_beam(layers, deal, game.current_seat, width)
        if turns >= 0:
            return Outcome(Winnability.WON, _line(layers, game.copy(), turns, node), width)
        fill_node(layers.nodes[0, 0], state)
        most = min(_PROOF_SHARE * width, _MOST_IN_PROOF)
        if whole or is_lost_with_free_hints(layers.nodes[0, 0], deal, most):
            return Outcome(Winnability.LOST, (), width)
    return Outcome(Winnability.UNDECIDED, (), widths[-1] if widths else 0)


def deal_of(game: Game) -> Deal:
    """What stays the same in all positions of a game."""
    cards = np.array(game.deck, np.int16)
    last_at = np.zeros(game.rules.max_score, np.int16)
    last_at[cards] = np.arange(len(cards))  # of equal cards the last assignment stays
    return Deal(game.rules.tables, cards, last_at)


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
    """The actions that lead `game` to a node, by id; it is moved on."""
    steps, before = [], len(game.actions)
    for turn in range(turns - 1, -1, -1):
        steps.append(int(layers.actions[turn, node]))
        node = int(layers.parents[turn, node])
    for step in reversed(steps):
        game.act(_action(game, step))
    return tuple(game.actions[before:])


def _action(game: Game, step: int) -> int:
    tables = game.rules.tables
    if step == PASS:
        return next(each for each in game.legal_actions() if tables.action_kind[each] >= COLOR_HINT)
    slot = step & ~DISCARD_BIT
    full = int(game.state.information_tokens) == game.rules.information_tokens
    if step & DISCARD_BIT and not full:
        return int(discard_action(tables, slot))
    return int(play_action(tables, slot))
