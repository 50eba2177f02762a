"""People who work on twins at the desk: they watch the clips, see in which one a shape grows, and answer by key."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import Page

from tests.browser.at_desk import BOUNCE_MS, all_saved
from tests.browser.axe import on_screen_and_phone

# Of each clip in view, from left to right: the colour of its ground, and whether what stands out of its sky grows.
WATCH = """() => Promise.all([...document.querySelectorAll(".twin-screen:not([hidden])")].map(async (screen) => {
  const film = document.createElement("video");
  film.muted = true;
  film.src = screen.querySelector("video[data-in-view], [data-in-view] video").currentSrc;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [64, 36];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  await new Promise((done) => film.addEventListener("loadeddata", done, { once: true }));
  const filled = async (share) => {
    const wanted = share * film.duration;
    // What is drawn after "seeked" may still be the picture before; and a busy tab may announce no picture at all.
    const shown = new Promise((done) => {
      film.addEventListener("seeked", () => setTimeout(done, SURELY_MS), { once: true });
      const look = (_, { mediaTime }) => {
        if (Math.abs(mediaTime - wanted) < 0.4 * film.duration) done();
        else film.requestVideoFrameCallback(look);
      };
      film.requestVideoFrameCallback(look);
    });
    film.currentTime = wanted;
    await shown;
    pen.drawImage(film, 0, 0, 64, 36);
    const points = Array.from(pen.getImageData(0, 0, 64, 36).data);
    const far = (at) => [0, 1, 2].some((part) => Math.abs(points[4 * at + part] - points[part]) > 60);
    return { ground: points.slice(-4, -1), count: Array.from({ length: 64 * 36 }, (_, at) => at).filter(far).length };
  };
  const [early, late] = [await filled(0.1), await filled(0.9)];
  return { ground: late.ground, grows: late.count > early.count };
}))""".replace("SURELY_MS", "2000")
SAME = 16  # colours that differ by less, of 255, are the same ground


class Watchers:
    """What people do with the clips, in the order in which the campaign's clips are first seen.

    The reverse of the last clip looks unreal to everybody. The first caption that somebody checks does not tell
    the clips apart, and its second version is assigned wrongly.
    """

    def __init__(self, clips: int) -> None:
        self.clips = clips
        self.grounds: list[list[int]] = []
        self.doubted = ""
        self.readers: list[Page] = []
        self.done: Counter[str] = Counter()
        self.faults: list[str] = []

    def work(self, page: Page, address: str) -> None:
        """Do everything that the desk has for the person now."""
        page.goto(address)
        if page not in self.readers:
            page.get_by_role("button", name="I have read it").click()
            self.readers.append(page)
        last = ""
        while True:
            page.wait_for_selector(f'body[data-mode=empty], body[data-mode=ready]:not([data-seat="{last}"])')
            body = page.locator("body")
            if body.get_attribute("data-mode") == "empty":
                return all_saved(page)
            last, task = body.get_attribute("data-seat") or "", body.get_attribute("data-task") or ""
            if task not in self.done:
                self.faults += on_screen_and_phone(page)
            page.wait_for_timeout(BOUNCE_MS)
            getattr(self, f"_{task}")(page, page.evaluate(WATCH))
            self.done[task] += 1

    def _number(self, screens: list[dict[str, Any]]) -> int:
        ground = screens[0]["ground"]
        for number, known in enumerate(self.grounds, start=1):
            if all(abs(one - other) < SAME for one, other in zip(ground, known, strict=True)):
                return number
        self.grounds.append(ground)
        assert len(self.grounds) <= self.clips, self.grounds
        return len(self.grounds)

    def _judge(self, page: Page, screens: list[dict[str, Any]]) -> None:
        assert sorted(screen["grows"] for screen in screens) == [False, True]
        if self._number(screens) == self.clips:
            page.keyboard.press("s" if not screens[0]["grows"] else "d")
        else:
            page.keyboard.press("a")
        page.keyboard.press("4")

    def _caption(self, page: Page, screens: list[dict[str, Any]]) -> None:
        number = self._number(screens)
        is_back = page.locator("[data-returned]").is_visible()
        self._look_at_task(page, is_back=is_back)
        for key, screen, field in zip("cv", screens, page.locator("[data-caption] textarea").all(), strict=False):
            if not field.is_visible() or not field.is_editable():
                continue
            page.keyboard.press(key)
            page.keyboard.press("Control+a")
            verb = "grows larger" if screen["grows"] else "becomes smaller"
            page.keyboard.type(f"A shape {verb} before wall {number}" + " bit by bit" * is_back)
            page.keyboard.press("Escape")
        self.done["returned"] += is_back
        page.keyboard.press("Control+Enter")

    def _look_at_task(self, page: Page, *, is_back: bool) -> None:
        """The sentence above the clips and the one about returned captions name the clip, if only one is described."""
        areas = page.locator("[data-caption] textarea").all()
        places = [
            name
            for name, area in zip(("first", "second"), areas, strict=True)
            if area.is_visible() and area.is_editable()
        ]
        wanted = [f"Describe the {places[0]} clip"] if len(places) == 1 else ["Describe each clip"]
        if is_back:
            wanted.append(
                f"Your caption of the {places[0]} clip came back." if len(places) == 1 else "Your captions came"
            )
        shown = page.locator("[data-part=task]").inner_text() + page.locator("[data-returned]").inner_text()
        self.faults += [f"{words!r} is not in {shown!r}" for words in wanted if words not in shown]

    def _assign(self, page: Page, screens: list[dict[str, Any]]) -> None:
        sentence = page.locator("[data-sentence]").inner_text()
        self.doubted = self.doubted or sentence
        right = [screen["grows"] for screen in screens].index("grows larger" in sentence) + 1
        if sentence == self.doubted:
            page.keyboard.press("0")
        else:
            page.keyboard.press(str(3 - right if sentence == f"{self.doubted} bit by bit" else right))
