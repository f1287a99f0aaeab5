"""Options that commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from hanabilab.arena.threads import MAX_THREADS
from hanabilab.cli.terminal import Console
from hanabilab.errors import NotationError, ResumeError, RulesError
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules, parse_rules, rules_call
from hanabilab.runs.files import why_unwritable
from hanabilab.runs.shares import Share

# Panels that the help shows options in.
RULES, RUN, OUTPUT = "Rules of the game", "Games, seed, threads", "Output and resuming"

SeedOption = Annotated[
    int, typer.Option(min=0, help="Seed of decks and agents.", rich_help_panel=RUN)
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MAX_THREADS,
        help="Threads; all cores by default. Results are the same.",
        rich_help_panel=RUN,
    ),
]
JsonOption = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON document, nothing else.", rich_help_panel=OUTPUT),
]


def _folder(text: str) -> Path:
    """A folder as it is given; nothing is not the folder one is in."""
    if not text:
        raise typer.BadParameter("a folder has a name; write . for this one")
    return Path(text)


def named_file(text: str) -> Path:
    """A file to write, as it is given; a folder is none."""
    if not Path(text).name or Path(text).is_dir():
        raise typer.BadParameter(f"{text or 'nothing'} is no file; name one to write")
    if reason := why_unwritable(Path(text)):
        raise typer.BadParameter(f"cannot write {text}: {reason}")
    return Path(text)


_IN_FOLDER: Any = typer.Option(
    parser=_folder, metavar="DIR", help="New folder for the results.", rich_help_panel=OUTPUT
)
FolderOption = Annotated[Path, _IN_FOLDER]
OutOption = Annotated[Path | None, _IN_FOLDER]
ResumeOption = Annotated[
    Path | None,
    typer.Option(
        parser=_folder,
        metavar="DIR",
        help="Go on with the run in this folder, stopped, killed or finished; its settings need "
        "not be given again.",
        rich_help_panel=OUTPUT,
    ),
]


def _png(text: str) -> Path:
    """A file for a figure, which is always PNG."""
    if (path := named_file(text)).suffix != ".png":
        raise typer.BadParameter(f"cannot draw to {text!r}; name a file that ends in .png")
    return path


PngOption = Annotated[
    Path | None, typer.Option(parser=_png, metavar="FILE.png", help="Draw it to this file.")
]


#: What a game scores that is lost by the last life; where a drawn card goes.
Bomb: TypeAlias = Literal["zero", "keep"]
Slots: TypeAlias = Literal["shift", "fixed"]


def rules_option(default: str, text: str = "Rules, such as 'full(suits=4)'.") -> Any:
    """The option `--rules`; the help shows which are the default."""
    return typer.Option(show_default=default, help=text, rich_help_panel=RULES)


@dataclass(frozen=True)
class RulesRequest:
    """The rules that a command line asks for; None is what it leaves open."""

    rules: Annotated[
        str | None,
        rules_option("full", "Rules, such as small or 'full(suits=4)'; players follow the agents."),
    ] = None
    bomb: Annotated[
        Bomb | None,
        typer.Option(
            help="Score of a game that is lost by the last life: 0, or its points.",
            rich_help_panel=RULES,
        ),
    ] = None
    slots: Annotated[
        Slots | None,
        typer.Option(
            help="Where a drawn card goes: hands shift and it comes last, or the vacated slot.",
            rich_help_panel=RULES,
        ),
    ] = None

    def make(self, text: str, players: int) -> Rules:
        """The rules of a table of `players`; those of `text` where no others are asked for."""
        asked = text if self.rules is None else self.rules
        return make_rules(asked, players, self.bomb, self.slots)


@dataclass(frozen=True)
class SeatsRequest(RulesRequest):
    """The rules that a command line asks for, and their seats.

    Raises:
        RulesError: the rules name another number of seats.
    """

    players: Annotated[
        int | None, typer.Option(min=2, show_default="2", help="Seats of a game.")
    ] = None

    def __post_init__(self) -> None:
        if self.rules is None or self.players is None:
            return
        named = make_rules(self.rules, self.players, None, None).players
        if named != self.players:
            raise RulesError(
                f"--players {self.players}, but --rules names {named} players; leave one out"
            )

    def beside(self, known: Rules, default: str) -> Rules:
        """The rules asked for where a run has the rules `known`; `default` with other players."""
        players = self.players or known.players
        return self.make(format_rules(known) if players == known.players else default, players)


@dataclass(frozen=True)
class Place:
    """Where a run is kept: in a new folder, in that of the run to go on with, or nowhere.

    Raises:
        ResumeError: both are asked for.
    """

    out: OutOption = None
    resume: ResumeOption = None

    def __post_init__(self) -> None:
        if self.resume is not None and self.out is not None:
            raise ResumeError("--resume DIR goes on in its own folder; leave out --out")


def _share(text: str) -> Share:
    try:
        return Share.parse(text)
    except NotationError as error:
        raise typer.BadParameter(str(error)) from None


@dataclass(frozen=True)
class SharedPlace(Place):
    """Where a run is kept, of which this process may do a share.

    Raises:
        ResumeError: a share of a run that no folder keeps.
    """

    share: Annotated[
        Share | None,
        typer.Option(
            parser=_share,
            metavar="I/N",
            help="Do share I of N alone, beside other processes that do the others in the same "
            "folder, such as 3/16; then hanabi run gather DIR.",
            rich_help_panel=OUTPUT,
        ),
    ] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.share is not None and self.out is None and self.resume is None:
            raise ResumeError("--share needs the folder that all shares use: add --out DIR")


def make_rules(text: str, players: int, bomb: Bomb | None, slots: Slots | None) -> Rules:
    """The rules that `--rules`, `--bomb` and `--slots` ask for, at a table of `players`."""
    call = rules_call(text)
    if all(key != "players" for key, _ in call.options):
        call = replace(call, options=(("players", players), *call.options))
    rules = parse_rules(str(call))
    if bomb:
        rules = replace(rules, bomb=bomb)
    if slots:
        rules = replace(rules, draw_slot="newest" if slots == "shift" else "vacated")
    return rules


class TimeLeft(ProgressColumn):
    """Time left at the mean pace so far.

    Rich's own column forgets what is older than half a minute, and a searching agent's game can
    take longer. What was done before the bar was there has no part in the pace.
    """

    def __init__(self) -> None:
        super().__init__()
        self._ends: dict[TaskID, tuple[float, float]] = {}  # by task: completed, end as of then

    def render(self, task: Task) -> Text:
        """Hours, minutes and seconds, counting down between two steps."""
        done = task.completed - task.fields["before"]
        if task.total is None or task.elapsed is None or done <= 0:
            return Text("-:--:--")
        now = task.get_time()
        known, end = self._ends.get(task.id, (0, now))
        if known != task.completed:
            end = now + (task.total - task.completed) * task.elapsed / done
            self._ends[task.id] = task.completed, end
        return Text(str(timedelta(seconds=max(0, round(end - now)))))


class Bars(Progress):
    """Bars that remember what was done before them."""

    def add_task(  # as Rich has it
        self,
        description: str,
        start: bool = True,
        total: float | None = 100.0,
        completed: int = 0,
        visible: bool = True,
        **fields: Any,
    ) -> TaskID:
        return super().add_task(
            description, start, total, completed, visible, before=completed, **fields
        )


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """Bars with time left on stderr; they vanish when done, and are silent where no one looks."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeLeft(),
    )
    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Bars(*columns, console=console, transient=True, disable=hidden) as bars:
        yield bars
