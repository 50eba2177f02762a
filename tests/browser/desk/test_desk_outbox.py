"""No score is lost and none is stored twice, whatever happens between the key and the server."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Problem, Score, Seat, SeatState, WorkEvent
from annotator.scoring.services.scoring import submit_scores
from annotator.seats.services.standings import set_standing
from moments.models import Clip
from tests.browser.at_desk import (
    BOUNCE_MS,
    all_saved,
    eventually,
    in_view,
    notices,
    open_desk,
    pair_shown,
    press,
    sign_in,
    stored,
    trouble,
    wait_for_held_clips,
    wait_until_written_down,
    written_down,
)
from tests.browser.conftest import at_work
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]


def seconds_on(member: Membership, seconds: int) -> None:
    """As if the person's last request and all reservations lay so long ago."""
    back = timezone.now() - timedelta(seconds=seconds)
    Membership.objects.filter(pk=member.pk).update(last_request_at=back)
    Seat.objects.filter(annotator=member).update(reserved_at=back, held_at=back)


def test_the_line_is_cut_twice_during_ten_labels(new_page, live_server):
    member = at_work(pairs=11)
    page = new_page()
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    pressed = {}
    for number in range(10):
        if number in (2, 6):
            page.context.set_offline(True)
        if number in (4, 8):
            expect(trouble(page)).to_be_visible()
            page.context.set_offline(False)
        pressed[press(page, str(number % 5))] = number % 5
    all_saved(page)
    assert stored() == pressed
    assert Score.objects.count() == 10


def test_a_score_is_written_down_before_it_is_sent(page, live_server, member):
    open_desk(page, live_server, member)
    page.route("**/api/v1/scores/", lambda route: route.abort())
    press(page, "4")
    expect(trouble(page)).to_be_visible()
    wait_until_written_down(page, 4)
    page.unroute("**/api/v1/scores/")
    all_saved(page)
    assert written_down(page) == []


def test_unsent_scores_outlive_a_closed_tab(page, live_server, member):
    open_desk(page, live_server, member)
    page.route("**/api/v1/**", lambda route: route.abort())
    pressed = {press(page, key): int(key) for key in "24"}
    context, address = page.context, page.url
    wait_until_written_down(page, 2, 4)
    page.close()
    assert stored() == {}
    page = context.new_page()
    page.goto(address)
    pair_shown(page)
    all_saved(page)
    assert stored() == pressed


def test_another_worker_in_the_same_browser_sends_nothing_of_mine(page, live_server, member):
    other = make_member(member.campaign)
    open_desk(page, live_server, member)
    context = page.context
    context.route(
        "**/api/v1/**", lambda route: route.abort()
    )  # of the context: what a closing page still sends is cut off too
    first = press(page, "3")
    wait_until_written_down(page, 3)
    context.clear_cookies()  # what a closing page sends passes routes by; without cookies nobody takes it
    page.close()
    context.unroute("**/api/v1/**")
    page = context.new_page()
    open_desk(page, live_server, other)
    own = press(page, "1")
    all_saved(page)  # whatever this desk takes for its own has gone out with it
    assert stored() == {own: 1}
    assert [entry["worker"] for entry in written_down(page)] == [member.user.username]
    page.close()
    context.clear_cookies()
    page = context.new_page()
    open_desk(page, live_server, member)
    all_saved(page)
    assert stored() == {own: 1, first: 3}


def test_lost_answers_to_every_second_request_store_each_score_once(page, live_server, member):
    open_desk(page, live_server, member)
    asked = []

    def lose(route):
        response = route.fetch()
        asked.append(response.status)
        route.abort() if len(asked) % 2 else route.fulfill(response=response)

    page.route("**/api/v1/scores/", lose)
    pressed = {press(page, key): int(key) for key in "1234"}
    all_saved(page)
    assert stored() == pressed
    assert Score.objects.count() == 4


def test_a_server_that_answers_nonsense_loses_nothing(page, live_server, member):
    open_desk(page, live_server, member)
    answers = [(502, "<h1>Bad Gateway</h1>"), (200, "<html>sign in to this wifi</html>"), (500, "")]

    def spoil(route):
        if not answers:
            return route.continue_()
        status, body = answers.pop(0)
        return route.fulfill(status=status, body=body)

    page.route("**/api/v1/scores/", spoil)
    first = press(page, "2")
    expect(trouble(page)).to_be_visible()
    expect(page.locator("[data-part=status]")).to_have_text("1 waiting to be sent")
    all_saved(page)
    assert stored() == {first: 2}


