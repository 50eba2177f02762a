import re

import pytest

from annotator.models import Problem, ProblemKind
from annotator.problems.services.reporting import report_problem
from consensus.models import Verdict
from consensus.verify.selectors.invariants import breaches
from moments.models import Pair, Query
from tests.console.decisions.scenes import PROGRAM, act, queue_page
from tests.console.scenes import annotators, open_scene, sign_in_lead
from tests.factories import NOW, claim, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    """Query 1 is reported twice: at pair 1, which its annotator has scored, and at pair 2; three pairs are on hold."""
    campaign = open_scene(people=2)
    one, other = annotators(campaign)
    first, *_ = claim(one, 3)
    submit(one, first, 3)
    report_problem(member=one, seat=first.public_id, kind=ProblemKind.QUERY, note="no verb", now=NOW)
    seats = claim(other, 3)
    report_problem(member=other, seat=seats[1].public_id, kind=ProblemKind.QUERY, note="what?", now=NOW)
    return campaign


def send(client, item=1, what="item", **body):
    return client.post(act("queries", item, what), body, headers=PROGRAM)


def state():
    """How many pairs are on hold, how many reports are open, and how many pairs are withdrawn."""
    withdrawn = Verdict.objects.filter(superseded=False, kind="withdrawn")
    parked = Pair.objects.filter(parked=True)
    return parked.count(), Problem.objects.filter(resolved_at=None).count(), withdrawn.count()


def test_all_pairs_of_a_query_are_put_back_and_on_hold_again(client, campaign):
    sign_in_lead(client, campaign)
    page = client.get(queue_page("queries")).content.decode()
    assert ("no verb" in page, "what?" in page, 'data-what="Query 1"' in page) == (True, True, True)
    before = state()
    assert before == (3, 2, 0)
    line = send(client, decision="back").content.decode()
    assert "3 put back" in line
    assert state() == (0, 0, 0)
    late = send(client, decision="withdraw", reason="x")
    assert (late.status_code, "no longer reported" in late.content.decode()) == (409, True)
    seen = re.search(r'undo/.+?name="seen" value="(.+?)"', line, re.DOTALL)[1]
    assert 'data-what="Query 1"' in send(client, what="undo", seen=seen).content.decode()
    assert state() == before
    for seen in ("", "2026-01-01", "2026-01-01T00:00:00+00:00", "0001-01-01T00:00:00+23:59"):
        assert send(client, what="undo", seen=seen).status_code == 422


@pytest.mark.parametrize(("decision", "retired"), [("withdraw", False), ("retire", True)])
def test_a_query_ends_for_a_reason(client, campaign, decision, retired):
    sign_in_lead(client, campaign)
    assert "give a reason" in send(client, decision=decision).content.decode()
    assert send(client, decision=decision, reason="no verb").status_code == 200
    assert state() == (0, 0, 3)
    assert (Query.objects.get().retired_at is not None) == retired
    assert "Nothing left here" in client.get(queue_page("queries")).content.decode()
    assert send(client, 99, decision="back").status_code == 404
    assert list(breaches(campaign, now=NOW, sweep_s=60)) == []
