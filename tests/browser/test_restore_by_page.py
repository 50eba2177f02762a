"""An archive that a worker restores while the page shows it, and a place of videos that is given to leads."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from archive.restoring.services.orders import restore_ordered
from archive.writing.services import archive_campaign
from config.clip_storage import ClipStorage, VideoRoot
from tests.browser.at_desk import begin_session
from tests.browser.axe import violations
from tests.factories import make_admin, make_campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTH = 390


@pytest.fixture
def material(settings, tmp_path: Path) -> Path:
    """A folder of the server, with the file of a video in it."""
    settings.DATA_DIR = tmp_path / "data"
    settings.VIDEO_UPLOADS = VideoRoot(ClipStorage(tmp_path / "uploaded"))
    (tmp_path / "server/videos").mkdir(parents=True)
    (tmp_path / "server/videos/film.mp4").write_bytes(b"film")
    return tmp_path / "server"


def clean(page: Page) -> None:
    """Nothing for axe to find, and nothing that is wider than the screen."""
    assert violations(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH, page.url


def test_an_admin_watches_a_restore_and_gives_leads_a_place(
    new_page, live_server, material: Path, settings, tmp_path: Path
) -> None:
    settings.VIDEO_ROOTS = (VideoRoot(ClipStorage(material)),)
    archive_campaign(campaign=make_campaign("films"), out=tmp_path / "films.reelevance")
    page = new_page(color_scheme="dark", viewport={"width": WIDTH, "height": 900}, reduced_motion="reduce")
    begin_session(page, live_server, make_admin("boss"))
    page.goto(f"{live_server.url}/campaigns/restore/")
    clean(page)
    page.set_input_files("[name=file]", tmp_path / "films.reelevance")
    page.fill("[name=slug]", "again")
    page.click("button:text-is('Restore campaign')")
    expect(page.locator("#restore-job")).to_contain_text("Waiting for a worker")
    clean(page)
    restore_ordered(now=timezone.now())
    expect(page.get_by_role("link", name="Open again")).to_be_visible(timeout=15_000)
    clean(page)
    page.goto(f"{live_server.url}/c/again/corpus/videos/")
    page.fill("[aria-labelledby=given-heading] [name=place]", str(material / "videos"))
    page.click("text=Give to leads")
    expect(page.locator("[aria-labelledby=given-heading] li")).to_contain_text(str(material / "videos"))
    clean(page)
