"""What weights are, as the card of their file says it: of which network, and how they came to be.

A card may be anybody's, so it is checked before a network is made of it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any

from hanabilab.agents.user_files import require_allowed_code
from hanabilab.errors import AgentError, LearningError
from hanabilab.game.rules import Rules
from hanabilab.learning.guided_network import GuidedNetwork
from hanabilab.learning.guides import Guided
from hanabilab.learning.networks import (
    Architecture,
    BeliefReader,
    Channels,
    Network,
    OwnNetwork,
    make_own_network,
)
from hanabilab.learning.networks.families import MAX_LAYERS, check_channels
from hanabilab.notation import format_rules, parse_rules


@dataclass(frozen=True)
class Card:
    """What the weights of a network on observations are, or of a learned belief.

    Attributes:
        rules: that the network plays.
        architecture: of the network; None for a network of a user.
        history: how it came to be: a step for each run, with its algorithm, turns and CPU-hours.
        scores: what was measured: text of commands to results.
        value_based: whether outputs are values of actions, and not a policy.
        network: FILE.py:NAME of the network of a user; "" for one of ours.
        belief: of the learned belief that the network reads, if it reads one.
    """

    rules: Rules
    architecture: Architecture | None
    history: list[dict[str, Any]] = field(default_factory=list)
    scores: dict[str, str] = field(default_factory=dict)
    value_based: bool = False
    network: str = ""
    belief: Architecture | None = None

    def as_json(self) -> dict[str, Any]:
        """As a file has it."""
        made: dict[str, Any] = {"network": self.network}
        if self.architecture is not None:
            made = {"architecture": asdict(self.architecture)}
        if self.belief is not None:
            made["belief"] = asdict(self.belief)
        document = {
            "rules": format_rules(self.rules),
            **made,
            "history": self.history,
            "scores": self.scores,
        }
        return {**document, "value_based": True} if self.value_based else document

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Card:
        """What `as_json` gave.

        Raises:
            KeyError, TypeError, ValueError: it is none.
        """
        for name, kind in {"value_based": bool, "network": str}.items():
            if name in document and not isinstance(document[name], kind):
                raise TypeError(f"{name} is {document[name]!r}")
        check_past(document["history"], document["scores"])
        return cls(
            parse_rules(document["rules"]),
            None if document.get("network") else _architecture(document["architecture"]),
            document["history"],
            document["scores"],
            document.get("value_based", False),
            document.get("network", ""),
            _architecture(document["belief"]) if "belief" in document else None,
        )

    @property
    def least_numbers(self) -> int:
        """Weights that such a network has at least."""
        return sum(map(_least_numbers, filter(None, (self.architecture, self.belief))))

    def require_architecture(self) -> Architecture:
        """Of a network of ours.

        Raises:
            ValueError: it is one of a user.
        """
        if self.architecture is None:
            raise ValueError(f"it is of {self.network}, a network of a user")
        return self.architecture

    @property
    def tells_parts(self) -> bool:
        """Whether a seat tells only its part of what a position is worth (VDN)."""
        return self.architecture is not None and self.architecture.waiting

    @property
    def of_user(self) -> bool:
        """Whether the network is one of a user."""
        return self.architecture is None

    def made_by(self, network: str) -> Card:
        """The same of a network of the user, FILE.py:NAME."""
        return replace(self, architecture=None, network=network)

    def require_allowed(self, path: Path) -> None:
        """Do nothing if making the network of the card of `path` runs no file of a stranger.

        Raises:
            AgentError: it is of a Python file that the user has not named.
        """
        require_allowed_code(self.network, source=f"the card of {path}")

    def require_rules(self, rules: Rules) -> None:
        """Do nothing if games by `rules` have the cards, sizes and vectors that were learned.

        Raises:
            AgentError: they have not.
        """
        learned, asked = (
            (each.materials, each.observation, each.num_actions) for each in (self.rules, rules)
        )
        if learned != asked:
            ours, theirs = format_rules(self.rules), format_rules(rules)
            raise AgentError(f"this network has learned {ours}, and cannot play {theirs}")

    def require_same_rules(self, rules: Rules, path: Path) -> None:
        """Do nothing if weights of this card, in `path`, go with a run that plays `rules`.

        Raises:
            LearningError: they are of other rules.
        """
        if self.rules != rules:
            ours, theirs = format_rules(rules), format_rules(self.rules)
            raise LearningError(f"weights in {path} have learned {theirs}; this run plays {ours}")

    def new_network(self) -> Network | OwnNetwork:
        """Such a network, untrained.

        Raises:
            LearningError: there is no such network of a user.
        """
        if self.architecture is None:
            return make_own_network(self.network, self.rules)
        if self.belief is not None:
            return BeliefReader(self.rules, self.architecture, self.belief)
        return Network(self.rules, self.architecture)

    def require_like(self, wanted: Card, path: Path) -> None:
        """Do nothing if weights of this card can go on as `wanted` says.

        Args:
            wanted: of the run that is to go on.
            path: of the weights, for the message.

        Raises:
            LearningError: they are of other rules, of another architecture, or of a policy where
                values of actions are learned, or the reverse.
        """
        self.require_same_rules(wanted.rules, path)
        given, needed = self._layers(), wanted._layers()
        for name in sorted(needed.keys() ^ given.keys()) or needed:
            if given.get(name) != needed.get(name):
                raise LearningError(
                    f"weights in {path} are of another network: {name} is {given.get(name)}, not "
                    f"{needed.get(name)}"
                )
        if self.belief is not None and wanted.belief is None:
            raise LearningError(
                f"weights in {path} read a learned belief; name one for the run to read, too"
            )
        if self.value_based != wanted.value_based:
            kinds = ("a policy", "values of actions")
            raise LearningError(
                f"weights in {path} tell {kinds[self.value_based]}; this run learns "
                f"{kinds[wanted.value_based]}"
            )

    def _layers(self) -> dict[str, Any]:
        """What the network is made of, by name."""
        return asdict(self.architecture) if self.architecture else {"network": self.network}


def check_past(history: Any, scores: Any) -> None:
    """Raise TypeError unless a card can tell this: a run that went on would fail at its end."""
    if not isinstance(history, list | tuple):
        raise TypeError(f"history is {history!r:.80}")
    if odd := [step for step in history if not isinstance(step, dict)]:
        raise TypeError(f"a step of its history is {odd[0]!r:.80}")
    if not isinstance(scores, dict):
        raise TypeError(f"scores is {scores!r:.80}")


def _least_numbers(made: Architecture) -> int:
    """Weights that layers and a memory have at least."""
    channels = sum(made.hidden)
    return channels**2 if made.layers > 1 or made.memory is not None else channels


def _architecture(document: dict[str, Any]) -> Architecture:
    layers = dict(document)
    hidden = Channels(*layers.pop("hidden"))
    return Architecture(hidden, **layers)


@dataclass(frozen=True)
class GuidedCard:
    """What the weights of a network that sits on a guide are.

    Attributes:
        guide: name of the rule agent.
        rules: that it plays, as text.
        hidden: channels of each hidden layer, for all colors and of each.
        threshold: how much better than the guide's an action must be said to be.
        history, scores: as of `Card`.

    Raises:
        ValueError: hidden layers or a threshold that no network has.
    """

    guide: str
    rules: str
    hidden: list[list[int]]
    threshold: float
    history: list[dict[str, Any]] = field(default_factory=list)
    scores: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.guide, str):
            raise ValueError(f"guide is {self.guide!r}; the name of an agent")
        if not 1 <= len(self.hidden) <= MAX_LAYERS or any(len(sizes) != 2 for sizes in self.hidden):
            raise ValueError(f"hidden is {self.hidden}; 1 to {MAX_LAYERS} pairs of channels")
        for sizes in self.hidden:
            check_channels(Channels(*sizes))
        threshold = self.threshold
        if not isinstance(threshold, int | float) or not 0 <= threshold < inf:
            raise ValueError(f"threshold is {threshold!r}; a number of points from 0 up")
        check_past(self.history, self.scores)

    def as_json(self) -> dict[str, Any]:
        """As a file has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> GuidedCard:
        """What `as_json` gave.

        Raises:
            TypeError, ValueError: it is none.
        """
        return cls(**document)

    def require_allowed(self, path: Path) -> None:
        """As `Card.require_allowed`, of the guide."""
        require_allowed_code(self.guide, source=f"the card of {path}")

    @property
    def of_user(self) -> bool:
        """Whether the network is one of a user: none is."""
        return False

    @property
    def least_numbers(self) -> int:
        """Weights that such a network has at least."""
        return sum(map(sum, self.hidden))

    @cached_property
    def guided(self) -> Guided:
        """The guide and its rules."""
        return Guided(self.guide, parse_rules(self.rules))

    def new_network(self) -> GuidedNetwork:
        """A network of these layers, untrained."""
        return GuidedNetwork(self.guided.symmetry, tuple(Channels(*sizes) for sizes in self.hidden))

    def require_like(self, wanted: GuidedCard, path: Path) -> None:
        """Do nothing if weights of this card can go on as `wanted` says; as `Card.require_like`.

        Raises:
            LearningError: they are of another guide, other layers or other rules.
        """
        ours = self.guide, self.hidden, self.guided.rules
        if ours != (wanted.guide, wanted.hidden, wanted.guided.rules):
            raise LearningError(
                f"weights in {path} sit on {self.guide} with layers {self.hidden} and play "
                f"{self.rules}, not on {wanted.guide} with {wanted.hidden} and {wanted.rules}"
            )
