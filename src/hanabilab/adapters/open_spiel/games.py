"""`HanabiGame`, a game of OpenSpiel by any rules of ours, in which chance deals card by card.

OpenSpiel's own `hanabi` is HLE: its rules, up to five players. Actions, their ids and observation
vectors are the same here where the rules are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from hanabilab.adapters.open_spiel.knowing import told_to
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.cards import NO_CARD
from hanabilab.game.games import Game
from hanabilab.game.layout import layout_of
from hanabilab.game.position import Position
from hanabilab.game.rules import Rules
from hanabilab.game.state import State
from hanabilab.game.words import format_action
from hanabilab.notation.rules_text import format_rules, parse_rules

#: What `pyspiel.load_game` knows the game as.
NAME = "hanabilab"

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Hanabi of hanabilab",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.IDENTICAL,
    reward_model=pyspiel.GameType.RewardModel.REWARDS,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "full"},
)
#: OpenSpiel cuts its own texts at these signs, so in them the text of rules has others.
_SIGNS = str.maketrans("(),=", "[];:")
_SIGNS_BACK = str.maketrans("[];:", "(),=")


def load_game(rules: Rules | str) -> HanabiGame:
    """The game by these rules.

    It is what `pyspiel.load_game("hanabilab(rules=small[players:3])")` makes, where the text of the
    rules has `[ ] ; :` in place of `( ) , =`.

    Args:
        rules: or their text, such as "small(players=3)".

    Raises:
        NotationError, RulesError: text that names no rules.
    """
    meant = parse_rules(rules) if isinstance(rules, str) else rules
    return pyspiel.load_game(NAME, {"rules": format_rules(meant).translate(_SIGNS)})


class HanabiGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The rules of a game.

    Args:
        params: `rules`, their text, see `load_game`.

    Attributes:
        rules: of the game.

    Raises:
        NotationError, RulesError: text that names no rules.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        text = (params or {}).get("rules", "full")
        self.rules = parse_rules(text.translate(_SIGNS_BACK))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=self.rules.num_cards,
            num_players=self.rules.players,
            min_utility=0.0,
            max_utility=float(self.rules.max_score),
            utility_sum=None,
            max_game_length=self.rules.max_turns,
        )
        super().__init__(_TYPE, info, {"rules": text})

    def new_initial_state(self) -> HanabiState:
        """A state before anything is dealt."""
        return HanabiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every card is dealt by chance."""
        return self.rules.deck_size

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """What fills vectors and writes texts of what a player sees.

        Args:
            kind: an `IIGObservationType`; with `perfect_recall` the text is the information state.
            params: none are known.

        Raises:
            RulesError: parameters.
        """
        if params:
            raise RulesError(f"observers take no parameters, not {dict(params)}")
        return HanabiObserver(self.rules, recalls=kind is not None and kind.perfect_recall)


