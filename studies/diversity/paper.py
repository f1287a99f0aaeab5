"""Published figures, to stand beside those of our own runs.

Source: Canaan et al. 2019 ("Diverse Agents for Ad-Hoc Cooperation in Hanabi"), of three runs of
1,000,000, 750,000 and 147,000 individuals; distances are of its first run.
"""

from __future__ import annotations

from hanabilab.evolution import Settings

#: Table I, run by run.
TABLE_I = {
    "individuals": (1_000_000, 750_000, 147_000),
    "coverage": (326, 326, 324),
    "mean": (8.20, 8.27, 7.85),
    "maximum": (20.51, 20.68, 20.16),
}
#: Its best elite: where it is in the grid, and its score in 20,000 games.
BEST_NICHE, BEST_SCORE = (9, 16), 20.33
#: Elites of the same niche of different runs, asked in some 140,000 states; `across` says of which
#: runs they are by its code.
ACROSS = {
    "cross_play": 8.07,
    "self_play": 8.10,
    "hamming": 14.24,
    "similarity": 0.58,
    "legal_actions": 13,
}

MEAN_OF_SELF_PLAY, MEAN_OF_PAIRS = 8.20, 6.64
#: Distances and what is told of them: the nearest and the farthest pairs.
HAMMING_BY_DISTANCE = ((1, 9.78), (33, 15.0))
SIMILARITY_BY_DISTANCE = ((1, 0.66), (33, 0.07))
#: First and last distance, mean score: the public two-player matrix of the follow-up (Canaan et al.
#: 2020), whose niches are of information per play instead of risk aversion.
FOLLOW_UP_BY_DISTANCE = ((0, 0, 9.9), (1, 5, 9.5), (6, 10, 8.7), (11, 20, 6.8), (21, 38, 5.2))


def is_as_published(settings: Settings) -> bool:
    """Whether runs have the rules, measures, grid and length of lists of the published figures."""
    theirs, names = Settings(), ("rules", "measures", "grid", "length")
    return all(getattr(settings, name) == getattr(theirs, name) for name in names)
