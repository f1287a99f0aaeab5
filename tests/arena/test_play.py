"""Many games: the same whatever the threads, chunks and kinds of agents; stops that keep games."""

from __future__ import annotations

import threading
from concurrent.futures import wait

import numpy as np
import polars as pl
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, make_agent, policy, random_agent
from hanabilab.arena import Lineup, play, play_games, record_of
from hanabilab.arena import threads as pools
from hanabilab.errors import AgentError, RulesError, StoppedError
from hanabilab.game.checks import deck_from_seed
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.game.view import fill_known_deck
from tests.agents.samples import imitate, mindful

SMALL = Rules.preset("small", life_tokens=3)
GAMES = 40 if JIT_ENABLED else 6
ALL = {"five-rule": five_rule, "random": random_agent, "mindful": mindful}


def rows(lineup, rules=SMALL, games=GAMES, seed=7, **options):
    """The rows of a run without what depends on the clock and on names."""
    table = play_games(lineup, rules, games=games, seed=seed, **options).table
    return table.drop("seconds", "agents").rows()


def lineup_of(*names) -> Lineup:
    """Agents by name; "batched NAME" is the batched twin."""
    agents = [name.removeprefix("batched ") for name in names]
    batched = [name.startswith("batched ") for name in names]
    return Lineup(
        tuple(
            imitate(ALL[agent]) if asked else ALL[agent]
            for agent, asked in zip(agents, batched, strict=True)
        )
    )


# --- Threads and chunks --------------------------------------------------------------------------

_MIXED = ("five-rule", "batched random", "mindful", "batched mindful")


@pytest.mark.parametrize("names", [("random", "mindful"), _MIXED], ids=["compiled", "mixed"])
@pytest.mark.parametrize("chunk", [1, 3, 8192])
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.late_but(6)
def test_results_do_not_depend_on_threads_or_chunks(monkeypatch, names, chunk, threads):
    """However the games are dealt out, game i of a seed is the same."""
    rules = Rules(players=len(names), suits=3, hand_size=3)
    expected = rows(lineup_of(*names), rules, threads=1)
    monkeypatch.setattr(play, "COMPILED_CHUNK", chunk)
    lineup = Lineup(
        tuple(
            agent if not hasattr(agent, "games_at_once") else imitate(agent.agent, chunk)
            for agent in lineup_of(*names).agents
        )
    )
    told = []
    assert expected == rows(lineup, rules, threads=threads, progress=told.append)
    assert chunk >= max(told)


@pytest.mark.parametrize("names", [("random", "mindful"), _MIXED], ids=["compiled", "mixed"])
def test_a_choice_of_games_is_the_same_games(names):
    """By index, in any order; the table is in order of game."""
    rules = Rules(players=len(names), suits=3, hand_size=3)
    everything = rows(lineup_of(*names), rules, games=6)
    for chosen in ([5, 2, 4], (2, 4, 5), np.array([4, 5, 2])):
        found = rows(lineup_of(*names), rules, games=chosen, threads=2)
        assert [everything[2], everything[4], everything[5]] == found


@pytest.mark.once
def test_the_last_game_that_there_is_can_be_chosen():
    """Whatever the type of its index."""
    for games in ([2**63 - 1], np.array([2**63 - 1], np.uint64)):
        table = play_games(Lineup((random_agent, random_agent)), SMALL, games=games).table
        assert [2**63 - 1] == table["game"].to_list()


def test_far_away_games_can_be_chosen():
    """Indices need not begin at 0."""
    table = play_games(lineup_of("random", "random"), SMALL, games=[10**12, 3], seed=7).table
    assert [3, 10**12] == table["game"].to_list()
    assert deck_from_seed(SMALL, 7, 10**12) == table["deck"][1].to_list()


def test_each_game_has_the_deck_of_its_seed_and_index():
    """The same decks for every line-up, so that agents can be compared in pairs."""
    for names in (("random", "random"), ("five-rule", "mindful")):
        table = play_games(lineup_of(*names), SMALL, games=5, seed=11).table
        assert [deck_from_seed(SMALL, 11, game) for game in range(5)] == table["deck"].to_list()


