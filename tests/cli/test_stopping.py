"""How a command is stopped: the first signal asks, the second ends it, imports end at once."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import hanabilab
from hanabilab._command import is_command

# The module alone: the package would take a second to import in each of these processes.
PREPARE = f"""
import importlib.util, sys, time
sys.argv = ["hanabi", *sys.argv[1:]]
path = {str(Path(hanabilab.__file__).with_name("_command.py"))!r}
spec = importlib.util.spec_from_file_location("command", path)
command = importlib.util.module_from_spec(spec)
spec.loader.exec_module(command)

def sleep():
    print("ready", flush=True)
    while True:
        time.sleep(0.01)
"""
ASKED = """
try:
    sleep()
except KeyboardInterrupt:
    print("asked", flush=True)
"""
BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


def begin(script, *arguments):
    """A process that runs `script`, once it is ready."""
    process = subprocess.Popen(
        [sys.executable, "-c", PREPARE + script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "ready\n" == process.stdout.readline()
    return process


@BOTH
def test_the_first_signal_asks(number):
    """The command hears of it as of Ctrl-C, and ends by itself."""
    process = begin(ASKED)
    process.send_signal(number)
    assert ("asked\n", "") == process.communicate(timeout=30)
    assert 0 == process.returncode


def test_a_thread_that_waits_hears_of_it_too():
    """Polars restarts what waits when SIGINT comes; the main thread is woken all the same."""
    process = begin("""
signal = sys.modules["signal"]
signal.siginterrupt(signal.SIGINT, False)  # as polars does
import threading
try:
    print("ready", flush=True)
    threading.Event().wait()
except KeyboardInterrupt:
    print("asked", flush=True)
print(sum(range(2_000_000)))  # what woke it is not taken for a second wish
""")
    process.send_signal(signal.SIGINT)
    assert "asked\n1999999000000\n" == process.communicate(timeout=30)[0]
    assert 0 == process.returncode


@BOTH
def test_the_second_signal_ends_the_process(number):
    """Whatever it is at, with the exit code 130."""
    process = begin(ASKED + "sys.stdout.write('kept '); sleep()")
    process.send_signal(number)
    assert "asked\n" == process.stdout.readline()
    assert "kept ready\n" == process.stdout.readline()
    process.send_signal(number)
    assert ("", "hanabi: stopped\n") == process.communicate(timeout=30)
    assert 130 == process.returncode


@BOTH
def test_imports_end_at_once_and_without_a_traceback(number, tmp_path):
    """In the first second there is nothing to keep."""
    (tmp_path / "slow.py").write_text("import time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    process = begin("sys.path.insert(0, sys.argv[1]); import slow", str(tmp_path))
    process.send_signal(number)
    assert ("", "hanabi: stopped\n") == process.communicate(timeout=30)
    assert 130 == process.returncode


@pytest.mark.parametrize(("stream", "says"), [("stdout", "hanabi: stopped\n"), ("stderr", "")])
def test_a_signal_that_comes_while_something_is_printed_ends_it_too(stream, says, tmp_path):
    """Within a flush a stream cannot be flushed, or written to, once more."""
    slow = f"import sys\nprint('half', file=sys.{stream}, flush=True)\n"
    (tmp_path / "slow.py").write_text(slow)
    process = begin(
        """
import io, os
class Slow(io.RawIOBase):
    def writable(self):
        return True
    def write(self, text):
        os.kill(os.getpid(), sys.modules["signal"].SIGINT)
        return len(text)
print("ready", flush=True)
setattr(sys, sys.argv[2], io.TextIOWrapper(io.BufferedWriter(Slow()), line_buffering=True))
sys.path.insert(0, sys.argv[1]); import slow
""",
        str(tmp_path),
        stream,
    )
    assert ("", says) == process.communicate(timeout=30)
    assert 130 == process.returncode


@pytest.mark.parametrize(
    ("arguments", "started", "expected"),
    [
        (["/usr/bin/hanabi", "play"], ["python", "/usr/bin/hanabi", "play"], True),
        (["-m", "play"], ["python", "-m", "hanabilab", "play"], True),
        (["-m", "play"], ["python", "-m", "pytest", "play"], False),
        (["mine.py", "hanabi"], ["python", "mine.py", "hanabi"], False),
        ([], [], False),
    ],
)
def test_the_command_has_two_names(monkeypatch, arguments, started, expected):
    """`hanabi` and `python -m hanabilab`; in other programs signals are theirs."""
    monkeypatch.setattr(sys, "argv", arguments)
    monkeypatch.setattr(sys, "orig_argv", started)
    assert expected == is_command()
