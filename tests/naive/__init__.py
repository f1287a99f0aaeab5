"""Obvious twins of the fast code, written straight from the rules: the oracle of the tests.

Dictionaries, lists and loops; nothing here imports a kernel, so a mistake must be made twice to
stay unseen. `Rules` alone is shared: it says which game is meant. Where agents are asked what they
would do (`ranges`, `values`), the engine that has its twin here shows them the table.
"""
