"""Game for game identity with the Hanabi Learning Environment, at every ply and for every seat.

HLE deals with its own generator and is played; its deck is read from its history of deals, and
our kernels replay it. Legal actions, tokens, fireworks, score, status and all encoded vectors must
be the same bits. Seeds are fixed; the number of games is stated at each test.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from random import Random

import numpy as np
import pytest

from hanabilab.game.batch import encode_all, fill_legal_all
from hanabilab.game.checks import check_deck
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action, score
from hanabilab.game.layout import layout_of
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.state import COMPLETED, LOST, OUT_OF_CARDS
from tests.lanes import slow_after

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # pyhanabi leaves its header file open
    pyhanabi = pytest.importorskip(
        "hanabi_learning_environment.pyhanabi",
        reason="HLE is not installed: CMAKE_POLICY_VERSION_MINIMUM=3.5 pip install hanabilab[hle]",
    )

pytestmark = pytest.mark.hle

GAMES_EACH = 500  # times four presets and four sizes of table: 8,000 games

#: HLE's parameter for each of ours.
PARAMETERS = {
    "players": "players",
    "suits": "colors",
    "ranks": "ranks",
    "hand_size": "hand_size",
    "information_tokens": "max_information_tokens",
    "life_tokens": "max_life_tokens",
}


@dataclass
class Transcript:
    """What HLE says of one game: its deck, its moves, and the facts at every ply."""

    first_seat: int = 0
    deck: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    facts: list[tuple[object, ...]] = field(default_factory=list)
    legal: list[list[int]] = field(default_factory=list)
    vectors: list[list[bytes]] = field(default_factory=list)

    @property
    def status(self) -> int:
        """HLE's end-of-game type."""
        return self.facts[-1][-1]


class Hle:
    """HLE under some rules, dealing from a seed."""

    def __init__(self, rules: Rules, seed: int, **extra: object) -> None:
        parameters = {theirs: getattr(rules, ours) for ours, theirs in PARAMETERS.items()}
        parameters["observation_type"] = int(rules.observation == "knowledge")
        # States do not keep the game alive: it must be held as long as they are used.
        self.game = pyhanabi.HanabiGame(parameters | {"seed": seed} | extra)
        self.encoder = pyhanabi.ObservationEncoder(self.game)
        self.rules = rules
        self.moves = [self.game.get_move(uid) for uid in range(self.game.max_moves())]

    def play(self, random: Random, skill: float) -> Transcript:
        """Play a game, with probability `skill` by a move that gets far."""
        state = self.game.new_initial_state()
        transcript = Transcript()
        self._deal(state)
        transcript.first_seat = state.cur_player()
        self._observe(state, transcript)
        while not state.is_terminal():
            action = self._choose(state, transcript.legal[-1], random, skill)
            transcript.actions.append(action)
            state.apply_move(self.moves[action])
            self._deal(state)
            self._observe(state, transcript)
        transcript.deck = self._deck(state)
        return transcript

    @staticmethod
    def _deal(state) -> None:
        """Deal what is due; also after the last move, as HLE's rl_env does and we do."""
        while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            state.deal_random_card()

    def _observe(self, state, transcript: Transcript) -> None:
        legal = [self.game.get_move_uid(move) for move in state.legal_moves()]
        transcript.legal.append([] if state.is_terminal() else legal)
        transcript.facts.append(
            (
                state.information_tokens(),
                state.life_tokens(),
                state.fireworks(),
                state.score(),
                state.deck_size(),
                int(state.end_of_game_status()),
            )
        )
        players = range(self.rules.players)
        transcript.vectors.append([self._encode(state.observation(seat)) for seat in players])

    def _encode(self, observation) -> bytes:
        """The vector as HLE writes it, "0,1,0"; parsing it in Python is what makes it slow."""
        text = pyhanabi.lib.EncodeObservation(self.encoder._encoder, observation.observation())
        digits = pyhanabi.ffi.string(text)
        pyhanabi.lib.DeleteString(text)
        return digits

    def _deck(self, state) -> list[int]:
        """The cards in the order HLE dealt them, then those it never dealt."""
        moves = [item.move() for item in state.move_history()]
        deck = [
            move.color() * self.rules.ranks + move.rank()
            for move in moves
            if move.type() == pyhanabi.HanabiMoveType.DEAL
        ]
        rest = [int(card) for card in self.rules.tables.sorted_deck[: self.rules.deck_size]]
        for card in deck:
            rest.remove(card)
        return deck + rest

    def _choose(self, state, legal: list[int], random: Random, skill: float) -> int:
        """A random move, or: play a card that fits, else hint, else discard."""
        if random.random() >= skill:
            return random.choice(legal)
        size = self.rules.hand_size
        for slot, card in enumerate(state.player_hands()[state.cur_player()]):
            if state.card_playable_on_fireworks(card.color(), card.rank()):
                return size + slot
        harmless = [action for action in legal if not size <= action < 2 * size]
        return random.choice(harmless or legal)


