"""The same run under other threads, hash seeds, locales and chunks: the same results."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.harness.folders import make_commands, result_of, told_of
from tests.harness.tally import Tally

__all__ = ["vary_processes"]

_START = "import sys; from hanabilab.cli import main; sys.argv[0] = 'hanabi'; main()"


def vary_processes(random: Random, trials: int, folder: Path) -> Tally:
    """Each command in processes that differ in all that results may not depend on."""
    tally, commands = Tally(), make_commands(folder / "world")
    names = random.sample(list(commands), min(trials, len(commands)))
    expected: dict[str, str] = {}
    for trial in range(len(names) + trials):
        name, place = names[trial % len(names)], folder / str(trial)
        first = name not in expected
        threads = 1 if first else random.randint(1, 8)
        given = {
            "PYTHONHASHSEED": "0" if first else str(random.randrange(1 << 32)),
            "TZ": random.choice(("UTC", "Asia/Tokyo")),
            "LC_ALL": random.choice(("C", "C.UTF-8")),
        }
        command = commands[name].begin(place)
        if command[0] in ("train", "tiny"):
            given["OMP_NUM_THREADS"] = str(threads)
        else:
            command += ["--threads", str(threads)]
        ran = subprocess.run(
            [sys.executable, "-c", _START, *command],
            env={**os.environ, **given},
            capture_output=True,
            check=False,
        )
        found = told_of(result_of, place)
        words = f"{name} with {threads} threads, {given}"
        if ran.returncode or found.death:
            tally.find(f"{words}: {ran.stderr.decode()[-200:]} {found.death}")
        elif expected.setdefault(name, found.value) != found.value:
            tally.find(f"{words}: other results")
        elif not first:  # the first of a command is what others are compared with
            tally.kept["the same results"] += 1
        shutil.rmtree(place, ignore_errors=True)
    return tally
