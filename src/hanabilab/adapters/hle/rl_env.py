"""HLE's module `rl_env`, name for name: games as a reinforcement learner steps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanabilab.adapters.hle import pyhanabi
from hanabilab.adapters.hle.cards import color_char_to_idx
from hanabilab.adapters.hle.moves import MOVE_TYPES, HanabiMove

__all__ = ["MOVE_TYPES", "Agent", "Environment", "HanabiEnv", "color_char_to_idx", "make"]

_FULL = {"colors": 5, "ranks": 5, "max_information_tokens": 8, "max_life_tokens": 3}
_SMALL = {"ranks": 5, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1}
#: Settings by the names of `make`.
_NAMED: dict[str, dict[str, int]] = {
    "Hanabi-Full": {**_FULL, "observation_type": 1},
    "Hanabi-Full-CardKnowledge": {**_FULL, "observation_type": 1},
    "Hanabi-Full-Minimal": {**_FULL, "observation_type": 0},
    "Hanabi-Small": {**_SMALL, "colors": 2, "observation_type": 1},
    "Hanabi-Very-Small": {**_SMALL, "colors": 1, "observation_type": 1},
}


class Environment:
    """What an environment has."""

    def reset(self, config: Mapping[str, Any]) -> Any:
        """Start a game."""
        raise NotImplementedError("Not implemented in Abstract Base class")

    def step(self, action: Any) -> Any:
        """Take an action."""
        raise NotImplementedError("Not implemented in Abstract Base class")


class HanabiEnv(Environment):
    """One game after the other.

    Args:
        config: parameters of `HanabiGame`.

    Attributes:
        game: its rules.
        state: where the game stands; None before the first `reset`.
        players: seats.
        observation_encoder: of its vectors.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        if not isinstance(config, Mapping):
            raise TypeError(f"config is {config!r}; a dictionary of parameters is needed")
        self.game = pyhanabi.HanabiGame(config)
        self.observation_encoder = pyhanabi.ObservationEncoder(
            self.game, pyhanabi.ObservationEncoderType.CANONICAL
        )
        self.players = self.game.num_players()
        self.state: Any = None
        self._deck: list[Any] = []

    def reset(self, deck: Sequence[Any] | None = None) -> dict[str, Any]:  # type: ignore[override]
        """Start a game.

        Args:
            deck: cards in the order they are dealt, as `HanabiCard` or text such as "R1"; chance
                deals where they end. An extra.
        """
        self._deck = [_card(card) for card in deck or ()]
        self.state = self.game.new_initial_state()
        self._deal()
        return self._all_observations()

    def _deal(self) -> None:
        # The place in the deck is the state's, which may have been set back.
        while self.state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            dealt = self.game.rules.deck_size - self.state.deck_size()
            if dealt < len(self._deck):
                self.state.deal_specific_card(*self._deck[dealt])
            else:
                self.state.deal_random_card()

    def vectorized_observation_shape(self) -> list[int]:
        """The length of a vector, as a list of one."""
        return self.observation_encoder.shape()

    def num_moves(self) -> int:
        """Different moves of a player."""
        return self.game.max_moves()

    def step(
        self, action: dict[str, Any] | int
    ) -> tuple[dict[str, Any], int, bool, dict[str, Any]]:
        """Take an action of the player to act: observations, reward, whether it is over, nothing.

        Args:
            action: a dictionary as in `legal_moves` of an observation, or the id of a move.

        Raises:
            ValueError: neither of the two, or an illegal move (an id ends the process in HLE).
            AssertionError: a dictionary of an illegal move.
        """
        if isinstance(action, dict):
            move = self._build_move(action)
        elif isinstance(action, int):
            move = self.game.get_move(action)
        else:
            raise ValueError(f"Expected action as dict or int, got: {action}")
        before = self.state.score()
        self.state.apply_move(move)
        self._deal()
        reward = self.state.score() - before
        return self._all_observations(), reward, self.state.is_terminal(), {}

    def _all_observations(self) -> dict[str, Any]:
        found = self._make_observation_all_players()
        found["current_player"] = self.state.cur_player()
        return found

    def _make_observation_all_players(self) -> dict[str, Any]:
        """What every player sees."""
        state = self.state
        return {
            "player_observations": [
                self._extract_dict_from_backend(player, state.observation(player))
                for player in range(self.players)
            ]
        }

    def _extract_dict_from_backend(
        self,
        player_id: int,  # noqa: ARG002  # as HLE's
        observation: Any,
    ) -> dict[str, Any]:
        """What a player sees as a dictionary of plain values."""
        offset = observation.cur_player_offset()
        moves = observation.legal_moves()
        fireworks = zip(pyhanabi.COLOR_CHAR, self.state.fireworks(), strict=False)
        return {
            "current_player": self.state.cur_player(),
            "current_player_offset": offset,
            "life_tokens": observation.life_tokens(),
            "information_tokens": observation.information_tokens(),
            "num_players": observation.num_players(),
            "deck_size": observation.deck_size(),
            "fireworks": dict(fireworks),
            "legal_moves": [move.to_dict() for move in moves],
            "legal_moves_as_int": [self.game.get_move_uid(move) for move in moves],
            "observed_hands": [
                [card.to_dict() for card in hand] for hand in observation.observed_hands()
            ],
            "discard_pile": [card.to_dict() for card in observation.discard_pile()],
            "card_knowledge": [
                [told.to_dict() for told in hand] for hand in observation.card_knowledge()
            ],
            "vectorized": self.observation_encoder.encode(observation),
            "pyhanabi": observation,
        }

    def _build_move(self, action: dict[str, Any]) -> HanabiMove:
        """The move of a dictionary.

        Raises:
            AssertionError: it is illegal, or no dictionary of a move.
        """
        kind = action["action_type"]
        assert kind in MOVE_TYPES, f"unknown action_type {kind!r}"  # noqa: S101  # as HLE
        if kind == "PLAY":
            move = HanabiMove.get_play_move(action["card_index"])
        elif kind == "DISCARD":
            move = HanabiMove.get_discard_move(action["card_index"])
        elif kind == "REVEAL_RANK":
            move = HanabiMove.get_reveal_rank_move(action["target_offset"], action["rank"])
        elif kind == "REVEAL_COLOR":
            assert isinstance(action["color"], str), "a color is a letter"  # noqa: S101
            color = color_char_to_idx(action["color"])
            move = HanabiMove.get_reveal_color_move(action["target_offset"], color)
        else:
            raise ValueError(f"Unknown action_type: {kind}")
        assert self.state.move_is_legal(move), f"Illegal action: {move}"  # noqa: S101
        return move


