"""How long networks take to act and to learn: `python scripts/time_networks.py` prints a table.

With --ways it prints another: two networks in single precision, in bfloat16 where PyTorch finds
that safe, and compiled by `torch.compile`, which needs a C++ compiler.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import nullcontext
from time import process_time
from typing import Any

import torch

from hanabilab import Rules
from hanabilab.learning.networks import Architecture, Channels, Network

NETWORKS = {
    "plain, 512 x 2": Architecture(Channels(512), 2),
    "plain, GRU 256": Architecture(Channels(256), memory="gru"),
    "plain, LSTM 512": Architecture(Channels(512), memory="lstm"),
    "symmetric GRU, 64 + 24 a color": Architecture(Channels(64, 24), memory="gru"),
    "symmetric GRU, 128 + 32 a color": Architecture(Channels(128, 32), memory="gru"),
    "symmetric LSTM, 192 + 64 a color": Architecture(Channels(192, 64), memory="lstm"),
    "symmetric LSTM, 128 + 48 a color + 8 a pair": Architecture(
        Channels(128, 48, 8), memory="lstm"
    ),
}


#: Those that are timed in several ways.
_CHOSEN = ("plain, GRU 256", "symmetric GRU, 128 + 32 a color")


def main() -> None:
    """Print a table of docs/networks.md."""
    torch.set_num_threads(1)
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ways", action="store_true", help="precision and compilation")
    if parser.parse_args().ways:
        _print_ways()
        return
    for name, architecture in NETWORKS.items():
        network = Network(Rules(players=2), architecture)
        weights = sum(weight.numel() for weight in network.parameters())
        acting, learning = _acting(network), _learning(network)
        print(f"| {name} | {weights:,} | {acting:.0f} | {learning:.0f} |")


def _print_ways() -> None:
    for name in _CHOSEN:
        network = Network(Rules(players=2), NETWORKS[name])
        ways = {
            "float32": (network, nullcontext()),
            "bfloat16": (network, torch.autocast("cpu", torch.bfloat16)),
            "float32, compiled": (torch.compile(network), nullcontext()),
        }
        for way, (made, precision) in ways.items():
            with precision:
                print(f"| {name} | {way} | {_acting(made):.0f} | {_learning(made):.0f} |")


def _acting(network: Any) -> float:
    """Microseconds a turn to act, in 256 games."""
    turn, state = torch.rand(1, 256, 658), network.first_state(256)
    with torch.no_grad():
        return _best(lambda: network(turn, state)) / 256


def _learning(network: Any) -> float:
    """Microseconds a turn to learn from 40 turns of 64 games."""
    turns, state = torch.rand(40, 64, 658), network.first_state(64)

    def step() -> None:
        out = network(turns, state)
        (out.actions.square().mean() + out.value.square().mean()).backward()

    return _best(step) / (40 * 64)


def _best(run: Callable[[], object]) -> float:
    """Microseconds of CPU time, the best of five."""
    times = []
    for _ in range(6):
        begun = process_time()
        run()
        times.append(process_time() - begun)
    return min(times[1:]) * 1e6


if __name__ == "__main__":
    main()
