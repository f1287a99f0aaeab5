"""The pictures of docs/page.md, made anew in a real browser: light and dark, wide and narrow.

    python -m scripts.page_pictures [--out docs/images]

Each is a PNG of at most 192 colors. Needs what `make browser` installs.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from hanabilab.agents.registry import HUMAN
from hanabilab.game.rules import Rules
from hanabilab.notation import load_record
from hanabilab.web.document import document
from hanabilab.web.live import LiveTable
from hanabilab.web.server.hosting import host_table, warm_up
from hanabilab.web.server.viewing import host_view
from hanabilab.web.setting import Setting
from scripts.time_page import BROWSER, RECORD
from tests.web.running import running

_COLORS = 192
_WIDE, _NARROW = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
_PATIENCE = 120_000


def quantized(pictures: list[bytes], file: Path) -> None:
    """Pictures side by side, with few colors, as one file."""
    found = [Image.open(io.BytesIO(each)).convert("RGB") for each in pictures]
    gap = 12
    width = sum(each.width for each in found) + gap * (len(found) - 1)
    whole = Image.new("RGB", (width, max(each.height for each in found)), "white")
    left = 0
    for each in found:
        whole.paste(each, (left, 0))
        left += each.width + gap
    few = whole.quantize(_COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(file, optimize=True)
    print(f"{file}: {file.stat().st_size:,} bytes")


def opened(browser: Browser, size: dict[str, int], theme: str) -> Page:
    """An empty page of this size."""
    page = browser.new_page(
        viewport=size,  # type: ignore[arg-type]  # Playwright's own dictionary type
        color_scheme=theme,  # type: ignore[arg-type]  # one of its literals
        reduced_motion="reduce",
    )
    page.set_default_timeout(_PATIENCE)
    return page


def replay_pictures(browser: Browser, out: Path) -> None:
    """Values of actions, conventions, light; chances, dark; a hint on a phone in both."""
    told = document(load_record(RECORD), title="A game of smart")
    with running(lambda port: host_view([told], "A game of smart", port)) as link:
        page = opened(browser, _WIDE, "light")
        page.goto(link)
        page.locator(".board").wait_for()
        address = page.url.partition("#")[0]
        page.goto(f"{address}#turn=31&tab=values")
        page.get_by_role("button", name="Search this turn").click()
        page.locator(".values td").first.wait_for()
        expect(page.get_by_role("status")).not_to_contain_text("so far", timeout=_PATIENCE)
        quantized([page.screenshot()], out / "page_values.png")
        page.emulate_media(color_scheme="dark")
        page.goto(f"{address}#turn=31&view=seat&seat=1&tab=chances")
        page.reload()
        page.locator("table.chances").first.wait_for()
        quantized([page.screenshot()], out / "page_chances.png")
        page.emulate_media(color_scheme="light")
        page.goto(f"{address}#turn=3&tab=conventions")
        page.reload()
        page.locator(".reading").wait_for()
        quantized([page.screenshot()], out / "page_conventions.png")
        phones = []
        for theme in ("light", "dark"):
            page.set_viewport_size(_NARROW)  # type: ignore[arg-type]  # as above
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # as above
            page.goto(f"{address}#turn=33&tab=log")
            page.reload()
            page.locator(".board").wait_for()
            phones.append(page.screenshot())
        quantized(phones, out / "page_phone.png")
        page.close()


def end_picture(browser: Browser, out: Path) -> None:
    """The end of a game, with the turns that lost points."""
    title = "A game of five-rule"
    told = document(load_record(RECORD.with_name("five-rule-3p.hanabi")), title=title)
    with running(lambda port: host_view([told], title, port)) as link:
        page = opened(browser, _WIDE, "dark")
        page.goto(link)
        page.locator(".board").wait_for()
        page.keyboard.press("End")
        page.get_by_role("region", name="The end").wait_for()
        quantized([page.screenshot()], out / "page_end.png")
        page.close()


def table_picture(browser: Browser, out: Path) -> None:
    """A table with a person at it."""
    setting = Setting(Rules(), (HUMAN, "smart"), seed=11)
    warm_up(setting)
    table = LiveTable(setting)
    for _ in range(6):
        table.act(0, len(table.game.actions), table.game.ask("smart"))
        table.play_agents()
    with running(lambda port: host_table(table, port)) as links:
        page = opened(browser, _WIDE, "light")
        page.goto(links[0])
        page.get_by_role("button", name="Ask a search").click()
        page.locator(".search td").first.wait_for()
        expect(page.locator(".search")).to_contain_text("11", timeout=_PATIENCE)
        quantized([page.screenshot()], out / "page_table.png")
        page.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/images"))
    where = parser.parse_args().out
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        replay_pictures(chromium, where)
        end_picture(chromium, where)
        table_picture(chromium, where)
        chromium.close()
