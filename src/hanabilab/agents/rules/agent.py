"""Agents that are lists of rules.

Compiled functions are two, whatever the list: for lists of published rules, and for all. The rules
stand in the agent's settings, which open its memory. Three modes. In `clean`, where no rule fires,
or what it wants is illegal, any legal action is taken. In `compat`, for two players, errors of the
original are kept, and each ends the game with its points. In `skip`, also for two, a rule that
throws in the original is skipped, and any legal action is taken where no rule fires; an illegal one
still ends the game.

Source: Canaan et al. 2019; Walton-Rivers et al. 2017. docs/rule_base.md has the rules in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hanabilab.agents.asking import act_once
from hanabilab.agents.native import native_act
from hanabilab.agents.policy import Act, CompiledPolicy, Memory
from hanabilab.agents.rules.catalogue import Rule, base_of, find_rules, rule_of_word
from hanabilab.agents.rules.deciding import act, act_as_published
from hanabilab.agents.rules.memory import (
    ASKED,
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
from hanabilab.agents.rules.plays import TOLD_NOT_SAVED
from hanabilab.errors import AgentError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.view import View
from hanabilab.notation.call import Call

#: Modes by name.
MODES = {"clean": CLEAN, "compat": COMPAT, "skip": COMPAT | SKIPS}
_MAX_RULES = 250


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
    return any(rule.family == "play_unique_possible" for rule in rules)


def _saves(rules: Sequence[Rule]) -> bool:
    """Whether a rule asks for saved cards."""
    return any(
        rule.family == "play_told" and rule.parameters[0] == TOLD_NOT_SAVED for rule in rules
    )


def _act_for(rules: Iterable[Rule]) -> Act:
    """The function that runs them all."""
    return act_as_published if all(rule.is_published for rule in rules) else act


def rule_policy(
    genes: Iterable[int | str],
    *,
    base: str = "extended",
    mode: str = "clean",
    name: str | None = None,
    doc: str = "",
) -> CompiledPolicy:
    """The agent that is a list of rules, by number or name.

    Agents made here share their compiled functions; making one takes microseconds.

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
        _act_for(rules),
        observe,
        memory_size_of(rules),
        players=range(2, 3) if original else range(2, 7),
        common=True,
        explain=_explain,
        settings=settings,
        may_forfeit=original,
        doc=doc,
    )


def policy_of_base(base: str, mode: str = "clean") -> CompiledPolicy:
    """The list of all rules of a base: its compiled functions run every list of them.

    Raises:
        AgentError: no such base or mode.
    """
    return rule_policy(range(len(base_of(base))), base=base, mode=mode)


# --- Explaining ----------------------------------------------------------------------------------


def _explain(view: View, memory: Memory) -> str:
    """Which rule fires, and which were tried before it."""
    rules = _rules_in(memory)
    action, place = answer_of(view, memory)
    tried = ", ".join(str(rule.number) for rule in rules[:place])
    after = f"; tried before: {tried}" if tried else ""
    if place == len(rules):
        return f"no rule fires{after}"
    fired = f"rule {rules[place].number}, {rules[place].name}"
    return f"{fired}{', fails' if action == FORFEIT else ''}{after}"


def answer_of(view: View, memory: Memory) -> tuple[int, int]:
    """What a list of rules does, and the place in it of the rule that fires; its length if none.

    It is asked of the function that plays, which is compiled already.
    """
    native = native_act("rules", _act_for(_rules_in(memory)), len(memory))
    asked = memory.copy()
    asked[MODE] |= ASKED
    answers = [int(act_once(view, row, np.ones(2, np.uint64), native)) for row in (memory, asked)]
    return answers[0], answers[1]


def _rules_in(memory: Memory) -> list[Rule]:
    return [rule_of_word(int(word)) for word in memory[FIRST_WORD : FIRST_WORD + memory[COUNT]]]
