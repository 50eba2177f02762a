"""Hands at a desk of long videos: sign in, open it, and what both benches of time need in the page."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page

from bench.desk.served import Served
from bench.marking_desk.place import SLUG

# painted(video, pressed, wanted): milliseconds from a key's time stamp to the end of the frame in which the video's
# picture begins at `wanted` seconds; pressed() is the time stamp of the last key.
WATCH = """
(() => {
  let last = 0;
  addEventListener("keydown", (event) => { last = event.timeStamp; }, { capture: true });
  window.pressed = () => last;
  const after = (act) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = act;
    channel.port2.postMessage(null);
  };
  window.watch = (selector, wanted) => {
    const video = document.querySelector(selector);
    window.painted = null;
    const look = (_, { mediaTime }) => {
      if (Math.abs(mediaTime - wanted) < 0.0006) after(() => { window.painted = performance.now() - last; });
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  };
})();
"""
SIZE = {"width": 1440, "height": 900}


def signed_in(browser: Browser, served: Served, name: str) -> BrowserContext:
    """A fresh browser in which that person has signed in; its pages can measure."""
    account = served.account[name]
    context = browser.new_context(viewport=SIZE, bypass_csp=True)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{served.port}/sign-in/")
    page.fill("[name=username]", account["worker_id"])
    page.fill("[name=password]", account["password"])
    page.click("button[type=submit].primary")
    page.wait_for_url("**/c/**")
    page.close()
    return context


def open_desk(page: Page, served: Served, desk: str = "mark", mode: str = "ready") -> Page:
    """The desk, once it is in that mode."""
    page.goto(f"http://127.0.0.1:{served.port}/c/{SLUG}/{desk}/")
    page.wait_for_selector("body[data-started=whole]", timeout=60_000)
    page.wait_for_selector(f"body[data-mode={mode}]", timeout=60_000)
    return page


def press(page: Page, *keys: str) -> None:
    """One key after the other."""
    for key in keys:
        page.keyboard.press(key)
