"""What `information` says of itself: the code that is sent is the code that is read."""

from __future__ import annotations

import re

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.hats.information import information
from hanabilab.agents.numbers import with_numbers
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.agents.hats.information.table import Table
from tests.tables import stacked

SEEDS = range(4 if JIT_ENABLED else 1)
FOURS = "R4 Y4 G4 W4 B4"
SILENCE = "nobody needed a hint: no playable card with seat"


def explain(table: Table) -> str:
    """Why the seat to act does what it will do."""
    return information.explain(table.game.view(), table.memory[table.seat])


def interpret(table: Table) -> list[list[str]]:
    """What each seat says that the next action of the agent has told."""
    before = table.memory.copy()
    table.act()
    return [
        information.interpret(table.game.view(seat), before[seat], table.memory[seat])
        for seat in range(table.game.rules.players)
    ]


def holds_playable(game: Game, seat: int) -> bool:
    """Whether a seat holds a card that would score."""
    cards = [int(card) for card in game.state.hands[seat]]
    return any(card >= 0 and int(game.state.playable) >> card & 1 for card in cards)


def test_a_first_hint_in_words():
    """Three numbers and so two questions: are slot 0 and slot 1 playable? Slot 1 is: number 2.

    It is said by missing the anchor, slot 0.
    """
    table = Table(stacked(f"{FOURS} R3 Y1 G3 W3 B3"))
    why = "to seat 1: nothing to play, and all tokens are there; code 2 of 3 = seat 1: 2"
    assert explain(table).split(maxsplit=2)[2] == why
    told = ["code 2 of 3", "seat 1 reads 2: slot 0 not playable, slot 1 playable, R1 Y1 G1 W1 B1"]
    assert [told, told] == interpret(table)
    assert "plays slot 1: certainly playable" in explain(table)


def test_a_silence_in_words():
    """Who discards beside tokens says that nobody needed a hint, and it is true."""
    told = 0
    for seed in SEEDS:
        table = Table(Game(Rules(players=3), seed=seed))
        while not table.game.is_over:
            tokens = table.game.state.information_tokens
            for line in interpret(table)[0]:
                if line.startswith(SILENCE):
                    told += 1
                    assert tokens > 0
                    for seat in line.removeprefix(SILENCE).split():
                        assert not holds_playable(table.game, int(seat))
    assert told > 0


@pytest.mark.parametrize("endgame", [-1, 2])
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(3)
def test_what_is_sent_is_what_is_read(players, endgame):
    """Code and numbers of every explanation are those of the interpretation, by every seat."""
    agent = with_numbers(information, {"endgame": endgame})
    for seed in SEEDS:
        table = Table(Game(Rules(players=players), seed=seed), agent)
        while not table.game.is_over:
            why = explain(table)
            sent = dict(re.findall(r"seat (\d): (\d+)", why))
            code = re.search(r"code \d+ of \d+", why)
            told = interpret(table)
            assert told == [told[0]] * players
            lines = "\n".join(told[0])
            assert sent == dict(re.findall(r"seat (\d) reads (\d+)", lines))
            assert (code is not None) == ("code" in lines)
            assert code is None or code[0] in lines


@pytest.mark.parametrize(
    ("players", "numbers", "expected"),
    [
        (2, {}, {"certainly playable", "nothing to play"}),
        (4, {}, {"certainly playable", "nothing to play"}),
        (4, {"short_deck": 30, "risky": 50}, {"the deck is short", "playable with #/#"}),
    ],
)
@pytest.mark.late_but(1)
def test_an_explanation_names_the_action(players, numbers, expected):
    """It begins with what is done, whatever the branch."""
    starts = {}
    for seed in SEEDS:
        table = Table(Game(Rules(players=players), seed=seed), with_numbers(information, numbers))
        while not table.game.is_over:
            why, seat = explain(table), table.seat
            table.act()
            view = table.game.view()
            verb = "hints" if view.last_card < 0 else "plays|discards"
            assert re.match(verb, why)
            starts.setdefault(re.sub(r"\d", "#", why.split(": ")[1].split(",")[0]), seat)
    assert expected <= set(starts)


def test_a_partner_off_the_convention_is_told_as_it_reads():
    """Words for whatever two seats do: every legal action is explained and interpreted."""
    table = Table(Game(Rules(players=2, hand_size=3), seed=5))
    random = np.random.default_rng(5)
    while not table.game.is_over:
        assert explain(table)
        before = table.memory.copy()
        table.act(int(random.choice(table.game.legal_actions())))
        for seat in range(2):
            view = table.game.view(seat)
            assert all(information.interpret(view, before[seat], table.memory[seat]))
