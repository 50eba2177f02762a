import pytest
from django.test import Client
from django.urls import reverse

from annotator.checks.services.golds import set_gold
from annotator.models import Staffing
from moments.models import LedgerEntry
from moments.protocol import Protocol
from tests.console.scenes import REFUSED, open_scene, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, opened_campaign

pytestmark = pytest.mark.django_db
ADDRESS = "/c/camp/staffing/"
TERMS = {"gold_rate": "5", "repeat_rate": "2.5", "pace_bar": "30", "kappa_bar": "0.4", "pause_by_rule": "on"}


def test_an_admin_sets_the_terms_and_the_ledger_tells_what_changed(client: Client) -> None:
    open_scene()
    sign_in_admin(client)
    assert client.post(ADDRESS, TERMS).url == reverse("staffing", args=["camp"])
    stored = Staffing.objects.get()
    assert (stored.gold_rate, stored.repeat_rate, stored.pace_bar) == (0.05, 0.025, 0.3)
    assert (stored.kappa_bar, stored.pause_by_rule, stored.leaving) == (0.4, True, "keep")
    assert '"gold_rate":0.05' in LedgerEntry.objects.get(kind="staffing_set").payload
    shown = client.get(ADDRESS).content.decode()
    assert 'name="repeat_rate" required value="2.5"' in shown
    client.post(ADDRESS, TERMS)
    assert LedgerEntry.objects.filter(kind="staffing_set").count() == 1


def test_an_empty_kappa_is_no_bar(client: Client) -> None:
    open_scene()
    sign_in_admin(client)
    client.post(ADDRESS, {**TERMS, "kappa_bar": "", "gold_rate": "0"})
    assert Staffing.objects.get().kappa_bar is None


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"gold_rate": "51"}, "gold_rate: expected 0 to 0.5"),
        ({"repeat_rate": "-1"}, "repeat_rate: expected 0 to 0.5"),
        ({"gold_rate": "30", "repeat_rate": "30"}, "expected at most 0.5 together"),
        ({"pace_bar": "101"}, "pace_bar: expected 0 to 1"),
        ({"kappa_bar": "2"}, "kappa_bar: expected -1 to 1"),
        ({"kappa_bar": "nan"}, "kappa_bar: expected a number"),
        ({"gold_rate": "some"}, "gold_rate: expected a number"),
        ({"gold_rate": ""}, "gold_rate: expected a number"),
    ],
)
def test_bad_terms_are_named_and_nothing_is_stored(client: Client, fields, named) -> None:
    open_scene()
    sign_in_admin(client)
    answer = client.post(ADDRESS, {**TERMS, **fields})
    assert answer.status_code == 400
    assert named in answer.content.decode()
    assert not Staffing.objects.exists()


def test_a_lead_sets_the_terms(client: Client) -> None:
    campaign = open_scene()
    lead = sign_in_lead(client, campaign)
    assert client.post(ADDRESS, TERMS).url == ADDRESS
    assert (Staffing.objects.count(), campaign.ledger.order_by("-number")[0].actor) == (1, lead)


def test_others_are_refused(client: Client) -> None:
    assert refusals(client, open_scene(), ADDRESS) == REFUSED


def test_the_page_tells_where_gold_hides_and_what_a_guess_may_reach(client: Client) -> None:
    campaign, _ = opened_campaign("camp", queries=3, pairs=21)
    for pair in campaign.pairs.filter(batch=None, query__query_id__lte=2).select_related("campaign", "query", "moment"):
        set_gold(pair=pair, relevance=2, now=NOW, actor="lead")
    Staffing.objects.create(campaign=campaign, gold_rate=0.06)
    sign_in_lead(client, campaign)
    shown = client.get(ADDRESS).content.decode()
    assert "2 of the 3 queries that still need annotators have gold pairs." in shown
    assert "is right at most 9% of the time" in shown
    assert "With batches of" not in shown


def test_the_page_warns_where_batches_are_too_small_to_hide_gold_at_the_rate(client: Client) -> None:
    campaign, _ = opened_campaign("camp", pairs=6, protocol=Protocol(batch_size=5, window=1))
    pair = campaign.pairs.select_related("campaign", "query", "moment").get(batch=None)
    set_gold(pair=pair, relevance=2, now=NOW, actor="lead")
    Staffing.objects.create(campaign=campaign, gold_rate=0.05)
    sign_in_lead(client, campaign)
    shown = client.get(ADDRESS).content.decode()
    assert "With batches of 5 pairs, gold pairs are only inserted at a rate of 11.1% or more." in shown
    Staffing.objects.update(gold_rate=0.12)
    assert "With batches of" not in client.get(ADDRESS).content.decode()
