"""A lead's edit of a question: a correction keeps its answers, another meaning begins a new attempt without any."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from annotator.models import Ask, DerivedAsk, Membership, Problem, Score, Seat, WorkEvent
from consensus.decisions.known_kinds import kind_named
from consensus.labels.selectors.labels import corrected_queries
from consensus.models import TruthSegment, Verdict
from consensus.queries.services.rewording import reword_question
from consensus.truths.services.deciding import reject_question
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Campaign, LedgerEntry, QueryVersion
from tests.annotator.asking.scenes import drafted
from tests.factories import NOW, claim, settle
from tests.marking import asked, disputed, finished, mark, marking_campaign, send

pytestmark = pytest.mark.django_db
BEFORE, LATER, AFTER = (NOW + timedelta(minutes=minutes) for minutes in (2, 5, 10))


def reword(ask: Ask, text: str = "When does the ball fall?", *, same: bool = True, **given: Any) -> None:
    asked_for = {"actor": "L1", "reason": "a slip", "now": LATER, **given}
    reword_question(ask=ask, text=text, same_meaning=same, **asked_for)


@pytest.fixture
def scene() -> tuple[Campaign, list[Membership], Ask]:
    campaign, people = marking_campaign(people=5)
    ask = asked(people[0], text="When does the bal fall?")
    finished(people[0])
    return campaign, people, ask


def settled(campaign: Campaign, people: list[Membership]) -> None:
    mark(people[1], *claim(people[1]))
    settle(campaign, now=BEFORE)


def is_sound(campaign: Campaign) -> bool:
    settle(campaign, now=AFTER)
    return list(breaches(campaign, now=AFTER + timedelta(minutes=2), sweep_s=5)) == []


def state_of(ask: Ask) -> tuple[object, ...]:
    found = Ask.objects.select_related("pair__query").get(pk=ask.pk)
    return found.state, found.version, found.text, found.pair.query.text, found.pair.query.version, found.pair.attempt


def last_sentence() -> str:
    entry = LedgerEntry.objects.filter(kind="question_edited").latest("number")
    return kind_named(entry.kind).sentence(json.loads(entry.payload))


def test_a_correction_keeps_the_truth(scene):
    campaign, people, ask = scene
    settled(campaign, people)
    made = DerivedAsk.objects.create(
        ask=ask, task="ca", text="it falls", state="accepted", actor="A", made_at=LATER, decided_at=LATER
    )
    reword(ask)
    text = "When does the ball fall?"
    assert state_of(ask) == ("accepted", 2, text, text, 2, 1)
    made.refresh_from_db()
    assert made.state == "accepted"
    earlier = QueryVersion.objects.get()
    assert (earlier.version, earlier.text, earlier.actor, earlier.reason) == (
        1,
        "When does the bal fall?",
        "L1",
        "a slip",
    )
    assert [(one.version, one.query) for one in corrected_queries(campaign)] == [(1, "When does the bal fall?")]
    assert last_sentence() == (
        "A lead edited the text to version 2. Its answers still count, because the meaning is the same. Reason: a slip"
    )
    assert is_sound(campaign)
    assert TruthSegment.objects.filter(verdict__superseded=False).count() == 1


def test_who_marks_a_question_that_is_corrected_goes_on(scene):
    campaign, people, ask = scene
    (seat,) = claim(people[1])
    reword(ask)
    assert mark(people[1], seat, now=LATER).status == "saved"
    assert is_sound(campaign)
    assert state_of(ask)[0] == "accepted"


def test_with_another_meaning_two_people_mark_it_anew(scene):
    campaign, people, ask = scene
    settled(campaign, people)
    reword(ask, "Where is the ball?", same=False, reason="asks for the place")
    assert state_of(ask) == ("submitted", 2, "Where is the ball?", "Where is the ball?", 2, 2)
    assert last_sentence() == (
        "A lead edited the text to version 2. Its meaning changed, so it is marked again as attempt 2. "
        "Reason: asks for the place"
    )
    assert Verdict.objects.get().superseded is True
    assert [claim(person, now=LATER) for person in people[:2]] == [[], []]
    for person in people[2:4]:
        assert mark(person, *claim(person, now=LATER), [[30_000, 40_000]], now=LATER).status == "saved"
    assert is_sound(campaign)
    assert list(TruthSegment.objects.filter(verdict__superseded=False).values_list("start_ms", flat=True)) == [30_000]
    assert Score.objects.filter(annotator__in=people[:2], current=True).count() == 2


def test_a_marking_under_way_stays_with_the_version_that_it_is_about(scene):
    campaign, people, ask = scene
    (seat,) = claim(people[1])
    reword(ask, "Where is the ball?", same=False)
    late = mark(people[1], seat, now=LATER)
    assert (late.status, late.detail) == ("refused", "seat: no longer yours; its score is not needed")
    assert WorkEvent.objects.filter(annotator=people[1], kind="late").count() == 1
    assert Seat.objects.get(pk=seat.pk).attempt == 1
    assert is_sound(campaign)


def test_a_report_on_the_earlier_text_is_closed(scene):
    campaign, people, ask = scene
    (seat,) = claim(people[1])
    report = Problem.objects.create(pair=ask.pair, seat=seat, annotator=people[1], kind="query", reported_at=NOW)
    ask.pair.parked = True
    ask.pair.save()
    reword(ask, "Where is the ball?", same=False)
    report.refresh_from_db()
    ask.pair.refresh_from_db()
    assert (report.resolution, ask.pair.parked) == ("the question was edited: a slip", False)
    assert is_sound(campaign)


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"text": "  "}, "text: expected 1 to 1,000 characters"),
        ({"text": "x" * 1001}, "text: expected 1 to 1,000 characters"),
        ({"text": "a\0"}, "text: expected 1 to 1,000 characters"),
        ({"text": " When does the  bal fall? "}, "text: has not changed"),
        ({"reason": ""}, "reason: give a reason"),
        ({"seen_version": 2}, "question 1 has been edited in the meantime; look at it again"),
    ],
)
def test_what_cannot_be_taken_is_refused(scene, given, refusal):
    ask = scene[2]
    with pytest.raises(BadInput) as caught:
        reword(ask, **given)
    assert str(caught.value) == refusal
    assert (QueryVersion.objects.count(), state_of(ask)[1]) == (0, 1)


def test_who_wrote_or_marked_it_does_not_edit_it(scene):
    _, people, ask = scene
    with pytest.raises(BadInput, match="needs another lead, because you wrote or marked it yourself"):
        reword(ask, actor=people[0].pseudonym)


def test_a_draft_and_a_rejected_question_are_not_edited():
    campaign, people = marking_campaign(people=4)
    ask = disputed(campaign, people[:3])
    reject_question(pair=ask.pair, reason="shows a name", now=BEFORE, actor="L1")
    with pytest.raises(BadInput, match="question 1 is rejected"):
        reword(ask)
    asked(people[3])  # they have a video to write about
    with pytest.raises(BadInput, match="question 3 has not been submitted"):
        reword(drafted(people[3]))


def test_a_returned_question_is_its_authors_as_long_as_they_can_work(scene):
    campaign, people, ask = scene
    send(people[1], *claim(people[1]), segments=[], note="nowhere")
    settle(campaign, now=BEFORE)
    with pytest.raises(BadInput, match="question 1 is back with its author, who is writing its next version"):
        reword(ask, "Where is the ball?", same=False)
    Membership.objects.filter(pk=people[0].pk).update(standing="suspended")
    with pytest.raises(BadInput, match="question 1 is back with its author"):
        reword(ask)
    reword(ask, "Where is the ball?", same=False)
    assert state_of(ask)[0] == "submitted"
    for person in people[2:4]:
        mark(person, *claim(person, now=LATER), [[30_000, 40_000]], now=LATER)
    assert is_sound(campaign)
    assert state_of(ask)[0] == "accepted"
