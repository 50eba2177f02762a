"""`/campaigns/<slug>/runs/`: send runs, read their scores, compare two."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.models import User
from annotator.people.forms.rest import ErrorAnswer
from annotator.people.selectors.access import Lead, led_grading
from benchmark.comparison.selectors.comparison import pairing
from benchmark.models import RunKind
from benchmark.runs.selectors.runs import labels_in_force, listed_runs, run_numbered, scores_of, similarity_order
from benchmark.runs.services.runs import delete_run
from benchmark.runs.services.uploading import SentFile, upload_run
from console.runs.api.shapes import (
    Comparison,
    RunDetail,
    RunList,
    RunShape,
    RunUpload,
    comparison_data,
    detail_data,
    list_data,
    run_data,
)
from console.runs.forms.runs import run_number
from evaluation.scoring.scorecard import ALL
from moments.base.errors import BadInput

REFUSALS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}


class RunsView(APIView):
    """All runs of a campaign."""

    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="list_runs",
        parameters=[OpenApiParameter("published", bool, description="also the published results of TVR-Ranking")],
        responses={200: RunList, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The runs, uploaded ones first and newest first, the labels in force, and means by seed."""
        lead = asking_lead(request, slug)
        published = request.query_params.get("published", "").lower() in {"1", "true"}
        found = list_data(list(listed_runs(lead)), labels_in_force(lead), published=published)
        return Response(RunList(found).data)

    @extend_schema(
        operation_id="upload_run",
        request={"multipart/form-data": RunUpload},
        responses={201: RunShape, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Send a run; it is stored, and scored by a worker."""
        lead = asking_lead(request, slug)
        asked = RunUpload(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        try:
            run = upload_run(
                campaign=lead.campaign,
                name=given["name"],
                file=SentFile.uploaded(given["file"]),
                corpus=SentFile.uploaded(given["video_corpus"]) if given.get("video_corpus") else None,
                documents=given["documents"],
                actor=lead.actor,
                now=timezone.now(),
            )
        except BadInput as problem:
            raise ValidationError({"detail": str(problem)}) from problem
        return Response(RunShape(run_data(run)).data, status=201)


class RunView(APIView):
    """One run."""

    @extend_schema(operation_id="read_run", responses={200: RunDetail, **REFUSALS})
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The run with its scores by split, and the means under the other treatments of the unjudged."""
        lead = asking_lead(request, slug)
        run = run_numbered(lead, number)
        order = similarity_order(listed_runs(lead).filter(kind=RunKind.SIMILARITY), scores_of(run))
        return Response(RunDetail(detail_data(run, order)).data)

    @extend_schema(operation_id="delete_run", responses={204: None, **REFUSALS})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Forget an uploaded run, its scores and its file; for admins."""
        lead = asking_lead(request, slug)
        if not _user(request).is_admin:
            raise PermissionDenied("only admins delete runs")
        try:
            delete_run(run=run_numbered(lead, number))
        except BadInput as problem:
            raise ValidationError({"detail": str(problem)}) from problem
        return Response(status=204)


class CompareView(APIView):
    """Two runs side by side."""

    @extend_schema(
        operation_id="compare_runs",
        parameters=[
            OpenApiParameter("a", int, required=True, description="the first run's number"),
            OpenApiParameter("b", int, required=True, description="the second run's number"),
            OpenApiParameter("split", str, description="only one split"),
            OpenApiParameter("measure", str, description="also every query under this measure"),
        ],
        responses={200: Comparison, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Each measure's difference with its paired interval, and how many queries each run wins."""
        lead = asking_lead(request, slug)
        first, second = _number(request, "a"), _number(request, "b")
        try:
            found = pairing(lead, first, second, request.query_params.get("split") or ALL)
        except BadInput as problem:
            raise ValidationError({"detail": str(problem)}) from problem
        measure = request.query_params.get("measure") or None
        if measure is not None and measure not in found.measures:
            raise ValidationError({"measure": [f"there are {', '.join(found.measures)}"]})
        answer: dict[str, Any] = comparison_data(found, found.differences(), measure)
        return Response(Comparison(answer).data)


def asking_lead(request: Request, slug: str) -> Lead:
    """The lead or admin who asks; 403 for annotators and the suspended, 404 for outsiders."""
    return led_grading(_user(request), slug)


def _user(request: Request) -> User:
    assert isinstance(request.user, User)  # every view asks for authentication
    return request.user


def _number(request: Request, key: str) -> int:
    number = run_number(request.query_params.get(key, ""))
    if number is None:
        raise ValidationError({key: ["expected a run's number"]})
    return number
