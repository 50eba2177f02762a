"""Voiding where segments are marked: questions are marked again without the answers, and nothing rests on them."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from annotator.asking.services.drafts import save_draft
from annotator.asking.services.finishing import finish_video
from annotator.models import Ask, DerivedAsk, Membership, Score, Seat, WorkEvent
from consensus.decisions.known_kinds import kind_named
from consensus.models import TruthSegment, Verdict
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.people.selectors.voiding_marked import VoidedAnswers, preview_voided_answers
from consensus.people.services.voiding import Changed, Voided, void_person
from consensus.truths.services.deciding import decide_question, reject_question
from consensus.truths.services.undoing import take_back_question
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Campaign, LedgerEntry
from tests.annotator.asking.scenes import begun, submitted
from tests.factories import NOW, claim, settle
from tests.marking import asked, disputed, finished, mark, marking_campaign, send

pytestmark = pytest.mark.django_db
BEFORE, LATER, AFTER = (NOW + timedelta(minutes=minutes) for minutes in (2, 5, 10))
NEW = ((11_000, 21_000),)


def void(member: Membership, **given: Any) -> Voided:
    return void_person(member=member, now=LATER, actor="L1", reason="careless", **given)


def marked(campaign: Campaign, people: list[Membership], **answer: object) -> Ask:
    """A question that two people answered and the rules ruled on."""
    ask = asked(people[0])
    finished(people[0])
    (seat,) = claim(people[1])
    given = {"segments": [[10_000, 20_000]], "specific": True, "complete": True, **answer}
    assert send(people[1], seat, **given).status == "saved"
    settle(campaign, now=BEFORE)
    return Ask.objects.get(pk=ask.pk)


def marked_by(member: Membership, segments: object = NEW, *, now: datetime = LATER) -> str:
    (seat,) = claim(member, now=now)
    return mark(member, seat, segments, now=now).status


def truth() -> list[tuple[int, int]]:
    standing = TruthSegment.objects.filter(verdict__superseded=False)
    return list(standing.order_by("start_ms").values_list("start_ms", "end_ms"))


def is_sound(campaign: Campaign, *, now: datetime = AFTER) -> bool:
    settle(campaign, now=now)
    return list(breaches(campaign, now=now + timedelta(minutes=1), sweep_s=5)) == []


def last_sentence() -> str:
    entry = LedgerEntry.objects.order_by("-number")[0]
    return kind_named(entry.kind).sentence(json.loads(entry.payload))


def test_without_its_marker_a_question_is_marked_again_beside_its_authors_answer():
    campaign, people = marking_campaign(people=4)
    ask = marked(campaign, people)
    assert truth() == [(10_000, 20_000)]
    assert void(people[1]) == VoidedAnswers(scores=1, questions=1, truths=1, places=1)
    assert last_sentence() == (
        f"The answers of {people[1].pseudonym}, its marker, no longer count, so other people answer it again as "
        f"attempt 2; "
        "it was agreed. Reason: careless"
    )
    ask = Ask.objects.get()
    assert (ask.state, ask.segments, ask.pair.attempt, truth()) == ("submitted", [[10_000, 20_000]], 2, [])
    assert claim(people[1], now=LATER) == []
    assert marked_by(people[2]) == "saved"
    assert is_sound(campaign)
    assert truth() == [(10_000, 21_000)]
    assert Score.objects.filter(annotator=people[1], current=True).count() == 1


def test_without_its_author_a_question_keeps_its_text_and_its_markers_answer():
    campaign, people = marking_campaign(people=4)
    marked(campaign, people)
    assert void(people[0]) == VoidedAnswers(scores=1, questions=1, written=1, truths=1, places=1)
    ask = Ask.objects.get()
    assert (ask.state, ask.segments, ask.author, ask.pair.query.text) == ("submitted", [], people[0], ask.text)
    assert marked_by(people[2]) == "saved"
    assert is_sound(campaign)
    assert truth() == [(10_000, 21_000)]
    payload = json.loads(LedgerEntry.objects.filter(kind="question_settled").latest("number").payload)
    assert [(role, worker) for role, worker, _ in payload["answers"]] == [
        ("in the author's place", people[2].pseudonym),
        ("marker", people[1].pseudonym),
    ]


def test_who_marks_in_the_authors_place_may_say_that_there_is_no_answer():
    campaign, people = marking_campaign(people=4)
    marked(campaign, people)
    void(people[0])
    send(people[2], *claim(people[2], now=LATER), segments=[], note="nowhere", now=LATER)
    assert is_sound(campaign)
    ask = Ask.objects.get()
    assert (ask.state, ask.returns, ask.reason) == ("returned", 1, "no answer here: nowhere")


def test_without_its_third_person_a_question_is_asked_of_another():
    campaign, people = marking_campaign(people=4)
    ask = disputed(campaign, people[:3])
    decide_question(pair=ask.pair, segments=[[10_000, 26_000]], reason="both", now=BEFORE, actor="L1")
    assert void(people[2]) == VoidedAnswers(scores=1, questions=1, truths=1, decisions=1)
    assert "its third annotator, no longer count, so other people answer it again as attempt 2; it was adjudicated" in (
        last_sentence()
    )
    settle(campaign, now=LATER)
    assert list(ask.pair.asked_pieces.order_by("attempt").values_list("attempt", flat=True)) == [1, 2]
    pieces = [{"span": [10_000, 26_000], "word": "edges", "segments": [[10_000, 26_000]]}]
    assert send(people[3], *claim(people[3], now=LATER), pieces=pieces, now=LATER).status == "saved"
    assert is_sound(campaign)
    assert truth() == [(10_000, 26_000)]


def test_a_third_persons_answer_goes_with_the_marking_that_it_is_about():
    campaign, people = marking_campaign(people=5)
    disputed(campaign, people[:3])
    assert void(people[1]) == VoidedAnswers(scores=1, questions=1, thirds=1, places=1)
    assert Seat.objects.filter(annotator=people[2], superseded=False).count() == 0
    assert claim(people[2], now=LATER) == []
    assert marked_by(people[3], [[10_000, 20_000]]) == "saved"
    assert is_sound(campaign)
    assert truth() == [(10_000, 20_000)]


def test_a_third_person_who_is_at_work_is_paid_and_told_that_the_answer_is_not_needed():
    campaign, people = marking_campaign(people=4)
    marked(campaign, people, segments=[[14_000, 26_000]])
    (seat,) = claim(people[2], now=BEFORE)
    void(people[1])
    late = send(people[2], seat, pieces=[{"span": [10_000, 26_000], "word": "undecided"}], now=LATER)
    assert (late.status, late.detail) == ("refused", "seat: no longer yours; its score is not needed")
    assert WorkEvent.objects.filter(annotator=people[2], kind="late").count() == 1
    assert is_sound(campaign)


def test_a_marker_who_is_at_work_goes_on_when_the_authors_answer_is_voided():
    campaign, people = marking_campaign(people=4)
    asked(people[0])
    finished(people[0])
    (seat,) = claim(people[1])
    assert void(people[0]) == VoidedAnswers(scores=1, questions=1, written=1, places=1)
    assert mark(people[1], seat, now=LATER).status == "saved"
    assert marked_by(people[2]) == "saved"
    assert is_sound(campaign)
    assert (Ask.objects.get().state, truth()) == ("accepted", [(10_000, 21_000)])


def test_a_return_by_a_voided_marker_does_not_count():
    campaign, people = marking_campaign(people=4)
    ask = marked(campaign, people, segments=[], note="no")
    assert (ask.state, ask.returns) == ("returned", 1)
    assert void(people[1]) == VoidedAnswers(scores=1, questions=1, places=1)
    ask = Ask.objects.get()
    assert (ask.state, ask.returns, ask.reason) == ("submitted", 0, "")
    assert marked_by(people[2]) == "saved"
    assert is_sound(campaign)


@pytest.mark.parametrize("who", [0, 1])
def test_a_returned_question_stays_with_the_author_who_changes_it(who):
    campaign, people = marking_campaign(people=4)
    ask = marked(campaign, people, segments=[], note="no")
    save_draft(member=people[0], number=ask.number, fields={"text": "When exactly?"}, now=LATER)
    assert void(people[who]) == VoidedAnswers(scores=1, away=1)
    ask = Ask.objects.get()
    assert (ask.state, ask.returns, ask.text) == ("returned", 1, "When exactly?")
    assert is_sound(campaign)
    again = AFTER + timedelta(minutes=5)
    submitted(people[0], ask, now=again)
    assert marked_by(people[2], [[10_000, 20_000]], now=again) == "saved"
    assert is_sound(campaign, now=again + timedelta(minutes=5))


def test_a_rejected_question_stays_rejected_and_is_not_put_back():
    campaign, people = marking_campaign(people=4)
    ask = disputed(campaign, people[:3])
    reject_question(pair=ask.pair, reason="shows a name", now=BEFORE, actor="L1")
    assert void(people[0]) == VoidedAnswers(scores=1, away=1)
    with pytest.raises(BadInput, match="since been voided, so there is nothing left to decide"):
        take_back_question(pair=ask.pair, actor="L1", now=LATER)
    assert is_sound(campaign)
    assert Ask.objects.get().state == "rejected"


def test_questions_of_a_video_that_is_being_written_about_are_marked_once_it_is_finished():
    campaign, people = marking_campaign(people=4)
    begun(people[0])
    submitted(people[0], now=NOW)
    assert void(people[0]) == VoidedAnswers(scores=1, questions=1, written=1, places=1)
    submitted(people[0], now=LATER)
    assert finish_video(member=people[0], now=LATER) == 2
    assert is_sound(campaign)
    found = [claim(person, 20, now=AFTER) for person in people[1:3]]
    assert sorted(len(seats) for seats in found) == [1, 2]


def test_what_was_made_from_a_truth_goes_with_it():
    campaign, people = marking_campaign(people=4)
    ask = marked(campaign, people)
    counts = {"state": "accepted", "actor": "A", "made_at": BEFORE, "decided_at": BEFORE}
    DerivedAsk.objects.create(ask=ask, task="ca", text="it falls", **counts)
    assert void(people[1]) == VoidedAnswers(scores=1, questions=1, truths=1, places=1, derived=1)
    assert DerivedAsk.objects.get().state == "rejected"
    assert is_sound(campaign)


def test_a_second_voiding_does_nothing_and_what_was_seen_has_to_hold():
    campaign, people = marking_campaign(people=4)
    ask = marked(campaign, people)
    shown = preview_voided_answers(member=people[1])
    with pytest.raises(Changed, match="people continued working"):
        void(people[1], seen=VoidedAnswers(scores=2))
    assert void(people[1], seen=shown) == shown
    assert void(people[1]) == VoidedAnswers()
    with pytest.raises(Changed, match="already void"):
        void(people[1], seen=shown)
    assert LedgerEntry.objects.filter(kind="person_voided").count() == 1
    ask.pair.refresh_from_db()
    assert ask.pair.attempt == 2


def test_a_question_that_was_withdrawn_before_it_was_marked_stays_withdrawn():
    campaign, people = marking_campaign(people=4)
    ask = asked(people[0])
    finished(people[0])
    withdraw_pair(pair=ask.pair, actor="L1", reason="twice", now=BEFORE)
    assert void(people[0]) == VoidedAnswers(scores=1, away=1)
    assert is_sound(campaign)
    assert Ask.objects.get().state == "rejected"


def test_the_database_lets_no_voided_answer_count_again_and_no_seat_go_back():
    campaign, people = marking_campaign(people=4)
    marked(campaign, people)
    void(people[1])
    with pytest.raises(IntegrityError, match="never counts again"), transaction.atomic():
        Seat.objects.filter(annotator=people[1]).update(superseded=False)
    with pytest.raises(IntegrityError, match="moves only to the next attempt"), transaction.atomic():
        Seat.objects.filter(annotator=people[0]).update(attempt=1)
    assert Verdict.objects.get().superseded is True
