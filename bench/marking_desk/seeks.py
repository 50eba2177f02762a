"""1,000 seeks: how many show another frame than ffmpeg cuts from the source."""

from __future__ import annotations

import base64
import os
import random
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from bench.marking_desk.films import NUMBERED
from moments.clips.cutting.whole_video import cut_whole_video
from tests.rig.numbered import BITS, numbers_in

MODULES = Path(__file__).resolve().parent.parent.parent / "static/annotator/marking"
# Seeks as the desk does, with its own modules, to each of the frames, and reads the number that the picture shows.
READ_NUMBERS = """async ([sources, content, packed, frames, bits]) => {
  const module = (source) => import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const [{ unpack }, { makeSeeker }] = await Promise.all(sources.map(module));
  const table = unpack(packed);
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const video = document.createElement("video");
  video.muted = true;
  let arrived;
  const seeker = makeSeeker(video, { done: () => arrived() });
  await new Promise((done, failed) => {
    video.addEventListener("loadeddata", done, { once: true });
    video.addEventListener("error", () => failed(new Error(video.error.message)), { once: true });
    video.src = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const found = [];
  for (const frame of frames) {
    const there = new Promise((done) => { arrived = done; });
    seeker.seek(table.seekS(frame));
    await there;
    context.drawImage(video, 0, 0);
    const row = context.getImageData(0, canvas.height >> 1, canvas.width, 1).data;
    let number = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      number += row[4 * Math.floor(((bit + 0.5) * canvas.width) / bits)] > 120 ? 2 ** bit : 0;
    }
    found.push([table.startMs(frame), number]);
  }
  return found;
}"""


def seeks(browser: Browser) -> None:
    """Seeks in videos of five kinds (SEEKS=1000 in all); exits with the number of wrong ones, if there are any."""
    each = int(os.environ.get("SEEKS") or 1000) // len(NUMBERED)
    page = browser.new_page()
    wrong = 0
    for name, write in NUMBERED.items():
        with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as folder:
            bad, frames = wrong_seeks(page, write(Path(folder)), Path(folder), each)
        print(f"{name:<20} {frames} frames, {each} seeks: {len(bad)} show another frame than ffmpeg cuts", flush=True)
        for ms, shown, cut in bad[:5]:
            print(f"    at {ms} ms the browser shows frame {shown}, ffmpeg cuts frame {cut}")
        wrong += len(bad)
    page.close()
    if wrong:
        raise SystemExit(f"{wrong} seeks show another frame")


def wrong_seeks(page: Page, source: Path, folder: Path, count: int) -> tuple[list[tuple[int, int, int]], int]:
    """Each wrong one as (milliseconds, number shown, number cut), and how many frames the video has."""
    table = cut_whole_video(source, folder).table
    ends = [0, len(table) - 1, 1, len(table) - 2]
    order = ends + random.Random(4).choices(range(len(table)), k=count - len(ends))
    sources = [(MODULES / name).read_text() for name in ("frame_table.js", "seeker.js")]
    content = base64.b64encode((folder / "proxy.mp4").read_bytes()).decode()
    found = page.evaluate(READ_NUMBERS, [sources, content, table.packed(), order, BITS])
    cut = {ms: numbers_in(source, from_s=ms / 1000, most=1)[0] for ms, _ in found}
    return [(ms, shown, cut[ms]) for ms, shown in found if shown != cut[ms]], len(table)
