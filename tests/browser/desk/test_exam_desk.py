"""Training and exam in the browser: the tutorial by keys, a miss with its lesson, the pages as axe sees them."""

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.sittings import advance_sittings, begin_sitting
from annotator.exam.settings import NO_BAR, Bar
from annotator.models import Membership, PracticeAnswer, Score, Standing, User
from annotator.scoring.services.finalising import finalise_scores
from moments.models import Campaign
from tests.browser.at_desk import all_saved, open_desk, pair_shown, press, sign_in, stored
from tests.browser.axe import in_looks, look, violations
from tests.browser.conftest import store_clips
from tests.browser.desk.test_desk_accessible import BOX, PHONE
from tests.factories import claim, make_campaign, make_member, make_query, make_tutorial, submit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]
HOUR = timedelta(hours=1)
WHY = "The drawer is opened and nothing is taken out of it."


def trainee(*, practices: int) -> Membership:
    """Somebody in training, in a campaign with a tutorial and four more pairs of the exam split, with clips."""
    campaign = make_campaign()
    make_query(campaign, pairs=4, split="exam", text="somebody opens a drawer and takes out a letter")
    make_tutorial(campaign, practices=practices)
    store_clips(campaign)
    return make_member(campaign, standing=Standing.TRAINING)


def at_exam(bar: Bar = NO_BAR) -> Membership:
    """Somebody who has begun an exam of four pairs."""
    member = trainee(practices=0)
    campaign, past = member.campaign, timezone.now() - HOUR
    exam = create_exam(
        campaign=campaign, pairs=[1, 2, 3, 4], truth_kind="gold", items_a_sitting=4, now=past, actor="lead", bar=bar
    )
    for item in exam.items.all():
        set_truth(item=item, truth=2, explanation=WHY, now=past, actor="lead")
    open_exam(exam=exam, now=past, actor="lead")
    member.tutorials_done.create(tutorial=campaign.tutorials.get(), done_at=past)
    begin_sitting(member=member, now=past)
    member.refresh_from_db()
    return member


def relabeling() -> Membership:
    """Somebody whose four first answers all missed."""
    member = at_exam()
    campaign, past = member.campaign, timezone.now() - HOUR
    for seat in claim(member, 4, now=past):
        submit(member, seat, 0, now=past)
    finalise_scores(campaign=campaign, now=timezone.now())
    advance_sittings(campaign=campaign, now=timezone.now())
    member.refresh_from_db()
    assert member.standing == Standing.RELABEL
    return member


