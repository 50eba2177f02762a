"""`campaigns/<slug>/exam/`: leads of twins campaigns open and close exams, and say who may write captions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.exam.services.exams import close_exam, open_exam
from annotator.exam.services.samples import permit_writing, withdraw_permit
from annotator.models import Exam, User
from annotator.people.forms.rest import ErrorAnswer, asked_object, refusals
from annotator.people.selectors.access import Lead, led_twins
from annotator.seats.selectors.writers import asks_for_samples, permitted_writers
from console.exam.api.shapes import (
    ClosedShape,
    CloseExamRequest,
    OpenExamRequest,
    PermitList,
    PermitRequest,
    TwinExamShape,
)
from console.exam.api.twins import exam_data
from moments.models import Campaign

REFUSALS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}


class OpenView(APIView):
    """A draft."""

    @extend_schema(operation_id="open_twin_exam", request=OpenExamRequest, responses={200: TwinExamShape, **REFUSALS})
    def post(self, request: Request, slug: str) -> Response:
        """Open it, so that people can take it; its right answers no longer change."""
        lead = _lead(request, slug)
        exam = _exam(lead, _read(OpenExamRequest, request)["exam"])
        with refusals():
            open_exam(exam=exam, actor=lead.actor, now=timezone.now())
        return Response(TwinExamShape(exam_data(exam)).data)


class CloseView(APIView):
    """An exam that runs, or a draft."""

    @extend_schema(operation_id="close_twin_exam", request=CloseExamRequest, responses={200: ClosedShape, **REFUSALS})
    def post(self, request: Request, slug: str) -> Response:
        """Close it to newcomers; a draft is deleted."""
        lead = _lead(request, slug)
        wanted = _read(CloseExamRequest, request)
        exam = _exam(lead, wanted["exam"])
        with refusals():
            close_exam(exam=exam, seen_state=wanted["state"], actor=lead.actor, now=timezone.now())
        left = lead.campaign.exams.filter(number=wanted["exam"]).first()
        return Response(ClosedShape({"exam": wanted["exam"], "state": left.state if left else None}).data)


class PermitsView(APIView):
    """Who may write captions."""

    @extend_schema(operation_id="list_writing_permits", responses={200: PermitList, **REFUSALS})
    def get(self, request: Request, slug: str) -> Response:
        """Whether an exam asks for samples, and who has a permit."""
        return Response(_permits(_lead(request, slug).campaign))

    @extend_schema(operation_id="set_writing_permit", request=PermitRequest, responses={200: PermitList, **REFUSALS})
    def post(self, request: Request, slug: str) -> Response:
        """Let a person write, or no longer; then captions in their queue go to others. Repeating it changes nothing."""
        lead = _lead(request, slug)
        wanted = _read(PermitRequest, request)
        members = lead.campaign.members.select_related("campaign")
        member = get_object_or_404(members, pseudonym=wanted["worker"])
        change = permit_writing if wanted["may_write"] else withdraw_permit
        with refusals():
            change(member=member, reason=wanted["reason"], actor=lead.actor, now=timezone.now())
        return Response(_permits(lead.campaign))


def _permits(campaign: Campaign) -> Mapping[str, Any]:
    found = {"asks": asks_for_samples(campaign), "may_write": permitted_writers(campaign)}
    return PermitList(found).data


def _read(shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    asked = shape(data=asked_object(request))
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _exam(lead: Lead, number: int) -> Exam:
    return get_object_or_404(lead.campaign.exams.select_related("campaign"), number=number)


def _lead(request: Request, slug: str) -> Lead:
    assert isinstance(request.user, User)  # every view asks for authentication
    return led_twins(request.user, slug)
