"""Keys and seconds a segment, beyond watching: a scripted marker at the real desk, timed by the keystroke-level model.

The model is that of Card, Moran and Newell, "The keystroke-level model for user performance time with interactive
systems", Communications of the ACM 23 (7), 1980: a key takes K, a decision before one M; what the person waits for is
measured at the desk (R). A decision that is made while the video plays is counted too, though it delays nobody.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from bench.desk.served import Served
from bench.marking_desk.films import variable
from bench.marking_desk.hands import open_desk, press, signed_in
from bench.marking_desk.speed import PLACE

KEY_S = 0.28  # K of the paper: an average typist who is no secretary, 40 words a minute
DECISION_S = 1.35  # M of the paper
REACTION_MS = (300, 80)  # from seeing to pressing: mean and deviation
ENOUGH_MS = 500  # an edge as near as that to the truth is accepted
MOST_KEYS, MOST_S = 6, 8.0
COUNT_KEYS = """(() => {
  window.keys = [];
  addEventListener("keydown", (event) => { if (!event.repeat) window.keys.push(event.key); }, { capture: true });
})();"""


@dataclass
class Script:
    """A marker at the desk, who sees the events of a video whose truth is known, and what their hands did."""

    page: Page
    chance: random.Random
    decisions: int = 0
    waited_s: float = 0.0
    wrong_ms: list[float] = field(default_factory=list)

    def decide(self, key: str) -> None:
        """A key after a decision."""
        self.decisions += 1
        press(self.page, key)

    def now_ms(self) -> float:
        """Where the picture in view lies in the video."""
        return 1000 * float(self.page.evaluate("document.querySelector('[data-part=video]').currentTime"))

    def wait_until(self, at_ms: float) -> None:
        """Watch until the video has come there, and react."""
        self.page.wait_for_function(
            "(at) => document.querySelector('[data-part=video]').currentTime * 1000 >= at", arg=at_ms, polling="raf"
        )
        time.sleep(max(0.05, self.chance.gauss(*REACTION_MS) / 1000))


def mark(script: Script, segment: tuple[int, int]) -> None:
    """One segment: set while the video plays, checked, mended where an edge is off, accepted; the video goes on."""
    page = script.page
    script.wait_until(segment[0])
    script.decide("i")
    script.wait_until(segment[1])
    script.decide("o")
    stopped = time.perf_counter()
    page.wait_for_function("!document.body.hasAttribute('data-playing')", timeout=60_000)
    script.waited_s += time.perf_counter() - stopped
    mended = False
    for edge, keys in ((0, ("a", "s")), (1, ("d", "f"))):
        off = edges_ms(page)[edge] - segment[edge]
        if abs(off) > ENOUGH_MS:
            script.decisions += 1
            mended = True
            press(page, *[f"Shift+{keys[0 if off > 0 else 1]}"] * max(1, round(abs(off) / 1000)))
    script.decisions += not mended  # to accept at once is a decision; after mending it is foreseen
    script.wrong_ms += [abs(one - true) for one, true in zip(edges_ms(page), segment, strict=True)]
    press(page, "Enter")


def edges_ms(page: Page) -> tuple[float, float]:
    """What the captions under the two pictures say."""
    times = page.locator("[data-part=pictures] [data-time]").all_text_contents()
    first, last = (60_000 * int(one.split(":")[0]) + 1000 * float(one.split(":")[1]) for one in times)
    return first, last


def keys(browser: Browser) -> None:
    """Marks two segments of each question in one session; exits 1 if a segment needs more than the goal."""
    with TemporaryDirectory(prefix="reelevance-bench-") as folder:
        films = Path(folder) / "films"
        films.mkdir()
        variable(films)
        served = Served(str(Path(folder) / "data"), PLACE, films, int(os.environ.get("QUESTIONS") or 5))
        try:
            session(browser, served)
        finally:
            served.kill()


def session(browser: Browser, served: Served) -> None:
    """The whole session, and what it cost."""
    context = signed_in(browser, served, "marker")
    context.add_init_script(COUNT_KEYS)
    page = open_desk(context.new_page(), served)
    script, chance = Script(page, random.Random(8)), random.Random(9)
    questions = page.locator("[data-part=asks] .ask").count()
    marked = own = 0
    press(page, "w", ".", ".")  # once: the reaction time is subtracted, and everything plays twice as fast
    for _ in range(questions):
        press(page, "Home", "l")  # to watch is no part of what is counted
        begun = pressed_keys(page)
        for start in (chance.randrange(3_000, 12_000), chance.randrange(28_000, 40_000)):
            mark(script, (start, start + chance.randrange(4_000, 12_000)))
        answered = pressed_keys(page)
        for key in ("1", "2", "Control+Enter"):
            script.decisions += key != "2"  # whoever answers the first has read the second too
            press(page, key)
        page.wait_for_function("document.body.dataset.unsent === '0'", timeout=60_000)
        marked, own = marked + answered - begun, own + pressed_keys(page) - answered
    report(script, questions, marked, own)
    context.close()


def pressed_keys(page: Page) -> int:
    """Key events so far, Shift and Ctrl among them."""
    return int(page.evaluate("window.keys.length"))


def report(script: Script, questions: int, marked: int, own: int) -> None:
    """Print keys and seconds a segment; exit 1 where they miss the goal. `own` are the questions' own keys."""
    segments = 2 * questions
    shared = (marked + own) / segments
    all_s = (KEY_S * (marked + own) + DECISION_S * script.decisions + script.waited_s) / segments
    while_playing = 2 * (KEY_S + DECISION_S)
    replay_s = script.waited_s / segments
    print(f"{questions} questions, {segments} segments: {marked} + {own} keys, {script.decisions} decisions")
    print(f"keys a segment: {marked / segments:.1f}, with its share of the question's own keys {shared:.1f}")
    print(f"seconds a segment: {all_s:.1f}, of which {while_playing:.1f} while the video plays")
    print(f"beyond watching: {all_s - while_playing:.1f} s, of which {replay_s:.1f} are the replay of both edges")
    print(f"edges off by {statistics.median(script.wrong_ms):.0f} ms in the median, {max(script.wrong_ms):.0f} at most")
    if shared > MOST_KEYS or all_s - while_playing > MOST_S:
        raise SystemExit(f"a segment costs more than {MOST_KEYS} keys or {MOST_S} s")
