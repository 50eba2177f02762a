"""How many SQL statements answers about twins take: what seats ask is read once a request, however many they are."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.models import Assignment, Judgement, Membership, TwinCaption
from annotator.scoring.selectors.twins import twin_questions
from annotator.scoring.services.finalising import finalise_scores
from annotator.scoring.services.scoring import submit_scores
from annotator.seats.services.seating import release_person
from annotator.twins.order import as_shown
from annotator.twins.tasks import TwinTask
from consensus.sweep.services import settle_campaign
from consensus.twin_truths.services.ruling import rule_on_twins
from moments.models import Campaign
from tests.factories import NOW
from tests.twins import BACKWARD, FORWARD, ask, twin_campaign

pytestmark = pytest.mark.django_db
AN_ANSWER = 3  # its seat, its score, and what it says
JUDGEMENT = {"temporal": True, "criterion": "state", "unreal": "neither"}


def statements(member: Membership, most: int, *, now=NOW) -> int:
    """How many statements it takes to answer `most` of the seats that the person gets, in one request."""
    seats = ask(member, now=now, count=most)
    assert len(seats) == most
    asked = twin_questions(seat.pk for seat in seats)
    entries = []
    for seat in seats:
        question = asked[seat.pk]
        body: dict[str, object] = {"judgement": JUDGEMENT}
        if question.task is TwinTask.CAPTION:
            body = {"captions": list(as_shown(FORWARD, BACKWARD, forward_first=question.forward_first))}
        elif question.task is TwinTask.ASSIGN:
            body = {"assignment": {"chosen": question.clips.index(seat.pair.moment_id) + 1}}
        entries.append({"seat": str(seat.public_id), "key": f"k {seat.public_id}", "shown_ms": 9000, **body})
    with CaptureQueriesContext(connection) as sent:
        results = submit_scores(member=member, entries=entries, now=now)
    assert {result.status for result in results} == {"saved"}, results
    return len(sent)


def ruled(campaign: Campaign, minutes: int) -> int:
    """The statements by which the rules are applied, so many minutes later."""
    now = NOW + timedelta(minutes=minutes)
    finalise_scores(campaign=campaign, now=now)
    with CaptureQueriesContext(connection) as sent:
        assert rule_on_twins(campaign, now, most=500)
    return len(sent)


def test_every_further_answer_takes_three_statements_whatever_it_says():
    campaign, people = twin_campaign(people=5, twins=5)
    for task, minutes, persons in (("judge", 0, people[:2]), ("write", 3, people[:1]), ("assign", 6, people[1:2])):
        now = NOW + timedelta(minutes=minutes)
        for person in persons:
            for other in people:
                release_person(member=other)  # the sweep shares work out among all
            two = statements(person, 2, now=now)
            assert statements(person, 3, now=now) - two <= AN_ANSWER, task
        settle_campaign(campaign=campaign, now=now + timedelta(minutes=2))
    counts = (Judgement.objects.count(), TwinCaption.objects.count(), Assignment.objects.count())
    assert counts == (10, 5, 5)


def test_the_rules_are_applied_to_one_clip_and_to_five_by_as_many_statements():
    taken = []
    for slug, twins in (("one", 1), ("five", 5)):
        campaign, people = twin_campaign(slug, people=4, twins=twins)
        for person in people[:2]:
            statements(person, twins)
        judged = ruled(campaign, 2)
        statements(people[0], twins, now=NOW + timedelta(minutes=3))
        written = ruled(campaign, 5)
        statements(people[1], 2 * twins, now=NOW + timedelta(minutes=6))
        taken.append((judged, written, ruled(campaign, 8)))
    assert taken[0] == taken[1]