class Replay:
    """Our kernels on the same deck; rows are reused from game to game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.layout = layout_of(rules)
        self.states = new_states(rules, 1)
        seats = rules.players
        self.seats = np.arange(seats)
        self.copies, self.views = new_states(rules, seats), new_views(rules, seats)
        self.vectors = np.zeros((seats, self.layout.size), np.uint8)
        self.legal = np.zeros((1, rules.num_actions), np.bool_)

    def check(self, transcript: Transcript) -> None:
        """Replay a transcript and compare at every ply."""
        state, rules = self.states[0], self.rules
        state.rules["first_seat"] = transcript.first_seat
        state.deck[: rules.deck_size] = check_deck(rules, transcript.deck)
        deal(state)
        for ply in range(len(transcript.facts)):
            self._compare(state, transcript, ply)
            if ply < len(transcript.actions):
                apply_action(state, transcript.actions[ply])

    def _compare(self, state, transcript: Transcript, ply: int) -> None:
        facts = (
            state.information_tokens,
            state.life_tokens,
            state.fireworks[: self.rules.suits].tolist(),
            score(state),
            self.rules.deck_size - state.deck_drawn,
            state.status,
        )
        assert transcript.facts[ply] == facts
        fill_legal_all(self.legal, self.states)
        assert transcript.legal[ply] == np.flatnonzero(self.legal[0]).tolist()
        self.copies[:] = self.states[0]
        encode_all(self.vectors, self.copies, self.seats, self.views, self.layout.row)
        for seat, digits in enumerate(transcript.vectors[ply]):
            expected = np.frombuffer(digits, np.uint8)[::2] - ord("0")
            assert np.array_equal(expected, self.vectors[seat]), f"seat {seat} at ply {ply}"


def compare_games(rules: Rules, count: int, seed: int, **extra: object) -> list[int]:
    """Compare `count` games, half of them played at random; gives back how they ended."""
    hle, replay, random = Hle(rules, seed, **extra), Replay(rules), Random(seed)
    assert len(hle.moves) == rules.num_actions
    ends = []
    for number in range(count):
        transcript = hle.play(random, skill=(0.0, 0.97)[number % 2])
        replay.check(transcript)
        ends.append(transcript.status)
    return ends


@pytest.mark.compiled
@pytest.mark.parametrize("players", slow_after(2, [2, 3, 4, 5]))
@pytest.mark.parametrize("preset", ["full", "full-minimal", "small", "very-small"])
def test_games_are_those_of_hle(preset, players):
    """Every preset at every table, 500 games each, which end in all the ways that there are."""
    ends = compare_games(Rules.preset(preset, players=players), GAMES_EACH, seed=players)
    assert {LOST, OUT_OF_CARDS, COMPLETED} == set(ends)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "suits": 3, "ranks": 3},
        {"players": 2, "suits": 2, "ranks": 1, "hand_size": 1},
        {"players": 2, "suits": 5, "ranks": 2, "hand_size": 6},
        {"players": 3, "suits": 1, "ranks": 5, "hand_size": 1},
        {"players": 3, "suits": 4, "ranks": 4, "hand_size": 3, "life_tokens": 6},
        {"players": 4, "suits": 5, "ranks": 3, "hand_size": 6, "information_tokens": 1},
        {"players": 5, "suits": 2, "ranks": 5, "hand_size": 4, "information_tokens": 20},
        {"players": 5, "suits": 5, "ranks": 5, "hand_size": 1, "life_tokens": 1},
    ],
)
def test_odd_games_are_those_of_hle(options):
    """Other suits, ranks, hands and tokens, 40 games each; who begins is drawn by HLE."""
    compare_games(Rules(**options), 40, seed=11, random_start_player=True)
