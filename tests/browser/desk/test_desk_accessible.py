"""Everybody can work here: by keyboard, with a screen reader, on a phone, in light and dark, without motion."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import expect

from annotator.guideline.services import save_guideline
from annotator.models import Problem
from annotator.problems.services.resolving import answer_question
from moments.models import Query
from tests.browser.at_desk import all_saved, in_view, open_desk, pair_shown, press, sign_in, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]
WCAG = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = [{"width": 1440, "height": 900}, {"width": 1366, "height": 650}, {"width": 390, "height": 844}]
BOX = "(element) => { const box = element.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; }"


def violations(page) -> list[str]:
    found = Axe().run(page, options=WCAG).response["violations"]
    return [f"{rule['id']}: {node['target']}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])  # the widest and a phone
def test_axe_finds_nothing_in_any_state(new_page, live_server, member, scheme, size):
    page = new_page(color_scheme=scheme, viewport=size, reduced_motion="reduce")
    page.context.set_default_timeout(45000)
    open_desk(page, live_server, member)
    assert violations(page) == []
    page.keyboard.press("x")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.click("[data-do=keys]")
    page.check("#keys [value=own]")
    assert violations(page) == []
    page.check("#keys [value=digits]")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    press(page, "3")
    all_saved(page)
    page.keyboard.press("ArrowLeft")
    pair_shown(page, "none")
    assert violations(page) == []
    page.context.set_offline(True)
    page.keyboard.press("2")
    expect(page.locator("[data-part=trouble]")).to_be_visible()
    assert violations(page) == []


def test_axe_finds_nothing_in_the_rarer_dialogs(new_page, live_server, member):
    page = new_page(reduced_motion="reduce")
    open_desk(page, live_server, member)
    page.keyboard.press("x")
    page.check("#report [value=question]")
    page.fill("#report textarea", "Why?")
    page.keyboard.press("Enter")
    all_saved(page)
    answer_question(problem=Problem.objects.get(), answer="Because.", now=timezone.now())
    save_guideline(
        campaign=member.campaign,
        text="Puddles count.",
        renewed=True,
        actor="test",
        now=timezone.now(),
        seen_version=None,
    )
    page.reload()
    pair_shown(page)
    expect(page.locator("#guideline")).to_contain_text("Puddles count.")
    assert violations(page) == []
    page.click("[data-part=unread]")
    page.click("[data-part=news]")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.evaluate("document.getElementById('sign-in').showModal()")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.route("**/api/v1/**", lambda route: route.abort())
    press(page, "3")
    page.click(".bar-person button")
    assert violations(page) == []


def test_axe_finds_nothing_where_there_is_nothing_to_do_or_to_see(page, live_server, member):
    page.route("**/clips/**", lambda route: route.abort())
    sign_in(page, live_server, member)
    page.wait_for_selector("body[data-mode=broken]", timeout=30000)
    assert violations(page) == []
    Query.objects.update(text="word " * 1000)
    for seat in list(member.seats.all()):
        seat.pair.parked = True
        seat.pair.save()
    page.reload()
    expect(page.locator("[data-part=empty-title]")).to_be_visible()
    assert violations(page) == []


def test_levels_have_names_that_say_it_all(page, live_server, member):
    open_desk(page, live_server, member)
    names = [page.locator(f'[data-level="{n}"]').get_attribute("aria-label") for n in range(5)]
    assert names[3] == "3, Close: Fits except for a detail or extra footage"
    assert [name[:2] for name in names] == ["0,", "1,", "2,", "3,", "4,"]


def test_tab_reaches_everything_with_a_visible_focus(page, live_server, member):
    open_desk(page, live_server, member)
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(
            """() => {
              const at = document.activeElement;
              const data = at.dataset;
              const name = data.level ?? data.do ?? data.play ?? data.part ?? at.className;
              return [name, getComputedStyle(at).outlineWidth];
            }"""
        )
        assert outline == "3px", name
        reached.append(name)
        if name == "report":
            break
    for wanted in ["guideline", "keys", "query-box", "toggle", "restart", "back", "0", "1", "2", "3", "4", "report"]:
        assert wanted in reached
    page.locator('[data-level="2"]').focus()
    before = in_view(page)
    page.keyboard.press("Enter")
    pair_shown(page, before)
    all_saved(page)
    assert stored() == {before: 2}
    assert page.evaluate("document.activeElement.dataset.level") == "2"


def test_live_regions_do_not_chatter(page, live_server, member):
    open_desk(page, live_server, member)
    page.wait_for_timeout(2500)
    page.evaluate(
        """() => {
          window.announced = [];
          for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log]")) {
            new MutationObserver(() => {
              if (region.textContent.trim()) window.announced.push(region.textContent.trim());
            }).observe(region, { childList: true, subtree: true, characterData: true });
          }
        }"""
    )
    page.wait_for_timeout(1000)
    press(page, "1")
    all_saved(page)
    announced = page.evaluate("window.announced")
    assert [words for words in announced if not words.startswith("query text")] in ([], [announced[-1]])
    assert len(announced) <= 3


def test_less_motion_is_respected(new_page, live_server, member):
    page = new_page(reduced_motion="reduce")
    open_desk(page, live_server, member)
    expect(page.locator("[data-play=toggle]")).to_have_attribute("aria-pressed", "true")
    first = press(page, "3")
    all_saved(page)
    assert stored() == {first: 3}


@pytest.mark.parametrize("height", [844, 664])
def test_on_a_phone_the_clip_is_in_view_and_the_levels_are_under_the_thumb(new_page, live_server, member, height):
    page = new_page(**{**PHONE, "viewport": {"width": 390, "height": height}})
    first = open_desk(page, live_server, member)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight && scrollX + scrollY === 0")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    left, top, right, bottom = page.locator("[data-part=stage]").evaluate(BOX)
    assert (left, right) == (0, 390)
    assert top >= 0
    assert bottom - top >= 120
    boxes = [page.locator(f'[data-level="{n}"]').evaluate(BOX) for n in range(5)]
    assert all(box[2] - box[0] >= 44 and box[3] - box[1] >= 44 for box in boxes)
    assert max(box[3] for box in boxes) <= height
    assert max(box[3] for box in boxes) >= height - 60
    page.locator('[data-level="3"]').tap()
    pair_shown(page, first)
    all_saved(page)
    assert stored() == {first: 3}


@pytest.mark.parametrize(
    "words",
    [
        "walks",
        " ".join(["word"] * 1000),
        "x" * 5000,
        "\u202ertl \u2067evil",
        "🕺🏽" * 300,
        "<img src=x onerror=alert(1)>",
    ],
)
def test_any_query_is_shown_as_text_and_fits_every_screen(page, live_server, member, words):
    Query.objects.update(text=words)
    open_desk(page, live_server, member)
    assert page.locator("[data-part=query]").text_content() == words
    assert page.locator("[data-part=query]").evaluate("(element) => getComputedStyle(element).unicodeBidi") == "isolate"
    for size in [*SIZES, {"width": 1280, "height": 600}, {"width": 800, "height": 600}]:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
        assert page.locator('[data-level="4"]').evaluate(BOX)[3] <= size["height"], size
        stage = page.locator("[data-part=stage]").evaluate(BOX)
        assert stage[3] - stage[1] >= 100, size
