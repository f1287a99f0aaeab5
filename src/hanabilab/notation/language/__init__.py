"""The game language: a game as a person types it, one card or one action a line."""

from hanabilab.notation.language.lines import Finding
from hanabilab.notation.language.reading import Reading, lines_of, read_game
from hanabilab.notation.language.writing import write_game

__all__ = ["Finding", "Reading", "lines_of", "read_game", "write_game"]
