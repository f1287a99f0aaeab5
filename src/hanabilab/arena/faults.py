"""What an agent did wrong in a game, in one line.

A compiled function that raises can only say that it did. So its game is played again: the actions
are known, and the functions of users' agents are called in plain Python until one raises.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit.guard import call_act, call_observe
from hanabilab.agents.asking import users_observe, whole_answers
from hanabilab.agents.policy import Agent, BatchedPolicy, CompiledPolicy, Turns
from hanabilab.arena import loop
from hanabilab.arena.lineup import Lineup
from hanabilab.errors import AgentError, HanabiError, IllegalActionError
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.state import State
from hanabilab.game.view import View, look
from hanabilab.game.words import require_legal
from hanabilab.randomness import SEAT_STREAM, seed_rng


def answers(agent: BatchedPolicy, turns: Turns, games: NDArray[np.int64]) -> NDArray[np.int64]:
    """[G] what a batched agent answers in `games` [G].

    Raises:
        AgentError: it raises, or answers otherwise than with a whole number for each game.
    """
    try:
        given = np.asarray(agent.act_batch(turns))
    except HanabiError:
        raise
    except (Exception, SystemExit) as error:  # a user's
        where = _where(turns, games)
        raise AgentError(f"agent {agent.name!r} in {where}: {failure(error)}") from error
    return whole_answers(agent, given, len(games), f" in {_where(turns, games)}")


def _where(turns: Turns, games: NDArray[np.int64]) -> str:
    """Which games are asked for; of one alone, also the seat and the turn."""
    if len(games) > 1:
        return f"{len(games)} games from game {games[0]} on"
    return f"game {games[0]}, seat {turns.views[0].seat} at turn {turns.views[0].turn}"


def failure(error: BaseException, where: str = "") -> str:
    """One line: what a user's code raised, `where` in a game, and the line of its file."""
    kind = type(error).__name__
    words = " ".join(str(error).split())[:200]
    lines = traceback.extract_tb(error.__traceback__)
    own = [line for line in lines if not _is_installed(line.filename)]
    at = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{kind}{where}" + (f": {words}" if words else "") + at


def is_raised_in(files: Iterable[Path], error: BaseException) -> bool:
    """Whether an exception comes from code in one of the files."""
    places = {file.resolve() for file in files}
    lines = traceback.extract_tb(error.__traceback__)
    return any(Path(line.filename).resolve() in places for line in lines)


def _is_users(agent: Agent) -> TypeGuard[CompiledPolicy]:
    """Whether an agent's functions are guarded, and can be called in plain Python."""
    return isinstance(agent, CompiledPolicy) and agent.is_guarded


def _is_installed(filename: str) -> bool:
    """Whether a line of a traceback is ours or a library's, not the user's."""
    package = Path(__file__).parents[1]
    return Path(filename).is_relative_to(package) or "site-packages" in filename


@dataclass(frozen=True)
class StoppedGame:
    """A game that a fault has stopped.

    Attributes:
        fault: [2] its row of `faults`, as `arena.loop` has them.
        state: as the game was stopped.
        history: the actions until then.
    """

    lineup: Lineup
    rules: Rules
    seed: int
    game: int
    fault: NDArray[np.int64]
    state: State
    history: NDArray[np.int16]

    def raise_fault(self) -> None:
        """Raise the error that describes the fault.

        Raises:
            AgentError: always: which agent did what, and where.
        """
        if self.fault[0] == loop.RAISED:
            self._replay()
            agents = self.lineup.agents
            users = [each.name for each in agents if _is_users(each) or users_observe(each)]
            raise AgentError(
                f"agent {' or '.join(dict.fromkeys(users))} in game {self.game}: it raises an "
                "exception when compiled and none in plain Python; --debug tells more"
            )
        name = self.lineup.agents[self.state.current_seat].name
        try:
            require_legal(self.rules, self.state, int(self.fault[1]))
        except IllegalActionError as error:
            raise AgentError(f"agent {name!r} in game {self.game}: {error}") from None

    def _replay(self) -> None:
        """Play the game again until a user's function raises.

        Raises:
            AgentError: it did, as it has before.
        """
        state = new_states(self.rules, 1)[0]
        state.deck[:] = self.state.deck
        deal(state)
        memory, rngs = self.lineup.openings.copy(), self._rngs()
        last = int(self.state.turn)
        self._observe(state, memory)
        for turn in range(last):
            self._act(state, memory, rngs, told=False)
            apply_action(state, int(self.history[turn]))
            self._observe(state, memory)
        self._act(state, memory, rngs, told=True)

    def _rngs(self) -> NDArray[np.uint64]:
        rngs = np.zeros((self.rules.players, 2), np.uint64)
        for seat, rng in enumerate(rngs):
            seed_rng(rng, self.seed, self.game, SEAT_STREAM + seat)
        return rngs

    def _act(
        self, state: State, memory: NDArray[np.int64], rngs: NDArray[np.uint64], *, told: bool
    ) -> None:
        """Let the seat to act choose; what it raises is `told`, or has not stopped the game."""
        seat = int(state.current_seat)
        agent = self.lineup.agents[seat]
        if not _is_users(agent):
            return
        own = memory[min(seat, len(memory) - 1), : agent.memory_size]
        arguments = self._view(state, seat), own, rngs[seat]
        try:
            call_act(agent.function, *arguments)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a user's
            if told:
                self._raise(seat, state, "", error)

    def _observe(self, state: State, memory: NDArray[np.int64]) -> None:
        """Let every seat observe, as the arena does where one of them has a memory."""
        if not self.lineup.memory_size:
            return
        actor = max(int(state.last_seat), 0)
        for seat in [actor] if len(memory) == 1 else range(self.rules.players):
            agent = self.lineup.agents[seat]
            if (observe := users_observe(agent)) is None:
                continue
            own = memory[min(seat, len(memory) - 1), : agent.memory_size]
            try:
                call_observe(observe, self._view(state, seat), own)
            except (Exception, SystemExit) as error:  # noqa: BLE001  # a user's
                self._raise(seat, state, " in observe", error)

    def _view(self, state: State, seat: int) -> View:
        view: View = new_views(self.rules, 1)[0]
        look(view, state, seat)
        return view

    def _raise(self, seat: int, state: State, what: str, error: BaseException) -> None:
        where = f"{what} of seat {seat} at turn {state.turn}"
        name = self.lineup.agents[seat].name
        raise AgentError(f"agent {name!r} in game {self.game}: {failure(error, where)}") from error