class HanabiState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A game at one moment.

    A move that takes a card from the deck has happened once chance has dealt the card, and brings
    its reward then.

    Attributes:
        game: what has happened so far; None before all hands are dealt.
        dealt: [card] ids in the order in which chance dealt them.
    """

    def __init__(self, game: HanabiGame) -> None:
        super().__init__(game)
        self.rules: Rules = game.rules
        self.game: Game | None = None
        self.dealt: list[int] = []
        self._move: int | None = None  # what waits for a card
        self._gained = 0  # by what came last

    # --- What happens ---------------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat to act, or one of OpenSpiel's ids for chance and for the end."""
        if self.game is None or self._move is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.game.current_seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal_actions() if self.game and player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each card that may come next, with its chance."""
        left = self._left()
        total = int(left.sum())
        return [(int(card), int(left[card]) / total) for card in np.flatnonzero(left)]

    def _left(self) -> NDArray[np.int64]:
        """[card] copies that were not dealt yet."""
        left: NDArray[np.int64] = np.array(self.rules.card_copies, np.int64)
        np.subtract.at(left, self.dealt, 1)
        return left

    def _apply_action(self, action: int) -> None:
        self._gained = 0
        if self.current_player() == pyspiel.PlayerId.CHANCE:
            self._deal(action)
        else:
            after = self._game().copy()
            after.act(action)
            if after.state.deck_drawn == self._game().state.deck_drawn:
                self._go_on(after)
            elif after.is_over and not self.rules.deck_plays:
                _take_back(after.state)
                self._go_on(after)
            else:
                self._move = action

    def _go_on(self, after: Game) -> None:
        self._gained = after.score - self._game().score
        self.game = after

    def _deal(self, card: int) -> None:
        if not 0 <= card < self.rules.num_cards or not self._left()[card]:
            raise IllegalActionError(f"no card {card} is left in the deck")
        self.dealt.append(card)
        rules = self.rules
        if self.game is not None and self._move is not None:
            # The engine draws from a deck, whose order behind the cards dealt nobody has seen.
            after = self.game.copy()
            after.state.deck[: rules.deck_size] = self._deck()
            after.act(self._move)
            self._move = None
            self._go_on(after)
        elif len(self.dealt) == rules.players * rules.hand_size:
            self.game = Game(rules, deck=self._deck())

    def _deck(self) -> list[int]:
        """The cards dealt, and the others behind them."""
        left = self._left()
        return self.dealt + np.repeat(np.arange(len(left)), left).tolist()

    def _game(self) -> Game:
        if self.game is None:
            raise IllegalActionError("hands are not dealt yet")
        return self.game

    # --- What there is --------------------------------------------------------------------------

    def rewards(self) -> list[float]:
        """What each player got by what came last; losing the game may cost points."""
        return [float(self._gained)] * self.rules.players

    def returns(self) -> list[float]:
        """The points of each player so far: all have the same."""
        return [float(self.game.score) if self.game else 0.0] * self.rules.players

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.rules.names.card(action)}"
        return format_action(self.rules, action)

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen, one event a line."""
        seat = self._seat(player)
        return "\n".join(told_to(seat, self._game())) if self.game else ""

    def observation_string(self, player: int | None = None) -> str:
        """The table as a player sees it."""
        return str(Position.of(self.game.view(self._seat(player)))) if self.game else ""

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """HLE's vector; zeros before all hands are dealt."""
        seat = self._seat(player)
        if self.game is None:
            return [0.0] * layout_of(self.rules).size
        found: list[float] = self.game.observation(seat).tolist()
        return found

    def _seat(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.rules.players:
            raise IllegalActionError(f"no player {seat}; players are 0 to {self.rules.players - 1}")
        return seat

    def __str__(self) -> str:
        if self.game is None:
            return " ".join(self.rules.names.card(card) for card in self.dealt)
        shown = str(Position.of(self.game.state))
        if self._move is None:
            return shown
        return f"{shown}\nnext a card for: {format_action(self.rules, self._move)}"


class HanabiObserver:
    """What fills a vector and writes texts of what a player sees.

    Args:
        rules: of the game.
        recalls: texts tell all that was seen, and not the table alone.

    Attributes:
        tensor: [N] HLE's vector.
        dict: the same by name.
    """

    def __init__(self, rules: Rules, *, recalls: bool) -> None:
        self.tensor = np.zeros(layout_of(rules).size, np.float32)
        self.dict = {"observation": self.tensor}
        self._recalls = recalls

    def set_from(self, state: HanabiState, player: int) -> None:
        """Fill the vector with what a player sees."""
        self.tensor[:] = state.observation_tensor(player)

    def string_from(self, state: HanabiState, player: int) -> str:
        """What a player sees, or has seen, as a text."""
        if self._recalls:
            return state.information_state_string(player)
        return state.observation_string(player)


def _take_back(state: State) -> None:
    """Put the card back that the last seat drew though the game was over: nobody dealt it."""
    seat = int(state.last_seat)
    state.deck_drawn -= 1
    drawn = state.deck_index[seat] == state.deck_drawn
    state.hands[seat][drawn] = NO_CARD
    state.deck_index[seat][drawn] = -1
    state.possible[seat][drawn] = 0


pyspiel.register_game(_TYPE, HanabiGame)