def test_seats_draw_their_own_random_numbers():
    """Another agent in one seat does not change the luck of the other; no seat mirrors another."""
    first, second = (
        play_games(lineup_of("random", name), Rules(), games=GAMES, seed=3).table["actions"]
        for name in ("random", "five-rule")
    )
    assert first.arr.get(0).to_list() == second.arr.get(0).to_list()
    assert first.arr.get(0).to_list() != first.arr.get(1).to_list()


# --- Batched agents ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        ("batched five-rule", "five-rule"),
        ("random", "batched random"),
        ("batched random", "batched random"),
        ("mindful", "batched mindful"),
        ("batched mindful", "five-rule", "batched random"),
        ("batched five-rule", "random", "mindful", "batched mindful", "batched random"),
    ],
    ids=", ".join,
)
@pytest.mark.late_but(2)
def test_a_batched_agent_plays_as_the_compiled_one_it_imitates(names):
    """Views, memories and random numbers are the same whoever asks."""
    rules = Rules(players=len(names), suits=2, hand_size=2)
    twins = lineup_of(*(name.removeprefix("batched ") for name in names))
    assert rows(twins, rules) == rows(lineup_of(*names), rules)


def test_one_batched_agent_can_sit_in_several_seats():
    """It is asked once for all games that wait for any of its seats."""
    agent = imitate(random_agent, games_at_once=GAMES)
    rules = Rules(players=3, suits=2, hand_size=2)
    expected = rows(lineup_of("random", "mindful", "random"), rules)
    agent.shown.clear()
    assert expected == rows(Lineup((agent, mindful, agent)), rules, threads=1)
    seats = [set(turns.views["seat"].tolist()) for turns, _ in agent.shown]
    assert {0, 2} == set().union(*seats)
    assert max(map(len, seats)) <= 2


@pytest.mark.late
def test_the_agent_that_likes_fewest_games_sets_the_pace():
    """A search beside a network plays game by game: what is finished is kept when it is stopped."""
    slow, quick = imitate(random_agent, games_at_once=1), imitate(mindful, games_at_once=GAMES)
    told = []
    rows(Lineup((slow, quick)), Rules(players=2, suits=2, hand_size=2), progress=told.append)
    assert {1} == set(told)


def test_a_batched_agent_is_shown_what_its_seats_know():
    """View, known deck, actions so far and rules, game by game as by replay."""
    agent = imitate(random_agent)
    table = play_games(Lineup((agent, agent)), SMALL, games=3, seed=9, threads=1).table
    decks = table["deck"].to_list()
    looked = 0
    for turns, _ in agent.shown:
        assert SMALL == turns.rules
        for view, known, actions in zip(turns.views, turns.known_decks, turns.actions, strict=True):
            past = [int(action) for action in actions[: view.turn]]
            looked += any(as_replayed(deck, past, view, known) for deck in decks)
    assert looked == table["turns"].sum()


def as_replayed(deck, past, view, known) -> bool:
    """Whether actions on a deck lead to what was shown to the seat to act."""
    game = Game(SMALL, deck=deck)
    for action in past:
        if action not in game.legal_actions():
            return False
        game.act(action)
    expected = np.zeros(MAX_DECK, np.int16)
    fill_known_deck(expected, game.state, game.state.current_seat)
    return game.view().tobytes() == view.tobytes() and expected.tolist() == known.tolist()


def test_what_a_batched_agent_raises_comes_through():
    """In one line that says whose it is; the whole of it is the cause."""

    class Broken:
        name, memory_size, players, games_at_once = "broken", 0, range(2, 7), 2
        native_observe = random_agent.native_observe

        def act_batch(self, turns):
            raise ZeroDivisionError("out of weights")

    with pytest.raises(AgentError, match=r"^agent 'broken' in .*: ZeroDivisionError: out") as error:
        play_games(Lineup((random_agent, Broken())), SMALL, games=5)
    assert isinstance(error.value.__cause__, ZeroDivisionError)


# --- Line-ups and runs ---------------------------------------------------------------------------


