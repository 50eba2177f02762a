"""`GET news/` answers what the person should look at, `POST news/` dismisses it."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.desk.api.person_shapes import NewsAnswer, NewsRequest
from annotator.desk.api.requests import asking_annotator
from annotator.desk.services.news import mark_news_seen
from annotator.models import Membership, Problem
from annotator.people.forms.rest import ErrorAnswer, asked_object
from annotator.people.selectors.news import must_read_guideline, newest_version, unseen_answers
from moments.base.errors import BadInput

ERRORS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}


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
        answers, guideline = asked.validated_data.get("answers", []), asked.validated_data.get("guideline")
        try:
            mark_news_seen(member=member, answers=answers, guideline=guideline, now=timezone.now())
        except BadInput as error:
            raise ValidationError({error.field: [error.message]}) from error
        return Response(_news(member))


def _news(member: Membership) -> dict[str, Any]:
    answers = unseen_answers(member).select_related("pair__query")
    return {
        "answers": [_answer(problem) for problem in answers],
        "guideline": {"version": newest_version(member), "read": not must_read_guideline(member)},
    }


def _answer(problem: Problem) -> dict[str, Any]:
    return {
        "id": problem.pk,
        "query": problem.pair.query.text,
        "question": problem.note,
        "answer": problem.resolution,
        "answered_at": problem.resolved_at,
    }
