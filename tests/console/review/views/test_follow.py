import pytest

from consensus.models import BatchReview
from moments.models import LedgerEntry
from tests.console.scenes import REFUSED, refusals, reviewed_scene, sign_in_lead
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
FOLLOW = "/c/camp/reviews/follow/"


@pytest.fixture
def campaign():
    """Four batches in review: two to extend, one to close, one without a suggestion."""
    campaign = reviewed_scene(queries=4)
    for review, advice in zip(BatchReview.objects.order_by("pk"), ["extend", "extend", "close", "none"], strict=True):
        BatchReview.objects.filter(pk=review.pk).update(advice=advice)
    return campaign


def pending():
    return BatchReview.objects.filter(decision="").count()


def named(response):
    return {"reviews": response.context["reviews"], "note": "as suggested"}


def test_it_says_how_many_extend_and_close_and_changes_nothing(client, campaign):
    sign_in_lead(client, campaign)
    response = client.get(FOLLOW, {"all": "1"})
    page = response.content.decode()
    assert "2 extend, 1 close" in page
    assert "1 batch without a suggestion still awaits a decision" in page
    assert pending() == 4


def test_it_decides_each_under_the_leads_name_with_an_entry_in_the_ledger(client, campaign):
    me = sign_in_lead(client, campaign)
    response = client.post(FOLLOW, named(client.get(FOLLOW)), follow=True)
    assert "2 extended and 1 closed as suggested. 1 did not change" in response.content.decode()
    decided = BatchReview.objects.exclude(decision="").order_by("pk")
    assert list(decided.values_list("decision", "actor", "note")) == [
        ("extend", me, "as suggested"),
        ("extend", me, "as suggested"),
        ("close", me, "as suggested"),
    ]
    assert LedgerEntry.objects.filter(kind="batch_decided", actor=me).count() == 3
    assert campaign.batches.count() == 6


def test_those_shown_alone_can_be_decided(client, campaign):
    sign_in_lead(client, campaign)
    first = BatchReview.objects.order_by("pk").first()
    response = client.get(FOLLOW, {"reviews": str(first.pk)})
    assert "1 extend, 0 close" in response.content.decode()
    client.post(FOLLOW, named(response))
    assert pending() == 3


def test_sending_the_form_twice_decides_nothing_twice(client, campaign):
    sign_in_lead(client, campaign)
    sent = named(client.get(FOLLOW))
    client.post(FOLLOW, sent)
    response = client.post(FOLLOW, sent, follow=True)
    assert "0 extended and 0 closed as suggested. 4 did not change" in response.content.decode()
    assert LedgerEntry.objects.filter(kind="batch_decided").count() == 3


def test_batches_that_come_up_meanwhile_are_left_alone(client, campaign):
    sign_in_lead(client, campaign)
    sent = named(
        client.get(FOLLOW, {"reviews": ",".join(map(str, BatchReview.objects.values_list("pk", flat=True)[:2]))})
    )
    BatchReview.objects.filter(advice="close").update(advice="extend")
    client.post(FOLLOW, sent)
    assert pending() == 2


def test_with_nothing_to_follow_it_says_so(client):
    sign_in_lead(client, make_campaign("camp"))
    assert "No suggestions to follow" in client.get(FOLLOW).content.decode()


@pytest.mark.parametrize("reviews", ["x", "1,,2", "-1", "9" * 30, "1," * 20_000])
def test_bad_input_changes_nothing(client, campaign, reviews):
    sign_in_lead(client, campaign)
    assert client.post(FOLLOW, {"reviews": reviews}).status_code == 400
    assert client.get(FOLLOW, {"reviews": reviews}).status_code == 400
    assert pending() == 4


def test_reviews_of_another_campaign_are_left_alone(client, campaign):
    other = make_campaign("other")
    sign_in_lead(client, other)
    reviews = ",".join(map(str, BatchReview.objects.values_list("pk", flat=True)))
    client.post("/c/other/reviews/follow/", {"reviews": reviews})
    assert pending() == 4


@pytest.mark.parametrize("method", ["get", "post"])
def test_outsiders_are_refused(client, campaign, method):
    assert refusals(client, campaign, FOLLOW, method) == REFUSED
