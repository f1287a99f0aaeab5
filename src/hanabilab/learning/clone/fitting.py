"""Learning a model of people: the likelihood of what they did, as large as it gets.

Cross-validation: the people, or the games where people are not known, are dealt out to folds, and
each fold is predicted by a network that has learned from the others. Its figures are those that a
model deserves for people it has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, inf, pi

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hanabilab.learning.clone.card import CLONES, CloneCard
from hanabilab.learning.clone.decisions import Decisions
from hanabilab.learning.clone.network import CloneNetwork
from hanabilab.learning.clone.settings import FitSettings
from hanabilab.learning.descent import Descent
from hanabilab.learning.weight_files import weights_bytes
from hanabilab.people import PeoplesGame
from hanabilab.people.asking import Answers
from hanabilab.people.clusters import deal_folds
from hanabilab.people.likeness import Likeness, likeness_of
from hanabilab.runs.settings import settings_as_json
from hanabilab.torch_extra import one_thread

#: Decisions in a step; those that are predicted at a time.
_BATCH, _AT_ONCE = 256, 2048
#: The rate of learning at its highest; it rises in the first third, and falls to nothing.
_LEARNING_RATE = 0.003
#: The share of neurons that are left out at a time, and the pull of weights to zero.
_DROPOUT, _WEIGHT_DECAY = 0.2, 0.01


def one_cycle(share: float, steps: int) -> tuple[float, float]:
    """The rate of learning and Adam's first beta at a share of the way (Smith 2018, by cosines).

    The rate rises in the first three tenths, while beta falls, and both go back after that.

    Args:
        share: steps taken.
        steps: in all.
    """
    rise, last = 0.3 * steps - 1, steps - 1
    if share <= rise:
        done, rates, betas = share / rise, (_LEARNING_RATE / 25, _LEARNING_RATE), (0.95, 0.85)
    else:
        done = (share - rise) / (last - rise)
        rates, betas = (_LEARNING_RATE, _LEARNING_RATE / 250_000), (0.85, 0.95)
    left = (cos(pi * done) + 1) / 2
    return rates[1] + (rates[0] - rates[1]) * left, betas[1] + (betas[0] - betas[1]) * left


class Fit:
    """A model that learns from some decisions, epoch by epoch.

    Args:
        told: all decisions.
        rows: those to learn from.
        epochs: in all; the rate of learning depends on it.
        network: that learns.
        generator: state of the random numbers of order and dropout.
    """

    def __init__(
        self,
        told: Decisions,
        rows: NDArray[np.int64],
        epochs: int,
        network: CloneNetwork,
        generator: Tensor,
    ) -> None:
        self.network, self.generator = network, generator
        self.descent = new_descent(network)
        self._told, self._rows = told, torch.from_numpy(rows)
        self._a_time = -(-len(rows) // _BATCH)
        self._steps = epochs * self._a_time + 1

    def epoch(self, number: int) -> float:
        """Learn from each decision once, as epoch `number` of all; its mean loss, in nats."""
        losses, first = [], number * self._a_time
        with one_thread(), torch.random.fork_rng(devices=[]):
            torch.set_rng_state(self.generator)
            self.network.train()
            order = self._rows[torch.randperm(len(self._rows))]
            for step, chosen in enumerate(order.split(_BATCH), first):
                self.descent.set_rate(*one_cycle(step, self._steps))
                scores = self.network(*self._told.only(chosen))
                loss = nn.functional.cross_entropy(scores, self._told.people[chosen])
                self.descent.step(loss)
                losses.append(loss.item())
            self.network.eval()
            self.generator = torch.get_rng_state()
        return float(np.mean(losses))


def new_descent(network: CloneNetwork) -> Descent:
    """What trains a model."""
    return Descent(network, inf, weight_decay=_WEIGHT_DECAY)


def new_network(hidden: int, seed: int) -> tuple[CloneNetwork, Tensor]:
    """A network with random weights, and the state of the random numbers after it."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return CloneNetwork(hidden, _DROPOUT), torch.get_rng_state()


