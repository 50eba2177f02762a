import re

import pytest
from django.core.cache import cache

from consensus.contradictions.selectors import contradictions
from consensus.models import KeptContradiction, Verdict
from consensus.verify.selectors.invariants import breaches
from moments.models import LedgerEntry, Moment, Pair
from moments.protocol import Protocol
from tests.console.decisions.scenes import PROGRAM, act, queue_page
from tests.console.scenes import sign_in_lead
from tests.factories import NOW, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    """Pairs 1 and 2 lie on nearly the same stretch; they are a 4 and a 0. Pair 3 lies elsewhere."""
    cache.clear()  # the queue keeps for minutes which pairs contradict each other
    campaign, members = opened_campaign("camp", people=4, pairs=3, protocol=Protocol(batch_size=3, window=2))
    Moment.objects.filter(pairs__number__in=[1, 2]).update(start_s=0, end_s=10)
    score_all(members, lambda pair, member: {1: 4, 2: 0, 3: 2}[pair.rank])
    settle(campaign)
    return campaign


def send(client, item, what="item", **body):
    return client.post(act("contradictions", item, what), body, headers=PROGRAM)


def card(client):
    """The first pair's number and the mark of the first card; nothing if there is none."""
    page = client.get(queue_page("contradictions")).content.decode()
    return re.findall(r'data-item="(\d+)".+?data-decide.+?name="seen" value="([\d-]+)"', page, re.DOTALL)


def test_two_verdicts_are_kept_and_raised_again(client, campaign):
    pseudonym = sign_in_lead(client, campaign)
    page = client.get(queue_page("contradictions")).content.decode()
    assert re.findall(r"<kbd>\d</kbd> <span class=\"level-number\">(\d)</span> <span>Pair (\d)", page) == [
        ("4", "1"),
        ("0", "2"),
    ]
    ((item, seen),) = card(client)
    assert "give a reason" in send(client, item, decision="keep", seen=seen).content.decode()
    line = send(client, item, decision="keep", seen=seen, reason="another ball").content.decode()
    assert ("both may stand" in line, "another ball" in line) == (True, True)
    assert (card(client), contradictions(campaign)) == ([], [])
    late = send(client, item, decision="keep", seen=seen, reason="x")
    assert (late.status_code, "has already let pairs 1 and 2 stand" in late.content.decode()) == (409, True)
    kept = KeptContradiction.objects.get()
    assert (kept.actor, kept.reason) == (pseudonym, "another ball")
    assert "data-card" in send(client, item, "undo", seen=kept.pk).content.decode()
    assert [one for one, _ in card(client)] == [item]
    assert "already been taken back" in send(client, item, "undo", seen=kept.pk).content.decode()
    kinds = LedgerEntry.objects.filter(kind__startswith="contradiction").order_by("number")
    assert list(kinds.values_list("kind", flat=True)) == ["contradiction_kept", "contradiction_raised"]


def test_one_of_the_two_is_reopened_and_who_comes_second_decides_nothing(client, campaign):
    sign_in_lead(client, campaign)
    ((item, seen),) = card(client)
    line = send(client, item, decision="second", seen=seen, reason="look again").content.decode()
    assert "reopened" in line
    attempts = list(Pair.objects.order_by("number").values_list("attempt", flat=True))
    assert sorted(attempts[:2]) == [1, 2]
    assert attempts[1 if item == "1" else 0] == 2
    for decision in ("first", "keep"):
        late = send(client, item, decision=decision, seen=seen, reason="x")
        assert (late.status_code, "decided again in the meantime" in late.content.decode()) == (409, True)
    assert send(client, item, decision="first", seen="nonsense", reason="x").status_code == 409
    assert Verdict.objects.filter(superseded=False).count() == 2
    assert not KeptContradiction.objects.exists()
    assert list(breaches(campaign, now=NOW, sweep_s=60)) == []
