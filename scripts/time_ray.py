"""Speed of one node of Ray and of two, of one CPU each, on this machine: docs/machines.md.

`unshare --map-root-user --net --pid --fork --mount-proc \
    sh -c 'ip link set lo up && python scripts/time_ray.py [SPARTA-GAMES] [PAIR-GAMES]'`

Two nodes on one machine need an address that both reach, hence the namespace. Prints for one node,
two, and one again: wall seconds, processor seconds of the workers, and the machine's load.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hanabilab import Rules
from hanabilab.arena import play_games
from hanabilab.arena.on_ray import Cluster
from hanabilab.teamplay import PairsPlan, play_pairs

TWO = Rules(players=2)
POOL = ("smart", "holmes", "value", "simple", "information", "five-rule", "iggi", "piers")


def worker_seconds() -> float:
    """Processor seconds so far of all processes that Ray calls workers of ours."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        if path.read_bytes().startswith(b"ray::Worker"):
            fields = (path.parent / "stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(name: str, cluster: Cluster, work: Callable[[int], object], games: int) -> None:
    """Do some of the work, so that every worker has its kernels, then all; print what it took."""
    work(max(2, games // 50))
    before, began = worker_seconds(), time.perf_counter()
    work(games)
    wall, spent = time.perf_counter() - began, worker_seconds() - before
    load = Path("/proc/loadavg").read_text().split()[0]
    print(
        f"{name}, {cluster.workers} nodes: {wall:.1f} s, workers {spent:.1f} CPU-s, load {load}",
        flush=True,
    )


def measure_both(address: str, searched: int, met: int) -> None:
    """Play with search, then cross-play, on the nodes that there are."""
    cluster = Cluster(address)

    def play(games: int) -> None:
        play_games(["sparta(smart)", "smart"], TWO, games=games, seed=1, threads=cluster)

    def meet(games: int) -> None:
        play_pairs(PairsPlan(TWO, POOL, POOL, games=games, seed=1), threads=cluster)

    measure("play", cluster, play, searched)
    measure("crossplay", cluster, meet, met)
    cluster.close()


def main() -> None:
    """One node, two, one."""
    from ray.cluster_utils import Cluster as Nodes

    searched, met = (int(word) for word in sys.argv[1:] or ("60", "10000"))
    one = {"num_cpus": 1, "object_store_memory": 100_000_000}
    nodes = Nodes(initialize_head=True, head_node_args={**one, "include_dashboard": False})
    measure_both(nodes.address, searched, met)
    second = nodes.add_node(**one)
    measure_both(nodes.address, searched, met)
    nodes.remove_node(second)
    measure_both(nodes.address, searched, met)
    nodes.shutdown()


if __name__ == "__main__":
    main()
