"""On the desk, a clip with sound is heard once its person wants it, and the seek bar takes no key from the levels."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from playwright.sync_api import expect

from annotator.models import Score
from moments.models import Clip, ClipState
from tests.browser.at_desk import eventually, open_desk, pair_shown, press
from tests.browser.desk.test_desk_accessible import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HEARD = """() => {
  const film = document.querySelector("video[data-in-view]");
  return film && [film.muted, film.volume, film.webkitAudioDecodedByteCount > 0];
}"""
PRESS_AT_ONCE = """(keys) => {
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


def give_sound(member, folder: Path) -> None:
    """An MP4 with a tone beside the GIF of every moment but the last."""
    path = folder / "tone.mp4"
    drawn = ["-f", "lavfi", "-i", "testsrc=s=128x72:r=5", "-f", "lavfi", "-i", "sine=f=440", "-t", "3"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *drawn, "-pix_fmt", "yuv420p", "-c:a", "aac", str(path)]
    subprocess.run(command, check=True)
    content = path.read_bytes()
    shown = {"width": 128, "height": 72, "frames": 15, "seconds": 3.0, "size": len(content), "has_sound": True}
    for pair in member.campaign.pairs.order_by("-number")[1:]:
        clip = Clip.objects.create(moment=pair.moment, rendition="mp4", state=ClipState.READY, **shown)
        storages["clips"].save(clip.name, ContentFile(content))


def test_sound_is_muted_at_first_and_kept_on_the_device(new_page, live_server, member, tmp_path):
    give_sound(member, tmp_path)
    page = new_page()
    open_desk(page, live_server, member)
    sound, volume = page.locator("[data-play=sound]"), page.locator("[data-play=volume]")
    if not page.locator("video[data-in-view]").count():  # the one pair without sound comes first
        page.keyboard.press("3")
    expect(sound).to_be_visible()
    expect(sound).to_have_attribute("aria-pressed", "false")
    eventually(page, lambda: page.evaluate(HEARD)[:2] == [True, 1])
    page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "true")
    eventually(page, lambda: page.evaluate(HEARD) == [False, 1, True])
    volume.fill("40")
    eventually(page, lambda: page.evaluate(HEARD) == [False, 0.4, True])
    page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    assert violations(page) == []
    page.reload()
    pair_shown(page)
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("]")  # browsers play no sound before a key
    page.keyboard.press("Space")
    eventually(page, lambda: page.evaluate(HEARD) == [False, 0.4, True])
    sound.click()
    eventually(page, lambda: page.evaluate(HEARD)[0] is True)
    expect(volume).to_have_value("0")

    bar, time = page.locator("[data-play=seek]"), page.locator("[data-play=time]")
    page.keyboard.press("Space")
    bar.fill("2500")
    expect(time).to_have_text("2.5 s / 3.0 s")
    page.evaluate(PRESS_AT_ONCE, ["r", " ", "]"])  # before the first frame is shown: the second, not one further
    expect(time).to_have_text("0.3 s / 3.0 s")
    bar.focus()
    page.keyboard.press("ArrowRight")  # one frame further: no other pair
    expect(time).to_have_text("0.5 s / 3.0 s")
    bar.fill("2500")
    expect(time).to_have_text("2.5 s / 3.0 s")
    press(page, "4")  # the bar in focus takes no key from the levels
    eventually(page, lambda: Score.objects.filter(relevance=4).exists())
    page.locator("[data-do=keys]").click()
    expect(page.locator("#keys")).to_contain_text("sound on or off")
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