def make(
    environment_name: str = "Hanabi-Full",
    num_players: int = 2,
    pyhanabi_path: str | None = None,  # noqa: ARG001  # there is no library to look for
) -> HanabiEnv:
    """An environment by name: Hanabi-Full, Hanabi-Full-CardKnowledge, Hanabi-Full-Minimal,
    Hanabi-Small or Hanabi-Very-Small.

    Raises:
        ValueError: no environment has this name.
    """
    if environment_name not in _NAMED:
        raise ValueError(f"Unknown environment {environment_name}; known are {', '.join(_NAMED)}")
    return HanabiEnv({**_NAMED[environment_name], "players": num_players})


class Agent:
    """What an agent has.

    Args:
        config: whatever the agent likes.
    """

    def __init__(self, config: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError("Not implemented in Abstract Base class")

    def reset(self, config: Mapping[str, Any]) -> None:
        """A new game begins."""
        raise NotImplementedError("Not implemented in Abstract Base class")

    def act(self, observation: dict[str, Any]) -> Any:
        """The action on the agent's turn."""
        raise NotImplementedError("Not implemented in Abstract Base class")


def _card(card: Any) -> tuple[int, int]:
    """Color and rank of a card of a deck."""
    if isinstance(card, str) and card[1:].isdecimal():
        return color_char_to_idx(card[:1]), int(card[1:]) - 1
    if not hasattr(card, "color"):
        raise ValueError(f"card {card!r}; write a color and a rank, such as R1, or a HanabiCard")
    return card.color(), card.rank()
