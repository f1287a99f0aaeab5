"""`hanabi adhoc`: agents that identify their partner, beside a generalist and an oracle."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import polars as pl
import typer

from hanabilab.agents.policy import Agent, check_rules
from hanabilab.cli.folders import note_damage, note_sessions, note_stop
from hanabilab.cli.options import RUN, JsonOption, Place, ThreadsOption, progress_bars
from hanabilab.cli.sequences import print_adhoc
from hanabilab.cli.settings import Given, OptionsOf, require_used
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, StoppedError
from hanabilab.notation import split_calls
from hanabilab.runs import RunFolder
from hanabilab.runs.agents import kept_agent
from hanabilab.runs.settings import Setting, check_settings, declared, settings_as_json
from hanabilab.teamplay import PairsPlan
from hanabilab.teamplay.adaptive import (
    RESPONDERS,
    Adaptive,
    Identifier,
    KeptSequences,
    Members,
    PayoffMatrix,
    Played,
    SequencePlan,
    best_responses,
    held_out_partners,
    play_sequences,
    report_sequences,
    responders_of,
    table_of,
)

_ADHOC = "adhoc"


@dataclass(frozen=True, kw_only=True)
class _Amounts:
    """How much is played, and the seed.

    Raises:
        AgentError: a number out of range.
    """

    length: Annotated[int, Setting("Games of a sequence.", 1, 1_000_000)] = 10
    sequences: Annotated[int, Setting("Sequences with each partner.", 1, 1_000_000)] = 1
    seed: Annotated[int, Setting("Seed of decks and agents.", 0)] = 1
    oracle_games: Annotated[
        int,
        Setting(
            "Games of every member with a partner from outside the pool, of the seed after, to "
            "find what the oracle plays.",
            4,
        ),
    ] = 50

    def __post_init__(self) -> None:
        check_settings(self, AgentError)


@dataclass(frozen=True)
class _Partners:
    """The partners that a command line asks for; None is what it leaves open."""

    partners: Annotated[
        list[str] | None,
        typer.Option(
            show_default="the pool",
            help="Agents separated by commas, or the folder of a cross-play or an evolution; can "
            "be given again.",
        ),
    ] = None
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Meet only this many partners, spread evenly over their list."),
    ] = None

    def names(self, payoffs: PayoffMatrix) -> tuple[str, ...]:
        """The partners by name, whether they are given so, by folder, or not at all."""
        names: list[str] = [] if self.partners else list(payoffs.members)
        for text in self.partners or []:
            own = Path(text).is_dir()
            names += Members.of([Path(text)]).names if own else split_calls(text)
        return drawn(tuple(names), self.limit)


def command(
    folder: Annotated[
        Path | None,
        typer.Argument(
            help="A finished cross-play of a pool, or a folder with one in pairs; none with "
            "--resume."
        ),
    ] = None,
    *,
    whom: _Partners,
    given: Annotated[Given, OptionsOf(_Amounts, {"seed": RUN})],
    threads: ThreadsOption = None,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Play with each partner for some games: agents that identify it, a generalist, an oracle."""
    if folder is not None:
        given["pool"] = str(folder)
    study = _settle(_Request(given, whom), place)
    with study.kept.folder if study.kept else nullcontext():
        document = _play(study, threads)
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    else:
        print_adhoc(Console(), document)
    return 0


@dataclass(frozen=True)
class _Request:
    """What a command line asks for.

    Attributes:
        given: the pool, and settings among `_Amounts`.
    """

    given: Given
    whom: _Partners

    def beside(self, settings: dict[str, Any]) -> dict[str, Any]:
        """The settings that are given, as a manifest has them, where a run has `settings`."""
        if self.whom == _Partners():
            return self.given
        payoffs = PayoffMatrix.load(Path(self.given.get("pool", settings["pool"])))
        return self.given | {"partners": list(self.whom.names(payoffs))}


@dataclass(frozen=True)
class _Study:
    """Who meets whom, how often, and where it is kept, if it is.

    Attributes:
        settings: as a manifest has them.
        done: sequences that earlier sessions have finished.
    """

    settings: dict[str, Any]
    adaptive: Adaptive
    plan: SequencePlan
    agents: list[Agent]
    kept: KeptSequences | None = None
    done: Played = field(default_factory=dict)

    @classmethod
    def of(cls, settings: dict[str, Any]) -> _Study:
        """The study that settings name.

        Raises:
            AgentError: agents that cannot be met, or the seed of the payoff matrix.
            ResumeError: there is no payoff matrix, or none that can be read.
        """
        payoffs = PayoffMatrix.load(Path(settings["pool"]))
        amounts = _Amounts(**{name: settings[name] for name in declared(_Amounts)})
        if (seed := amounts.seed) == payoffs.seed:
            raise AgentError(
                f"seed {seed} is that of the payoff matrix, which chose the responses; give another"
            )
        names = tuple(settings["partners"])
        plan = SequencePlan(payoffs.rules, names, amounts.length, amounts.sequences, seed)
        if outside := held_out_partners(payoffs, names):  # what the oracle will play, too
            PairsPlan(payoffs.rules, payoffs.members, outside, amounts.oracle_games, seed + 1)
        known = {"pool": settings["pool"], **settings_as_json(amounts)}
        known |= {"partners": list(names), "playbook": payoffs.digest}
        return cls(known, Adaptive(known["pool"], Identifier(payoffs)), plan, _agents(plan))


