"""Everybody can work here: by keyboard, with a screen reader, on a phone, in light and dark, without motion."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from annotator.guideline.services import save_guideline
from annotator.models import Problem
from annotator.problems.services.resolving import answer_question
from moments.models import Query
from tests.browser.at_desk import (
    all_saved,
    in_view,
    open_desk,
    pair_shown,
    press,
    sign_in,
    stored,
    wait_for_held_clips,
)
from tests.browser.axe import in_light_and_dark, violations
from tests.browser.conftest import at_work

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = [{"width": 1440, "height": 900}, {"width": 1366, "height": 650}, {"width": 390, "height": 844}]
BOX = "(element) => { const box = element.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; }"


@pytest.mark.parametrize(("size", "scheme"), [(SIZES[0], "light"), (SIZES[-1], "dark")])  # a phone loads it dark
def test_axe_finds_nothing_in_any_state(new_page, live_server, member, size, scheme):
    page = new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page.context.set_default_timeout(45000)
    open_desk(page, live_server, member)
    assert in_light_and_dark(page) == []
    page.keyboard.press("x")
    assert in_light_and_dark(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert in_light_and_dark(page) == []
    page.keyboard.press("Escape")
    page.click("[data-do=keys]")
    page.check("#keys [value=own]")
    assert in_light_and_dark(page) == []
    page.check("#keys [value=digits]")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    press(page, "3")
    all_saved(page)
    page.keyboard.press("ArrowLeft")
    pair_shown(page, "none")
    assert in_light_and_dark(page) == []
    page.context.set_offline(True)
    page.keyboard.press("2")
    expect(page.locator("[data-part=trouble]")).to_be_visible()
    assert in_light_and_dark(page) == []


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
    page.wait_for_selector("body[data-mode=broken]")
    assert violations(page) == []
    Query.objects.update(text="word " * 1000)
    for seat in list(member.seats.all()):
        seat.pair.parked = True
        seat.pair.save()
    page.reload()
    expect(page.locator("[data-part=empty-title]")).to_be_visible()
    assert violations(page) == []


def test_levels_have_whole_names_and_tab_reaches_everything_with_a_visible_focus(page, live_server, member):
    open_desk(page, live_server, member)
    names = [page.locator(f'[data-level="{n}"]').get_attribute("aria-label") for n in range(5)]
    assert names[3] == "3, Close: Fits except for a detail or extra footage"
    assert [name[:2] for name in names] == ["0,", "1,", "2,", "3,", "4,"]
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
    wait_for_held_clips(page, member)
    page.evaluate(
        """() => {
          window.announced = [];
          const regions = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]";
          for (const region of document.querySelectorAll(regions)) {
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


def test_on_a_phone_the_clip_is_in_view_and_the_levels_are_under_the_thumb(new_page, live_server, member):
    page = new_page(**PHONE)
    shown, tapped = open_desk(page, live_server, member), {}
    for height in (844, 664):
        page.set_viewport_size({"width": 390, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight && scrollX + scrollY === 0"), height
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), height
        left, top, right, bottom = page.locator("[data-part=stage]").evaluate(BOX)
        assert (left, right) == (0, 390)
        assert top >= 0
        assert bottom - top >= 120
        boxes = [page.locator(f'[data-level="{n}"]').evaluate(BOX) for n in range(5)]
        assert all(box[2] - box[0] >= 44 and box[3] - box[1] >= 44 for box in boxes), height
        assert height - 60 <= max(box[3] for box in boxes) <= height
        page.locator('[data-level="3"]').tap()
        tapped[shown], shown = 3, pair_shown(page, shown)
        all_saved(page)
        assert (height, stored()) == (height, tapped)


TEXTS = [
    "walks",
    " ".join(["word"] * 1000),
    "x" * 5000,
    "\u202ertl \u2067evil",
    "🕺🏽" * 300,
    "<img src=x onerror=alert(1)>",
]


def test_any_query_is_shown_as_text_and_fits_every_screen(page, live_server):
    member = at_work(pairs=1, queries=len(TEXTS))
    for query, words in zip(Query.objects.all(), TEXTS, strict=True):
        Query.objects.filter(pk=query.pk).update(text=words)
    open_desk(page, live_server, member)
    shown = []
    for last in [False] * (len(TEXTS) - 1) + [True]:
        shown.append(page.locator("[data-part=query]").text_content())
        fits_every_screen(page, shown[-1][:40])
        press(page, "1", last=last)
    assert sorted(shown) == sorted(TEXTS)


def fits_every_screen(page, words: str) -> None:
    assert page.locator("[data-part=query]").evaluate("(element) => getComputedStyle(element).unicodeBidi") == "isolate"
    for size in [*SIZES, {"width": 1280, "height": 600}, {"width": 800, "height": 600}]:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (words, size)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (words, size)
        assert page.locator('[data-level="4"]').evaluate(BOX)[3] <= size["height"], (words, size)
        stage = page.locator("[data-part=stage]").evaluate(BOX)
        assert stage[3] - stage[1] >= 100, (words, size)
