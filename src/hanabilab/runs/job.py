"""A job: work that is planned, kept in a folder while it is done, and gone on with from there.

A command adds a plan, and how its work becomes bytes and is read again with care. Parts are kept in
one of two ways:

- *finished work*: each part has some of it; once the run is finished, one part has all;
- *states*: each part tells where the whole has come to; the last two stay, and of a finished run
  the last one. A run whose last state is damaged goes on from the one before, or begins again.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from hanabilab.errors import ResumeError
from hanabilab.runs.folder import RunFolder
from hanabilab.runs.parts import number_of
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import MOST_BYTES
from hanabilab.runs.shares import join_run

#: Bytes of a state at most. It holds all that a run keeps in memory, such as a replay: 64 GiB.
MOST_STATE = 1 << 36


P = TypeVar("P", bound=JobPlan)
W = TypeVar("W")


class Job(ABC, Generic[P, W]):
    """A plan, and the folder that keeps its work, if one does.

    As a context manager it saves what waits and lets go of the folder at the end.

    Attributes:
        kind: of plan.
        commands: whose folders hold such a job.
        mended: what becomes of the work of damaged parts, in words.
        seconds_between: two parts, at least.
        home: the folder in that of the run that has the parts.
        keeps_states: whether parts are states; else they are finished work.
        changes_in_place: whether a step changes the state before it, which is then no state if the
            step is broken off.
        done: the work of earlier sessions, part by part; of states the last one, which follows
            `work`.
    """

    kind: ClassVar[type[JobPlan]]
    commands: ClassVar[tuple[str, ...]]
    mended: ClassVar[str] = "its games are played again"
    seconds_between: ClassVar[float] = 10.0
    home: str = "parts"
    keeps_states: ClassVar[bool] = False
    changes_in_place: ClassVar[bool] = False

    def __init__(self, plan: P, folder: RunFolder | None = None) -> None:
        """A job that is not held, and the folder that it was found in, if any."""
        self.plan = plan
        self.done: list[W] = []
        self._folder = folder
        self._waiting: list[W] = []
        self._last = time.monotonic()

    # --- What a command adds ---------------------------------------------------------------------

    @abstractmethod
    def pack(self, work: list[W]) -> bytes:
        """The file of finished work, put together; or of one state."""

    @abstractmethod
    def unpack(self, data: bytes, path: Path) -> W:
        """What the file `data` of the part `path` holds.

        Raises:
            ResumeError: nothing that the plan can come to.
        """

    def number_of(self, state: Any) -> int:
        """How far a state has come, counted as the target is: what it says is `done`."""
        return int(state.done)

    def prepare(self) -> None:
        """Refuse what cannot be done, before any file is touched."""

    @property
    def count(self) -> int:
        """How far the run has come."""
        return self.number_of(self.done[0]) if self.done else 0

    @property
    def is_whole(self) -> bool:
        """Whether it has come as far as it is to."""
        return self.count >= sum(self.plan.target.values())

    def progress(self) -> str:
        """How far the run has come, in words."""
        ((name, wanted),) = self.plan.target.items()
        return f"{self.count:,} of {wanted:,} {name}"

    # --- Finding, beginning, going on, finishing -------------------------------------------------

    @property
    def is_kept(self) -> bool:
        """Whether a folder keeps it."""
        return self._folder is not None

    @property
    def folder(self) -> RunFolder:
        """The folder that keeps it; there must be one."""
        assert self._folder is not None  # noqa: S101  # whoever asks has made sure
        return self._folder

    @classmethod
    def find(cls, path: Path, *commands: str) -> Self:
        """The job in the folder `path`; nothing is written.

        Args:
            path: of the folder.
            commands: that it may be of; any of `cls.commands`, if none is named.

        Raises:
            ResumeError: there is none, or none that can be read.
        """
        folder = RunFolder.find(path, *(commands or cls.commands))
        command, target = folder.manifest.command, folder.manifest.target

        def plan_of(settings: dict[str, Any]) -> Any:
            plan = cls.kind.from_json(settings, target)
            if (plan.command, plan.target) != (command, target):
                raise ValueError("its command or its target does not fit its settings")
            return plan

        return cls(folder.decode(plan_of, lambda plan: plan.as_json()), folder)

    def require_same(self, given: Mapping[str, Any]) -> None:
        """Do nothing if all settings that are given are those of a job that was found.

        Raises:
            ResumeError: one is not; says which.
        """
        self.folder.manifest.require_same(given, self.folder.path)

    def grow(self, wanted: int) -> None:
        """Plan for more than a job that was found has.

        Raises:
            ResumeError: it is less.
        """
        plan: Any = self.plan
        if wanted < (count := plan.target[plan.grows]):
            raise ResumeError(
                f"the run in {self.folder.path} is of {count} {plan.grows}; it can get more, not "
                f"{wanted}"
            )
        self.plan = replace(plan, **{plan.grows: wanted})

    def begin(self, path: Path) -> Self:
        """Begin it in the folder `path`, and hold it; raises what `prepare` and the folder do."""
        self.prepare()
        plan = self.plan
        self._folder = RunFolder.begin(path, plan.command, plan.as_json(), plan.target)
        return self

    def go_on(self) -> Self:
        """Hold a job that was found, once it is read; raises what `prepare` and the folder do."""
        self.prepare()
        self.folder.go_on(self.plan.target, self.read)
        return self

    def join_run(self, path: Path) -> Self:
        """Hold a job beside processes that do other shares; raises what `prepare` and they do."""
        self.prepare()
        plan = self.plan
        self._folder = join_run(path, plan.command, plan.as_json(), plan.target)
        try:
            self.read()
            self.folder.drop(self.folder.damaged)
        except BaseException:
            self.folder.release()
            raise
        return self

    def read(self) -> None:
        """Take in what is there; damaged parts are noted.

        Raises:
            ResumeError: a part that cannot be read, or is of another run.
        """
        parts = self.folder.parts(self.home)
        if self.keeps_states:
            whole = (self.read_parts([path]) for path in reversed(parts))
            self.done = next(filter(None, whole), [])
        else:
            self.done = self.read_parts(parts)

    def read_parts(self, parts: Iterable[Path]) -> list[W]:
        """What those parts hold that are not damaged.

        Raises:
            ResumeError: one cannot be read.
        """
        most = MOST_STATE if self.keeps_states else MOST_BYTES
        read = ((path, self.folder.read(path, most)) for path in parts)
        return [self.unpack(data, path) for path, data in read if data is not None]

    def finish(self) -> None:
        """Note that the run is finished, once results are written."""
        self.folder.finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder:
            with self._folder:
                self.hand_on()

    # --- Finished work ---------------------------------------------------------------------------

    def keep(self, work: W) -> None:
        """Save finished work, some seconds later, with what comes until then."""
        if self._folder:
            self._waiting.append(work)
            if time.monotonic() - self._last > self.seconds_between:
                self.hand_on()

    def hand_on(self) -> None:
        """Save finished work that waits."""
        if self._waiting:
            parts = self.folder.parts(self.home)
            self._write(number_of(parts[-1]) + 1 if parts else 0, self._waiting)
        self._waiting, self._last = [], time.monotonic()

    def join(self, whole: W) -> None:
        """Once all is done: it becomes one part."""
        self._waiting = []
        part = self._write(0, [whole])
        self.folder.drop(path for path in self.folder.parts(self.home) if path != part)

    def _write(self, number: int, work: list[W]) -> Path:
        return self.folder.keep(self.home, number, self.pack(work), "npz")

    # --- States ----------------------------------------------------------------------------------

    def keep_state(self, state: W) -> None:
        """Save a state; of those before it one stays, but none at the end.

        Which state came before depends on the clock, and a finished run should not.
        """
        if self._folder:
            self._write(self.number_of(state), [state])
            self._drop_states(last=self.number_of(state) >= sum(self.plan.target.values()))

    def _drop_states(self, *, last: bool) -> None:
        self.folder.drop(self.folder.parts(self.home)[: -1 if last else -2])

    def work(self, states: Iterable[W], show: Callable[[W], object] = lambda _: None) -> None:
        """Go through the states that follow; save one now and then, and the last, also at Ctrl-C.

        Args:
            states: each is made by a step when it is asked for.
            show: called with each.

        Raises:
            OutputError: one cannot be written.
            KeyboardInterrupt: the work was stopped; the last state that is whole is saved.
        """
        stepping, stepped = True, False
        try:
            for state in states:
                self.done, stepping, stepped = [state], False, True
                show(state)
                if time.monotonic() - self._last > self.seconds_between:
                    self.keep_state(state)
                    self._last = time.monotonic()
                stepping = True
        except KeyboardInterrupt:
            if stepped and not (stepping and self.changes_in_place):
                self.keep_state(self.done[0])
            raise
        if stepped:
            self.keep_state(self.done[0])
        elif self._folder:  # a killed session may not have come to drop earlier states
            self._drop_states(last=True)