def _settle(request: _Request, place: Place) -> _Study:
    """The study that is asked for: new, in a folder if one is given, or one to go on with."""
    if place.resume is not None:
        return _resumed(request, place.resume)
    if "pool" not in request.given:
        raise AgentError("Missing argument: the folder of a cross-play, or --resume DIR")
    payoffs = PayoffMatrix.load(Path(request.given["pool"]))
    settings = settings_as_json(_Amounts()) | request.given
    study = _Study.of(settings | {"partners": request.whom.names(payoffs)})
    if not held_out_partners(payoffs, study.plan.partners):
        trials = {"oracle_games": request.given.get("oracle_games")}
        require_used("partners that are all of the pool", trials)
    if place.out is None:
        return study
    folder = RunFolder.begin(place.out, _ADHOC, study.settings)
    return replace(study, kept=KeptSequences(folder, study.plan, len(RESPONDERS)))


def _resumed(request: _Request, where: Path) -> _Study:
    folder = RunFolder.find(where, _ADHOC)
    settings = folder.manifest.settings
    folder.manifest.require_same(request.beside(settings), where)
    study = folder.decode(_Study.of, lambda study: study.settings)
    kept = KeptSequences(folder, study.plan, len(RESPONDERS))
    done = folder.go_on({}, kept.done)
    note_damage(folder, "its games are played again")
    note_sessions(folder, f"{len(done):,} sequences")
    return replace(study, kept=kept, done=done)


def drawn(names: tuple[str, ...], limit: int | None) -> tuple[str, ...]:
    """`limit` of the names, as evenly as can be."""
    if limit is None or limit >= len(names):
        return names
    return tuple(names[(2 * place + 1) * len(names) // (2 * limit)] for place in range(limit))


def _agents(plan: SequencePlan) -> list[Agent]:
    """The partners.

    Raises:
        AgentError: an unknown one, or one that cannot play with two.
    """
    agents = [kept_agent(name) for name in plan.partners]
    for agent in agents:
        check_rules(agent, plan.rules)
    return agents


def _play(study: _Study, threads: int | None) -> dict[str, Any]:
    """Play what is not played yet, and write it all; the document."""
    plan, payoffs, kept = study.plan, study.adaptive.payoffs, study.kept
    began = time.perf_counter()
    try:
        answers, played = _play_all(study, threads)
    except BaseException as error:
        if kept:
            kept.hand_on()  # what is finished, whatever went wrong
        if kept and isinstance(error, StoppedError | KeyboardInterrupt):
            note_stop(kept.folder)
        raise
    table = table_of(plan, RESPONDERS, played)
    outside = bool(held_out_partners(payoffs, plan.partners))
    document = {
        "pool": study.settings["pool"],
        **report_sequences(plan, table),
        "oracle_games": study.settings["oracle_games"] if outside else 0,
        "generalist": payoffs.members[payoffs.generalist],
        "oracle": {name: payoffs.members[answer] for name, answer in answers.items()},
        "seconds": time.perf_counter() - began,
    }
    if kept:
        _save(kept, played, table, document)
    return document


def _play_all(study: _Study, threads: int | None) -> tuple[dict[str, int], Played]:
    """What the oracle plays with each partner, and all sequences, under progress bars."""
    plan, payoffs, kept = study.plan, study.adaptive.payoffs, study.kept
    games = study.settings["oracle_games"]
    with progress_bars() as bars:

        def bar(what: str, total: int, before: int = 0) -> Callable[[int], None]:
            task = bars.add_task(what, total=total, visible=total > 0, completed=before)
            return lambda count: bars.advance(task, count)

        trials = len(payoffs.members) * len(held_out_partners(payoffs, plan.partners)) * games
        answers = best_responses(
            payoffs,
            plan.partners,
            games=games,
            seed=plan.seed + 1,
            threads=threads,
            progress=bar("the oracle's answers", trials),
        )
        all_games, before = len(RESPONDERS) * plan.num_games, len(study.done) * plan.length
        played = play_sequences(
            plan,
            responders_of(study.adaptive, answers),
            study.agents,
            threads=threads,
            progress=bar("sequences", all_games, before),
            done=study.done,
            keep=kept.keep if kept else None,
        )
        return answers, played


def _save(
    kept: KeptSequences, played: Played, table: pl.DataFrame, document: dict[str, Any]
) -> None:
    """Write the table, the document and the figure; then the run is finished."""
    from hanabilab.plots import save_rounds

    folder = kept.folder
    folder.write("sequences.parquet", table.write_parquet)
    folder.write_json("adhoc.json", document)
    folder.write("adhoc.png", lambda file: save_rounds(document, file))
    kept.join(played)
    folder.finish()
