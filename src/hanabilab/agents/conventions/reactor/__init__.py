"""`reactor`: ReactorZero for three players, in which a hint to one seat makes two seats act.

`memory` is what everybody knows; `clues` says what a hint to the next seat means; `reactions` says
what the next seat does about a hint to the seat after it, and what that says to that seat.
`deciding` compares actions by what `worth` finds that a hint brings. `agent` takes in what happens,
and says why it acts.
"""
