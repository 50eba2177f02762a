"""What a person asks for and reports beside the work: `GET me/`, `news/` both ways, `POST problems/`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.desk.api.person_shapes import MeAnswer, NewsAnswer, NewsRequest, ProblemAnswer, ProblemRequest
from annotator.desk.selectors.history import progress_of
from annotator.desk.selectors.start import failed_exam
from annotator.desk.services.news import mark_news_seen
from annotator.models import Membership, ProblemKind
from annotator.people.forms.asking import asking_annotator
from annotator.people.forms.rest import ErrorAnswer, asked_object
from annotator.people.selectors.news import must_read_guideline, newest_version, unread_messages, unseen_answers
from annotator.problems.services.reporting import KeyUsed, NoteFull, UnknownSeat, report_problem
from moments.base.errors import BadInput

ERRORS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}


class MeView(APIView):
    """The person's own progress."""

    @extend_schema(
        operation_id="me",
        parameters=[OpenApiParameter("campaign", str)],
        responses={200: MeAnswer, **ERRORS},
    )
    def get(self, request: Request) -> Response:
        """My progress, hours and pay in one campaign."""
        member = asking_annotator(request)
        campaign = member.campaign
        answer = {
            "worker_id": member.user.username,
            "campaign": campaign.slug,
            "title": campaign.title,
            "standing": member.standing,
            "failed_exam": failed_exam(member),
            "idle_s": campaign.idle_s,
            "time_zone": campaign.time_zone,
            "hourly_rate": campaign.hourly_rate,
            "currency": campaign.currency,
            **asdict(progress_of(member, now=timezone.now())),
        }
        return Response(MeAnswer(answer).data)


class NewsView(APIView):
    """Answers to the person's questions, and the guideline."""

    @extend_schema(
        operation_id="news", parameters=[OpenApiParameter("campaign", str)], responses={200: NewsAnswer, **ERRORS}
    )
    def get(self, request: Request) -> Response:
        """Answers that I have not put away, and whether the guideline in force is read."""
        return Response(_news(asking_annotator(request)))

    @extend_schema(operation_id="mark_news_seen", request=NewsRequest, responses={200: NewsAnswer, **ERRORS})
    def post(self, request: Request) -> Response:
        """Put answers away, say that a version of the guideline is read; what is left is answered."""
        member = asking_annotator(request)
        asked = NewsRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        seen = {name: asked.validated_data.get(name, []) for name in ("answers", "messages")}
        try:
            mark_news_seen(member=member, guideline=asked.validated_data.get("guideline"), now=timezone.now(), **seen)
        except BadInput as error:
            raise ValidationError({error.field: [error.message]}) from error
        return Response(_news(member))


class ProblemsView(APIView):
    """Takes reports."""

    @extend_schema(
        operation_id="report_problem",
        request=ProblemRequest,
        responses={201: ProblemAnswer, **ERRORS},
    )
    def post(self, request: Request) -> Response:
        """Report a pair; it leaves the queue and reaches the lead (a question leaves it in the queue)."""
        member = asking_annotator(request)
        asked = ProblemRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        report = asked.validated_data
        try:
            problem = report_problem(
                member=member,
                seat=report["seat"],
                kind=ProblemKind(report["kind"]),
                note=report.get("note", ""),
                now=timezone.now(),
                key=report.get("key"),
                ago_ms=report.get("ago_ms") or 0,
                shown_ms=report.get("shown_ms"),
            )
        except UnknownSeat as error:
            raise Http404(str(error)) from error
        except KeyUsed as error:
            raise ValidationError({"key": [str(error)]}) from error
        except NoteFull as error:
            raise ValidationError({"note": [str(error)]}) from error
        return Response(ProblemAnswer(problem).data, status=201)


def _news(member: Membership) -> dict[str, Any]:
    answers = unseen_answers(member).select_related("pair__query")
    messages = unread_messages(member).select_related("message")
    return {
        "messages": [{"id": one.message_id, "text": one.message.text, "sent_at": one.sent_at} for one in messages],
        "answers": [
            {
                "id": problem.pk,
                "query": problem.pair.query.text,
                "question": problem.note,
                "answer": problem.resolution,
                "answered_at": problem.resolved_at,
            }
            for problem in answers
        ],
        "guideline": {"version": newest_version(member), "read": not must_read_guideline(member)},
    }
