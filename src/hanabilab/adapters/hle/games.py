"""`HanabiGame`: the rules of a game, its numbers of moves and its random numbers."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

from hanabilab.adapters.hle.chance import Chance
from hanabilab.adapters.hle.moves import INVALID_MOVE, HanabiMove
from hanabilab.adapters.hle.rulebook import Rulebook
from hanabilab.errors import RulesError
from hanabilab.game.rules import Rules


class AgentObservationType(enum.IntEnum):
    """What observations tell beyond the table."""

    MINIMAL = 0
    CARD_KNOWLEDGE = 1
    SEER = 2


#: What HLE takes for a parameter that is not given; 0 hand slots are those of the rules.
_DEFAULTS = {
    "players": 2,
    "colors": 5,
    "ranks": 5,
    "hand_size": 0,
    "max_information_tokens": 8,
    "max_life_tokens": 3,
    "seed": -1,
    "observation_type": 1,
}
#: HLE knows no more.
_MOST_PLAYERS, _MOST_COLORS = 5, 5


class HanabiGame:
    """The rules of a game.

    Args:
        params: numbers or their texts by name; names that HLE does not know are ignored, as there,
            but for `strict`: with 1, a move after the end of a game is refused.

    Raises:
        RulesError: a parameter that is no number, or out of range (HLE ends the process).
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        numbers = {name: _number(name, given.get(name, value)) for name, value in _DEFAULTS.items()}
        kind = _observation_type(numbers["observation_type"])
        random_start, strict = (
            _flag(given.get(name)) for name in ("random_start_player", "strict")
        )
        chance = Chance(numbers["seed"])
        self._book = Rulebook(_rules(numbers), kind, random_start, chance, strict)

    @property
    def c_game(self) -> Rulebook:
        """What states and observations read; there is no pointer behind it."""
        return self._book

    @property
    def rules(self) -> Rules:
        """The same rules in the library's own terms; an extra."""
        return self._book.rules

    def new_initial_state(self) -> Any:
        """A state before anything is dealt."""
        from hanabilab.adapters.hle.states import HanabiState

        return HanabiState(self)

    def parameter_string(self) -> str:
        """Every parameter with its value, a line each."""
        rules = self._book.rules
        values = {
            "random_start_player": "true" if self._book.random_start else "false",
            "seed": self._book.chance.seed,
            "max_life_tokens": rules.life_tokens,
            "max_information_tokens": rules.information_tokens,
            "hand_size": rules.hand_size,
            "ranks": rules.ranks,
            "colors": rules.suits,
            "observation_type": self._book.observation_type,
            "players": rules.players,
        }
        return "".join(f"{name}={value}\n" for name, value in values.items())

    def num_players(self) -> int:
        """Seats."""
        return self._book.rules.players

    def num_colors(self) -> int:
        """Colors of the deck."""
        return self._book.rules.suits

    def num_ranks(self) -> int:
        """Ranks of the deck."""
        return self._book.rules.ranks

    def hand_size(self) -> int:
        """Cards of a full hand."""
        return self._book.rules.hand_size

    def max_information_tokens(self) -> int:
        """Tokens at the start, and at most."""
        return self._book.rules.information_tokens

    def max_life_tokens(self) -> int:
        """Lives at the start."""
        return self._book.rules.life_tokens

    def observation_type(self) -> AgentObservationType:
        """What observations tell."""
        return AgentObservationType(self._book.observation_type)

    def max_moves(self) -> int:
        """Different moves that a player can make; their ids are 0 to one less."""
        return self._book.rules.num_actions

    def num_cards(self, color: int, rank: int) -> int:
        """Copies of a card in the deck.

        Raises:
            RulesError: there is no such card.
        """
        if not (0 <= color < self._book.rules.suits and 0 <= rank < self._book.rules.ranks):
            raise RulesError(f"no card of color {color} and rank {rank} in {self._book.rules}")
        return self._book.rules.copies[rank]

    def get_move_uid(self, move: HanabiMove) -> int:
        """The id of a player's move; -1 for other moves."""
        return self._book.id_of(move)

    def get_move(self, move_uid: int) -> HanabiMove:
        """The move of an id; the invalid move for a number that is no id."""
        moves = self._book.moves
        return moves[move_uid] if 0 <= move_uid < len(moves) else INVALID_MOVE


def _number(name: str, value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        raise RulesError(f"{name} is {value!r}; a whole number is needed") from None


def _flag(value: Any) -> bool:
    """Whether a parameter is set, as HLE reads it."""
    return str(value) in ("1", "true", "True")


def _observation_type(number: int) -> int:
    if number not in {*AgentObservationType}:
        raise RulesError(f"observation_type is {number}; it is 0, 1 or 2")
    return number


def _rules(numbers: dict[str, int]) -> Rules:
    for name, most in (("players", _MOST_PLAYERS), ("colors", _MOST_COLORS)):
        if numbers[name] > most:
            raise RulesError(f"{name} is {numbers[name]}; {most} at most, as in HLE")
    minimal = numbers["observation_type"] == AgentObservationType.MINIMAL
    return Rules(
        players=numbers["players"],
        suits=numbers["colors"],
        ranks=numbers["ranks"],
        hand_size=max(numbers["hand_size"], 0),
        information_tokens=numbers["max_information_tokens"],
        life_tokens=numbers["max_life_tokens"],
        observation="minimal" if minimal else "knowledge",
    )
