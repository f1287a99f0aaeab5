"""How a list of rules decides: on its turn, the first rule that answers acts. Kernels.

The rules stand in the agent's memory. Which kernels there are to run them is an argument, `run`:
published agents need a part of all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from hanabilab._jit import borrow, inlined_kernel, scratch_row
from hanabilab.agents.policy import Memory
from hanabilab.agents.random_agent import any_legal_action
from hanabilab.agents.rules.families import Given, Kind, kind_of, run, run_published
from hanabilab.agents.rules.memory import ASKED, COMPAT, COUNT, FIRST_WORD, MODE, SKIPS
from hanabilab.agents.rules.turn import NO_SUCH_RULE, THROWS, TURN, Turn
from hanabilab.game.actions import FORFEIT, NO_ACTION
from hanabilab.game.view import View
from hanabilab.randomness import Rng

#: `run` or `run_published`.
Run: TypeAlias = Callable[[int, Given], int]

_DISCARD, _TELL, _TELL_ANYONE = int(Kind.DISCARD), int(Kind.TELL), int(Kind.TELL_ANYONE)


@inlined_kernel
def try_rule(run: Run, view: View, memory: Memory, rng: Rng, turn: Turn, word: int) -> int:
    """The action of a rule; NO_ACTION if it does not fire.

    THROWS where the original throws, FORFEIT if it wants what cannot be.

    Args:
        run: calls a rule by its word.
        view: of the seat to act.
        memory: of the agent.
        rng: of the seat, for rules that draw.
        turn: what the rules of one turn share; filled as they ask.
        word: a rule with its parameters, packed.
    """
    kind, tokens = kind_of(word), view.information_tokens
    if kind == _DISCARD and tokens == view.rules.max_information_tokens:
        return NO_ACTION
    if kind >= _TELL and tokens == 0:
        return NO_ACTION
    seats = view.rules.num_players - 1 if kind == _TELL_ANYONE else 1
    for offset in range(1, int(seats) + 1):
        action = run(word, Given(view, turn, memory, rng, offset))
        if action != NO_ACTION:
            return action
    return NO_ACTION


@inlined_kernel
def decide(run: Run, view: View, memory: Memory, rng: Rng) -> tuple[int, int]:
    """What the first rule that fires wants, and its place in the list.

    NO_ACTION, and the length of the list, if none fires. FORFEIT if it throws or wants what cannot
    be.
    """
    turn, skips = scratch_row(TURN), memory[MODE] & SKIPS != 0
    for place in range(memory[COUNT]):
        action = try_rule(run, view, memory, rng, turn, memory[FIRST_WORD + place])
        if action == THROWS:
            action = NO_ACTION if skips else FORFEIT
        if action != NO_ACTION:
            return action, place
    return NO_ACTION, memory[COUNT]


@inlined_kernel
def _act(run: Run, view: View, memory: Memory, rng: Rng) -> int:
    """The action of a list of rules; the place of the rule in the list, if that is ASKED."""
    action, place = decide(run, view, memory, rng)
    if memory[MODE] & ASKED:
        return place
    if action >= 0 or action == NO_SUCH_RULE:  # rules give no illegal actions: they FORFEIT
        return action
    skips = action == NO_ACTION and memory[MODE] & SKIPS != 0
    gives_up = memory[MODE] & COMPAT != 0 and not skips
    return FORFEIT if gives_up else any_legal_action(view, rng)


@inlined_kernel
def _act_as_any(view: View, memory: Memory, rng: Rng) -> int:
    return _act(run, view, borrow(memory), borrow(rng))


@inlined_kernel
def _act_as_published(view: View, memory: Memory, rng: Rng) -> int:
    return _act(run_published, view, borrow(memory), borrow(rng))


def act(view: View, memory: Memory, rng: Rng) -> int:
    """The action of a list of any rules."""
    return _act_as_any(view, memory, rng)


def act_as_published(view: View, memory: Memory, rng: Rng) -> int:
    """The action of a list of published rules: compiled in less time."""
    return _act_as_published(view, memory, rng)
