import pytest
from django.urls import reverse

from consensus.models import BatchReview
from moments.models import LedgerEntry
from tests.console.scenes import REFUSED, page_of_query, refusals, reviewed_scene, sign_in_admin, sign_in_lead
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def undoing(review):
    return reverse("undo", args=["camp", review.pk])


@pytest.fixture
def campaign():
    return reviewed_scene()


@pytest.fixture
def review(campaign):
    return BatchReview.objects.get(campaign=campaign)


def address(review):
    return reverse("decide", args=["camp", review.pk])


def test_a_lead_extends_under_their_pseudonym(client, campaign, review):
    pseudonym = sign_in_lead(client, campaign)
    response = client.post(address(review), {"decision": "extend", "note": " rich query "}, follow=True)
    review.refresh_from_db()
    assert (review.decision, review.actor, review.note) == ("extend", pseudonym, "rich query")
    assert campaign.batches.count() == 2
    assert response.redirect_chain[0][0] == page_of_query(campaign)
    assert "Batch 1 is extended. Batch 2 is now open." in response.content.decode()
    assert LedgerEntry.objects.filter(kind="batch_decided", actor=pseudonym).count() == 1


def test_an_admin_closes(client, campaign, review):
    sign_in_admin(client)
    client.post(address(review), {"decision": "close"})
    review.refresh_from_db()
    assert (review.decision, review.actor, campaign.batches.count()) == ("close", "admin", 1)


def test_the_second_to_decide_sees_what_happened(client, campaign, review):
    first = sign_in_lead(client, campaign)
    client.post(address(review), {"decision": "close"})
    sign_in_lead(client, campaign)
    response = client.post(address(review), {"decision": "extend"}, follow=True)
    assert f"the batch was already closed by {first}" in response.content.decode()
    assert campaign.batches.count() == 1


PROGRAM = {"HX-Request": "true"}


def test_the_pages_program_gets_the_line_among_the_decided(client, campaign, review):
    sign_in_lead(client, campaign)
    response = client.post(address(review), {"decision": "close"}, headers=PROGRAM)
    page = response.content.decode()
    assert response.status_code == 200
    assert page.strip().startswith("<li")
    assert "closed" in page
    assert undoing(review) in page


def test_the_pages_program_gets_the_name_of_who_decided(client, campaign, review):
    first = sign_in_lead(client, campaign)
    client.post(address(review), {"decision": "extend"})
    sign_in_lead(client, campaign)
    response = client.post(address(review), {"decision": "extend"}, headers=PROGRAM)
    refusal = f"No changes were made: the batch was already extended by {first}."
    assert (response.status_code, response.content.decode()) == (409, refusal)
    assert LedgerEntry.objects.filter(kind="batch_decided").count() == 1


def test_the_pages_program_gets_the_reason_why_it_cannot_be_done(client, campaign, review):
    campaign.pairs.filter(batch=None).delete()
    sign_in_lead(client, campaign)
    response = client.post(address(review), {"decision": "extend"}, headers=PROGRAM)
    assert (response.status_code, response["Content-Type"]) == (422, "text/plain; charset=utf-8")
    review.refresh_from_db()
    assert review.decision == ""


def test_a_form_of_the_queue_leads_back_to_it(client, campaign, review):
    sign_in_lead(client, campaign)
    response = client.post(address(review), {"decision": "close", "back": "review"})
    assert response.url == "/c/camp/review/"


def test_undoing_gives_the_card_back(client, campaign, review):
    sign_in_lead(client, campaign)
    client.post(address(review), {"decision": "extend"})
    response = client.post(undoing(review), headers=PROGRAM)
    again = BatchReview.objects.get(superseded=False)
    assert response.status_code == 200
    assert f'id="review-{again.pk}"' in response.content.decode()
    assert campaign.batches.count() == 1


def test_undoing_what_was_undone_is_answered_with_that(client, campaign, review):
    sign_in_lead(client, campaign)
    client.post(address(review), {"decision": "close"})
    assert client.post(undoing(review)).url == page_of_query(campaign)
    response = client.post(undoing(review), headers=PROGRAM)
    assert response.status_code == 422
    assert "it was undone" in response.content.decode()
    assert LedgerEntry.objects.filter(kind="batch_undone").count() == 1


def test_outsiders_undo_nothing(client, campaign, review):
    sign_in_lead(client, campaign)
    client.post(address(review), {"decision": "close"})
    assert refusals(client, campaign, undoing(review), "post") == REFUSED
    assert LedgerEntry.objects.filter(kind="batch_undone").count() == 0


@pytest.mark.parametrize(
    "sent", [{}, {"decision": "delete"}, {"decision": ""}, {"decision": "close", "note": "x" * 1001}]
)
def test_bad_input_changes_nothing(client, campaign, review, sent):
    sign_in_lead(client, campaign)
    assert client.post(address(review), sent).status_code == 400
    review.refresh_from_db()
    assert review.decision == ""


def test_a_review_of_another_campaign_is_not_found(client, campaign, review):
    other = make_campaign("other")
    sign_in_lead(client, other)
    response = client.post(reverse("decide", args=["other", review.pk]), {"decision": "close"})
    assert response.status_code == 404


def test_outsiders_are_refused(client, campaign, review):
    assert refusals(client, campaign, address(review), "post") == REFUSED
    review.refresh_from_db()
    assert review.decision == ""


def test_it_takes_a_post(client, campaign, review):
    sign_in_lead(client, campaign)
    assert client.get(address(review)).status_code == 405
