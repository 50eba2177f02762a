"""From an empty platform to an open campaign by pages only, with two of the drawn videos and no command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from config.environment import ClipStorage, VideoRoot
from consensus.opening.services import open_ordered
from consensus.upkeep.services import check_ordered
from moments.clips.services.cutting import cut_ordered
from moments.demo.rendering import render_video
from moments.demo.rows import demo_rows
from moments.demo.scenes import demo_videos
from moments.models import Campaign
from moments.ranking.services.orders import rank_ordered
from tests.browser.at_desk import begin_session
from tests.browser.axe import on_screen_and_phone
from tests.factories import make_admin

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
VIDEOS = 2
CORPUS = "/c/films/corpus/"


@pytest.fixture
def material(settings, tmp_path: Path) -> Path:
    """A file of moments, beside the folder of their videos, which the platform has to be given."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    videos = demo_videos()[:VIDEOS]
    (tmp_path / "videos").mkdir()
    for video in videos:
        render_video(video, tmp_path / "videos")
    settings.VIDEO_ROOTS = ()
    settings.VIDEO_UPLOADS = VideoRoot(ClipStorage(tmp_path / "uploaded"))
    names = {video.name for video in videos}
    lines = [json.dumps(row) for row in demo_rows() if row["vid_name"] in names]
    (tmp_path / "moments.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def test_a_campaign_is_opened_without_a_command(new_page, live_server, material: Path) -> None:
    page = new_page(reduced_motion="reduce")
    begin_session(page, live_server, make_admin("boss"))

    def go(address: str) -> None:
        page.goto(live_server.url + address)
        assert on_screen_and_phone(page) == []

    go("/campaigns/new/")
    page.fill("[name=title]", "Films")
    page.fill("[name=slug]", "films")
    page.click("text=Create campaign")
    expect(page).to_have_url(f"{live_server.url}{CORPUS}setup/")
    assert on_screen_and_phone(page) == []

    go(f"{CORPUS}videos/")
    page.set_input_files("[data-uploads] input", sorted((material / "videos").glob("*.mp4")))
    page.click("text=Show the uploaded files")
    expect(page.locator("[aria-labelledby=unnamed-heading] tbody tr")).to_have_count(VIDEOS)
    assert on_screen_and_phone(page) == []
    go(f"{CORPUS}setup/")
    page.click("main a:text-is('Imports') >> nth=0")
    page.set_input_files("[name=file]", material / "moments.jsonl")
    page.select_option("[name=kind]", "moments")
    page.click("button:text-is('Preview')")
    expect(page.locator("[aria-labelledby=files-heading]")).to_contain_text("2 of 2 videos have a file there.")
    assert on_screen_and_phone(page) == []
    page.click("text=Import everything")
    expect(page.locator(".message").first).to_contain_text("is imported")

    go(f"{CORPUS}queries/")
    page.fill("[name=count]", "2")
    page.click("button:text-is('Preview')")
    assert on_screen_and_phone(page) == []
    page.click("text=Create 2 queries")
    page.fill("[name=text]", "Something round moves to the left")
    page.click("text=Add query")
    expect(page.locator(".message").first).to_contain_text("Query 3 created")

    go(f"{CORPUS}candidates/")
    page.locator("[name=top]").first.fill("6")
    page.click("button:text-is('Rank candidates')")
    expect(page.locator("#step-job")).to_contain_text("Waiting for a worker")
    assert on_screen_and_phone(page) == []
    rank_ordered(now=timezone.now())
    expect(page.locator("#step-job")).to_contain_text("18 pairs created for 3 queries")

    go(f"{CORPUS}clips/")
    expect(page.get_by_label("Where the videos are", exact=True)).to_have_value(str(material / "uploaded" / "films"))
    page.click("main button:text-is('Cut clips')")
    expect(page.locator(".message").first).to_contain_text("Cutting clips from")
    cut_ordered(now=timezone.now())
    expect(page.locator("#clips-going")).to_contain_text("Last order")
    page.wait_for_load_state()

    go("/c/films/protocol/")
    page.fill("[name=batch_size]", "6")
    page.fill("[name=window]", "2")
    page.click("text=Save as version 2")
    assert on_screen_and_phone(page) == []

    go(f"{CORPUS}opening/")
    expect(page.locator(".checks")).to_contain_text("Every moment of a pair has a clip")
    page.click("text=Open the campaign")
    open_ordered(now=timezone.now())
    expect(page.locator("#step-job")).to_contain_text("3 queries opened with 36 seats")
    assert on_screen_and_phone(page) == []
    assert Campaign.objects.get().status == "open"

    go(f"{CORPUS}upkeep/")
    page.click("button:text-is('Check the data')")
    check_ordered(now=timezone.now())
    expect(page.locator("#step-body")).to_contain_text(re.compile("No breach was found"))
    assert on_screen_and_phone(page) == []
    go(f"{CORPUS}copy/")
    go("/campaigns/restore/")
    go(CORPUS)
