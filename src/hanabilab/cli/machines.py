"""Who does the work of a command: threads of this process, or a cluster of Ray."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

import typer

from hanabilab.arena.executor import Executor, Threads
from hanabilab.cli.jobs import end_share
from hanabilab.cli.notes import note
from hanabilab.cli.options import RUN, SharedPlace, ThreadsOption
from hanabilab.cli.runs import Run, report

_RAY, _AT = "ray", "ray://"


def _where(text: str) -> str:
    """Who does the work, as it is given."""
    if text in ("threads", _RAY) or text.startswith(_AT):
        return text
    raise typer.BadParameter(f"{text!r} is nowhere; write threads, ray or ray://HOST:PORT")


@dataclass(frozen=True)
class Machines:
    """Who does the work that a command line asks for."""

    threads: ThreadsOption = None
    on: Annotated[
        str,
        typer.Option(
            parser=_where,
            metavar="threads|ray|ray://HOST:PORT",
            help="Who does the work: threads here, or all nodes of a cluster of Ray that this "
            "machine is a node of. Results are the same.",
            rich_help_panel=RUN,
        ),
    ] = "threads"

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """The executor, as long as it is needed; tells what each node has done.

        Raises:
            AgentError: fewer than one thread.
            HanabiError: no cluster.
        """
        if self.on == "threads":
            yield Threads(self.threads)
            return
        from hanabilab.arena.on_ray import Cluster

        cluster = Cluster(self.on.removeprefix(_AT) if self.on != _RAY else None, self.threads)
        try:
            yield cluster
            note(cluster.report())
        finally:
            cluster.close()


def play_or_share(run: Run, machines: Machines, place: SharedPlace, *, as_json: bool) -> int:
    """Play what was asked for, and report it, but for a share; the exit code of the command."""
    with machines.open() as workers:
        played = run.play(workers)
    if place.share:
        return end_share(run.checkpoint.folder, place.share, run.complete, as_json=as_json)
    return report(run, played, as_json=as_json)
