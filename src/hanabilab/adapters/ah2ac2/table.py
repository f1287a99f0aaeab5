"""One game at a server of ours: its messages as the protocol has them, and its partners."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanabilab.adapters.ah2ac2.messages import Info, name_of, read_actions, write_begun, write_moved
from hanabilab.adapters.ah2ac2.report import Played
from hanabilab.adapters.jaxmarl import HanabiEnv
from hanabilab.adapters.one_seat import SeatedAgent
from hanabilab.agents import Agent
from hanabilab.agents.traits import tells_chances
from hanabilab.errors import NotationError
from hanabilab.game.games import Game, Games
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action

#: In place of a chance of nothing, in a logarithm.
_LEAST_CHANCE = 1e-9


class Table:
    """A game, the seats that a candidate holds, and partners at all others.

    Args:
        rules: of the game.
        held: the candidate's seats.
        partner: at each other seat; it sees its own views alone.
        seed: of decks and agents.
        number: of the game.
        is_test: whether the game does not count.
    """

    def __init__(
        self,
        rules: Rules,
        held: tuple[int, ...],
        partner: Agent,
        seed: int,
        number: int,
        *,
        is_test: bool = False,
    ) -> None:
        self.held, self.number, self.is_test = held, number, is_test
        self.game = Game(rules, seed=seed, index=number)
        everybody = range(rules.players)
        self._partners = {
            s: SeatedAgent(partner, s, seed, number) for s in everybody if s not in held
        }
        #: The partner in the candidate's place, where it can tell how likely it finds its actions.
        self._judges = (
            {seat: SeatedAgent(partner, seat, seed, number) for seat in held}
            if tells_chances(partner)
            else {}
        )
        self._losses: list[float] = []
        self._environment, self._seen = HanabiEnv(1, rules), Games(rules, 1)
        self._observe()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over

    def begin(self) -> str:
        """The first message to the candidate."""
        info = Info(
            num_players=self.game.rules.players,
            candidate_controlling=tuple(map(name_of, self.held)),
            game_id=self.number,
            is_debug=self.is_test,
        )
        return write_begun(info, self._told())

    def hear(self, text: str) -> str:
        """The message after the action of whoever is to act, the candidate or a partner.

        Args:
            text: the candidate's actions, one for each seat that it holds.

        Raises:
            NotationError: they are none, or one is not legal.
            AgentError: a partner fails.
        """
        actions = read_actions(text, self.held)
        seat, game = self.game.current_seat, self.game
        for each, action in actions.items():
            self._require_legal(each, action)
        if seat in self.held:
            action = actions[seat]
            if judge := self._judges.get(seat):
                self._judge(judge, action)
        else:
            action = self._partners[seat].act(game)
        game.act(action)
        self._observe()
        return write_moved(self._told(), game.score, done=game.is_over)

    def played(self) -> Played:
        """What came of the game, once it is over."""
        state = self.game.state
        return Played(
            game=self.number,
            players=self.game.rules.players,
            seats=self.held,
            turns=len(self.game.actions),
            score=self.game.score,
            points=int(state.points),
            lost=not state.life_tokens,
            losses=tuple(self._losses),
        )

    def _require_legal(self, seat: int, action: int) -> None:
        """Refuse what is not legal; off turn a seat does nothing, which has the last id."""
        rules = self.game.rules
        acts = seat == self.game.current_seat
        legal = self.game.legal_actions() if acts else [rules.num_actions]
        if action in legal:
            return
        known = acts and 0 <= action < rules.num_actions
        words = f" ({format_action(rules, action)})" if known else ""
        raise NotationError(
            f"action {action}{words} of {name_of(seat)} is not legal; legal are {legal}"
        )

    def _judge(self, judge: SeatedAgent, action: int) -> None:
        chances: Any = judge.agent
        found = float(chances.chances(judge.turns(self.game))[0, action])
        self._losses.append(-float(np.log(max(found, _LEAST_CHANCE))))

    def _observe(self) -> None:
        for agent in (*self._partners.values(), *self._judges.values()):
            agent.observe(self.game)

    def _told(self) -> dict[str, Any]:
        """What each of the candidate's seats observes."""
        self._seen.states = self.game.states
        observed = self._environment.get_obs(self._seen)
        legal = self._environment.get_legal_moves(self._seen)
        return {
            name: {"obs": observed[name][0].tolist(), "legal_moves": legal[name][0].tolist()}
            for name in map(name_of, self.held)
        }
