"""What the admin and then the lead do on the pages of a new campaign, step by step, until it is open."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import look, violations
from tests.browser.road.people import PASSWORD, SOON_MS
from tests.browser.road.platform import Served

HOME = "/c/films/"
CORPUS = f"{HOME}corpus/"
PAIRS = 3  # of a batch
BATCHES = 2
QUERIES = 2
CARD = {
    "licence": "CC-BY-4.0",
    "creators": "Ada Lovelace; Grace Hopper",
    "version": "1.0.0",
    "description": "Moving shapes.",
}


class Road:
    """A browser of the admin or the lead, who works in the last of `looks`; each page is looked at in all of them."""

    def __init__(self, page: Page, site: Served, looks: Sequence[tuple[str, int]]) -> None:
        self.page, self.site, self.looks = page, site, looks

    def go(self, address: str) -> None:
        """Go there, and look at the page."""
        self.page.goto(self.site.url + address)
        self.look()

    def look(self) -> None:
        """Nothing for axe to find, and nothing wider than the screen."""
        for scheme, width in self.looks:
            look(self.page, scheme, width)
            found = violations(self.page)
            assert found == [], (self.page.url, scheme, found)
            assert self.page.evaluate("document.documentElement.scrollWidth") <= width, (self.page.url, width)

    def click(self, name: str) -> None:
        """Press the button of that name, the first if there are several."""
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.page.wait_for_load_state()

    def told(self, words: str, place: str = ".message") -> None:
        """Wait until that is said there."""
        expect(self.page.locator(place).first).to_contain_text(words, timeout=SOON_MS)

    def wait_until(self, address: str, is_there: Callable[[Page], bool]) -> None:
        """Reload the page until that is true of it."""
        for _ in range(SOON_MS // 1000):
            self.page.goto(self.site.url + address)
            if is_there(self.page):
                return
            self.page.wait_for_timeout(1000)
        raise AssertionError(f"{address}: {self.page.locator('main').inner_text()}")


def first_admin(road: Road, kind: str = "grade") -> None:
    """The first visit of an empty platform, with the code that the server printed, and a new campaign."""
    page = road.page
    road.go("/")
    page.fill("[name=code]", road.site.code)
    page.fill("[name=worker_id]", "boss")
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", PASSWORD)
    road.click("Create admin")
    expect(page.locator("main")).to_contain_text("There is no campaign yet", timeout=SOON_MS)
    page.get_by_role("link", name="New campaign").click()
    page.fill("[name=title]", "Films")
    page.check(f"[name=kind][value={kind}]")
    page.select_option("[name=renditions]", "mp4")
    road.click("Create campaign")
    expect(page).to_have_url(f"{road.site.url}{CORPUS}setup/", timeout=SOON_MS)


def bring_material(road: Road, folder: Path) -> None:
    """Upload the videos and import their moments, whose lengths and numbers the platform fills in."""
    page, videos = road.page, sorted((folder / "videos").glob("*.mp4"))
    road.go(f"{CORPUS}setup/")
    page.locator("main").get_by_role("link", name="Video files").click()
    page.set_input_files("[data-uploads] input[type=file]", videos)
    page.click("text=Show the uploaded files", timeout=SOON_MS)
    expect(page.locator("[aria-labelledby=unnamed-heading] tbody tr")).to_have_count(len(videos), timeout=SOON_MS)
    page.get_by_role("link", name="Continue set-up").click()
    page.locator("main").get_by_role("link", name="Imports").click()
    page.set_input_files("[name=file]", folder / "moments.csv")
    road.click("Preview")
    road.look()
    expect(page.locator("[aria-labelledby=files-heading]")).to_contain_text(
        f"{len(videos)} of {len(videos)} videos have a file", timeout=SOON_MS
    )
    road.click("Import everything")
    road.told("is imported")


def make_pairs(road: Road) -> None:
    """Queries of the validation and the exam split, their candidates, and clips."""
    page = road.page
    for split, count in (("val", QUERIES), ("exam", 1)):
        road.go(f"{CORPUS}queries/?split={split}&count={count}&seed=1")
        page.click("text=/^Create [0-9]+ quer/")
        road.told("created")
    road.go(f"{CORPUS}candidates/")
    page.locator("[name=top]").first.fill(str(PAIRS * BATCHES))
    road.click("Rank candidates")
    road.told(f"{PAIRS * BATCHES * (QUERIES + 1)} pairs created for {QUERIES + 1} queries", "#step-job")
    road.go(f"{CORPUS}clips/")
    cut_clips(road)


def cut_clips(road: Road) -> None:
    """Order them on the page that is open, and wait until they are cut."""
    road.click("Cut clips")
    expect(road.page.locator("#clips-going")).to_contain_text("Last order", timeout=2 * SOON_MS)
    road.page.wait_for_load_state()


def write_texts(road: Road) -> None:
    """Guideline and consent."""
    for address, text in (("guideline/edit/", "Shapes and what they do count."), ("consent/edit/", "We store levels.")):
        road.go(HOME + address)
        road.page.fill("textarea[name=text]", text)
        road.page.locator("button[value=save]").click()
        road.told("ersion 1")


def write_rules(road: Road) -> None:
    """Guideline, consent, a tutorial with a practice pair, the protocol, and an exam of two pairs."""
    page = road.page
    write_texts(road)
    road.go(f"{HOME}protocol/")
    for name, value in (("batch_size", PAIRS), ("window", 2), ("grace_s", 0)):
        page.fill(f"[name={name}]", str(value))
    road.click("Save as version 2")
    road.go(f"{HOME}exam/make/")
    page.fill("[name=depth]", "2")
    page.check("[name=truth_kind][value=gold]")
    road.click("Create draft")
    for pair in page.locator(".bank-row").all():
        pair.locator("select").select_option("3")
        pair.locator("textarea").fill("Both shapes are there.")
    road.click("Save this page")
    road.click("Open the exam")
    road.told("The truth is frozen", "[aria-labelledby=next-heading]")
    road.go(f"{HOME}tutorial/edit/")
    page.get_by_role("button", name="Use for practice").first.click()
    page.select_option("[name=level]", "3")
    page.fill("[name=explanation]", "Both shapes are there.")
    page.locator("button[value=save]").click()
    road.told("ersion 1")


def make_lead(road: Road) -> str:
    """The link with which the new lead sets a password."""
    page = road.page
    road.go(f"{HOME}people/")
    page.fill("form[action$='/people/lead/'] [name=worker_id]", "lea")
    road.click("Make a lead")
    page.locator("details.acts summary").first.click()
    road.click("Reset password link")
    return page.locator("[data-link]").inner_text()


def invite(road: Road, people: int) -> str:
    """The link for so many annotators."""
    road.go(f"{HOME}people/")
    road.page.fill("[name=uses]", str(people))
    road.click("Create link")
    return road.page.locator("[data-link]").inner_text()


def open_campaign(road: Road, ready: str, opened: str) -> None:
    """Go to *Opening* from the set-up, and open; the checklist and then the job say so."""
    road.go(f"{CORPUS}setup/")
    road.page.get_by_role("link", name="Opening").last.click()
    expect(road.page.locator(".checks")).to_contain_text(ready, timeout=SOON_MS)
    road.click("Open the campaign")
    road.told(opened, "#step-job")


def open_for(road: Road, people: int) -> str:
    """Open the campaign; the link for so many annotators."""
    link = invite(road, people)
    opened = f"{QUERIES} queries opened with {2 * QUERIES * PAIRS} seats"
    open_campaign(road, "Every moment of a pair has a clip", opened)
    return link


def become_lead(lead: Road, reset: str, front: str) -> None:
    """Set a password by the link, and sign in; the page of the campaign where its lead begins opens."""
    page = lead.page
    page.goto(reset)
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", PASSWORD)
    lead.click("Set password")
    page.fill("[name=username]", "lea")
    page.fill("[name=password]", PASSWORD)
    lead.click("Sign in")
    expect(page).to_have_url(f"{lead.site.url}{HOME}{front}", timeout=SOON_MS)


def check_data(road: Road) -> None:
    """Settle, and check every rule: there is no breach."""
    road.go(f"{CORPUS}upkeep/")
    road.click("Settle now")
    road.click("Check the data")
    expect(road.page.locator("#step-body")).to_contain_text("No breach was found", timeout=SOON_MS)


def export_to(road: Road, folder: Path) -> Path:
    """Fill in the card and export in all formats; the downloaded ZIP file."""
    page = road.page
    road.go(f"{HOME}exports/")
    for name, value in CARD.items():
        page.fill(f"[name={name}]", value)
    road.click("Save the card")
    road.click("Export")
    with page.expect_download(timeout=2 * SOON_MS) as download:
        page.get_by_role("link", name=re.compile("^Download")).click(timeout=2 * SOON_MS)
    download.value.save_as(folder / "export.zip")
    return folder / "export.zip"
