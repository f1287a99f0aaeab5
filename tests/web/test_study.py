"""Studies with people: what they keep, and what participants are sent."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from hanabilab.errors import HanabiError, NotationError
from hanabilab.web.clock import Thought
from hanabilab.web.participant import participant
from hanabilab.web.study import Study
from hanabilab.web.study_folder import StudyFolder, write_tables
from tests.cli.calling import refusal

TOML = """
title = "A <b>study</b>"
consent = "consent.txt"
rules = "small(players=2)"
partners = ["five-rule", "random"]
games = 3
seed = 2026123456
questions = ["How was it?", "What, \\"really\\"?"]
"""


def test_files_that_an_editor_on_windows_has_saved_are_the_same(study, tmp_path):
    """It may put a mark before the text, and ends lines in its own way."""
    for file in (tmp_path / "study.toml", tmp_path / "consent.txt"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    again = Study.read(tmp_path / "study.toml")
    assert (study.title, study.consent) == (again.title, again.consent)


@pytest.fixture
def study(tmp_path):
    (tmp_path / "consent.txt").write_text("Do you agree?")
    file = tmp_path / "study.toml"
    file.write_text(TOML)
    return Study.read(file)


def rows(file):
    with file.open(newline="") as opened:
        return list(csv.DictReader(opened))


def play_out(person, game, rng):
    """A game at random; every think time is the turn's number."""
    table = person.table(game)
    while not table.is_over:
        if table.waits_for_agent:
            table.play_agents()
            continue
        turn = len(table.game.actions)
        table.act(0, turn, rng.choice(table.game.legal_actions()))
        person.note(table, game, Thought(float(turn)))


def test_partners_are_balanced_and_blind(study):
    """Each partner is met first, second and so on equally often, on the same decks."""
    met = [[study.partner(person, game) for game in range(3)] for person in range(2)]
    assert [["five-rule", "random", "five-rule"], ["random", "five-rule", "random"]] == met
    assert ["Partner A", "Partner B", "Partner A"] == [study.shown_as(game) for game in range(3)]
    seeds = {study.setting(person, 1).seed for person in range(5)}
    assert {2026123457} == seeds
    assert ("Player", "Partner B") == study.setting(0, 1).names


def test_a_participant_goes_from_consent_to_the_end(study, tmp_path):
    """Stage by stage, as the files say; a new object goes on where the old one was."""
    rng, folder = random.Random(1), tmp_path / "out"
    stages = []
    for _ in range(20):
        person = participant(study, 4, folder)
        stages.append(tuple(person.stage))
        name, game = person.stage
        if name == "consent":
            person.agree()
        elif name == "game":
            play_out(person, game, rng)
        elif name == "questions":
            with pytest.raises(NotationError):
                person.answer(game, ["only one"])
            person.answer(game, [f"fine, {game}", "line\nend"])
        else:
            break
    games = [(name, game) for game in range(3) for name in ("game", "questions")]
    assert [("consent", 0), *games, ("end", 3)] == stages
    write_tables(folder, [participant(study, number, folder) for number in range(5)])
    assert ["random", "five-rule", "random"] != [
        row["partner"] for row in rows(folder / "games.csv")
    ]
    assert 3 == len(rows(folder / "games.csv"))
    answers = rows(folder / "answers.csv")
    assert 6 == len(answers)
    assert {"005"} == {row["participant"] for row in answers}
    assert 'What, "really"?' == answers[1]["question"]
    assert "line\nend" == answers[1]["answer"]
    for row in rows(folder / "turns.csv"):
        thought = f"{int(row['turn']) - 1:.3f}" if row["by"] == "person" else ""
        assert thought == row["think_seconds"]


