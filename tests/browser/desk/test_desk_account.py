"""A session that is over, and whoever signs in then."""

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests.browser.at_desk import (
    all_saved,
    in_view,
    open_desk,
    pair_shown,
    press,
    sign_in,
    stored,
    trouble,
    wait_for_held_clips,
)
from tests.factories import PASSWORD, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def refused_again(page) -> None:
    """Wait until the desk has tried once more, in vain, to send what waits."""
    with page.expect_response(lambda answer: "/api/v1/" in answer.url and answer.status == 401):
        pass


def test_a_session_that_is_over_asks_for_the_password_in_place(page, live_server, member):
    open_desk(page, live_server, member)
    Session.objects.all().delete()
    page.context.clear_cookies(name="csrftoken")
    first = press(page, "3")
    second = in_view(page)
    dialog = page.locator("#sign-in")
    dialog.wait_for()  # sees it at once, where `expect` looks again after a second
    page.keyboard.press("4")  # meant for a pair
    expect(dialog.locator("[name=password]")).to_have_value("")
    refused_again(page)
    expect(dialog.locator("[name=worker_id]")).to_have_value(member.user.username)
    assert stored() == {}
    page.fill("#sign-in [name=password]", "wrong")
    page.keyboard.press("Enter")
    expect(dialog.locator("[data-complaint]")).to_be_visible()
    page.fill("#sign-in [name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    all_saved(page)
    assert (stored(), in_view(page)) == ({first: 3}, second)
    press(page, "1")
    all_saved(page)
    assert stored() == {first: 3, second: 1}
    page.click(".bar-person button")  # with the token of the new session
    page.wait_for_url("**/sign-in/**")


def test_after_five_wrong_passwords_the_dialog_says_how_long_to_wait(page, live_server, member):
    AccessAttempt.objects.create(
        username=member.user.username, ip_address="127.0.0.1", user_agent="another", failures_since_start=4
    )
    open_desk(page, live_server, member)
    Session.objects.all().delete()
    first = press(page, "3")
    complaint = page.locator("#sign-in [data-complaint]")
    page.fill("#sign-in [name=password]", "wrong")
    page.keyboard.press("Enter")
    expect(complaint).to_contain_text("Wait 15 minutes")
    AccessAttempt.objects.all().delete()
    page.fill("#sign-in [name=password]", PASSWORD)
    page.keyboard.press("Enter")
    all_saved(page)
    assert stored() == {first: 3}


def test_whoever_puts_the_dialog_away_may_go_on_and_sign_in_later(page, live_server, member):
    open_desk(page, live_server, member)
    Session.objects.all().delete()
    pressed = {press(page, "3"): 3}
    page.click("#sign-in [data-cancel]")
    pressed[press(page, "1")] = 1
    expect(trouble(page)).to_contain_text("Your session has ended")
    expect(trouble(page)).to_contain_text("stored on this computer: 2")
    refused_again(page)
    expect(page.locator("#sign-in")).to_be_hidden()
    page.click("[data-part=trouble-sign-in]")
    page.fill("#sign-in [name=password]", PASSWORD)
    page.keyboard.press("Enter")
    all_saved(page)
    assert stored() == pressed


def test_signing_in_in_another_tab_will_do(page, live_server, member):
    open_desk(page, live_server, member)
    Session.objects.all().delete()
    first = press(page, "3")
    expect(trouble(page)).to_contain_text("Your session has ended")
    sign_in(page.context.new_page(), live_server, member)
    expect(trouble(page)).to_be_hidden()
    expect(page.locator("#sign-in")).to_be_hidden()
    all_saved(page)
    assert stored() == {first: 3}


def test_scores_do_not_go_out_under_the_name_of_whoever_signed_in_since(page, live_server, member):
    other = make_member(member.campaign)
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    page.context.clear_cookies()
    theirs = page.context.new_page()
    sign_in(theirs, live_server, other)
    pair_shown(theirs)
    first = press(page, "3")
    expect(page.locator("#sign-in")).to_contain_text("Someone else has signed in")
    assert stored() == {}
    page.fill("#sign-in [name=password]", PASSWORD)
    page.keyboard.press("Enter")
    all_saved(page)
    assert stored() == {first: 3}
