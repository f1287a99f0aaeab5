"""Decide decks of seed 0 with open hands, and print the table of docs/compiler.md.

python -m studies.winnable [--decks 1000] [--widest 5000]
python -m studies.winnable --widest 30000 --labelled FOLDER

With --labelled, decks of two players that others have labelled: each file of the folder that has
answers beside it (decks.txt, decks_ans.txt), a deck on each line, such as [b2, p2, ...], and True
on the line of the answer if the deck cannot be won.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter, defaultdict
from pathlib import Path

from hanabilab.game.checks import deck_from_seed
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.open_hands import WIDTHS, Winnability, decide_deck
from studies.arguments import at_least


def main() -> None:
    """Print a row for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=at_least(1), default=1000)
    parser.add_argument("--widest", type=at_least(WIDTHS[0]), default=5000)
    parser.add_argument("--labelled", type=Path)
    wanted = parser.parse_args()
    widths = [width for width in WIDTHS if width <= wanted.widest]
    decide_deck(Rules(), deck_from_seed(Rules(), 1), widths=widths[:1])  # compiles
    if wanted.labelled:
        _hold_labels(wanted.labelled, widths)
        return
    print("| players | decks | line found | proved lost | undecided | CPU-ms a deck |")
    print("|" + " --- |" * 6)
    for players in range(2, 6):
        rules = Rules(players=players)
        counts: Counter[Winnability] = Counter()
        began = time.process_time()
        for index in range(wanted.decks):
            deck = deck_from_seed(rules, 0, index)
            outcome = decide_deck(rules, deck, widths=widths)
            counts[outcome.winnability] += 1
            _check_line(rules, deck, outcome.actions)
        spent = (time.process_time() - began) / wanted.decks * 1000
        found = " | ".join(f"{counts[each]:,}" for each in Winnability)
        print(f"| {players} | {wanted.decks:,} | {found} | {spent:.1f} |", flush=True)


def _hold_labels(folder: Path, widths: list[int]) -> None:
    """Print what comes of decks that can be won, and of those that cannot."""
    rules = Rules(players=2)
    counts: Counter[tuple[str, Winnability]] = Counter()
    seconds: defaultdict[str, float] = defaultdict(float)
    for answers in sorted(folder.glob("*_ans.txt")):
        labels = answers.read_text(encoding="utf-8").split()
        decks = answers.with_name(answers.name.replace("_ans", "")).read_text(encoding="utf-8")
        for line, label in zip(decks.splitlines(), labels, strict=True):
            cards = re.findall(r"([a-z])([1-5])", line)
            suits = sorted({suit for suit, _ in cards})
            deck = [suits.index(suit) * rules.ranks + int(rank) - 1 for suit, rank in cards]
            began = time.process_time()
            outcome = decide_deck(rules, deck, widths=widths)
            name = "lost" if label == "True" else "winnable"
            seconds[name] += time.process_time() - began
            counts[name, outcome.winnability] += 1
            _check_line(rules, deck, outcome.actions)
    for name, spent in seconds.items():
        found = {str(each): counts[name, each] for each in Winnability}
        total = sum(found.values())
        print(f"{total} labelled {name}: {found}, {spent / total:.3f} CPU-s a deck")


def _check_line(rules: Rules, deck: list[int], actions: tuple[int, ...]) -> None:
    """A winning line must replay to all points."""
    game = Game(rules, deck=deck)
    for action in actions:
        game.act(action)
    if actions and game.score != rules.max_score:
        raise SystemExit(f"a line that does not win: {game!r}")


if __name__ == "__main__":
    main()
