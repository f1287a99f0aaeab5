"""What a training run is: settings that all algorithms share, each declared once.

A config is a TOML file of these settings and of those of its algorithm (`dagger`, `ppo`), with the
algorithm's name: see `configs/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from hanabilab.errors import LearningError
from hanabilab.game.rules import Rules
from hanabilab.learning.networks.encoder import Architecture
from hanabilab.learning.networks.families import MAX_CHANNELS, MAX_LAYERS, Channels
from hanabilab.learning.networks.table_facts import require_facts
from hanabilab.notation import format_rules, parse_rules
from hanabilab.randomness import MAX_SEED
from hanabilab.runs.settings import Setting, check_settings

Memory: TypeAlias = Literal["none", "gru", "lstm"]
Schedule: TypeAlias = Literal["constant", "linear", "cosine"]

_TWO_PLAYERS = Rules(players=2)


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """Settings of any training run, whatever it trains.

    Raises:
        LearningError: one is out of its range.
    """

    rules: Annotated[Rules, Setting("Rules of the games.", read=parse_rules, show=format_rules)] = (
        _TWO_PLAYERS
    )
    seed: Annotated[int, Setting("Seed of decks, weights and actions.", 0, MAX_SEED)] = 0
    start: Annotated[
        str, Setting("Weights to start from: a file, or a name; else random ones.")
    ] = ""
    games: Annotated[int, Setting("Games played side by side.", 1, 1_000_000)] = 512
    turns: Annotated[int, Setting("Turns of each game between two updates.", 1, 10_000)] = 64
    updates: Annotated[int, Setting("Updates of the run.", 1)] = 1000
    evaluate_every: Annotated[int, Setting("Updates between two evaluations.", 1)] = 50
    evaluate_games: Annotated[int, Setting("Games of an evaluation.", 2, 1_000_000)] = 500

    def __post_init__(self) -> None:
        check_settings(self, LearningError)


@dataclass(frozen=True, kw_only=True)
class TrainingSettings(RunSettings):
    """Settings of a run that trains a network on observations.

    Raises:
        LearningError: one is out of its range, or they do not go together.
    """

    fixed: Annotated[
        int, Setting("Channels of a layer that belong to no color.", 1, MAX_CHANNELS)
    ] = 128
    colors: Annotated[int, Setting("Channels of each color; 0 makes a plain network.", 0, 4096)] = 0
    layers: Annotated[int, Setting("Linear layers before the memory.", 1, MAX_LAYERS)] = 1
    memory: Annotated[Memory, Setting("What remembers earlier turns.")] = "gru"
    facts: Annotated[bool, Setting("Read chances of cards, and which of them matter.")] = True
    inferences: Annotated[bool, Setting("Learn what the teacher infers of each card, too.")] = False
    minibatch: Annotated[int, Setting("Games whose turns make one gradient.", 1)] = 128
    learning_rate: Annotated[
        float, Setting("Step size of Adam, before the schedule lowers it.", 0, 1)
    ] = 0.001
    schedule: Annotated[Schedule, Setting("How the learning rate falls to zero, if it does.")] = (
        "cosine"
    )
    other_play: Annotated[bool, Setting("Seats see colors under names of their own.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.games % self.minibatch:
            raise LearningError(f"{self.games} games do not make minibatches of {self.minibatch}")
        if self.facts:
            require_facts(self.rules)

    @property
    def architecture(self) -> Architecture:
        """Of the network."""
        return Architecture(
            Channels(self.fixed, self.colors),
            self.layers,
            None if self.memory == "none" else self.memory,
            facts=self.facts,
            inferences=self.inferences,
        )
