"""Networks of users: what a module must offer so that it trains and plays here.

    class Mine(OwnNetwork):
        state_shape = (1, 64)                       # leave out without memory

        def __init__(self, rules):
            super().__init__(rules)
            ...

        def follow(self, observations, state):
            return actions, value, state

A config names it as `network = "mine.py:Mine"`. All else follows from `follow`.
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from hanabilab.agents.user_files import load_file
from hanabilab.errors import LearningError
from hanabilab.game.layout import layout_of
from hanabilab.game.rules import Rules
from hanabilab.learning.networks.network import Output


class OwnNetwork(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """The base of networks of users. Weights are parameters; buffers are not kept.

    Args:
        rules: of the games.

    Attributes:
        state_shape: vectors that a seat remembers between its turns, and the numbers in each; by
            default it remembers nothing.
        size: N, entries of an observation.
        num_actions: A.
        slots: own cards that are told about beside actions: none.
    """

    state_shape: tuple[int, int] = (0, 0)
    slots = 0

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.size, self.num_actions = layout_of(rules).size, rules.num_actions

    @abstractmethod
    def follow(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What a seat makes of turns of its own, one after another.

        Args:
            observations: [T, B, N] zeros and ones, in the order of the game's layout.
            state: [states, B, numbers] what the seat remembered before the first of them; zeros
                before its first turn of a game.

        Returns:
            [T, B, A] logits of a policy, or advantages where values of actions are learned; [T, B]
            the points that are still to come; and what the seat remembers then, as `state`.
        """

    def first_state(self, batch: int) -> Tensor:
        """[states, B, numbers] zeros: what is remembered before the first turn."""
        states, numbers = self.state_shape
        return next(self.parameters()).new_zeros(states, batch, numbers)

    def held(self) -> AbstractContextManager[None]:
        """A context in which weights do not change."""
        return nullcontext()

    def forward(self, observations: Tensor, state: Tensor) -> Output:
        """As `Network.forward`.

        Raises:
            LearningError: `follow` returns other shapes than it must.
        """
        actions, value, after = self._followed(observations, state)
        count = observations.shape[:2]
        return Output(
            actions,
            value,
            own_hand=actions.new_zeros(*count, 0, 3),
            inferences=actions.new_zeros(*count, 0, 0),
            waiting=actions[..., :0],
            state=after,
        )

    def games(self, observations: Tensor, carried: Tensor, ages: Tensor) -> Output:
        """As `Network.games`: consecutive turns of all seats, turn by turn where it remembers."""
        if not self.state_shape[0]:
            out = self(observations, self.first_state(observations.shape[1]))
            return out._replace(state=carried)
        players, states, outputs = len(carried), list(carried), []
        known = (ages >= players).to(carried.dtype).unsqueeze(-1)
        for turn in range(len(observations)):
            outputs.append(self(observations[turn : turn + 1], states[turn] * known[turn]))
            states.append(outputs[-1].state)
        *parts, _ = (torch.cat(each) for each in zip(*outputs, strict=True))
        return Output(*parts, torch.stack(states[len(observations) :]))  # type: ignore[call-arg]  # mypy cannot count them

    def act(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """[B, A] logits and the memory after one turn; as `Network.act`."""
        actions, _, after = self._followed(observations[None], state)
        return actions[0], after

    def judge(self, observations: Tensor, state: Tensor) -> Tensor:
        """[B] what the positions are worth; as `Network.judge`."""
        return self._followed(observations[None], state)[1][0]

    def _followed(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        actions, value, after = self.follow(observations, state)
        count = tuple(observations.shape[:2])
        wanted = {"actions": (*count, self.num_actions), "value": count, "state": state.shape}
        for (name, shape), given in zip(wanted.items(), (actions, value, after), strict=True):
            if tuple(given.shape) != tuple(shape):
                raise LearningError(
                    f"follow of {type(self).__name__} returns {name} of shape "
                    f"{tuple(given.shape)}; it must be {tuple(shape)}"
                )
        return actions, value, after


def make_own_network(name: str, rules: Rules) -> OwnNetwork:
    """The network of a user with random weights.

    Args:
        name: FILE.py:NAME of a class, or of a function of the rules.
        rules: of the games.

    Raises:
        LearningError: there is none, it fails, or what it makes is no `OwnNetwork`.
    """
    file, _, part = name.partition(":")
    if not file.endswith(".py") or not part:
        raise LearningError(f"network is {name!r}; FILE.py:NAME is needed")
    made: Any = getattr(load_file(Path(file), "network", LearningError), part, None)
    if not callable(made):
        raise LearningError(f"{file} has no network {part!r}, a class or a function of the rules")
    try:
        network = made(rules)
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise LearningError(f"network {name} fails: {reason}") from error
    if not isinstance(network, OwnNetwork):
        raise LearningError(f"network {name} makes a {type(network).__name__}, no OwnNetwork")
    return network
