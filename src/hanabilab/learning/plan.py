"""What a training run is to do: an algorithm and its settings, as a config file says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from sys import float_info
from typing import Any, get_type_hints

import torch

from hanabilab.agents.user_files import require_allowed_code
from hanabilab.errors import LearningError, ResumeError
from hanabilab.learning.clone.learner import CloneLearner
from hanabilab.learning.counterfactual import LabelLearner
from hanabilab.learning.dagger import Dagger
from hanabilab.learning.devices import CPU
from hanabilab.learning.former_names import CAME_LATER, as_named_in, with_new_names
from hanabilab.learning.guided_ppo import GuidedPpo
from hanabilab.learning.hand_beliefs import BeliefLearner
from hanabilab.learning.learner import Learner
from hanabilab.learning.obl import Obl
from hanabilab.learning.partner_ppo import PartnerPpo
from hanabilab.learning.ppo import Ppo
from hanabilab.learning.pqn import Pqn
from hanabilab.learning.r2d2 import R2d2
from hanabilab.learning.settings import RunSettings
from hanabilab.messages import did_you_mean
from hanabilab.notation import parse_rules
from hanabilab.runs.faults import faults_told
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import read_toml
from hanabilab.runs.settings import settings_as_json, settings_from_json

#: The command whose folders hold a training run.
TRAIN = "train"
#: Algorithms by the name that a config has.
ALGORITHMS: dict[str, type[Learner[Any]]] = {
    each.name: each
    for each in (
        *(Dagger, Ppo, PartnerPpo, Pqn, R2d2, Obl),
        *(LabelLearner, GuidedPpo, BeliefLearner, CloneLearner),
    )
}


@dataclass(frozen=True)
class TrainingPlan(JobPlan):
    """What is trained: an algorithm and its settings.

    Attributes:
        like: what a manifest has, for a plan that was read from one; its former names of settings
            are taken when the plan is written again.
    """

    algorithm: str
    settings: RunSettings
    like: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    command = TRAIN

    @property
    def target(self) -> dict[str, int]:
        """The updates."""
        return {"updates": self.settings.updates}

    @classmethod
    def from_config(cls, path: Path) -> TrainingPlan:
        """The plan of a TOML file.

        Raises:
            LearningError: it cannot be read, or says something that is no plan; says what.
        """
        document = read_toml(path, LearningError)
        with faults_told(path, LearningError, words="{}"):
            return cls.of(document)

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> TrainingPlan:
        """The plan of a config, as TOML has it.

        Raises:
            LearningError: no such algorithm, or a setting that is none; says which.
        """
        document = dict(config)
        if "algorithm" not in document:
            raise LearningError(f"algorithm is missing; it is one of {', '.join(ALGORITHMS)}")
        algorithm = document.pop("algorithm")
        if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
            raise LearningError(f"algorithm is {algorithm!r}; it is one of {', '.join(ALGORITHMS)}")
        kind = ALGORITHMS[algorithm].kind
        known = [each.name for each in fields(kind)]
        document = with_new_names(document, known, LearningError)
        for name in document:
            if name not in known:
                raise LearningError(f"unknown setting {name!r}{did_you_mean(name, known)}")
        if isinstance(document.get("rules"), str):
            document["rules"] = parse_rules(document["rules"])
        hints = get_type_hints(kind)
        for name, value in document.items():
            if hints[name] is float and type(value) is int and abs(value) <= float_info.max:
                document[name] = float(value)  # PyTorch takes no whole numbers of any length
        return cls(algorithm, kind(**document))

    def as_json(self) -> dict[str, Any]:
        """As a manifest has it."""
        settings = settings_as_json(self.settings)
        named = settings if self.like is None else as_named_in(self.like, settings)
        return {"algorithm": self.algorithm, **named}

    def beside(self, other: TrainingPlan) -> dict[str, Any]:
        """As a manifest has it, by the names of settings that that of the plan `other` has."""
        return replace(self, like=other.like).as_json()

    @classmethod
    def from_json(cls, document: dict[str, Any], _: dict[str, int] | None = None) -> TrainingPlan:
        """The plan that `as_json` gave; a Python file that it names runs only on the user's word.

        Raises:
            ResumeError: it is none, or it names a Python file that the user has not named.
        """
        settings = dict(document)
        algorithm = settings.pop("algorithm", None)
        if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
            raise ResumeError(f"unknown algorithm {algorithm!r}")
        for value in settings.values():
            if isinstance(value, str):  # a teacher, a guide, whose games: any may name a file
                require_allowed_code(value, ResumeError)
        kind = ALGORITHMS[algorithm].kind
        known = {each.name: each.default for each in fields(kind)}
        settings = with_new_names(settings, known, ResumeError)
        later = {name: known[name] for name in CAME_LATER if name in known}
        return cls(algorithm, settings_from_json(kind, later | settings, ResumeError), document)

    def begin(self, device: torch.device = CPU) -> Learner[Any]:
        """The run before its first update.

        Raises:
            LearningError: the algorithm does not learn on this device.
        """
        kind = ALGORITHMS[self.algorithm]
        if device != CPU and not kind.on_gpu:
            raise LearningError(f"{self.algorithm} learns on the CPU alone; take device cpu")
        return kind(self.settings, device)
