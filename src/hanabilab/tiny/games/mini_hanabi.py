"""Mini-Hanabi: the real game with few cards. The engine makes every rule; only chance is made here.

A state is the bytes of a STATE row whose undrawn cards are sorted, because their order is not
decided yet.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.game.batch import apply_all, fill_legal_all, score_all
from hanabilab.game.cards import NO_CARD
from hanabilab.game.dealing import deal
from hanabilab.game.position import slots_in
from hanabilab.game.rows import new_states
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING, STATE
from hanabilab.game.words import card_name, format_action
from hanabilab.notation.rules_text import format_rules
from hanabilab.tiny.game import Chances


class MiniHanabi:
    """Hanabi as `game.engine` plays it; the payoff is the score under the rule for lost games.

    What a seat sees beside the public events is all hands but its own.

    Args:
        rules: any that the engine takes; enumeration tells where they are too large.
    """

    def __init__(self, rules: Rules) -> None:
        if not rules.is_usual or rules.deck_plays:
            raise GameError("variants are no small games; give rules of the usual cards and hints")
        self.rules = rules
        self.name = f"hanabi({format_rules(rules)})"
        self.seats = rules.players
        self._blank = new_states(rules, 1)
        self._words = [format_action(rules, action) for action in range(rules.num_actions)]
        self._ids = {words: action for action, words in enumerate(self._words)}
        # NO_CARD is -1, the last of a list.
        self._cards = [card_name(rules, card) for card in [*range(rules.max_score), NO_CARD]]

    def fewest_histories(self) -> int:
        """How many histories there are at least: those of early plays and hints in any order.

        While lives, tokens and the deck last, any slot may be played, after which any card may be
        drawn, and any color and rank of the next hand may be told.
        """
        rules = self.rules
        dealt = rules.players * rules.hand_size
        plays = min(rules.life_tokens, rules.max_score, rules.deck_size - dealt)
        hints = rules.information_tokens
        if plays == 0:  # the deal takes the whole deck: each seat acts once
            plays, hints = 1, min(hints, rules.players)
        return sum(
            math.comb(played + told, played)
            * count_deals(rules, dealt + played)
            * rules.hand_size**played
            * 2**told
            for played in range(plays)
            for told in range(hints + 1)
        )

    def deals(self) -> Iterator[tuple[bytes, float]]:
        """The dealt hands, card by card; the deck comes later, draw by draw."""
        dealt = self.rules.players * self.rules.hand_size
        for hands, chance in draw_cards(self.rules, dealt):
            yield self._dealt(hands), chance

    def _dealt(self, hands: tuple[int, ...]) -> bytes:
        rows = self._blank.copy()
        left = sorted((_all_cards(self.rules) - Counter(hands)).elements())
        rows[0].deck[: self.rules.deck_size] = [*hands, *left]
        deal(rows[0])
        return rows.tobytes()

    def turn(self, state: bytes) -> int | None:
        """The seat to act; None once the game is over."""
        rows = _read(state)
        return int(rows["current_seat"][0]) if rows["status"][0] == RUNNING else None

    def actions(self, state: bytes) -> list[str]:
        """Legal actions in words, in the order of their ids."""
        legal = np.zeros((1, self.rules.num_actions), np.bool_)
        fill_legal_all(legal, _read(state))
        return [self._words[action] for action in np.flatnonzero(legal[0])]

    def act(self, state: bytes, action: str) -> Chances:
        """The engine's move; if it draws, any card that is left may come."""
        move, rows = self._ids[action], _read(state)
        drawn, size = int(rows["deck_drawn"][0]), self.rules.deck_size
        left = rows["deck"][0, drawn:size].tolist()
        draws = bool(left) and self.rules.tables.action_kind[move] <= PLAY
        orders = [_first(card, left) for card in sorted(set(left))] if draws else [left]
        after = np.frombuffer(bytearray(state) * len(orders), STATE)
        after["deck"][:, drawn:size] = orders
        apply_all(after, np.full(len(orders), move))
        chances = [left.count(order[0]) / len(left) for order in orders] if draws else [1.0]
        return [(after[place].tobytes(), chance) for place, chance in enumerate(chances)]

    def public(self, state: bytes) -> tuple[str, ...]:
        """The last action and what it brought to light."""
        rows = _read(state)
        action, touched = int(rows["last_action"][0]), int(rows["last_touched"][0])
        if action < 0:
            return ()
        card = int(rows["last_card"][0])
        if card >= 0:
            return self._words[action], self._cards[card]
        slots = " ".join(map(str, slots_in(touched)))
        return self._words[action], f"slots {slots}" if slots else "no slot"

    def private(self, state: bytes, seat: int) -> tuple[str, ...]:
        """The hands of the others, from the left neighbor's on, oldest cards first."""
        hands = _read(state)["hands"][0, :, : self.rules.hand_size].tolist()
        others = [(seat + offset) % self.seats for offset in range(1, self.seats)]
        return tuple(" ".join(self._cards[card] for card in hands[other]) for other in others)

    def deck(self, state: bytes) -> list[int]:
        """The deck as far as it is drawn, then what is left in order of card ids."""
        cards: list[int] = _read(state)["deck"][0, : self.rules.deck_size].tolist()
        return cards

    def action_id(self, action: str) -> int:
        """The id of an action that is given in words."""
        return self._ids[action]

    def payoff(self, state: bytes) -> float:
        """The score."""
        scores = np.zeros(1, np.int16)
        score_all(scores, _read(state))
        return float(scores[0])


def count_deals(rules: Rules, cards: int) -> int:
    """In how many ways the first `cards` cards of the deck can come."""
    ways = [1] + [0] * cards
    for _ in range(rules.suits):
        for copies in rules.copies:
            ways = [
                sum(
                    math.comb(count, taken) * ways[count - taken]
                    for taken in range(min(copies, count) + 1)
                )
                for count in range(cards + 1)
            ]
    return ways[cards]


def _read(state: bytes) -> NDArray[Any]:
    """One STATE row, of its own: kernels take arrays that can be written to."""
    return np.frombuffer(bytearray(state), STATE)


def _first(card: int, cards: list[int]) -> list[int]:
    """`cards` with one that is `card` brought to the front."""
    rest = cards.copy()
    rest.remove(card)
    return [card, *rest]


def draw_cards(rules: Rules, count: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way in which the first `count` cards of the deck can come, with its probability."""
    return _draws(_all_cards(rules), count)


def _all_cards(rules: Rules) -> Counter[int]:
    """The copies of each card."""
    return Counter(dict(enumerate(rules.copies * rules.suits)))


def _draws(cards: Counter[int], count: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every sequence of `count` cards from the multiset, with its probability."""
    if count == 0:
        yield (), 1.0
        return
    total = cards.total()
    for card in sorted(cards):
        rest = cards - Counter([card])
        for later, chance in _draws(rest, count - 1):
            yield (card, *later), chance * cards[card] / total
