"""Commands on games whose file does not tell every card: they work on what is known."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from hanabilab.cli import run
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.site import format_export
from tests.cli.calling import document, refusal
from tests.notation.real_games import real_games

GAMES = real_games()
LOG = GAMES[0][0]


def export(folder, hidden, name="part.json", log=LOG):
    """The file of a game without some cards of its deck, by their places."""
    game = json.loads(format_export(log))
    game["deck"] = [None if place in hidden else card for place, card in enumerate(game["deck"])]
    path = folder / name
    path.write_text(json.dumps(game))
    return path


def last_cards():
    """The places of cards that are in hands when the game ends, or in the deck."""
    used = {action.target for action in LOG.actions if action.kind < 2}
    return set(range(len(LOG.deck))) - used


def test_check_tells_the_score_and_what_is_not_told(tmp_path, capsys):
    hidden = last_cards()
    assert run(["log", "check", str(export(tmp_path, hidden))]) == 0
    told = capsys.readouterr().out
    assert "score 20" in told
    assert f"{len(hidden)} cards, " in told
    assert "not told" in told


def chances_of(game, seat, hidden):
    """Each card's chance in a hand without hints: its copies out of sight among all such cards."""
    log, size = replay_log(LOG), LOG.hand_size
    seen = [place for place in range(2 * size) if place // size != seat and place not in hidden]
    left = Counter(map(LOG.variant.card_name, LOG.deck))
    left.subtract(LOG.variant.card_name(LOG.deck[place]) for place in seen)
    assert log.problem is None
    return {card: count / left.total() for card, count in left.items() if count}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("hidden", [{0, 6, 7}, {1, 2, 3, 49}])
def test_deduce_counts_cards_that_nobody_knows_as_out_of_sight(seat, hidden, tmp_path, capsys):
    game = export(tmp_path, hidden)
    found = document(capsys, "log", "deduce", game, "--turn", 0, "--seat", seat)
    expected = chances_of(game, seat, hidden)
    for slot in found["slots"]:
        assert slot["chances"] == pytest.approx(expected)


def test_deduce_takes_no_hint_from_a_card_that_stands_in(tmp_path, capsys):
    """A hinted hand: which of its unknown cards were touched, nobody knows."""
    turn = next(n for n, action in enumerate(LOG.actions, 1) if action.kind >= 2)
    seat = LOG.actions[turn - 1].target
    hand = set(range(seat * LOG.hand_size, (seat + 1) * LOG.hand_size))
    game = export(tmp_path, hand)
    found = document(capsys, "log", "deduce", game, "--turn", turn, "--seat", seat)
    whole = document(capsys, "log", "deduce", export(tmp_path, set(), "all.json"), "--turn", turn)
    chances = [slot["chances"] for slot in found["slots"]]
    assert all(each == pytest.approx(chances[0]) for each in chances)
    assert all(len(slot["chances"]) < 25 for slot in whole["slots"] if slot["ruled_out"])


@pytest.mark.compiled
def test_review_takes_nothing_from_the_order_of_an_unknown_deck(tmp_path, capsys):
    """All numbers are those of the whole deck; the perfect score is lost where it is for any."""
    log, cut = next(
        (log, cut)
        for log, cut in ((log, int(replay_log(log).game.state.deck_drawn)) for log, _ in GAMES)
        if len(log.deck) - 10 < cut < len(log.deck)
    )
    (part,) = document(capsys, "review", export(tmp_path, range(cut, 50), log=log))
    (whole,) = document(capsys, "review", export(tmp_path, (), "all.json", log=log))
    different = {name for name in whole if whole[name] != part[name]} - {"file"}
    perfects = {"perfect", "lost_at", "lost_by", "lost_between"}
    assert different <= perfects | {"by_turn", "losses"}
    charged = [
        [
            (loss["turn"], loss["points"], loss["cause"])
            for loss in found["losses"]
            if loss["points"]
        ]
        for found in (whole, part)
    ]
    assert charged[0] == charged[1]
    for known, any_deck in zip(whole["by_turn"], part["by_turn"], strict=True):
        assert known | {"perfect": 0} == any_deck | {"perfect": 0}
        assert any_deck["perfect"] in ("undecided", known["perfect"])
        lost = known["max_reachable"] < 25 or (known["pace"] or 0) < 0
        if lost or known["pace"] is not None:
            assert any_deck["perfect"] == ("lost" if lost else "undecided")


def test_convert_does_not_write_cards_that_stand_in(tmp_path, capsys):
    game = export(tmp_path, last_cards())
    for kind in ("game", "json", "link", "hanabi"):
        assert run(["log", "convert", str(game), str(tmp_path / f"out.{kind}")]) == 2
        assert "whole deck" in capsys.readouterr().err
        assert not (tmp_path / f"out.{kind}").exists()


@pytest.mark.parametrize(
    "command",
    [
        ["log", "winnable", "GAME"],
        ["view", "GAME", "--html", "page.html"],
        ["review", "GAME", "--agent", "iggi"],
        ["replay", "GAME"],
        ["explain", "iggi", "GAME"],
        ["search", "GAME", "--turn", "3"],
        ["log", "convert", "GAME", "page.game"],
    ],
)
@pytest.mark.parametrize("hidden", ["last", "first"])
def test_what_rests_on_the_whole_deck_is_not_told_of_cards_that_stand_in(
    command, hidden, tmp_path, capsys, monkeypatch
):
    """Whether a card that is not told is used in the game or not."""
    monkeypatch.chdir(tmp_path)
    game = export(tmp_path, last_cards() if hidden == "last" else {0})
    asked = [str(game) if each == "GAME" else each for each in command]
    assert f"{game}: " in (told := refusal(capsys, *asked))
    assert "needs the whole deck" in told
    assert not [*tmp_path.glob("page.*")]


def test_review_takes_a_game_up_to_a_card_that_nobody_knows(tmp_path, capsys):
    """It works on what is known without being asked to, and says where that ends."""
    game = export(tmp_path, {0})
    assert run(["review", str(game), "--json"]) == 0
    out, err = capsys.readouterr()
    (found,) = json.loads(out)
    turn = next(n for n, action in enumerate(LOG.actions) if (action.kind < 2) > action.target)
    assert found["turns"] == turn
    assert f"action {turn + 1}: P0 discards card 0, which the file does not tell; the game " in err
