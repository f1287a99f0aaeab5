"""Two nodes of Ray on this machine, one that loses its worker and one that goes away: a program.

Run by `test_on_ray` in a network namespace that has the loopback device alone. Prints whether play,
cross-play and evolution ended as on one thread, and what each node did.
"""

from __future__ import annotations

import json
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hanabilab.arena import play, play_games
from hanabilab.evolution import Evolution, Settings, evolve
from hanabilab.notation import parse_rules
from hanabilab.teamplay import PairsPlan, pairs, play_pairs

RULES = parse_rules("very-small(players=2)")
PLAN = PairsPlan(RULES, ("random", "five-rule"), ("random", "five-rule"), games=24, seed=3)
EVOLVED = Settings(
    rules=parse_rules("very-small(life_tokens=2, bomb=keep, draw_slot=vacated)"),
    mode="clean",
    length=6,
    grid=(3, 3),
    batch=20,
    random=20,
    games=2,
)


@dataclass
class Trouble:
    """Happens once, when the first part of some work has come back."""

    happen: Any

    def __call__(self, _: int) -> None:
        happen, self.happen = self.happen, lambda: None
        happen()


def kill_a_worker() -> None:
    """SIGKILL to one of the processes that Ray calls by the name of our actor."""
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        if status.read_bytes().startswith(b"ray::Worker"):
            os.kill(int(status.parent.name), signal.SIGKILL)
            return
    raise RuntimeError("no worker to kill")


def evolved(workers: Any) -> Evolution:
    """The last state of a short evolution."""
    return list(evolve(Evolution.begin(EVOLVED), 60, threads=workers))[-1]


def main() -> None:
    """All three on one thread, then on the cluster."""
    from ray.cluster_utils import Cluster as Nodes

    from hanabilab.arena.on_ray import Cluster

    play.COMPILED_CHUNK, pairs.UNIT_GAMES = 5, 4
    lineup = ["random", "five-rule"]
    table = play_games(lineup, RULES, games=60, seed=3, threads=1).table.drop("seconds")
    matrix, archive = play_pairs(PLAN, threads=1), evolved(1)
    one = {"num_cpus": 1, "object_store_memory": 100_000_000}
    nodes = Nodes(initialize_head=True, head_node_args={**one, "include_dashboard": False})
    second = nodes.add_node(**one)
    cluster = Cluster(nodes.address)
    both = cluster.workers
    found = play_games(
        lineup, RULES, games=60, seed=3, threads=cluster, progress=Trouble(kill_a_worker)
    )
    played = found.table.drop("seconds").equals(table)

    def remove() -> None:
        nodes.remove_node(second, allow_graceful=False)

    met = play_pairs(PLAN, threads=cluster, progress=Trouble(remove))
    last = evolved(cluster)
    told = {
        "workers": both,
        "play": played,
        "crossplay": met.scores.tobytes() == matrix.scores.tobytes()
        and met.counters.tobytes() == matrix.counters.tobytes(),
        "evolve": all(
            np.array_equal(getattr(last.archive, name), getattr(archive.archive, name))
            for name in ("numbers", "genes", "games", "results")
        ),
        "report": cluster.report(),
    }
    cluster.close()
    nodes.shutdown()
    print(json.dumps(told))


if __name__ == "__main__":
    main()
