"""`HanabiState`: one game, in which chance deals card by card, as HLE's `pyhanabi` shows it."""

from __future__ import annotations

import copy
import enum
from typing import Any

from hanabilab.adapters.hle import kernels, taking
from hanabilab.adapters.hle.cards import HanabiCard
from hanabilab.adapters.hle.games import HanabiGame
from hanabilab.adapters.hle.kernels import (
    CARD,
    ILLEGAL,
    NOTHING,
    PLAYER,
    POINTS,
    SCORED,
    SEAT,
    STATUS,
    TOKENS,
    WAITS,
    lives_of,
)
from hanabilab.adapters.hle.moves import (
    CHANCE_PLAYER_ID,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
)
from hanabilab.adapters.hle.rulebook import Position
from hanabilab.adapters.hle.text import SlotFacts, card_of, outcome_of, slots_of, table_text
from hanabilab.errors import IllegalActionError
from hanabilab.game.state import LOST, RUNNING

_DEAL, _RETURN = int(HanabiMoveType.DEAL), int(HanabiMoveType.RETURN)


class HanabiEndOfGameType(enum.IntEnum):
    """How a game has ended."""

    NOT_FINISHED = 0
    OUT_OF_LIFE_TOKENS = 1
    OUT_OF_CARDS = 2
    COMPLETED_FIREWORKS = 3