def test_a_run_tells_what_was_played():
    """Rules, line-up, seed, all games, and time that has passed."""
    lineup = Lineup.of(["five-rule", "random"])
    told = []
    results = play_games(lineup, SMALL, games=12, seed=5, progress=told.append)
    assert (SMALL, lineup, 5, True) == (
        results.rules,
        results.lineup,
        results.seed,
        results.complete,
    )
    assert list(range(12)) == results.table["game"].to_list()
    assert 12 == sum(told)
    assert results.seconds > 0
    assert "five-rule, random" == lineup.name == results.table["agents"][0]


@pytest.mark.parametrize(("count", "given"), [(0, "0 agents"), (1, "1 agent"), (7, "7 agents")])
def test_a_lineup_has_two_to_six_agents(count, given):
    """As many as a game has."""
    with pytest.raises(AgentError) as error:
        Lineup((random_agent,) * count)
    assert f"{given}; a game has 2 to 6, one for each seat" == str(error.value)


@pytest.mark.parametrize("agents", [3, None, "smart"])
def test_a_lineup_needs_a_list_of_agents(agents):
    with pytest.raises(AgentError, match=f"agents are {agents!r}; a list of them is needed"):
        Lineup(agents)


@pytest.mark.parametrize(
    ("options", "error_class", "message"),
    [
        (
            {"rules": "full"},
            RulesError,
            "rules are 'full', which are none; parse_rules makes rules of text",
        ),
        ({"rules": 0}, RulesError, "rules are 0, which are none; Rules() makes some"),
        ({"games": 0}, AgentError, "games is 0; at least one game is needed"),
        ({"games": -3}, AgentError, "games is -3; at least one game is needed"),
        ({"games": []}, AgentError, "games is []; at least one game is needed"),
        ({"games": [3, -1]}, AgentError, "games is [3, -1]; at least one game is needed"),
        *(
            (
                {"games": games},
                AgentError,
                f"games is {games}; a number, or indices from 0 to 2**63 - 1, is needed",
            )
            for games in ([2**63, 2**64 - 1], [0, 2**63], [2**64], [[1], [2, 3]], [0.5], [[1]], 2.5)
        ),
        *(
            (
                {"games": games},
                AgentError,
                f"games is {games}; at most 1,000,000,000 games are played",
            )
            for games in (10**15, range(10**12), range(10**30), range(3, -(10**12), -1))
        ),
        ({"games": [3, 1, 3]}, AgentError, "games has game 3 twice; name each once"),
        (
            {"done": pl.DataFrame({"game": [4, 2, 4]})},
            AgentError,
            "done has game 4 twice; name each once",
        ),
        ({"threads": 0}, AgentError, "threads is 0; a whole number from 1 to 1024"),
        ({"threads": -1}, AgentError, "threads is -1; a whole number from 1 to 1024"),
        ({"threads": 1025}, AgentError, "threads is 1025; a whole number from 1 to 1024"),
        ({"threads": True}, AgentError, "threads is True; a whole number from 1 to 1024"),
        *(
            (
                {"threads": threads},
                AgentError,
                f"threads is {threads!r}; a whole number from 1 to 1024, or an executor",
            )
            for threads in ("x", "2", 1.5, [2])
        ),
        ({"seed": -1}, RulesError, "seed is -1; a whole number from 0 to 2**63 - 1 is needed"),
        ({"rules": Rules(players=3)}, AgentError, "2 agents for a game of 3 players"),
    ],
)
def test_impossible_runs_are_refused(options, error_class, message):
    """In one line, before anything is played."""
    settings = {"rules": SMALL} | options
    with pytest.raises(error_class) as error:
        play_games(Lineup((random_agent, random_agent)), **settings)
    assert message == str(error.value)


def test_agents_that_do_not_play_by_the_rules_are_refused():
    """Wherever they sit."""
    lineup, other = Lineup((random_agent, make_agent("smart"))), Rules(all_or_nothing=True)
    with pytest.raises(AgentError, match="agent 'smart' does not play all or nothing"):
        play_games(lineup, other, games=1)


