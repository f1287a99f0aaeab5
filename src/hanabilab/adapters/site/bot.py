"""A bot: an agent that answers the site's frames, whatever carries them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab.adapters.site.frames import Command, parse_frame
from hanabilab.adapters.site.seen_game import SeenGame
from hanabilab.adapters.site.session import Session, take
from hanabilab.agents import Agent, Turns
from hanabilab.agents.calls import observe_once
from hanabilab.agents.policy import check_rules, is_honest, new_memory
from hanabilab.arena.asking import answer
from hanabilab.errors import AgentError
from hanabilab.game.actions import FORFEIT, NO_ACTION
from hanabilab.game.games import Game, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.view import fill_known_deck
from hanabilab.notation import Record, replay
from hanabilab.notation.game_files import log_action
from hanabilab.notation.game_log import ENDS
from hanabilab.randomness import SEAT_STREAM, seed_rng


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
        self.seed = seed
        self.session = Session(wanted=table)
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
        if game and (before is None or before.table != game.table or before.end):
            self._sit_down(game)
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

    def _act(self, seen: SeenGame) -> Command:
        """The command that does what the agent would."""
        game = seen.game()
        turns = _turns(game, seen.seat, self.agent, self._rng)
        action = answer(self.agent, turns, game)
        self._rng[0] = turns.rngs[0]
        if action == FORFEIT:
            raise AgentError(f"agent {self.agent.name!r} gives the game up")
        kind, target, value = log_action(game, action)
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


def _turns(game: Game, seat: int, agent: Agent, rng: NDArray[np.uint64]) -> Turns:
    """What a seat knows, as a batch of one; its memory has observed with its own views alone."""
    rules = game.rules
    memory = new_memory(agent, 1)
    record = Record(rules=rules, deck=tuple(game.deck), actions=tuple(game.actions))
    if agent.memory_size:
        for table in replay(record):
            observe_once(table.view(seat), memory[0], agent.native_observe)
    turns = Turns(
        rules=rules,
        views=new_views(rules, 1),
        memory=memory,
        rngs=rng.copy(),
        known_decks=np.zeros((1, MAX_DECK), np.int16),
        actions=np.full((1, rules.max_turns), NO_ACTION, np.int16),
    )
    turns.views[0] = game.view(seat)
    turns.actions[0, : len(game.actions)] = game.actions
    fill_known_deck(turns.known_decks[0], game.state, seat)
    return turns
