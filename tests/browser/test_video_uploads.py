"""An upload that is cut at its last part, goes on after the page is opened again, and has two tabs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from config.environment import ClipStorage, VideoRoot
from console.material.selectors import uploads as selectors
from console.material.views import uploads
from moments.material import storage
from moments.material.services import uploads as service
from moments.models import VideoUpload
from tests.browser.at_desk import begin_session
from tests.factories import make_admin, make_campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PART_BYTES = 64 * 1024
PAGE = "/c/films/corpus/videos/"
FILM = b"\0\0\0\x20ftypisom" + bytes(range(256)) * (2 * PART_BYTES // 256)  # three parts, the last a short one


@pytest.fixture
def film(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A video of three parts, which are small ones here."""
    for module in (selectors, uploads, storage, service):
        monkeypatch.setattr(module, "PART_BYTES", PART_BYTES)
    settings.VIDEO_ROOTS = ()
    settings.VIDEO_UPLOADS = VideoRoot(ClipStorage(tmp_path / "in"))
    path = tmp_path / "Street 7.MP4"
    path.write_bytes(FILM)
    return path


def choose(page: Page, film: Path) -> None:
    page.set_input_files("[data-uploads] input", film)


def test_an_upload_cut_at_its_last_part_goes_on_in_two_tabs(new_page, live_server, film: Path, tmp_path: Path) -> None:
    make_campaign()
    page = new_page()
    begin_session(page, live_server, make_admin("boss"))
    page.goto(live_server.url + PAGE)
    last = re.compile(rf"offset={2 * PART_BYTES}$")
    page.route(last, lambda route: route.abort())
    choose(page, film)
    expect(page.locator(".upload-text")).to_contain_text("The connection is lost. Trying again in 1 s.")
    assert VideoUpload.objects.get().received == 2 * PART_BYTES
    page.unroute(last)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("about:blank")  # the tab is lost

    again, beside = page, page.context.new_page()
    for tab in (again, beside):
        tab.goto(live_server.url + PAGE)
        expect(tab.locator(".upload-kept")).to_contain_text("(99%); choose it again to continue")
    requests: list[str] = []
    again.on("request", lambda request: requests.append(request.url) if request.method == "PUT" else None)
    choose(again, film)
    expect(again.locator(".upload-text")).to_have_text("Uploaded as Street 7.mp4")
    assert [url.partition("offset=")[2] for url in requests] == [str(2 * PART_BYTES)]
    choose(beside, film)
    expect(beside.locator(".upload-text")).to_contain_text("Street 7.mp4 was uploaded already")
    assert (tmp_path / "in" / "films" / "Street 7.mp4").read_bytes() == FILM
    again.click("text=Show the uploaded files")
    expect(again.locator("[aria-labelledby=unnamed-heading] tbody")).to_contain_text("Street 7.mp4")
