"""What commands that value the positions of games have in common: games, settings, a kept run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.traits import check_rules
from hanabilab.cli.jobs import held, planned
from hanabilab.cli.options import RUN, Place, progress_bars
from hanabilab.cli.settings import Given
from hanabilab.cli.source_games import sources_of
from hanabilab.errors import AgentError, NotationError, ResumeError
from hanabilab.puzzles.keeping import GamesPlan, ValuedGames
from hanabilab.puzzles.sources import Source, blueprint, digest_of, usual_agent

J = TypeVar("J", bound=ValuedGames[Any])

#: Games that are taken if no number is given.
USUAL_GAMES = 100
MostOption = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=1_000_000,
        show_default=str(USUAL_GAMES),
        help="Games taken, the first so many.",
        rich_help_panel=RUN,
    ),
]
AgentOption = Annotated[
    str | None,
    typer.Option(
        show_default="who played all seats, or smart",
        help="The agent that all seats follow afterwards in the values; compiled.",
    ),
]


@dataclass(frozen=True)
class Request:
    """What a command line asks for; None is what it leaves open.

    Attributes:
        inputs: files, folders and links.
        games: taken of these at most.
        agent: that plays on.
        partial: take games that are cut short or not legal up to there.
        kind: of plan.
        settings: that are given, by name.
    """

    inputs: tuple[str, ...]
    games: int | None
    agent: str | None
    partial: bool
    kind: type[GamesPlan[Any]]
    settings: Given

    @cached_property
    def sources(self) -> list[Source]:
        """The games."""
        return sources_of(self.inputs, self.games or USUAL_GAMES, partial=self.partial)

    def plan(self) -> GamesPlan[Any]:
        """What a run from the beginning does."""
        sources = self.sources
        name = blueprint(self.agent or usual_agent(sources)).name
        made = self.kind.settings_kind(**self.settings)
        return self.kind(self.inputs, digest_of(sources), len(sources), name, made, self.partial)

    def beside(self, plan: GamesPlan[Any]) -> dict[str, Any]:  # noqa: ARG002  # of the protocol
        """The settings that are given, as the manifest of a run with that plan has them."""
        told: dict[str, Any] = dict(self.settings)
        told |= {"inputs": list(self.inputs)} if self.inputs else {}
        told |= {"partial": True} if self.partial else {}
        return told | ({"agent": blueprint(self.agent).name} if self.agent else {})


@contextmanager
def worked_through(
    kind: type[J],
    request: Request,
    place: Place,
    words: str,
    look: Callable[[Source, CompiledPolicy, Any], list[Any]],
) -> Iterator[J]:
    """The job that is asked for, held, with all its games looked at.

    Args:
        kind: of job.
        request: its games and settings.
        place: where it is kept.
        words: that the bar begins with.
        look: what is found in one game, by the agent and the settings.

    Raises:
        HanabiError: a game that cannot be read or valued, or a run that cannot be gone on with.
        KeyboardInterrupt: it was stopped; what was done is saved.
    """
    if place.resume is None and not request.inputs:
        raise NotationError("missing RUN or GAMES, or --resume DIR")
    job = planned(kind, request, place)
    plan = job.plan
    if place.resume is not None:
        if request.games not in (None, plan.games):
            raise ResumeError(
                f"the run in {place.resume} is of {plan.games} games, not of {request.games}"
            )
        request = replace(request, inputs=plan.inputs, games=plan.games, partial=plan.partial)
    sources = request.sources
    plan.require_same_games(sources)
    agent = blueprint(plan.agent)
    for rules in dict.fromkeys(each.record.rules for each in sources):
        check_rules(agent, rules)
    with held(job, place):
        with progress_bars() as bars:
            task = bars.add_task(words, total=len(sources), completed=job.count)
            found = job.found
            for game, source in enumerate(sources):
                if game not in found:
                    found[game] = _looked(look, source, agent, plan.settings)
                    job.take(game, found[game])
                    bars.advance(task)
        job.join(dict(sorted(found.items())))
        yield job


def _looked(
    look: Callable[[Source, CompiledPolicy, Any], list[Any]],
    source: Source,
    agent: CompiledPolicy,
    settings: Any,
) -> list[Any]:
    """What is found in a game; what is wrong is told with its name."""
    try:
        return look(source, agent, settings)
    except AgentError as error:
        raise AgentError(f"{source.name}: {error}") from None


def beside(file: Path, ending: str) -> Path:
    """A file or folder called as `file` with an ending."""
    return file.with_name(file.name + ending)
