"""By which conventions of people a game is read, as `hanabi review` asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from hanabilab.agents.conventions.memory import BUILT_LEVELS, USUAL_LEVEL
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.rules import Rules
from hanabilab.notation import Record
from hanabilab.review.convention_turn import ConventionTurn
from hanabilab.review.conventions import check_convention, read_by_convention

#: What `--level` is, for help texts.
LEVEL_HELP = (
    f"Level of the conventions, {BUILT_LEVELS[0]} to {BUILT_LEVELS[-1]}; "
    f"{USUAL_LEVEL} if none is given."
)


@dataclass(frozen=True)
class ReadingRequest:
    """A convention and its level; no convention for no reading."""

    convention: Annotated[
        str | None,
        typer.Option(help="Say of each loss whether it broke conventions of people: h-group."),
    ] = None
    level: Annotated[int | None, typer.Option(help=LEVEL_HELP)] = None

    @property
    def depth(self) -> int:
        """The level to read by."""
        return USUAL_LEVEL if self.level is None else self.level

    def check(self) -> None:
        """Do nothing if there is such a convention and level, or no reading is asked for.

        Raises:
            AgentError: there is not, or a level stands alone.
        """
        if self.convention is not None:
            check_convention(self.convention, self.depth, Rules())
        elif self.level is not None:
            raise AgentError("--level is of a convention: add --convention h-group")

    def read(self, record: Record) -> list[ConventionTurn] | None:
        """What the actions of a game say; None if no reading is asked for.

        Raises:
            AgentError: a game that the convention does not read.
        """
        if self.convention is None:
            return None
        try:
            return read_by_convention(record, convention=self.convention, level=self.depth)
        except RulesError as error:
            raise AgentError(str(error)) from None


#: Losses are not read.
NO_READING = ReadingRequest()
