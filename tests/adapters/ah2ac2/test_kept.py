"""Challenges in folders, their report, and both commands together."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading

import numpy as np
import pytest

from hanabilab.adapters.ah2ac2 import (
    Played,
    play_challenge,
    report,
)
from hanabilab.adapters.ah2ac2.challenge import Challenge, ChallengePlan
from hanabilab.cli import run
from hanabilab.errors import ResumeError
from hanabilab.runs.files import pack_arrays
from tests.adapters.ah2ac2.playing import WORD, challenge_at, saying, served
from tests.cli.calling import document, refusal
from tests.cli.keeping import run_killed

needs_websockets = pytest.mark.usefixtures("_websockets")


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_a_killed_client_loses_no_game_and_plays_none_twice(tmp_path, capsys):
    """Killed after each change of a file in turn; what is kept is what the server counts."""
    for changes in range(1, 12, 3):
        folder = tmp_path / str(changes)
        with served(games=5, players=(2, 3), seed=4) as server:
            play = ["ah2ac2", "play", "--url", server.url]
            begin = [*play, "--agent", "random", "--seed", "4", "--out", str(folder)]
            ended = run_killed(begin, changes)
            resume = [*play, "--resume", str(folder)]
            if not (folder / "manifest.json").exists():
                resume = begin
            found = document(capsys, *resume)
            counted = [server.evaluation.played[n] for n in range(5)]
        games = found["games_played"]
        numbers = [game["number"] for game in games]
        # Of a game that ended just before the kill, before it was written, the server alone knows.
        assert ended or len(numbers) >= 4
        assert len(set(numbers)) == len(numbers)
        assert all(game["score"] == counted[game["number"]].score for game in games)
        assert json.loads((folder / "ah2ac2.json").read_text()) == found
        assert not any(
            WORD.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file()
        )


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_a_run_goes_on_with_the_same_settings_alone(tmp_path, capsys):
    folder = tmp_path / "run"
    with served(games=4) as server:
        play = ("ah2ac2", "play", "--url", server.url)
        document(capsys, *play, "--agent", "random", "--games", "1", "--out", folder)
        resume = (*play, "--resume", folder)
        assert "has agent random" in refusal(capsys, *resume, "--agent", "five-rule")
        assert "has seed 0" in refusal(capsys, *resume, "--seed", "1")
        assert "has players 0" in refusal(capsys, *resume, "--players", "2", "--seats", "0")
        other = ("ah2ac2", "play", "--url", "http://localhost:9", "--resume", folder)
        assert "has url http://localhost" in refusal(capsys, *other)
        assert "Missing option" in refusal(capsys, "ah2ac2", "play", "--resume", folder)
        found = document(capsys, *resume, "--games", "9")
    assert [game["number"] for game in found["games_played"]] == [0, 1, 2, 3]
    assert found["by_players"][0]["games"] == 4


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_a_lost_server_tells_how_to_go_on(tmp_path, capsys):
    folder = tmp_path / "run"
    with saying("{}", '{"error_details": "not now"}') as url:
        command = ["ah2ac2", "play", "--url", url, "--agent", "random", "--out", str(folder)]
        assert run(command) == 2
    err = capsys.readouterr().err
    assert f"go on with: hanabi ah2ac2 play --url {url} --resume {folder}" in err


_COLUMNS = {
    "order": 0, "game": 3, "players": 2, "seats": 1,
    "turns": 60, "score": 20, "points": 20, "lost": 0,
}  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"players": 6}, {"seats": 3}, {"seats": 0}, {"turns": 0}, {"turns": 10**6}, {"score": 26},
        {"score": 19}, {"order": -1}, {"lost": 1}, {"lost": 2}, {"game": -2},
        {"score": -1, "points": -1},
    ],
)  # fmt: skip
def test_a_folder_of_strangers_has_no_impossible_game(change, tmp_path):
    challenge = Challenge(ChallengePlan("random", "http://localhost:9"))

    def packed(columns):
        return pack_arrays({name: np.array([n], np.int64) for name, n in columns.items()})

    whole = Played(3, 2, (0,), 60, 20, 20, lost=False)
    assert challenge.unpack(packed(_COLUMNS), tmp_path) == {0: whole}
    with pytest.raises(ResumeError, match="a game that nobody can play"):
        challenge.unpack(packed(_COLUMNS | change), tmp_path)


def test_games_come_back_as_they_were_kept(tmp_path):
    first = {0: Played(0, 2, (1,), 60, 20, 20, lost=False)}
    second = {1: Played(-1, 5, (0, 2, 4), 30, 0, 7, lost=True)}
    challenge = Challenge(ChallengePlan("random", "http://localhost:9"))
    assert challenge.unpack(challenge.pack([first, second]), tmp_path) == first | second


def test_the_report_is_as_worked_out_by_hand():
    """Scores 20, 0 (lost with 7), 10 with two players; one game with three."""
    games = [
        Played(0, 2, (0,), 60, 20, 20, lost=False, losses=(1.0, 2.0)),
        Played(1, 2, (1,), 30, 0, 7, lost=True, losses=(6.0,)),
        Played(2, 2, (0,), 50, 10, 10, lost=False),
        Played(3, 3, (2,), 50, 0, 9, lost=True),
    ]
    two, three = report(games)["by_players"]
    assert two["mean"] == pytest.approx(10)
    assert two["sem"] == pytest.approx(10 / np.sqrt(3))
    assert (two["median"], two["points_median"]) == (10, 10)
    assert two["points_mean"] == pytest.approx(37 / 3)
    assert two["bomb_rate"] == pytest.approx(1 / 3)
    assert two["mean_not_lost"] == pytest.approx(15)
    assert two["candidate_cross_entropy"] == pytest.approx(3)
    assert (three["sem"], three["mean_not_lost"], three["candidate_cross_entropy"]) == (None,) * 3
    assert (three["mean"], three["points_mean"], three["bomb_rate"]) == (0, 9, 1)


def _certificate(folder):
    words = (
        *("openssl", "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-days", "2"),
        *("-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=localhost"),
        *("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
    )
    try:
        subprocess.run(words, cwd=folder, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("there is no openssl")
    return folder / "cert.pem", folder / "key.pem"


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_both_commands_over_tls(tmp_path, monkeypatch, capsys):
    """A certificate that nobody vouches for is refused; one that is named is taken."""
    certificate, private = _certificate(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    wire = ["--port", str(port), "--certificate", str(certificate)]
    wire += ["--certificate-key", str(private)]
    command = ["ah2ac2", "serve", "--partner", "random", "--games", "3", "--players", "2,3", *wire]
    process = subprocess.Popen(
        [sys.executable, "-m", "hanabilab", *command, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert f"serving 3 games at https://localhost:{port}" in process.stderr.readline()
        play = ("ah2ac2", "play", "--agent", "random", "--url", f"https://localhost:{port}")
        assert "CERTIFICATE_VERIFY_FAILED" in refusal(capsys, *play)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        found = document(capsys, *play)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    served_games = json.loads(out)
    assert (process.returncode, err) == (0, "")
    assert served_games["games_played"] == found["games_played"]
    assert served_games["by_players"] == found["by_players"]
    assert WORD not in out + err


@needs_websockets
def test_a_wrong_key_is_told_in_a_line(monkeypatch, capsys):
    monkeypatch.setenv("AH2AC2_KEY", "another-key")
    with served(games=1) as server:
        play = ("ah2ac2", "play", "--agent", "random", "--url", server.url)
        told = refusal(capsys, *play)
        assert "does not take the key: 403 this is not the key" in told
        told = refusal(capsys, *play, "--players", "2", "--seats", "1")
        assert "the server says: this is not the key" in told


@needs_websockets
def test_a_server_outlives_clients_that_say_nothing():
    """They connect, and go; or they send what is no request."""
    with served(games=1) as server:
        port = int(server.url.rpartition(":")[2])
        for data in (b"", b"\x00\xff\n\n", b"GET /nowhere HTTP/1.1\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", port)) as wire:
                wire.sendall(data)
        challenge, client, candidate = challenge_at(server)
        thread = threading.Thread(target=play_challenge, args=(challenge, client, candidate))
        thread.start()
        thread.join(60)
        assert len(challenge.games) == 1
