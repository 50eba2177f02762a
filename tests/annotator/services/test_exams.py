"""Making, opening, freezing and closing exams (R10)."""

from datetime import timedelta

import pytest

from annotator.models import Standing
from annotator.services.exams import create_exam, freeze_truth, open_exam
from annotator.services.finalising import finalise_scores
from annotator.services.sittings import advance_sittings, begin_sitting
from tests.factories import NOW, claim, make_campaign, make_member, make_query, submit

pytestmark = pytest.mark.django_db


def test_smoke() -> None:
    campaign = make_campaign()
    for _ in range(2):
        make_query(campaign, pairs=3, split="exam")
    exam = create_exam(campaign=campaign, queries=2, depth=2, takers_to_freeze=3, now=NOW, actor="t")
    open_exam(exam=exam, now=NOW, actor="t")
    people = [make_member(campaign, standing=Standing.TRAINING) for _ in range(3)]
    for level, person in zip((0, 3, 4), people, strict=True):
        begin_sitting(member=person, now=NOW)
        person.refresh_from_db()
        for seat in claim(person, 20):
            assert submit(person, seat, level).status == "saved"
    later = NOW + timedelta(seconds=61)
    finalise_scores(campaign=campaign, now=later)
    assert advance_sittings(campaign=campaign, now=later) == 3
    freeze_truth(exam=exam, now=later, actor="t")
    assert advance_sittings(campaign=campaign, now=later) == 3
    for person in people:
        person.refresh_from_db()
    assert [p.standing for p in people] == ["relabel", "qualified", "qualified"]
