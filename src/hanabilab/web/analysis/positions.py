"""Positions and agents as a page asks for them: by turn, and by names.

No name of a page opens a file, but those that the user has given on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hanabilab.agents import Agent, make_agent
from hanabilab.errors import AgentError, NotationError, RulesError
from hanabilab.game.games import Game
from hanabilab.notation import Record

#: Names that a page may give: families with numbers and words, no paths.
_NAME = re.compile(r"[a-z][a-z0-9_-]*(\([a-z0-9_.=,+() -]*\))?")
_FILE = re.compile(r"\.[a-z]")
_LONGEST = 200
#: Names of agents in files that the user has given; pages may give these, letter by letter.
_OFFERED: set[str] = set()


def offer_agents(names: Iterable[str]) -> None:
    """Let pages name these agents, and no others that are in files.

    Raises:
        AgentError: one is no agent.
    """
    offered = set(names)
    for name in offered:
        make_agent(name)
    _OFFERED.clear()
    _OFFERED.update(offered)


def is_offered(name: str) -> bool:
    """Whether the user has given this very name."""
    return name in _OFFERED


def game_at(record: Record, turn: int) -> Game:
    """The game after so many actions.

    Raises:
        NotationError: the record has no such turn.
        IllegalActionError: an action of it is impossible.
    """
    if not 0 <= turn <= len(record.actions):
        raise NotationError(f"turn is {turn}; this game has turns 0 to {len(record.actions)}")
    return record.replayed(turn)


def running_at(record: Record, turn: int) -> Game:
    """The game after so many actions, which goes on there.

    Raises:
        RulesError: it is over.
        NotationError, IllegalActionError: see `game_at`.
    """
    game = game_at(record, turn)
    if game.is_over:
        raise RulesError(f"the game is over ({game.status}); there is nothing to value")
    return game


def agent_named(name: str) -> Agent:
    """The agent of a name that a page gives.

    Raises:
        AgentError: a name that would open a file, or no agent.
    """
    if is_offered(name):
        return make_agent(name)
    if len(name) > _LONGEST or not _NAME.fullmatch(name) or _FILE.search(name):
        raise AgentError(
            f"no agent {name[:40]!r} for a page: it may name agents that come with hanabilab, such "
            "as smart or sparta(smart), and none in files"
        )
    return make_agent(name)