def test_a_game_goes_on_after_a_kill(study, tmp_path):
    """The table is where it was, and no think time is kept twice."""
    person = participant(study, 0, tmp_path / "out")
    person.agree()
    table = person.table(0)
    table.act(0, 0, table.game.legal_actions()[0])
    person.note(table, 0, Thought(1.5))
    again = participant(study, 0, tmp_path / "out")
    other = again.table(0)
    assert table.game.actions == other.game.actions
    again.note(other, 0, Thought(9.0))
    write_tables(tmp_path / "out", [again])
    assert ["1.500"] == [row["think_seconds"] for row in rows(tmp_path / "out" / "turns.csv")]
    assert not other.setting.may_undo


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("games = 3", "games = 0", "games is 0"),
        ("games = 3", 'games = "x"', "games is 'x'"),
        ("seed = 2026123456", "", "missing: seed"),
        ("seed = 2026123456", "seed = -1", "seed is -1"),
        ("consent.txt", "none.txt", "cannot read"),
        ("consent.txt", "a\\u0000b", "cannot read"),
        ("title =", "titel =", "missing: title"),
        ("title = ", 'color = "red"\ntitle = ', "unknown: color; a study has consent, games"),
        ("questions =", "#", r"missing: questions; a study that asks nothing has questions = \[\]"),
        ('"random"', '"randum"', "unknown agent"),
        ("players=2", "players=9", "players is 9"),
        ('["five-rule", "random"]', "[]", "partners is empty"),
        ('["five-rule", "random"]', "7", "a list of texts"),
        ("[", "(", "no TOML"),
    ],
)
def test_what_is_wrong_with_a_study_is_told(tmp_path, study, old, new, error):
    """In one line, before anybody takes part."""
    file = tmp_path / "study.toml"
    file.write_text(TOML.replace(old, new))
    with pytest.raises(HanabiError, match=error):
        Study.read(file)


def test_code_is_loaded_ahead_for_games_that_a_play_could_end(study):
    """One life, and slot 0 is no card to play: what is tried out must not lose the game."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from hanabilab.web.server.hosting import warm_up

    for game in range(3):
        warm_up(study.setting(0, game))
    no_hints = replace(study.rules, information_tokens=0)
    warm_up(replace(study, rules=no_hints).setting(0, 1))


def test_a_study_in_the_browser(study, tmp_path):
    """From consent to thanks; no byte names a partner, a seed or the deck's file."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from hanabilab.web.server.studying import host_study
    from tests.web.asgi import PORT, Client

    folder, rng = tmp_path / "out", random.Random(3)
    kept = StudyFolder(study, folder, 2)
    app, links = host_study(kept, 2, PORT, pace=0.0)
    client = Client(app)
    assert client.get("/study/1").status == 403
    client.get(links[1].partition(str(PORT))[2], sec_fetch_site="none")
    assert client.get("/study/1").status == 200
    assert client.get("/study/0").status == 403
    assert "Do you agree?" == client.get("/api/study/1/stage").json["consent"]
    assert client.post("/api/study/1/begin").status == 400
    assert client.post("/api/study/1/answers", {"game": 1, "answers": []}).status == 400
    stage = client.post("/api/study/1/agree").json
    while stage["stage"] != "end":
        if stage["stage"] == "game":
            table = client.post("/api/study/1/begin").json["next"]
            finish(client, table, rng)
            assert client.get(f"/api{table}/record").status == 400
            assert client.get(f"/api{table}/hint").status == 400
            assert client.post(f"/api{table}/undo", {"turn": 1}).status == 400
            assert client.post(f"/api{table}/again").status == 400
            stage = client.get("/api/study/1/stage").json
        else:
            assert 2 == len(stage["questions"])
            told = {"game": stage["game"], "answers": ["good", "yes"]}
            stage = client.post("/api/study/1/answers", told).json
            again = client.post("/api/study/1/answers", told)
            assert again.status == 400, "from a tab that was left open"
    client.close()
    for secret in ("five-rule", "random", "2026123", "participant-", ".hanabi"):
        assert secret.encode() not in client.received
    played = rows(folder / "turns.csv")
    assert {"person", "agent"} == {row["by"] for row in played}
    assert all(float(row["think_seconds"]) >= 0 for row in played if row["by"] == "person")
    assert all(row["think_seconds"] == "" for row in played if row["by"] == "agent")
    assert ["random", "five-rule", "random"] == [
        row["partner"] for row in rows(folder / "games.csv")
    ]


