"""From an empty platform to a released dataset of twins: by pages, without a command and without /admin/."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.road.people import SOON_MS, agree
from tests.browser.road.platform import GROWING, growing_shapes, served
from tests.browser.road.steps import (
    CARD,
    CORPUS,
    HOME,
    Road,
    become_lead,
    bring_material,
    check_data,
    cut_clips,
    export_to,
    first_admin,
    invite,
    make_lead,
    open_campaign,
    write_texts,
)
from tests.browser.road.watchers import Watchers

pytestmark = [pytest.mark.browser, pytest.mark.long]
PEOPLE = 4
CLIPS = len(GROWING)
LOOKS = (("dark", 390),)  # tests/browser/pages looks at every page of twins in all ways
RULES = {"most_returns": "1", "lookalike_share": "0", "grace_s": "0"}


def test_an_empty_platform_becomes_a_released_dataset_of_twins(new_page: Callable[..., Page], tmp_path: Path) -> None:
    folder = growing_shapes(tmp_path / "material")
    with served(tmp_path / "data") as site:
        visited: list[str] = []
        failed: list[str] = []
        pages = [new_page(reduced_motion="reduce") for _ in range(PEOPLE + 2)]
        for page in pages:
            page.on("request", lambda request: visited.append(request.url))
            page.on("response", lambda answer: note(failed, answer))
        admin, lead = (Road(page, site, LOOKS) for page in pages[:2])
        people = pages[2:]
        first_admin(admin, "twin")
        become_lead(lead, make_lead(admin), "inbox/")
        bring_material(lead, folder)
        make_twins(lead)
        write_texts(lead)
        choose_rules(lead)
        link = invite(lead, PEOPLE)
        for person in people:
            agree(person, link)
        qualify(lead)
        open_campaign(lead, "clips", f"{CLIPS} pairs of twins")
        watchers = Watchers(CLIPS)
        work_until(lead, people, watchers, "decisions/captions/", "[data-card]")
        accept(lead)
        work_until(lead, people, watchers, "splits/", "dl.facts:has-text('Pairs of twins2')")
        assert watchers.faults == []
        assert len(watchers.grounds) == CLIPS
        assert watchers.done["returned"] == 1
        draw(lead)
        check_data(lead)
        look_into(export_to(lead, tmp_path))
        for address in ("campaign/", "agreement/"):
            lead.go(HOME + address)
        assert failed == []
        assert not [url for url in visited if "/admin/" in url]


def note(failed: list[str], answer: Response) -> None:
    """Remember an answer that says that something is wrong."""
    if answer.status >= 400:
        failed.append(f"{answer.status} {answer.url}")


def make_twins(lead: Road) -> None:
    """By the page *Clips*: twins, and the clips of both directions."""
    lead.go(f"{CORPUS}clips/")
    lead.click("Make twins")
    lead.look()
    cut_clips(lead)
    lead.look()


def choose_rules(lead: Road) -> None:
    """One checker, one return, no look-alikes, and no time in which to change an answer."""
    lead.go(f"{HOME}twin-rules/")
    lead.page.select_option("[name=checkers]", "1")
    for name, value in RULES.items():
        lead.page.fill(f"[name={name}]", value)
    lead.click("Save as version 2")
    lead.look()


def qualify(lead: Road) -> None:
    """All who joined, as there is no exam."""
    lead.go(f"{HOME}people/")
    lead.click(f"Qualify these {PEOPLE} people")
    lead.look()


def work_until(lead: Road, people: list[Page], watchers: Watchers, address: str, there: str) -> None:
    """Let one after the other do what the desk has, until the lead's page shows that."""

    def has_come(page: Page) -> bool:
        for person in people:
            watchers.work(person, f"{lead.site.url}{HOME}twins/")
        return bool(page.locator(there).count())

    lead.wait_until(HOME + address, has_come)


def accept(lead: Road) -> None:
    """Accept the caption whose second version was assigned wrongly."""
    lead.go(f"{HOME}decisions/captions/")
    page = lead.page
    page.wait_for_selector("[data-card][aria-current]")
    page.keyboard.press("i")
    page.keyboard.press("f")
    expect(page.locator("[data-log] > li").first).to_contain_text("accepted by you", timeout=SOON_MS)
    lead.look()


def draw(lead: Road) -> None:
    """Two clips in validation and two in test; the single clip stays in training."""
    lead.go(f"{HOME}splits/")
    for name in ("val", "test"):
        lead.page.fill(f"[name={name}]", "2")
    lead.click("Preview")
    lead.look()
    lead.click("Draw these splits")
    lead.told("The splits have been drawn: 1 in training, 2 in validation, 2 in test.")
    lead.look()


def look_into(export: Path) -> None:
    """Each clip stands in its split with its caption and its twin, and the card says what the lead entered."""
    with ZipFile(export) as dataset:
        names = [name.partition("/")[2] for name in dataset.namelist()]
        rows = {split: json.loads(dataset.read(f"films/rtime/{split}.json")) for split in ("train", "val", "test")}
        card = dataset.read("films/README.md").decode()
    assert "manifest.json" in names
    assert {split: len(clips) for split, clips in rows.items()} == {"train": 1, "val": 2, "test": 2}
    for split, clips in rows.items():
        for clip in clips:
            assert clip["split"] == split
            assert ("grows larger" in clip["caption"]) == (clip["direction"] == "forward"), clip
        twins = {clip["vid"]: clip["reverse"] for clip in clips}
        assert split == "train" or all(twins[twins[vid]] == vid for vid in twins)
    assert rows["train"][0]["reverse"] is None
    assert all(value.split(";")[0] in card for value in CARD.values()), card