@pytest.mark.parametrize("games", [np.int64(3), 2.5])
def test_a_number_of_games_of_another_type_is_taken_or_refused(games):
    """NumPy's whole numbers are numbers, and halves are refused in one line."""
    try:
        table = play_games(Lineup((random_agent, random_agent)), SMALL, games=games).table
    except AgentError:
        assert not isinstance(games, np.integer)
    else:
        assert games == len(table)


# --- Stops ---------------------------------------------------------------------------------------


class Stopper:
    """Presses Ctrl-C when so many games are finished."""

    def __init__(self, after):
        self.after, self.finished = after, 0

    def __call__(self, count):
        self.finished += count
        if self.finished >= self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("names", [("random", "mindful"), ("batched random", "mindful")])
@pytest.mark.late_but(1)
def test_a_stopped_run_keeps_the_games_finished(monkeypatch, names, threads):
    """`complete` tells that it was stopped, and every row is that of a whole run."""
    monkeypatch.setattr(play, "COMPILED_CHUNK", 5)
    everything = {row[0]: row for row in rows(lineup_of(*names), games=60)}
    stopper = Stopper(after=12)
    lineup = lineup_of(*names)
    results = play_games(lineup, SMALL, games=60, seed=7, threads=threads, progress=stopper)
    assert not results.complete
    assert stopper.finished == len(results.table) == 15
    kept = results.table.drop("seconds", "agents").rows()
    assert kept == [everything[row[0]] for row in kept]
    assert sorted(row[0] for row in kept) == [row[0] for row in kept]


@pytest.mark.parametrize("action", [-1, -2, 20, 2**40])
def test_whatever_number_a_batched_agent_answers_is_an_action(action):
    """Of one that is none the game is told, at once."""

    class Wrong:
        name, memory_size, players, games_at_once = "wrong", 0, range(2, 7), 9
        native_observe = random_agent.native_observe
        asked = 0

        def act_batch(self, turns):
            self.asked += 1
            assert 1 == self.asked
            return np.full(len(turns.views), action)

    told = f"agent 'wrong' in game 0: illegal action '{action}' of seat 0 at turn 0"
    with pytest.raises(AgentError, match=told):
        play_games(Lineup((Wrong(), random_agent)), Rules(players=2), games=3, threads=1)


def test_a_run_stopped_before_any_game_has_nothing_to_keep():
    """Ctrl-C within the first moves is an error of ours, told in one line."""

    class Impatient:
        name, memory_size, players, games_at_once = "impatient", 0, range(2, 7), 2
        native_observe = random_agent.native_observe

        def act_batch(self, turns):
            raise KeyboardInterrupt

    with pytest.raises(StoppedError) as error:
        play_games(Lineup((Impatient(), random_agent)), SMALL, games=5, threads=1)
    assert "stopped before any game was finished" == str(error.value)


