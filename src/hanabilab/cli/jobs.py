"""Jobs as commands run them: planned by options or found in a folder, taken up, worked through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, TypeVar

from rich.progress import Progress

from hanabilab.cli.notes import note
from hanabilab.cli.options import Place, SharedPlace, progress_bars
from hanabilab.cli.terminal import print_document
from hanabilab.errors import ResumeError, StoppedError
from hanabilab.messages import quoted
from hanabilab.moved import call_of
from hanabilab.runs import RunFolder
from hanabilab.runs.job import Job
from hanabilab.runs.shares import WHOLE, Share, require_same_code

J = TypeVar("J", bound=Job[Any, Any])
W = TypeVar("W")


class Request(Protocol):
    """What a command line asks for, but for the target."""

    def plan(self) -> Any:
        """What a run from the beginning does."""
        ...

    def beside(self, plan: Any) -> Mapping[str, Any]:
        """The settings that are given, as a manifest has them, where a run has the plan `plan`."""
        ...


def settle(
    kind: type[J], request: Request, place: Place, wanted: int | None = None
) -> AbstractContextManager[J]:
    """The job that is asked for, as `planned`; `held` while a command works at it."""
    return held(planned(kind, request, place, wanted), place)


def planned(
    kind: type[J], request: Request, place: Place, wanted: int | None = None, *commands: str
) -> J:
    """The job that is asked for, new or found; nothing is written yet.

    Args:
        wanted: what the target of a job that is found grows to; None leaves it as it is.
        commands: that a job that is found may be of; any of its kind's, if none is named.

    Raises:
        ResumeError: nothing to resume, or with other settings.
    """
    if place.resume is None:
        return kind(request.plan())
    found = kind.find(place.resume, *commands)
    found.require_same(request.beside(found.plan))
    if wanted is not None:
        found.grow(wanted)
    return found


@contextmanager
def held(job: J, place: Place) -> Iterator[J]:
    """A job, taken up; whatever stops what is done with it, the user learns how to go on.

    Raises:
        OutputError: a folder that cannot be used.
        ResumeError: a part that cannot be read.
    """
    with take_up(job, place):
        try:
            yield job
        except (StoppedError, KeyboardInterrupt):
            _tell_stop(job, share_of(place))
            raise


def share_of(place: Place) -> Share:
    """The share of the work that is asked for; all of it, if none is."""
    return (isinstance(place, SharedPlace) and place.share) or WHOLE


def take_up(job: J, place: Place) -> J:
    """Begin a job, go on with it, or join it for a share; tells what is there already.

    Raises:
        OutputError: a folder that cannot be used.
        ResumeError: a part that cannot be read.
    """
    where = place.resume or place.out
    if where is None:
        job.prepare()
    elif isinstance(place, SharedPlace) and place.share:
        tell_found(job.join_run(where).folder, job.mended)
    elif place.resume:
        tell_found(job.go_on().folder, job.mended, job.progress())
    else:
        job.begin(where)
    return job


def tell_found(folder: RunFolder, mended: str, done: str = "") -> None:
    """Tell which parts are damaged, and what earlier sessions have done.

    Args:
        mended: what becomes of the work of damaged parts.
        done: how much is done; "" if nothing is told of sessions.
    """
    for path in folder.damaged:
        note(f"{path} is damaged; {mended}")
    *earlier, ours = [str(session["commit"]) for session in folder.manifest.sessions]
    if done and earlier:
        note(f"{done} are there already")
    if done and (others := sorted(set(earlier) - {ours})):
        note(f"some were played at commit {', '.join(others)}; this is {ours}")


def gathered(job: J, require_all: Callable[[J], object]) -> J:
    """A job that was found, held, once all shares of it have been done by this code.

    Args:
        job: that was found.
        require_all: refuses a job of which something is missing.

    Raises:
        ResumeError: something is missing, or was done by other code.
    """
    require_same_code(job.folder)
    job.folder.go_on(job.plan.target, lambda: (job.read(), require_all(job)))
    return job


def work_through(
    job: Job[Any, W],
    states: Iterable[W],
    words: str,
    show: Callable[[W, Progress], str | None] = lambda *_: None,
) -> bool:
    """Go through the states of a job under a progress bar; False if Ctrl-C stopped it.

    Args:
        words: that the bar begins with.
        show: called with each state and the bars; what the bar then says, if anything else.
    """
    (wanted,) = job.plan.target.values()
    try:
        with progress_bars() as bars:
            task = bars.add_task(words, total=wanted, completed=job.count)

            def show_state(state: W) -> None:
                told = show(state, bars)
                bars.update(task, completed=job.count, description=told or words)

            job.work(states, show_state)
    except KeyboardInterrupt:
        _tell_stop(job)
        return False
    return True


def _tell_stop(job: Job[Any, Any], share: Share = WHOLE) -> None:
    """Save what waits, and tell how a job goes on, if it is kept."""
    if job.is_kept:
        job.hand_on()
        note_stop(job.folder, share)


def note_stop(folder: RunFolder, share: Share = WHOLE) -> None:
    """Tell how a run, or a share of it, that was stopped goes on."""
    own = "" if share == WHOLE else f" --share {share}"
    manifest = folder.manifest
    command = f"{call_of(manifest.command)} --resume {quoted(folder.path)}{own}"
    note(f"stopped; go on with: {command}{manifest.word_for_code}")


def end_share(folder: RunFolder, share: Share, complete: bool, *, as_json: bool) -> int:
    """Tell how a share ended; the exit code."""
    if complete:
        command = f"hanabi run gather {quoted(folder.path)}{folder.manifest.word_for_code}"
        note(f"share {share} is done; once all are: {command}")
    else:
        note_stop(folder, share)
    if as_json:
        print_document({"folder": str(folder.path), "share": str(share), "complete": complete})
    return 0 if complete else 130


def require_none_missing(folder: RunFolder, count: int, first: str) -> None:
    """Do nothing if no games are missing in the folder of a run.

    Raises:
        ResumeError: some are; says which comes first, and what to do.
    """
    if count:
        damaged = "; a part is damaged" if folder.damaged else ""
        raise ResumeError(
            f"{count:,} games are missing, the first is {first}{damaged}; do the shares that are "
            f"missing, or hanabi {folder.manifest.command} --resume {quoted(folder.path)}"
            f"{folder.manifest.word_for_code}"
        )
