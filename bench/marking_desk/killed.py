"""Tabs that are killed while somebody works: how many keystrokes each loses, at the marker's and the author's desk."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, Page

from bench.desk.served import Served
from bench.marking_desk.films import constant
from bench.marking_desk.hands import open_desk, press, signed_in
from bench.marking_desk.speed import PLACE

LETTERS = "abcdefghijklmnopqrstuvwxyz"
FIELD = {"mark": "note", "write": "words"}
FRAME_MS = 40


def killed(browser: Browser) -> None:
    """Kills the renderer of each desk's tab (KILLS=200) right behind a key; exits 1 if one lost more."""
    kills = int(os.environ.get("KILLS") or 200)
    with TemporaryDirectory(prefix="reelevance-bench-") as folder:
        films = Path(folder) / "films"
        films.mkdir()
        film = constant(films)
        (films / "other.mp4").write_bytes(film.read_bytes())
        served = Served(str(Path(folder) / "data"), PLACE, films, 3)
        try:
            worst = [killed_at(browser, served, desk, kills) for desk in ("mark", "write")]
        finally:
            served.kill()
    if max(worst) > 1:
        raise SystemExit("a killed tab lost more than one keystroke")


def killed_at(browser: Browser, served: Served, desk: str, kills: int) -> int:
    """The most keystrokes that one of the tabs lost."""
    context = signed_in(browser, served, "marker" if desk == "mark" else "author")
    begin(context, served, desk)
    chance, lost = random.Random(5), Counter[int]()
    for number in range(kills):
        act = (typed, nudged)[number % 2]
        lost[act(context, served, desk, chance)] += 1
    context.close()
    found = ", ".join(f"{count} lost {keys}" for keys, count in sorted(lost.items()))
    print(f"{desk:<6} {kills} killed tabs: {found}", flush=True)
    return max(lost)


def begin(context: BrowserContext, served: Served, desk: str) -> None:
    """A segment from which the edges are moved; an author gets a video first."""
    page = open_desk(context.new_page(), served, desk, "ready" if desk == "mark" else "empty")
    if desk == "write":
        press(page, "Enter")
        page.wait_for_selector("body[data-mode=ready]", timeout=60_000)
    for seconds, key in ((10, "i"), (40, "o")):
        press(page, "t")
        page.keyboard.insert_text(str(seconds))
        press(page, "Enter", key)
    press(page, "k")
    page.wait_for_timeout(1000)
    page.close()


def typed(context: BrowserContext, served: Served, desk: str, chance: random.Random) -> int:
    """Letters one after the other without a pause; how many of them are gone."""
    page = open_desk(context.new_page(), served, desk)
    press(page, "c", "Control+a", "Delete")
    words = "".join(chance.choice(LETTERS) for _ in range(chance.randrange(4, 12)))
    press(page, *words)
    kill(page)
    again = open_desk(context.new_page(), served, desk)
    found = again.locator(f"[data-part={FIELD[desk]}]").input_value()
    again.close()
    return len(words) - len(found) if words.startswith(found) else len(words)


def nudged(context: BrowserContext, served: Served, desk: str, chance: random.Random) -> int:
    """The end of a segment moved frame by frame; how many of the steps are gone."""
    page = open_desk(context.new_page(), served, desk)
    press(page, "n")
    before = end_ms(page)
    steps, key = chance.randrange(3, 9), chance.choice("df")
    press(page, *[key] * steps)
    kill(page)
    again = open_desk(context.new_page(), served, desk)
    moved = (end_ms(again) - before) // FRAME_MS * (1 if key == "f" else -1)
    again.close()
    return steps - moved if 0 <= moved <= steps else steps


def end_ms(page: Page) -> int:
    """Where the first segment ends, as the list of segments says it."""
    minutes, seconds = page.locator(".segment-times").first.text_content(timeout=20_000).split(" – ")[1].split(":")
    return round(60_000 * int(minutes) + 1000 * float(seconds))


def kill(page: Page) -> None:
    """The process of the tab ends at once, without a last word; the browser lives on."""
    browser = page.context.browser
    assert browser is not None
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    with page.expect_event("crash"):
        for process in processes:
            if process["type"] == "renderer":
                os.kill(int(process["id"]), signal.SIGKILL)
    page.close()