def test_a_stop_does_not_wait_for_the_games_of_a_batched_agent(monkeypatch):
    """They end at the agent's next turn; compiled seats play their chunk to its end."""
    asked, released = [], threading.Event()

    class Slow:
        name, memory_size, players, games_at_once = "slow", 0, range(2, 7), 1
        native_observe = random_agent.native_observe

        def act_batch(self, turns):
            asked.append(threading.current_thread())
            assert released.wait(30)
            return np.array([turns.rules.hand_size])  # plays its oldest card

    class Workers(pools.Workers):
        def close(self, patience):
            if asked:  # not those that compile
                released.set()
            super().close(patience)

    def interrupted(running, **_):
        while not asked:
            wait(running, timeout=0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(pools, "Workers", Workers)
    monkeypatch.setattr(pools, "wait", interrupted)
    with pytest.raises(StoppedError):
        play_games(Lineup((Slow(), random_agent)), SMALL, games=9, threads=1)
    assert 1 == len(asked)


def test_a_stop_leaves_behind_what_does_not_end(monkeypatch):
    """An agent that loops for ever holds nobody up; its thread does not keep Python from ending."""
    asked, done = threading.Event(), threading.Event()

    class Endless:
        name, memory_size, players, games_at_once = "endless", 0, range(2, 7), 1
        native_observe = random_agent.native_observe

        def act_batch(self, turns):
            asked.set()
            done.wait(60)
            return np.array([turns.rules.hand_size])

    def interrupted(running, **_):
        asked.wait(60)
        raise KeyboardInterrupt

    monkeypatch.setattr(pools, "wait", interrupted)
    monkeypatch.setattr(pools, "PATIENCE", 0.01)
    with pytest.raises(StoppedError):
        play_games(Lineup((Endless(), random_agent)), SMALL, games=9, threads=1)
    assert pools.are_at_work()
    done.set()


# --- Runs that go on -----------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("random", "mindful"), ("batched random", "mindful")])
@pytest.mark.parametrize("chosen", [[], [3], [0, 1, 2], [7, 3, 11], range(12)])
@pytest.mark.late_but(3)
def test_games_that_are_done_are_not_played_again(names, chosen):
    """The table is that of a whole run; `keep` is given the other games, each once."""
    lineup = lineup_of(*names)
    whole = play_games(lineup, SMALL, games=12, seed=7).table
    done = whole.filter(pl.col("game").is_in(list(chosen))).reverse()
    kept = []
    results = play_games(lineup, SMALL, games=12, seed=7, done=done, keep=kept.append)
    assert whole.drop("seconds").equals(results.table.drop("seconds"))
    assert results.complete
    games = sorted(game for table in kept for game in table["game"])
    assert games == [game for game in range(12) if game not in chosen]


def test_done_games_beyond_those_asked_for_are_left_out():
    """Results are of the games asked for, whatever was done before."""
    lineup = lineup_of("random", "mindful")
    done = play_games(lineup, SMALL, games=9, seed=7).table
    results = play_games(lineup, SMALL, games=[2, 20, 4], seed=7, done=done)
    assert [2, 4, 20] == results.table["game"].to_list()


def test_done_games_count_in_the_time():
    """With the share of it that is in the table, divided by the threads."""
    lineup = lineup_of("random", "mindful")
    done = play_games(lineup, SMALL, games=9, seed=7).table.with_columns(
        pl.lit(6.0).alias("seconds")
    )
    assert play_games(lineup, SMALL, games=9, seed=7, done=done, threads=1).seconds >= 54
    if JIT_ENABLED:  # with JIT off there is one thread
        halved = play_games(lineup, SMALL, games=9, seed=7, done=done, threads=2).seconds
        assert 27 <= halved < 28


def test_games_are_kept_before_they_are_told():
    """What progress counts is safe."""
    told = []
    play_games(
        lineup_of("random", "mindful"),
        SMALL,
        games=4,
        keep=lambda table: told.append(("kept", len(table))),
        progress=lambda count: told.append(("told", count)),
        threads=1,
    )
    assert [("kept", 4), ("told", 4)] == told


def test_a_column_that_some_games_lack_is_zero_there():
    """Agents count what they do; one that was never asked in a chunk has counted nothing."""
    first = pl.DataFrame({"game": [1], "agents": ["a"], "rollouts": [5]})
    found = play.join_tables([first, pl.DataFrame({"game": [0], "agents": ["a"]})])
    assert [5, 0] == found["rollouts"].to_list()
    assert first.schema == found.schema


# --- Faults --------------------------------------------------------------------------------------


def test_a_fault_in_one_game_stops_the_run():
    """Also in a later chunk, on another thread: the game is named."""

    @policy("late")
    def late(view, memory, rng):
        """Illegal where the first card of the left neighbor is the highest of all."""
        other = (view.seat + 1) % view.rules.num_players
        highest = view.hands[other, 0] == view.rules.num_cards - 1
        return -1 if highest else view.rules.hand_size

    decks = [deck_from_seed(SMALL, 7, game) for game in range(200)]
    first = next(game for game, deck in enumerate(decks) if deck[2] == SMALL.max_score - 1)
    assert first > 0
    before = play_games(Lineup((late, random_agent)), SMALL, games=[0], seed=7)
    assert 1 == len(before.table)
    with pytest.raises(AgentError, match=f"agent 'late' in game {first}: illegal action '-1'"):
        play_games(Lineup((late, random_agent)), SMALL, games=[first, 0], seed=7, threads=2)


# --- Names and decks -----------------------------------------------------------------------------


def test_seats_are_given_by_name_or_themselves():
    """One for all seats, or each; equal ways, equal games."""
    expected = play_games(Lineup.of(["five-rule"] * 3), Rules(players=3), games=4).table
    five = make_agent("five-rule")
    for seats in ("five-rule", five, ["five-rule", five, five], ("five-rule",) * 3):
        found = play_games(seats, Rules(players=3), games=4).table
        assert expected.drop("seconds").equals(found.drop("seconds"))
    assert 2 == len(play_games("five-rule", games=1).lineup.agents)
    assert 3 == play_games(["five-rule"] * 3, games=1).rules.players
    assert Lineup(("five-rule", "five-rule")) == Lineup((five, five))


def test_games_are_played_with_the_decks_that_are_given():
    """Game i with deck i, in the table as well; whoever plays, in any order, on any thread."""
    rules = Rules.preset("small", players=2)
    decks = [deck_from_seed(rules, 7, index) for index in (3, 0, 5)]
    expected = play_games("five-rule", rules, games=[3, 0, 5], seed=7).table
    found = play_games("five-rule", rules, decks=decks, seed=7).table
    assert [0, 1, 2] == found["game"].to_list()
    for column in ("deck", "actions", "score"):
        by_game = dict(zip(expected["game"], expected[column].to_list(), strict=True))
        assert [by_game[game] for game in (3, 0, 5)] == found[column].to_list()
    array = np.array(decks, np.int8)
    again = play_games("five-rule", rules, decks=array, games=[2], seed=7, threads=1).table
    assert found[2:].drop("seconds").equals(again.drop("seconds"))
    for row in found.iter_rows(named=True):
        assert row["score"] == record_of(rules, row).replayed().score


@pytest.mark.parametrize(
    ("decks", "games", "message"),
    [
        ([[0] * 10], None, r"the deck holds card 0 not exactly 3 times"),
        ([[0, 0, 0, 1, 1, 2, 2, 3, 3, 4]] * 2 + [[0] * 10], None, "deck 2 holds card 0 not ex"),
        ([[0, 0, 0, 1, 1, 2, 2, 3, 3, 9]], None, "holds a card id outside 0 to 4"),
        ([0, 0, 0, 1, 1, 2, 2, 3, 3, 4], None, r"the shape \(10,\); rows of 10 cards are needed"),
        ([[0, 0], [1]], None, "decks must be whole numbers, all rows of one length"),
        (
            [[2**64 - 5] * 10],
            None,
            "decks must be whole numbers up to .*, not 18446744073709551611",
        ),
        ([], None, "rows of 10 cards are needed"),
        ([[0.5] * 10], None, "decks must be whole numbers"),
        ([[0, 0, 0, 1, 1, 2, 2, 3, 3, 4]], 2, "games are 0 to 0, one for each deck"),
    ],
)
def test_decks_that_cannot_be_played_are_refused(decks, games, message):
    """Before any game is played, in one line."""
    with pytest.raises((RulesError, AgentError), match=message):
        play_games("random", Rules.preset("very-small"), decks=decks, games=games)


@pytest.mark.parametrize("players", [0, 1, 7, -1, 10**5, 10**30, 2.0, "2", None, [2], True])
def test_one_agent_for_all_seats_needs_their_number(players):
    """In one line, and at once."""
    with pytest.raises(AgentError) as error:
        Lineup.of("random", players)
    assert f"players is {players!r}; a whole number from 2 to 6 is needed" == str(error.value)
    assert "random, random, random" == Lineup.of("random", np.int64(3)).name


@pytest.mark.parametrize("games", [range(3), range(2, -1, -1), range(0, 5, 2)])
def test_ranges_are_the_games_that_they_count(games):
    """Up or down, in steps."""
    table = play_games("random", SMALL, games=games, threads=1).table
    assert sorted(games) == table["game"].to_list()