def test_back_in_the_morning_others_have_the_pairs_and_the_time_is_paid(new_page, live_server):
    member = at_work(pairs=4)
    colleagues = [make_member(member.campaign) for _ in range(3)]
    page = new_page()
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    page.context.set_offline(True)
    first = press(page, "3")
    press(page, "1")
    second = in_view(page)
    seconds_on(member, 8 * 3600)
    for colleague in colleagues:
        claim_seats(member=colleague, count=4, now=timezone.now())
    assert Seat.objects.get(public_id=first).annotator != member
    page.context.set_offline(False)
    expect(notices(page)).to_contain_text("2 times: A pair is no longer yours")
    expect(notices(page)).to_contain_text("your time for it is paid")
    expect(page.locator(".notice-refused")).to_have_count(1)
    page.click(".notice-refused button")
    expect(page.locator("[data-part=status]")).to_have_text("All saved")
    expect(page.locator("[data-part=empty-title]")).to_have_text("Nothing to score right now")
    assert second != in_view(page)
    assert stored() == {}
    assert WorkEvent.objects.filter(annotator=member).count() == 2
    assert not Seat.objects.filter(annotator=member, state=SeatState.HELD).exists()


def test_a_late_score_counts_where_nobody_took_the_seat(page, live_server, member):
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    page.context.set_offline(True)
    first = press(page, "3")
    seconds_on(member, 8 * 3600)
    page.context.set_offline(False)
    all_saved(page)
    assert stored() == {first: 3}


def test_a_clip_whose_address_is_over_is_asked_for_anew(page, live_server, member):
    names = {clip.key for clip in Clip.objects.all()}
    over = set()

    def answer(route):
        name = route.request.url.split("?")[0]
        if "fresh" not in route.request.url and name not in over:
            over.add(name)
            return route.fulfill(status=403, body="Request has expired")
        return route.continue_()

    claims = []

    def renew(route):
        response = route.fetch()
        body = response.json()
        claims.append(route.request.post_data_json)
        if len(claims) > 1:
            for seat in body["seats"]:
                if seat.get("clip"):
                    seat["clip"]["url"] += "?fresh"
        route.fulfill(response=response, json=body)

    page.route("**/clips/**", answer)
    page.route("**/api/v1/seats/claim/", renew)
    sign_in(page, live_server, member)
    first = pair_shown(page)
    assert names
    assert len(claims) >= 2
    assert first not in claims[1]["known"]


def test_two_tabs_show_different_pairs_and_one_sends_for_both(page, live_server, member):
    open_desk(page, live_server, member)
    other = page.context.new_page()
    other.goto(page.url)
    pair_shown(other)
    assert in_view(other) != in_view(page)
    page.route("**/api/v1/scores/", lambda route: route.abort())
    pressed = {press(page, "1"): 1, press(other, "3"): 3}
    pressed[press(page, "2")] = 2
    assert len(pressed) == 3
    all_saved(other)
    page.unroute("**/api/v1/scores/")
    all_saved(page)
    assert stored() == pressed
    assert Score.objects.count() == 3


def test_a_pair_scored_in_one_tab_leaves_the_other(page, live_server, member):
    first = open_desk(page, live_server, member)
    other = page.context.new_page()
    other.add_init_script("delete window.BroadcastChannel")
    other.goto(page.url)
    assert pair_shown(other) == first  # it cannot know of the first tab
    other.close()
    other = page.context.new_page()
    other.goto(page.url)
    second = pair_shown(other)
    press(other, "2")
    for _ in range(3):
        assert press(page, "1") != second
    all_saved(page)
    assert stored()[second] == 2


def test_without_locks_and_channels_keys_keep_two_tabs_right(new_page, live_server, member):
    page = new_page()
    page.context.add_init_script(
        "delete window.BroadcastChannel; Object.defineProperty(navigator, 'locks', {value: undefined})"
    )
    first = open_desk(page, live_server, member)
    other = page.context.new_page()
    other.goto(page.url)
    assert pair_shown(other) == first
    press(page, "1")
    all_saved(page)
    press(other, "4")
    expect(notices(other)).to_contain_text("You already scored this pair 1")
    assert stored()[first] == 1
    assert Score.objects.filter(seat__public_id=first).count() == 1


def test_two_devices_with_different_values_store_one_and_tell_the_loser(new_page, live_server, member):
    desk, phone = new_page(), new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    first = open_desk(desk, live_server, member)
    assert open_desk(phone, live_server, member) == first
    press(desk, "4")
    all_saved(desk)
    press(phone, "0")
    expect(notices(phone)).to_contain_text("You already scored this pair 4")
    expect(phone.locator("[data-part=status]")).to_have_text("1 refused")
    phone.locator(".notice-refused button").click()
    all_saved(phone)
    assert stored()[first] == 4
    assert Score.objects.filter(seat__public_id=first).count() == 1


def test_a_private_window_keeps_scores_in_the_tab_and_says_so(new_page, live_server, member):
    page = new_page()
    page.context.add_init_script("Object.defineProperty(window, 'indexedDB', {get() { throw new Error('private') }})")
    open_desk(page, live_server, member)
    expect(notices(page)).to_contain_text("exist only in this tab")
    page.route("**/api/v1/**", lambda route: route.abort())
    first = press(page, "2")
    expect(trouble(page)).to_contain_text("stored only in this tab: 1")
    page.unroute("**/api/v1/**")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    pair_shown(page, first)
    all_saved(page)
    assert stored() == {first: 2}


