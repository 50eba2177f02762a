"""`POST problems/`: a pair that cannot be judged, or a question about it."""

from __future__ import annotations

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.desk.api.person_shapes import ProblemAnswer, ProblemRequest
from annotator.desk.api.requests import asking_annotator
from annotator.models import ProblemKind
from annotator.people.forms.rest import ErrorAnswer, asked_object
from annotator.problems.services.reporting import KeyUsed, NoteFull, UnknownSeat, report_problem


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
