"""Conventions of people: a reader of the H-Group's, level by level, and an agent on it.

`memory` is what everybody knows, and `positions` finds chop, finesse position and prompt in it.
`observing` takes in what happens; it never looks at a hand. `chains` and `reading` resolve what is
promised for one seat, from what that seat sees.

`h-group` is in `agent`: `deciding` compares actions, `foresight` looks a round ahead in an imagined
view (`imagining`), and `worth` weighs what it finds.
"""
