"""Hanabi in the shape of JaxMARL's environment, in NumPy: a batch of games, functions of states.

    env = HanabiEnv(1024, num_agents=2)
    seen, state = env.reset(0)
    seen, state, rewards, dones, infos = env.step(1, state, actions)

What `jax.vmap` of JaxMARL's `reset` and `step` takes and returns, agent by agent, is the same here;
keys are seeds. Shapes: G games, A actions, N features.

Source: JaxMARL 0.2.0, `environments/hanabi`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab.adapters.given_rules import rules_from
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game import batch
from hanabilab.game.checks import check_count, check_deck, check_seed
from hanabilab.game.dealing import deal
from hanabilab.game.games import Games
from hanabilab.game.rows import new_states
from hanabilab.game.rules import Rules

#: Arrays by agent.
ByAgent: TypeAlias = dict[str, NDArray[Any]]
#: Observations, the state, rewards, dones and infos; `__all__` stands beside the agents.
Step: TypeAlias = tuple[ByAgent, Games, ByAgent, ByAgent, dict[str, Any]]

#: Beside the agents, what holds for all of them.
_EVERYBODY = "__all__"


class HanabiEnv:
    """A batch of games of which each call makes new states, and leaves those that it was given.

    Args:
        num_envs: games side by side, G.
        rules: or their text; the standard game of `num_agents` by default.
        num_agents: seats, if no rules are given.

    Attributes:
        agents: `agent_0` and so on, one for each seat.
        num_moves: actions, with one that does nothing, the last.
        obs_size: features of an observation, N: HLE's vector, in which the bits of a card that
            hints leave possible are chances by the copies that were neither played nor discarded.

    Raises:
        RulesError: no games, or players that the rules do not have.
        NotationError: text that names no rules.
    """

    def __init__(
        self, num_envs: int, rules: Rules | str | None = None, *, num_agents: int | None = None
    ) -> None:
        self.num_envs = check_count(num_envs, "num_envs")
        self.rules = rules_from(rules, num_agents, "num_agents")
        self._layout = Games(self.rules, 1).layout
        if "possible" not in self._layout.sections:
            raise RulesError("minimal observations have no knowledge, in which chances stand")
        self._chances = self._layout.sections["possible"].indices()
        self.num_agents = self.rules.players
        self.agents = [f"agent_{seat}" for seat in range(self.num_agents)]
        self.num_moves, self.obs_size = self.rules.num_actions + 1, self._layout.size

    def reset(self, seed: int) -> tuple[ByAgent, Games]:
        """Deal games 0 to G - 1 of a seed.

        Raises:
            RulesError: no seed.
        """
        state = Games(self.rules, self.num_envs, seed=seed)
        return self.get_obs(state), state

    def reset_from_deck_of_pairs(self, decks: ArrayLike) -> tuple[ByAgent, Games]:
        """Deal decks.

        Args:
            decks: [G, D, 2] colors and ranks of cards, both from 0, in the order they are drawn.

        Raises:
            RulesError: decks that are not the rules' deck, or not one for each game.
        """
        pairs, state = np.asarray(decks), Games(self.rules, self.num_envs)
        if pairs.shape != (self.num_envs, self.rules.deck_size, 2):
            needed = (self.num_envs, self.rules.deck_size, 2)
            raise RulesError(f"decks have shape {pairs.shape}; needed is {needed}")
        cards = pairs[..., 0] * self.rules.ranks + pairs[..., 1]
        state.states[:] = new_states(self.rules, self.num_envs)
        for row, deck in zip(state.states, cards, strict=True):
            row["deck"][: self.rules.deck_size] = check_deck(self.rules, deck)
        for row in range(self.num_envs):
            deal(state.states[row])
        return self.get_obs(state), state

    def step(self, seed: int, state: Games, actions: Mapping[str, ArrayLike]) -> Step:
        """Take actions; where a game ends, the next one is seen: game r of this seed in row r.

        Args:
            seed: of the games that are dealt; as with JaxMARL's keys, another one for each step.
            state: what the last call returned.
            actions: [G] by agent. Only that of the seat to act counts.

        Raises:
            IllegalActionError: an action is illegal, or an agent gives none.
            RulesError: no seed.
        """
        _, after, rewards, dones, infos = self.step_env(state, actions)
        number, scratch = check_seed(seed), np.zeros(2, np.uint64)
        for row in np.flatnonzero(dones[_EVERYBODY]):
            after.states[row : row + 1] = new_states(self.rules, 1)
            batch.deal_all(after.states[row : row + 1], number, int(row), scratch)
        return self.get_obs(after), after, rewards, dones, infos

    def step_env(self, state: Games, actions: Mapping[str, ArrayLike]) -> Step:
        """Take actions, and see the end of games that end. What has ended stays as it is.

        Raises:
            IllegalActionError: as `step`.
        """
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise IllegalActionError(f"{missing[0]} gives no action; each agent gives one")
        by_agent = [np.asarray(actions[agent]) for agent in self.agents]
        if odd := [shape for shape in map(np.shape, by_agent) if shape != (self.num_envs,)]:
            raise IllegalActionError(
                f"actions have shape {odd[0]}; needed is ({self.num_envs},) of each agent"
            )
        given = np.stack(by_agent)
        after = state.copy()
        after.step(given[state.current_seats, np.arange(self.num_envs)])
        gained = (after.scores() - state.scores()).astype(np.float32)
        over = ~after.running
        every = [*self.agents, _EVERYBODY]
        rewards, dones = dict.fromkeys(every, gained), dict.fromkeys(every, over)
        return self.get_obs(after), after, rewards, dones, {}

    def get_obs(self, state: Games) -> ByAgent:
        """[G, N] what each agent sees, float32."""
        left = _copies_left(state)
        return {
            agent: self._with_chances(state.observe(np.full(self.num_envs, seat)), left)
            for seat, agent in enumerate(self.agents)
        }

    def _with_chances(self, seen: NDArray[Any], left: NDArray[np.float32]) -> NDArray[Any]:
        """Bits of possible cards as chances; a slot without a card has none."""
        weights = seen[:, self._chances] * left[:, None, None]
        total = weights.sum(axis=(-2, -1), keepdims=True)
        seen[:, self._chances] = np.divide(weights, total, out=weights, where=total > 0)
        return seen

    def get_legal_moves(self, state: Games) -> ByAgent:
        """[G, A] what each agent may do, int8; out of turn, and in a game that is over, nothing."""
        legal, seats = state.legal(), state.current_seats
        found = {}
        for seat, agent in enumerate(self.agents):
            moves = np.zeros((self.num_envs, self.num_moves), np.int8)
            moves[:, :-1] = legal & (seats == seat)[:, None]
            moves[:, -1] = ~moves.any(axis=1)
            found[agent] = moves
        return found


def _copies_left(state: Games) -> NDArray[np.float32]:
    """[G, suits, ranks] copies that were neither played nor discarded."""
    rules = state.rules
    places = np.arange(rules.num_cards, dtype=np.int64)
    over = state.states["left"].astype(np.int64)  # [G, n] cards with over n copies left
    counts = ((over[:, :, None] >> places) & 1).sum(axis=1)
    return counts.reshape(-1, rules.suits, rules.ranks).astype(np.float32)
