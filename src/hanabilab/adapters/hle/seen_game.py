"""A game in HLE as one player has seen it, gathered from the observations of its turns.

An observation tells the moves since the player's last one, and the hands as they are now. From the
first one on, that makes the whole game but for the own hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hanabilab.adapters.hle.moves import HanabiMoveType
from hanabilab.adapters.tracked_game import TrackedGame
from hanabilab.errors import AgentError
from hanabilab.game.actions import discard_action, hint_action, play_action
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules

_USES = (HanabiMoveType.PLAY, HanabiMoveType.DISCARD)


class SeenHleGame:
    """A game of which a player has had a turn.

    Args:
        rules: `first_seat` is read off the first moves.
        seat: the player.
        first: its observation on its first turn, HLE's or ours.

    Raises:
        AgentError: the observation is of other players, colors or hands than the rules.
    """

    def __init__(self, rules: Rules, seat: int, first: Any) -> None:
        _require_same_game(rules, first)
        self.seat, self.players, self.ranks = seat, rules.players, rules.ranks
        moves = [item for item in first.last_moves() if item.player() >= 0]
        first_seat = self._absolute(moves[-1].player()) if moves else seat
        self.tracked = TrackedGame(replace(rules, first_seat=first_seat), seat)
        for player, hand in enumerate(self._dealt(first)):
            for card in hand:
                self.tracked.draw(player, card)
        self._turn: tuple[int, ...] = ()
        self.hear(first)

    def hear(self, observation: Any) -> None:
        """Take in the moves since the player's last turn; once for each turn."""
        cards = sum(map(len, observation.observed_hands()))
        turn = (observation.deck_size(), observation.information_tokens(), cards)
        if turn == self._turn:  # a round draws a card, spends a token or empties a hand
            return
        self._turn = turn
        for item in reversed(observation.last_moves()):
            self._take(item)

    def game(self) -> Game:
        """A game that looks to the player as this one does.

        Raises:
            NotationError, IllegalActionError: what was seen cannot have happened.
        """
        return self.tracked.game()

    def is_at_the_turn_of(self, other: SeenHleGame) -> bool:
        """Whether both have seen the same, card for card and move for move."""
        mine, theirs = self.tracked, other.tracked
        return (mine.seat, mine.rules, mine.cards, mine.hands, mine.actions) == (
            *(theirs.seat, theirs.rules, theirs.cards, theirs.hands, theirs.actions),
        )

    def _absolute(self, offset: int) -> int:
        return (self.seat + offset) % self.players

    def _dealt(self, first: Any) -> list[list[int | None]]:
        """[P] the hands at the start: those of the first turn, with the moves before it undone."""
        hands: list[list[int | None]] = [[] for _ in range(self.players)]
        for offset, hand in enumerate(first.observed_hands()):
            cards = [
                None if offset == 0 else self._card(card.color(), card.rank()) for card in hand
            ]
            hands[self._absolute(offset)] = cards
        for item in first.last_moves():
            kind = item.move().type()
            if kind == HanabiMoveType.DEAL:
                hands[self._absolute(item.deal_to_player())].pop()
            elif kind in _USES:
                card = self._card(item.color(), item.rank())
                hands[self._absolute(item.player())].insert(item.move().card_index(), card)
        return hands

    def _card(self, color: int, rank: int) -> int:
        return int(color * self.ranks + rank)

    def _take(self, item: Any) -> None:
        """Take in a move, one of chance included."""
        move, kind = item.move(), item.move().type()
        if kind == HanabiMoveType.DEAL:
            player = self._absolute(item.deal_to_player())
            known = None if player == self.seat else self._card(move.color(), move.rank())
            self.tracked.draw(player, known)
            return
        player, rules = self._absolute(item.player()), self.tracked.rules
        if kind in _USES:
            make = play_action if kind == HanabiMoveType.PLAY else discard_action
            action = int(make(rules.tables, move.card_index()))
            self.tracked.use(player, action, self._card(item.color(), item.rank()))
            return
        is_color = kind == HanabiMoveType.REVEAL_COLOR
        value = int(move.color() if is_color else rules.num_colors + move.rank())
        action = int(hint_action(rules.tables, move.target_offset(), value))
        self.tracked.hint(player, action, item.card_info_revealed())


def _require_same_game(rules: Rules, first: Any) -> None:
    """Do nothing if a player's first observation is of a game by these rules."""
    hands = first.observed_hands()
    seen = len(hands), len(first.fireworks()), max(map(len, hands))
    told = rules.players, rules.suits, rules.hand_size
    if seen != told:
        raise AgentError(
            f"the game has {seen[0]} players, {seen[1]} colors and hands of {seen[2]}; the config "
            f"given to HleAgent says {told[0]}, {told[1]} and {told[2]}"
        )
