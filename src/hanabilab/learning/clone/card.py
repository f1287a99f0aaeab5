"""What the weights of a model of people are, as the card of their file says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hanabilab.errors import AgentError, LearningError
from hanabilab.game.rule_tables import MAX_HAND, MAX_PLAYERS, MAX_RANKS, MAX_SUITS
from hanabilab.game.rules import Rules
from hanabilab.learning.cards import check_past
from hanabilab.learning.clone.columns import ACTION_COLUMNS, POSITION_COLUMNS
from hanabilab.learning.clone.network import CloneNetwork
from hanabilab.learning.clone.settings import MAX_HIDDEN
from hanabilab.learning.weight_files import Kind
from hanabilab.notation import format_rules


@dataclass(frozen=True)
class CloneCard:
    """Of a model of people.

    Attributes:
        players, suits, hand_size: of the games that it has learned from; it plays no others.
        hidden: neurons of each hidden layer.
        columns: what it is told of an action and of the position: how many numbers.
        history: how it came to be: what was given to `imitate`, games, decisions.
        scores: what was measured.

    Raises:
        ValueError: no network has such a card.
    """

    players: int
    suits: int
    hand_size: int
    hidden: int
    history: Sequence[dict[str, Any]] = ()
    scores: dict[str, Any] = field(default_factory=dict)
    columns: Sequence[int] = (ACTION_COLUMNS, POSITION_COLUMNS)

    def __post_init__(self) -> None:
        ranges = {
            "players": (2, MAX_PLAYERS),
            "suits": (1, MAX_SUITS),
            "hand_size": (1, MAX_HAND),
            "hidden": (2, MAX_HIDDEN),
        }
        for name, (least, most) in ranges.items():
            number = getattr(self, name)
            if type(number) is not int or not least <= number <= most:
                raise ValueError(f"{name} is {number!r}; {least} to {most}")
        if tuple(self.columns) != (ACTION_COLUMNS, POSITION_COLUMNS):
            raise ValueError(f"it is told {self.columns} numbers, by another version")
        check_past(self.history, self.scores)

    def require_rules(self, rules: Rules, name: str) -> None:
        """Do nothing if the agent `name` has learned from games like those of `rules`.

        Raises:
            AgentError: it has not.
        """
        sizes = (rules.players, rules.suits, rules.ranks, rules.hand_size)
        if sizes != (self.players, self.suits, MAX_RANKS, self.hand_size) or not rules.is_usual:
            raise AgentError(
                f"{name} has learned from games of {self.players} players, {self.suits} suits of "
                f"{MAX_RANKS} ranks and hands of {self.hand_size}; it cannot play "
                f"{format_rules(rules)}"
            )

    def require_like(self, wanted: CloneCard, path: Path) -> None:
        """Do nothing if a model of this card can go on as `wanted` says.

        Args:
            wanted: of the run that is to go on.
            path: of the weights, for the message.

        Raises:
            LearningError: it is of games of other sizes, or has other layers.
        """
        for name in ("players", "suits", "hand_size", "hidden"):
            ours, theirs = getattr(wanted, name), getattr(self, name)
            if ours != theirs:
                raise LearningError(
                    f"weights in {path} are of another model: {name} is {theirs}, not {ours}"
                )

    def as_json(self) -> dict[str, Any]:
        """As a file has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> CloneCard:
        """What `as_json` gave.

        Raises:
            TypeError, ValueError: it is none.
        """
        # Earlier releases wrote `of_user` as well, which is no field of a card.
        return cls(**{name: told for name, told in document.items() if name != "of_user"})

    def require_allowed(self, path: Path) -> None:
        """Do nothing: a model of people names no file."""

    @property
    def of_user(self) -> bool:
        """Whether the network is one of a user: none is."""
        return False

    @property
    def least_numbers(self) -> int:
        """Weights that such a network has at least."""
        return self.hidden**2

    def new_network(self) -> CloneNetwork:
        """Such a network, untrained."""
        return CloneNetwork(self.hidden)


#: Models of people.
CLONES: Kind[Any, Any] = Kind(
    "hanabilab people 1",
    CloneCard,
    CloneCard.new_network,
    error=AgentError,
    words="{} is damaged, or holds no model of people",
)
