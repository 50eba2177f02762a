"""`POST problems/`: a pair that cannot be judged, or a question about it."""

from __future__ import annotations

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.asking import asked_object, asking_annotator
from annotator.api.shapes import ErrorAnswer, ProblemAnswer, ProblemRequest
from annotator.models import ProblemKind
from annotator.services.reporting import UnknownSeat, report_problem


class ProblemsView(APIView):
    """Takes reports."""

    @extend_schema(
        operation_id="report_problem",
        request=ProblemRequest,
        responses={201: ProblemAnswer, 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer},
    )
    def post(self, request: Request) -> Response:
        """Report a pair; it leaves the queue and reaches the lead (a question leaves it in the queue)."""
        member = asking_annotator(request)
        asked = ProblemRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        try:
            problem = report_problem(
                member=member,
                seat=asked.validated_data["seat"],
                kind=ProblemKind(asked.validated_data["kind"]),
                note=asked.validated_data.get("note", ""),
                now=timezone.now(),
            )
        except UnknownSeat as error:
            raise Http404(str(error)) from error
        return Response(ProblemAnswer(problem).data, status=201)
