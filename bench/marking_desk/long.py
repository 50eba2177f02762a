"""A video of two hours with 50 questions: how soon after opening the desk it can be used."""

from __future__ import annotations

import os
import statistics
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext

from bench.desk.served import Served
from bench.marking_desk.films import two_hours_drawn
from bench.marking_desk.hands import open_desk, press, signed_in
from bench.marking_desk.place import SLUG
from bench.marking_desk.speed import BARE, PLACE, kept_folder

QUESTIONS = 50
# usable: the questions are listed, keys act, and the first picture was painted; in milliseconds since the navigation.
USABLE = """
(() => {
  const isUsable = () => {
    const video = document.querySelector("[data-part=video]") ?? document.querySelector("video");
    if (!video || video.readyState < 2) return false;
    if (video.dataset.part !== "video") return true;
    const { started, mode } = document.body.dataset;
    return started === "whole" && mode === "ready" && document.querySelectorAll("[data-part=asks] .ask").length === %d;
  };
  const look = () => {
    if (!isUsable()) return requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { window.usable = performance.now(); };
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(look);
})();
"""


def long(browser: Browser) -> None:
    """Opens the desk (OPENINGS=10) in fresh browsers, and again in the same, beside a page with the bare video."""
    openings = int(os.environ.get("OPENINGS") or 10)
    with kept_folder("two-hours") as folder:
        films = folder / "films"
        if not films.exists():
            films.mkdir(parents=True)
            two_hours_drawn(films)
        served = Served(str(folder / "data"), PLACE, films, QUESTIONS)
        try:
            measure(browser, served, openings)
        finally:
            served.kill()


def measure(browser: Browser, served: Served, openings: int) -> None:
    """Print the medians."""
    figures: dict[str, list[float]] = {"first": [], "again": [], "bare": [], "next question": []}
    for _ in range(openings):
        context = signed_in(browser, served, "marker")
        context.add_init_script(USABLE % QUESTIONS)
        figures["first"].append(opened(context, served, f"c/{SLUG}/mark/"))
        figures["again"].append(opened(context, served, f"c/{SLUG}/mark/"))
        figures["next question"].append(next_question(context, served))
        context.close()
        context = signed_in(browser, served, "marker")
        context.add_init_script(USABLE % QUESTIONS)
        figures["bare"].append(opened(context, served, "bare"))
        context.close()
    for name, values in figures.items():
        print(f"{name:<14} median {statistics.median(values):6.0f} ms, {min(values):.0f} to {max(values):.0f}")
    ratio = statistics.median(figures["first"]) / statistics.median(figures["bare"])
    print(f"first over bare {ratio:.2f}", flush=True)


def opened(context: BrowserContext, served: Served, path: str) -> float:
    """Milliseconds from the navigation until the page can be used."""
    page = context.new_page()
    film = next((Path(served.env["REELEVANCE_DATA_DIR"]) / "clips").glob("**/*.mp4"))
    url = f"http://127.0.0.1:{served.port}/clips/{film.name}"
    page.route("**/bare", lambda route: route.fulfill(content_type="text/html", body=BARE.format(url=url)))
    page.goto(f"http://127.0.0.1:{served.port}/{path}", wait_until="commit")
    page.wait_for_function("window.usable", timeout=60_000)
    found = float(page.evaluate("window.usable"))
    page.close()
    return found


def next_question(context: BrowserContext, served: Served) -> float:
    """Milliseconds from the key to the next question's words in the frame that shows them."""
    page = open_desk(context.new_page(), served)
    page.evaluate("""() => {
      const words = document.querySelector("[data-part=query]");
      new MutationObserver(() => requestAnimationFrame(() => { window.turned = performance.now() - pressed(); }))
        .observe(words, { childList: true, characterData: true, subtree: true });
    }""")
    press(page, "q")
    page.wait_for_function("window.turned")
    found = float(page.evaluate("window.turned"))
    page.close()
    return found
