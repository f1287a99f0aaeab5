"""Write the golden games anew with `python scripts/make_golden.py`, then read the diff.

They pin what must not change unnoticed: decks from seeds, the seats' random numbers, the rules, the
agents' choices, the search's worlds, and the form of a record.
"""

from __future__ import annotations

from pathlib import Path

from hanabilab import Lineup, Rules, format_record, play_games
from hanabilab.arena import record_of

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"

#: The original's rules and its errors, of which `compat` dies and `skip` does not.
_EVOLVED = "rules(17, 43, 96, 37, 64, 98, 19, 14, 43, 33, 29, 12, 35, 97, 54, mode={})"
_ORIGINAL = Rules(players=2, draw_slot="vacated", bomb="keep")
_FEW = "rollouts=120, min_worlds=5"
#: File name: line-up, rules.
GAMES = {
    "random-2p": (["random"] * 2, Rules(players=2)),
    "random-6p-fixed": (["random"] * 6, Rules(players=6, draw_slot="vacated", bomb="keep")),
    "five-rule-2p": (["five-rule"] * 2, Rules(players=2)),
    "five-rule-3p": (["five-rule"] * 3, Rules(players=3)),
    "five-rule-4p-fixed": (["five-rule"] * 4, Rules(players=4, draw_slot="vacated")),
    "five-rule-5p-six-suits": (["five-rule"] * 5, Rules(players=5, suits=6)),
    "newest-3p": (["newest"] * 3, Rules(players=3)),
    "outer-state-3p": (["outer-state"] * 3, Rules(players=3)),
    "full-2p": (["intentional", "full"], Rules(players=2, bomb="keep", discard_at_max=True)),
    "smart-2p": (["smart"] * 2, Rules(players=2)),
    "smart-4p-fixed": (["smart"] * 4, Rules(players=4, draw_slot="vacated")),
    "keen-2p": (["keen"] * 2, Rules(players=2)),
    "keen-3p-fixed": (["keen"] * 3, Rules(players=3, draw_slot="vacated")),
    "h-group-3p": (["h-group"] * 3, Rules(players=3)),
    "h-group-5p-fixed": (["h-group(level=4)"] * 5, Rules(players=5, draw_slot="vacated")),
    "reactor-3p": (["reactor"] * 3, Rules(players=3)),
    "information-3p": (["information"] * 3, Rules(players=3)),
    "cox-information-5p": (["cox-information"] * 5, Rules(players=5)),
    "hat-5p": (["hat"] * 5, Rules(players=5)),
    "rules-compat-2p": ([_EVOLVED.format("compat")] * 2, _ORIGINAL),
    "rules-skip-2p": ([_EVOLVED.format("skip")] * 2, _ORIGINAL),
    "sparta-2p": ([f"sparta(five-rule, {_FEW})", "five-rule"], Rules.preset("small")),
    "joint-2p": ([f"joint(five-rule, {_FEW})"] * 2, Rules.preset("small")),
    "joint-3p": ([f"joint(information, {_FEW})"] * 3, Rules.preset("small", players=3)),
}


def golden_record(name: str) -> str:
    """The text of a golden game, played now: game 3 of seed 7."""
    agents, rules = GAMES[name]
    results = play_games(Lineup.of(agents), rules, games=[3], seed=7, threads=1)
    return format_record(record_of(rules, results.table.row(0, named=True)))


if __name__ == "__main__":
    for name in GAMES:
        (GOLDEN / f"{name}.hanabi").write_text(golden_record(name))
        print(GOLDEN / f"{name}.hanabi")
