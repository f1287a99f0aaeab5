"""The library: what its list tells, how it is narrowed and sorted, games of one deck."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import unquote_plus

import polars as pl
import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab import Game
from hanabilab.arena import play_games
from hanabilab.errors import NotationError, RulesError
from hanabilab.game.rules import Rules
from hanabilab.notation import Record, replay
from hanabilab.review import first_difference, last_perfect_turns
from hanabilab.web import library as listing
from hanabilab.web.library import Library, Query, Unread
from hanabilab.web.library_page import list_page
from hanabilab.web.listed_games import Shown, part_of_games, part_of_run
from hanabilab.web.server.listing import host_library
from tests.web.asgi import PORT, Client

pytestmark = [pytest.mark.once, pytest.mark.compiled]

RULES = Rules(players=2)
TEAMS = ("five-rule", "smart")
GAMES = 130


def table_of(team):
    return play_games([team, team], RULES, games=GAMES, seed=5).table


@pytest.fixture(scope="module")
def library():
    """Two teams that played the same 130 decks."""
    return Library(part_of_run(RULES, table_of(team), f"{team}: ") for team in TEAMS)


@pytest.fixture
def client(library):
    app, link = host_library(library, PORT)
    client = Client(app)
    assert client.get("/view").status == 403
    client.get(link.partition(str(PORT))[2], sec_fetch_site="none")
    yield client
    client.close()


def lost_by_hand(record):
    """The last turn at which the best score could be reached; None if it still can, or is there."""
    found = None
    for turn, game in enumerate(replay(record)):
        if game.is_over and game.score < game.rules.max_score:
            return found
        if game.max_reachable_score < game.rules.max_score:
            return found
        found = turn
    return None


def test_a_row_tells_what_its_game_is(library):
    """Replayed, game by game: the score, how it ended, its turns, the turn that lost it."""
    ends = set()
    for row in library.index.iter_rows(named=True):
        record = library.game(row["number"]).record
        game = record.replayed()
        assert row["score"] == game.score
        assert row["turns"] == len(record.actions)
        assert row["lost"] == lost_by_hand(record)
        assert row["players"] == ", ".join(record.agents)
        assert row["name"].endswith(record.source.split()[-1].replace("=", " "))
        assert (row["end"] == "perfect") == (game.score == 25)
        assert (row["end"] == "strikeout") == (game.state.life_tokens == 0)
        ends.add(row["end"])
    assert {"normal", "perfect", "strikeout"} <= ends
    assert library.ends() == sorted(ends)


def test_games_of_files_are_listed_as_those_of_a_run(library):
    """Of several rules at once, in the order in which they were read."""
    other = play_games(["random"] * 3, Rules(players=3), games=3, seed=1).table
    odd = [part_of_run(Rules(players=3), other).game(row) for row in range(3)]
    games = [library.game(3), odd[0], library.game(140), odd[1]]
    index = Library([part_of_games(games)]).index
    assert index["seats"].to_list() == [2, 3, 2, 3]
    assert index["name"].to_list() == [each.label for each in games]
    same = library.index.filter(pl.col("number").is_in([3, 140])).drop("number", "deck", "same")
    assert index[[0, 2]].drop("number", "deck", "same").equals(same)


def test_a_game_that_goes_on_is_not_lost(library):
    record = library.game(0).record
    begun = Shown("begun", replace(record, actions=record.actions[:2]))
    row = Library([part_of_games([begun])]).index.row(0, named=True)
    assert (row["end"], row["lost"], row["turns"]) == ("in progress", None, 2)


def test_the_end_and_the_score_of_a_log_are_its_own(library):
    shown = replace(library.game(0), names=("Ann", "Ben"), ended=("terminated", 0))
    row = Library([part_of_games([shown])]).index.row(0, named=True)
    assert (row["end"], row["score"], row["players"]) == ("terminated", 0, "Ann, Ben")


def test_a_table_of_other_rules_is_refused():
    table = table_of("five-rule").head(2)
    with pytest.raises(RulesError, match="game 0 of the table was played by other rules"):
        last_perfect_turns(Rules(players=3), table)


@pytest.mark.parametrize("name", listing.HEADINGS)
def test_columns_are_sorted_both_ways(library, name, monkeypatch):
    """What has no value comes last; equals stay in their order."""
    monkeypatch.setattr(listing, "ROWS", 1000)
    rows = library.index.to_dicts()
    for down in (False, True):
        have = [row for row in rows if row[name] is not None]
        wanted = sorted(have, key=lambda row: row[name], reverse=down)
        wanted += [row for row in rows if row[name] is None]
        found = library.find(Query(sort=f"{'-' * down}{name}")).rows.to_dicts()
        assert [row["number"] for row in found] == [row["number"] for row in wanted]


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        (Query(find="SMART, s"), lambda row: row["players"] == "smart, smart"),
        (Query(find="game 12"), lambda row: "game 12" in row["name"]),
        (Query(find="a.b"), lambda row: False),
        (Query(seats=3), lambda row: False),
        (Query(seats=2, least=20), lambda row: row["score"] >= 20),
        (Query(most=0), lambda row: row["score"] == 0),
        (Query(end="strikeout"), lambda row: row["end"] == "strikeout"),
        (Query(deck=7), lambda row: row["number"] % GAMES == 7),
    ],
)
def test_the_list_is_narrowed(library, query, fits, monkeypatch):
    monkeypatch.setattr(listing, "ROWS", 1000)
    wanted = [row["number"] for row in library.index.to_dicts() if fits(row)]
    found = library.find(query)
    assert (found.rows["number"].to_list(), found.total) == (wanted, len(wanted))


def test_pages_together_are_the_list(library):
    """Each has a hundred rows at most; a page beyond the last is the last."""
    found = [library.find(Query(sort="score", page=page)) for page in (1, 2, 3)]
    assert [len(each.rows) for each in found] == [100, 100, 60]
    assert len({number for each in found for number in each.rows["number"]}) == 260
    assert library.find(Query(page=99)).page == 3
    assert library.find(Query(find="nothing")).pages == 1


@pytest.mark.parametrize("deck", [-1, 1_234_567])
def test_an_address_is_read_as_it_was_written(deck):
    """Its deck may be one of millions."""
    query = Query("a&b=<c>", 3, "normal", least=4, most=9, deck=deck, sort="-lost", page=7)
    pairs = [each.split("=") for each in query.address()[1:].split("&")]
    assert Query.of({name: unquote_plus(value) for name, value in pairs}) == query
    assert Query().address() == ""


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"page": "x"}, "page is 'x'; a whole number is needed"),
        ({"least": "-4"}, "a whole number is needed"),
        ({"page": "9" * 30}, "a whole number is needed"),
        ({"sort": "deck"}, "sort is 'deck'; there are name, score"),
    ],
)
def test_what_cannot_be_asked_for_is_told(client, given, error):
    with pytest.raises(NotationError, match=re.escape(error)):
        Query.of(given)
    ((name, value),) = given.items()
    answer = client.get(f"/view?{name}={value}")
    assert answer.status == 400
    assert name.encode() in answer.body


def test_a_page_of_the_list_is_small_and_says_how_it_is_sorted(client):
    body = client.get("/view?sort=-score&page=2").body.decode()
    assert body.count('<tr id="game-') == 100
    assert len(body) < 60_000
    assert re.findall(r'aria-sort="(\w+)"[^>]*><a href="[^"]*">Score', body) == ["descending"]
    assert body.count('aria-sort="none"') == len(listing.HEADINGS) - 1
    assert "101 to 200 of 260 games" in body


def test_a_game_is_opened_and_leads_back_to_its_place(client):
    body = client.get("/view?sort=-score&page=2").body.decode()
    address, number = re.search(r'href="(/view/game/(\d+)[^"]*)"', body).groups()
    page = client.get(address.replace("&amp;", "&")).body.decode()
    back = re.search(r'name="hanabi-list" content="([^"]*)"', page)[1]
    assert back == f"/view?sort=-score&amp;page=2#game-{number}"
    assert 'content="/api/view/"' in page
    assert (
        f'id="game-{number}"' in client.get(back.split("#")[0].replace("&amp;", "&")).body.decode()
    )


@pytest.mark.parametrize("path", ["/view/game/260", "/view/deck/130", "/view/game/x"])
def test_what_is_not_there_is_told(client, path):
    assert client.get(path).status == 404


def test_names_with_markup_stay_text(library):
    evil = replace(library.game(0), label="<script>", names=("<b>", '"x'), ended=("normal", 3))
    made = Library([part_of_games([evil])], [Unread("<i>", "<u>")])
    html = list_page(made, Query(find='"><b>'), "/view")
    assert not re.search(r"<script|<i>|<u>|<b>&lt;b|\"x", html)
    html = list_page(made, Query(), "/view")
    assert "&lt;script&gt;" in html
    assert "<b>&lt;i&gt;</b>: &lt;u&gt;" in html


def test_only_this_page_takes_forms(client):
    policy = client.get("/view").headers["content-security-policy"]
    assert "form-action 'self'" in policy
    assert "script-src 'self';" in policy
    assert "form-action 'none'" in client.get("/view/game/1").headers["content-security-policy"]


# --- One deck ------------------------------------------------------------------------------------


def test_games_of_a_deck_are_found(library):
    """Each of the two teams has played each deck once; decks of other rules are others."""
    assert library.index["same"].to_list() == [2] * 260
    for deck in (0, 7):
        rows = library.games_of(deck)
        records = [library.game(row["number"]).record for row in rows]
        assert [row["number"] for row in rows] == [deck, GAMES + deck]
        assert records[0].deck == records[1].deck
    record = library.game(0).record
    kept = replace(record, rules=replace(RULES, bomb="keep"))
    games = [Shown("a", record), Shown("b", kept)]
    assert Library([part_of_games(games)]).index["same"].to_list() == [1, 1]


def test_the_first_difference_is_that_of_the_actions(library):
    for deck in range(GAMES):
        one, other = (library.game(row["number"]).record for row in library.games_of(deck))
        found = first_difference(one, other)
        pairs = enumerate(zip(one.actions, other.actions, strict=False))
        turn = next(turn for turn, (ours, theirs) in pairs if ours != theirs)
        assert found.turn == turn + 1
        assert found.seat == turn % 2
        assert found.actions[0] != found.actions[1]


def test_a_game_that_stops_earlier_differs_there(library):
    record = library.game(0).record
    cut = replace(record, actions=record.actions[:5])
    found = first_difference(cut, record)
    assert (found.turn, found.seat, found.actions[0]) == (6, 1, "nothing more")
    assert first_difference(record, record) is None
    with pytest.raises(RulesError, match="the same deck"):
        first_difference(record, library.game(1).record)


def test_a_difference_in_words():
    """By hand: seat 0 plays its oldest card in one game, and the next one in the other."""
    deck = tuple(Game(RULES, seed=3).deck)
    one, other = (Record(rules=RULES, deck=deck, actions=(action,)) for action in (5, 6))
    found = first_difference(one, other)
    for slot, did in enumerate(found.actions):
        card = deck[slot]
        verb = "plays" if card % 5 == 0 else "misplays"
        assert did == f"{verb} {RULES.names.card(card)} from slot {slot}"
    assert found.in_words(("a", "b"), (4, 9)) == (
        f"The games part at turn 1, at which seat 0 acts. a: {found.actions[0]}, and 4 points at "
        f"the end. b: {found.actions[1]}, and 9 points at the end."
    )


def test_one_deck_is_shown_side_by_side(client, library):
    """Both actions, both scores, links to that turn; any of the games can be the one compared."""
    one, other = library.games_of(7)
    found = first_difference(*(library.game(row["number"]).record for row in (one, other)))
    body = client.get("/view/deck/7?sort=-score").body.decode()
    for did in found.actions:
        assert f"<td>{did}</td>" in body
    assert f"part at turn {found.turn}" in body
    assert f"/view/game/{other['number']}?sort=-score#turn={found.turn}" in body
    assert f"/view?sort=-score#game-{one['number']}" in body
    turned = client.get(f"/view/deck/7?against={other['number']}").body.decode()
    assert f"{other['name']}</b> (smart, smart) has {other['score']} points" in turned


@pytest.mark.parametrize("number", ["3000000000", "9" * 40])
def test_no_number_is_too_large_to_be_answered(client, number):
    """A line that says what there is not; another game to compare with, and no page at all."""
    for what in ("deck", "game"):
        answer = client.get(f"/view/{what}/{number}")
        assert answer.status == 404
        assert f"there is no {what}" in answer.body.decode()
    assert client.get(f"/view/deck/7?against={number}").status == 200
    assert client.get(f"/view?seats={number}").status in (200, 400)
