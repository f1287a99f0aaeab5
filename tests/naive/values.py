"""What actions are worth on tiny rules: every deck is dealt, and every game played to its end.

The decks under which a seat has seen what it has seen are its *case*. They were reached by partners
who follow the agent, so that its hands in them are its exact range, without a word about ranges.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from hanabilab.agents import CompiledPolicy
from hanabilab.game.rules import Rules
from tests.following import Following

__all__ = ["Case", "all_decks", "blueprint_value", "explore_search"]

Deck = tuple[int, ...]


@dataclass
class Case:
    """What a seat knows at one of its turns, and what comes of each of its actions."""

    decks: list[Deck]
    actions: list[int]  # so far
    agents_action: int
    values: dict[int, Fraction]  # of every legal action: mean score over the decks

    @property
    def best(self) -> int:
        """The action worth most; among equals the agent's, or else the lowest."""
        best = max(sorted(self.values), key=lambda action: self.values[action])
        gains = self.values[best] > self.values[self.agents_action]
        return best if gains else self.agents_action


def all_decks(rules: Rules) -> list[Deck]:
    """Every order of the cards once; all are equally likely."""
    copies = [rules.copies[card % rules.ranks] for card in range(rules.max_score)]
    cards = [card for card, count in enumerate(copies) for _ in range(count)]
    return sorted(set(permutations(cards)))


def blueprint_value(agent: CompiledPolicy, rules: Rules) -> Fraction:
    """The mean score of the agent in all seats."""
    return _mean([Following(agent, rules, deck).play_out() for deck in all_decks(rules)])


def explore_search(agent: CompiledPolicy, rules: Rules, seat: int) -> tuple[list[Case], Fraction]:
    """The cases that `seat` comes to if it takes the best action of each, and its mean score."""
    found: list[Case] = []
    scores: list[int] = []
    waiting: list[tuple[list[Deck], list[int]]] = [(all_decks(rules), [])]
    while waiting:
        games = [_play_to(seat, agent, rules, deck, actions) for deck, actions in _pairs(waiting)]
        waiting = []
        scores += [game.score for game in games if game.is_over]
        for group in _alike(games, seat):
            found.append(_case_of(group))
            waiting.append((found[-1].decks, [*found[-1].actions, found[-1].best]))
    return found, _mean(scores)


def _pairs(waiting: list[tuple[list[Deck], list[int]]]) -> list[tuple[Deck, list[int]]]:
    return [(deck, actions) for decks, actions in waiting for deck in decks]


def _play_to(
    seat: int, agent: CompiledPolicy, rules: Rules, deck: Deck, actions: list[int]
) -> Following:
    """The game after `actions` and what follows, at the next turn of `seat` or the end."""
    game = Following(agent, rules, deck, actions)
    while not game.is_over and game.state.current_seat != seat:
        game.act(game.choice())
    return game


def _alike(games: list[Following], seat: int) -> Iterable[list[Following]]:
    """The games that go on, put together where `seat` cannot tell them apart."""
    groups = defaultdict(list)
    for game in games:
        if not game.is_over:
            own = game.state.deck_index[seat].tolist()
            seen = [game.deck[i] for i in range(game.state.deck_drawn) if i not in own]
            groups[(*game.actions, "saw", *seen, game.view(seat).tobytes())].append(game)
    return groups.values()


def _case_of(games: list[Following]) -> Case:
    first = games[0]
    values = {
        action: _mean([_score_of(game, action) for game in games])
        for action in first.legal_actions()
    }
    decks = [tuple(game.deck) for game in games]
    return Case(decks, first.actions, first.choice(), values)


def _score_of(game: Following, action: int) -> int:
    """The score after `action` if all follow the agent from there."""
    return Following(game.agent, game.rules, game.deck, [*game.actions, action]).play_out()


def _mean(scores: list[int]) -> Fraction:
    return Fraction(sum(scores), len(scores))
