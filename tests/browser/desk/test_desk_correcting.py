"""Going back through one's scores, changing them while they may change, seeing them when they are final (R12)."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from annotator.models import Score
from moments.protocol import Protocol
from tests.browser.at_desk import (
    all_saved,
    eventually,
    in_view,
    notices,
    open_desk,
    pair_shown,
    press,
    stored,
    wait_for_held_clips,
)
from tests.browser.conftest import at_work

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def level(page, relevance: int):
    return page.locator(f'[data-level="{relevance}"]')


def test_back_steps_through_every_score_with_its_level(page, live_server, member):
    first = open_desk(page, live_server, member)

    def hint_of_going_back() -> str:
        page.keyboard.press("ArrowLeft")
        return page.locator("[data-part=hint]").text_content()

    eventually(page, lambda: hint_of_going_back() == "There is no earlier score.")  # once the server was asked for some
    assert in_view(page) == first
    pressed = [(press(page, key), key) for key in "402"]
    work = in_view(page)
    all_saved(page)
    for seat, key in reversed(pressed):
        page.keyboard.press("ArrowLeft")
        assert pair_shown(page, "none") == seat
        expect(level(page, int(key))).to_have_attribute("aria-pressed", "true")
        expect(page.locator("[data-part=countdown]")).to_contain_text("You can change it for 0:")
    page.keyboard.press("ArrowRight")
    assert pair_shown(page, pressed[0][0]) == pressed[1][0]
    page.keyboard.press("Escape")
    assert pair_shown(page, pressed[1][0]) == work
    assert stored() == {seat: int(key) for seat, key in pressed}
    answer = page.evaluate("fetch('/api/v1/scores/?last=20').then((answer) => answer.json())")  # nothing of others
    fields = {"seat", "query", "clip", "relevance", "key", "saved_at", "changeable_until", "changeable"}
    assert [set(score) for score in answer["scores"]] == [fields] * 3


def test_a_score_before_the_last_is_changed(page, live_server, member):
    open_desk(page, live_server, member)
    first, second = press(page, "4"), press(page, "3")
    work = in_view(page)
    page.keyboard.press("ArrowLeft")
    pair_shown(page, work)
    page.keyboard.press("Backspace")
    pair_shown(page, second)
    page.keyboard.press("0")
    assert pair_shown(page, first) == work
    all_saved(page)
    assert stored() == {first: 0, second: 3}
    assert list(Score.objects.filter(current=False).values_list("relevance", flat=True)) == [4]


def test_scores_of_an_earlier_visit_can_be_changed(page, live_server, member):
    open_desk(page, live_server, member)
    first = press(page, "4")
    all_saved(page)
    page.reload()
    work = pair_shown(page)
    expect(page.locator("[data-part=back]")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("ArrowLeft")
    assert pair_shown(page, work) == first
    page.keyboard.press("2")
    pair_shown(page, first)
    all_saved(page)
    assert stored() == {first: 2}


def test_the_deadline_is_the_servers_and_a_final_score_is_shown_as_final(new_page, live_server):
    member = at_work(pairs=4, protocol=Protocol(batch_size=4, window=2, grace_s=6))
    page = new_page()
    # This computer's clock is an hour slow.
    page.add_init_script("const now = Date.now; Date.now = () => now.call(Date) - 3600e3")
    open_desk(page, live_server, member)
    first = press(page, "3")
    all_saved(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-part=countdown]")).to_contain_text("You can change it for 0:0")
    expect(page.locator("[data-part=countdown]")).to_have_text("Your score: 3. It is final.")
    expect(level(page, 3)).to_have_attribute("aria-pressed", "true")
    expect(level(page, 1)).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("1")
    expect(page.locator("[data-part=hint]")).to_have_text("This score is final: 3.")
    assert in_view(page) == first
    page.keyboard.press("ArrowRight")
    pair_shown(page, first)
    assert stored() == {first: 3}


def test_a_change_that_comes_too_late_is_refused_with_what_is_stored(page, live_server, member):
    open_desk(page, live_server, member)
    first = press(page, "4")
    all_saved(page)
    work = in_view(page)
    page.keyboard.press("ArrowLeft")
    pair_shown(page, work)
    Score.objects.update(changeable_until=timezone.now(), final=True)
    page.keyboard.press("1")
    expect(notices(page)).to_contain_text("came too late. Your score 4 is final")
    assert stored() == {first: 4}
    pair_shown(page, first)
    page.keyboard.press("ArrowLeft")
    pair_shown(page, work)
    expect(page.locator("[data-part=countdown]")).to_have_text("Your score: 4. It is final.")


def test_a_score_is_changed_without_a_network_before_it_was_ever_sent(page, live_server, member):
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    page.context.set_offline(True)
    first = press(page, "4")
    work = in_view(page)
    page.keyboard.press("ArrowLeft")
    pair_shown(page, work)
    page.keyboard.press("1")
    pair_shown(page, first)
    page.context.set_offline(False)
    all_saved(page)
    assert stored() == {first: 1}
