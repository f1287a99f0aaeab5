"""Check puzzles by searches ten times as long as those that found them, with other random numbers.

    nice -n 10 python scripts/check_puzzles.py checked.csv [FILE.json]

Without a file, the puzzles that come with hanabilab. A row is written for each: by how much the
best action beats the next best one, the standard error, and whether it is still clearly best: ahead
of each other action by three standard errors. Exact values are held against estimates, too, but for
those where the deck is empty, which are worked out anew.
"""

from __future__ import annotations

import csv
import sys
import time
from pathlib import Path
from typing import Any

from hanabilab.game.words import format_action, parse_action
from hanabilab.puzzles.choosing import game_of
from hanabilab.puzzles.forms import Puzzle
from hanabilab.puzzles.mining import is_clear
from hanabilab.puzzles.shipped import load_puzzles, shipped_puzzles
from hanabilab.puzzles.sources import blueprint
from hanabilab.puzzles.valuing import Valuer

#: Ten times what finds a puzzle, and a seed that none was found with.
_ROLLOUTS, _MEASURED, _WORLDS, _SEED = 1000, 50_000, 1000, 1_000_003
_SIGMAS = 3.0


def check(puzzle: Puzzle) -> dict[str, Any]:
    """What a longer search says of a puzzle, as a row."""
    game, answer = game_of(puzzle), puzzle.answer
    valuer = Valuer(
        game.rules,
        blueprint(puzzle.view.plays_on),
        rollouts=_ROLLOUTS,
        measured=_MEASURED,
        exact_cards=0,  # exact only where the deck is empty
        seed=_SEED,
        worlds=_WORLDS,
    )
    best, began = parse_action(game.rules, answer.best_action), time.process_time()
    first = valuer.look(game)
    assert first is not None, puzzle.id
    valued = valuer.measure(game, first, against=best)
    second = valued.others[0]
    return {
        "id": puzzle.id,
        "players": game.rules.players,
        "plays_on": puzzle.view.plays_on,
        "grade": puzzle.grade,
        "best_action": answer.best_action,
        "exact": answer.exact,
        "lead": answer.lead,
        "lead_sem": answer.lead_sem,
        "next_best": format_action(game.rules, second.action),
        "long_lead": round(-second.gain, 4),
        "long_lead_sem": round(second.gain_sem, 4),
        "worlds": second.worlds,
        "still_best": valued.reference == best and is_clear(valued, 0.0, _SIGMAS),
        "cpu_seconds": round(time.process_time() - began, 2),
    }


def main() -> None:
    """Check all puzzles; the exit code is 1 if one fails."""
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    puzzles = load_puzzles(Path(sys.argv[2])) if len(sys.argv) == 3 else shipped_puzzles()
    failed = 0
    with Path(sys.argv[1]).open("w", encoding="ascii", newline="") as file:
        for number, puzzle in enumerate(puzzles):
            row = check(puzzle)
            writer = csv.DictWriter(file, row, lineterminator="\n")
            if number == 0:
                writer.writeheader()
            writer.writerow(row)
            file.flush()
            failed += not row["still_best"]
    print(f"{len(puzzles)} puzzles, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
