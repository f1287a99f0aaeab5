"""A candidate: an agent that answers the messages of a server, whatever carries them."""

from __future__ import annotations

from typing import NamedTuple

from hanabilab.adapters.ah2ac2.messages import (
    Begun,
    Moved,
    SeatMessage,
    read_begun,
    read_moved,
    write_actions,
)
from hanabilab.adapters.ah2ac2.observed import ObservedGame
from hanabilab.adapters.ah2ac2.report import Played
from hanabilab.adapters.one_seat import SeatedAgent
from hanabilab.agents import Agent
from hanabilab.agents.policy import is_honest
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError, NotationError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action


class _Seat(NamedTuple):
    """A seat that the candidate holds: what it has observed, and who decides. No seat sees more."""

    observed: ObservedGame
    agent: SeatedAgent


class Candidate:
    """An agent at the seats that a server gives it, one game after the other.

    Args:
        agent: who plays; it must not see its own hand.
        seed: of its random numbers, which depend on the number that the server gives the game.

    Attributes:
        played: the last game that has ended; None before.

    Raises:
        AgentError: the agent sees its own hand.
    """

    def __init__(self, agent: Agent, *, seed: int = 0) -> None:
        if not is_honest(agent):
            raise AgentError(f"agent {agent.name!r} sees its own hand, which nobody shows it here")
        self.agent, self.seed = agent, check_seed(seed)
        self.played: Played | None = None
        self._begun: Begun | None = None
        self._seats: dict[int, _Seat] = {}

    def begin(self, text: str, number: int) -> str:
        """What to send when a game begins.

        Args:
            number: of the game, where the server's is none.

        Raises:
            NotationError: the server does not speak as it should.
            AgentError: the agent fails, or cannot play this game.
        """
        begun = read_begun(text)
        rules = Rules(players=begun.info.num_players)
        check_rules(self.agent, rules)
        number = begun.info.number(otherwise=number)
        self._seats = {
            seat: _Seat(
                ObservedGame(rules, seat, message.vector),
                SeatedAgent(self.agent, seat, self.seed, number),
            )
            for seat, message in begun.seats.items()
        }
        self._begun, self.played = begun, None
        return self._answer(begun.seats)

    def hear(self, text: str) -> str | None:
        """What to send after an action of anyone; None once the game is over.

        Raises:
            NotationError: the server does not speak as it should.
            AgentError: the agent fails.
        """
        begun = self._begun
        assert begun is not None  # noqa: S101  # whoever asks has begun a game
        moved = read_moved(text, self._seats, begun.info.num_players)
        if moved.done:
            self.played = self._ended(begun, moved)
            return None
        for seat, message in moved.seats.items():
            self._seats[seat].observed.hear(message.vector)
        return self._answer(moved.seats)

    def _answer(self, seats: dict[int, SeatMessage]) -> str:
        """An action for every seat; nothing is what seats do that are not to act."""
        actions = {}
        for seat, (observed, agent) in self._seats.items():
            game, legal = observed.game, seats[seat].legal
            agent.observe(game)
            nothing = game.rules.num_actions
            actions[seat] = agent.act(game) if observed.is_next else nothing
            if not legal[actions[seat]]:
                words = format_action(game.rules, actions[seat]) if observed.is_next else "nothing"
                raise NotationError(
                    f"after {len(game.actions)} actions the server does not let seat {seat} do "
                    f"what is legal here: {words}"
                )
        return write_actions(actions)

    def _ended(self, begun: Begun, moved: Moved) -> Played:
        """The game that has ended. The server's last observation may be of another game already."""
        game = next(iter(self._seats.values())).observed.game
        lost = moved.score == 0 and int(game.state.life_tokens) == 1
        return Played(
            game=begun.info.number(otherwise=-1),
            players=begun.info.num_players,
            seats=tuple(sorted(self._seats)),
            turns=len(game.actions) + 1,
            score=moved.score,
            points=int(game.state.points) if lost else moved.score,
            lost=lost,
        )
