"""The obvious twin of `keen`, from its documentation; it shares much with that of `smart`."""

from __future__ import annotations

from fractions import Fraction

from hanabilab.game.rules import Rules
from tests.naive.smart import (
    Hint,
    NaiveSmart,
    _by_age,
    _fits,
    _hint_of,
    _maybe,
    _surely,
    _words,
)
from tests.naive_agents import Card, Held, Sight, sight_of

__all__ = ["NaiveKeen"]

#: What can be by all that all know, by place in the deck.
Knowledge = dict[int, set[Card]]


class NaiveKeen(NaiveSmart):
    """One seat's twin. `warned`: the last action told the seat to act that its chop is valuable."""

    name = "keen"

    def __init__(self, rules: Rules, numbers: dict[str, int] | None = None) -> None:
        super().__init__(rules, numbers)
        self.warned = False

    # --- Following the game ----------------------------------------------------------------------

    def _read(self, now: Sight, actor: int, words: list[str], touched: int, last: bool) -> None:
        """Read an action by what was known before; hands of `before` are as they were then."""
        known = {age: set(cards) for age, cards in self.knowledge.items()}
        following = (actor + 1) % self.rules.players
        chop, valuable = self._chop(self.before, following), self._valuable(self.before)
        finesse = self._is_finesse(actor, words)
        said = "" if last or chop is None else self._said(actor, words, finesse)
        if said == "valuable":
            self.knowledge[chop.age] &= valuable
        if said == "safe":
            self.knowledge[chop.age] -= valuable
        self.warned = said == "valuable"
        passed_over = list(range(1, self.rules.players))
        if words[0] == "hint":
            target = (actor + int(words[1])) % self.rules.players
            self._read_a_hint(now, (actor, target), _hint_of(words), touched, last)
            if self._is_newly_playable(now, known, target):
                passed_over = []
            elif int(words[1]) == 1:  # it may have been to save the chop, whatever others hold
                passed_over = [1]
        elif words[0] == "play":
            passed_over = self._passed_over(known, actor)
        elif finesse:
            passed_over = []
        if words[0] == "discard":
            self._read_finesse(now, actor, int(words[1]))
        if self.before.tokens > 0 and not last and self.numbers["no_pointer"]:
            for offset in passed_over:
                self._exclude(known, (actor + offset) % self.rules.players)

    def _passed_over(self, known: Knowledge, actor: int) -> list[int]:  # a twin's
        """Which seats, as offsets from the actor, a play says that no hint was for."""
        return []

    def _said(self, actor: int, words: list[str], finesse: bool) -> str:
        """What an action says of the chop of the next seat: "valuable", "safe" or ""."""
        if self.before.tokens > 0:
            hinted_next = words[0] == "hint" and int(words[1]) == 1
            return "safe" if self.numbers["no_warning"] and not hinted_next else ""
        routine = self._routine(self.before, actor)
        if self.rules.information_tokens == 0 or not self.numbers["by_routine"]:
            return ""
        if words[0] == "play":
            return "safe" if routine == "play" else ""
        if routine == "" or finesse:
            return ""
        return "safe" if routine == f"discard {words[1]}" else "valuable"

    def _is_finesse(self, actor: int, words: list[str]) -> bool:
        if words[0] != "discard":
            return False
        left = next(held for held in self.before.hands[actor] if held.slot == int(words[1]))
        known = self.knowledge[left.age]
        return len(known) == 1 and known <= self._playable(self.before)

    def _routine(self, sight: Sight, seat: int) -> str:
        """What a seat does by routine; "" if no discard would be a signal."""
        hand = _by_age(sight.hands[seat])
        chop = self._chop(sight, seat)
        routine = f"discard {chop.slot}" if chop else ""
        for held in hand[::-1]:
            if _surely(self.knowledge[held.age], self._useless(sight)):
                routine = f"discard {held.slot}"
        if any(_surely(self.knowledge[held.age], self._playable(sight)) for held in hand):
            routine = "play"
        return routine if routine and self._signals(sight, seat, routine) else ""

    def _signals(self, sight: Sight, seat: int, routine: str) -> list[Held]:
        """The cards that a seat may discard against the routine."""
        playable, valuable = self._playable(sight), self._valuable(sight)
        return [
            held
            for held in _by_age(sight.hands[seat])
            if f"discard {held.slot}" != routine
            and not _surely(self.knowledge[held.age], playable)
            and not _surely(self.knowledge[held.age], valuable)
        ]

    def _read_a_hint(
        self, now: Sight, seats: tuple[int, int], hint: Hint, touched: int, last: bool
    ) -> None:
        actor, target = seats
        hand = _by_age(now.hands[target])
        hit = {held.age for held in hand if touched >> held.slot & 1}
        meaning, about = self._meaning(self.before, actor, target, hint, hit)
        self.knowledge |= self._taken_in(self.before, target, hint, hit, meaning, about)
        self.warned = meaning == "warning"
        is_next = target == (actor + 1) % self.rules.players
        is_next = is_next and self.numbers["safe_chop"]
        if is_next and meaning in ("pointer", "letter") and not last:
            chop = self._chop(now, target)
            if chop is not None:
                self.knowledge[chop.age] -= self._valuable(self.before)

    def _meaning(
        self, sight: Sight, actor: int, target: int, hint: Hint, hit: set[int]
    ) -> tuple[str, int]:
        """ "burn", "warning", "pointer" or "letter", and the age of the card that it is about."""
        hand = _by_age(sight.hands[target])
        full = sight.tokens == self.rules.information_tokens
        to_the_right = actor == (target + 1) % self.rules.players
        if hint[0] == "rank" and full and to_the_right and hand[0].age in hit:
            return "burn", -1
        if hint[0] == "rank" and target == (actor + 1) % self.rules.players:
            chop = self._chop(sight, target)
            if chop and chop.age in hit and self._reads_as_warning(sight, chop.age, hint):
                return "warning", chop.age
        playable = self._playable(sight)
        letter = self._taken_in(sight, target, hint, hit, "letter", -1)
        doubtful = [held.age for held in hand if _maybe(self.knowledge[held.age], playable)]
        if any(_surely(letter[age], playable) for age in doubtful):
            return "letter", -1
        pointed = [age for age in doubtful if age in hit and _maybe(letter[age], playable)]
        return ("pointer", pointed[-1]) if pointed else ("letter", -1)

    def _taken_in(
        self, sight: Sight, target: int, hint: Hint, hit: set[int], meaning: str, about: int
    ) -> Knowledge:
        """What all know of the hand of a seat after a hint to it."""
        known = {
            held.age: {c for c in self.knowledge[held.age] if _fits(hint, c) == (held.age in hit)}
            for held in sight.hands[target]
        }
        if meaning == "pointer":
            known[about] &= self._playable(sight)
        if meaning == "warning":
            known[about] &= self._valuable(sight)
        return known

    def _is_newly_playable(self, sight: Sight, known: Knowledge, target: int) -> bool:
        playable = self._playable(sight)
        return any(
            _surely(self.knowledge[held.age], playable) and not _surely(known[held.age], playable)
            for held in sight.hands[target]
        )

    def _exclude(self, known: Knowledge, seat: int) -> None:
        """The newest card of a seat that was in doubt is not playable."""
        playable = self._playable(self.before)
        doubtful = [h for h in _by_age(self.before.hands[seat]) if _maybe(known[h.age], playable)]
        if doubtful:
            self.knowledge[doubtful[-1].age] -= playable

    # --- Acting ----------------------------------------------------------------------------------

    def act(self, view) -> str:
        """What the seat to act does, in words."""
        sight, numbers = sight_of(self.rules, view), self.numbers
        deck = self.rules.deck_size - int(view.deck_drawn)
        full = sight.tokens == self.rules.information_tokens
        private = self._private(sight)
        chop, playable = self._chop(sight, 1), self._playable(sight)
        danger = chop is not None and chop.card in self._valuable(sight)
        read = sight.tokens == 0 and chop is not None and deck > 0 and not full
        read = read and numbers["by_routine"] and self._routine(sight, 0) != ""
        needed = [card for card in sight.cards() if not sight.useless(card)]
        spare = deck + self.rules.players - len(needed)
        busy = any(_surely(self.knowledge[h.age], playable) for h in sight.hands[1])
        urgent = (chop is not None and chop.card in playable) or (
            deck <= numbers["short_deck"] and not busy
        )
        play = self._play(sight, private)
        kept = numbers["tokens_kept_late" if deck <= numbers["late_deck"] else "tokens_kept"]
        must_stall = full or spare <= sight.tokens - kept
        must_stall = must_stall or self._stalls_warned(sight, private)
        least = None if read else self._least(sight, private)
        hints = sight.tokens > 0
        moves = [
            deck == 0 and (play or self._gamble(sight, private)),
            danger and hints and self._save(sight, chop),
            not full and spare >= numbers["draws_for_finesse"] and self._finesse(sight),
            danger and read and self._signal(sight),
            hints and (not play or urgent) and self._point(sight, self.rules.players),
            play and hints and self._leave_draws(sight, private, deck),
            play,
            deck <= numbers["last_cards"] and self._gamble(sight, private),
            hints and must_stall and self._best(sight, None, False, self._least_wait(full)),
            hints
            and not must_stall
            and least is not None
            and self._best(sight, None, False, least),
            full and self._burn(sight),
            full and (self._gamble(sight, private) or f"play {self._newest_slot(sight)}"),
            read and self._routine(sight, 0),
            self._throw(sight, private),
        ]
        return next(move for move in moves if move)

    def _stalls_warned(self, sight: Sight, private: Knowledge) -> bool:  # a twin's
        return self.warned and bool(self.numbers["wait_if_warned"])

    def _least_wait(self, full: bool) -> int:  # a twin's
        """What a hint must be worth at least where it must stall."""
        return -1000

    def _leave_draws(self, sight: Sight, private: Knowledge, deck: int) -> str:
        return ""

    def _least(self, sight: Sight, private: Knowledge) -> int | None:
        """What a hint must be worth to go before a discard; None if none may."""
        dear = self._is_discard_dear(sight, private)
        return self.numbers["worth_a_discard"] if dear else None

    def _newest_slot(self, sight: Sight) -> int:
        return _by_age(sight.hands[0])[-1].slot

    def _save(self, sight: Sight, chop: Held) -> str:
        warning, least = _words(1, ("rank", chop.card[1])), self.numbers["worth_a_rescue"]
        return self._point(sight, 2) or self._best(sight, None, False, least) or warning

    def _point(self, sight: Sight, end: int) -> str:
        return self._best(sight, end, True, -1000)

    def _best(self, sight: Sight, end: int | None, must_point: bool, least: int) -> str:
        """The fair hint to a seat before `end` that is worth most, and more than `least`."""
        hints = [("color", suit) for suit in range(self.rules.suits)]
        hints += [("rank", rank) for rank in range(1, self.rules.ranks + 1)]
        offers = []
        for seat in range(1, end or self.rules.players):
            for hint in hints:
                worth = self._worth(sight, seat, hint, must_point)
                if worth is not None and worth > least:
                    offers.append((worth, _words(seat, hint)))
        return max(offers, key=lambda offer: offer[0], default=(0, ""))[1]

    def _worth(self, sight: Sight, seat: int, hint: Hint, must_point: bool) -> int | None:
        """What a hint is worth; None if it is not fair."""
        hand = sight.hands[seat]
        hit = {held.age for held in hand if _fits(hint, held.card)}
        if not hit or (must_point and not self._is_honest(sight, seat, hint)):
            return None  # a warning alone may tell that a card is playable, but does not point
        playable, valuable = self._playable(sight), self._valuable(sight)
        meaning, about = self._meaning(sight, 0, seat, hint, hit)
        true = {"pointer": playable, "warning": valuable}.get(meaning)
        if true is not None and next(h.card for h in hand if h.age == about) not in true:
            return None
        old = self.knowledge
        new = self._taken_in(sight, seat, hint, hit, meaning, about)
        self.knowledge = old | new
        chop, points = self._chop(sight, 1), self._is_newly_playable(sight, old, seat)
        self.knowledge = old
        if (chop is not None and chop.card in valuable) or (must_point and not points):
            return None
        worth = 0
        if chop is not None and chop.card not in self._useless(sight):
            playable_lost = self.numbers["playable_lost"]
            worth = playable_lost if chop.card in playable else self._needed_lost(chop.card)
        for age, cards in new.items():
            worth += len(old[age] - cards)
            for name, kind in (("valuable", valuable), ("useless", self._useless(sight))):
                news = _surely(cards, kind) and not _surely(old[age], kind)
                worth += self.numbers[f"{name}_known"] * news
            worth += self.numbers["named_known"] * (len(cards) == 1 < len(old[age]))
        return worth

    def _needed_lost(self, card: Card) -> int:  # a twin's
        return self.numbers["needed_lost"]

    def _signal(self, sight: Sight) -> str:
        """Discard the safest card against the routine."""
        hand = self._signals(sight, 0, self._routine(sight, 0))
        return f"discard {min(hand, key=lambda held: self._risk(sight, held)).slot}"

    def _risk(self, sight: Sight, held: Held) -> Fraction:
        """How likely a card is valuable."""
        cards, valuable = self._private(sight)[held.age], self._valuable(sight)
        unseen = self._unseen(sight)
        count = sum(max(unseen[card], 0) for card in cards)
        if len(cards) == 1 or count == 0:
            return Fraction(bool(cards & valuable))
        return Fraction(sum(max(unseen[card], 0) for card in cards & valuable), count)

    def _is_discard_dear(self, sight: Sight, private: Knowledge) -> bool:
        """Whether a discard costs something: its chop may be valuable, or that of the next seat is
        needed.
        """
        chop, following = self._chop(sight, 0), self._chop(sight, 1)
        hand = sight.hands[0]
        if chop is None or any(_surely(private[h.age], self._useless(sight)) for h in hand):
            return False
        needed = following is not None and following.card not in self._useless(sight)
        return needed or self._safest(sight, chop).age != chop.age

    def _safest(self, sight: Sight, chop: Held) -> Held:
        return min([chop, *_by_age(sight.hands[0])], key=lambda held: self._risk(sight, held))

    def _throw(self, sight: Sight, private: Knowledge) -> str:
        chop = self._chop(sight, 0)
        hand = sight.hands[0]
        if chop is None or any(_surely(private[h.age], self._useless(sight)) for h in hand):
            return self._discard(sight, private)
        return f"discard {self._safest(sight, chop).slot}"
