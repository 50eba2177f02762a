"""Measures the annotator's desk in headless Chromium, beside a page that submits first and loads then.

    make bench-scoring            (all, about ten minutes)
    make bench-scoring ONLY=speed (one of: speed, traffic, memory, outage)

speed    from the key to the end of the frame that shows the next clip, with 300 kB clips and every answer of the
         server delayed by 500 ms; the reference is a plain page on the same server, line and clips, which posts the
         score, waits for the answer and then loads the next clip, as labeling tools do. And the first screen.
traffic  requests and bytes a label, clips apart, at one label a second.
memory   a thousand labels in one tab.
outage   200 labels while the line is cut for 60 s, twice, and the web process is killed and started anew.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser

from bench.desk.hands import Hands, Traffic, chromium
from bench.desk.line import Line
from bench.desk.served import Served

PLACE = "bench.desk.place"  # PAIRS CLIP_BYTES
CLIP_BYTES = 300_000
FRAME_MS = 1000 / 60
CUT_S = 60.0
LABELS = 200  # a press that bounces is pressed again


def speed(browser: Browser) -> None:
    """Key to next clip, desk against the plain page."""
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as folder:
        served = Served(folder, PLACE, 200, CLIP_BYTES)
        line = Line(served.port, delay_s=0.5)
        hands = Hands(browser, f"http://127.0.0.1:{line.port}", served.account)
        hands.open_desk()
        hands.page.wait_for_timeout(15_000)  # a person looks at the first clip; the hold fills
        for number in range(40):
            hands.press(number % 5, pause_ms=2_000)
        desk = hands.latencies()
        hands.all_saved()
        reference = plain_page(hands, served.account["campaign"])
        hands.close()
        tell("desk, 500 ms away", desk)
        tell("submit, then load", reference)
        print(f"ratio of medians {statistics.median(reference) / statistics.median(desk):.0f}")
        served.kill()
    first_screen(browser)


def plain_page(hands: Hands, campaign: str) -> list[float]:
    """The same for a page that has nothing ahead: post, wait, load."""
    page = hands.page
    page.route("**/plain", lambda route: route.fulfill(content_type="text/html", body=PLAIN))
    page.goto(hands.desk.split("/c/")[0] + "/plain")
    page.evaluate("(campaign) => window.begin(campaign)", campaign)
    figures = []
    for number in range(12):
        page.wait_for_function("window.ready")
        page.wait_for_timeout(1_000)
        figures.append(float(page.evaluate("(level) => window.submit(level)", number % 5)))
    return figures


PLAIN = (Path(__file__).parent / "desk/plain.html").read_text()


def first_screen(browser: Browser) -> None:
    """Bytes and seconds of an empty cache to the first clip, without a delay."""
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as folder:
        served = Served(folder, PLACE, 40, CLIP_BYTES)
        hands = Hands(browser, f"http://127.0.0.1:{served.port}", served.account)
        hands.session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        traffic = Traffic(hands.session)
        times = []
        for _ in range(5):
            start = time.perf_counter()
            hands.open_desk()
            times.append(time.perf_counter() - start)
        before_clips = (traffic.down["rest"] + traffic.down["api"]) / len(times) / 1000
        print(
            f"first screen: {statistics.median(times):.2f} s to the first clip, {before_clips:.0f} kB before the clips"
        )
        hands.close()
        served.kill()


def traffic(browser: Browser) -> None:
    """Requests and bytes a label at one label a second."""
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as folder:
        served = Served(folder, PLACE, 200, 60_000)
        hands = Hands(browser, f"http://127.0.0.1:{served.port}", served.account)
        hands.open_desk()
        hands.page.wait_for_timeout(4_000)
        seen, labels = Traffic(hands.session), 100
        for number in range(labels):
            hands.press(number % 5, pause_ms=950)
        hands.all_saved()
        per_label = f"{seen.up['api'] / labels:.0f} bytes up, {seen.down['api'] / labels:.0f} down"
        print(f"a label, headers included, clips apart: {seen.requests['api'] / labels:.2f} requests, {per_label}")
        hands.close()
        served.kill()


def memory(browser: Browser) -> None:
    """A thousand labels in one tab."""
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as folder:
        served = Served(folder, PLACE, 1_200, CLIP_BYTES)
        hands = Hands(browser, f"http://127.0.0.1:{served.port}", served.account)
        hands.open_desk()
        rows = []
        for number in range(1_001):
            if number in (50, 500, 1_000):
                rows.append((number, hands.memory()))
            hands.press(number % 5, pause_ms=260)
        for number, row in rows:
            print(f"after {number:>5} labels: {row['heap_mb']:.1f} MB of script memory, {row['nodes']:.0f} nodes")
        print(f"growth {rows[-1][1]['heap_mb'] - rows[0][1]['heap_mb']:.1f} MB")
        hands.close()
        served.kill()


def outage(browser: Browser) -> None:
    """The line cut twice, the web process killed once, 200 labels."""
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as folder:
        served = Served(folder, PLACE, 260, 60_000)
        line = Line(served.port)
        hands = Hands(browser, f"http://127.0.0.1:{line.port}", served.account)
        hands.open_desk()
        rng, pressed, mended = random.Random(1), {}, 0.0
        for number in count():
            if len(pressed) == LABELS:
                break
            if number in (40, 130):
                line.cut()
                mended = time.monotonic() + CUT_S
            if number == 90:
                served.kill()
                served.start()
            if line.is_cut and time.monotonic() >= mended:
                line.mend()
            while line.is_cut and hands.page.evaluate("document.body.dataset.mode") != "ready":
                hands.page.wait_for_timeout(1_000)  # all that was held is scored: the person waits for the line
                if time.monotonic() >= mended:
                    line.mend()
            level = rng.randrange(5)
            pressed[hands.press(level, pause_ms=500)] = level
        line.mend()
        hands.all_saved()
        stored = served.stored()
        as_pressed = sum(stored.get(seat) == level for seat, level in pressed.items())
        print(f"outage: {len(pressed)} pressed, {len(stored)} stored, {as_pressed} as pressed")
        hands.close()
        served.kill()


def tell(name: str, figures: list[float]) -> None:
    """Median and 95th percentile, in milliseconds and in frames."""
    middle, high = statistics.median(figures), statistics.quantiles(figures, n=20)[-1]
    print(
        f"{name:<20} median {middle:7.1f} ms ({middle / FRAME_MS:5.2f} frames), p95 {high:7.1f} ms, n = {len(figures)}"
    )


PARTS: dict[str, Callable[[Browser], None]] = {"speed": speed, "traffic": traffic, "memory": memory, "outage": outage}


def main() -> None:
    """All parts, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", help=", ".join(PARTS))
    chosen = parser.parse_args().part or list(PARTS)
    with chromium() as browser:
        for name in chosen:
            print(f"== {name}")
            PARTS[name](browser)


if __name__ == "__main__":
    main()
