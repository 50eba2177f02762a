from dataclasses import asdict

import pytest
from django.test import Client
from django.urls import reverse

from annotator.models import Membership, Seat, Standing
from annotator.models.seats import WAITING_STATES
from consensus.people.services.voiding import preview_voiding
from moments.models import LedgerEntry
from tests.console.scenes import REFUSED, annotators, open_scene, refusals, reviewed_scene, sign_in_lead
from tests.factories import claim, settle, submit

pytestmark = pytest.mark.django_db


def page_of(member: Membership) -> str:
    return reverse("person-void", args=[member.campaign.slug, member.pseudonym])


def seen(member: Membership, **fields) -> dict[str, object]:
    return {**asdict(preview_voiding(member=member)), "reason": "random answers", **fields}


def superseded() -> int:
    return Seat.objects.filter(superseded=True).count()


def test_the_page_says_what_would_happen_and_a_confirmation_does_it(client: Client) -> None:
    campaign = reviewed_scene(pairs=6)
    one = annotators(campaign)[0]
    sign_in_lead(client, campaign)
    page = client.get(page_of(one)).content.decode()
    assert "<strong>3</strong> campaign scores on 3 pairs no longer count" in page
    assert "<strong>3</strong> verdicts depend on these scores and may change" in page
    answer = client.post(page_of(one), seen(one), follow=True)
    assert "3 scores are voided; 3 seats are open for others." in answer.content.decode()
    assert superseded() == 3
    assert "there are none to void" in client.get(page_of(one)).content.decode()
    person = reverse("person", args=[campaign.slug, one.pseudonym])
    assert "Void scores…" not in client.get(person).content.decode()


def test_one_order_voids_suspends_and_gives_the_queue_to_others(client: Client) -> None:
    campaign = open_scene(people=2, pairs=6)
    one, _ = annotators(campaign)
    for seat in claim(one, 3):
        submit(one, seat, 3)
    settle(campaign)
    sign_in_lead(client, campaign)
    waiting = Seat.objects.filter(annotator=one, state__in=WAITING_STATES).count()
    page = client.get(page_of(one)).content.decode()
    assert "<strong>1</strong> other qualified person can do this work again" in page
    assert waiting == 3
    assert f"the <strong>{waiting}</strong> pairs now in their queue go to others" in page
    refused = client.post(page_of(one), seen(one, reason="", suspend="on"))
    assert (refused.status_code, "checked" in refused.content.decode()) == (409, True)
    one.refresh_from_db()
    assert (one.standing, superseded()) == (Standing.QUALIFIED, 0)
    answer = client.post(page_of(one), seen(one, suspend="on"), follow=True).content.decode()
    assert "3 seats are open for others. They are suspended, and their queue goes to other people." in answer
    one.refresh_from_db()
    assert (one.standing, superseded()) == (Standing.SUSPENDED, 3)
    assert not Seat.objects.filter(annotator=one, state__in=WAITING_STATES).exists()
    kinds = LedgerEntry.objects.filter(campaign=campaign).order_by("-number").values_list("kind", flat=True)
    assert {"person_voided", "person_standing"} <= set(kinds[:8])


def test_a_second_click_says_that_the_scores_are_voided_already(client: Client) -> None:
    campaign = reviewed_scene(pairs=6)
    one = annotators(campaign)[0]
    sign_in_lead(client, campaign)
    person = reverse("person", args=[campaign.slug, one.pseudonym])
    assert "Void scores…" in client.get(person).content.decode()
    shown = seen(one)
    client.post(page_of(one), shown)
    again = client.post(page_of(one), shown)
    assert again.status_code == 409
    assert "The scores were not voided: this person&#x27;s scores are already void" in again.content.decode()
    assert superseded() == 3


def test_a_page_that_is_out_of_date_is_shown_anew_with_what_was_typed(client: Client) -> None:
    campaign = reviewed_scene(pairs=6)
    one = annotators(campaign)[0]
    campaign.reviews.update(decision="close", decided_at=campaign.created_at)
    before = seen(one)
    sign_in_lead(client, campaign)
    campaign.reviews.update(superseded=True)
    answer = client.post(page_of(one), before)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "people continued working" in page
    assert 'value="random answers"' in page
    assert superseded() == 0


@pytest.mark.parametrize(
    ("fields", "status"), [({"reason": " "}, 409), ({"scores": "all"}, 400), ({"reason": "x" * 1001}, 400)]
)
def test_bad_input_voids_nothing(client: Client, fields, status) -> None:
    campaign = reviewed_scene(pairs=6)
    one = annotators(campaign)[0]
    sign_in_lead(client, campaign)
    assert client.post(page_of(one), seen(one, **fields)).status_code == status
    assert superseded() == 0


def test_others_than_the_lead_are_refused(client: Client) -> None:
    campaign = reviewed_scene(pairs=2)
    one = annotators(campaign)[0]
    assert refusals(client, campaign, page_of(one)) == REFUSED
    assert refusals_by_post(client, page_of(one), one) == 403


def refusals_by_post(client: Client, address: str, member: Membership) -> int:
    client.force_login(member.user)
    status = client.post(address, seen(member)).status_code
    assert superseded() == 0
    return status


def test_the_page_on_the_query_tells_of_it(client: Client) -> None:
    campaign = reviewed_scene(pairs=2)
    one, two = annotators(campaign)
    assert claim(two) == []
    sign_in_lead(client, campaign)
    client.post(page_of(one), seen(one))
    page = client.get(reverse("query", args=[campaign.slug, 1])).content.decode()
    assert "Somebody’s scores voided" in page
    assert submit(one, one.seats.first(), 1).code == "other_value"