class HanabiState:
    """A game at one moment.

    Args:
        game: its rules, and where chance draws from.
        c_state: where another state stands, to go on from there; None for one before the deal.
    """

    def __init__(self, game: HanabiGame, c_state: Position | None = None) -> None:
        self._game, self._book = game, game.c_game
        self._now = self._book.start() if c_state is None else c_state.copy()

    @property
    def c_state(self) -> Position:
        """What observations read; there is no pointer behind it."""
        return self._now

    def copy(self) -> HanabiState:
        """The same position; chance draws from the same generator for both, as in HLE."""
        return HanabiState(self._game, self._now)

    def __deepcopy__(self, memo: dict[int, Any]) -> HanabiState:
        """The same position with a game and a generator of its own."""
        return HanabiState(copy.deepcopy(self._game, memo), self._now)

    def observation(self, player: int) -> Any:
        """What a player sees.

        Raises:
            IllegalActionError: there is no such player, or cards of a hand are taken back.
        """
        from hanabilab.adapters.hle.observations import HanabiObservation

        if self._now.kept is not None:
            self._refuse_deal()
        return HanabiObservation(self, self._game, player)

    # --- What happens ---------------------------------------------------------------------------

    def apply_move(self, move: HanabiMove) -> None:
        """Make a move of the player to act, or of chance; or take a card back, or put one in.

        As in HLE the end of a game stops nobody, unless its parameters say `strict`.

        Raises:
            IllegalActionError: it is illegal; then nothing has changed (HLE ends the process).
        """
        if move.c_move.kind >= _DEAL:
            self._apply_deal(move)
            return
        now = self._now
        if self._book.strict and self.is_terminal():
            raise IllegalActionError(f"{move} is illegal: the game is over")
        if now.short:
            raise IllegalActionError(f"{move} is illegal: a card has to be dealt first")
        table, done, legal = kernels.take(now.memory, self._book.id_of(move))
        if table == ILLEGAL:
            raise IllegalActionError(f"{move} is illegal; legal are {self.legal_moves()}")
        told, now.legal = done.to_bytes(8, "little"), legal
        now.table = table.to_bytes(8, "little")
        now.history.append((move, told))
        if told[WAITS]:
            now.short.append(told[PLAYER])
        if told[CARD] != NOTHING and not told[SCORED]:
            now.discards.append(told[CARD])

    def _apply_deal(self, move: HanabiMove) -> None:
        kind = move.c_move.kind
        if kind == _DEAL:
            self.deal_specific_card(move.color(), move.rank())
        elif kind == _RETURN:
            taking.take_back(self._now, self._book, move)
        else:
            taking.put_in(self._now, self._book, move)

    def deal_random_card(self) -> None:
        """Let chance deal the next card.

        Raises:
            IllegalActionError: there is none to deal.
        """
        now = self._now
        if not now.short or now.kept is not None:
            self._refuse_deal()
        self._deal(self._book.chance.draw(now.left))

    def deal_specific_card(self, *numbers: int) -> None:
        """Let chance deal this very card; an extra.

        Args:
            numbers: color and rank; or the player who is dealt to, color and rank.

        Raises:
            IllegalActionError: there is none to deal, not to this player, or no copy of it is left.
            TypeError: not two or three numbers.
        """
        if len(numbers) not in (2, 3):
            raise TypeError(f"deal_specific_card takes ([player,] color, rank), not {numbers}")
        *player, color, rank = numbers
        if not self._now.short or self._now.kept is not None:
            self._refuse_deal()
        if player and player[0] != self._now.short[-1]:
            wrong = f"player {self._now.short[-1]} is dealt to next, not player {player[0]}"
            raise IllegalActionError(wrong)
        card = self._book.card_id(color, rank)
        if card not in self._now.left:
            raise IllegalActionError(f"no {HanabiCard(color, rank)} is left in the deck")
        self._deal(self._now.left.index(card))

    def card_count_from_perspective(self, color: int, rank: int, player: int) -> int:
        """Copies of a card that a player does not see: in the deck, or in the own hand; an extra.

        Raises:
            IllegalActionError: there is no such player, or no such card.
        """
        card = self._book.card_id(color, rank)
        if card < 0:
            raise IllegalActionError(f"no card of color {color} and rank {rank}")
        own = taking.cards_of(self._now, self._book, player)
        return self._now.left.count(card) + own.count(card)

    def remove_knowledge(self, player: int, card_index: int) -> None:
        """Let a slot be as if no hint had told anything of its card; an extra.

        Raises:
            IllegalActionError: there is no such slot, or seers know every card.
        """
        taking.forget(self._now, self._book, player, card_index)

    def _refuse_deal(self) -> None:
        if self._now.kept is not None:
            lacks = f"player {self._now.short[-1]} lacks {len(self._now.short)} cards"
            raise IllegalActionError(f"{lacks} that were taken back; get_deal_specific_move")
        raise IllegalActionError(f"nothing is to be dealt; player {self.cur_player()} is to act")

    def _deal(self, place: int) -> None:
        now, book = self._now, self._book
        size = book.rules.hand_size
        dealt = len(now.history)  # at the start, nothing else has happened
        first = dealt < size * book.rules.players
        card, seat = now.left.pop(place), now.short.pop()
        slot = dealt % size if first else size - 1
        what = card << 7 | seat << 4 | slot << 1 | book.is_seer
        now.history.append(book.deals[card][seat])
        if not first:
            now.legal = kernels.hand_out(now.memory, what)
            return
        now.waiting.append(what)
        if not now.short:
            now.hand_out()

    # --- What there is --------------------------------------------------------------------------

    def cur_player(self) -> int:
        """Who is to act; -1 while a card is to be dealt."""
        return CHANCE_PLAYER_ID if self._now.short else self._now.table[SEAT]

    def deck_size(self) -> int:
        """Cards left to draw."""
        return len(self._now.left)

    def discard_pile(self) -> list[HanabiCard]:
        """Cards that were discarded or misplayed, in that order."""
        ranks = self._book.rules.ranks
        return [HanabiCard(*divmod(card, ranks)) for card in self._now.discards]

    def fireworks(self) -> list[int]:
        """Cards on each color's firework."""
        return self._now.rows["fireworks"][0, : self._book.rules.suits].tolist()

    def player_hands(self) -> list[list[HanabiCard]]:
        """Every hand, oldest card first."""
        ranks = self._book.rules.ranks
        return [[card_of(fact, ranks) for fact in hand] for hand in self._slots()]

    def _slots(self) -> list[list[SlotFacts]]:
        now = self._now
        hands = slots_of(now.rows, self._book)
        if now.kept is not None:
            slots = zip(now.kept, hands[now.short[-1]], strict=False)
            hands[now.short[-1]] = [[card, *told] for card, (_, *told) in slots]
        return hands

    def information_tokens(self) -> int:
        """Tokens left."""
        return self._now.table[TOKENS]

    def life_tokens(self) -> int:
        """Lives left; below zero where a game that was lost went on."""
        return lives_of(self._now.table)

    def turns_to_play(self) -> int:
        """Turns left once the deck is empty; the number of players before; an extra."""
        return int(self._now.rows["turns_left"][0])

    def end_of_game_status(self) -> HanabiEndOfGameType:
        """How the game has ended, if it has."""
        return HanabiEndOfGameType(self._now.table[STATUS])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._now.table[STATUS] != RUNNING

    def num_players(self) -> int:
        """Seats."""
        return self._book.rules.players

    def score(self) -> int:
        """Points; none once the last life is lost."""
        return 0 if self._now.table[STATUS] == LOST else self._now.table[POINTS]

    def progress(self) -> int:
        """Cards on the fireworks, also once the last life is lost; an extra."""
        return self._now.table[POINTS]

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Whether a card would score now."""
        suits = self._book.rules.suits
        return 0 <= color < suits and int(self._now.rows["fireworks"][0, color]) == rank

    def legal_moves(self) -> list[HanabiMove]:
        """Moves of the player to act, by id.

        Raises:
            IllegalActionError: a card is to be dealt first (HLE ends the process).
        """
        if self._now.short:
            raise IllegalActionError("a card has to be dealt first; players have no moves")
        return self._book.legal_moves(self._now.legal).copy()

    def move_is_legal(self, move: HanabiMove) -> bool:
        """Whether the player to act, or chance, may make a move."""
        if move.c_move.kind >= _DEAL:
            try:
                self.copy().apply_move(move)
            except IllegalActionError:
                return False
            return True
        action = self._book.id_of(move)
        return action >= 0 and not self._now.short and self._now.legal >> action & 1 == 1

    def move_history(self) -> list[HanabiHistoryItem]:
        """All moves so far, those of chance included."""
        ranks = self._book.rules.ranks
        return [HanabiHistoryItem(m, outcome_of(told, ranks)) for m, told in self._now.history]

    def __str__(self) -> str:
        return table_text(self, self._slots(), self.cur_player(), self._book.rules.ranks)

    __repr__ = __str__
