"""Every page of a grading campaign, and of the platform, on a wide screen and on a phone, in light and dark."""

from __future__ import annotations

import pytest

from tests.browser.axe import on_screen_and_phone
from tests.browser.pages.graded import graded_world
from tests.browser.pages.opening import faults_in
from tests.browser.pages.test_marked_pages import ONLY_MARKED
from tests.browser.pages.test_twin_pages import ONLY_TWINS

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

# Routes that give nobody a page on a campaign in full work; a new route that gives none must be here with its reason.
NO_PAGE = {
    **dict.fromkeys(("clip", "clip-part", "poster", "illustration", "report-file"), "bytes of one file"),
    **dict.fromkeys(("agreement-figure", "runs-figure", "compare-figure"), "a picture to download"),
    **dict.fromkeys(("measures-figure", "stability-figure"), "a picture to download"),
    **dict.fromkeys(("runs-table", "run-table", "compare-table"), "a table to download"),
    **dict.fromkeys(("measures-table", "stability-table"), "a table to download"),
    **dict.fromkeys(("run-sample", "report-download", "corpus-upkeep-download"), "a file to download"),
    "pairs-view": "sends on to the table of pairs",
    "first-admin": "only there before anybody has an account: see below",
    "metrics": "for programs, with a token",
}


def test_no_page_has_a_fault_and_no_route_is_forgotten(new_page, live_server, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    faults, without = faults_in(new_page, live_server, graded_world())
    assert faults == []
    assert without == {*NO_PAGE, *ONLY_MARKED, *ONLY_TWINS}


def test_the_page_before_the_first_account_has_no_fault(new_page, live_server):
    page = new_page(reduced_motion="reduce")
    page.goto(f"{live_server.url}/first-admin/")
    assert on_screen_and_phone(page) == []
