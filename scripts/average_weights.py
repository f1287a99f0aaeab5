"""The mean of networks that sit on a guide: `python -m scripts.average_weights OUT FILE FILE ...`.

For runs that began at the same weights: their mean often plays better than each (Wortsman et al.
2022). The card is that of the last file, and names the step.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import torch

from hanabilab.errors import LearningError
from hanabilab.learning.cards import GuidedCard
from hanabilab.learning.weight_files import GUIDED, load_weights, weights_bytes
from hanabilab.runs.files import write_bytes


def average(out: Path, files: list[Path]) -> None:
    """Write the mean of the networks in `files`.

    Raises:
        AgentError: a file holds no such network.
        LearningError: their guides or layers differ.
    """
    networks, cards = zip(*(load_weights(file, GUIDED) for file in files), strict=True)
    if any((card.guide, card.rules, card.hidden) != _kind(cards[0]) for card in cards):
        raise LearningError("these networks have other guides, rules or layers; they have no mean")
    mean, card = networks[-1], cards[-1]
    with torch.no_grad():
        for weights in zip(*(network.parameters() for network in networks), strict=True):
            weights[-1].copy_(torch.stack([weight.detach() for weight in weights]).mean(0))
    step = {"algorithm": "mean of weights", "files": len(files)}
    data = weights_bytes(mean, replace(card, history=[*card.history, step], scores={}), GUIDED)
    write_bytes(out, data, beside=out.parent)


def _kind(card: GuidedCard) -> tuple[str, str, list[list[int]]]:
    return card.guide, card.rules, card.hidden


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    asked = parser.parse_args()
    average(asked.out, asked.files)


if __name__ == "__main__":
    main()
