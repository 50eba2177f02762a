"""Hidden checks in marking campaigns: gold among the questions about its video, and the rule that warns."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotator.checks.selectors import gold_grades
from annotator.checks.services.golds import set_gold, stop_gold
from annotator.checks.services.staffing import StaffingTerms, set_staffing
from annotator.desk.api.mark_shapes import marked_bodies
from annotator.models import Gold, Membership, Purpose, Seat, Staffing
from consensus.people.selectors.warnings import findings
from moments.base.errors import BadInput
from tests.annotator.exam.marked_scenes import HERE, TWO, known
from tests.factories import NOW, claim, make_campaign, make_query
from tests.marking import asked, finished, mark, marking_campaign, send

pytestmark = pytest.mark.django_db
TERMS = StaffingTerms(gold_rate=0.4, repeat_rate=0, pace_bar=0, kappa_bar=None, pause_by_rule=False)


@pytest.fixture
def campaign():
    """Six questions about one video that wait for a marker, and gold about two videos."""
    campaign, (author, *_) = marking_campaign(people=2, videos=2)
    for _ in range(6):
        asked(author)
    finished(author)
    for pair in [*known(campaign, [HERE, TWO, ()]), *known(campaign, [HERE], video=1)]:
        set_gold(pair=pair, relevance=None, now=NOW, actor="L1")
    set_staffing(campaign=campaign, terms=TERMS, now=NOW, actor="admin")
    return campaign


def marker_of(campaign) -> Membership:
    member = campaign.members.order_by("-pk")[0]
    member.campaign = campaign
    return member


def test_gold_is_mixed_in_with_questions_about_its_video(campaign):
    seats = claim(marker_of(campaign), 50)
    purposes = [seat.purpose for seat in seats]
    assert purposes.count(Purpose.CAMPAIGN) == 6
    assert purposes.count(Purpose.GOLD) >= 1
    assert {seat.pair.moment.video.name for seat in seats} == {"video-1"}
    assert purposes[-1] == Purpose.CAMPAIGN


def test_a_gold_question_looks_like_the_others(campaign):
    seats = claim(marker_of(campaign), 50)
    bodies = marked_bodies(seats)["seats"]
    assert {tuple(body) for body in bodies} == {("id", "query", "task", "video", "condition")}
    answers = [(seat.purpose, mark(marker_of(campaign), seat)) for seat in seats]
    assert {(one.status, one.changeable_until) for _, one in answers} == {("saved", NOW + timedelta(seconds=60))}


def test_nobody_gets_a_question_and_its_copy_as_gold(campaign):
    for gold in Gold.objects.all():
        stop_gold(gold=gold, now=NOW, actor="L1")
    copies = [known(campaign, [HERE], source=ask.pair)[0] for ask in campaign.asks.all()]
    for copy in copies:
        set_gold(pair=copy, relevance=None, now=NOW, actor="L1")
    seats = claim(marker_of(campaign), 50)
    assert [seat.purpose for seat in seats] == [Purpose.CAMPAIGN] * 6


def test_answers_to_gold_are_graded_as_in_the_exam(campaign):
    member = marker_of(campaign)
    golds = [seat for seat in claim(member, 50) if seat.purpose == Purpose.GOLD]
    for seat in golds:
        send(member, seat, segments=[])
    right = {gold.pair_id for gold in Gold.objects.all() if not gold.pair.reference_segments.exists()}
    assert [(one.pair in right, one.grade.missed) for one in gold_grades(campaign, member=member)] == [
        (seat.pair_id in right, seat.pair_id not in right) for seat in reversed(golds)
    ]


def test_only_a_question_with_a_known_answer_can_be_gold(campaign):
    plain = campaign.asks.order_by("pk")[0].pair
    with pytest.raises(BadInput, match="has no known answer"):
        set_gold(pair=plain, relevance=None, now=NOW, actor="L1")
    with pytest.raises(IntegrityError, match="a question with a known answer"), transaction.atomic():
        Gold.objects.create(campaign=campaign, pair=plain, created_at=NOW)
    other = make_campaign("films")
    graded = make_query(other, pairs=1, split="exam").pairs.get()
    with pytest.raises(BadInput, match="relevance: expected"):
        set_gold(pair=graded, relevance=None, now=NOW, actor="L1")


def test_gold_that_is_stopped_leaves_the_queues(campaign):
    golds = [seat for seat in claim(marker_of(campaign), 50) if seat.purpose == Purpose.GOLD]
    for gold in Gold.objects.all():
        assert stop_gold(gold=gold, now=NOW, actor="L1")
    states = Seat.objects.filter(pk__in=[seat.pk for seat in golds]).values_list("state", flat=True)
    assert set(states) == {"released"}


@pytest.mark.parametrize(
    ("marks", "fields", "problem"),
    [
        (True, {"repeat_rate": 0.1}, "repeat_rate: is not for this kind of campaign"),
        (True, {"kappa_bar": 0.5}, "kappa_bar: is not for this kind of campaign"),
        (True, {"iou_bar": 1.5}, "iou_bar: expected 0 to 1"),
        (False, {"found_bar": 0.5}, "found_bar: is not for this kind of campaign"),
    ],
)
def test_settings_of_the_other_kind_are_refused(marks, fields, problem):
    campaign = marking_campaign(people=0)[0] if marks else make_campaign("films")
    terms = StaffingTerms(
        **{"gold_rate": 0, "repeat_rate": 0, "pace_bar": 0, "kappa_bar": None, "pause_by_rule": False} | fields
    )
    with pytest.raises(BadInput, match=problem):
        set_staffing(campaign=campaign, terms=terms, now=NOW, actor="admin")
    if "iou_bar" not in fields:
        with pytest.raises(IntegrityError, match="of its kind"), transaction.atomic():
            Staffing.objects.create(campaign=campaign, **fields)


@pytest.mark.parametrize(
    ("bars", "detail"),
    [
        ({}, []),
        ({"found_bar": 0.5}, ["found 0% of the segments over the last 5 hidden checks, while the bar is 50%"]),
        ({"iou_bar": 0.1}, ["mean IoU 0.00 over the last 5 hidden checks, while the bar is 0.1"]),
        ({"iou_bar": 0.0}, []),
    ],
)
def test_a_rule_warns_of_answers_below_the_bar(bars, detail):
    campaign, (author, marker) = marking_campaign(people=2)
    pairs = known(campaign, [HERE] * 5)
    for pair in pairs:
        set_gold(pair=pair, relevance=None, now=NOW, actor="L1")
        seat = Seat.objects.create(
            campaign=campaign, pair=pair, purpose="gold", round=1, number=1, state="held", annotator=marker,
            reserved_at=NOW, held_at=NOW,
        )  # fmt: skip
        send(marker, seat, segments=[])
    staffing = Staffing(campaign=campaign, pace_bar=0, **bars)
    assert [one.detail for one in findings(campaign, staffing) if one.member.pk == marker.pk] == detail
