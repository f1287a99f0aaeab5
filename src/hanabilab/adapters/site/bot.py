"""A bot: an agent that answers the site's frames, whatever carries them, and says who it is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hanabilab.adapters.one_seat import action_of, turns_of_seat
from hanabilab.adapters.site.frames import Command, parse_frame
from hanabilab.adapters.site.seen_game import SeenGame
from hanabilab.adapters.site.session import Session, take
from hanabilab.agents import Agent
from hanabilab.agents.numbers import values_of
from hanabilab.agents.policy import CompiledPolicy, is_honest
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError
from hanabilab.game.checks import check_seed
from hanabilab.notation.game_files import log_action
from hanabilab.notation.game_log import ENDS
from hanabilab.randomness import SEAT_STREAM, seed_rng

_HELP = "Send me /join, or /join PASSWORD, and I come to your table."


class Played(NamedTuple):
    """A game that a bot has played.

    Attributes:
        score: points on the table.
        end: how it ended, one of `ENDS`.
    """

    table: int
    players: int
    seat: int
    turns: int
    score: int
    end: str


class Bot:
    """An agent at the site.

    Args:
        agent: who plays; it must not see its own hand.
        table: the name of the table to sit down at; empty to wait to be asked.
        seed: of the agent's random numbers.

    Raises:
        AgentError: the agent sees its own hand.
    """

    def __init__(self, agent: Agent, *, table: str = "", seed: int = 0) -> None:
        if not is_honest(agent):
            raise AgentError(f"agent {agent.name!r} sees its own hand, which nobody shows it here")
        self.agent = agent
        self.seed = check_seed(seed)
        self.session = Session(wanted=table, help=f"{_introduction(agent)} {_HELP}")
        self.played: list[Played] = []
        self._rng = np.zeros((1, 2), np.uint64)
        self._acted = -1  # the turn that we have answered last

    def hear(self, text: str) -> list[str]:
        """What to send when the site has sent a frame.

        Raises:
            NotationError: the site does not speak as it should, or the game is not played here.
            AgentError: the agent fails, or cannot play this game.
        """
        before = self.session.game
        self.session, replies = take(self.session, parse_frame(text))
        game = self.session.game
        begun = game and not game.end
        if game and begun and (before is None or before.table != game.table or before.end):
            self._sit_down(game)
            replies = (*replies, self._introduce(game))
        if game and game.is_our_turn and len(game.actions) > self._acted:
            self._acted = len(game.actions)
            replies = (*replies, self._act(game))
        if game and game.end and before and not before.end:
            self._note(game)
        return [str(reply) for reply in replies]

    def _sit_down(self, game: SeenGame) -> None:
        check_rules(self.agent, game.rules)
        self._acted = -1
        seed_rng(self._rng[0], self.seed, len(self.played), SEAT_STREAM + game.seat)

    def _introduce(self, seen: SeenGame) -> Command:
        """What the others at the table are told when a game begins."""
        return Command("chat", {"msg": _introduction(self.agent), "room": f"table{seen.table}"})

    def _act(self, seen: SeenGame) -> Command:
        """The command that does what the agent would."""
        game = seen.game()
        dealt = self.seed, len(self.played)
        turns = turns_of_seat(game, seen.seat, self.agent, self._rng, dealt)
        kind, target, value = log_action(game, action_of(self.agent, turns, game, self._rng))
        fields = {"tableID": seen.table, "type": int(kind), "target": target, "value": value}
        return Command("action", fields)

    def _note(self, seen: SeenGame) -> None:
        game = seen.game()
        end = ENDS[seen.end] if seen.end < len(ENDS) else "otherwise"
        self.played.append(
            Played(
                seen.table,
                seen.players,
                seen.seat,
                len(seen.actions),
                int(game.state.points),
                end,
            )
        )


def _introduction(agent: Agent) -> str:
    """Who plays, in one line: its name, the level of its conventions if it has one, how it plays.

    The level is told where the name leaves it to the default.
    """
    doc = getattr(agent, "doc", "")
    return " ".join([f"I am the agent {agent.name}{_level(agent)}.", *doc.splitlines()[:1]])


def _level(agent: Agent) -> str:
    """The level of the conventions that it plays by, if it declares one."""
    if not isinstance(agent, CompiledPolicy):
        return ""
    numbers = values_of(agent)
    told = "level=" in agent.name or "level" not in numbers
    return "" if told else f" at level {numbers['level']}"
