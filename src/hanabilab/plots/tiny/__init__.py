"""Figures of small games: beliefs, payoffs, ladders of values, search as an operator, learning."""
