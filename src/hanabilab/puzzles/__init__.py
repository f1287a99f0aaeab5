"""Positions of games with the value of every action: puzzles, and data to learn and judge by."""