def fit(
    told: Decisions,
    rows: NDArray[np.int64],
    settings: FitSettings,
    on_epoch: Callable[[], None] = lambda: None,
) -> CloneNetwork:
    """A network that has learned from some decisions.

    Args:
        told: all decisions.
        rows: those to learn from.
        settings: how.
        on_epoch: called after each epoch.
    """
    found = Fit(told, rows, settings.epochs, *new_network(settings.hidden, settings.seed))
    for number in range(settings.epochs):
        found.epoch(number)
        on_epoch()
    return found.network.eval().requires_grad_(False)


def predict(network: CloneNetwork, told: Decisions, rows: NDArray[np.int64]) -> Tensor:
    """[R, A] logarithms of the chances of actions in some decisions."""
    with one_thread(), torch.no_grad():
        parts = torch.from_numpy(rows).split(_AT_ONCE)
        return torch.cat([network(*told.only(part)) for part in parts]).log_softmax(-1)


def answers_of(network: CloneNetwork, told: Decisions, rows: NDArray[np.int64]) -> Answers:
    """What a network would most often do at some decisions, and the chances of what people did."""
    logs, people = predict(network, told, rows), told.people[rows]
    chances = logs.exp()[torch.arange(len(rows)), people].double().numpy()
    legal = told.legal[rows].sum(1).numpy()
    return Answers(logs.argmax(-1).numpy(), people.numpy(), legal, told.games[rows], chances)


def cross_validate(
    told: Decisions,
    folds: int,
    settings: FitSettings,
    on_epoch: Callable[[], None] = lambda: None,
) -> Answers:
    """What networks predict of people, or games, that they have not learned from.

    Raises:
        AgentError: fewer people, or games, than folds.
    """
    fold = deal_folds(told.owners, folds)
    actions, chances = np.zeros(len(told), np.int64), np.zeros(len(told))
    for number in range(folds):
        network = fit(told, np.flatnonzero(fold != number), settings, on_epoch)
        rows = np.flatnonzero(fold == number)
        found = answers_of(network, told, rows)
        actions[rows], chances[rows] = found.actions, found.chances
    people, legal = told.people.numpy(), told.legal.sum(1).numpy()
    return Answers(actions, people, legal, told.games, chances)


def cross_validated_likeness(
    games: Sequence[PeoplesGame],
    told: Decisions,
    folds: int,
    settings: FitSettings,
    on_epoch: Callable[[], None] = lambda: None,
) -> Likeness | None:
    """How alike people models act that have not learned from them; None without folds.

    Args:
        games: of people.
        told: their decisions.
        folds: parts of the people, or games.
        settings: how models learn.
        on_epoch: called after each epoch of each fold.

    Raises:
        AgentError: fewer people, or games, than folds.
    """
    if folds == 0:
        return None
    predicted = cross_validate(told, folds, settings, on_epoch)
    return likeness_of("people", predicted, kinds_of(games), told.owners)


def kinds_of(games: Sequence[PeoplesGame]) -> NDArray[np.int64]:
    """[A] the kind of each action in some games."""
    rules = games[0].record.rules
    return rules.tables.action_kind[: rules.num_actions].astype(np.int64)


def learn(
    games: Sequence[PeoplesGame],
    told: Decisions,
    row: Likeness | None,
    settings: FitSettings,
    on_epoch: Callable[[], None] = lambda: None,
) -> bytes:
    """A file of the weights of a model that has learned from all decisions.

    Args:
        row: what cross-validation has shown, for the card.
        games, told, settings, on_epoch: as of `cross_validated_likeness`.
    """
    network = fit(told, np.arange(len(told)), settings, on_epoch)
    history = {
        "algorithm": "clone",
        **settings_as_json(settings),
        "games": len(games),
        "decisions": len(told),
    }
    scores = {} if row is None else {"cross_validated": row.as_json()}
    rules = games[0].record.rules
    sizes = (rules.players, rules.suits, rules.hand_size)
    card = CloneCard(*sizes, settings.hidden, (history,), scores)
    return weights_bytes(network, card, CLONES)
