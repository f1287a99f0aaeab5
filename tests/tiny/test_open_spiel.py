"""Games of OpenSpiel: their sizes, their payoffs, and ours as theirs."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.tiny import enumerate_game, uniform_policy, value_of
from hanabilab.tiny.games import CardGame, TradeComm, tiny_hanabi
from hanabilab.tiny.games.open_spiel import OpenSpielGame, open_spiel_text
from hanabilab.tiny.names import make_game


def test_a_game_is_written_as_openspiel_reads_it():
    """Game G, number for number."""
    want = "tiny_hanabi(num_players=2,num_chance=1,num_actions=2,payoff=1;2;3;4)"
    assert open_spiel_text(tiny_hanabi("G")) == want
    with pytest.raises(GameError, match="different cards"):
        open_spiel_text(CardGame("odd", ((((1.0, 2.0),),),)))


def test_payoffs_are_written_in_full_or_refused():
    """Large ones keep all digits; OpenSpiel's game has no fractions, and no more than 32 bits."""
    large = CardGame("large", ((((1000001.0, -2.0), (3.0, 4.0)),),))
    assert open_spiel_text(large).endswith("payoff=1000001;-2;3;4)")
    for payoff in (1 / 3, 2.0**31):
        with pytest.raises(GameError, match="takes whole numbers from"):
            open_spiel_text(CardGame("odd", ((((payoff, 2.0), (3.0, 4.0)),),)))


@pytest.mark.parametrize("letter", "ABCDEFG")
def test_tiny_hanabi_is_the_same_there(letter):
    """Exported and loaded again: equal sizes, public states and value of uniform play."""
    pytest.importorskip("pyspiel")
    ours = enumerate_game(tiny_hanabi(letter))
    theirs = enumerate_game(OpenSpielGame(open_spiel_text(tiny_hanabi(letter))))
    assert theirs.size == ours.size
    assert len(theirs.infosets) == len(ours.infosets)
    assert sorted(np.bincount(theirs.public)) == sorted(np.bincount(ours.public))
    assert value_of(theirs, uniform_policy(theirs)) == pytest.approx(
        value_of(ours, uniform_policy(ours))
    )


def test_trade_comm_is_the_same_there():
    """Two items: 92 decisions, and chance play wins one time in sixteen."""
    pytest.importorskip("pyspiel")
    ours = enumerate_game(TradeComm(2, 2))
    theirs = enumerate_game(make_game('open-spiel("trade_comm(num_items=2)")'))
    assert theirs.size == ours.size
    assert value_of(theirs, uniform_policy(theirs)) == pytest.approx(1 / 16)


@pytest.mark.compiled
def test_abstracted_tiny_bridge_has_the_published_sizes():
    """53,760 histories at which somebody decides, 768 information sets of each seat."""
    pytest.importorskip("pyspiel")
    tree = enumerate_game(OpenSpielGame("tiny_bridge_2p(abstracted=true)"))
    assert (tree.infoset >= 0).sum() == 53_760
    assert np.bincount(tree.seat_of).tolist() == [768, 768]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no_such_game", "has no game"),
        ("tiny_hanaby", "did you mean 'tiny_hanabi'"),
        ("leduc_poker", "paid the same"),
        ("go", "paid the same"),
        ("nfg_game", "cannot make game"),
        ("repeated_game", "cannot make game"),
        ("tiny_hanabi(num_chance=x)", "cannot make game"),
        ("mfg_garnet", "do not take turns"),
        ("blackjack", "too large"),
        ("\0", "has no game"),
        ("hanabi", "histories|no game|know"),
    ],
)
def test_games_that_cannot_be_taken(text, words, capfd):
    """Unknown, of different payoffs, too large, broken: one line each, and nothing on stderr."""
    pytest.importorskip("pyspiel")
    with pytest.raises(GameError, match=words) as error:
        enumerate_game(OpenSpielGame(text, limit=20_000))
    assert "\n" not in str(error.value)
    assert capfd.readouterr().err == ""
