"""`people(FILE)`: a model of people as an agent, wherever agents are asked for.

It draws its actions by their chances, as people differ; with a temperature below 1 it does more
often what most would do. A compiled policy. Its memory is the handle (`_jit.handles`) of its
weights, and after it what `memory.py` has.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import array_at, handle_of, kernel, words_of
from hanabilab.agents.pickling import NamedPolicy
from hanabilab.agents.policy import Memory, Turns
from hanabilab.errors import AgentError
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.rules import Rules
from hanabilab.game.view import View
from hanabilab.game.words import action_words
from hanabilab.learning.clone import memory as remembered
from hanabilab.learning.clone.card import CLONES, CloneCard
from hanabilab.learning.clone.columns import ACTION_COLUMNS, POSITION_COLUMNS
from hanabilab.learning.clone.describing import describe
from hanabilab.learning.clone.network import Layers, fill_chances
from hanabilab.learning.weight_files import load_weights
from hanabilab.notation.call import text_of_call
from hanabilab.randomness import Rng, draw_unit

_LEAST_HEAT, _MOST_HEAT = 0.01, 100.0
#: Weights that a model can have: what is told of a decision is about one at most, so that no sum
#: of theirs leaves the range of floats.
_MOST_WEIGHT = 1e4

#: What stands in the array whose handle opens the memory: handle and number of entries of each
#: array of `Known`.
_WORDS = 2 * (len(Layers._fields) + 1)
_FLOATS, _DOUBLES, _INTEGERS = np.dtype(np.float32), np.dtype(np.float64), np.dtype(np.int64)


class Known(NamedTuple):
    """What a model knows. Its handles point into these arrays: keep them as long as it is asked.

    Attributes:
        layers: of its network.
        temperature: [1] that scores are divided by.
    """

    layers: Layers
    temperature: NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class PeoplePolicy(NamedPolicy):
    """A model of people; `people_policy` makes one.

    Attributes:
        card: of the file of its weights.
        temperature: that its scores are divided by.
        known: arrays that its kernels read; kept alive here.
    """

    card: CloneCard = field(kw_only=True)
    temperature: float = field(kw_only=True)
    known: tuple[Any, ...] = field(kw_only=True, repr=False)

    def require_rules(self, rules: Rules) -> None:
        """Do nothing if these are games like those that it has learned from.

        Raises:
            AgentError: they are not.
        """
        self.card.require_rules(rules, self.name)

    def chances(self, turns: Turns) -> NDArray[np.float64]:
        """[G, A] how likely each action is."""
        return self.chances_of(turns.views, turns.memory)

    def chances_of(self, views: NDArray[Any], memory: NDArray[np.int64]) -> NDArray[np.float64]:
        """[G, A] how likely each action is, by views [G] and memories [G, memory_size]."""
        found = np.zeros((len(views), int(views[0]["rules"]["num_actions"])))
        _fill_all(found, views, memory)
        return found


def people_policy(file: str, temperature: float = 1.0) -> PeoplePolicy:
    """The agent of a file of weights.

    Args:
        file: of its weights.
        temperature: that its scores are divided by, from 0.01 to 100: 1 for the chances that it has
            learned.

    Raises:
        AgentError: no such file, a damaged one, or a temperature that is none.
    """
    if type(temperature) not in (int, float) or not _LEAST_HEAT <= temperature <= _MOST_HEAT:
        raise AgentError(
            f"temperature is {temperature}; a number from {_LEAST_HEAT:g} to {_MOST_HEAT:g}"
        )
    if not Path(file).is_file():
        raise AgentError(f"no file {file}; `hanabi log imitate` makes a model of people")
    network, card = load_weights(file, CLONES)
    known = Known(Layers.of(network), np.array([float(temperature)]))
    if max(abs(weights).max() for weights in known.layers) > _MOST_WEIGHT:
        raise AgentError(f"{file} has weights over {_MOST_WEIGHT:g}; no model learns such")
    arrays = (*known.layers, known.temperature)
    words = np.array(words_of(arrays), np.int64)
    told = {} if temperature == 1 else {"temperature": temperature}
    return PeoplePolicy(
        text_of_call("people", file, **told),
        act,
        observe,
        memory_size=1 + remembered.MEMORY_SIZE,
        players=range(card.players, card.players + 1),
        common=True,
        explain=_explain,
        settings=(handle_of(words),),
        card=card,
        temperature=float(temperature),
        known=(words, known),
    )


# --- Kernels -------------------------------------------------------------------------------------


@kernel
def _known(memory: Memory) -> Known:
    """What stands behind the handle that opens the memory."""
    words = array_at(memory[0], _WORDS, _INTEGERS)
    hidden = words[7]  # entries of `score`
    layers = Layers(
        array_at(words[0], words[1], _FLOATS).reshape(ACTION_COLUMNS, hidden),
        array_at(words[2], words[3], _FLOATS).reshape(POSITION_COLUMNS, hidden),
        array_at(words[4], words[5], _FLOATS).reshape(hidden, hidden),
        array_at(words[6], hidden, _FLOATS),
        array_at(words[8], words[9], _FLOATS),
        array_at(words[10], words[11], _FLOATS).reshape(2, hidden),
    )
    return Known(layers, array_at(words[12], words[13], _DOUBLES))


@kernel
def _fill(chances: NDArray[np.float64], view: View, memory: Memory) -> None:
    """Fill `chances` [A] with how likely each action is."""
    known, count = _known(memory), len(chances)
    told = np.empty((count, ACTION_COLUMNS), np.float32)
    position, legal = np.empty(POSITION_COLUMNS, np.float32), np.empty(count, np.bool_)
    describe(told, position, legal, view, memory[1:])
    fill_chances(chances, (told, position, legal), known.layers, known.temperature[0])


@kernel
def _fill_all(chances: NDArray[np.float64], views: NDArray[Any], memory: NDArray[np.int64]) -> None:
    for row in range(len(views)):
        _fill(chances[row], views[row], memory[row])


def act(view: View, memory: Memory, rng: Rng) -> int:
    """An action, drawn by the chances."""
    chances = np.empty(int(view.rules.num_actions), np.float64)
    _fill(chances, view, memory)
    rest, drawn = draw_unit(rng), NO_ACTION
    for action in range(len(chances)):
        if chances[action] > 0:
            drawn = action  # the last one is left where rounding leaves a rest
            rest -= chances[action]
            if rest < 0:
                break
    return drawn


def observe(view: View, memory: Memory) -> None:
    """Take in the last action."""
    remembered.take_in(view, memory[1:])


def _explain(view: View, memory: Memory) -> str:
    """What people most often do here."""
    chances = np.empty(int(view.rules.num_actions), np.float64)
    _fill(chances, view, memory)
    best = int(chances.argmax())
    return f"people most often {action_words(view, best, int(view.seat))}: {chances[best]:.0%}"
