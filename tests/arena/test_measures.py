"""Behavior, counted in the game loop, against a twin that counts cards one by one."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, policy, random_agent
from hanabilab.arena import Lineup, measure_kernels, play_games, record_of, summary_of
from hanabilab.arena.measures import (
    BEHAVIOR_COLUMNS,
    MEASURES,
    RATIOS,
    behavior,
    behavior_by_seat,
    measure_record,
    measure_table,
)
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.actions import action_kind, is_legal
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.rules import Rules
from hanabilab.notation import Record
from tests.agents.samples import imitate, mindful
from tests.naive.game import NaiveGame
from tests.naive.measures import naive_measures, naive_ratios
from tests.strategies import choose_action, examples, rules, seeds
from tests.tables import play_all, stacked, stacked_deck

GAMES = 40 if JIT_ENABLED else 3


def twin_of(record: Record) -> list[Counter]:
    """The twin's counters of each seat, playabilities in the units of the counters."""
    ranks = record.rules.ranks
    game = NaiveGame(record.rules, [(card // ranks, card % ranks + 1) for card in record.deck])
    return naive_measures(game, record.actions)


def as_counts(row) -> dict[str, int]:
    """Counters of one seat by name, but for playability."""
    return {name: int(row[n]) for n, name in enumerate(MEASURES) if name != "playability"}


def agrees(counters, seats) -> bool:
    """Whether counters [P, K] are those of a twin; each playability is cut off after 9 digits."""
    for row, counts in zip(counters, seats, strict=True):
        assert as_counts(row) == {name: counts[name] for name in as_counts(row)}
        exact = float(counts["playability"] * measure_kernels.PLAYABILITY_UNIT)
        found = int(row[measure_kernels.PLAYABILITY])
        assert exact - counts["plays"] - 1 <= found <= exact + 1
    return True


def test_the_layout_is_that_of_the_kernels():
    """A name's place is the constant of that name."""
    assert measure_kernels.NUM_MEASURES == len(MEASURES)
    for number, name in enumerate(MEASURES):
        assert number == getattr(measure_kernels, name.upper())


@examples(40, plain=12)
@given(rules(), seeds(), st.sampled_from([0.0, 0.9, 1.0]), st.integers(0, 2**32))
def test_a_record_is_measured_as_by_its_twin(any_rules, seed, skill, luck):
    """Any rules, played carelessly or well: every counter of every seat."""
    game, random = Game(any_rules, seed=seed), Random(luck)
    while not game.is_over:
        game.act(choose_action(game, random, skill))
    record = Record(rules=any_rules, deck=tuple(game.deck), actions=tuple(game.actions))
    assert agrees(measure_record(record), twin_of(record))


@pytest.mark.parametrize(
    ("agents", "table_rules"),
    [
        ((five_rule, five_rule), Rules()),
        ((random_agent, five_rule), Rules(bomb="keep")),
        ((imitate(random_agent), imitate(five_rule)), Rules()),
        ((imitate(mindful), five_rule, random_agent), Rules(players=3, draw_slot="vacated")),
        ((random_agent,) * 6, Rules(players=6, life_tokens=20)),
        ((five_rule,) * 4, Rules(players=4, information_tokens=0, suits=6)),
    ],
)
@pytest.mark.late_but(2)
def test_the_loop_measures_what_a_replay_does(agents, table_rules):
    """Compiled and batched seats: the table's columns are the twin's counts over all seats."""
    table = play_games(Lineup(agents), table_rules, games=GAMES, seed=3).table
    by_replay = measure_table(table_rules, table)
    for game, row in enumerate(table.iter_rows(named=True)):
        seats = twin_of(record_of(table_rules, row))
        assert agrees(by_replay[game], seats)
        totals = sum(seats, Counter())
        shared = [name for name in (*MEASURES, *BEHAVIOR_COLUMNS) if name in row]
        counts = [name for name in shared if name not in RATIOS]
        assert {name: totals[name] for name in counts} == {name: row[name] for name in counts}
        assert row["hints"] == row["color_hints"] + row["rank_hints"]
        for name, ratio in naive_ratios(totals).items():
            assert row[name] == (ratio if ratio is None else pytest.approx(ratio, abs=1e-8))


def test_plays_by_hand():
    """Told of two ones, seat 1 plays the red one, then the yellow one, of which it knows the rank.

    First any one fits. Then 12 are unseen, for one is on the table and two with seat 0; the one red
    one among them, of three, does not fit.
    """
    game = stacked("R1 Y1 G4 B4 W4 R1 Y1 Y4 G3 B3")
    measured = _measured(play_all(game, "hint 1 1; play 0; hint 1 1; play 0"))
    first, second = (dict(zip(MEASURES, row.tolist(), strict=True)) for row in measured)
    assert (2, 2, 0) == (first["hint_turns"], first["rank_hints"], first["plays"])
    assert {"hint_turns": 2, "misplays": 0, "plays": 2, "known_attributes": 2} == {
        name: second[name] for name in ("hint_turns", "misplays", "plays", "known_attributes")
    }
    units = measure_kernels.PLAYABILITY_UNIT
    assert units + 11 * units // 12 == second["playability"]
    ratios = behavior_by_seat(measured)
    assert dict(zip(RATIOS, (1.0, None, None), strict=True)) == ratios[0]
    assert pytest.approx([0.0, (1 + 11 / 12) / 2, 0.5]) == list(ratios[1].values())


def test_counting_cards_is_no_information_but_makes_a_play_sure():
    """The yellow two is with seat 0, so that seat 1's two is red; no hint has told it."""
    two = Rules(suits=2, ranks=2, copies=(2, 1), hand_size=2)
    game = play_all(stacked("Y1 Y2 R1 R2", two), "hint 1 1; play 0; hint 1 2; play 0")
    counts = dict(zip(MEASURES, _measured(game)[1].tolist(), strict=True))
    assert (2, 2) == (counts["plays"], counts["known_attributes"])
    assert 2 * measure_kernels.PLAYABILITY_UNIT == counts["playability"]


def test_what_a_hint_does_not_touch_is_told_too():
    """The other card is a two, then, and no two fits."""
    two = Rules(suits=2, ranks=2, copies=(2, 1), hand_size=2)
    game = play_all(stacked("Y1 Y1 R1 R2", two), "hint 1 1; play 1")
    counts = dict(zip(MEASURES, _measured(game)[1].tolist(), strict=True))
    assert (1, 1, 1) == (counts["plays"], counts["misplays"], counts["known_attributes"])
    assert 0 == counts["playability"]


@pytest.mark.parametrize(
    ("useless", "critical", "hand", "actions"),
    [
        (0, 0, "R1 R3 R4 Y3 Y4", "hint 1 1; hint 1 3; discard 0"),
        (0, 1, "R5 R3 R4 Y3 Y4", "hint 1 1; hint 1 3; discard 0"),
        (1, 0, "R1 R1 R4 Y3 Y4", "hint 1 1; hint 1 3; play 0; hint 1 3; discard 0"),
    ],
)
def test_a_discard_by_hand(useless, critical, hand, actions):
    """A one of which there are more, a five, and a one that lies on the table already."""
    counters = _measured(play_all(stacked(f"{hand} Y1 G1 G2 G3 G4"), actions)).sum(axis=0)
    counts = dict(zip(MEASURES, counters.tolist(), strict=True))
    assert {"discards": 1, "useless_discards": useless, "critical_discards": critical} == {
        name: counts[name] for name in ("discards", "useless_discards", "critical_discards")
    }


def _measured(game: Game) -> np.ndarray:
    return measure_record(
        Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions))
    )


def test_a_play_from_the_deck_by_hand():
    """Seat 1 sees neither its Y1 and R1 nor the last card, Y2. Of these the Y1 alone would fit."""
    two = Rules(suits=2, ranks=2, copies=(2, 1), hand_size=2, deck_plays=True)
    game = play_all(stacked("R1 R2 Y1 R1 Y1 Y2", two), "play 0; play deck")
    assert game.state.life_tokens == two.life_tokens - 1
    counts = dict(zip(MEASURES, _measured(game)[1].tolist(), strict=True))
    assert (1, 1, 0) == (counts["plays"], counts["misplays"], counts["known_attributes"])
    assert measure_kernels.PLAYABILITY_UNIT // 3 == counts["playability"]


def test_misplays_are_those_of_the_table_where_the_deck_is_played_from():
    """A life for each, whether the card came from a hand or from the deck."""
    wild = Rules(suits=2, ranks=2, hand_size=2, deck_plays=True, life_tokens=64)
    table = play_games(Lineup((random_agent,) * 2), wild, games=20, seed=1).table
    deck_plays = table["actions"].explode() == wild.tables.num_actions - 1
    assert deck_plays.any()
    misplays = measure_table(wild, table)[:, :, measure_kernels.MISPLAYS].sum(axis=1)
    assert table["misplays"].to_list() == misplays.tolist()


def test_ratios_are_of_sums():
    """Two games of 1 hint in 4 turns and 9 in 10 are 10 in 14, not the mean of 1/4 and 9/10."""
    counters = np.zeros((2, len(MEASURES)), np.int64)
    counters[:, measure_kernels.HINT_TURNS] = 4, 10
    counters[:, measure_kernels.COLOR_HINTS] = 1, 4
    counters[:, measure_kernels.RANK_HINTS] = 0, 5
    assert [0.25, 0.9] == behavior(counters)["communicativeness"].tolist()
    assert 10 / 14 == behavior(counters.sum(axis=0))["communicativeness"]
    assert np.isnan(behavior(counters)["risk_aversion"]).all()


@policy("shy")
def shy(view, memory, rng):
    """Plays nothing: the first legal of discards and hints."""
    for action in range(view.rules.num_actions):
        if is_legal(view, action) and action_kind(view.rules, action) != PLAY:
            return action
    return -1


def test_ratios_without_a_turn_or_a_play_are_null():
    """Not zero, and not a number made up."""
    table = play_games(Lineup((shy, shy)), Rules.preset("small"), games=3, seed=1).table
    assert [0] * 3 == table["plays"].to_list()
    assert [None] * 3 == table["risk_aversion"].to_list() == table["information_per_play"].to_list()
    assert 0 == table["communicativeness"].null_count()
    mute = Rules(information_tokens=0)
    table = play_games(Lineup((random_agent,) * 2), mute, games=3, seed=1).table
    assert [None] * 3 == table["communicativeness"].to_list()
    assert 0 == table["risk_aversion"].null_count()


@pytest.mark.compiled
def test_the_best_elite_behaves_as_published():
    """That of Canaan et al. 2019; an implementation of their framework apart from this one measured
    .514, .846 and .770 over 20,000 games. The bounds are five standard errors of both or more.
    """
    genes = "67, 21, 8, 52, 33, 53, 36, 93, 96, 34, 27, 6, 19, 62, 21"
    fixed = Rules(draw_slot="vacated", bomb="keep")
    results = play_games(Lineup.of([f"rules({genes})"] * 2), fixed, games=20_000, seed=0)
    found = summary_of(results)
    assert found.communicativeness.mean == pytest.approx(0.514, abs=0.005)
    assert found.risk_aversion.mean == pytest.approx(0.846, abs=0.004)
    assert found.information_per_play.mean == pytest.approx(0.770, abs=0.004)


def test_an_impossible_record_says_where():
    """As a replay does."""
    rules_ = Rules()
    deck = tuple(stacked_deck(rules_, "R1"))
    with pytest.raises(IllegalActionError, match="action 1 of 2"):
        measure_record(Record(rules=rules_, deck=deck, actions=(0, 5)))


def test_a_table_of_other_rules_is_refused():
    """Its decks, or its actions, do not fit."""
    table = play_games(Lineup((random_agent,) * 2), Rules(), games=3, seed=1).table
    with pytest.raises(RulesError, match="decks are not of these rules"):
        measure_table(Rules.preset("small"), table)
    with pytest.raises(RulesError, match="played by other rules"):
        measure_table(Rules(information_tokens=0), table)
    assert (0, 2, len(MEASURES)) == measure_table(Rules(), table.clear()).shape


def test_tables_keep_their_measures_in_a_file(tmp_path):
    """A table read back from Parquet is measured as the one that was written."""
    table = play_games(Lineup((five_rule,) * 2), Rules(), games=3, seed=1).table
    table.write_parquet(tmp_path / "games.parquet")
    again = pl.read_parquet(tmp_path / "games.parquet")
    assert np.array_equal(measure_table(Rules(), table), measure_table(Rules(), again))
