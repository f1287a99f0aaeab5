"""Files of move values, JSON lines or Parquet, and the card that says how they were made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import polars as pl

from hanabilab.errors import NotationError, OutputError
from hanabilab.messages import quoted
from hanabilab.puzzles.forms import ValueRow
from hanabilab.puzzles.keeping import RowsPlan
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import write_file
from hanabilab.runs.reading import parse_json, read_bytes
from hanabilab.runs.settings import settings_as_json

#: Kinds of files, by their endings.
KINDS = (".jsonl", ".parquet")


def require_kind(path: Path) -> None:
    """Do nothing if a file is named as one of the kinds; else raise OutputError."""
    if path.suffix not in KINDS:
        raise OutputError(f"{path} ends in none of {', '.join(KINDS)}, which say how it is written")


def write_rows(path: Path, rows: Sequence[ValueRow]) -> None:
    """Write rows to a file, whole or not at all.

    Raises:
        OutputError: it cannot be written, or its name says no kind.
    """
    require_kind(path)
    told = [msgspec.to_builtins(each) for each in rows]
    if path.suffix == ".parquet":
        table = pl.DataFrame(told, infer_schema_length=None)
        write_file(path, table.write_parquet)
        return
    lines = "".join(f"{json.dumps(each)}\n" for each in told)
    write_file(path, lambda file: file.write(lines.encode()))


def read_rows(path: Path) -> list[ValueRow]:
    """The rows of a file of JSON lines.

    Raises:
        NotationError: it cannot be read, is of another kind, or a line is no row; says which.
    """
    if Path(path).suffix == ".parquet":
        raise NotationError(f"{path} is a Parquet file; rows are read from a .jsonl file")
    data = read_bytes(path, kind=NotationError)
    return list(_parsed(data, path))


def _parsed(data: bytes, path: Path) -> Iterator[ValueRow]:
    for number, line in enumerate(data.splitlines(), 1):
        document = parse_json(line, path, NotationError)
        with faults_told(path, NotationError, words=f"cannot read line {number} of {{}}"):
            yield msgspec.convert(document, ValueRow)


# --- The card -------------------------------------------------------------------------------------


def counts_of(rows: Iterable[ValueRow]) -> dict[str, int]:
    """How many rows each split has."""
    found = dict.fromkeys(("train", "validation", "test"), 0)
    for row in rows:
        found[row.split] += 1
    return found


def card(path: Path, plan: RowsPlan, rows: Sequence[ValueRow], version: str) -> str:
    """The card of a file, in Markdown: what is in it, how it was made, what to be careful about."""
    numbers = settings_as_json(plan.settings)
    options = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in numbers.items())
    inputs = " ".join(quoted(each) for each in plan.inputs)
    return _CARD.format(
        name=path.name,
        rows=len(rows),
        plan=plan,
        splits=", ".join(f"{name} {count:,}" for name, count in counts_of(rows).items()),
        exact=sum(each.exact for each in rows),
        off=sum(each.basis != "exact" for each in rows),
        error=_mean_error(rows),
        version=version,
        command=f"hanabi log values {inputs} --games {plan.games} --out {quoted(path)} "
        f"--agent {quoted(plan.agent)} {options}{' --partial' if plan.partial else ''}",
    )


def _mean_error(rows: Iterable[ValueRow]) -> str:
    """Of the gains that are estimates."""
    errors = [
        move.gain_sem
        for row in rows
        for move in row.actions
        if not row.exact and move.action != row.reference
    ]
    return f"{sum(errors) / len(errors):.3f} points" if errors else "not known: all are exact"


_CARD = """# {name}: values of moves in Hanabi

{rows:,} positions of {plan.games:,} games. Each has every legal action with its expected score, its
gain over the reference action, the standard errors of both, whether they are exact, and reasons.
`observation` is all that the seat to act may know, as text.

## How it was made

    {command}

by hanabilab {version}. The digest of the games is `{plan.digest}`. The same games, command and
release give the same values.

- **What a value is.** The expected score if the action is taken now and **`{plan.agent}` then plays
  on in all seats**, the seat to act too. The seat may hold any hand that hints allow and in which
  the others would have done what they did, had they been `{plan.agent}`.
- **First look.** {plan.settings.rollouts:,} games played out, all actions together. The best action
  of these is the reference.
- **Comparison.** Up to {plan.settings.measured:,} other games: all actions in the same worlds, and
  none leaves early, so gains are unbiased. The mean standard error of a gain is {error}.
- **Exact values** in {exact:,} of the positions; {plan.settings.exact_cards} cards are in the deck
  there at most. Every hand was played out with every order of the deck. Errors are 0, and
  `fraction` is the score.
- **Positions.** {plan.settings.positions} of each game at most, drawn by seed {plan.settings.seed}.
- A game lost by the last life scores what its rules say: 0, unless they say `bomb=keep`.

## Splits

{splits}. The split follows from the rules and the hands that are dealt at the start alone: no deck
is in two splits, whoever plays it.

## What to be careful about

- Values are those of a team of `{plan.agent}`. A hint is worth what `{plan.agent}` makes of it. For
  partners with other conventions it can be worth less.
- Another action can be better than the reference, which a short look has picked. Its gain is then
  above 0. The largest of many gains is too large on average: measure regret against the reference.
- In {off:,} positions the hands follow from less than that (`basis` is not "exact"): the others did
  what `{plan.agent}` would not have done.
- Reasons are facts that were computed. They do not prove that an action is best.
"""
