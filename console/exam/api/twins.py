"""`campaigns/<slug>/exam/`: leads of twins campaigns make exams, read their results, and grade samples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.exam.selectors.exams import current_exam, exam_items, writing_items
from annotator.exam.selectors.samples import sample_scores
from annotator.exam.selectors.twin_report import TwinReport, twin_report
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.samples import grade_sample, undo_sample_grade
from annotator.exam.settings import Bar
from annotator.models import Exam, User
from annotator.people.forms.rest import ErrorAnswer, asked_object, refusals
from annotator.people.selectors.access import Lead, led_twins
from annotator.seats.selectors.writers import permitted_writers
from console.exam.api.shapes import GradeRequest, GradeUndone, SampleList, SampleShape, TwinExamRequest, TwinExamShape
from console.exam.selectors.twins import SampleCard, graded_cards, waiting_cards
from moments.base.errors import BadInput

REFUSALS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}
PAGE = 100
LONGEST_ID = 18
SETTINGS = ("items_a_sitting", "sittings_allowed", "seed")


class ExamView(APIView):
    """The exam of a twins campaign."""

    @extend_schema(operation_id="read_twin_exam", responses={200: TwinExamShape, **REFUSALS})
    def get(self, request: Request, slug: str) -> Response:
        """The exam that runs, else the newest: its bank, what people answered, and who may write."""
        lead = _lead(request, slug)
        exam = current_exam(lead.campaign) or lead.campaign.exams.order_by("-number").first()
        if exam is None:
            raise Http404("the campaign has no exam")
        return Response(TwinExamShape(exam_data(exam)).data)

    @extend_schema(operation_id="create_twin_exam", request=TwinExamRequest, responses={201: TwinExamShape, **REFUSALS})
    def post(self, request: Request, slug: str) -> Response:
        """Make an exam in draft; `exam/open/` opens it."""
        lead = _lead(request, slug)
        asked = TwinExamRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        with refusals(), _clips_named():
            exam = _made(lead, asked.validated_data)
        return Response(TwinExamShape(exam_data(exam)).data, status=201)


class SamplesView(APIView):
    """Samples of captions."""

    @extend_schema(
        operation_id="list_writing_samples",
        parameters=[OpenApiParameter("after", int)],
        responses={200: SampleList, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Those that wait for a grade, a hundred at a time."""
        lead = _lead(request, slug)
        text = request.query_params.get("after", "")
        if text and not (text.isascii() and text.isdigit() and len(text) <= LONGEST_ID):
            raise ValidationError({"after": ["expected the id of a sample"]})
        cards = waiting_cards(lead.campaign, after=int(text) if text else None, most=PAGE + 1)
        following = cards[PAGE - 1].score.pk if len(cards) > PAGE else None
        return Response(SampleList({"samples": [_sample(card) for card in cards[:PAGE]], "next": following}).data)


class GradeView(APIView):
    """One sample."""

    @extend_schema(operation_id="grade_writing_sample", request=GradeRequest, responses={200: SampleShape, **REFUSALS})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Pass the captions, or send them back with a remark."""
        lead = _lead(request, slug)
        score = get_object_or_404(sample_scores(lead.campaign), pk=number)
        asked = GradeRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        with refusals():
            grade_sample(
                campaign=lead.campaign,
                score=score.pk,
                passed=asked.validated_data["passed"],
                remark=asked.validated_data["remark"],
                now=timezone.now(),
                actor=lead.actor,
            )
        (card,) = graded_cards(lead.campaign, most=1, score=score.pk)
        return Response(SampleShape(_sample(card)).data)


class UndoGradeView(APIView):
    """The grade of one sample."""

    @extend_schema(operation_id="undo_writing_sample_grade", request=None, responses={200: GradeUndone, **REFUSALS})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take it back, unless the person has written again since. A permit that followed from it is withdrawn."""
        lead = _lead(request, slug)
        score = get_object_or_404(sample_scores(lead.campaign), pk=number)
        with refusals():
            undo_sample_grade(campaign=lead.campaign, score=score.pk, now=timezone.now(), actor=lead.actor)
        return Response(GradeUndone({"id": score.pk, "may_write": permitted_writers(lead.campaign)}).data)


@contextmanager
def _clips_named() -> Iterator[None]:
    """Call the field as programs do: what the service takes as pairs is sent as clips."""
    try:
        yield
    except BadInput as problem:
        raise BadInput(problem.message, field="clips" if problem.field == "pairs" else problem.field) from problem


@transaction.atomic
def _made(lead: Lead, wanted: Mapping[str, Any]) -> Exam:
    known = {one["clip"]: one for one in wanted["clips"]}
    now = timezone.now()
    exam = create_exam(
        campaign=lead.campaign,
        pairs=list(known),
        writing=wanted["writing"],
        bar=Bar(wanted["most_misalignment"], most_case_misalignment=wanted["most_case_misalignment"]),
        now=now,
        actor=lead.actor,
        **{name: wanted[name] for name in SETTINGS},
    )
    for item in exam_items(exam):
        one = known[item.pair.moment.desc_id]
        set_truth(item=item, truth=one["case"], explanation=one["explanation"], now=now, actor=lead.actor)
    return exam


def exam_data(exam: Exam) -> dict[str, Any]:
    """The exam as leads get it."""
    report = twin_report(exam)
    counts = {row.item.pk: (row.answered, row.missed) for row in report.items}
    return {
        "exam": exam.number,
        "state": exam.state,
        "clips": [
            {
                "clip": item.pair.moment.desc_id,
                "case": item.known_case or None,
                "explanation": item.explanation,
                "doubtful": item.doubtful,
                "answered": counts.get(item.pk, (0, 0))[0],
                "missed": counts.get(item.pk, (0, 0))[1],
            }
            for item in exam_items(exam)
        ],
        "writing": [item.pair.moment.desc_id for item in writing_items(exam)],
        "sittings": _sittings(report),
        "may_write": permitted_writers(exam.campaign),
    }


def _sittings(report: TwinReport) -> list[dict[str, Any]]:
    return [
        {
            "worker": row.sitting.member.pseudonym,
            "sitting": row.sitting.number,
            "state": row.sitting.state,
            "answered": row.answered,
            "missed_share": row.missed,
            "missed_by_case": {one.case.value: one.share for one in row.cases},
        }
        for row in report.people
    ]


def _sample(card: SampleCard) -> dict[str, Any]:
    grade = card.grade
    return {
        "id": card.score.pk,
        "worker": card.score.annotator.pseudonym,
        "clip": card.forward.desc_id,
        "attempt": card.score.seat.attempt,
        "forward": card.texts.forward_text,
        "backward": card.texts.backward_text,
        "passed": None if grade is None else grade.passed,
        "remark": grade.remark if grade else "",
    }


def _lead(request: Request, slug: str) -> Lead:
    assert isinstance(request.user, User)  # every view asks for authentication
    return led_twins(request.user, slug)
