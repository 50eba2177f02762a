"""How soon the picture stands that somebody went to, in a video of an hour, beside a bare <video> of the same file."""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, Page, Response

from bench.desk.served import Served
from bench.marking_desk.films import hour_of_film
from bench.marking_desk.hands import open_desk, press, signed_in
from moments.clips.cutting.frame_table import FrameTable, unpacked

PLACE = "bench.marking_desk.place"
TURN = 10  # seeks in one page, then as many in the other
FRAME_MS = 1000 / 60
VIDEO, END = "[data-part=video]", "[data-edge=end] video"
# Any key goes to `window.aim`, as a page would that has nothing but the video.
BARE = """<!doctype html><video muted playsinline preload="auto" width="960" src="{url}"></video><script>
const video = document.querySelector("video");
addEventListener("keydown", () => {{ video.currentTime = window.aim; }});
</script>"""


@contextmanager
def served_hour(questions: int = 50) -> Iterator[Served]:
    """A campaign about an hour of film, served; MADE=folder keeps it for another run."""
    film = Path(os.environ["REELEVANCE_REAL_DATA"]) / "video/vtest.avi"
    with kept_folder("hour") as folder:
        films = folder / "films"
        if not films.exists():
            films.mkdir(parents=True)
            hour_of_film(film, films)
        served = Served(str(folder / "data"), PLACE, films, questions)
        try:
            yield served
        finally:
            served.kill()


@contextmanager
def kept_folder(name: str) -> Iterator[Path]:
    """A folder below MADE, which stays, or one that goes."""
    if os.environ.get("MADE"):
        yield Path(os.environ["MADE"]) / name
        return
    with TemporaryDirectory(prefix="reelevance-bench-") as folder:
        yield Path(folder) / name


class Shown:
    """The desk and a page with the bare video in one browser, and the times of the frames."""

    def __init__(self, context: BrowserContext, served: Served) -> None:
        self.desk, self.bare = context.new_page(), context.new_page()
        self.frames: list[Response] = []
        self.desk.on("response", self._keep)
        self.desk.bring_to_front()
        open_desk(self.desk, served)
        self.table: FrameTable = unpacked(self.frames[0].json()["table"])
        url = self.desk.evaluate(f"document.querySelector('{VIDEO}').currentSrc")
        self.bare.route("**/bare", lambda route: route.fulfill(content_type="text/html", body=BARE.format(url=url)))
        self.bare.bring_to_front()
        self.bare.goto(f"http://127.0.0.1:{served.port}/bare")
        self.bare.wait_for_function("document.querySelector('video').readyState >= 2", timeout=60_000)

    def _keep(self, answer: Response) -> None:
        if "/clip-parts/" in answer.url and ".json" in answer.url:
            self.frames.append(answer)

    def media_s(self, frame: int) -> float:
        """When the frame begins on the clock of the proxy, whose first frame begins at 0."""
        return float((self.table.starts[frame] - self.table.starts[0]) * self.table.base)

    def at_desk(self, frame: int) -> float:
        """Milliseconds from Enter behind a typed time to the picture."""
        press(self.desk, "t")
        self.desk.keyboard.insert_text(f"{self.table.start_ms(frame) / 1000:.3f}")
        return painted(self.desk, VIDEO, self.media_s(frame), "Enter")

    def at_bare(self, frame: int) -> float:
        """Milliseconds from a key to the picture."""
        self.bare.evaluate("(aim) => { window.aim = aim; }", self.table.seek_s(frame))
        return painted(self.bare, "video", self.media_s(frame), "x")


def painted(page: Page, video: str, wanted_s: float, key: str) -> float:
    """Milliseconds from the key to the end of the frame that shows the picture which begins then."""
    page.evaluate("([video, wanted]) => watch(video, wanted)", [video, wanted_s])
    page.keyboard.press(key)
    page.wait_for_function("window.painted !== null", timeout=60_000)
    return float(page.evaluate("window.painted"))


def speed(browser: Browser) -> None:
    """Seeks (SEEKS=200 of each) and nudges in turns; the desk's median over that of the bare video."""
    count = int(os.environ.get("SEEKS") or 200)
    with served_hour() as served:
        context = signed_in(browser, served, "marker")
        shown = Shown(context, served)
        print(f"{len(shown.table)} frames in {shown.table.duration_s:.0f} s", flush=True)
        seeks(shown, count)
        nudges(shown, count)
        context.close()


def seeks(shown: Shown, count: int) -> None:
    """To frames at random."""
    chance = random.Random(1)
    desk, bare = [], []
    for _ in range(-(-count // TURN)):
        for page, figures, go in ((shown.desk, desk, shown.at_desk), (shown.bare, bare, shown.at_bare)):
            page.bring_to_front()
            figures += [go(chance.randrange(len(shown.table))) for _ in range(TURN)]
    compare("a seek", desk, bare)


def nudges(shown: Shown, count: int) -> None:
    """An edge by one frame forwards or back; the bare video steps by a frame too."""
    chance = random.Random(2)
    desk, bare = [], []
    for _ in range(-(-count // TURN)):
        frame = chance.randrange(1000, len(shown.table) - 1000)
        shown.desk.bring_to_front()
        at = with_segment(shown, frame)
        for _ in range(TURN):
            step = chance.choice((-1, 1))
            at += step
            desk.append(painted(shown.desk, END, shown.media_s(at), "f" if step > 0 else "d"))
            shown.desk.wait_for_timeout(200)  # until the large picture has followed
        press(shown.desk, "Delete")
        shown.bare.bring_to_front()
        shown.at_bare(frame)
        at = frame
        for _ in range(TURN):
            at += chance.choice((-1, 1))
            bare.append(shown.at_bare(at))
            shown.bare.wait_for_timeout(200)
    compare("a nudge", desk, bare)


def with_segment(shown: Shown, last: int) -> int:
    """A segment of ten seconds in hand that ends with that frame, while nothing plays; its last frame."""
    for frame, key in ((last - 250, "i"), (last, "o")):
        shown.at_desk(frame)
        press(shown.desk, key)
    press(shown.desk, "k")
    shown.desk.wait_for_timeout(500)
    return last


def compare(name: str, desk: list[float], bare: list[float]) -> None:
    """Medians and 95th percentiles of both, and the ratio of the medians."""
    for who, figures in (("desk", desk), ("bare", bare)):
        middle, high = statistics.median(figures), statistics.quantiles(figures, n=20)[-1]
        frames = f"{middle / FRAME_MS:.1f} frames"
        print(f"{name:<8} {who}  median {middle:6.1f} ms ({frames}), p95 {high:6.1f} ms, n = {len(figures)}")
    print(f"{name:<8} ratio of medians {statistics.median(desk) / statistics.median(bare):.2f}", flush=True)
