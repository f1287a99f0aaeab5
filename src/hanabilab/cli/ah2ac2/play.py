"""`hanabi ah2ac2 play`: a challenge at a server, played by an agent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from hanabilab.adapters.ah2ac2 import (
    Candidate,
    Challenge,
    ChallengePlan,
    Client,
    play_challenge,
    read_key,
    report,
)
from hanabilab.agents import make_agent
from hanabilab.cli.ah2ac2.shown import KeyFileOption, numbers, print_report
from hanabilab.cli.jobs import planned, take_up
from hanabilab.cli.notes import note
from hanabilab.cli.options import RUN, JsonOption, Place, progress_bars
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console
from hanabilab.cli.terminal import report as tell
from hanabilab.errors import AgentError, HanabiError, NotationError
from hanabilab.messages import quoted
from hanabilab.runs.agents import kept_agent


@dataclass(frozen=True)
class _TestGames:
    """The test games that a command line asks for; None where it asks for those that count."""

    players: Annotated[
        int | None,
        typer.Option(help="Play test games with random partners, with so many players, 2 to 5."),
    ] = None
    seats: Annotated[
        str | None,
        typer.Option(metavar="0,2", help="In test games: the seats that the agent holds."),
    ] = None

    def __post_init__(self) -> None:
        if (self.players is None) != (self.seats is None):
            raise NotationError(
                "test games need --players and --seats, such as --players 3 --seats 0,2; games "
                "that count take neither"
            )

    def given(self) -> dict[str, Any]:
        """What is asked for, as settings."""
        if self.players is None or self.seats is None:
            return {}
        return {"players": self.players, "seats": numbers(self.seats)}


def command(
    url: Annotated[str, typer.Option(help="The server, such as https://HOST.")],
    agent: Annotated[
        str | None, typer.Option(help="Who plays; hanabi list agents lists them.")
    ] = None,
    key_file: KeyFileOption = None,
    *,
    test: _TestGames,
    given: Annotated[Given, OptionsOf(ChallengePlan, {"games": RUN, "seed": RUN})],
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Play the challenge of AH2AC2 at a server, game after game.

    The key is taken from the environment, AH2AC2_KEY, or from a file. It goes to the server that
    the command line names, with --resume, too, and to no other. Finished games are kept as they
    come, and are not played again.
    """
    client = Client(url, read_key(key_file))
    challenge = planned(Challenge, _Request(agent, url, test, given), place, given.get("games"))
    plan = challenge.plan
    made = make_agent(agent) if agent else kept_agent(plan.agent)
    candidate = Candidate(made, seed=plan.seed)
    with take_up(challenge, place):
        _play(challenge, client, candidate)
        document = {"agent": plan.agent, "url": plan.url, "seed": plan.seed}
        document |= report(challenge.games)
        if challenge.is_kept:
            _save(challenge, document)
    return tell(document, lambda found: print_report(Console(), found), as_json=as_json)


@dataclass(frozen=True)
class _Request:
    """What a command line asks for."""

    agent: str | None
    url: str
    test: _TestGames
    given: Given

    def plan(self) -> ChallengePlan:
        """What a run from the beginning plays."""
        if self.agent is None:
            raise AgentError("Missing option: --agent AGENT, or --resume DIR")
        return ChallengePlan(self.agent, self.url, **self.test.given(), **self.given)

    def beside(self, plan: ChallengePlan) -> dict[str, Any]:  # noqa: ARG002  # as others
        """The settings that are given, as a manifest has them, where a run has the plan `plan`."""
        agent = {} if self.agent is None else {"agent": self.agent}
        asked = {"url": self.url, **agent, **self.test.given(), **self.given}
        asked.pop("games", None)
        return {name: list(v) if isinstance(v, tuple) else v for name, v in asked.items()}


def _play(challenge: Challenge, client: Client, candidate: Candidate) -> None:
    """Play what is missing under a progress bar; tell how to go on if that is broken off."""
    try:
        with progress_bars() as bars:
            task = bars.add_task(challenge.plan.agent, total=None)

            def show(count: int, total: int) -> None:
                bars.update(task, completed=count, total=total)

            unknown = play_challenge(challenge, client, candidate, show)
    except (HanabiError, KeyboardInterrupt):
        if challenge.is_kept:
            path, url = quoted(challenge.folder.path), quoted(challenge.plan.url)
            note(
                f"{challenge.count:,} games are finished and kept; go on with: "
                f"hanabi ah2ac2 play --url {url} --resume {path}"
            )
        raise
    if unknown and challenge.is_kept:
        note(f"the server counts {unknown:,} finished games that are not in this folder")


def _save(challenge: Challenge, document: dict[str, Any]) -> None:
    """Write the document; then the run is finished."""
    challenge.folder.write_json("ah2ac2.json", document)
    if challenge.games:
        challenge.join(challenge.whole)
    challenge.finish()