def test_a_study_that_is_refused_is_not_told_to_be_open(study, tmp_path, capsys):
    """Nor is a table: its port is taken; the line that refuses is the only one."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from hanabilab.web.server.serving import local_sockets, port_of

    asked = ("play", "--study", tmp_path / "study.toml", "--out", tmp_path / "out")
    with StudyFolder(study, tmp_path / "out", 1):
        assert "is in use by process" in refusal(capsys, *asked)
    with local_sockets() as sockets:
        port = ("--port", port_of(sockets))
        assert "cannot listen" in refusal(capsys, *asked, *port)
        table = ("play", "human", "random", "--rules", "very-small", "--out", tmp_path / "games")
        assert "cannot listen" in refusal(capsys, *table, *port, "--no-browser")


def test_answers_are_of_the_game_that_they_are_about(study, tmp_path):
    """Not of a game before, and as long as is promised in any script."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from hanabilab.web.server.studying import host_study
    from tests.web.asgi import PORT, Client

    study, rng = replace(study, questions=("One?", "Two?", "Three?")), random.Random(1)
    person = participant(study, 0, tmp_path / "out")
    person.agree()
    kept = StudyFolder(study, tmp_path / "out", 1)
    app, (link,) = host_study(kept, 1, PORT)
    client = Client(app)
    client.get(link.partition(str(PORT))[2], sec_fetch_site="none")
    told = {"game": 1, "answers": ["\u4e2d" * 2000] * 3}
    for game, statuses in ((0, (200, 400)), (1, (400,))):
        play_out(person, game, rng)
        for status in statuses:
            answer = client.post("/api/study/0/answers", told)
            assert answer.status == status, answer.body
    client.close()
    assert "these are answers to game 1; the questions are about game 2" in answer.json["error"]
    assert not (tmp_path / "out" / "participant-001" / "game-2-answers.csv").exists()


#: A partner that fails as long as a file is there.
MOODY = """
from pathlib import Path
from hanabilab import legal_actions, plain_policy

@plain_policy("moody")
class Moody:
    def __init__(self, rules, seat, rng):
        self.rules = rules

    def act(self, view):
        if Path({file!r}).exists():
            raise ValueError("not today")
        return legal_actions(self.rules, view)[-1]
"""


def test_a_game_of_a_study_that_has_stopped_goes_on_at_another_table(study, tmp_path):
    """With the actions so far, once the participant sits down again."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from hanabilab.web.server.studying import host_study
    from tests.web.asgi import PORT, Client

    bad_day = tmp_path / "bad-day"
    bad_day.touch()
    (tmp_path / "moody.py").write_text(MOODY.format(file=str(bad_day)))
    study = replace(study, partners=(f"{tmp_path}/moody.py:moody",))
    kept = StudyFolder(study, tmp_path / "out", 1)
    app, (link,) = host_study(kept, 1, PORT, pace=0.0)
    client = Client(app)
    client.get(link.partition(str(PORT))[2], sec_fetch_site="none")
    client.post("/api/study/0/agree")
    table = client.post("/api/study/0/begin").json["next"]
    (told,) = client.events(f"/api{table}/events", 1)
    action = told["position"]["legal"][-1]["id"]  # a hint, which loses no game
    client.post(f"/api{table}/act", {"turn": 0, "action": action})
    while not client.events(f"/api{table}/events", 1)[0]["stopped"]:
        pass
    assert table != client.post("/api/study/0/begin").json["next"]
    bad_day.unlink()
    other = client.post("/api/study/0/begin").json["next"]
    told = client.events(f"/api{other}/events", 2)
    client.close()
    assert [1, 2] == [each["position"]["turn"] for each in told]


def two_links(study, folder):
    """One browser, and the links of two participants of a study."""
    from hanabilab.web.server.studying import host_study
    from tests.web.asgi import PORT, Client

    app, links = host_study(StudyFolder(study, folder, 2), 2, PORT, pace=0.0)
    return Client(app), [link.partition(str(PORT))[2] for link in links]


def test_two_links_in_one_browser_are_two_sessions(study, tmp_path):
    """Who opens another participant's link is that participant, and not both."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    client, links = two_links(study, tmp_path / "out")
    tables = []
    for number, link in enumerate(links):
        assert client.get(link, sec_fetch_site="none").status == 200
        assert client.get(f"/study/{number}").status == 200
        client.post(f"/api/study/{number}/agree")
        tables.append(client.post(f"/api/study/{number}/begin").json["next"])
        assert client.get(tables[-1]).status == 200
    for path in ("/study/0", "/api/study/0/stage", tables[0], f"/api{tables[0]}/events"):
        assert client.get(path).status == 403
    client.close()


