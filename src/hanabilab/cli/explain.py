"""`hanabi explain`: why a recorded game went as it did, in the words of an agent."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from hanabilab.agents import Agent, make_agent
from hanabilab.cli.explain_convention import Shown, actions_told, explain_by_convention, turns_grid
from hanabilab.cli.game_files import ONE_GAME, PartialOption, TurnOption, load_game, require_turn
from hanabilab.cli.legend import REASONS, legend
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.options import JsonOption, progress_bars
from hanabilab.cli.position import WRITTEN
from hanabilab.cli.reading_request import LEVEL_HELP
from hanabilab.cli.replay import record_title
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import AgentError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.notation import Record, format_rules
from hanabilab.review import ExplainedTurn, explain_record

#: Marks what the agent would have done where it would have done something else.
_INSTEAD = "≠"


def command(
    agent: Annotated[
        str,
        typer.Argument(
            help="Who explains; it need not have played the game. Left out with --convention."
        ),
    ],
    file: Annotated[str | None, typer.Argument(help=ONE_GAME, show_default=False)] = None,
    turn: TurnOption = None,
    seat: Annotated[
        int | None, typer.Option(help="Only turns of this seat, counted from 0.")
    ] = None,
    partial: PartialOption = False,
    convention: Annotated[
        str | None,
        typer.Option(help="Read the game by conventions of people instead: h-group."),
    ] = None,
    level: Annotated[int | None, typer.Option(help=LEVEL_HELP)] = None,
    as_json: JsonOption = False,
) -> int:
    """Say why an agent acted, and what others learn from it.

    With --turn, only of that turn's action.
    """
    if convention is not None:
        shown = Shown(turn, seat)
        return explain_by_convention(
            _only_game(agent, file), convention, level, shown, partial=partial, as_json=as_json
        )
    if level is not None:
        raise AgentError("--level is of a convention: add --convention h-group")
    if file is None:
        raise AgentError("Missing argument: the game, as in hanabi explain smart GAME")
    explainer, loaded = make_agent(agent), load_game(file, partial=partial)
    record = loaded.record
    if turn is not None:
        require_turn(turn, range(1, len(record.actions) + 1), file)
    with progress_bars() as bars:
        task = bars.add_task(f"asking {explainer.name}", total=None)
        turns = explain_record(
            explainer,
            record,
            turn=turn,
            seat=seat,
            progress=lambda total: bars.update(task, total=total, advance=1),
        )
    document = _as_json(explainer, record, turns)
    return report(document, lambda _: _print(explainer, loaded, turns), as_json=as_json)


def _only_game(first: str, second: str | None) -> str:
    """The game, which stands alone with --convention.

    Raises:
        AgentError: an agent is named as well.
    """
    if second is not None:
        raise AgentError(
            f"--convention explains without an agent: hanabi explain {second} --convention h-group"
        )
    return first


def _print(explainer: Agent, loaded: LoadedGame, turns: list[ExplainedTurn]) -> None:
    console = Console()
    console.print(record_title(loaded.record))
    console.print(_grid(loaded, turns))
    console.print(_verdict(explainer, turns))
    console.print(legend(REASONS, _all_words(turns)))
    console.print(WRITTEN, style="dim")


def _grid(loaded: LoadedGame, turns: list[ExplainedTurn]) -> Table:
    """A row for each turn; the last column only if an action told something."""
    telling = any(each.readings for each in turns)
    grid = turns_grid("why", *["what it told"] * telling)
    record, events = loaded.record, actions_told(loaded)
    for each in turns:
        cells = [events[each.turn - 1], _why(record, each), *([_told(record, each)] * telling)]
        grid.add_row(str(each.turn), str(each.seat), *cells)
    return grid


def _all_words(turns: list[ExplainedTurn]) -> str:
    """Every reason and every reading."""
    readings = [line for each in turns for reading in each.readings for line in reading.lines]
    return "\n".join([*(each.reason or "" for each in turns), *readings])


def _why(record: Record, each: ExplainedTurn) -> Text:
    """The reason, and before it what the agent would have done if it differs."""
    why = Text()
    if each.differs:
        why.append(f"{_INSTEAD} {_choice(record.rules, each)}", "bold yellow")
    if each.differs and each.reason:
        why.append("\n")
    return why.append(each.reason or "")


def _choice(rules: Rules, each: ExplainedTurn) -> str:
    """What the agent would have done, in words."""
    return "forfeit" if each.choice == FORFEIT else format_action(rules, each.choice)


def _told(record: Record, each: ExplainedTurn) -> Text:
    """The readings; whose they are is said where they are not everybody's."""
    lines = []
    for reading in each.readings:
        if len(reading.seats) < record.rules.players:
            seats = ", ".join(str(seat) for seat in reading.seats)
            lines.append(f"to seat{'s' * (len(reading.seats) > 1)} {seats}:")
        lines.extend(reading.lines)
    return Text("\n".join(lines))


def _verdict(agent: Agent, turns: list[ExplainedTurn]) -> str:
    """How often the agent would have done the same, and whether it gives reasons at all."""
    same = sum(not each.differs for each in turns)
    words = f"{agent.name} would have done the same in {same} of {len(turns)} turns"
    if same < len(turns):
        words += f"; {_INSTEAD} tells what else"
    silent = not any(each.reason for each in turns)
    return f"{words}." + (f" {agent.name} gives no reasons." if silent and turns else "")


def _as_json(agent: Agent, record: Record, turns: list[ExplainedTurn]) -> dict[str, Any]:
    """The contract of `explain --json`; a null reason means that the agent gives none."""
    return {
        "agent": agent.name,
        "rules": format_rules(record.rules),
        "agents": list(record.agents),
        "source": record.source,
        "by_turn": [
            {
                "turn": each.turn,
                "seat": each.seat,
                "action": format_action(record.rules, each.action),
                "choice": _choice(record.rules, each),
                "differs": each.differs,
                "reason": each.reason,
                "readings": [
                    {"seats": list(reading.seats), "lines": list(reading.lines)}
                    for reading in each.readings
                ],
            }
            for each in turns
        ],
    }
