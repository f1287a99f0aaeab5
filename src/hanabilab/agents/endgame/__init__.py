"""The last moves of a game: all that can follow, where few cards are left in the deck."""
