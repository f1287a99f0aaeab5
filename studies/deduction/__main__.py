"""The command of the study; see the head of the package."""

from __future__ import annotations

import argparse
from pathlib import Path

from hanabilab.errors import HanabiError
from studies import deduction
from studies.arguments import at_least
from studies.deduction.agree import agree
from studies.deduction.calibrate import calibrate
from studies.deduction.real_views import GAMES


def main() -> None:
    """Run one of the two parts."""
    parser = argparse.ArgumentParser(description=deduction.__doc__)
    parser.add_argument("part", choices=("agree", "calibrate"))
    parser.add_argument("--games", type=Path, default=GAMES)
    parser.add_argument("--views", type=at_least(1), default=2100)
    parser.add_argument("--out", type=Path, default=Path("runs/deduction"))
    wanted = parser.parse_args()
    try:
        if wanted.part == "agree":
            agree(wanted.games, wanted.views, wanted.out)
        else:
            print(calibrate(wanted.games, wanted.out))
    except (HanabiError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
