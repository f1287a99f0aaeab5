"""The table of commands: where each one is, its line in the help, its examples.

Nothing of a command is imported to tell of it. `cli.loading` makes typer's commands of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

PLAY, LOOK, MAKE = "Play", "Look at games", "Make agents, and tools"


@dataclass(frozen=True)
class Command:
    """A command, whose module is imported when it is run.

    Attributes:
        line: what it does, in one line; the docstring of its function begins with it.
        examples: command lines that work, given the files that they name.
        panel: the heading that the help shows it under.
        home: the module of its function `command` in `hanabilab.cli`, if not called as it is.
        runs_agents: takes the options of agents in Python files.
    """

    line: str
    examples: tuple[str, ...]
    panel: str = ""
    home: str = ""
    runs_agents: bool = False


@dataclass(frozen=True)
class Group:
    """Commands that share a first word."""

    line: str
    examples: tuple[str, ...]
    panel: str


#: By the first word of their commands.
GROUPS: Final[Mapping[str, Group]] = MappingProxyType(
    {
        "ah2ac2": Group(
            "The challenge AH2AC2: play it at a server, or serve it here.",
            ("hanabi ah2ac2 play --agent smart --url https://HOST",),
            PLAY,
        ),
        "log": Group(
            "Files of games: check, convert, deduce, deal anew, and more.",
            ("hanabi log check runs/first/best.hanabi",),
            LOOK,
        ),
        "new": Group(
            "Write a first agent of your own, or the examples.", ("hanabi new agent mine.py",), MAKE
        ),
        "tiny": Group(
            "Small cooperative games: enumerate, solve, search, learn.",
            ("hanabi tiny list", "hanabi tiny solve B"),
            MAKE,
        ),
        "list": Group(
            "List agents, rules of agents, and variants of the game.",
            ("hanabi list agents",),
            MAKE,
        ),
        "run": Group(
            "Folders of runs: check one, gather the shares of one.",
            ("hanabi run check runs/first",),
            MAKE,
        ),
    }
)

#: By name, with the first word of a group before it; the help has them in this order.
COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "demo": Command(
            "Play `five-rule` with itself, then with a searching seat.",
            ("hanabi demo --games 20 --out runs/demo",),
            PLAY,
        ),
        "play": Command(
            "Play games, an agent for each seat, and sum them up.",
            (
                "hanabi play smart smart --games 1000 --out runs/first",
                'hanabi play "sparta(smart)" smart --games 10',
            ),
            PLAY,
            runs_agents=True,
        ),
        "compare": Command(
            "Play two line-ups on the same decks, and tell the difference.",
            ('hanabi compare "five-rule, five-rule" "smart, smart" --games 1000',),
            PLAY,
            runs_agents=True,
        ),
        "crossplay": Command(
            "Play every agent with every other: who plays well with whom.",
            ("hanabi crossplay five-rule value smart --games 100",),
            PLAY,
            runs_agents=True,
        ),
        "adhoc": Command(
            "Play with unknown partners, which agents identify as they play.",
            ("hanabi adhoc runs/evolved --sequences 20 --out runs/adhoc",),
            PLAY,
            runs_agents=True,
        ),
        "bot": Command(
            "Let an agent play at the public site, with people or bots.",
            ("hanabi bot --agent smart --url https://hanab.live",),
            PLAY,
            runs_agents=True,
        ),
        "ah2ac2 play": Command(
            "Play the challenge of AH2AC2 at a server, game after game.",
            ("hanabi ah2ac2 play --agent smart --url https://HOST --out runs/ah2ac2",),
            home="ah2ac2.play",
            runs_agents=True,
        ),
        "ah2ac2 serve": Command(
            "Serve the challenge of AH2AC2 on this machine, with agents as partners.",
            ("hanabi ah2ac2 serve --partner smart --games 100 --port 8443",),
            home="ah2ac2.serve",
            runs_agents=True,
        ),
        "view": Command(
            "Look at games in the browser: replay, analysis, variations.",
            ("hanabi view runs/first", "hanabi view runs/first/best.hanabi --html best.html"),
            LOOK,
            runs_agents=True,
        ),
        "replay": Command(
            "Show a game turn by turn: all hands, and what holders know.",
            ("hanabi replay runs/first/best.hanabi --turn 10",),
            LOOK,
        ),
        "review": Command(
            "Review games: score, strikes, pace, and what lost each point.",
            ("hanabi review runs/first", "hanabi review runs/first/worst.hanabi --agent smart"),
            LOOK,
            runs_agents=True,
        ),
        "explain": Command(
            "Say why an agent acted, and what others learn from it.",
            ("hanabi explain smart runs/first/median.hanabi",),
            LOOK,
            runs_agents=True,
        ),
        "search": Command(
            "Search one position of a game: values with errors, beliefs.",
            ("hanabi search runs/first/median.hanabi --turn 13",),
            LOOK,
            runs_agents=True,
        ),
        "endgame": Command(
            "Value every action of a position near the end, exactly.",
            (
                "hanabi endgame runs/first/median.hanabi",
                "hanabi endgame runs/first/median.hanabi --honest --blueprint smart",
            ),
            LOOK,
        ),
        "puzzles": Command(
            "Solve puzzles: find the best action; or make some of games.",
            ("hanabi puzzles", "hanabi puzzles runs/first --games 20 --out runs/puzzles"),
            LOOK,
            runs_agents=True,
        ),
        "log check": Command(
            "Check games: every bad line, and the first action that is not legal.",
            ("hanabi log check runs/first/best.hanabi",),
        ),
        "log convert": Command(
            "Convert a game between the game language, the site's JSON and links, and our records.",
            (
                "hanabi log convert runs/first/best.hanabi best.game",
                "hanabi log convert runs/first/best.hanabi --to link",
            ),
        ),
        "log deduce": Command(
            "Show what a hand can be by hints and by cards in sight: each card's chance, exactly.",
            ("hanabi log deduce runs/first/best.hanabi --turn 20 --seat 1",),
        ),
        "log winnable": Command(
            "Decide whether a deck can be won if all cards are known: won, lost or undecided.",
            ("hanabi log winnable p2v0s1",),
        ),
        "log deck": Command(
            "Show the deck of one of the public site's seeds, in the order drawn.",
            ("hanabi log deck p2v0s1",),
        ),
        "log redeal": Command(
            "Deal the unseen cards anew and play on many times, to tell how often a position wins.",
            ("hanabi log redeal runs/first/median.hanabi --turn 30",),
        ),
        "log values": Command(
            "Value every action in positions of games, as data to learn from or to judge by.",
            ("hanabi log values runs/first --games 20 --out values.jsonl",),
            runs_agents=True,
        ),
        "log likeness": Command(
            "Ask agents what they would have done where people acted, and tell how alike it is.",
            ("hanabi log likeness smart piers --games games.jsonl",),
            runs_agents=True,
        ),
        "log imitate": Command(
            "Learn a model of people from their games, and tell how well it predicts others.",
            ("hanabi log imitate games.jsonl --out people.safetensors",),
        ),
        "log behavior": Command(
            "Measure how people behave in their games, beside agents that play with themselves.",
            ("hanabi log behavior smart --games games.jsonl",),
            runs_agents=True,
        ),
        "log validity": Command(
            "Let a model of people play with agents that people sat with, and compare the scores.",
            ("hanabi log validity piers --games games.jsonl --with outer",),
            runs_agents=True,
        ),
        "new agent": Command(
            "Write a first agent that runs, to be changed into your own.",
            ("hanabi new agent mine.py", "hanabi play mine.py mine.py --games 100"),
            home="new_agent",
        ),
        "new examples": Command(
            "Write the folders `examples` and `configs`, whose files the documentation names.",
            ("hanabi new examples",),
        ),
        "evolve": Command(
            "Evolve lists of rules, the best of every niche (MAP-Elites).",
            ("hanabi evolve --individuals 2000 --random 1000 --games 20 --out runs/evolved",),
            MAKE,
        ),
        "pool": Command(
            "Show what an evolution has found, and its best agents.",
            ("hanabi pool runs/evolved --top 20",),
            MAKE,
        ),
        "tune": Command(
            "Find better numbers for an agent that declares some (CMA-ES).",
            ("hanabi tune keen --generations 2 --games 40 --finals 400 --out runs/tuned",),
            MAKE,
            runs_agents=True,
        ),
        "train": Command(
            "Train a network by a config, or go on with a run.",
            (
                "hanabi new examples   # writes the folder configs",
                "hanabi train configs/pqn-mini.toml --out runs/pqn-mini",
            ),
            MAKE,
            runs_agents=True,
        ),
        "tiny list": Command("List the small games.", ("hanabi tiny list",), home="tiny.games"),
        "tiny show": Command(
            "Show a game: its sizes, and its public beliefs with the prescriptions of a policy.",
            ("hanabi tiny show B",),
        ),
        "tiny solve": Command(
            "Solve a game exactly; if stopped early, print the bounds that are proven so far.",
            ("hanabi tiny solve B",),
        ),
        "tiny operator": Command(
            "Apply search operators to a blueprint: each seat alone, all independently, all "
            "jointly.",
            ("hanabi tiny operator B --blueprint 1,0,0,1,0,0 --iterate",),
        ),
        "tiny obl": Command(
            "Compute levels of off-belief learning exactly: values, ties, and cross-play of ties.",
            ("hanabi tiny obl C --levels 3",),
            runs_agents=True,
        ),
        "tiny learn": Command(
            "Learn a game with a table of values; all values printed are exact.",
            ("hanabi tiny learn F all --seeds 32",),
        ),
        "tiny capi": Command(
            "Train CAPI on a game; all values printed are exact, of search without exploration.",
            ('hanabi tiny capi "trade-comm(4, 4)"',),
            runs_agents=True,
        ),
        "tiny bad": Command(
            "Learn a game of two turns with beliefs (BAD) and without; all values printed are "
            "exact.",
            ("hanabi tiny bad E",),
        ),
        "tiny levers": Command(
            "Self-play and cross-play of teams that learned apart, method by method.",
            ("hanabi tiny levers all --png levers.png",),
            home="levers",
        ),
        "list agents": Command(
            "List the agents by name, or tell of one: what it does, players, scores, settings.",
            ("hanabi list agents smart", "hanabi list agents sparta"),
            runs_agents=True,
        ),
        "list rules": Command(
            "List the rules that rule agents act by, such as rules(8, 13, 27), or explain some of "
            "them.",
            ("hanabi list rules 109 tell-save-two",),
        ),
        "list variants": Command(
            "List what --rules takes: presets, their options, and the variants of the public site.",
            ("hanabi list variants rainbow 5",),
        ),
        "run check": Command(
            "Check folders of runs: files by their digests, games by playing them again.",
            ("hanabi run check runs/first",),
            home="run_check",
        ),
        "run gather": Command(
            "Put the shares of a run together, once none is missing, and write its results.",
            (
                "hanabi play smart smart --share 1/2 --out runs/shared   # and 2/2 beside it",
                "hanabi run gather runs/shared",
            ),
            runs_agents=True,
        ),
        "bench": Command(
            "Measure speed on one core, in CPU time, best of five.",
            ("hanabi bench",),
            MAKE,
        ),
        "warm": Command(
            "Compile ahead what commands need, or those that are named.",
            ("hanabi warm", "hanabi warm play view search"),
            MAKE,
        ),
    }
)


def module_of(name: str) -> str:
    """The module of a command, in `hanabilab.cli`."""
    group, _, word = name.rpartition(" ")
    return COMMANDS[name].home or (f"tiny.{word}" if group == "tiny" else word)
