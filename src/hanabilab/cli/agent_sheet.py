"""One agent told in full: what it does, where it can play, its settings, what it has scored."""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import asdict
from typing import Any

from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from hanabilab.agents.numbers import numbers_of
from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.agents.registry import HUMAN, Family, families, make_agent, own_agents
from hanabilab.agents.rules import POOL
from hanabilab.agents.scores import scores_of
from hanabilab.agents.tuned import tuned_names
from hanabilab.cli.grids import RULED, right
from hanabilab.errors import AgentError
from hanabilab.learning import shipped_beliefs, shipped_names
from hanabilab.messages import did_you_mean
from hanabilab.notation import parse_call
from hanabilab.stats.summary import number_words

#: Calls of families that need arguments, where no folder and no network is needed for one.
_CALLS = {
    "ismcts": "ismcts(smart)",
    "joint": "joint(smart)",
    "rules": "rules(8, 13, 27)",
    "sparta": "sparta(smart)",
    "tuned": "tuned(information, players=3)",
}
#: Where those can play that are made of another agent.
_AS_MADE_OF = {
    **dict.fromkeys(("ismcts", "joint", "sparta"), "as the agent that it searches over"),
    "tuned": "as the agent whose numbers were tuned",
}
#: How those that a folder or a network makes say where they can play.
_ELSEWHERE = {
    "adaptive": "as in the cross-play in its folder",
    "guided": "as in the games that it was trained on",
    "net": "as in the games that it was trained on",
    "people": "as in the games that it has learned from",
    "pool": "2 to 6",
}


def sheet(name: str) -> dict[str, Any]:
    """The contract of `agents NAME --json`.

    Args:
        name: of an agent or a family; a call is told of as its family.

    Raises:
        NotationError: not in the grammar of names.
        AgentError: no agent of that name comes with hanabilab, or none with such arguments.
    """
    call = parse_call(name)
    family = _family(call.name)
    if call.args or call.options:  # what is wrong with them is told, though the sheet has none
        make_agent(call)
    agent = _example(family)
    return {
        "name": family.name,
        "usage": family.usage,
        "summary": family.summary,
        "how": _how(family, agent),
        "players": _players(family.name, agent),
        "plays": _plays_variants(family.name, agent),
        "options": _options(family, agent),
        "scores": [_score(score) for score in scores_of(family.name)],
        "networks": shipped_names() if family.name in ("net", "guided") else [],
        "belief_networks": shipped_beliefs() if family.name == "net" else [],
    }


def sheets_of_file(name: str) -> list[dict[str, Any]]:
    """What `sheet` tells, of each agent of a user's file, or of the one that is named.

    Args:
        name: FILE.py or FILE.py:NAME, with numbers in brackets or without.

    Raises:
        NotationError: not in the grammar of names.
        AgentError: the file cannot be run, or has no such agent; or the agent no such numbers.
    """
    if "(" in name or ":" in name:
        return [_own_sheet(make_agent(name))]
    calls = [f"{name}:{each}" for each in own_agents(name)] or [name]
    return [_own_sheet(make_agent(call)) for call in calls]


def _own_sheet(agent: Agent) -> dict[str, Any]:
    text = inspect.cleandoc(getattr(agent, "doc", "") or "")
    return {
        "name": agent.name,
        "usage": agent.name,
        "summary": _flowing(text.partition("\n\n")[0]),
        "how": _flowing(text),
        "players": _players("", agent),
        "plays": _plays_variants("", agent),
        "options": _numbers(agent),
        **{part: [] for part in ("scores", "networks", "belief_networks")},
    }


def _family(name: str) -> Family:
    known = {family.name: family for family in families()}
    if name == HUMAN:
        raise AgentError("human is a person, who sits down with: hanabi play human smart")
    if name not in known:
        raise AgentError(
            f"no agent {name!r} comes with hanabilab{did_you_mean(name, known)}; hanabi list "
            "agents lists them"
        )
    return known[name]


def _example(family: Family) -> Agent | None:
    """An agent of a family; None if only a folder or a network makes one."""
    if family.name in _ELSEWHERE:
        return None
    return make_agent(_CALLS.get(family.name, family.name))


def _how(family: Family, agent: Agent | None) -> str:
    """How it plays: the head of its file, if the file is about this agent alone."""
    if agent is None:
        return ""
    home = agent.function if isinstance(agent, CompiledPolicy) else type(agent)
    head = inspect.cleandoc(sys.modules[home.__module__].__doc__ or "")
    return _flowing(head) if head.startswith(f"`{family.name}") else ""


def _flowing(text: str) -> str:
    """Text without the breaks of its lines, but those between paragraphs and items of lists."""
    return re.sub(r"\n(?!\n|- |\d+\. ) *(?<!\n\n)", " ", text)


