"""Authors at once, on real connections: no video, number or question twice, none lost. Runs on both databases."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from annotator.asking.services.beginning import begin_writing
from annotator.asking.services.drafts import create_draft
from annotator.asking.services.finishing import finish_silent, finish_video
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.asking.services.viewing import note_viewing
from annotator.desk.selectors.questions import questions_of
from annotator.desk.services.claiming import claim_seats
from annotator.models import Ask, AskState, Score, Seat, Share, Viewing, WorkEvent
from consensus.models import TruthSegment, Verdict
from consensus.sweep.services import settle_campaign
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Batch, Pair, Query
from tests.annotator.asking.scenes import LATER, begun, drafted, key_of
from tests.factories import NOW
from tests.marking import asked, finished, mark, marking_campaign, send
from tests.races.test_at_once import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]
SILENT = LATER + timedelta(seconds=3700)


def failures(results: list[object]) -> list[object]:
    return [result for result in results if isinstance(result, Exception)]


def test_people_in_two_tabs_get_one_video_each_and_share_none_while_there_are_others() -> None:
    _, people = marking_campaign(people=5, videos=4)
    jobs = [lambda member=member: begin_writing(member=member, now=NOW) for member in people for _ in range(2)]
    assert failures(at_once(*jobs)) == []
    assert Counter(Share.objects.values_list("annotator", flat=True)) == {member.pk: 1 for member in people}
    assert (Batch.objects.count(), Viewing.objects.filter(ended_at=None).count()) == (5, 5)
    assert sorted(Counter(Batch.objects.values_list("video", flat=True)).values()) == [1, 1, 1, 2]
    assert set(Batch.objects.values_list("video", "number")) == {
        (video, number + 1)
        for video, count in Counter(Batch.objects.values_list("video", flat=True)).items()
        for number in range(count)
    }


def test_questions_of_several_people_get_numbers_of_their_own() -> None:
    _, people = marking_campaign(people=4, videos=4)
    for member in people:
        begun(member)
    made = at_once(*[lambda member=member: create_draft(member=member, task="ms", now=NOW) for member in people * 3])
    assert failures(made) == []
    assert sorted(Ask.objects.values_list("number", flat=True)) == list(range(1, 13))


def test_a_question_that_is_sent_twice_at_once_is_stored_once() -> None:
    _, people = marking_campaign(people=3, videos=3)
    for member in people:
        begun(member)
    asks = [drafted(member) for member in people]
    jobs = [
        lambda ask=ask: submit_ask(member=ask.author, number=ask.number, sent=Sent(f"k{ask.number}"), now=LATER)
        for ask in asks
        for _ in range(3)
    ]
    assert failures(at_once(*jobs)) == []
    assert sorted(Query.objects.values_list("query_id", flat=True)) == [1, 2, 3]
    assert sorted(Pair.objects.values_list("number", flat=True)) == [1, 2, 3]
    assert (Score.objects.count(), Ask.objects.filter(state=AskState.SUBMITTED).count()) == (3, 3)


@pytest.mark.parametrize("attempt", range(4))
def test_no_question_slips_between_the_author_and_the_sweep(attempt: int) -> None:
    """Either it is submitted in time and a marker gets it, or it waits as a draft for its author."""
    campaign, (author, *_) = marking_campaign()
    begun(author)
    first, second = drafted(author), drafted(author)
    submit_ask(member=author, number=first.number, sent=Sent("first"), now=LATER)
    results = at_once(
        lambda: submit_ask(member=author, number=second.number, sent=Sent("second"), now=SILENT),
        lambda: finish_silent(campaign=campaign, now=SILENT),
    )
    assert all(isinstance(result, BadInput) for result in failures(results))
    open_now = Viewing.objects.filter(share__number=1, ended_at=None).exists()
    unmarked = Ask.objects.filter(state=AskState.SUBMITTED).exclude(pair__seats__number=2)
    assert unmarked.count() == (2 if open_now else 0)
    if open_now:
        finish_video(member=author, now=SILENT)
    submitted = Ask.objects.filter(state=AskState.SUBMITTED).count()
    assert Seat.objects.filter(number=2).count() == submitted
    assert submitted + Ask.objects.filter(state=AskState.DRAFT).count() == 2


def test_two_tabs_watch_and_both_count_once() -> None:
    campaign, (author, *_) = marking_campaign()
    begun(author)
    key = key_of(campaign.videos.get())
    WorkEvent.objects.all().delete()
    parts = [[[place * 10_000, place * 10_000 + 5000]] for place in range(4)]
    jobs = [
        lambda part=part: note_viewing(member=author, key=key, watched=part, bookmarks=None, now=LATER)
        for part in parts
    ]
    assert failures(at_once(*jobs)) == []
    assert Viewing.objects.get().watched == [part[0] for part in parts]
    assert WorkEvent.objects.count() == 1


def test_a_third_persons_answer_that_is_sent_twice_beside_sweeps_is_stored_and_ruled_on_once() -> None:
    campaign, (author, marker, third) = marking_campaign()
    asked(author, now=NOW)
    finished(author, now=NOW)
    assert mark(marker, *claim_seats(member=marker, count=5, now=NOW).seats, [[14_000, 26_000]]).status == "saved"
    settle_campaign(campaign=campaign, now=LATER)
    (seat,) = claim_seats(member=third, count=5, now=LATER).seats
    ((span, _),) = questions_of([seat])[seat.pk].pieces
    pieces = [{"span": [*span], "word": "edges", "segments": [[10_000, 21_000]]}]
    after = LATER + timedelta(minutes=5)
    results = at_once(
        *[lambda: send(third, seat, pieces=pieces, now=LATER)] * 3,
        *[lambda: settle_campaign(campaign=campaign, now=after)] * 2,
    )
    assert failures(results) == []
    assert sorted(result.status for result in results[:3]) == ["duplicate", "duplicate", "saved"]
    settle_campaign(campaign=campaign, now=after)
    assert Verdict.objects.filter(pair__campaign=campaign).count() == 1
    assert TruthSegment.objects.filter(verdict__pair__campaign=campaign).count() == 1
    assert list(breaches(campaign, now=after, sweep_s=5)) == []


@pytest.mark.parametrize("attempt", range(3))
def test_a_marking_beside_sweeps_is_stored_and_ruled_on_once(attempt: int) -> None:
    campaign, (author, marker, _) = marking_campaign()
    asked(author, now=NOW)
    finished(author, now=NOW)
    (seat,) = claim_seats(member=marker, count=5, now=NOW).seats
    results = at_once(
        lambda: mark(marker, seat, now=LATER),
        *[lambda: settle_campaign(campaign=campaign, now=LATER + timedelta(minutes=5))] * 3,
    )
    assert failures(results) == []
    settle_campaign(campaign=campaign, now=LATER + timedelta(minutes=10))
    assert (Verdict.objects.count(), TruthSegment.objects.count(), Score.objects.count()) == (1, 1, 2)
    assert list(breaches(campaign, now=LATER + timedelta(minutes=10), sweep_s=5)) == []
