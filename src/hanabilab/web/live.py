"""A table at which people and agents play, or agents alone: one game, no network.

A table is its setting and the actions so far; all else follows by replay. So its record, kept in a
file after every action, is the whole table. If the process is killed, the file opens it again.

What a seat is sent is made from that seat's VIEW, from public actions and from names alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hanabilab.agents.registry import HUMAN
from hanabilab.agents.user_files import require_allowed_code
from hanabilab.arena.asking import ask
from hanabilab.errors import AgentError, IllegalActionError, NotationError
from hanabilab.game.checks import check_seat, check_seed, deck_from_seed
from hanabilab.game.games import Game
from hanabilab.notation import Record, format_record, load_record, replay
from hanabilab.web.position import position, turns_drawn
from hanabilab.web.record_file import RecordFile
from hanabilab.web.setting import Setting, agents_of
from hanabilab.web.table import table
from hanabilab.web.undo import UndoRequest, acted_since, undone_to

_SEED = re.compile(r"seed=([0-9]{1,19})(?: |$)")


class LiveTable:
    """One game that people play, alone with agents or with each other, or that they watch.

    Args:
        deck: card ids; the default is the deck of the setting's seed.
        actions: ids of the actions so far.

    Attributes:
        version: grows with every change.
        fault: why the game cannot go on; "" as long as it can. It may tell of hidden cards, so it
            is for the terminal, never for a seat.

    Raises:
        AgentError: no seat is a person's, where nobody watches; or an agent cannot play here.
        IllegalActionError: an impossible action.
        OutputError: the file cannot be read.
    """

    def __init__(
        self, setting: Setting, *, deck: tuple[int, ...] = (), actions: tuple[int, ...] = ()
    ) -> None:
        self.setting = setting
        self.agents = agents_of(setting)
        self.version = 0
        self.undo: UndoRequest | None = None
        self._file = RecordFile(setting.file) if setting.file else None
        self._deck = deck or tuple(deck_from_seed(setting.rules, setting.seed))
        self._play_again(actions)

    @classmethod
    def open(cls, file: Path, *, watched: bool = False) -> LiveTable:
        """The table whose record is kept in `file`, to go on with.

        Args:
            watched: agents alone play.

        Raises:
            NotationError: the file holds no record of a table.
            AgentError: it names a Python file that the user has not named.
            RulesError: its seed is too large.
        """
        record = load_record(file)
        for name in record.agents:
            require_allowed_code(name)
        if " participant=" in record.source:
            raise NotationError(f"{file} is of a study, which goes on with hanabi play --study")
        seed = _SEED.search(record.source)
        if seed is None or (HUMAN in record.agents) == watched:
            table = "agents alone, to be watched" if watched else "a table with a person at it"
            raise NotationError(f"{file} is no record of {table}")
        setting = Setting(
            record.rules, record.agents, check_seed(int(seed[1])), file=file, watched=watched
        )
        return cls(setting, deck=record.deck, actions=record.actions)

    # --- What is so ---

    @property
    def is_over(self) -> bool:
        """Whether nobody can act any more."""
        return self.game.is_over or bool(self.fault)

    @property
    def waits_for_agent(self) -> bool:
        """Whether an agent is to act."""
        return not self.is_over and self.agents[self.game.current_seat] is not None

    @property
    def record(self) -> Record:
        """The game so far."""
        return self._record_of(self.game.actions)

    def _record_of(self, actions: Sequence[int]) -> Record:
        rules, agents, source = self.setting.rules, self.setting.agents, self.setting.source
        return Record(
            rules=rules, deck=self._deck, actions=tuple(actions), agents=agents, source=source
        )

    def about(self) -> dict[str, Any]:
        """What does not change: rules, suits, names of the seats."""
        return table(self.setting.rules, self.setting.names)

    def shown_to(self, seat: int | None) -> dict[str, Any]:
        """All that `seat` is sent; once the game is over, every card and what could be reached.

        Args:
            seat: None for who watches agents and sees every hand; nobody else may.

        Raises:
            IllegalActionError: people play here, so nobody sees every hand.
            RulesError: no such seat.
        """
        if seat is not None:
            check_seat(self.setting.rules, seat)
        elif not self.setting.watched:
            raise IllegalActionError("people play at this table; each is sent what its seat knows")
        drawn = turns_drawn(self.setting.rules.tables, self.game.actions)
        viewer = None if self.game.is_over else seat
        return {
            "version": self.version,
            "seat": seat,
            "humans": list(self.setting.humans),
            "position": position(self.game.state, viewer, drawn),
            "log": list(self._log),
            "undo": self._undo_shown(seat),
            "may_undo": self.setting.may_undo,
            "stopped": bool(self.fault),
            "reachable": self._reachable() if self.game.is_over else None,
        }

    def _reachable(self) -> list[int]:
        """The score that could still be reached before each action."""
        return [game.max_reachable_score for game in replay(self.record)][:-1]

    def _undo_shown(self, seat: int | None) -> dict[str, Any] | None:
        if self.undo is None:
            return None
        asked, version = seat not in self.undo.agreed, self.undo.version
        return {"seat": self.undo.seat, "asked": asked, "version": version}

    # --- What people do ---

    def act(self, seat: int, turn: int, action: int) -> None:
        """Let a person act.

        Args:
            turn: how many actions the person has seen, so that nothing is done twice.

        Raises:
            IllegalActionError: it is not that seat's turn, or not that turn, or not legal.
            OutputError: the record cannot be written; nothing has changed then.
        """
        if self.fault:
            raise IllegalActionError("the game has stopped")
        self._require_turn(turn)
        if not self.game.is_over and seat != self.game.current_seat:
            raise IllegalActionError(f"seat {self.game.current_seat} is to act, not seat {seat}")
        self._take(action)

    def ask_undo(self, seat: int, turn: int) -> None:
        """Ask to go back to before the last action of `seat`; done at once if nobody else plays.

        Who has asked already need not ask again: the wish stays open, with who agreed to it.

        Args:
            turn: how many actions the person has seen, so that nothing is taken back twice. Agents
                may have acted since.

        Raises:
            IllegalActionError: it has not acted, it is not that turn, another seat has asked, or
                nothing is taken back at this table.
            OutputError: the record cannot be written; nothing has changed then.
        """
        if not self.setting.may_undo:
            raise IllegalActionError("nothing is taken back at this table")
        if undone_to(self.setting.rules, seat, len(self.game.actions)) is None:
            raise IllegalActionError("you have not acted yet; there is nothing to take back")
        since = acted_since(self.setting.rules, turn, len(self.game.actions))
        if any(each in self.setting.humans for each in since):
            self._require_turn(turn)
        if self.undo is None:
            self._wish(UndoRequest(seat, frozenset({seat}), self.version))
        elif self.undo.seat != seat:
            raise IllegalActionError(f"seat {self.undo.seat} has asked to go back; answer it first")

    def answer_undo(self, seat: int, version: int, *, agree: bool) -> None:
        """Agree to what another seat has asked for, or refuse it.

        Args:
            version: of the wish that the person has seen, so that no other is answered.

        Raises:
            IllegalActionError: nobody has asked, or not for this.
            OutputError: the record cannot be written; nothing has changed then.
        """
        if self.undo is None or seat not in self.setting.humans:
            raise IllegalActionError("nobody asks to take an action back")
        if version != self.undo.version:
            raise IllegalActionError("that wish to go back is over; another one has come")
        if agree:
            self._wish(self.undo._replace(agreed=self.undo.agreed | {seat}))
        else:
            self.undo = None
            self.version += 1

    def _require_turn(self, turn: int) -> None:
        if turn != len(self.game.actions):
            raise IllegalActionError(f"the game is at turn {len(self.game.actions)}, not {turn}")

    def _wish(self, undo: UndoRequest) -> None:
        to = undone_to(self.setting.rules, undo.seat, len(self.game.actions))
        if to is not None and undo.agreed >= set(self.setting.humans):
            actions = tuple(self.game.actions[:to])
            self._write(actions)
            self._play_again(actions)
        else:
            self.undo = undo
            self.version += 1

    # --- What agents do ---

    def decision(self) -> Callable[[], int]:
        """What finds the action of the agent to act; it may be called in another thread.

        What it raises is an AgentError, which may tell of hidden cards.
        """
        agent = self.agents[self.game.current_seat]
        if agent is None:
            raise AgentError(f"seat {self.game.current_seat} is a person's")
        return partial(ask, self.game.copy(), agent, self.setting.seed)

    def take(self, version: int, action: int) -> bool:
        """Let the agent to act do what it decided at `version`; False if all has changed since."""
        if version != self.version or not self.waits_for_agent:
            return False
        self._take(action)
        return True

    def stop(self, fault: str) -> None:
        """End the game, since an agent fails."""
        self.fault = fault
        self.version += 1

    def play_agents(self) -> None:
        """Let agents act until a person is to, or the game is over."""
        while self.waits_for_agent:
            self.take(self.version, self.decision()())

    # --- The game ---

    def _play_again(self, actions: tuple[int, ...]) -> None:
        """Play from the deal up to here; the turn at which an agent failed is no more."""
        past = Record(rules=self.setting.rules, deck=self._deck, actions=actions)
        self.game = Game(past.rules, deck=past.deck)
        self._log = [_said(game) for game in replay(past, self.game) if game.actions]
        self.undo = None
        self.fault = ""
        self.version += 1

    def _take(self, action: int) -> None:
        """Act, but only if the record can be written with the action."""
        after = self.game.copy()
        after.act(action)
        self._write(after.actions)
        self.game = after
        self._log.append(_said(after))
        self.undo = None
        self.version += 1

    def keep(self) -> None:
        """Write the record to the table's file, whole or not at all; OutputError if it cannot."""
        self._write(self.game.actions)

    def keep_in(self, file: RecordFile) -> None:
        """Keep the record in `file`, which `close` releases."""
        self.setting, self._file = self.setting._replace(file=file.path), file

    def close(self) -> None:
        """Let other processes have the file."""
        if self._file is not None:
            self._file.release()

    def _write(self, actions: Sequence[int]) -> None:
        if self._file is not None:
            self._file.write(format_record(self._record_of(actions)).encode())


def _said(game: Game) -> dict[str, Any]:
    """The last action as the log has it: public, the same for all seats."""
    return {"turn": len(game.actions), **position(game.state, 0)["last"]}