def _players(name: str, agent: Agent | None) -> str:
    if agent is None or name in _AS_MADE_OF:
        return (_ELSEWHERE | _AS_MADE_OF)[name]
    first, last = agent.players[0], agent.players[-1]
    return str(first) if first == last else f"{first} to {last}"


def _plays_variants(name: str, agent: Agent | None) -> str:
    """By which rules it plays."""
    if name != "pool" and (agent is None or name in _AS_MADE_OF):
        return (_ELSEWHERE | _AS_MADE_OF)[name]
    return _RULES[bool(getattr(agent, "plays_variants", False))]


_RULES = {
    True: "full, small and the like, and the variants of the public site",
    False: "full, small and the like; not the variants in which hints touch other cards",
}


def _options(family: Family, agent: Agent | None) -> list[dict[str, Any]]:
    """Each setting that its call takes, with what it is if it is not given, and its meaning."""
    if family.name == "tuned":
        return _tuned_options()
    if numbers := _numbers(agent):
        return numbers
    kind = type(agent)
    if names := getattr(kind, "options", ()):
        meanings = _meanings(kind)
        values = {name: getattr(kind, name) for name in names}
    else:
        meanings = {}
        inside = family.usage.partition("(")[2].rstrip(")")
        found = dict(re.findall(r"(\w+)=([^,]+)", inside))
        values = {name: None if value == "..." else value for name, value in found.items()}
        values |= {"mode": "clean"} if family.name in POOL else {}
    return [
        {"name": name, "default": value, "meaning": meanings.get(name, "")}
        for name, value in values.items()
    ]


def _tuned_options() -> list[dict[str, Any]]:
    """What `tuned` takes beside the agent, as `_options` has settings."""
    counts: dict[str, list[str]] = {}
    for agent, players in tuned_names():
        counts.setdefault(agent, []).append(str(players))
    found = "; ".join(f"{agent} for {', '.join(each)}" for agent, each in counts.items())
    meanings = {
        "players": f"How many it was tuned for. There are {found}.",
        "NAME": "Any number of AGENT, in place of the one that was found.",
    }
    return [{"name": name, "default": None, "meaning": told} for name, told in meanings.items()]


def _numbers(agent: Agent | None) -> list[dict[str, Any]]:
    """Each number that it declares, as `_options` has settings."""
    return [
        {
            "name": number.name,
            "default": number.default,
            "meaning": f"{number.meaning} {number.low} to {number.high}.",
        }
        for number in numbers_of(agent)
    ]


def _meanings(kind: type) -> dict[str, str]:
    """What the docstring of a class says of each of its arguments."""
    arguments = inspect.cleandoc(kind.__doc__ or "").partition("Args:\n")[2].partition("\n\n")[0]
    parts = re.split(r"^    (\w+): ", arguments, flags=re.MULTILINE)[1:]
    return {
        name: " ".join(text.split()) for name, text in zip(parts[::2], parts[1::2], strict=True)
    }


def _score(score: Any) -> dict[str, Any]:
    told = asdict(score)
    sem = float(told.pop("error"))
    return {**told, "mean": float(score.mean), "sem": sem}


# --- Printing ------------------------------------------------------------------------------------


def print_sheet(console: Any, told: dict[str, Any]) -> None:
    """Show it to a person."""
    console.print(Text(told["usage"], "bold"))
    console.print(Padding(told["how"] or told["summary"], (0, 0, 1, 4)))
    console.print(f"players: {told['players']}")
    console.print(f"rules: {told['plays']}")
    for name in told["networks"]:
        console.print(f"comes with hanabilab: {told['name']}({name})")
    for name in told["belief_networks"]:
        console.print(f"comes with hanabilab: net({name}, belief={name})")
    if told["options"]:
        console.print(_settings_table(told["options"]))
    if scores := told["scores"]:
        console.print(_scores_table(scores))
        console.print(
            "One agent alone sits in all seats. ± is one standard error. Terms and pages:"
        )
        for each in dict.fromkeys(f"{each['terms']}; docs/{each['page']}.md" for each in scores):
            console.print(f"- {each}")
    else:
        console.print("No page has a score of it.")


def _settings_table(settings: list[dict[str, Any]]) -> Table:
    setting, meaning = Column("setting", no_wrap=True), Column("meaning", overflow="fold")
    grid = Table(setting, "default", meaning, **RULED)
    for each in settings:
        default = "-" if each["default"] is None else str(each["default"])
        grid.add_row(each["name"], default, each["meaning"])
    return grid


def _scores_table(scores: list[dict[str, Any]]) -> Table:
    """Means with one standard error."""
    numbers = right("players", "mean score", "games (seed)")
    grid = Table(Column("line-up", overflow="fold"), *numbers, **RULED)
    for each in scores:
        games = f"{each['games']:,} ({each['seed']})"
        mean = number_words(each["mean"], each["sem"])
        grid.add_row(each["line_up"], str(each["players"]), mean, games)
    return grid
