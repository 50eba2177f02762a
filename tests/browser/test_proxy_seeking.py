"""The frame that a browser shows at a time of the table is the frame that ffmpeg cuts from there."""

from __future__ import annotations

import base64
import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from moments.clips.cutting.whole_video import cut_whole_video
from tests.rig.numbered import BITS, numbers_in, write_numbered

pytestmark = pytest.mark.browser

FRAMES = 400
# Seeks to each of the times and reads the number that the picture shows.
READ_NUMBERS = """async ([content, seeks, bits]) => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const video = document.createElement("video");
  video.muted = true;
  video.src = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
  await new Promise((done, failed) => {
    video.addEventListener("loadeddata", done, { once: true });
    video.addEventListener("error", () => failed(new Error(video.error.message)), { once: true });
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const numbers = [];
  for (const seek of seeks) {
    // The picture of a seek may come after the event that says that it is over.
    const shown = new Promise((done) => video.requestVideoFrameCallback(done));
    const sought = new Promise((done) => video.addEventListener("seeked", done, { once: true }));
    video.currentTime = seek;
    await Promise.all([sought, shown]);
    context.drawImage(video, 0, 0);
    const row = context.getImageData(0, canvas.height >> 1, canvas.width, 1).data;
    let number = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      const column = Math.floor(((bit + 0.5) * canvas.width) / bits);
      number += row[4 * column] > 120 ? 2 ** bit : 0;
    }
    numbers.push(number);
  }
  return { numbers, length: video.duration };
}"""


def test_every_seek_shows_the_frame_that_ffmpeg_cuts(browser: Browser, tmp_path: Path) -> None:
    source = write_numbered(tmp_path / "uneven.mp4", FRAMES)
    table = cut_whole_video(source, tmp_path).table
    order = random.Random(4).sample(range(FRAMES), 60)
    order += [0, FRAMES - 1, 1, FRAMES - 2]
    page = browser.new_page()
    content = base64.b64encode((tmp_path / "proxy.mp4").read_bytes()).decode()
    found = page.evaluate(READ_NUMBERS, [content, [table.seek_s(frame) for frame in order], BITS])
    page.close()
    assert found["numbers"] == order
    assert found["length"] == pytest.approx(table.duration_s, abs=0.001)
    for frame in order[:6]:
        assert numbers_in(source, from_s=table.start_ms(frame) / 1000, most=1) == [frame]
