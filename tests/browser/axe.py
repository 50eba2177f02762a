"""What axe finds on a page."""

from __future__ import annotations

from collections.abc import Iterable

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

LOOKS = [("light", 1440), ("dark", 1440), ("light", 390), ("dark", 390)]
OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": ["violations"],  # it need not describe every element that passes
    "preload": {"assets": ["media"]},  # no rule of these tags reads style sheets
}
# Sent once for all documents that the page will show: Chromium then keeps what it has compiled.
BRING = f"globalThis.bringAxe = function () {{ {AXE_SCRIPT} }};"
# What fades in has its colours only at the end; what never ends is not waited for.
FIND = """async (options) => {
  if (!window.axe) {
    if (!window.bringAxe) return null;
    window.bringAxe();
  }
  const fades = () => document.getAnimations().filter((one) => one.playState === "running"
    && Number.isFinite(one.effect?.getComputedTiming().endTime));
  for (let looks = 0; looks < 10 && fades().length; looks += 1) {
    await Promise.race([Promise.allSettled(fades().map((one) => one.finished)),
      new Promise((done) => setTimeout(done, 1000))]);
  }
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}"""


def violations(page: Page) -> list[str]:
    """Rule and element of every violation, once all of the page has come."""
    page.wait_for_load_state("domcontentloaded")
    found = page.evaluate(FIND, OPTIONS)
    if found is None:  # the first look at this tab
        page.add_init_script(BRING)
        page.evaluate(BRING)
        found = page.evaluate(FIND, OPTIONS)
    return found


def look(page: Page, scheme: str, width: int) -> None:
    """Show a page that is loaded already in the colour scheme and at the width."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})


def in_light_and_dark(page: Page) -> list[str]:
    """The violations in both colour schemes, each with its scheme; without a second way to the same state.

    The page is first checked in the scheme in which it came to this state.
    """
    found = []
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    for scheme in ("dark", "light") if is_dark else ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {violation}" for violation in violations(page)]
    return found


def on_screen_and_phone(page: Page) -> list[str]:
    """What is wrong with a page on a wide screen in light, then on a phone in the dark, where it stays; and wider."""
    found = []
    for scheme, width in (("light", 1440), ("dark", 390)):
        look(page, scheme, width)
        found += [f"{page.url}, {scheme}, {width}: {violation}" for violation in violations(page)]
        if (wide := page.evaluate("document.documentElement.scrollWidth")) != width:
            found.append(f"{page.url}, {scheme}: {wide} pixels on {width}")
    return found


def in_looks(page: Page, looks: Iterable[tuple[str, int]]) -> list[str]:
    """The violations of a page that is loaded once, each with address, scheme and width."""
    found = []
    for scheme, width in looks:
        look(page, scheme, width)
        found += [f"{page.url}, {scheme}, {width}: {violation}" for violation in violations(page)]
    return found
