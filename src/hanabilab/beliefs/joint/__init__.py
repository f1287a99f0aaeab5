"""What two seats that both search may believe of each other's hand.

Read in this order: `common_knowledge`, `public_ranges` for two players, `pair_table` and
`pair_ranges` for two seats among several. `search.joint` searches by them.
"""
