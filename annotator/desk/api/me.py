"""`GET me/`: progress, hours, pay."""

from __future__ import annotations

from dataclasses import asdict

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.desk.api.person_shapes import MeAnswer
from annotator.desk.api.requests import asking_annotator
from annotator.desk.selectors.history import progress_of
from annotator.desk.selectors.start import failed_exam
from annotator.people.forms.rest import ErrorAnswer


class MeView(APIView):
    """The person's own progress."""

    @extend_schema(
        operation_id="me",
        parameters=[OpenApiParameter("campaign", str)],
        responses={200: MeAnswer, 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer},
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
