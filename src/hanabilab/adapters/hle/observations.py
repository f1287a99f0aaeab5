"""`HanabiObservation` and `ObservationEncoder`: what one player sees, and its vector."""

from __future__ import annotations

import enum
from functools import cached_property
from typing import Any

import numpy as np

from hanabilab.adapters.hle import kernels
from hanabilab.adapters.hle.cards import HanabiCard, HanabiCardKnowledge
from hanabilab.adapters.hle.games import AgentObservationType, HanabiGame
from hanabilab.adapters.hle.moves import (
    CHANCE_PLAYER_ID,
    HanabiHistoryItem,
    HanabiMove,
    Outcome,
    deal_move,
)
from hanabilab.adapters.hle.rulebook import copied
from hanabilab.adapters.hle.text import (
    SlotFacts,
    card_of,
    knowledge_of,
    outcome_of,
    slots_of,
    table_text,
)
from hanabilab.errors import IllegalActionError
from hanabilab.game.cards import NO_CARD
from hanabilab.game.layout import layout_of
from hanabilab.game.state import STATE


class HanabiObservation:
    """What a player sees of a state; it stays as it is when the state goes on.

    Hands and players are counted from the observer.

    Args:
        state: the game.
        game: its rules.
        player: the seat of the observer.

    Raises:
        IllegalActionError: there is no such player (HLE ends the process).
    """

    def __init__(self, state: Any, game: HanabiGame, player: int) -> None:
        if not 0 <= player < game.num_players():
            raise IllegalActionError(
                f"no player {player}; players are 0 to {game.num_players() - 1}"
            )
        self._book, self._player = game.c_game, player
        now, book = state.c_state, self._book
        self._rows = copied(book.view)
        kernels.see(self._rows, now.rows, player)
        if book.observation_type == AgentObservationType.SEER:
            self._rows["hands"][0, player] = now.rows["hands"][0, player]
        elif book.observation_type == AgentObservationType.MINIMAL:
            # Hints are not to be seen: every card could be any.
            self._rows["hinted"] = 0
            self._rows["possible"] = (1 << book.rules.max_score) - 1
        self._table = now.memory.tobytes()  # a copy, read by `own_hand` alone
        self._actor, self._seen, self._deck = state.cur_player(), now.table, len(now.left)
        self._legal = book.legal_moves(now.legal) if self._actor == player else []
        # These lists of the state grow at their ends alone.
        self._history, self._turn = now.history, len(now.history)
        self._discarded, self._num_discards = now.discards, len(now.discards)

    @property
    def rows(self) -> Any:
        """[1] what the observer sees, as a VIEW row of the library; an extra."""
        return self._rows

    def own_hand(self) -> list[HanabiCard]:
        """The cards that the observer cannot see, for critics that may; an extra."""
        table = np.frombuffer(self._table, STATE)
        cards = table["hands"][0, self._player, : self._book.rules.hand_size].tolist()
        ranks = self._book.rules.ranks
        return [HanabiCard(*divmod(card, ranks)) for card in cards if card != NO_CARD]

    @cached_property
    def _slots(self) -> list[list[SlotFacts]]:
        return slots_of(self._rows, self._book, self._player)

    def observation(self) -> HanabiObservation:
        """The observation itself: there is no pointer behind it."""
        return self

    @property
    def _observation(self) -> HanabiObservation:
        """The same, for programs that hand HLE's pointer to `lib`."""
        return self

    def get_player(self) -> int:
        """The seat of the observer; an extra."""
        return self._player

    def cur_player_offset(self) -> int:
        """How many seats to the left the player to act is; -1 while a card is to be dealt."""
        if self._actor == CHANCE_PLAYER_ID:
            return -1
        return (self._actor - self._player) % self._book.rules.players

    def num_players(self) -> int:
        """Seats."""
        return self._book.rules.players

    def observed_hands(self) -> list[list[HanabiCard]]:
        """All hands from the observer on, oldest card first; the own one hidden."""
        ranks = self._book.rules.ranks
        return [[card_of(fact, ranks) for fact in hand] for hand in self._slots]

    def card_knowledge(self) -> list[list[HanabiCardKnowledge]]:
        """What hints have told of all hands, from the observer on."""
        return [[knowledge_of(fact) for fact in hand] for hand in self._slots]

    def discard_pile(self) -> list[HanabiCard]:
        """Cards that were discarded or misplayed, in that order."""
        ranks = self._book.rules.ranks
        return [HanabiCard(*divmod(c, ranks)) for c in self._discarded[: self._num_discards]]

    def fireworks(self) -> list[int]:
        """Cards on each color's firework."""
        return self._rows["fireworks"][0, : self._book.rules.suits].tolist()

    def deck_size(self) -> int:
        """Cards left to draw."""
        return self._deck

    def last_moves(self) -> list[HanabiHistoryItem]:
        """Moves since the observer's last one, that one included, the latest first.

        The deal at the start is left out; cards dealt to the observer are hidden.
        """
        dealt = self._book.rules.players * self._book.rules.hand_size
        found: list[HanabiHistoryItem] = []
        for move, told in reversed(self._history[min(dealt, self._turn) : self._turn]):
            done = outcome_of(told, self._book.rules.ranks)
            found.append(HanabiHistoryItem(*self._relative(move, done)))
            if done.player == self._player:
                break
        return found

    def _relative(self, move: HanabiMove, done: Outcome) -> tuple[HanabiMove, Outcome]:
        players = self.num_players()
        if done.player != CHANCE_PLAYER_ID:
            return move, done._replace(player=(done.player - self._player) % players)
        to = (done.deal_to - self._player) % players
        hidden = to == 0 and self._book.observation_type != AgentObservationType.SEER
        return deal_move(-1, -1) if hidden else move, done._replace(deal_to=to)

    def information_tokens(self) -> int:
        """Tokens left."""
        return self._seen[kernels.TOKENS]

    def life_tokens(self) -> int:
        """Lives left."""
        return kernels.lives_of(self._seen)

    def legal_moves(self) -> list[HanabiMove]:
        """The observer's moves; none while others are to act."""
        return self._legal.copy()

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Whether a card would score now."""
        inside = 0 <= color < self._book.rules.suits
        return inside and int(self._rows["fireworks"][0, color]) == rank

    def __str__(self) -> str:
        return table_text(self, self._slots, self.cur_player_offset(), self._book.rules.ranks)

    __repr__ = __str__


class ObservationEncoderType(enum.IntEnum):
    """There is one encoding."""

    CANONICAL = 0


class ObservationEncoder:
    """Writes observations as vectors of zeros and ones.

    Args:
        game: the rules of what is observed.
        enc_type: CANONICAL.
    """

    def __init__(
        self,
        game: HanabiGame,
        enc_type: ObservationEncoderType = ObservationEncoderType.CANONICAL,
    ) -> None:
        ObservationEncoderType(enc_type)
        self._rules, layout = game.rules, layout_of(game.rules)
        self._layout = np.array([layout.row], dtype=layout.row.dtype)  # type: ignore[attr-defined]
        self._vector = np.zeros(layout.size, np.int64)

    def shape(self) -> list[int]:
        """The length of a vector, as a list of one."""
        return [len(self._vector)]

    def encode(self, observation: HanabiObservation) -> list[int]:
        """The vector of an observation."""
        kernels.encode_one(self._vector, observation.rows, self._layout)
        return self._vector.tolist()

    def ownhandshape(self) -> list[int]:
        """The length of `encodeownhand`, as a list of one; an extra, as on-policy has it."""
        return [self._rules.hand_size * self._rules.max_score]

    def encodeownhand(self, observation: HanabiObservation) -> list[int]:
        """The observer's own cards, for a central critic: a one-hot of all cards for each slot.

        Empty slots are zeros. An extra, under the name that on-policy (MAPPO) gives it.
        """
        cards = self._rules.max_score
        vector = [0] * (self._rules.hand_size * cards)
        for slot, card in enumerate(observation.own_hand()):
            vector[slot * cards + card.color() * self._rules.ranks + card.rank()] = 1
        return vector
