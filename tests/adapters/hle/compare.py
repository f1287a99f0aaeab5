"""Games in HLE and in ours, step by step, with all that their users can see."""

from __future__ import annotations

import random


def all_of_state(state, game):
    """Everything a `pyhanabi` state tells, as plain values."""
    chance = state.cur_player() == -1
    seen = [all_of_observation(state.observation(p), game) for p in range(game.num_players())]
    return {
        "text": str(state),
        "player": state.cur_player(),
        "deck": state.deck_size(),
        "discards": [card.to_dict() for card in state.discard_pile()],
        "fireworks": state.fireworks(),
        "hands": [[card.to_dict() for card in hand] for hand in state.player_hands()],
        "tokens": (state.information_tokens(), state.life_tokens()),
        "end": (int(state.end_of_game_status()), state.is_terminal(), state.score()),
        "legal": None if chance else [str(move) for move in state.legal_moves()],
        "playable": [
            bool(state.card_playable_on_fireworks(c, r))
            for c in range(game.num_colors())
            for r in range(game.num_ranks())
        ],
        "last": [all_of_item(item) for item in state.move_history()[-1:]],
        "seen": seen,
    }


def all_of_item(item):
    """Everything a history item tells."""
    return (
        str(item),
        item.player(),
        item.scored(),
        item.information_token(),
        item.color(),
        item.rank(),
        item.card_info_revealed(),
        item.card_info_newly_revealed(),
        item.deal_to_player(),
    )


def all_of_observation(observation, game):
    """Everything an observation tells."""
    return {
        "text": str(observation),
        "offset": observation.cur_player_offset(),
        "hands": [[str(card) for card in hand] for hand in observation.observed_hands()],
        "knowledge": [
            [(str(k), k.color(), k.rank()) for k in hand] for hand in observation.card_knowledge()
        ],
        "discards": [str(card) for card in observation.discard_pile()],
        "fireworks": observation.fireworks(),
        "deck": observation.deck_size(),
        "last": [all_of_item(item) for item in observation.last_moves()],
        "tokens": (observation.information_tokens(), observation.life_tokens()),
        "legal": [str(move) for move in observation.legal_moves()],
        "ids": [game.get_move_uid(move) for move in observation.legal_moves()],
    }


def play_states(module, config, games, seed):
    """Yield all that `games` games of a `pyhanabi` module tell, move by move."""
    rng, game = random.Random(seed), module.HanabiGame(config)
    encoder = module.ObservationEncoder(game)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            while state.cur_player() == module.CHANCE_PLAYER_ID:
                state.deal_random_card()
            yield all_of_state(state, game)
            yield [encoder.encode(state.observation(p)) for p in range(game.num_players())]
            state.apply_move(choose(rng, state))
        yield all_of_state(state, game)


def play_env(module, config, games, seed):
    """Yield observations, rewards and ends of `games` games of an `rl_env` module."""
    rng, env = random.Random(seed), module.HanabiEnv(config)
    for _ in range(games):
        observation, done = env.reset(), False
        yield _plain(observation)
        while not done:
            move = choose(rng, env.state)
            action = move.to_dict() if rng.random() < 0.5 else env.game.get_move_uid(move)
            observation, reward, done, info = env.step(action)
            yield _plain(observation), reward, done, info


def play_past_end(module, config, games, seed, more=8):
    """Yield what `games` games of an `rl_env` module tell, and so many steps after their ends.

    As programs do that loop `while not done: for agent in agents: step`. A game stops where the
    seat to act can do nothing.
    """
    rng, env = random.Random(seed), module.HanabiEnv(config)
    for _ in range(games):
        env.reset()
        past = 0
        while past <= more and env.state.legal_moves():
            observation, reward, done, _ = env.step(choose(rng, env.state).to_dict())
            past += done
            ended = int(env.state.end_of_game_status()), env.state.is_terminal()
            yield reward, done, ended, env.state.score(), env.state.life_tokens()
            if done:
                yield _plain(observation)
                yield all_of_state(env.state, env.game)


def choose(rng, state):
    """A random move, but mostly one that lets the game go on: games come to all their ends."""
    moves, hand = state.legal_moves(), state.player_hands()[state.cur_player()]
    if rng.random() < 0.1:
        return rng.choice(moves)
    plays = [m for m in moves if int(m.type()) == 1]
    good = [
        m
        for m in plays
        if state.card_playable_on_fireworks(
            hand[m.card_index()].color(), hand[m.card_index()].rank()
        )
    ]
    others = [m for m in moves if int(m.type()) != 1]
    return rng.choice(good or others or plays or moves)


def _plain(observation):
    players = observation["player_observations"]
    kept = [{key: value for key, value in p.items() if key != "pyhanabi"} for p in players]
    return observation["current_player"], kept, [list(p) for p in players]
