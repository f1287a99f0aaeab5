"""A language model at the table, behind any server with the common chat-completions form.

    hanabi log values runs/first --out values.jsonl
    python examples/llm_agent.py values.jsonl --url http://127.0.0.1:8000/v1 --model NAME

asks it about each position and tells its regret, in points a move. HANABI_LLM_KEY is the server's
key. Without a file it plays a game; without a URL a small server here answers.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from hanabilab import Rules, batched_policy, play_games
from hanabilab.adapters.chat import ChatPlayer, ChatServer
from hanabilab.errors import HanabiError
from hanabilab.puzzles.regret import judge
from hanabilab.puzzles.rows import read_rows


class StandIn(BaseHTTPRequestHandler):
    """Answers as a model would: the first hint that is legal, or else the first action."""

    def do_POST(self) -> None:
        """Answer one request of the chat-completions form."""
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        legal = json.loads(asked)["messages"][1]["content"].split("Legal actions: ")[1].split(", ")
        action = next((each for each in legal if each.startswith("hint")), legal[0])
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"choices": [{"message": {"content": "action: %s"}}]}' % action.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def main() -> None:
    """Judge a model by rows of move values, or let it play a game."""
    parser = argparse.ArgumentParser(description="Ask a language model for actions.")
    parser.add_argument("values", nargs="?", type=Path, help="a .jsonl file of hanabi log values")
    parser.add_argument("--url", default="", help="of a server, up to /chat/completions")
    parser.add_argument("--model", default="model", help="its name there")
    parser.add_argument("--rows", type=int, default=100, help="that it is asked about")
    given = parser.parse_args()
    with ThreadingHTTPServer(("127.0.0.1", 0), StandIn) as own:
        threading.Thread(target=own.serve_forever, daemon=True).start()
        url = given.url or f"http://127.0.0.1:{own.server_address[1]}/v1"
        player = ChatPlayer(ChatServer(url, given.model, os.environ.get("HANABI_LLM_KEY", "")))
        print(regret(player, given) if given.values else game(player))
        own.shutdown()
    print(f"{player.answers} answers, {player.illegal} not legal, {player.replaced} replaced")


def regret(player: ChatPlayer, given: argparse.Namespace) -> str:
    """What its choices lose in positions of the test split."""
    rows = [each for each in read_rows(given.values) if each.split == "test"][: given.rows]
    if not rows:
        raise HanabiError(f"no rows of the test split in {given.values}")
    found = judge(rows, [player.choose(r.observation, [a.action for a in r.actions]) for r in rows])
    error = "" if found.regret_sem is None else f" ± {found.regret_sem:.3f}"
    return f"regret {found.regret:.3f}{error} points a move, {found.positions} positions"


def game(player: ChatPlayer) -> str:
    """A game with `smart`."""
    seat, rules = batched_policy("model")(player.act_batch), Rules(players=2)
    table = play_games([seat, "smart"], rules, games=1, seed=1).table
    return f"{table['points'][0]} points with smart"


if __name__ == "__main__":
    try:
        main()
    except HanabiError as error:
        raise SystemExit(f"llm_agent.py: {error}") from None
