"""Everything hanabilab raises on purpose.

    HanabiError                 base of all
    +-- RulesError              impossible rules ............................ a ValueError
    +-- NotationError           text that does not parse .................... a ValueError
    |   +-- PartialGameError    a game that is cut short or not legal
    +-- IllegalActionError      an action the rules forbid in a state ....... a ValueError
    +-- AgentError              unknown agent, wrong argument, bad behaviour  a ValueError
    +-- GameError               a small game malformed, or too large ........ a ValueError
    +-- EvolutionError          impossible settings, or no such niche ....... a ValueError
    +-- LearningError           settings or weights that nothing can learn .. a ValueError
    +-- ResumeError             a run that cannot be taken up again ......... a ValueError
    +-- OutputError             a results folder that cannot be written ..... an OSError
    +-- StoppedError            Ctrl-C before there was anything to keep

Messages are one line: what was wrong, where, and what would be right. However long the text is that
they quote, the line stays short, and nothing in it steers a terminal. The command line prints the
line and exits with 2.
"""

from __future__ import annotations

from hanabilab.messages import one_line


class HanabiError(Exception):
    """Base of every error that hanabilab raises on purpose."""

    def __init__(self, message: str = "") -> None:
        super().__init__(one_line(message))


class RulesError(HanabiError, ValueError):
    """Rules that no game can be played by."""


class NotationError(HanabiError, ValueError):
    """Text that does not parse: an action, a card, a state, a record, a name."""


class PartialGameError(NotationError):
    """A game that is cut short or not legal, where a whole one is needed."""


class IllegalActionError(HanabiError, ValueError):
    """An action that the rules forbid in the state it was tried in."""


class AgentError(HanabiError, ValueError):
    """An unknown agent, a wrong argument to one, or one that acts illegally."""


class GameError(HanabiError, ValueError):
    """A small game that is malformed, or too large for what was asked of it."""


class EvolutionError(HanabiError, ValueError):
    """Settings that no evolution can have, or a niche that an archive has not."""


class LearningError(HanabiError, ValueError):
    """Settings that no training can have, or weights that are damaged or do not fit."""


class ResumeError(HanabiError, ValueError):
    """A run that cannot be taken up again: not there, damaged, or asked for with other settings."""


class StoppedError(HanabiError):
    """Work that was stopped by Ctrl-C before there was anything to keep."""


class OutputError(HanabiError, OSError):
    """Results that cannot be written where they were asked for."""
