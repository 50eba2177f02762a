import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from consensus.models import Verdict
from consensus.verify.selectors.invariants import breaches
from moments.models import LedgerEntry
from tests.console.decisions.scenes import PROGRAM, act, discarded_scene, queue_page
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW

pytestmark = pytest.mark.django_db
FIRST, LAST = "Judged by the guideline", "The clip is hard to make out"


@pytest.fixture
def campaign():
    return discarded_scene()


def seen(number):
    return Verdict.objects.get(pair__number=number, superseded=False).pk


def standing():
    rows = Verdict.objects.filter(superseded=False).order_by("pair__number")
    return list(rows.values_list("kind", "relevance"))


def ledger(number):
    return list(LedgerEntry.objects.filter(pair_number=number).order_by("-number").values_list("kind", "payload"))


def test_a_lead_decides_blind_with_one_key_and_sees_the_scores_then(client, campaign):
    pseudonym = sign_in_lead(client, campaign)
    page = client.get(queue_page("discarded")).content.decode()
    assert re.findall(r'data-what="(.+?)"', page) == ["Pair 1", "Pair 2", "Pair 3"]
    assert re.findall(r'name="decision" value="(\d)"', page)[:5] == list("01234")
    workers = list(campaign.members.filter(role="annotator").values_list("pseudonym", flat=True))
    assert len(workers) == 4
    captions = list(campaign.moments.values_list("caption", flat=True))
    assert [one for one in (*workers, *captions, "done-scores") if one in page] == []  # nothing of the scores
    body = {"decision": "3", "seen": seen(1)}
    line = client.post(act("discarded", 1), body, headers=PROGRAM).content.decode()
    assert "adjudicated as 3" in line
    assert re.findall(r'level-number" title=".+?">(\d)<', line) == list("0414")
    assert all(worker in line for worker in workers)
    assert standing()[0] == ("adjudicated", 3)
    assert Verdict.objects.get(kind="adjudicated").reason == FIRST
    kind, payload = ledger(1)[0]
    assert (kind, '"blind": true' in payload or '"blind":true' in payload) == ("pair_adjudicated", True)
    again = client.get(queue_page("discarded")).content.decode()
    assert re.findall(r'data-what="(.+?)"', again) == ["Pair 2", "Pair 3"]
    assert re.findall(r"<span data-left>(\d+)</span>", again) == ["2"]
    reason = {"reason": LAST, "seen": seen(1)}
    assert LAST in client.post(act("discarded", 1, "reason"), reason, headers=PROGRAM).content.decode()
    typed = {"typed": "a hat, not a cap", "reason": "", "seen": seen(1)}
    assert client.post(act("discarded", 1, "reason"), typed).status_code == 302
    assert Verdict.objects.get(kind="adjudicated").reason == "a hat, not a cap"
    assert [kind for kind, _ in ledger(1)[:2]] == ["adjudication_explained"] * 2
    card = client.post(act("discarded", 1, "undo"), {"seen": seen(1)}, headers=PROGRAM).content.decode()
    assert 'data-what="Pair 1"' in card
    assert "You gave this pair a score of 3 before and have seen the other scores" in card
    assert standing()[0] == ("discarded", None)
    client.post(act("discarded", 1), {"decision": "2", "seen": seen(1)})
    assert "blind" not in ledger(1)[0][1]
    assert list(breaches(campaign, now=NOW, sweep_s=60)) == []
    assert pseudonym not in workers


def test_two_leads_never_decide_the_same_pair_twice(client, campaign):
    first = sign_in_lead(client, campaign)
    body = {"decision": "4", "seen": seen(2)}
    client.post(act("discarded", 2), body, headers=PROGRAM)
    mine = {"reason": "because", "seen": seen(2)}
    sign_in_lead(client, campaign)
    answer = client.post(act("discarded", 2), {**body, "decision": "0"}, headers=PROGRAM)
    assert (answer.status_code, answer.content.decode()) == (
        409,
        f"No changes were made: pair 2 is already adjudicated: 4 by {first}.",
    )
    other = client.post(act("discarded", 2, "reason"), mine, headers=PROGRAM)
    assert (other.status_code, "can change the reason" in other.content.decode()) == (409, True)
    undone = client.post(act("discarded", 3, "undo"), {"seen": seen(3)}, headers=PROGRAM)
    assert (undone.status_code, "discarded by the rule" in undone.content.decode()) == (422, True)
    assert standing() == [("discarded", None), ("adjudicated", 4), ("discarded", None), ("agreed", 3)]
    card = client.post(act("discarded", 2, "undo"), {"seen": seen(2)}, headers=PROGRAM).content.decode()
    assert "all leads could see the other scores" in card
    client.post(act("discarded", 2), {**body, "seen": seen(2)}, headers=PROGRAM)
    assert (ledger(2)[0][0], "blind" in ledger(2)[0][1]) == ("pair_adjudicated", False)


def test_whoever_scored_the_pair_is_not_asked(client, campaign):
    lead = campaign.members.filter(role="annotator").first()
    lead.role = "lead"
    lead.save()
    client.force_login(lead.user)
    assert "Nothing left here" in client.get(queue_page("discarded")).content.decode()
    body = {"decision": "3", "seen": seen(1)}
    answer = client.post(act("discarded", 1), body, headers=PROGRAM)
    assert (answer.status_code, "another lead" in answer.content.decode()) == (409, True)


@pytest.mark.parametrize("body", [{"decision": "5"}, {"decision": ""}, {"decision": "3", "reason": "x" * 1001}])
def test_what_no_form_of_ours_sends_is_refused(client, campaign, body):
    sign_in_lead(client, campaign)
    assert client.post(act("discarded", 1), body).status_code == 400
    assert "adjudicated" not in dict(standing())


def test_outsiders_are_refused_and_unknown_queues_and_pairs_are_not_found(client, campaign):
    assert refusals(client, campaign, queue_page("discarded")) == REFUSED
    sign_in_lead(client, campaign)
    assert client.get(queue_page("what")).status_code == 404
    assert client.post(act("discarded", 99), {"decision": "3"}).status_code == 404


def test_the_page_takes_as_many_queries_for_one_card_as_for_three(client, campaign):
    sign_in_lead(client, campaign)
    counts = []
    for _ in range(2):
        client.get(queue_page("discarded"))
        with CaptureQueriesContext(connection) as asked:
            client.get(queue_page("discarded"))
        counts.append(len(asked))
        Verdict.objects.filter(pair__number__in=[1, 2]).delete()
    assert counts[0] == counts[1]
    further = client.get(queue_page("discarded") + "?after=2", headers=PROGRAM).content.decode()
    assert re.findall(r'data-what="(.+?)"', further) == ["Pair 3"]
