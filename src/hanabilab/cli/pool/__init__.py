"""`hanabi pool`: what evolutions have found, shown and analyzed."""
