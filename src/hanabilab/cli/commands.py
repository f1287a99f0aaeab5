"""The table of commands: where each one is, its line in the help, its examples.

Nothing of a command is imported to tell of it. `cli.loading` makes typer's commands of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hanabilab.cli.entries import Command, Group

PLAY, LOOK, POOLS = "Play", "Look at games", "Pools of agents"
LEARNED, SMALL, TOOLS = "Learned agents", "Small games", "Tools"

#: What `hanabi --help` shows below everything.
EXAMPLES: Final = (
    "hanabi play smart smart --games 1000 --out runs/first",
    "hanabi replay runs/first/best.hanabi",
)

#: By the first word of their commands.
GROUPS: Final[Mapping[str, Group]] = MappingProxyType(
    {
        "pool": Group(
            "What evolutions have found: `hanabi pool DIR` shows an archive.",
            ("hanabi pool runs/evolved",),
            POOLS,
            default="show",
        ),
        "tiny": Group(
            "Small cooperative games: enumerate, solve exactly, search, learn.",
            ("hanabi tiny list", "hanabi tiny solve B"),
            SMALL,
        ),
    }
)

#: By name, with the first word of a group before it; the help has them in this order.
COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "play": Command(
            "Play games of one line-up, an agent for each seat, and sum them up.",
            "play",
            (
                "hanabi play smart smart --games 1000 --out runs/first",
                'hanabi play "sparta(smart)" smart --games 10',
            ),
            PLAY,
            runs_agents=True,
        ),
        "compare": Command(
            "Play two line-ups on the same decks; the difference is second less first, deck by "
            "deck.",
            "compare",
            ('hanabi compare "five-rule, five-rule" "smart, smart" --games 1000',),
            PLAY,
            runs_agents=True,
        ),
        "crossplay": Command(
            "Play every agent with every other on the same decks: who plays well with whom.",
            "crossplay",
            ("hanabi crossplay five-rule value smart --games 100",),
            PLAY,
            runs_agents=True,
        ),
        "adhoc": Command(
            "Play with each partner for some games: agents that identify it, a generalist, an "
            "oracle.",
            "adhoc",
            ("hanabi adhoc runs/evolved --sequences 20 --out runs/adhoc",),
            PLAY,
            runs_agents=True,
        ),
        "gather": Command(
            "Put the shares of a run together, once none is missing, and write its results.",
            "gather",
            (
                "hanabi play smart smart --share 1/2 --out runs/shared   # and 2/2 beside it",
                "hanabi gather runs/shared",
            ),
            PLAY,
            runs_agents=True,
        ),
        "demo": Command(
            "Play `five-rule` with itself, then with a searching seat, on the same decks.",
            "demo",
            ("hanabi demo --games 20 --out runs/demo",),
            PLAY,
        ),
        "bot": Command(
            "Let an agent play at the public site, with people or with other bots.",
            "bot",
            ("hanabi bot --agent smart --url https://hanab.live",),
            PLAY,
            runs_agents=True,
        ),
        "view": Command(
            "Look at games in the browser: replay, what each seat knows, analysis, variations.",
            "view",
            ("hanabi view runs/first", "hanabi view runs/first/best.hanabi --html best.html"),
            LOOK,
            runs_agents=True,
        ),
        "replay": Command(
            "Show a game turn by turn: the table, every hand, and what its holder knows of it.",
            "replay",
            ("hanabi replay runs/first/best.hanabi --turn 10",),
            LOOK,
        ),
        "review": Command(
            "Review games: score, strikes, hints, pace, efficiency, and what lost each point.",
            "review",
            ("hanabi review runs/first", "hanabi review runs/first/worst.hanabi --agent smart"),
            LOOK,
            runs_agents=True,
        ),
        "explain": Command(
            "Say for each turn why an agent acted, or would have acted, and what others learn "
            "from it.",
            "explain",
            ("hanabi explain smart runs/first/median.hanabi",),
            LOOK,
            runs_agents=True,
        ),
        "search": Command(
            "Search one position of a recorded game: values with errors, and beliefs about the "
            "hand.",
            "search",
            ("hanabi search runs/first/median.hanabi --turn 13",),
            LOOK,
            runs_agents=True,
        ),
        "deduce": Command(
            "Show what a hand can be by hints and by cards in sight: each card's chance, exactly.",
            "deduce",
            ("hanabi deduce runs/first/best.hanabi --turn 20 --seat 1",),
            LOOK,
        ),
        "check": Command(
            "Check games: every bad line, and the first action that is not legal; and folders of "
            "runs.",
            "check",
            ("hanabi check runs/first/best.hanabi", "hanabi check runs/first"),
            LOOK,
        ),
        "convert": Command(
            "Convert a game between the game language, the site's JSON and links, and our records.",
            "convert",
            (
                "hanabi convert runs/first/best.hanabi best.game",
                "hanabi convert runs/first/best.hanabi --to link",
            ),
            LOOK,
        ),
        "deck": Command(
            "Show the deck of one of the public site's seeds, in the order drawn.",
            "deck",
            ("hanabi deck p2v0s1",),
            LOOK,
        ),
        "winnable": Command(
            "Decide whether a deck can be won if all cards are known: won, lost or undecided.",
            "winnable",
            ("hanabi winnable p2v0s1",),
            LOOK,
        ),
        "evolve": Command(
            "Evolve lists of rules: keep the best list of every niche of behavior (MAP-Elites).",
            "evolve",
            ("hanabi evolve --individuals 2000 --random 1000 --games 20 --out runs/evolved",),
            POOLS,
        ),
        "pool show": Command(
            "Show the archive of an evolution: its figures, its heat map, its best agents by "
            "niche.",
            "pool.show",
            ("hanabi pool runs/evolved --top 20",),
        ),
        "train": Command(
            "Train a network by a config, keep the run in a folder, and resume it from there.",
            "train",
            (
                "hanabi examples   # writes the folder configs",
                "hanabi train configs/pqn-mini.toml --out runs/pqn-mini",
            ),
            LEARNED,
        ),
        "levers": Command(
            "Self-play and cross-play of teams that learned apart, method by method.",
            "levers",
            ("hanabi levers all --png levers.png",),
            LEARNED,
        ),
        "tiny list": Command("List the small games.", "tiny.games", ("hanabi tiny list",)),
        "tiny show": Command(
            "Show a game: its sizes, and its public beliefs with the prescriptions of a policy.",
            "tiny.show",
            ("hanabi tiny show B",),
        ),
        "tiny solve": Command(
            "Solve a game exactly; if stopped early, print the bounds that are proven so far.",
            "tiny.solve",
            ("hanabi tiny solve B",),
        ),
        "tiny operator": Command(
            "Apply search operators to a blueprint: each seat alone, all independently, all "
            "jointly.",
            "tiny.operator",
            ("hanabi tiny operator B --blueprint 1,0,0,1,0,0 --iterate",),
        ),
        "tiny learn": Command(
            "Learn a game with a table of values; all values printed are exact.",
            "tiny.learn",
            ("hanabi tiny learn F all --seeds 32",),
        ),
        "tiny capi": Command(
            "Train CAPI on a game; all values printed are exact, of search without exploration.",
            "tiny.capi",
            ('hanabi tiny capi "trade-comm(4, 4)"',),
        ),
        "tiny bad": Command(
            "Learn a game of two turns with beliefs (BAD) and without; all values printed are "
            "exact.",
            "tiny.bad",
            ("hanabi tiny bad E",),
        ),
        "agents": Command(
            "List the agents by name, or tell of one: what it does, players, scores, settings.",
            "agents",
            ("hanabi agents smart", "hanabi agents sparta"),
            TOOLS,
        ),
        "rules": Command(
            "List the rules that rule agents act by, such as rules(8, 13, 27), or explain some of "
            "them.",
            "rules",
            ("hanabi rules 109 tell-save-two",),
            TOOLS,
        ),
        "variants": Command(
            "List what --rules takes: presets, their options, and the variants of the public site.",
            "variants",
            ("hanabi variants rainbow 5",),
            TOOLS,
        ),
        "new-agent": Command(
            "Write a first agent that runs, to be changed into your own.",
            "new_agent",
            ("hanabi new-agent mine.py", "hanabi play mine.py mine.py --games 100"),
            TOOLS,
        ),
        "examples": Command(
            "Write the folders `examples` and `configs`, whose files the documentation names.",
            "examples",
            ("hanabi examples",),
            TOOLS,
        ),
        "bench": Command(
            "Measure speed on one core, in CPU time, best of five; HLE in the same run if "
            "installed.",
            "bench",
            ("hanabi bench",),
            TOOLS,
        ),
    }
)
