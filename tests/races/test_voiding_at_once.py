"""Voiding beside sweeps, scores and another voiding: no verdict rests on a voided score (I2, I4)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.models import Score, Seat
from annotator.scoring.services.scoring import submit_scores
from consensus.models import Verdict
from consensus.people.services.voiding import void_person
from consensus.sweep.services import settle_campaign
from tests.factories import NOW, claim, entry, make_member, opened_campaign, score_all
from tests.races.test_at_once import LATER, at_once, no_breaches

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]


def test_voiding_beside_sweeps_and_scores_leaves_no_verdict_on_a_voided_score() -> None:
    campaign, (one, two) = opened_campaign(people=2, pairs=12)
    seats = claim(one, 12)
    submit_scores(member=one, entries=[entry(seat, 3) for seat in seats], now=NOW)
    mine = claim(two, 12)
    submit_scores(member=two, entries=[entry(seat, 3) for seat in mine[:8]], now=NOW)
    late = [entry(seat, 3) for seat in mine[8:]]
    results = at_once(
        lambda: settle_campaign(campaign=campaign, now=LATER),
        lambda: void_person(member=one, now=LATER, actor="lead", reason="random"),
        lambda: settle_campaign(campaign=campaign, now=LATER),
        lambda: void_person(member=one, now=LATER, actor="lead", reason="random"),
        lambda: submit_scores(member=two, entries=late, now=LATER),
    )
    assert [result for result in results if isinstance(result, Exception)] == []
    assert Seat.objects.filter(annotator=one, superseded=True).count() == 12
    assert Seat.objects.filter(annotator=None, superseded=False).count() == 12
    assert Verdict.objects.filter(superseded=False).count() == 0
    assert Score.objects.filter(annotator=one, current=True).count() == 12
    score_all([make_member(campaign)], 2, now=LATER)
    settle_campaign(campaign=campaign, now=LATER + timedelta(seconds=70))
    assert Verdict.objects.filter(superseded=False, relevance=3).count() == 12
    assert no_breaches(campaign)
