"""From an empty platform to a released dataset and a scored run: by pages, without a command and without /admin/."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.at_desk import all_saved, pair_shown, press
from tests.browser.road.people import SOON_MS, Opinions, answer_exam, join, pair_of, score_all
from tests.browser.road.platform import material, served
from tests.browser.road.steps import (
    BATCHES,
    CARD,
    CORPUS,
    HOME,
    PAIRS,
    QUERIES,
    Road,
    become_lead,
    bring_material,
    check_data,
    export_to,
    first_admin,
    make_lead,
    make_pairs,
    open_for,
    write_rules,
)

pytestmark = [pytest.mark.browser, pytest.mark.long]
PEOPLE = 4
SCREEN, PHONE = ("light", 1440), ("dark", 390)


def test_an_empty_platform_becomes_a_released_dataset(new_page: Callable[..., Page], tmp_path: Path) -> None:
    folder = material(tmp_path / "material")
    with served(tmp_path / "data") as site:
        visited: list[str] = []
        admin, lead = (Road(new_page(reduced_motion="reduce"), site, (PHONE, SCREEN)) for _ in range(2))
        for road in (admin, lead):
            road.page.on("request", lambda request: visited.append(request.url))
        first_admin(admin)
        become_lead(lead, make_lead(admin), "review/")
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
    check_data(lead)
    with ZipFile(export_to(lead, folder)) as dataset:
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
