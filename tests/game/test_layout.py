"""The observation vector's layout: sizes, sections, and what relabeling the suits does to it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.games import Game
from hanabilab.game.layout import layout_of
from hanabilab.game.rules import Rules
from tests.naive.game import all_actions
from tests.strategies import examples, games, rules


@pytest.mark.parametrize(
    ("size", "preset", "players"),
    [
        (658, "full", 2),
        (956, "full", 3),
        (1041, "full", 4),
        (1280, "full", 5),
        (308, "full-minimal", 2),
        (431, "full-minimal", 3),
        (481, "full-minimal", 4),
        (580, "full-minimal", 5),
        (171, "small", 2),
        (106, "very-small", 2),
    ],
)
def test_sizes_are_those_of_hle(size, preset, players):
    """The lengths that HLE's CanonicalObservationEncoder.Shape gives."""
    assert size == layout_of(Rules.preset(preset, players=players)).size


def test_sections_begin_where_hle_has_them():
    """For two players: hands 0, board 127, discards 203, last action 253, knowledge 308."""
    sections = layout_of(Rules()).sections
    names = ("hands", "deck", "discards", "last_seat", "possible")
    assert [0, 127, 203, 253, 308] == [sections[name].offset for name in names]


@examples(200)
@given(rules())
def test_sections_tile_the_vector(any_rules):
    """Every entry of the vector belongs to exactly one section, and the row says the same."""
    layout = layout_of(any_rules)
    entries = [section.indices().ravel() for section in layout.sections.values()]
    assert list(range(layout.size)) == sorted(np.concatenate(entries).tolist())
    for name, section in layout.sections.items():
        assert len(section.axes) == len(section.shape) == len(section.strides)
        assert (name, layout.row[name]) == (section.name, section.offset)


@examples(200)
@given(rules())
def test_minimal_vectors_are_a_prefix(any_rules):
    """`observation="minimal"` leaves out the knowledge at the end and moves nothing else."""
    options = vars(any_rules)
    minimal = layout_of(Rules(**(options | {"observation": "minimal"})))
    whole = layout_of(Rules(**(options | {"observation": "knowledge"})))
    assert minimal.sections == {name: whole.sections[name] for name in minimal.sections}
    assert {"possible", "hinted_color", "hinted_rank"} == set(whole.sections) - set(
        minimal.sections
    )
    assert (0, 1) == (minimal.row.shows_knowledge, whole.row.shows_knowledge)


def relabeled(game, new_suit):
    """The same game with suit `s` called `new_suit[s]`."""
    rules = game.rules
    deck = [new_suit[card // rules.ranks] * rules.ranks + card % rules.ranks for card in game.deck]
    actions = all_actions(rules)
    twin = Game(rules, deck=deck)
    for number in game.actions:
        kind, *rest = actions[number]
        if kind == "color":
            rest[1] = new_suit[rest[1]]
        twin.act(actions.index((kind, *rest)))
    return twin


@examples(150, plain=15)
@given(games(), st.randoms(use_true_random=False))
def test_relabeling_suits_permutes_the_suit_axes(game, random):
    """The vector of the relabeled game is the old one with every suit axis permuted."""
    new_suit = list(range(game.rules.suits))
    random.shuffle(new_suit)
    twin = relabeled(game, new_suit)
    for seat in range(game.rules.players):
        before, after = game.observation(seat), twin.observation(seat)
        for section in layout_of(game.rules).sections.values():
            entries = section.indices()
            renamed = entries
            if "suit" in section.axes:
                renamed = np.take(entries, new_suit, axis=section.axes.index("suit"))
            assert np.array_equal(before[entries], after[renamed])
