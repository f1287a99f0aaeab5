"""One agent at one seat: asked for a move, as by `Game.ask`, or shown what has happened."""

from __future__ import annotations

from hanabilab._jit.guard import call_observe
from hanabilab.agents.asking import ask as ask_policy
from hanabilab.agents.asking import observe_once, require_unraised, users_observe
from hanabilab.agents.policy import Agent, CompiledPolicy, Memory, Turns, is_honest
from hanabilab.agents.registry import as_agent
from hanabilab.agents.traits import check_rules, may_forfeit
from hanabilab.arena.faults import answers, failure
from hanabilab.errors import AgentError, HanabiError, IllegalActionError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.games import Game
from hanabilab.game.view import View, look_openly
from hanabilab.game.words import require_legal
from hanabilab.search.evaluate import turns_of


def ask(game: Game, agent: Agent | str, seed: int) -> int:
    """The action that `agent`, or the agent of this name, would take now.

    It remembers what its seat would, had all seats been this agent's.

    Args:
        seed: of its random numbers, which depend on the turn, too.

    Raises:
        AgentError: it cannot play this game, or fails; or the game is over.
    """
    asked = as_agent(agent)
    check_rules(asked, game.rules)
    if game.is_over:
        raise AgentError(f"the game is over ({game.status}); there is nothing to ask")
    try:
        turns = turns_of(game, asked, seed)
    except HanabiError:
        raise
    except (Exception, SystemExit) as error:  # a user's
        raise AgentError(f"agent {asked.name!r}: {failure(error, ' in observe')}") from error
    return answer(asked, turns, game)


def let_observe(agent: Agent, view: View, memory: Memory) -> None:
    """Let an agent take in what its seat sees: the deal, or an action.

    Args:
        memory: [M] its own, updated in place; nothing is done if it remembers nothing.

    Raises:
        AgentError: its function raises; says what.
    """
    if not agent.memory_size:
        return
    before = memory.copy()
    observe_once(view, memory, agent.native_observe)
    if view.raised and (observe := users_observe(agent)):  # once more, to hear what it raises
        try:
            call_observe(observe, view, before)
        except (Exception, SystemExit) as error:  # a user's
            where = f" in observe of seat {view.seat} at turn {view.turn}"
            raise AgentError(f"agent {agent.name!r}: {failure(error, where)}") from error
    require_unraised(agent, view.raised)


def answer(agent: Agent, turns: Turns, game: Game) -> int:
    """What an agent does in a game that waits for it, told as `turns`, a batch of one.

    Raises:
        AgentError: it raises, or acts illegally; says where.
    """
    action = _action_of(agent, turns, game)
    if action == FORFEIT and may_forfeit(agent):
        return FORFEIT
    try:
        require_legal(game.rules, game.state, action)
    except IllegalActionError as error:
        raise AgentError(f"agent {agent.name!r}: {error}") from None
    return action


def _action_of(agent: Agent, turns: Turns, game: Game) -> int:
    if not isinstance(agent, CompiledPolicy):
        return int(answers(agent, turns, turns.views["turn"] * 0)[0])
    view, memory, rng = turns.views[0], turns.memory[0], turns.rngs[0]
    if not is_honest(agent):
        look_openly(view, game.state, game.current_seat)
    try:
        return ask_policy(agent, view, memory, rng)
    except (Exception, SystemExit) as error:  # a user's
        where = f" of seat {view.seat} at turn {view.turn}"
        raise AgentError(f"agent {agent.name!r}: {failure(error, where)}") from error
