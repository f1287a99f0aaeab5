"""`hanabi pool`: what evolutions have found."""
