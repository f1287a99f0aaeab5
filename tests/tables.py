"""Games set up by hand: decks that begin with the cards a test wants."""

from __future__ import annotations

from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_name, format_action, parse_card

__all__ = ["card_words", "hand_of", "legal_words", "play_all", "stacked", "stacked_deck"]


def stacked_deck(rules: Rules, start: str) -> list[int]:
    """The deck that begins with `start`, "R1 B5", and goes on with the other cards in order."""
    first = [parse_card(rules, word) for word in start.split()]
    rest = [int(card) for card in rules.tables.sorted_deck[: rules.deck_size]]
    for card in first:
        rest.remove(card)
    return first + rest


def stacked(start: str, rules: Rules | None = None) -> Game:
    """A game whose first cards are `start`: seat 0's hand, oldest first, then seat 1's."""
    rules = rules or Rules()
    return Game(rules, deck=stacked_deck(rules, start))


def card_words(rules: Rules, cards: list[int]) -> str:
    """Card ids in words, "R1 --"."""
    return " ".join(card_name(rules, int(card)) for card in cards)


def hand_of(game: Game, seat: int) -> str:
    """A seat's cards in words, oldest first; "--" is an empty slot."""
    return card_words(game.rules, game.state.hands[seat][: game.rules.hand_size])


def legal_words(game: Game, start: str) -> list[str]:
    """The legal actions in words that begin with `start`."""
    words = [format_action(game.rules, action) for action in game.legal_actions()]
    return [word for word in words if word.startswith(start)]


def play_all(game: Game, actions: str) -> Game:
    """Take actions in words, separated by semicolons; gives back the game."""
    for action in actions.split(";"):
        game.act(action.strip())
    return game
