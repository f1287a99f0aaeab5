"""Other people's programs that our agents play with."""