def test_leaving_with_unsent_scores_asks(page, live_server, member):
    open_desk(page, live_server, member)
    page.route("**/api/v1/**", lambda route: route.abort())
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    press(page, "2")
    page.goto(f"{live_server.url}/healthz")
    assert asked == ["beforeunload"]


def test_signing_out_waits_for_unsent_scores(page, live_server, member):
    open_desk(page, live_server, member)
    page.route("**/api/v1/**", lambda route: route.abort())
    first = press(page, "2")
    page.click(".bar-person button")
    expect(page.locator("#leave")).to_contain_text("Not sent yet: 1")
    page.unroute("**/api/v1/**")
    page.wait_for_url("**/sign-in/**")
    assert stored() == {first: 2}


def test_signing_out_all_the_same_keeps_them_for_the_next_time(page, live_server, member):
    open_desk(page, live_server, member)
    page.route("**/api/v1/**", lambda route: route.abort())
    first = press(page, "2")
    page.click(".bar-person button")
    page.click("#leave [data-leave]")
    page.wait_for_url("**/sign-in/**")
    assert stored() == {}
    page.unroute("**/api/v1/**")
    open_desk(page, live_server, member)
    all_saved(page)
    assert stored() == {first: 2}


def test_reports_made_without_a_network_arrive(page, live_server, member):
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    page.context.set_offline(True)
    pressed = press(page, "3")
    reported = in_view(page)
    page.keyboard.press("x")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    pair_shown(page, reported)
    later = press(page, "1")
    expect(page.locator("[data-part=status]")).to_have_text("3 waiting to be sent")
    page.context.set_offline(False)
    all_saved(page)
    assert stored() == {pressed: 3, later: 1}
    problem = Problem.objects.get()
    assert (str(problem.seat.public_id), problem.kind) == (reported, "nothing_visible")


def test_a_report_whose_answer_got_lost_is_stored_once(page, live_server, member):
    first = open_desk(page, live_server, member)
    lost = []

    def lose_once(route):
        response = route.fetch()
        lost.append(response.status)
        route.abort() if len(lost) == 1 else route.fulfill(response=response)

    page.route("**/api/v1/problems/", lose_once)
    page.keyboard.press("x")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    pair_shown(page, first)
    all_saved(page)
    assert lost == [201, 201]
    assert Problem.objects.count() == 1


def test_a_suspension_in_the_meantime_is_shown(page, live_server, member):
    open_desk(page, live_server, member)
    set_standing(member=member, standing="suspended", now=timezone.now(), actor="test", reason="test")
    press(page, "3")
    expect(trouble(page)).to_contain_text("You are suspended")
    expect(trouble(page)).to_contain_text("stored on this computer: 1")
    assert stored() == {}


def test_a_score_from_a_device_while_the_pair_is_in_view_takes_it_away(page, live_server, member):
    first = open_desk(page, live_server, member)
    entry = {"seat": first, "relevance": 2, "key": "phone"}
    submit_scores(member=member, entries=[entry], now=timezone.now())
    page.evaluate("dispatchEvent(new Event('focus'))")
    second = press(page, "1")
    assert second == first
    expect(notices(page)).to_contain_text("You already scored this pair 2")
    assert stored()[first] == 2


def test_the_wire_stays_small_and_slow(new_page, live_server):
    member = at_work(pairs=20)
    page = new_page()
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    sent = []
    page.on("request", lambda request: sent.append(request) if "/api/v1/" in request.url else None)
    started = page.evaluate("performance.now()")
    for number in range(12):
        press(page, str(number % 5))
    all_saved(page)
    lasted = (page.evaluate("performance.now()") - started) / 1000
    up = sum(len(request.post_data or "") + 600 for request in sent)
    down = sum(len(request.response().body()) for request in sent)
    claims = [request for request in sent if "claim" in (request.post_data_json or {})]
    assert len(sent) <= lasted + 2
    assert up / 12 <= 2000
    assert down / 12 <= 2000
    assert len(claims) <= 4
    assert all(json.loads(request.post_data)["scores"] for request in sent if "scores" in request.url)


def test_a_second_press_within_the_bounce_is_none(page, live_server, member):
    open_desk(page, live_server, member)
    page.evaluate(
        """() => {
          const press = () => new KeyboardEvent("keydown", { key: "3", code: "Digit3", bubbles: true });
          document.body.dispatchEvent(press());
          document.body.dispatchEvent(press());
        }"""
    )
    page.wait_for_timeout(BOUNCE_MS)
    all_saved(page)
    eventually(page, lambda: len(stored()) == 1)
