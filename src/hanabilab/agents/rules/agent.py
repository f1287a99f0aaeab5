"""Agents that are lists of rules: on its turn, the first rule that yields an action acts.

One compiled function serves every list: the rules stand in the agent's settings, which open its
memory. Three modes. In `clean`, where no rule fires, or what it wants is illegal, any legal action
is taken. In `compat`, for two players, errors of the original are kept, and each ends the game with
its points. In `skip`, also for two, a rule that throws in the original is skipped, and any legal
action is taken where no rule fires; an illegal one still ends the game.

Source: Canaan et al. 2019; Walton-Rivers et al. 2017. docs/rule_base.md has the rules in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hanabilab._jit import borrow, inlined_kernel, scratch
from hanabilab.agents.policy import CompiledPolicy, Memory
from hanabilab.agents.random_agent import any_legal_action
from hanabilab.agents.rules.bases import find_rules, rule_of_word
from hanabilab.agents.rules.catalogue import Rule
from hanabilab.agents.rules.dispatch import try_rule
from hanabilab.agents.rules.errors import THROWS
from hanabilab.agents.rules.families import Family
from hanabilab.agents.rules.memory import (
    CLEAN,
    COMPAT,
    COUNT,
    FIRST_WORD,
    LOG_SIZE,
    LOGS,
    MODE,
    SAVES,
    SKIPS,
    observe,
)
from hanabilab.agents.rules.signals import TOLD_NOT_SAVED
from hanabilab.agents.rules.turn import TURN_SIZE
from hanabilab.errors import AgentError
from hanabilab.game.actions import FORFEIT, NO_ACTION
from hanabilab.game.view import View
from hanabilab.notation.call import Call
from hanabilab.randomness import Rng

#: Modes by name.
MODES = {"clean": CLEAN, "compat": COMPAT, "skip": COMPAT | SKIPS}
_MAX_RULES = 250


@inlined_kernel
def decide(view: View, memory: Memory, rng: Rng) -> tuple[int, int]:
    """What the first rule that fires wants, and its place in the list.

    NO_ACTION, and the length of the list, if none fires. FORFEIT if it throws or wants what cannot
    be.
    """
    turn, skips = scratch(TURN_SIZE), memory[MODE] & SKIPS != 0
    for place in range(memory[COUNT]):
        action = try_rule(view, memory, rng, turn, memory[FIRST_WORD + place])
        if action == THROWS:
            action = NO_ACTION if skips else FORFEIT
        if action != NO_ACTION:
            return action, place
    return NO_ACTION, memory[COUNT]


def act(view: View, memory: Memory, rng: Rng) -> int:
    """The action of a list of rules."""
    memory, rng = borrow(memory), borrow(rng)
    action = decide(view, memory, rng)[0]
    if action >= 0:  # rules give no illegal actions; those that could, FORFEIT
        return action
    skips = action == NO_ACTION and memory[MODE] & SKIPS != 0
    gives_up = memory[MODE] & COMPAT != 0 and not skips
    return FORFEIT if gives_up else any_legal_action(view, rng)


def settings_of(rules: Sequence[Rule], mode: str = "clean") -> tuple[int, ...]:
    """What opens the memory of a list of rules.

    Raises:
        AgentError: no such mode, or too many rules.
    """
    if mode not in MODES:
        raise AgentError(f"unknown mode {mode!r}; known are {', '.join(MODES)}")
    if len(rules) > _MAX_RULES:
        raise AgentError(f"{len(rules)} rules; a list has {_MAX_RULES} at most")
    flags = MODES[mode] | (LOGS if _logs(rules) else 0) | (SAVES if _saves(rules) else 0)
    return (len(rules), flags, *(0,) * (FIRST_WORD - 2), *(rule.word for rule in rules))


def memory_size_of(rules: Sequence[Rule]) -> int:
    """`int64` entries of memory of a list of rules."""
    return FIRST_WORD + len(rules) + (LOG_SIZE if _logs(rules) else 0)


def _logs(rules: Sequence[Rule]) -> bool:
    """Whether a rule looks back at hints."""
    return any(rule.family == Family.PLAY_UNIQUE_POSSIBLE for rule in rules)


def _saves(rules: Sequence[Rule]) -> bool:
    """Whether a rule asks for saved cards."""
    return any(
        rule.family == Family.PLAY_TOLD and rule.parameters[0] == TOLD_NOT_SAVED for rule in rules
    )


def rule_policy(
    genes: Iterable[int | str],
    *,
    base: str = "extended",
    mode: str = "clean",
    name: str | None = None,
    doc: str = "",
) -> CompiledPolicy:
    """The agent that is a list of rules, by number or name.

    Agents made here share one compiled function; making one takes microseconds.

    Args:
        genes: the rules, first tried first.
        base: which numbers there are; the same number is the same rule in every base.
        mode: "clean"; "compat" for what the original does, errors included; or "skip" for what its
            later versions do, which skip a rule that throws.
        name: the agent's; the default is the call that makes it.

    Raises:
        AgentError: a rule that is not in the base, no rules, no such base or mode.
    """
    rules = find_rules(genes, base)
    settings = settings_of(rules, mode)
    original = bool(MODES[mode] & COMPAT)
    options = (("mode", Call(mode)),) if mode != "clean" else ()
    return CompiledPolicy(
        name or str(Call("rules", tuple(rule.number for rule in rules), options)),
        act,
        observe,
        memory_size_of(rules),
        players=range(2, 3) if original else range(2, 7),
        common=True,
        explain=_explain,
        settings=settings,
        may_forfeit=original,
        doc=doc,
    )


def _explain(view: View, memory: Memory) -> str:
    """Which rule fires, and which were tried before it."""
    action, place = decide(view, memory, np.ones(2, np.uint64))
    words = memory[FIRST_WORD : FIRST_WORD + memory[COUNT]]
    rules = [rule_of_word(int(word)) for word in words]
    tried = ", ".join(str(rule.number) for rule in rules[:place])
    after = f"; tried before: {tried}" if tried else ""
    if place == len(rules):
        return f"no rule fires{after}"
    fired = f"rule {rules[place].number}, {rules[place].name}"
    return f"{fired}{', fails' if action == FORFEIT else ''}{after}"
