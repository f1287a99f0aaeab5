"""The game: what is true, what a seat may know, and what happens.

- rules, rule_tables: what a game is played by; the same as kernels read it
- cards, actions: ids, and questions about them
- state, view: the two records: everything, and what one seat may know
- engine: deal, act, end
- layout, encoding: the observation vector: where its parts are, and how it is written
- batch, games: many games at once: kernels, and the checked fronts `Game` and `Games`
- position: what there is to see of a game, in words, and as text
- words: cards and actions in words; why an action is illegal
"""
