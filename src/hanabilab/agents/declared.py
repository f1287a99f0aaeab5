"""What the author of an agent declares, checked: a slip is told in a line, before anything plays.

How well an agent plays, and whether its functions compile, is seen elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection
from types import FunctionType
from typing import TYPE_CHECKING

from hanabilab.errors import AgentError
from hanabilab.game.checks import whole_number
from hanabilab.notation.call import reads_back

if TYPE_CHECKING:
    from hanabilab.agents.policy import CompiledPolicy

#: Entries of memory at most. Thousands of games are played at once, with a memory for each seat.
MAX_MEMORY = 1 << 16


def check_compiled(agent: CompiledPolicy) -> None:
    """Do nothing if native code can be made of an agent, and games be set up for it.

    Raises:
        AgentError: as `require_name`, `require_function`, `require_callable`, `require_players` and
            `require_memory` say.
    """
    require_name(agent.name)
    require_function(agent.name, "act(view, memory, rng)", agent.function)
    if agent.observe is not None:
        require_function(agent.name, "observe(view, memory)", agent.observe)
    require_tellers(agent.name, agent.explain, agent.interpret)
    require_players(agent.name, agent.players)
    require_memory(agent.name, agent.memory_size)


def require_name(name: object) -> None:
    """Do nothing if `name` can be that of an agent.

    Raises:
        AgentError: no text, or one that would not read back in the grammar of `notation.call`.
    """
    if not isinstance(name, str):
        raise AgentError(
            f'agent name {_shown(name)} is no text; write the decorator as @policy("NAME")'
        )
    if not reads_back(name):
        raise AgentError(
            f"agent name {name!r} would not read back; use letters, digits and _./~:+-"
        )


def require_tellers(agent: str, explain: object, interpret: object) -> None:
    """Do nothing if what tells an agent's reasons, and what an action says, is None or a function.

    Raises:
        AgentError: it is not.
    """
    for what, told in (("explain", explain), ("interpret", interpret)):
        if told is not None:
            require_callable(agent, what, told)


def require_function(agent: str, call: str, function: object) -> None:
    """Do nothing if native code can be made of `function`.

    Args:
        call: what it is called and given, such as "act(view, memory, rng)".

    Raises:
        AgentError: it is compiled already, or no function that `def` or `lambda` makes.
    """
    what = call.partition("(")[0]
    if hasattr(function, "py_func"):
        raise AgentError(
            f"agent {agent!r}: {what} is compiled already; leave out the decorator above it, "
            "because policy compiles it"
        )
    if not isinstance(function, FunctionType):
        instead = "; a class is for @plain_policy" if isinstance(function, type) else ""
        raise AgentError(
            f"agent {agent!r}: {what} is {_shown(function)}; a function {call} is needed{instead}"
        )


def require_callable(agent: str, what: str, thing: object) -> None:
    """Do nothing if `thing` can be called.

    Raises:
        AgentError: it cannot.
    """
    if not callable(thing):
        raise AgentError(f"agent {agent!r}: {what} is {_shown(thing)}; a function is needed")


def require_memory(agent: str, size: object) -> None:
    """Do nothing if an agent can have a memory of `size` entries.

    Raises:
        AgentError: no whole number, or out of range.
    """
    if (number := whole_number(size)) is None or not 0 <= number <= MAX_MEMORY:
        raise AgentError(
            f"agent {agent!r} has memory_size {_shown(size)}; a whole number from 0 to {MAX_MEMORY}"
        )


def require_players(agent: str, players: object) -> None:
    """Do nothing if `players` are numbers of players, as a range is.

    Raises:
        AgentError: they are none, or not all whole numbers.
    """
    if isinstance(players, range) and players:
        return
    is_list = isinstance(players, Collection) and not isinstance(players, str | bytes)
    numbers = list(players) if isinstance(players, Collection) else []
    if not is_list or not numbers or None in map(whole_number, numbers):
        number = whole_number(players)
        example = "range(2, 7)" if number is None else f"range({number}, {number + 1})"
        raise AgentError(
            f"agent {agent!r} has players {_shown(players)}; a range of whole numbers is needed, "
            f"such as {example}"
        )


def require_games_at_once(agent: str, count: object) -> None:
    """Do nothing if an agent can be asked for `count` games in one call.

    Raises:
        AgentError: no whole number, or less than one.
    """
    if (number := whole_number(count)) is None or number < 1:
        raise AgentError(
            f"agent {agent!r} has games_at_once {_shown(count)}; a whole number from 1 up"
        )


def _shown(thing: object) -> str:
    return str(getattr(thing, "__name__", None) or repr(thing)[:80])
