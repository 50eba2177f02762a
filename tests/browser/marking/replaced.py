"""A whole video that is cut again while somebody works with it: its files get other names, the old ones are gone."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, expect

from annotator.models import Membership
from tests.browser.marking.stub import Stub
from tests.moments.clips.scenes import cut

TOLD = "This video was made again"
TWO_TABS = "This video is open in another tab too."


def cut_again(member: Membership, film: Stub, folder: Path) -> None:
    """By the cutter, from the film that it was cut from."""
    moment = member.campaign.moments.select_related("video").get()
    source = film.video.filmstrip.sheets[0].parent / "uneven.mp4"
    shutil.copy(source, folder / f"{moment.video.name}.mp4")
    report = cut(member.campaign, folder, again=[moment.desc_id])
    assert (report.ready, report.failed, report.corrected) == (1, [], [])


def miss_video(desk: Page) -> None:
    """The video in view fails as it does for a stretch that the browser has not fetched yet: its file is gone."""
    desk.evaluate("document.querySelector('[data-part=video]').src = '/clips/gone.mp4'")


def is_told(desk: Page, words: str = TOLD) -> None:
    """Once."""
    expect(desk.locator("[data-part=notices] .notice").filter(has_text=words)).to_have_count(1)
