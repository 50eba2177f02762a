"""Hands at the desk: sign in, press keys, and measure what the browser did."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.servers.prepare import chromium_path

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-precise-memory-info"]

# From the key's time stamp to the end of the frame in which the next pair stands there ready: the frame callback runs
# before painting, the message after it.
WATCH = """
(() => {
  const figures = (window.figures = []);
  addEventListener("keydown", (event) => {
    if (!/^[0-4]$/.test(event.key)) return;
    const before = document.body.dataset.pair;
    const pressed = event.timeStamp;
    const look = () => {
      const { pair, mode } = document.body.dataset;
      if (pair === before || (mode !== "ready" && mode !== "empty")) return requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => figures.push(performance.now() - pressed);
      channel.port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }, { capture: true });
})();
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        executable = chromium_path(os.environ.get("CHROMIUM", ""))
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


class Traffic:
    """Bytes and requests of a page by what they were for, headers included, as the network saw them."""

    def __init__(self, session: CDPSession) -> None:
        self.up = {"api": 0, "clips": 0, "rest": 0}
        self.down = {"api": 0, "clips": 0, "rest": 0}
        self.requests = {"api": 0, "clips": 0, "rest": 0}
        self._kinds: dict[str, str] = {}
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.requestWillBeSentExtraInfo", self._headers)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        url = event["request"]["url"]
        if url.startswith(("blob:", "data:")):
            return
        kind = "api" if "/api/" in url else "clips" if "/clips/" in url else "rest"
        self._kinds[event["requestId"]] = kind
        self.requests[kind] += 1
        self.up[kind] += len(event["request"].get("postData", ""))

    def _headers(self, event: dict[str, Any]) -> None:
        kind = self._kinds.get(event["requestId"])
        if kind:
            self.up[kind] += sum(len(name) + len(value) + 4 for name, value in event["headers"].items())

    def _finished(self, event: dict[str, Any]) -> None:
        kind = self._kinds.get(event["requestId"])
        if kind:
            self.down[kind] += int(event["encodedDataLength"])


class Hands:
    """One person at one desk in one tab."""

    def __init__(self, browser: Browser, origin: str, account: dict[str, str]) -> None:
        self.context = browser.new_context(viewport={"width": 1366, "height": 768}, bypass_csp=True)
        self.page: Page = self.context.new_page()
        self.session = self.context.new_cdp_session(self.page)
        self.page.add_init_script(WATCH)
        self.page.goto(f"{origin}/sign-in/")
        self.page.fill("[name=username]", account["worker_id"])
        self.page.fill("[name=password]", account["password"])
        self.page.click("button[type=submit].primary")
        self.page.wait_for_url("**/score/")
        self.desk = self.page.url

    def open_desk(self) -> None:
        """Load the desk anew and wait for the first clip."""
        self.page.goto(self.desk)
        self.page.wait_for_selector("body[data-mode=ready]", timeout=60_000)

    def press(self, level: int, *, pause_ms: float) -> str:
        """Score the pair in view after a pause; that pair's seat."""
        self.page.wait_for_timeout(pause_ms)
        self.page.wait_for_selector("body[data-mode=ready]", timeout=60_000)
        seat = str(self.page.evaluate("document.body.dataset.pair"))
        self.page.keyboard.press(str(level))
        return seat.replace("-", "")

    def latencies(self) -> list[float]:
        """Milliseconds of every press so far."""
        return [float(value) for value in self.page.evaluate("window.figures")]

    def all_saved(self) -> None:
        """Wait until the desk says that nothing is unsent."""
        self.page.wait_for_function(
            "document.querySelector('[data-part=status]').dataset.kind === 'saved'", timeout=120_000
        )

    def memory(self) -> dict[str, float]:
        """Megabytes of script memory and DOM nodes after a collection."""
        self.session.send("HeapProfiler.enable")
        self.session.send("HeapProfiler.collectGarbage")
        self.session.send("Performance.enable")
        metrics = {row["name"]: row["value"] for row in self.session.send("Performance.getMetrics")["metrics"]}
        return {"heap_mb": metrics["JSHeapUsedSize"] / 1e6, "nodes": metrics["Nodes"]}

    def close(self) -> None:
        """Close the tab, unsent scores or not."""
        self.context.close()
