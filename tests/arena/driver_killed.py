"""A first process that dies in the middle of play on Ray, and another that goes on: a program.

Run by `test_on_ray` in a network namespace that has the loopback device alone, and in a namespace
of processes. Prints whether the results are those of threads. Ends with a message if they never
come, or if processes of Ray stay behind.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cli.keeping import results

GAMES = ["play", "random", "five-rule", "--rules", "very-small", "--games", "300", "--seed", "3"]
#: `hanabi` with parts of 5 games, so that a run has a middle.
_HANABI = (
    "from hanabilab.arena import play; play.COMPILED_CHUNK = 5; "
    "from hanabilab.cli import main; main()"
)
_PATIENCE = 120.0  # seconds that Ray may take to start, or to be gone


def hanabi(*words: object) -> subprocess.Popen[str]:
    """The command, begun."""
    line = [sys.executable, "-c", _HANABI, *map(str, words)]
    return subprocess.Popen(line, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def ended(process: subprocess.Popen[str]) -> None:
    """Wait for its end; where it failed, this program does, in its words."""
    _, told = process.communicate()
    if process.returncode:
        sys.exit(told)


def await_that(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    last = time.monotonic() + _PATIENCE
    while not happened():
        if time.monotonic() > last:
            sys.exit(f"waited for {_PATIENCE} seconds, and there are {commands()}")
        time.sleep(0.05)


def commands() -> list[str]:
    """Command lines of all other processes here that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it has just ended
            continue
        if line and path.parent.name != str(os.getpid()):
            found.append(line)
    return found


def kill_in_the_middle(folder: Path, on: str) -> None:
    """Begin a run and send SIGKILL as soon as it has kept some games, and not all."""
    process = hanabi(*GAMES, "--out", folder, "--on", on)

    def has_begun() -> bool:
        return process.poll() is not None or any(folder.glob("games/part-*"))

    await_that(has_begun)
    if process.poll() is not None:
        ended(process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    if json.loads((folder / "manifest.json").read_text())["status"] == "finished":
        sys.exit("the run had ended before it was killed")


def killed_and_resumed(folder: Path, on: str, is_gone: Callable[[], bool]) -> bool:
    """Whether a run has come to what threads made, and nothing of the first process is left."""
    kill_in_the_middle(folder, on)
    ended(hanabi("play", "--resume", folder, "--on", on))
    await_that(is_gone)
    return results(folder) == results(folder.parent / "one")


def main() -> None:
    """With a cluster that begins with the command, then with one that was there before."""
    from ray.cluster_utils import Cluster as Nodes

    with TemporaryDirectory() as name:
        home = Path(name)
        ended(hanabi(*GAMES, "--out", home / "one"))
        own = killed_and_resumed(home / "own", "ray", lambda: not commands())
        nodes = Nodes(
            initialize_head=True,
            head_node_args={
                "num_cpus": 1,
                "object_store_memory": 100_000_000,
                "include_dashboard": False,
            },
        )
        shared = killed_and_resumed(
            home / "shared",
            f"ray://{nodes.address}",
            lambda: not any(line.startswith("ray::Worker") for line in commands()),
        )
        nodes.shutdown()
    print(json.dumps({"own": own, "shared": shared}))


if __name__ == "__main__":
    main()
