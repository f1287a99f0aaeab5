# %% [markdown]
# # 7. A log understood
#
# A log is a recorded game: who played, the deck, the actions. In this tutorial you read one, find out what a
# player could know at one of its turns, and which action lost the perfect score.
#
# ## A log
#
# Logs of the public site can be read as they are; see [game logs](../compiler.md). Here two copies of `five-rule`
# make one: they play the deck of the site's seed `p2v0s1`. It is written in the game language, one line for each action.

# %%
from hanabilab import Game, Record, Rules
from hanabilab.notation.game_files import log_of_record
from hanabilab.notation.language import read_game, write_game
from hanabilab.notation.site import parse_seed
from hanabilab.notation.variants import card_id

seed = parse_seed("p2v0s1")
rules = Rules(players=2)
played = Game(rules, deck=[card_id(seed.variant, card) for card in seed.deck()])
while not played.is_over:
    played.act(played.ask("five-rule"))
record = Record(rules=rules, deck=tuple(played.deck), actions=tuple(played.actions))
text = write_game(log_of_record(record))
print("\n".join(text.splitlines()[-6:]))

# %% [markdown]
# These are its last six lines. `P0 plays 8` means that the first player plays the card that was drawn as number 8,
# counted from 0:
#
# ```text
# P0 discards 30
# P1 clues P0 Purple
# P0 discards 40
# P1 plays 22
# P0 plays 34
# P1 clues P0 Purple
# ```
#
# ## Is it legal?
#
# `read_game` reports every bad line, and `replay_log` plays the log by the rules, to the first action that is not
# legal:

# %%
from hanabilab.notation.log_replay import replay_log

reading = read_game(text)
replayed = replay_log(reading.log)
print(reading.findings, replayed.problem, replayed.score)

# %% [markdown]
# ```text
# () None 14
# ```
#
# No bad line and no illegal action; the score is what the players got.
#
# ## What could the player know?
#
# Go back to the position after 20 actions. `deduce_hand` counts all hands that fit the hints and the cards that the
# player sees, exactly:

# %%
from hanabilab.game.words import card_name, format_action
from hanabilab.knowledge.deduction import deduce_hand
from hanabilab.notation import replay

positions = [position.copy() for position in replay(record)]
position = positions[20]
view = position.view()
hand = deduce_hand(view)
print(f"seat {view.seat}: {hand.deals:,} deals")
for slot, chance in enumerate(hand.chance(int(view.playable))):
    cards = sorted(hand.can_be(slot), key=lambda card: -hand.probabilities[slot][card])
    likely = ", ".join(card_name(rules, card) for card in cards[:4])
    print(f"  slot {slot}: playable {chance:4.0%}; {len(cards):2} cards, first {likely}")

# %% [markdown]
# ```text
# seat 0: 39,600 deals
#   slot 0: playable   0%;  3 cards, first R3, R4, R5
#   slot 1: playable   0%;  1 cards, first R2
#   slot 2: playable   0%;  4 cards, first Y2, W2, R2, G2
#   slot 3: playable  17%; 18 cards, first Y4, G3, W4, B2
#   slot 4: playable  30%; 23 cards, first Y1, R1, G1, B1
# ```
#
# ## What lost the perfect score?
#
# `review_record` looks at every position with open hands. It tries to win from there, or proves that it cannot be done:

# %%
from hanabilab.review import review_record

review = review_record(record)
before = positions[review.lost_at - 1]
print(f"score {review.last.score}, hints {review.hints}")
lost_by = format_action(rules, record.actions[review.lost_at - 1])
print(f"action {review.lost_at}, {lost_by}, lost the perfect score; the table before it:")
print(before)

# %% [markdown]
# ```text
# score 14, hints 35
# action 11, discard 0, lost the perfect score; the table before it:
# turn 10: seat 0 to act
# points 2 of 25, hints 0 of 8, lives 3 of 3, deck 38
# fireworks R0 Y0 G2 W0 B0
# discards  none
# last      seat 1 plays slot 3 (G2)
# seat 0 *  W5 YWB345  B4 YWB345  W3 YWB345  R4 R345  R2 R2
# seat 1    W3 W1345  W1 W1345  R1 R1345  G4 G1345  W2 ?
# ```
#
# Seat 0 had no token left and discarded its oldest card. It could not know that this card was a 5, of which there is
# one copy only.
#
# ## Go on
#
# - `hanabi review FILE`, `hanabi log deduce FILE --turn 20` and `hanabi log winnable p2v0s1` do the same from the command line.
# - `hanabi explain smart FILE` says what `smart` would have done. `hanabi view FILE` shows it all in the browser.
# - Next: [a network of your own](8_a_network_of_your_own.py).
# - [Deduction](../deduction.md) and [game logs](../compiler.md) explain the methods.
# - A question: how likely did seat 0 have to think that the discard was safe? Which slot was safer? Use
#   `deduce_hand` on the position before it.
