"""`hanabi warm`: code that commands compile when they first run, compiled ahead."""

from __future__ import annotations

import io
import shlex
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import MappingProxyType
from typing import Annotated, Any, Final

import typer

from hanabilab._command import STOPPED
from hanabilab._jit.compiling import NOT_KEPT, compiled, is_kept
from hanabilab._jit.kernels import JIT_ENABLED
from hanabilab.cli import run
from hanabilab.cli.commands import COMMANDS, GROUPS
from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, print_document
from hanabilab.errors import HanabiError, NotationError
from hanabilab.messages import did_you_mean
from hanabilab.moved import RENAMED, SHORT

#: Files that the calls name: the record of a game, and a config of training.
_FILES: Final = {
    "game.hanabi": """hanabilab-record 1
rules: very-small(players=2)
deck: R3R2R4R5R1R3R2R1R4R1
hint 1 4
discard 0
hint 1 1
play 1
discard 0
hint 1 2
hint 1 3
discard 0
play 0
play 0
play 1
discard 0
score: 4
""",
    "games.jsonl": """{"players": ["human", "human"], "deck": ["R3", "R2", "R4", "R5", "R1", "R3",
"R2", "R1", "R4", "R1"], "actions": ["hint 1 4", "discard 0", "hint 1 1", "play 1"], "score": 1,
"rules": {"suits": 1, "hand_size": 2, "information_tokens": 3, "life_tokens": 1}}
""".replace(",\n", ", "),
    "sat.jsonl": """{"players": ["five-rule", "human"], "deck": ["R3", "R2", "R4", "R5", "R1", "R3",
"R2", "R1", "R4", "R1"], "actions": ["hint 1 4", "discard 0", "hint 1 1", "play 1", "discard 0",
"hint 1 2", "hint 1 3", "discard 0", "play 0", "play 0", "play 1", "discard 0"], "score": 4,
"rules": {"suits": 1, "hand_size": 2, "information_tokens": 3, "life_tokens": 1}}
""".replace(",\n", ", "),
    "config.toml": """algorithm = "ppo"
rules = "very-small"
fixed = 4
colors = 2
num_envs = 4
minibatch_size = 2
num_steps = 6
updates = 2
evaluate_every = 2
evaluate_games = 2
""",
}
#: Commands that compile when they first run: one measures long, the others need somebody else.
_LATER: Final = ("bench", "bot", "ah2ac2 play", "ah2ac2 serve")
#: Calls by command, in a folder with these files, that run the code that the command compiles for
#: the agents `smart` and `five-rule`. Commands that are in neither compile nothing.
CALLS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "play": (
            "play smart smart --games 2 --out first",
            'play "sparta(smart, rollouts=10)" smart --games 1',
        ),
        "demo": ("demo --games 1 --rollouts 10 --out demo",),
        "compare": ('compare "five-rule, five-rule" "smart, smart" --games 2',),
        "crossplay": ("crossplay five-rule smart --games 4",),
        "adhoc": (
            "crossplay five-rule smart --games 4 --out pool",
            "adhoc pool --partners smart --length 2 --sequences 1 --out adhoc",
        ),
        "view": ("view game.hanabi --html page.html",),
        "replay": ("replay game.hanabi",),
        "review": ("review game.hanabi --agent smart --width 30", "review game.hanabi --endgame 2"),
        "explain": ("explain smart game.hanabi",),
        "search": ("search game.hanabi --turn 5 --agent 'sparta(smart, rollouts=10)'",),
        "puzzles": (
            "puzzles game.hanabi --rollouts 50 --measured 200 --out puzzles",
            "puzzles --out shipped --no-browser",
        ),
        "endgame": (
            "endgame game.hanabi",
            "endgame game.hanabi --honest --blueprint five-rule --seconds 1",
        ),
        "log check": ("log check game.hanabi",),
        "log convert": ("log convert game.hanabi --to hanabi",),
        "log deduce": ("log deduce game.hanabi --turn 5",),
        "log winnable": ("log winnable game.hanabi",),
        "log redeal": ("log redeal game.hanabi --turn 5 --games 2",),
        "log values": ("log values game.hanabi --rollouts 50 --measured 200 --out game.jsonl",),
        "log likeness": ("log likeness smart five-rule --games games.jsonl",),
        "log imitate": (
            "log imitate games.jsonl --folds 0 --epochs 1 --hidden 2 --out people.safetensors",
        ),
        "log behavior": ("log behavior smart --games games.jsonl --self-play 2",),
        "log validity": ("log validity smart --games sat.jsonl --decks 2",),
        "evolve": ("evolve --individuals 8 --random 4 --batch 4 --games 1 --out evolved",),
        "tune": ("tune keen --generations 1 --candidates 4 --games 8 --finals 2 --out tuned",),
        "pool": (
            "evolve --individuals 8 --random 4 --batch 4 --games 1 --out found",
            "pool found --remeasure 2",
        ),
        "train": ("train config.toml --out trained",),
        "tiny show": ("tiny show B",),
        "tiny solve": ("tiny solve B", "tiny solve 'rung(1)'"),
        "tiny operator": ("tiny operator B --iterate", "tiny operator B --rollouts 2 --seeds 2"),
        "tiny obl": ("tiny obl A",),
        "tiny learn": ("tiny learn B all --seeds 1 --episodes 10",),
        "tiny capi": ("tiny capi A --samples 5 --episodes 2",),
        "tiny bad": ("tiny bad E --seeds 1 --updates 2",),
        "tiny levers": ("tiny levers --seeds 2 --steps 60",),
        "run check": ("play smart smart --games 2 --out checked", "run check checked"),
        "run gather": ("play smart smart --games 2 --share 1/1 --out shared", "run gather shared"),
        "list agents": ("list agents smart",),
    }
)


