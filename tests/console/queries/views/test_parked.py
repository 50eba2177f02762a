"""All parked pairs of a query, withdrawn or put back at once."""

import pytest

from annotator.models import ProblemKind
from annotator.problems.services.reporting import report_problem
from consensus.models import Verdict
from moments.models import LedgerEntry, Pair
from tests.factories import NOW, claim, make_lead, opened_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead_client(client):
    """A lead's client; one of two queries was reported to make no sense."""
    campaign, (one, _) = opened_campaign(queries=2, pairs=3)
    seat = claim(one, 3)[0]
    report_problem(member=one, seat=seat.public_id, kind=ProblemKind.QUERY, note="", now=NOW)
    client.force_login(make_lead(campaign).user)
    client.query_id = seat.pair.query.query_id
    return client


def post(client, what: str, **body):
    return client.post(f"/c/films/queries/{client.query_id}/{what}/", body, follow=True).content.decode()


def test_all_are_withdrawn_for_a_reason(lead_client) -> None:
    assert "3 pairs are withdrawn." in post(lead_client, "withdraw-parked", reason="gibberish")
    assert list(Verdict.objects.values_list("kind", "reason").distinct()) == [("withdrawn", "gibberish")]
    assert not Pair.objects.filter(parked=True).exists()
    assert LedgerEntry.objects.filter(kind="pair_withdrawn").count() == 3


def test_all_are_put_back(lead_client) -> None:
    assert "3 pairs are back in the queues." in post(lead_client, "put-back-parked", reason="fine")
    assert not Pair.objects.filter(parked=True).exists()
    assert not Verdict.objects.exists()


def test_without_a_reason_nothing_is_withdrawn(lead_client) -> None:
    assert "The pairs were not withdrawn: give a reason." in post(lead_client, "withdraw-parked", reason=" ")
    assert Pair.objects.filter(parked=True).count() == 3


def test_the_page_offers_it_where_several_are_parked(lead_client) -> None:
    assert "Withdraw all on hold" in lead_client.get(f"/c/films/queries/{lead_client.query_id}/").content.decode()
    post(lead_client, "put-back-parked")
    assert "Withdraw all on hold" not in lead_client.get(f"/c/films/queries/{lead_client.query_id}/").content.decode()


def test_an_unknown_query_is_404(lead_client) -> None:
    assert lead_client.post("/c/films/queries/99/withdraw-parked/", {"reason": "x"}).status_code == 404