def test_think_times_go_on_when_a_page_is_loaded_again(study, tmp_path, monkeypatch):
    """And how often it was is noted; a game that is taken up again says so, too."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from hanabilab.web import clock

    now = [1000.0]
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: now[0]))
    client, links = two_links(study, tmp_path / "out")
    client.get(links[0], sec_fetch_site="none")
    client.post("/api/study/0/agree")
    table = client.post("/api/study/0/begin").json["next"]
    now[0] += 50  # until the table's page is there
    for _ in range(3):  # a page, and two times again
        (told,) = client.events(f"/api{table}/events", 1)
        now[0] += 2
    action = told["position"]["legal"][-1]["id"]  # a hint, which loses no game
    assert client.post(f"/api{table}/act", {"turn": 0, "action": action}).status == 200
    client.get("/api/study/0/stage")
    client.close()
    (row,) = rows(tmp_path / "out" / "participant-001" / "game-1-turns.csv")[:1]
    assert ("6.000", "2") == (row["think_seconds"], row["reloads"])


def test_a_game_that_is_taken_up_again_says_so(study, tmp_path):
    """The position may have been seen before the server was stopped."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from hanabilab.web.server.studying import host_study
    from tests.web.asgi import PORT, Client

    for events in (2, 0):  # the second session ends with the person's action
        with StudyFolder(study, tmp_path / "out", 1) as kept:
            app, (link,) = host_study(kept, 1, PORT, pace=0.0)
            client = Client(app)
            client.get(link.partition(str(PORT))[2], sec_fetch_site="none")
            client.post("/api/study/0/agree")
            table = client.post("/api/study/0/begin").json["next"]
            (told,) = client.events(f"/api{table}/events", 1)
            turn, legal = told["position"]["turn"], told["position"]["legal"]
            asked = {"turn": turn, "action": legal[-1]["id"]}
            assert client.post(f"/api{table}/act", asked).status == 200
            client.events(f"/api{table}/events", events)  # the partner acts, too
            client.close()
    told = rows(tmp_path / "out" / "participant-001" / "game-1-turns.csv")
    reloads = [row["reloads"] for row in told if row["by"] == "person"]
    assert ["0", "1"] == reloads


def test_limits_follow_the_participants(study, tmp_path):
    """Each has a table; a person who opens one page after the other keeps nobody else out."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from hanabilab.errors import OutputError
    from hanabilab.web.server import serving
    from hanabilab.web.server.lobby import MOST_TABLES, Lobby

    lobby = Lobby(people=40)
    for _ in range(MOST_TABLES + 80):
        lobby.add(participant(study, 0, tmp_path).table(0))
    with pytest.raises(HanabiError, match="games are going on"):
        lobby.add(participant(study, 0, tmp_path).table(0))
    resource = pytest.importorskip("resource", reason="no such limits on this system")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert serving.room_for(999) >= 999 * 6
    serving.require_room(1)
    assert (soft, hard) == resource.getrlimit(resource.RLIMIT_NOFILE)
    with pytest.raises(OutputError, match="participants need"):
        serving.require_room(10**9)


def finish(client, table, rng):
    """Play a game to its end at random."""
    while True:
        (told,) = client.events(f"/api{table}/events", 1)
        position = told["position"]
        if position["status"] != "running":
            assert told["next"] == "/study/1"
            return
        if position["seat_to_act"] == 0:
            action = rng.choice(position["legal"])["id"]
            asked = {"turn": position["turn"], "action": action}
            assert client.post(f"/api{table}/act", asked).status == 200
        else:
            import asyncio

            client.run(asyncio.sleep(0.005))
