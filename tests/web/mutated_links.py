"""Links to games, changed by chance, opened in a browser: `python -m tests.web.mutated_links`.

Each must end in a game or in a message, and nothing may reach the browser's console. The module
where the page starts is loaded again for each link, so that thousands are tried in one page.
"""

from __future__ import annotations

import argparse
import base64
import json
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import starmap
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote

from hanabilab.notation import load_record
from hanabilab.notation.rules_text import parse_rules
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from tests.web.test_engine import RULES, played

#: Recorded games.
GOLDEN = Path(__file__).parents[1] / "golden"
#: Links that are tried in one page, and that are given to it at once.
_IN_PAGE, _AT_ONCE = 1000, 50
#: What a link tells of a game.
_TOLD = ("table", "deck", "actions", "agents", "title", "ended")
#: What may come of a link.
GOOD = ("a game", "a message")
#: Values that are put in the place of others.
_STRANGE: Sequence[Any] = (
    None, -1, 0, 1, 2.5, "", "x", "R1", "\ud800", "a\nb", "\u202e", "__proto__", "9" * 400, [], {},
    [[]], True, 10**20, ["R1"], {"toString": 1},
)  # fmt: skip

#: Opens links one by one; a page has its own game, or none if a link says so.
_OPEN = """async (links) => {
  const modules = JSON.parse(document.querySelector("script[type=importmap]").textContent).imports;
  if (!window.trial) {
    const script = document.getElementById("games"), games = document.createElement("template");
    window.trial = { count: 0, games, own: script.textContent };
    script.replaceWith(games); // what is in a script may not be changed
    games.id = "games";
  }
  const { trial } = window;
  const found = [];
  for (const [fragment, alone] of links) {
    const app = document.createElement("div");
    app.id = "app";
    document.getElementById("app").replaceWith(app);
    trial.games.textContent = alone ? "" : trial.own;
    history.replaceState(null, "", "#" + fragment);
    let fault = "";
    try {
      await import(modules["hanabi/replay"] + "#" + ++trial.count);
    } catch (error) {
      fault = `${error.stack}`;
    }
    const board = app.querySelector(".board, .text-board"), words = app.textContent.trim();
    found.push(fault || (board ? "a game" : words ? "a message" : "a white page"));
  }
  return found;
}"""


class Link(NamedTuple):
    """The fragment of an address, and whether it is opened in a page without a game."""

    fragment: str
    alone: bool


def mutated(value: Any, random: Random) -> Any:
    """A JSON document with one place changed, by chance."""
    value = json.loads(json.dumps(value))
    places: list[tuple[Any, Any]] = []

    def walk(each: Any) -> None:
        for name in list(each.keys() if isinstance(each, dict) else range(len(each))):
            places.append((each, name))
            if isinstance(each[name], dict | list):
                walk(each[name])

    walk(value)
    parent, name = random.choice(places)
    kind = random.randrange(5)
    if kind == 0 and isinstance(parent, dict):
        del parent[name]
    elif kind == 1 and isinstance(parent[name], int):
        parent[name] += random.choice((-1, 1, 7, 2**31, -(2**53)))
    elif kind == 2:
        parent[name] = json.loads(json.dumps(random.choice(places)[0]))
    else:
        parent[name] = random.choice(_STRANGE)
    return value


def told_games() -> list[dict[str, Any]]:
    """Games of many rules, as links tell them."""
    records = [load_record(GOLDEN / "smart-2p.hanabi")]
    records += [played(parse_rules(name), seed) for seed, name in enumerate(RULES)]
    return [_told(document(each, title="A game")) for each in records]


def mutated_link(starts: Sequence[dict[str, Any]], random: Random) -> Link:
    """A link to one of the games, with its document, its bytes or its address changed."""
    told = random.choice(starts)
    kind = random.choice(
        ("document",) * 8 + ("good",) * 6 + ("text", "other", "own", "own", "address")
    )
    for _ in range(random.choice((1, 1, 1, 2, 3)) if kind == "document" else 0):
        told = mutated(told, random)
    parts = [("record", _packed(told))] if kind != "own" else []
    parts += [_part(told, random) for _ in range(random.randrange(4) + (not parts))]
    if kind == "text":
        parts[0] = ("record", _cut(parts[0][1], random))
    if kind == "other":
        parts += [("other", _packed(mutated(random.choice(starts), random)))]
    random.shuffle(parts)
    fragment = "&".join(f"{name}={quote(text)}" for name, text in parts)
    alone = kind != "own" and random.random() < 0.9
    return Link(_cut(fragment, random) if kind == "address" else fragment, alone)


