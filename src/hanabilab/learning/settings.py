"""What a training run is: settings that all algorithms share, each declared once.

A config is a TOML file of these settings and of those of its algorithm (`dagger`, `ppo`), with the
algorithm's name: see `configs/`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
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

#: The seed of the decks of evaluations. No run may be trained on them.
EVALUATION_SEED = 1_000_003

#: Updates of a run at most.
MAX_UPDATES = 1_000_000_000

#: Settings that scale gradients, beside those that end in `_coef`; above this one is large.
_SCALES, _LARGE = ("anchor", "sharpen"), 100

#: Settings that say what a network of ours is made of.
_OF_OUR_NETWORK = ("fixed", "colors", "num_layers", "memory", "facts", "inferences")

_TWO_PLAYERS = Rules(players=2)


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """Settings of any training run, whatever it trains.

    Raises:
        LearningError: one is out of its range.
    """

    seed: Annotated[int, Setting("Seed of decks, weights and actions.", 0, MAX_SEED)] = 0
    start: Annotated[
        str, Setting("Weights to start from: a file, or a name; else random ones.")
    ] = ""
    updates: Annotated[int, Setting("Updates of the run.", 1, MAX_UPDATES)] = 1000
    evaluate_every: Annotated[int, Setting("Updates between two evaluations.", 1)] = 50

    @property
    def size_in_words(self) -> str:
        """What a run keeps in memory, in words."""
        raise NotImplementedError

    @property
    def too_large(self) -> list[str]:
        """Settings that may be too large where a run diverges; none, if there are none of these.

        Those that scale gradients and are far above what they usually are; else the learning rate.
        """
        scales = [name for name in vars(self) if name.endswith("_coef") or name in _SCALES]
        large = [name for name in scales if getattr(self, name) > _LARGE]
        return large or [name for name in vars(self) if name == "learning_rate"]

    def __post_init__(self) -> None:
        check_settings(self, LearningError)
        if self.seed == EVALUATION_SEED:
            raise LearningError(
                f"seed is {self.seed}, whose decks evaluate all runs; take another one"
            )


@dataclass(frozen=True, kw_only=True)
class PlaySettings(RunSettings):
    """Settings of a run that learns from games that it plays.

    Raises:
        LearningError: one is out of its range.
    """

    rules: Annotated[Rules, Setting("Rules of the games.", read=parse_rules, show=format_rules)] = (
        _TWO_PLAYERS
    )
    num_envs: Annotated[int, Setting("Games played side by side.", 1, 1_000_000)] = 512
    num_steps: Annotated[int, Setting("Turns of each game between two updates.", 1, 10_000)] = 64
    evaluate_games: Annotated[int, Setting("Games of an evaluation.", 2, 1_000_000)] = 500

    @property
    def size_in_words(self) -> str:
        """What an update keeps in memory, in words."""
        return f"{self.num_envs:,} games of {self.num_steps:,} turns an update"


@dataclass(frozen=True, kw_only=True)
class TrainingSettings(PlaySettings):
    """Settings of a run that trains a network on observations.

    Raises:
        LearningError: one is out of its range, or they do not go together.
    """

    network: Annotated[
        str, Setting("A network of your own that learns: FILE.py:NAME; else one of ours.")
    ] = ""
    fixed: Annotated[
        int, Setting("Channels of a layer that belong to no color.", 1, MAX_CHANNELS)
    ] = 128
    colors: Annotated[int, Setting("Channels of each color; 0 makes a plain network.", 0, 4096)] = 0
    num_layers: Annotated[int, Setting("Linear layers before the memory.", 1, MAX_LAYERS)] = 1
    memory: Annotated[Memory, Setting("What remembers earlier turns.")] = "gru"
    facts: Annotated[bool, Setting("Read chances of cards, and which of them matter.")] = True
    inferences: Annotated[bool, Setting("Learn what the teacher infers of each card, too.")] = False
    minibatch_size: Annotated[int, Setting("Games whose turns make one gradient.", 1)] = 128
    learning_rate: Annotated[
        float, Setting("Step size of Adam, before the schedule lowers it.", 0, 1)
    ] = 0.001
    lr_warmup: Annotated[
        int, Setting("Updates in which the learning rate grows to its value.", 0)
    ] = 20
    lr_schedule: Annotated[
        Schedule, Setting("How the learning rate falls to zero, if it does.")
    ] = "cosine"
    max_grad_norm: Annotated[float, Setting("Gradients are cut off at this norm.", 0.001)] = 1.0
    other_play: Annotated[bool, Setting("Seats see colors under names of their own.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.num_envs % self.minibatch_size:
            raise LearningError(
                f"num_envs is {self.num_envs}, and minibatch_size {self.minibatch_size}; the first "
                "must be a multiple of the second"
            )
        if self.network:
            self._require_nothing_of_ours()
        elif self.facts:
            require_facts(self.rules)

    def _require_nothing_of_ours(self) -> None:
        """Refuse settings of layers, and heads that a network of a user does not have."""
        for each in fields(self):
            if each.name in _OF_OUR_NETWORK and getattr(self, each.name) != each.default:
                raise LearningError(
                    f"{each.name} is of the networks of hanabilab, and network is {self.network}; "
                    "leave one of them out"
                )

    @property
    def architecture(self) -> Architecture:
        """Of the network, where it is one of ours."""
        return Architecture(
            Channels(self.fixed, self.colors),
            self.num_layers,
            None if self.memory == "none" else self.memory,
            facts=self.facts,
            inferences=self.inferences,
        )


@dataclass(frozen=True, kw_only=True)
class GuidedSettings(PlaySettings):
    """Settings of training beside a guide.

    Raises:
        LearningError: one is out of its range.
    """

    guide: Annotated[str, Setting("The rule agent: a compiled one.")] = "smart"
    fixed: Annotated[
        int, Setting("Channels of a layer that belong to no color.", 1, MAX_CHANNELS)
    ] = 192
    colors: Annotated[int, Setting("Channels of each color.", 1, 4096)] = 48
    num_layers: Annotated[int, Setting("Hidden layers.", 1, MAX_LAYERS)] = 2
    learning_rate: Annotated[
        float, Setting("Step size of Adam at first; falls over the run.", 0, 1)
    ] = 0.0004
    max_grad_norm: Annotated[float, Setting("Gradients are cut off at this norm.", 0.001)] = 1.0
    evaluate_games: Annotated[int, Setting("Games of an evaluation.", 2, 1_000_000)] = 2000

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.guide:
            raise LearningError("guide is empty; it is a compiled agent")

    @property
    def hidden(self) -> tuple[Channels, ...]:
        """Channels of each hidden layer."""
        return (Channels(self.fixed, self.colors),) * self.num_layers
