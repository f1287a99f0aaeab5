"""Positions to search, and trees to look into."""

from __future__ import annotations

from hanabilab.agents import five_rule
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.search import Ismcts
from hanabilab.search.evaluate import turns_of
from hanabilab.search.ismcts import Tree
from hanabilab.search.ismcts.nodes import NO_NODE, ROOT
from tests.agents.samples import decide

__all__ = ["MODES", "grown", "midgame", "nodes_by_path", "on_deck", "play_on"]

MODES = ("ris", "mris", "plain", "predictor", "flat")


def midgame(rules: Rules, seed: int, turns: int) -> Game:
    """A game after some moves of five-rule."""
    return play_on(Game(rules, seed=seed), turns)


def play_on(game: Game, turns: int) -> Game:
    """The game after so many actions, those to come by five-rule; or at its end."""
    while len(game.actions) < turns and not game.is_over:
        game.act(decide(five_rule, game.rules, game.state))
    return game


def on_deck(game: Game, world) -> Game:
    """The game with the same actions on the deck of a world."""
    other = Game(game.rules, deck=world.deck[: game.rules.deck_size].tolist())
    for action in game.actions:
        other.act(action)
    return other


def nodes_by_path(tree, index=ROOT, path=()):
    """Each node as (actions from the root, row)."""
    yield path, tree.nodes[index]
    child = tree.nodes[index].child
    while child != NO_NODE:
        yield from nodes_by_path(tree, child, (*path, int(tree.nodes[child].action)))
        child = tree.nodes[child].sibling


def grown(game: Game, search: Ismcts, seed: int) -> Tree:
    """The tree that a search by hints grows in the position of `game`."""
    return search.grow(turns_of(game, search.blueprint, seed), 0)