def _told(game: dict[str, Any]) -> dict[str, Any]:
    return {name: game[name] for name in _TOLD}


def _part(told: dict[str, Any], random: Random) -> tuple[str, str]:
    """A part of an address beside the game."""
    actions = told.get("actions")
    turn = random.randrange(len(actions) + 3 if isinstance(actions, list) else 30)
    line = ".".join(str(random.randrange(60)) for _ in range(random.randrange(4)))
    morph = f"{random.randrange(60)}{random.choice('RYGWBP')}{random.randrange(1, 6)}"
    morph += random.choice(["", f"-{random.randrange(60)}"])
    return random.choice(
        [
            ("turn", random.choice([str(turn), "-1", "9999", "x", ""])),
            ("seat", random.choice(["0", "1", "5", "9", "x"])),
            ("view", random.choice(["all", "seat", "empathy", "x", "__proto__"])),
            ("tab", random.choice(["log", "numbers", "lines", "values", "x", "constructor"])),
            ("game", random.choice(["0", "1", "9999", "x"])),
            ("line", f"{turn}.{line}" if line else str(turn)),
            ("morph", morph),
            ("var", f"{random.randrange(3)}.{turn}.{line}" + random.choice(["", f"!{morph}*x"])),
            ("var", f"0.{turn}" + random.choice(["*a\nb", "!", "!x", "*\u202e", f"!{morph}"])),
        ]
    )


def _packed(told: Any) -> str:
    """A game as text for an address."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(told).encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _cut(text: str, random: Random) -> str:
    """A text with a piece lost, doubled or replaced."""
    at, size = random.randrange(len(text)), random.choice((1, 1, 2, 5, 50))
    piece = random.choice(["", text[at : at + size] * 2, "A", "%", "%ff", "=", "&", "!", "\u00e9"])
    return text[:at] + piece + text[at + size :]


def open_links(page: Any, links: Sequence[Link], file: Path) -> Counter[str]:
    """What came of links in a page; anything but a game or a message is named with its link."""
    came: Counter[str] = Counter()
    for first in range(0, len(links), _AT_ONCE):
        if first % _IN_PAGE == 0:
            page.goto("about:blank")
            page.goto(file.as_uri())
        some = links[first : first + _AT_ONCE]
        found = page.evaluate(_OPEN, [list(each) for each in some])
        came += Counter(starmap(_named, zip(found, some, strict=True)))
    return came


def _named(found: str, link: Link) -> str:
    return found if found in GOOD else f"{found}: {link}"


def try_links(
    page: Any, count: int, seed: int, folder: Path, tell: Callable[[int], None] = lambda _: None
) -> Counter[str]:
    """What came of so many links, which the seed draws."""
    random, starts = Random(seed), told_games()
    record = load_record(GOLDEN / "smart-2p.hanabi")
    file = folder / "game.html"
    file.write_text(self_contained([document(record, title="Own")]), encoding="utf-8")
    came: Counter[str] = Counter()
    for first in range(0, count, _IN_PAGE):
        some = [mutated_link(starts, random) for _ in range(min(_IN_PAGE, count - first))]
        came += open_links(page, some, file)
        tell(first + len(some))
    return came


def main() -> None:
    """Try links in headless Chromium; every fault and every word in the console is printed."""
    from playwright.sync_api import sync_playwright

    from tests.web.browser import QUIET, browser_program

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--links", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=browser_program(), args=QUIET)
        page, said = browser.new_page(), Counter[str]()
        page.on("console", lambda told: said.update([told.text] if told.type == "error" else []))
        page.on("pageerror", lambda error: said.update([str(error)]))
        came = try_links(page, given.links, given.seed, Path(folder), print)
        for words, count in (came + said).most_common():
            print(f"{count:,} {words}")
        print(f"{said.total()} words in the console")


if __name__ == "__main__":
    main()
