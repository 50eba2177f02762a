"""Voiding beside markings, sweeps and another voiding: what is acknowledged is stored, and no truth rests on it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.models import Ask, Score, Seat
from annotator.scoring.services.scoring import submit_scores
from consensus.models import TruthSegment, Verdict
from consensus.people.services.voiding import void_person
from consensus.sweep.services import settle_campaign
from tests.factories import claim
from tests.marking import asked, finished, mark, marking_campaign
from tests.races.test_at_once import LATER, at_once, no_breaches

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]
QUESTIONS = 6


def entries(seats: list[Seat]) -> list[dict[str, object]]:
    given = {"segments": [[10_000, 20_000]], "specific": True, "complete": True, "shown_ms": 900}
    return [{"seat": str(seat.public_id), "key": f"k-{seat.pk}", **given} for seat in seats]


@pytest.mark.parametrize("voided", [0, 1], ids=["the_author", "the_marker"])
def test_a_marker_who_submits_while_somebody_is_voided(voided: int) -> None:
    campaign, people = marking_campaign(people=4)
    author, marker = people[:2]
    for _ in range(QUESTIONS):
        asked(author)
    finished(author)
    seats = claim(marker, QUESTIONS)
    for seat in seats[:2]:
        mark(marker, seat)
    settle_campaign(campaign=campaign, now=LATER)
    results = at_once(
        lambda: submit_scores(member=marker, entries=entries(seats[2:4]), now=LATER),
        lambda: void_person(member=people[voided], now=LATER, actor="lead", reason="random"),
        lambda: settle_campaign(campaign=campaign, now=LATER),
        lambda: void_person(member=people[voided], now=LATER, actor="lead", reason="random"),
        lambda: submit_scores(member=marker, entries=entries(seats[4:]), now=LATER),
    )
    assert [result for result in results if isinstance(result, Exception)] == []
    saved = [one for results_of in (results[0], results[4]) for one in results_of if one.status == "saved"]
    assert len(saved) == len(seats) - 2
    assert Score.objects.filter(annotator=marker, current=True).count() == QUESTIONS
    void_person(member=people[voided], now=LATER, actor="lead", reason="what came meanwhile")
    assert Seat.objects.filter(annotator=people[voided], superseded=False, state__in=("scored", "settled")).count() == 0
    assert TruthSegment.objects.filter(verdict__superseded=False).count() == 0
    for seat in claim(people[2], QUESTIONS, now=LATER):
        assert mark(people[2], seat, now=LATER).status == "saved"
    after = LATER + timedelta(seconds=70)
    settle_campaign(campaign=campaign, now=after)
    assert Verdict.objects.filter(superseded=False, kind="agreed").count() == QUESTIONS
    assert set(Ask.objects.values_list("state", flat=True)) == {"accepted"}
    assert no_breaches(campaign)
