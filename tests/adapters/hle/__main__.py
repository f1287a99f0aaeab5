"""Many games beside HLE or OpenSpiel: `python -m tests.adapters.hle {hle,openspiel} [GAMES]`.

Says for each of four settings how many games were equal in all that a user can see; the first
difference ends it. With settings by number after GAMES, those alone.
"""

from __future__ import annotations

import sys
from time import process_time


def main() -> None:
    """Play, and print a line for each setting."""
    witness, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    if witness == "hle":
        from tests.adapters.hle.test_hle import SETTINGS
        from tests.adapters.hle.test_hle import compare_environments as compare
    else:
        from tests.adapters.hle.test_open_spiel import SETTINGS
        from tests.adapters.hle.test_open_spiel import compare_games as compare
    for place in [int(given) for given in sys.argv[3:]] or range(4):
        begun = process_time()
        moments = compare(SETTINGS[place], games, seed=3)
        seconds = process_time() - begun
        print(f"{SETTINGS[place]}: {games:,} games, {moments:,} moments equal, {seconds:.0f} s")


if __name__ == "__main__":
    main()
