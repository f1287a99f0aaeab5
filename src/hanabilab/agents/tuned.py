"""`tuned(AGENT, players=N)`: an agent with the numbers that `hanabi tune` found for N players.

The file `tuned.csv` has them, as names of agents. docs/tune.md says how they were found, and what
they bring. Further options are numbers in place of those: `tuned(keen, players=2, tokens_kept=4)`.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from hanabilab.agents.numbers import with_numbers
from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.agents.registry import Family, make_agent
from hanabilab.errors import AgentError
from hanabilab.notation.call import Call, Value

FILE = Path(__file__).with_name("tuned.csv")
_USAGE = "tuned(AGENT, players=N, NAME=VALUE)"


@cache
def tuned_names() -> dict[tuple[str, int], str]:
    """The names of tuned agents, by the agent without its numbers and the number of players."""
    with FILE.open(encoding="ascii", newline="") as file:
        return {(row["agent"], int(row["players"])): row["name"] for row in csv.DictReader(file)}


def _build(args: tuple[Value, ...], options: dict[str, Value]) -> Agent:
    players = options.pop("players", None)
    if len(args) != 1 or not isinstance(args[0], Call) or players is None:
        raise AgentError(f"write {_USAGE}, such as tuned(keen, players=3)")
    agent = str(args[0])
    found = tuned_names().get((agent, players)) if isinstance(players, int) else None
    if found is None:
        counts = [str(count) for name, count in tuned_names() if name == agent]
        known = f"for {', '.join(counts)} players" if counts else "for no number of players"
        names = sorted({name for name, _ in tuned_names()})
        others = "" if counts else f"; tuned were {', '.join(names)}"
        given = repr(players) if isinstance(players, str) else players
        raise AgentError(f"agent {agent!r} was tuned {known}, not for {given}{others}")
    tuned = make_agent(found)
    assert isinstance(tuned, CompiledPolicy)  # noqa: S101  # no other agent has numbers
    return with_numbers(tuned, options)


FAMILY = Family("tuned", _USAGE, "An agent with numbers that `hanabi tune` found.", _build)
