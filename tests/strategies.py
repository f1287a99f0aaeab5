"""The one home of Hypothesis strategies: any rules, and games played some way by any of them."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_COPIES, MAX_HAND, MAX_PLAYERS, MAX_RANKS, MAX_SUITS
from hanabilab.game.rules import MAX_TOKENS, Rules
from hanabilab.game.variant import MAX_NUMBER, VariantTables
from hanabilab.randomness import MAX_SEED

__all__ = [
    "choose_action",
    "examples",
    "games",
    "own_variants",
    "rules",
    "rules_of_own_variants",
    "seeds",
    "short_rules",
]


def examples(count: int, plain: int | None = None) -> settings:
    """Settings for `count` examples compiled, and `plain` (a third) with JIT off."""
    return settings(max_examples=count if JIT_ENABLED else plain or count // 3)


def seeds() -> st.SearchStrategy[int]:
    """Seeds of decks."""
    return st.integers(0, MAX_SEED)


@st.composite
def rules(draw: st.DrawFn, **fixed: object) -> Rules:
    """Any rules that can be played; `fixed` are fields that a test wants as they are."""
    decks = _decks() | st.just({})  # the standard deck often, for its long games
    deck = draw(decks.filter(lambda deck: _deck_size(deck) >= fixed.get("players", 2)))
    deck_size = _deck_size(deck)
    players = fixed.get("players") or draw(st.integers(2, min(MAX_PLAYERS, deck_size)))
    options = deck | {
        "players": players,
        "hand_size": draw(st.integers(1, min(MAX_HAND, deck_size // players))),
        "information_tokens": draw(st.integers(0, 8) | st.integers(0, MAX_TOKENS)),
        "life_tokens": draw(st.integers(1, 3) | st.integers(1, MAX_TOKENS)),
        "first_seat": draw(st.integers(0, players - 1)),
        "draw_slot": draw(st.sampled_from(["newest", "vacated"])),
        "bomb": draw(st.sampled_from(["zero", "keep"])),
        "observation": draw(st.sampled_from(["knowledge", "minimal"])),
    }
    return Rules(**(options | fixed))


@st.composite
def own_variants(draw: st.DrawFn) -> VariantTables:
    """Any variant that a user can make. Numbers and letters are few, so that they meet."""
    turns = draw(st.booleans())
    ranks = 6 if turns else draw(st.integers(1, MAX_RANKS))
    suits = draw(st.integers(1, MAX_SUITS - turns))
    letters = st.permutations("RYGBPKXO")
    words = ("red", "yellow", "r", "black", "x", "ultramarine"[:10])
    colors = draw(st.permutations(words))[: draw(st.integers(0, len(words)))]
    told = "".join(draw(st.permutations("12345")))[: draw(st.integers(0, 5))]
    cards, values = suits * ranks, len(colors) + len(told)
    return VariantTables(
        name=draw(st.sampled_from(["wild", "rainbow-5-suits", "no-variant", "7", "full"])),
        number=draw(st.sampled_from([1, 8, 5000, MAX_NUMBER])),
        letters="".join(draw(letters)[:suits]),
        ranks=tuple("".join(draw(st.permutations("123457"))[:ranks]) for _ in range(suits)),
        copies=tuple(draw(st.lists(st.integers(1, 3), min_size=cards, max_size=cards))),
        colors=tuple(colors),
        color_letters="".join(draw(letters)[: len(colors)]),
        hint_ranks=told,
        touches=tuple(draw(st.integers(0, (1 << cards) - 1)) for _ in range(values)),
        empty_hints=draw(st.integers(0, (1 << values) - 1)),
        alternates_hints=draw(st.booleans()),
        discards_per_token=draw(st.integers(1, 9)),
        discards_when_full=draw(st.booleans()),
        up_or_down=turns,
    )


@st.composite
def rules_of_own_variants(draw: st.DrawFn) -> Rules:
    """Any rules of any variant that a user can make."""
    variant = draw(own_variants().filter(lambda drawn: sum(drawn.copies) > 1))
    players = draw(st.integers(2, min(MAX_PLAYERS, sum(variant.copies))))
    deck_plays = draw(st.booleans())
    most = min(MAX_HAND - deck_plays, sum(variant.copies) // players)
    return Rules(
        players=players,
        variant=variant,
        hand_size=draw(st.integers(1, most)),
        information_tokens=draw(st.integers(0, MAX_TOKENS)),
        life_tokens=draw(st.integers(1, 3)),
        first_seat=draw(st.integers(0, players - 1)),
        draw_slot=draw(st.sampled_from(["newest", "vacated"])),
        bomb=draw(st.sampled_from(["zero", "keep"])),
        empty_hints=draw(st.booleans()),
        deck_plays=deck_plays,
        all_or_nothing=draw(st.booleans()),
        discard_at_max=draw(st.booleans()),
    )


def short_rules(cards: int) -> st.SearchStrategy[Rules]:
    """Any rules with a deck of at most so many cards."""
    return rules().filter(lambda drawn: drawn.deck_size <= cards)


def _deck_size(deck: dict[str, object]) -> int:
    return Rules(hand_size=1, **deck).deck_size


@st.composite
def _decks(draw: st.DrawFn) -> dict[str, object]:
    """Suits, ranks and copies of at least two cards, one for each of the fewest players."""
    suits, ranks = draw(st.integers(1, MAX_SUITS)), draw(st.integers(1, MAX_RANKS))
    fewest = 2 if suits * ranks == 1 else 1
    copies = st.tuples(*[st.integers(fewest, MAX_COPIES)] * ranks)
    return {"suits": suits, "ranks": ranks, "copies": draw(copies | st.just(()))}


@st.composite
def games(
    draw: st.DrawFn, by: st.SearchStrategy[Rules] | None = None, *, running: bool = False
) -> Game:
    """A game after some legal actions, carelessly or well played; over or not, or `running`."""
    table = Game(
        draw(rules() if by is None else by), seed=draw(seeds()), index=draw(st.integers(0, 1000))
    )
    skill = draw(st.sampled_from([0.0, 0.9, 1.0]))
    random = Random(draw(st.integers(0, 2**32)))
    longest = table.rules.max_turns
    for _ in range(draw(st.integers(0, longest) | st.just(longest))):
        if table.is_over:
            break
        table.act(choose_action(table, random, skill))
    return before_the_end(table) if running else table


def before_the_end(game: Game) -> Game:
    """The game itself; one that is over without its last action."""
    if not game.is_over:
        return game
    before = Game(game.rules, deck=game.deck)
    for action in game.actions[:-1]:
        before.act(action)
    return before


def choose_action(game: Game, random: Random, skill: float) -> int:
    """A legal action: with probability `skill` one that gets far, knowing all cards.

    That is to play a card that fits, else to give a hint, else to discard.
    """
    legal = game.legal_actions()
    if random.random() >= skill:
        return random.choice(legal)
    size, ranks = game.rules.hand_size, game.rules.ranks
    hand = [int(card) for card in game.state.hands[game.state.current_seat][:size]]
    for slot, card in enumerate(hand):
        if card >= 0 and game.state.fireworks[card // ranks] == card % ranks:
            return size + slot
    harmless = [action for action in legal if not size <= action < 2 * size]
    return random.choice(harmless or legal)
