"""An admin orders an export with clips, sees what that takes, and cancels it."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from moments.models import CutOrder
from tests.browser.at_desk import begin_session
from tests.browser.axe import LOOKS, in_looks, on_screen_and_phone
from tests.consensus.export.marking.scenes import marked_campaign
from tests.consensus.export.marking.test_compare_questions import change
from tests.factories import NOW, made_export, make_admin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_export_with_clips_is_ordered_and_cancelled(new_page, live_server, settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path / "data"
    videos = tmp_path / "videos"
    videos.mkdir()
    CutOrder.objects.create(campaign=marked_campaign(), source=str(videos), ordered_at=NOW, finished_at=NOW)
    page = new_page(reduced_motion="reduce")
    begin_session(page, live_server, make_admin("boss"))
    page.goto(f"{live_server.url}/c/long/exports/")
    expect(page.get_by_label("Where the videos are")).to_have_value(str(videos))
    assert in_looks(page, LOOKS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_label("Cut all clips").check()
    page.get_by_role("button", name="Export", exact=True).click()
    expect(page.get_by_text("Export 1 is being created.")).to_contain_text("expected. It appears below")
    expect(page.locator("#export-history")).to_contain_text("with clips:")
    assert in_looks(page, LOOKS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#export-history")).to_contain_text("Cancelled by admin")


def test_two_exports_are_compared(new_page, live_server, settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path / "data"
    campaign = marked_campaign()
    made_export(campaign, formats=["momentseeker"])
    change(campaign)
    made_export(campaign, formats=["momentseeker"], partial=True)
    page = new_page(reduced_motion="reduce")
    begin_session(page, live_server, make_admin("boss"))
    page.goto(f"{live_server.url}/c/long/exports/")
    assert on_screen_and_phone(page) == []
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".table-frame").first).to_contain_text("10.0–20.0")
    expect(page.locator(".table-frame").last).to_contain_text("big house")
    assert on_screen_and_phone(page) == []
