"""A table in the terminal: the same table as in the browser, in lines of text.

Several people pass the keyboard on: the screen is cleared between two of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hanabilab.errors import HanabiError, IllegalActionError
from hanabilab.game.actions import action_kind
from hanabilab.game.position import Position
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.typed_actions import typed_action
from hanabilab.game.words import format_action
from hanabilab.web.advice import advise
from hanabilab.web.live import LiveTable
from hanabilab.web.teaching import hints_explained, hints_would_mean, lesson_at

#: What can be typed beside an action.
HELP = (
    "Type an action: play 2, discard 0, hint 1 red (to the seat 1 to the left), hint 3 to seat 0; "
    "with two players, hint red will do. Slots count from 0, the oldest card. Or: legal, undo, "
    "search, help, quit. Beside an agent of conventions: why, what its hints meant; "
    "means hint 1 red, what a hint of yours would be read as."
)
_CLEAR = "\x1b[2J\x1b[H"
#: Actions that `search` lists.
_BEST = 6
#: Begins a question about a hint.
_MEANS = "means "


class Screen(NamedTuple):
    """Where a game is shown and asked about.

    Attributes:
        ask: shows a prompt and returns what is typed; raises EOFError where nothing comes any more.
        write: writes a line, which comes from us alone.
    """

    ask: Callable[[str], str]
    write: Callable[[str], None]


def play_in_terminal(table: LiveTable, screen: Screen) -> bool:
    """Play until the game is over; False if somebody leaves before."""
    shown = 0
    last_person: int | None = None
    screen.write(HELP)
    while True:
        table.play_agents()
        if table.is_over:
            break
        seat = table.game.current_seat
        try:
            if last_person not in (None, seat):
                words = f"Seat {seat} is to act. Press Enter when only seat {seat} looks. "
                screen.ask(_CLEAR + words)
            last_person = seat
            _show_news(table, screen, min(shown, len(table.game.actions)))
            shown = len(table.game.actions) if len(table.setting.humans) == 1 else 0
            screen.write(str(Position.of(table.game.view(seat))))
            if not _one_command(table, seat, screen):
                return False
        except EOFError:
            return False
    _show_news(table, screen, shown)
    screen.write(str(Position.of(table.game.state)))
    screen.write(f"The game is {table.game.status}; score {table.game.score}.")
    return True


def _show_news(table: LiveTable, screen: Screen, since: int) -> None:
    """What has been done since, a line for each action."""
    log = table.shown_to(table.setting.humans[0])["log"]
    for line in log[since:]:
        name = table.setting.names[line["seat"]]
        screen.write(f"turn {line['turn']}: seat {line['seat']} ({name}) {line['text']}")


def _one_command(table: LiveTable, seat: int, screen: Screen) -> bool:
    """Ask until something has been done at the table; False to leave."""
    while True:
        asked = screen.ask(f"seat {seat}> ")
        typed = " ".join(asked.split()).lower()
        try:
            if typed in ("quit", "exit", "q"):
                return False
            if typed == "undo":
                _undo(table, seat, screen)
                return True
            if typed in _QUESTIONS:
                _QUESTIONS[typed](table, screen)
            elif typed == "why":
                _tell_why(table, seat, screen)
            elif typed.startswith(_MEANS):
                _tell_meaning(table, seat, screen, " ".join(asked.split())[len(_MEANS) :])
            elif typed:
                setting = table.setting
                action = typed_action(setting.rules, asked, seat, setting.names)
                table.act(seat, len(table.game.actions), action)
                return True
        except HanabiError as error:
            screen.write(str(error))


def _undo(table: LiveTable, seat: int, screen: Screen) -> None:
    """Back to before the seat's last action, if the other people agree."""
    table.ask_undo(seat, len(table.game.actions))
    for other in table.setting.humans:
        if table.undo and other not in table.undo.agreed:
            agrees = screen.ask(
                f"Seat {other}: go back to before seat {seat}'s last action? [y/n] "
            )
            agree = agrees.strip().lower().startswith("y")
            table.answer_undo(other, table.undo.version, agree=agree)


def _tell_help(_: LiveTable, screen: Screen) -> None:
    screen.write(HELP)


def _tell_legal(table: LiveTable, screen: Screen) -> None:
    words = [format_action(table.setting.rules, each) for each in table.game.legal_actions()]
    screen.write(", ".join(words))


def _tell_search(table: LiveTable, screen: Screen) -> None:
    """The best actions by a search that knows what the seat knows."""
    if not table.setting.may_undo:
        raise IllegalActionError("no hints at this table")
    *_, found = advise(table.game.copy(), 0)
    for each in found["actions"][:_BEST]:
        if each["value"] is not None:
            words = format_action(table.setting.rules, each["id"])
            screen.write(f"{words:<16} {each['value']:6.2f} +- {each['error']:.2f}")


def _tell_why(table: LiveTable, seat: int, screen: Screen) -> None:
    """What the hints of others meant, as far as the seat sees."""
    found = hints_explained(lesson_at(table, seat))
    for each in found:
        screen.write(f"turn {each.turn}, seat {each.seat}: {each.words}")
    if not found:
        screen.write("no hint since your last action")


def _tell_meaning(table: LiveTable, seat: int, screen: Screen, words: str) -> None:
    """What a hint of the seat would be read as."""
    setting, lesson = table.setting, lesson_at(table, seat)
    action = typed_action(setting.rules, words, seat, setting.names)
    if action_kind(setting.rules.tables, action) <= PLAY:
        raise IllegalActionError("only a hint has a meaning to ask for: means hint 1 red")
    if action not in (found := hints_would_mean(lesson)):
        raise IllegalActionError("this hint may not be given now; legal lists what may")
    screen.write(found[action])


_QUESTIONS = {"help": _tell_help, "?": _tell_help, "legal": _tell_legal, "search": _tell_search}
