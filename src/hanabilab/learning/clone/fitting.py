"""Learning a model of people: the likelihood of what they did, as large as it gets.

Cross-validation: the people, or the games where people are not known, are dealt out to folds, and
each fold is predicted by a network that has learned from the others. Its figures are those that a
model deserves for people it has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hanabilab.learning.clone.card import CLONES, CloneCard
from hanabilab.learning.clone.decisions import Decisions
from hanabilab.learning.clone.network import CloneNetwork
from hanabilab.learning.clone.settings import FitSettings
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
    with one_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        network = CloneNetwork(settings.hidden, _DROPOUT)
        steps = settings.epochs * -(-len(rows) // _BATCH)
        descent = torch.optim.AdamW(network.parameters(), weight_decay=_WEIGHT_DECAY)
        rate = torch.optim.lr_scheduler.OneCycleLR(descent, _LEARNING_RATE, total_steps=steps + 1)
        for _ in range(settings.epochs):
            order = torch.from_numpy(rows)[torch.randperm(len(rows))]
            for chosen in order.split(_BATCH):
                loss = nn.functional.cross_entropy(network(*told.only(chosen)), told.people[chosen])
                descent.zero_grad()
                loss.backward()
                descent.step()
                rate.step()
            on_epoch()
    return network.eval().requires_grad_(False)


def predict(network: CloneNetwork, told: Decisions, rows: NDArray[np.int64]) -> Tensor:
    """[R, A] logarithms of the chances of actions in some decisions."""
    with one_thread(), torch.no_grad():
        parts = torch.from_numpy(rows).split(_AT_ONCE)
        return torch.cat([network(*told.only(part)) for part in parts]).log_softmax(-1)


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
        logs = predict(network, told, rows)
        actions[rows] = logs.argmax(-1).numpy()
        chances[rows] = logs.exp()[torch.arange(len(rows)), told.people[rows]].numpy()
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
    rules = games[0].record.rules
    kinds = rules.tables.action_kind[: rules.num_actions].astype(np.int64)
    predicted = cross_validate(told, folds, settings, on_epoch)
    return likeness_of("people", predicted, kinds, told.owners)


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