def command(
    commands: Annotated[
        list[str] | None,
        typer.Argument(help="Commands, or groups of them; all if none is named."),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Compile ahead what commands need, or those that are named.

    A command compiles what it needs when it first runs, and keeps it until the library changes.
    Here it is compiled for the agents `smart` and `five-rule` and a search over them; other agents
    may need more.
    """
    if not JIT_ENABLED:
        raise HanabiError("nothing is compiled while NUMBA_DISABLE_JIT is set")
    found: list[dict[str, Any]] = []
    with TemporaryDirectory() as folder, chdir(folder):
        for name, text in _FILES.items():
            Path(name).write_text(text, encoding="ascii")
        for command in _named(commands) if commands else CALLS:
            try:
                found.append(_warm(command))
            except HanabiError as error:
                if commands:
                    raise
                note(str(error))
                continue
            if not as_json:
                Console().print(_told(**found[-1]), soft_wrap=True)
    if as_json:
        print_document(found)
    return 0


def _named(words: Sequence[str]) -> list[str]:
    """The commands that words name, each once; a group stands for its commands.

    Raises:
        NotationError: a word names none.
    """
    found: dict[str, None] = {}
    rest = list(words)
    while rest:
        first = rest.pop(0)
        names = [(RENAMED | SHORT).get(first, first)]
        if rest and f"{first} {rest[0]}" in COMMANDS:
            names = [f"{first} {rest.pop(0)}"]
        elif first in GROUPS:
            names = [each for each in COMMANDS if each.startswith(f"{first} ")]
        if names[0] not in COMMANDS:
            raise NotationError(f"no command {first!r}{did_you_mean(first, [*COMMANDS, *GROUPS])}")
        found |= dict.fromkeys(names)
    return list(found)


def _warm(command: str) -> dict[str, Any]:
    """Run the calls of a command; what it compiled, and the seconds that it took.

    Raises:
        HanabiError: the command cannot run here, or nothing that is compiled can be kept.
    """
    if command in _LATER:
        raise HanabiError(f"{command} cannot be compiled ahead; it is when it first runs")
    before, start = len(compiled), perf_counter()
    for call in CALLS.get(command, ()):
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as told:
            code = run(shlex.split(call))
        if code == STOPPED:
            raise KeyboardInterrupt
        if not is_kept():
            raise HanabiError(NOT_KEPT)
        if code:
            raise HanabiError(f"{command}: {told.getvalue().removeprefix('hanabi: ').strip()}")
    return {
        "command": command,
        "kernels": len(compiled) - before,
        "seconds": round(perf_counter() - start, 2),
    }


def _told(command: str, kernels: int, seconds: float) -> str:
    """The line of a command."""
    if not kernels:
        return f"{command}: nothing to do"
    return f"{command}: compiled {kernels} kernel{'s' * (kernels > 1)} in {seconds:.1f} s"
