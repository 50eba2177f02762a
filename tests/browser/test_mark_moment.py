"""A moment is marked on its video by keys, with the timeline of marking, and plays between its edges."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest
from django.utils import timezone
from playwright.sync_api import expect

from config.environment import ClipStorage, VideoRoot
from moments.clips.services.source_proxies import prepare_ordered
from moments.models import Moment, Video
from tests.browser.at_desk import begin_session, eventually
from tests.browser.desk.test_desk_accessible import violations
from tests.factories import make_admin, make_campaign

DRAWN = "document.querySelector('[data-film]').getContext('2d').getImageData(5, 5, 1, 1).data[3] > 0"
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_moment_is_marked_by_keys(new_page, live_server, settings, tmp_path: Path) -> None:
    settings.VIDEO_ROOTS = (VideoRoot(ClipStorage(tmp_path)),)
    drawn = ["-f", "lavfi", "-i", "testsrc=s=128x72:r=10", "-t", "6", "-pix_fmt", "yuv420p", "-preset", "ultrafast"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *drawn, "-movflags", "+faststart"]
    subprocess.run([*command, str(tmp_path / "film.mp4")], check=True)
    campaign = make_campaign()
    video = Video.objects.create(campaign=campaign, name="film", duration_s=6.0)
    page = new_page(viewport={"width": 390, "height": 900}, color_scheme="dark", reduced_motion="reduce")
    begin_session(page, live_server, make_admin("boss"))
    here = f"{live_server.url}/c/films/corpus/videos/{video.pk}/mark/"
    page.goto(here)
    expect(page.locator("#preparing")).to_contain_text("Waiting for a worker")
    assert violations(page) == []
    prepare_ordered(now=timezone.now())
    page.wait_for_selector("[data-lane-player][data-mode=ready]")  # the page goes on automatically
    eventually(page, lambda: page.evaluate(DRAWN))
    page.locator("main").click(position={"x": 5, "y": 5})
    for key in ("ArrowUp", "s", "ArrowUp", "ArrowRight", "e"):
        page.keyboard.press(key)
    expect(page.locator("[data-start]")).to_have_text("0:01.000")
    expect(page.locator("[data-end]")).to_have_text("0:02.200")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.fill("[name=description]", "The squares move.")
    page.click("text=Add the moment")
    expect(page.locator(".message").first).to_contain_text("Moment 1 was added.")
    moment = Moment.objects.get()
    assert (moment.start_s, moment.end_s, moment.description) == (1.0, 2.2, "The squares move.")

    page.goto(f"{here}?moment=1")
    page.wait_for_selector("[data-lane-player][data-mode=ready]")
    expect(page.locator("[data-start]")).to_have_text("0:01.000")
    page.locator("[data-do=frameBack]").click()
    page.locator("[data-edge=start]").click()
    page.fill("[name=reason]", "it began early")
    page.click("text=Change the times")
    expect(page.locator(".message").first).to_contain_text("Moment 1 has new times.")
    moment.refresh_from_db()
    assert moment.end_s == 2.2
    assert moment.start_s < 1.0
