"""Run the harness: `python -m tests.harness [--seed S] [--scale X] [--compiled] [ATTACK ...]`.

Prints a line for each attack, then every finding; exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random

_PLAIN = "NUMBA_DISABLE_JIT"


def main() -> int:
    """Run the attacks that are named, or all."""
    from tests.harness.attacks import ATTACKS

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the trials, such as .01")
    parser.add_argument("--compiled", action="store_true", help="for parsers, games and rules")
    given = parser.parse_args()
    if unknown := [name for name in given.attacks if name not in ATTACKS]:
        parser.error(f"no attack {unknown[0]}; there are {', '.join(ATTACKS)}")
    print("| attack | trials | what came of them | findings | seconds |")
    print("| --- | --- | --- | --- | --- |")
    findings = []
    for name in given.attacks or ATTACKS:
        attack, trials = ATTACKS[name]
        began = time.monotonic()
        with contextlib.chdir("."), tempfile.TemporaryDirectory() as folder:
            random = Random(f"{given.seed} {name}")
            tally = attack(random, max(1, round(trials * given.scale)), Path(folder))
        kept = "; ".join(f"{words}: {count:,}" for words, count in sorted(tally.kept.items()))
        seconds = time.monotonic() - began
        found = len(tally.findings)
        print(f"| {name} | {tally.trials:,} | {kept} | {found} | {seconds:.0f} |", flush=True)
        findings += [f"{name}: {words}" for words in tally.findings]
    for words in findings:
        print(f"FINDING {words}")
    return 1 if findings else 0


if __name__ == "__main__":
    if (
        os.environ.get(_PLAIN) != "1" and "--compiled" not in sys.argv
    ):  # children are forked from a process of plain Python
        os.environ[_PLAIN] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "tests.harness", *sys.argv[1:]])
    sys.exit(main())
