"""`hanabi deduce`: what a hand can be at a turn of a game, how likely, and why no more."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from hanabilab.cli.game_files import load_log
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console
from hanabilab.errors import NotationError
from hanabilab.game.games import Game
from hanabilab.game.view import View
from hanabilab.knowledge.deduction import HandDeduction, deduce_hand
from hanabilab.knowledge.reasons import Reason, RuledOut
from hanabilab.notation.game_log import GameLog
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.variants import LogCard

__all__ = ["command"]

_LIKELY_FIRST = 8


def command(
    file: Annotated[str, typer.Argument(help="A game: a .game, .json, .link or .hanabi file.")],
    turn: Annotated[
        int | None, typer.Option(min=0, help="After so many actions; the end by default.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Whose hand; of the seat to act by default.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Show what a hand can be by hints and by cards in sight: each card's chance, exactly."""
    log = load_log(file)
    game = _game_at(log, turn)
    holder = int(game.state.current_seat) if seat is None else seat
    if holder >= game.rules.players:
        raise NotationError(f"no seat {holder}; seats are 0 to {game.rules.players - 1}")
    view = game.view(holder)
    found = deduce_hand(view)
    if as_json:
        print(json.dumps(_as_json(log, game, view, found)))  # noqa: T201  # the document
        return 0
    _print(log, game, view, found)
    return 0


def _game_at(log: GameLog, turn: int | None) -> Game:
    """The game after so many of its actions."""
    played = replay_log(log).game
    actions = played.actions if turn is None else played.actions[:turn]
    if turn is not None and turn > len(played.actions):
        raise NotationError(f"no turn {turn}; the game has {len(played.actions)} actions")
    game = Game(played.rules, deck=played.deck)
    for action in actions:
        game.act(action)
    return game


def _as_json(log: GameLog, game: Game, view: View, found: HandDeduction) -> dict[str, Any]:
    return {
        "turn": len(game.actions),
        "seat": found.seat,
        "deals": found.deals,
        "slots": [
            {
                "slot": slot,
                "chances": {
                    _name(log, game, card): float(found.probabilities[slot, card])
                    for card in sorted(found.can_be(slot))
                },
                **dict(zip(_KINDS, _kinds(view, found, slot), strict=True)),
                "ruled_out": {
                    _name(log, game, card): _words(log, game, reason)
                    for card, reason in _reasons(found, slot).items()
                },
            }
            for slot in range(len(found.possible))
            if found.possible[slot]
        ],
    }


_KINDS = ("playable", "useless", "last_copy")


def _kinds(view: View, found: HandDeduction, slot: int) -> list[float]:
    """The chances that a slot is playable, useless, and a last copy that is needed."""
    last = int(view.left[0]) & ~int(view.left[1]) & ~int(view.useless)
    kinds = (int(view.playable), int(view.useless), last)
    return [float(found.chance(cards)[slot]) for cards in kinds]


def _reasons(found: HandDeduction, slot: int) -> dict[int, Reason]:
    """Why cards that hints allow cannot be in a slot."""
    reasons = {card: found.why_not(slot, card) for card in range(found.copies.size)}
    return {
        card: reason
        for card, reason in reasons.items()
        if reason and reason.kind is not RuledOut.BY_HINTS
    }


def _print(log: GameLog, game: Game, view: View, found: HandDeduction) -> None:
    console = Console()
    console.print(
        f"After {len(game.actions)} actions, seat {found.seat}: {found.deals:,} deals of the hand "
        "fit what it knows."
    )
    for slot in range(len(found.possible)):
        if not found.possible[slot]:
            continue
        playable, useless, last = (f"{chance:.0%}" for chance in _kinds(view, found, slot))
        console.print(f"\nSlot {slot}: playable {playable}, useless {useless}, last copy {last}")
        console.print(f"  {_chances(log, game, found, slot)}")
        for words in _told_reasons(log, game, found, slot):
            console.print(f"  {words}")


def _chances(log: GameLog, game: Game, found: HandDeduction, slot: int) -> str:
    """The likeliest cards with their chances, and how many more there are."""
    chances = found.probabilities[slot]
    cards = sorted(found.can_be(slot), key=lambda card: (-chances[card], card))
    shown = [f"{_name(log, game, card)} {chances[card]:.1%}" for card in cards[:_LIKELY_FIRST]]
    more = len(cards) - _LIKELY_FIRST
    return ", ".join(shown) + (f", and {more} more" if more > 0 else "")


def _told_reasons(log: GameLog, game: Game, found: HandDeduction, slot: int) -> list[str]:
    """A line for each reason, with the cards that it rules out."""
    by_words: dict[str, list[str]] = {}
    for card, reason in _reasons(found, slot).items():
        by_words.setdefault(_words(log, game, reason), []).append(_name(log, game, card))
    return [f"not {', '.join(cards)}: {words}" for words, cards in by_words.items()]


def _words(log: GameLog, game: Game, reason: Reason) -> str:
    if reason.kind is not RuledOut.NEEDED:
        return reason.kind.value
    slots = ", ".join(map(str, reason.slots))
    cards = ", ".join(_name(log, game, card) for card in reason.cards)
    copies = "the last copy" if reason.copies == 1 else f"the last {reason.copies} copies"
    return f"slot{'s' * (len(reason.slots) > 1)} {slots} must be {copies} of {cards}"


def _name(log: GameLog, game: Game, card: int) -> str:
    suit, rank = divmod(card, game.rules.ranks)
    return log.variant.card_name(LogCard(suit, rank + 1))
