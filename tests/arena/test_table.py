"""The arena's table: every column against a replay of the row, and games picked from it."""

from __future__ import annotations

import polars as pl
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, random_agent
from hanabilab.arena import Lineup, play_games, record_of, typical_games
from hanabilab.arena.measures import BEHAVIOR_COLUMNS
from hanabilab.arena.table import COUNTS
from hanabilab.game.actions import action_kind
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.state import LOST, STATUS_NAMES
from hanabilab.notation import format_record, parse_record, replay
from hanabilab.randomness import MAX_SEED
from hanabilab.search import Sparta
from tests.agents.samples import mindful

COLUMNS = ["game", *COUNTS, "perfect", *BEHAVIOR_COLUMNS]
COLUMNS += ["deck", "actions", "seconds", "agents", "seed"]


def counted(record) -> dict[str, int]:
    """The columns of a game, counted action by action."""
    counts = dict.fromkeys(("hints", "misplays", "discards"), 0)
    for game in replay(record):
        if game.actions:
            kind = int(action_kind(record.rules.tables, game.actions[-1]))
            counts["hints"] += kind > PLAY
            counts["discards"] += kind == DISCARD
            counts["misplays"] += kind == PLAY and not game.state.last_scored
    return counts | {
        "score": game.score,
        "points": int(sum(game.state.fireworks)),
        "lives": int(game.state.life_tokens),
        "turns": len(game.actions),
        "tokens": int(game.state.information_tokens),
        "status": STATUS_NAMES.index(game.status),
        "perfect": game.score == record.rules.suits * record.rules.ranks,
    }


@pytest.mark.parametrize(
    ("agents", "rules"),
    [
        ((five_rule,) * 2, Rules()),
        ((random_agent,) * 2, Rules(bomb="keep")),
        ((mindful, five_rule, random_agent), Rules(players=3, draw_slot="vacated", first_seat=2)),
        ((random_agent,) * 6, Rules(players=6, life_tokens=20)),
        ((five_rule,) * 2, Rules(suits=1, ranks=2, hand_size=1)),
        ((five_rule,) * 4, Rules(players=4, information_tokens=0, suits=6)),
    ],
)
@pytest.mark.late_but(2)
def test_a_row_becomes_a_record_that_replays_to_the_row(agents, rules):
    """Score, points, lives, turns, hints, misplays, discards, tokens, status and perfection."""
    lineup = Lineup(agents)
    count = 60 if JIT_ENABLED else 3
    table = play_games(lineup, rules, games=count, seed=17).table
    for index in range(count):
        row = table.row(index, named=True)
        record = record_of(rules, row)
        facts = counted(record)
        assert facts == {name: row[name] for name in facts}
        assert f"seed=17 game={index}" == record.source
        assert tuple(agent.name for agent in agents) == record.agents
        assert record == parse_record(format_record(record))


def test_the_table_has_its_columns():
    """In this order, one row a game, the deck whole and the actions padded with -1."""
    rules = Rules.preset("small")
    table = play_games(Lineup((random_agent,) * 2), rules, games=5, seed=1).table
    assert COLUMNS == table.columns
    assert 5 == len(table)
    for row in table.iter_rows(named=True):
        assert rules.deck_size == len(row["deck"])
        assert rules.max_turns == len(row["actions"])
        assert {-1} == set(row["actions"][row["turns"] :])
        assert min(row["actions"][: row["turns"]]) >= 0
        assert row["seconds"] > 0
        assert 1 == row["seed"]


def test_names_with_commas_come_back_seat_by_seat():
    """The names of searches hold commas of their own."""
    rules = Rules.preset("very-small")
    search = Sparta(five_rule, rollouts=1, threshold=0.5)
    table = play_games(Lineup((search, random_agent)), rules, games=1).table
    expected = ("sparta(five-rule, rollouts=1, threshold=0.5)", "random")
    assert expected == record_of(rules, table.row(0, named=True)).agents


def test_the_largest_seed_fits_its_column():
    """Nothing is cut off."""
    table = play_games(Lineup((random_agent,) * 2), Rules(), games=1, seed=MAX_SEED).table
    assert [MAX_SEED] == table["seed"].to_list()


def test_tables_of_all_seeds_have_the_same_types():
    """So that they can be put together."""
    tables = [
        play_games(Lineup((random_agent,) * 2), Rules(), games=1, seed=seed).table
        for seed in (0, 2**40)
    ]
    assert tables[0].schema == tables[1].schema
    assert 2 == len(pl.concat(tables))


def test_a_lost_game_scores_by_its_rule():
    """`bomb` changes the score of lost games and nothing else: none, or the points on the table."""
    count = 200 if JIT_ENABLED else 20
    lineup = Lineup((random_agent,) * 2)
    zero, keep = (
        play_games(lineup, Rules(bomb=bomb), games=count, seed=3).table for bomb in ("zero", "keep")
    )
    same = [name for name in COLUMNS if name not in ("score", "seconds", "perfect")]
    assert zero.select(same).equals(keep.select(same))
    assert keep["score"].to_list() == keep["points"].to_list()
    lost = zero["status"] == LOST
    assert lost.sum() > count / 2
    assert zero.filter(lost)["points"].sum() > 0
    assert [0] * lost.sum() == zero.filter(lost)["score"].to_list()
    assert zero.filter(~lost)["points"].to_list() == zero.filter(~lost)["score"].to_list()


@pytest.mark.parametrize(
    ("scores", "points", "expected"),
    [
        ([5], [5], (0, 0, 0)),
        ([3, 9, 5], [3, 9, 5], (1, 2, 0)),
        ([3, 9, 5, 4], [3, 9, 5, 4], (1, 2, 0)),
        # Equal scores: more points are better; then the earliest game, last of all the latest.
        ([0, 0, 7, 7], [4, 2, 7, 8], (3, 2, 1)),
        ([6, 6, 6, 6, 6], [6, 6, 6, 6, 6], (0, 2, 4)),
    ],
)
def test_typical_games_are_the_best_the_median_and_the_worst(scores, points, expected):
    """By score, then by points, the better first; the upper median of an even number."""
    table = pl.DataFrame({"game": range(len(scores)), "score": scores, "points": points})
    shuffled = table.sample(fraction=1, shuffle=True, seed=1)
    for frame in (table, shuffled):
        found = typical_games(frame)
        assert ["best", "median", "worst"] == list(found)
        assert expected == tuple(row["game"] for row in found.values())
        assert found["best"] == table.row(expected[0], named=True)
