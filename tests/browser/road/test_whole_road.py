"""From an empty platform to a released dataset and a scored run: by pages, without a command and without /admin/."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.at_desk import all_saved, pair_shown, press
from tests.browser.road.people import PASSWORD, SOON_MS, Opinions, answer_exam, join, pair_of, score_all
from tests.browser.road.platform import material, served
from tests.browser.road.steps import (
    BATCHES,
    CORPUS,
    HOME,
    PAIRS,
    QUERIES,
    Road,
    bring_material,
    first_admin,
    make_lead,
    make_pairs,
    open_for,
    write_rules,
)

pytestmark = [pytest.mark.browser, pytest.mark.long]
PEOPLE = 4
SCREEN, PHONE = ("light", 1440), ("dark", 390)
CARD = {
    "licence": "CC-BY-4.0",
    "creators": "Ada Lovelace; Grace Hopper",
    "version": "1.0.0",
    "description": "Moving shapes.",
}


def test_an_empty_platform_becomes_a_released_dataset(new_page: Callable[..., Page], tmp_path: Path) -> None:
    folder = material(tmp_path / "material")
    with served(tmp_path / "data") as site:
        visited: list[str] = []
        admin, lead = (Road(new_page(reduced_motion="reduce"), site, (PHONE, SCREEN)) for _ in range(2))
        for road in (admin, lead):
            road.page.on("request", lambda request: visited.append(request.url))
        first_admin(admin)
        become_lead(lead, make_lead(admin))
        bring_material(lead, folder)
        make_pairs(lead)
        write_rules(lead)
        link = open_for(lead, PEOPLE)
        people = [new_page(reduced_motion="reduce") for _ in range(PEOPLE)]
        for person in people:
            join(person, link)
        for person in people:
            answer_exam(person, site.url)
        opinions = Opinions()
        score_by_keys(people[0], site.url, opinions)
        score_until(people, opinions, lead, lambda page: page.locator("[data-card]").count() == QUERIES)
        decide(lead, people, opinions)
        release(lead, tmp_path)
        for address in ("/campaigns/restore/", "/"):
            admin.go(address)
        assert not [url for url in visited if "/admin/" in url]


def become_lead(lead: Road, reset: str) -> None:
    """Set a password by the link, and sign in."""
    page = lead.page
    page.goto(reset)
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", PASSWORD)
    lead.click("Set password")
    page.fill("[name=username]", "lea")
    page.fill("[name=password]", PASSWORD)
    lead.click("Sign in")
    expect(page).to_have_url(f"{lead.site.url}{HOME}review/", timeout=SOON_MS)


def score_by_keys(page: Page, url: str, opinions: Opinions) -> None:
    """The first pairs of one person at the desk, each by its key."""
    seats: dict[str, tuple[str, str]] = {}

    def note(response: Response) -> None:
        if "/api/v1/" in response.url and response.request.method == "POST" and response.ok:
            for seat in response.json().get("seats", []):
                if "query" in seat:
                    seats[seat["id"]] = pair_of(seat)

    page.on("response", note)
    page.goto(f"{url}{HOME}score/")
    page.get_by_role("button", name="I have read it").click()
    shown = pair_shown(page)
    for _ in range(PAIRS - 1):
        before = shown
        press(page, str(opinions.next(seats[shown])))
        shown = page.locator("body").get_attribute("data-pair")
        assert shown != before
    all_saved(page)
    page.remove_listener("response", note)
    page.goto(f"{url}{HOME}start/")


def score_until(people: list[Page], opinions: Opinions, lead: Road, is_over: Callable[[Page], bool]) -> None:
    """Let all of them score until that is true of the lead's review."""

    def has_come(page: Page) -> bool:
        for person in people:
            score_all(person, opinions)
        return is_over(page)

    lead.wait_until(f"{HOME}review/", has_come)


def decide(lead: Road, people: list[Page], opinions: Opinions) -> None:
    """Adjudicate what the rule discarded, extend one query, have its second batch scored, close both."""
    page, lead.looks = lead.page, (SCREEN, PHONE)
    lead.go(f"{HOME}decisions/discarded/")
    page.wait_for_selector("[data-card][aria-current]")
    page.keyboard.press("3")
    page.keyboard.press("a")
    expect(page.locator("[data-log] > li").first).to_contain_text("adjudicated as 3 by you", timeout=SOON_MS)
    lead.go(f"{HOME}review/")
    page.wait_for_selector("[data-card][aria-current]")
    page.keyboard.press("e")
    expect(page.locator("[data-card]:visible")).to_have_count(QUERIES - 1, timeout=SOON_MS)
    page.keyboard.press("c")
    expect(page.locator("[data-empty]")).to_be_visible(timeout=SOON_MS)
    pairs = f"{(QUERIES + 1) * PAIRS} of {(QUERIES + 1) * PAIRS}"  # the last batch of a query closes without a lead
    score_until(people, opinions, lead, lambda page: pairs in page.locator(".facts").inner_text())
    lead.go(f"{HOME}agreement/")
    lead.go(f"{HOME}campaign/")


def release(lead: Road, folder: Path) -> None:
    """Check the data, fill in the card, export, download, and score the export's own run."""
    page = lead.page
    lead.go(f"{CORPUS}upkeep/")
    lead.click("Settle now")
    lead.click("Check the data")
    expect(page.locator("#step-body")).to_contain_text("No breach was found", timeout=SOON_MS)
    lead.go(f"{HOME}exports/")
    for name, value in CARD.items():
        page.fill(f"[name={name}]", value)
    lead.click("Save the card")
    lead.click("Export")
    with page.expect_download(timeout=2 * SOON_MS) as download:
        page.get_by_role("link", name=re.compile("^Download")).click(timeout=2 * SOON_MS)
    with ZipFile(download.value.path()) as dataset:
        labels, extra = (json.loads(dataset.read(f"films/{name}.json")) for name in ("val", "adjudicated"))
        card = dataset.read("films/README.md").decode()
        (folder / "mine.trec").write_bytes(dataset.read("films/similarity/val.trec"))
    assert (len(labels), len(extra)) == (QUERIES * PAIRS + (BATCHES - 1) * PAIRS - 1, 1)
    assert all(value.split(";")[0] in card for value in CARD.values()), card
    lead.go(f"{HOME}runs/")
    lead.click("Update labels now")
    page.fill("[name=name]", "mine")
    page.set_input_files("[name=file]", folder / "mine.trec")
    lead.click("Upload")
    row = page.locator("tr", has=page.get_by_role("link", name="mine", exact=True))
    lead.wait_until(f"{HOME}runs/", lambda page: "scored" in row.inner_text() if row.count() else False)
    lead.look()
    for address in (f"{CORPUS}copy/", CORPUS):
        lead.go(address)
