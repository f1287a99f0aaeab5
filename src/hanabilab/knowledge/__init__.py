"""What follows from a view. The one home of what agents, beliefs and searches all ask.

Sets of cards (`card_sets`), copies left and unseen (`copies`, `unseen`), slots of a hand (`hands`),
what a hint touches and leaves possible (`hints`), memory that follows slots (`slot_memory`); what a
whole hand can be, counted exactly, and why not more (`deduction`, `reasons`, `hand_counts`, `smt`),
what all hands can be by common knowledge (`public_chances`), and how efficiently a game is played
(`efficiency`).
"""
