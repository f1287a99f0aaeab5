"""`hanabi ah2ac2 serve`: a server of the challenge's protocol on this machine."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.adapters.ah2ac2 import Evaluation, Key, Offer, read_key, report, serving
from hanabilab.agents import make_agent
from hanabilab.cli.ah2ac2.shown import KeyFileOption, numbers, print_report
from hanabilab.cli.notes import note
from hanabilab.cli.options import RUN, JsonOption, SeedOption
from hanabilab.cli.terminal import Console
from hanabilab.cli.terminal import report as tell
from hanabilab.errors import NotationError

#: Seconds for which the server stays after the last game, so that candidates can ask how it ended.
_LINGER = 2.0
#: Seconds between two looks at whether all is done; Ctrl-C is heard between them.
_LOOK = 0.2


@dataclass(frozen=True)
class _Games:
    """The games that a command line asks for."""

    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Games that count.", rich_help_panel=RUN)
    ] = 1000
    players: Annotated[
        str, typer.Option(metavar="2,3", help="Numbers of players, in turns.", rich_help_panel=RUN)
    ] = "2"
    held: Annotated[
        int, typer.Option(min=1, max=4, help="Seats of a candidate.", rich_help_panel=RUN)
    ] = 1
    seed: SeedOption = 0

    def offer(self, partners: list[str]) -> Offer:
        """What is served; raises what the offer does."""
        agents = tuple(make_agent(name) for name in partners)
        return Offer(agents, self.games, numbers(self.players), self.held, self.seed)


@dataclass(frozen=True)
class _Wire:
    """Where it is served."""

    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")] = 0
    certificate: Annotated[
        Path | None, typer.Option(help="A certificate for localhost; then it serves over TLS.")
    ] = None
    certificate_key: Annotated[
        Path | None, typer.Option(help="The private key of the certificate.")
    ] = None

    def pair(self) -> tuple[Path, Path] | None:
        """The files for TLS, if there are any."""
        if self.certificate is None and self.certificate_key is None:
            return None
        if self.certificate is None or self.certificate_key is None:
            raise NotationError("TLS needs both --certificate FILE and --certificate-key FILE")
        return self.certificate, self.certificate_key


def command(
    partner: Annotated[
        list[str],
        typer.Option(help="Who sits at the other seats; can be given again, they take turns."),
    ],
    key_file: KeyFileOption = None,
    *,
    games: _Games,
    wire: _Wire,
    as_json: JsonOption = False,
) -> int:
    """Serve the challenge of AH2AC2 on this machine, with agents as partners.

    Candidates need the key that is in the environment, AH2AC2_KEY, or in a file. After the last
    game, or Ctrl-C, it tells what was played. A game that is broken off is dealt again.
    """
    key, offer, certificate = read_key(key_file), games.offer(partner), wire.pair()
    evaluation = Evaluation(offer, make_agent("random"))
    _serve(evaluation, key, wire.port, certificate)
    document = {
        "partners": [agent.name for agent in offer.partners],
        "seed": offer.seed,
        **report([evaluation.played[number] for number in sorted(evaluation.played)]),
    }
    tell(document, lambda found: _print(found, evaluation), as_json=as_json)
    return 0 if evaluation.is_done else 130


def _serve(
    evaluation: Evaluation, key: Key, port: int, certificate: tuple[Path, Path] | None
) -> None:
    """Serve until all is done, or Ctrl-C; raises what a partner does."""
    with serving(evaluation, key, port=port, certificate=certificate) as server:
        note(f"serving {evaluation.offer.games:,} games at {server.url}")
        try:
            while not server.done.wait(_LOOK):
                pass
            if server.failure is None:
                time.sleep(_LINGER)
        except KeyboardInterrupt:
            note("stopped")
    if server.failure is not None:
        raise server.failure


def _print(document: dict[str, Any], evaluation: Evaluation) -> None:
    console = Console()
    console.print(f"{len(evaluation.played):,} of {evaluation.offer.games:,} games were finished")
    print_report(console, document)
