"""Models of people: what they did in games, learned; `people(FILE)` acts so."""
