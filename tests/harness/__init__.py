"""The harness: attacks on parsers, run folders, crashes, determinism and the rules of the game.

`make harness` runs all of it from a seed and prints what was tried, how often, and what came of it;
`python -m tests.harness --help` tells how to run less or more. What it holds the project to is
docs/reliability.md. Each attack is a function from a generator, a number of trials and an empty
folder to a `Tally`.

Attacks on folders run in children of one process that has started no threads, because a library
with threads of its own cannot be forked; kernels are plain Python there, so that a child starts at
once.
"""
