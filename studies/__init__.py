"""Studies that reproduce published work, beside the package, which does not import them.

- diversity: several evolutions, each alone and side by side (Canaan et al. 2019)
- small_games: every figure of a small game, and tables of its learners (Sokota et al. 2021)
- search: how much a blueprint gains by search
- deduction: exact counts beside brute force and Z3, and calibrated on real games
- winnable: how many decks can be won with open hands
- zero_shot, learned_beliefs, adhoc: networks with strangers, their beliefs, agents that adapt

Each runs as `python -m studies.NAME` at the root of a checkout.
"""
