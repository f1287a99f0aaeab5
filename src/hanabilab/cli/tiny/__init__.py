"""`hanabi tiny`: small games listed, shown, solved, searched and learned."""
