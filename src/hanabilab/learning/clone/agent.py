"""`people(FILE)`: a model of people as an agent, wherever agents are asked for.

It draws its actions by their chances, as people differ; with a temperature below 1 it does more
often what most would do. A batched policy.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.policy import Turns, shown_name
from hanabilab.errors import AgentError
from hanabilab.learning.clone.card import CLONES
from hanabilab.learning.clone.columns import ACTION_COLUMNS, POSITION_COLUMNS
from hanabilab.learning.clone.describing import describe
from hanabilab.learning.clone.memory import MEMORY_SIZE, WATCHER
from hanabilab.learning.clone.network import Layers, fill_chances
from hanabilab.learning.weight_files import load_weights
from hanabilab.notation.call import text_of_call
from hanabilab.randomness import draw_unit

_LEAST_HEAT, _MOST_HEAT = 0.01, 100.0
#: Weights that a model can have: what is told of a decision is about one at most, so that no sum
#: of theirs leaves the range of floats.
_MOST_WEIGHT = 1e4


class PeopleAgent:
    """A model of people.

    Args:
        file: of its weights.
        temperature: that its scores are divided by, from 0.01 to 100: 1 for the chances that it has
            learned.

    Raises:
        AgentError: no such file, a damaged one, or a temperature that is none.
    """

    memory_size = MEMORY_SIZE
    games_at_once = 2048

    __repr__ = shown_name

    def __init__(self, file: str, temperature: float = 1.0) -> None:
        if type(temperature) not in (int, float) or not _LEAST_HEAT <= temperature <= _MOST_HEAT:
            raise AgentError(
                f"temperature is {temperature}; a number from {_LEAST_HEAT:g} to {_MOST_HEAT:g}"
            )
        if not Path(file).is_file():
            raise AgentError(f"no file {file}; `hanabi log imitate` makes a model of people")
        self.file, self.temperature = file, float(temperature)
        told = {} if temperature == 1 else {"temperature": temperature}
        self.name = text_of_call("people", file, **told)
        network, self.card = load_weights(file, CLONES)
        self.layers = Layers.of(network)
        if max(abs(weights).max() for weights in self.layers) > _MOST_WEIGHT:
            raise AgentError(f"{file} has weights over {_MOST_WEIGHT:g}; no model learns such")
        self.players = range(self.card.players, self.card.players + 1)

    @property
    def native_observe(self) -> Any:
        """The compiled update of the memory."""
        return WATCHER.native_observe

    def __reduce__(self) -> tuple[Any, ...]:
        return PeopleAgent, (self.file, self.temperature)

    def chances(self, turns: Turns) -> NDArray[np.float64]:
        """[G, A] how likely each action is.

        Raises:
            AgentError: the model has learned from games of other sizes.
        """
        self.card.require_rules(turns.rules, self.name)
        return self.chances_of(turns.views, turns.memory)

    def chances_of(
        self, views: NDArray[Any], memory: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """[G, A] how likely each action is, by views [G] and memories [G, MEMORY_SIZE]."""
        found = np.zeros((len(views), int(views[0]["rules"]["num_actions"])))
        _fill_all(found, views, memory, self.layers, self.temperature)
        return found

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] an action of each game, drawn by its chances with the game's generator."""
        actions = np.zeros(len(turns.views), np.int64)
        _draw_all(actions, self.chances(turns), turns.rngs)
        return actions


@kernel
def _fill_all(
    chances: NDArray[np.float64],
    views: NDArray[Any],
    memory: NDArray[np.int64],
    layers: Layers,
    temperature: float,
) -> None:
    told = np.empty((chances.shape[1], ACTION_COLUMNS), np.float32)
    position = np.empty(POSITION_COLUMNS, np.float32)
    legal = np.empty(chances.shape[1], np.bool_)
    for row in range(len(views)):
        describe(told, position, legal, views[row], memory[row])
        fill_chances(chances[row], (told, position, legal), layers, temperature)


@kernel
def _draw_all(
    actions: NDArray[np.int64], chances: NDArray[np.float64], rngs: NDArray[np.uint64]
) -> None:
    for row in range(len(actions)):
        rest = draw_unit(rngs[row])
        for action in range(chances.shape[1]):
            if chances[row, action] > 0:
                actions[row] = action  # the last one is left where rounding leaves a rest
                rest -= chances[row, action]
                if rest < 0:
                    break
