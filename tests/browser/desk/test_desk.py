import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from playwright.sync_api import expect

from annotator.models import Membership, Problem, Score, Seat
from moments.models import Campaign, CampaignStatus, Clip
from tests.browser.at_desk import (
    BOUNCE_MS,
    all_saved,
    begin_session,
    in_view,
    open_desk,
    pair_shown,
    press,
    sign_in,
    stored,
    wait_for_held_clips,
)
from tests.browser.conftest import at_work

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_keys_pressed_are_the_scores_stored(page, live_server, member):
    open_desk(page, live_server, member)
    pressed = {press(page, key): int(key) for key in "40213"}
    pressed[press(page, "Backquote", last=True)] = 0
    expect(page.locator("[data-part=empty-title]")).to_have_text("Nothing to score right now")
    all_saved(page)
    assert stored() == pressed
    assert set(pressed) == {str(seat.public_id) for seat in Seat.objects.filter(annotator=member)}
    assert min(score.shown_ms for score in Score.objects.all()) >= BOUNCE_MS / 2  # a busy machine paints late
    expect(page.locator("[data-part=today]")).to_have_text("6")
    expect(page.locator("[data-part=left]")).to_have_text("0")


def test_back_changes_the_last_score_and_forward_leaves_it_as_it_is(page, live_server, member):
    first = open_desk(page, live_server, member)
    press(page, "4")
    second = in_view(page)
    page.keyboard.press("ArrowLeft")
    assert pair_shown(page, second) == first
    expect(page.locator('[data-level="4"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("1")
    assert pair_shown(page, first) == second
    page.keyboard.press("Backspace")
    assert pair_shown(page, second) == first
    page.keyboard.press("ArrowRight")
    assert pair_shown(page, first) == second
    all_saved(page)
    assert stored() == {first: 1}
    assert Score.objects.count() == 2


def test_scores_given_without_a_network_are_stored_when_it_is_back(page, live_server, member):
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    page.context.set_offline(True)
    pressed = {press(page, key): int(key) for key in "312"}
    expect(page.locator("[data-part=status]")).to_have_text("3 waiting to be sent")
    expect(page.locator("[data-part=trouble]")).to_contain_text("stored on this computer: 3")
    assert stored() == {}
    page.context.set_offline(False)
    expect(page.locator("[data-part=trouble]")).to_be_hidden()
    all_saved(page)
    assert stored() == pressed


def test_unsent_scores_outlive_a_reload(page, live_server, member):
    open_desk(page, live_server, member)
    page.route("**/api/v1/**", lambda route: route.abort())
    first = press(page, "2")
    page.unroute("**/api/v1/**")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    pair_shown(page, first)
    all_saved(page)
    assert stored() == {first: 2}


def test_an_answer_that_got_lost_does_not_score_twice(page, live_server, member):
    open_desk(page, live_server, member)
    lost = []

    def lose_once(route):
        response = route.fetch()
        lost.append(response.status)
        route.abort() if len(lost) == 1 else route.fulfill(response=response)

    page.route("**/api/v1/scores/", lose_once)
    first = press(page, "2")
    all_saved(page)
    expect(page.locator("[data-part=trouble]")).to_be_hidden()
    assert lost[:2] == [200, 200]
    assert (stored(), Score.objects.count()) == ({first: 2}, 1)


def test_a_held_key_and_a_double_click_score_once(page, live_server, member):
    first = open_desk(page, live_server, member)
    for _ in range(3):
        page.keyboard.down("3")
        page.wait_for_timeout(BOUNCE_MS)
    page.keyboard.up("3")
    second = pair_shown(page, first)
    page.dblclick('[data-level="2"]', delay=40)
    pair_shown(page, second)
    all_saved(page)
    assert stored() == {first: 3, second: 2}


def test_what_cannot_be_judged_is_reported_and_leaves(page, live_server, member):
    first = open_desk(page, live_server, member)
    page.keyboard.press("x")
    page.locator("#report textarea").press_sequentially("1234")  # digits in the note are no scores
    page.click("#report [data-cancel]")
    page.keyboard.press("x")
    page.check("#report [value=nothing_visible]")
    page.fill("#report textarea", "all black")
    page.click("#report [type=submit]")
    pair_shown(page, first)
    all_saved(page)
    problem = Problem.objects.get()
    assert (str(problem.seat.public_id), problem.kind, problem.note) == (first, "nothing_visible", "all black")
    assert stored() == {}


def test_the_desk_says_why_somebody_may_not_score_yet(page, live_server, member):
    begin_session(page, live_server, member.user)
    for standing, title in (("exam", "Take the exam first"), ("relabel", "All scored again")):
        Membership.objects.update(standing=standing)
        page.goto(f"{live_server.url}/c/films/score/")
        expect(page.locator("[data-part=empty-title]"), standing).to_have_text(title)
        expect(page.get_by_role("link", name="What comes next")).to_have_attribute("href", "/c/films/start/")
    Membership.objects.update(standing="qualified")
    Campaign.objects.update(status=CampaignStatus.PAUSED)
    page.reload()
    expect(page.locator("[data-part=empty-title]")).to_have_text("The campaign is paused")


def test_a_clip_that_does_not_load_can_be_tried_again_or_reported(page, live_server, member):
    moved = {clip.name: storages["clips"].open(clip.name).read() for clip in Clip.objects.all()}
    for name in moved:
        storages["clips"].delete(name)
    answers = []
    page.on("response", lambda response: answers.append(response.url))
    with page.expect_response("**/claim/") as claimed:
        sign_in(page, live_server, member)
    clip = claimed.value.json()["seats"][0]["clip"]["url"]
    while sum(url.endswith(clip) for url in answers) < 2:  # the desk tries it once more by itself
        page.wait_for_timeout(20)
    page.wait_for_selector("body[data-mode=broken]")
    page.keyboard.press("3")
    for name, content in moved.items():
        storages["clips"].save(name, ContentFile(content))
    page.click("[data-part=retry]")
    pair_shown(page)
    assert stored() == {}


def test_a_desk_with_nothing_to_score_rests_and_still_tells_of_what_was_done(new_page, live_server):
    member = at_work(pairs=1)
    page = new_page()
    claims = []
    page.on("request", lambda request: claims.append(request.url) if request.url.endswith("/claim/") else None)
    first = open_desk(page, live_server, member)
    press(page, "3", last=True)
    expect(page.locator("[data-part=empty-title]")).to_have_text("Nothing to score right now")
    all_saved(page)
    page.wait_for_timeout(1500)
    del claims[:]
    page.wait_for_timeout(3500)
    assert len(claims) <= 1
    page.reload()
    expect(page.locator("[data-part=empty-title]")).to_be_visible()
    expect(page.locator("[data-part=today]")).to_have_text("1")
    expect(page.locator("[data-part=back]")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("ArrowLeft")
    assert pair_shown(page, "none") == first