def test_the_tutorial_is_gone_through_by_keys_on_a_narrow_screen(new_page, live_server):
    member = trainee(practices=3)
    page = new_page(viewport=PHONE["viewport"], reduced_motion="reduce")
    sign_in(page, live_server, member)
    page.get_by_role("link", name="Open the tutorial").press("Enter")
    page.get_by_role("link", name="Start practising").press("Enter")
    for place, key in enumerate("042", start=1):
        page.wait_for_selector("body[data-started=yes]")
        expect(page.locator(".exam-mark")).to_have_text(f"Practice {place} of 3")
        expect(page.locator("[data-play=toggle]")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press(key)
        expect(page.locator("[data-part=lesson]")).to_contain_text("half of it")
        expect(page.locator('[data-level="2"]')).to_have_attribute("data-truth", "")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        stage = page.locator("[data-part=stage]").evaluate(BOX)
        assert stage[3] - stage[1] >= 100
        page.keyboard.press("1" if place == 1 else key)
        expect(page.locator("[data-next]")).to_be_focused()
        page.keyboard.press("Enter" if place != 2 else "ArrowRight")
        page.wait_for_url("**/start/" if place == 3 else f"**/tutorial/{place + 1}/")
    expect(page.locator("[aria-current=step]")).to_contain_text("Admission")
    pressed = PracticeAnswer.objects.order_by("pk").values_list("practice__place", "relevance")
    assert list(pressed) == [(1, 0), (1, 1), (2, 4), (2, 4), (3, 2), (3, 2)]


def test_a_miss_comes_back_with_its_lesson_and_is_scored_again(new_page, live_server):
    member = relabeling()
    page = new_page()
    first = open_desk(page, live_server, member)
    lesson = page.locator("[data-part=lesson]")
    expect(page.locator("[data-part=exam]")).to_have_text("Exam: missed pairs")
    for words in (WHY, "The truth is 2. You answered 0.", "The clip conveys part of what the query asks for"):
        expect(lesson).to_contain_text(words)
    press(page, "2")
    second = pair_shown(page, first)
    expect(lesson).to_be_visible()
    all_saved(page)
    page.keyboard.press("ArrowLeft")
    pair_shown(page, second)
    expect(lesson).to_contain_text(WHY)
    page.reload()
    assert pair_shown(page) == second
    expect(lesson).to_contain_text(WHY)
    expect(page.locator("[data-part=back]")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("ArrowLeft")
    pair_shown(page, second)
    expect(lesson).to_contain_text(WHY)
    page.keyboard.press("Escape")
    pair_shown(page, first)
    for last in (False, False, True):
        press(page, "2", last=last)
    expect(page.locator("[data-part=empty-title]")).to_have_text("All scored again")
    expect(page.locator("[data-part=empty-text]")).to_contain_text("The next stage begins in ")
    expect(page.locator("[data-countdown]")).to_have_text(re.compile(r"^[01]:\d\d$"))
    expect(page.locator("[data-countdown]")).not_to_have_text(page.locator("[data-countdown]").inner_text())
    expect(page.get_by_role("link", name="What comes next")).to_be_visible()
    expect(lesson).to_be_hidden()
    all_saved(page)
    assert [level for seat, level in stored().items()].count(2) == 4
    Score.objects.update(changeable_until=timezone.now())
    finalise_scores(campaign=member.campaign, now=timezone.now() + HOUR)
    advance_sittings(campaign=member.campaign, now=timezone.now() + HOUR)
    member.refresh_from_db()
    assert member.standing == Standing.QUALIFIED


BOXES = """() => [...document.querySelectorAll(".bar > *, .bar-middle > *, .bar-person > *, .brand > *")].filter(
  (part) => part.getClientRects().length && !part.matches(".bar-middle, .bar-person, .brand")).map((part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    const [box, text] = [part.getBoundingClientRect(), words.getBoundingClientRect()];
    const isCut = getComputedStyle(part).overflow !== "visible";
    return [part.innerText || part.tagName, box.left, isCut ? box.right : Math.max(box.right, text.right), text.height];
  })"""


@pytest.mark.parametrize("make", [at_exam, relabeling])
def test_nothing_in_the_bar_meets_or_wraps_at_any_width(new_page, live_server, make):
    member = make()
    Campaign.objects.update(title="Household scenes of the spring, second pilot with everybody")
    User.objects.update(username="somebody-of-a-long-name")
    member.refresh_from_db()
    member.user.refresh_from_db()
    page = new_page()
    open_desk(page, live_server, member)
    page.evaluate("document.querySelector('[data-part=news]').hidden = false")
    page.evaluate("document.querySelector('[data-part=status]').textContent = '3 waiting to be sent'")
    for width in (1920, 1441, 1440, 1361, 1360, 1280, 1201, 1200, 1024, 961):
        page.set_viewport_size({"width": width, "height": 800})
        boxes = page.evaluate(BOXES)
        met = [(width, one[0], two[0]) for one, two in pairwise(boxes) if one[2] > two[1]]
        assert met == []
        assert [(width, name) for name, _, right, height in boxes if right > width or height > 40] == []


def test_who_fails_reads_the_result_on_the_open_desk(new_page, live_server):
    member = at_exam(Bar(most_misalignment=0.5))
    page = new_page()
    open_desk(page, live_server, member)
    for key, last in (("0", False), ("2", False), ("0", False), ("4", True)):
        press(page, key, last=last)
    all_saved(page)
    expect(page.locator("[data-part=empty-title]")).to_have_text("All answered")
    Score.objects.update(changeable_until=timezone.now())
    finalise_scores(campaign=member.campaign, now=timezone.now() + HOUR)
    advance_sittings(campaign=member.campaign, now=timezone.now() + HOUR)
    member.refresh_from_db()
    assert member.standing == Standing.TRAINING
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("[data-part=empty-title]")).to_have_text("You did not pass the exam")
    expect(page.locator("[data-part=empty-text]")).to_contain_text("missed the truth: 3 of 4.")
    expect(page.get_by_role("link", name="What comes next")).to_be_visible()


def test_axe_finds_nothing_on_the_road(new_page, live_server):
    member, looks = relabeling(), [("light", 1440), ("dark", 390)]
    page = new_page(reduced_motion="reduce")
    open_desk(page, live_server, member)
    expect(page.locator("[data-part=lesson]")).to_be_visible()
    for scheme, width in looks:
        look(page, scheme, width)
        assert (scheme, width, violations(page)) == (scheme, width, [])
        assert page.locator('[data-level="4"]').evaluate(BOX)[3] <= 844, width
    for path in ("start", "tutorial"):
        page.goto(f"{live_server.url}/c/films/{path}/")
        assert in_looks(page, looks) == []
