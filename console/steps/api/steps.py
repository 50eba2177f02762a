"""`/campaigns/<slug>/steps/`: what the pages of the steps do, by the same services, rights and refusals."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.models import User
from annotator.people.forms.rest import ErrorAnswer, asked_object
from annotator.people.selectors.access import Lead, led_campaign
from console.steps.api.registry import STEPS, Order, Step
from console.steps.api.shapes import DoneShape, StepList, StepNowShape
from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Job

REFUSALS = {401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}
JOB = ("state", "actor", "ordered_at", "finished_at", "done", "total", "outcome", "reason")


class StepsView(APIView):
    """All steps of a campaign."""

    @extend_schema(operation_id="list_steps", responses={200: StepList, **REFUSALS})
    def get(self, request: Request, slug: str) -> Response:
        """The steps that campaigns of its kind have, in the order of the road, with their newest jobs."""
        campaign = _lead(request, slug).campaign
        steps = [step_data(step, campaign) for step in STEPS if step.is_for(campaign)]
        return Response(StepList({"steps": steps}).data)


class StepView(APIView):
    """One step; `view_of` makes a view of each that is declared."""

    step: ClassVar[Step]

    def get(self, request: Request, slug: str) -> Response:
        """The step with its newest job and what stands now."""
        campaign = self._asking(request, slug).campaign
        shown = {"now": self.step.shows(campaign) if self.step.shows else None}
        return Response(StepNowShape(step_data(self.step, campaign) | shown).data)

    def post(self, request: Request, slug: str) -> Response:
        """Do or order the step."""
        lead = self._asking(request, slug)
        if self.step.only_admins and not lead.is_admin:
            raise PermissionDenied("only admins can order this step")
        asked = self.step.shape(data=request.data if self.step.takes_file else asked_object(request))
        asked.is_valid(raise_exception=True)
        assert isinstance(request.user, User)
        try:
            made = self.step.act(Order(lead, request.user, asked.validated_data, timezone.now()))
        except BadInput as problem:
            raise ValidationError({"detail": str(problem)}) from problem
        return Response(DoneShape({"made": made, "job": _job(self.step, lead.campaign)}).data, status=201)

    def _asking(self, request: Request, slug: str) -> Lead:
        lead = _lead(request, slug)
        if not self.step.is_for(lead.campaign):
            raise Http404("campaigns of this kind do not have this step")
        return lead


def view_of(step: Step) -> type[StepView]:
    """The view of the step, with its own lines in the OpenAPI document."""
    body: Any = {"multipart/form-data": step.shape} if step.takes_file else step.shape
    who = "Only admins can" if step.only_admins else "Leads and admins can"
    read = extend_schema(operation_id=f"read_step_{step.name}", responses={200: StepNowShape, **REFUSALS})
    order = extend_schema(
        operation_id=f"order_step_{step.name}",
        request=body,
        responses={201: DoneShape, 400: ErrorAnswer, **REFUSALS},
        description=f"This step {step.does}. {who} order it.",
    )
    own = {
        "step": step,
        "get": read(_own(StepView.get)),
        "post": order(_own(StepView.post)),
    }
    if step.takes_file:
        own["parser_classes"] = [MultiPartParser]
    return type(f"{step.name.title()}View", (StepView,), own)


def _own(method: Any) -> Any:
    """A function of its own that does the same, as what is said of it is stored on it."""

    def call(self: StepView, request: Request, slug: str) -> Response:
        answer: Response = method(self, request, slug)
        return answer

    call.__doc__ = method.__doc__
    return call


def step_data(step: Step, campaign: Campaign) -> dict[str, Any]:
    """The step as it is shown."""
    return {"step": step.name, "does": step.does, "only_admins": step.only_admins, "job": _job(step, campaign)}


def _job(step: Step, campaign: Campaign) -> dict[str, Any] | None:
    job: Job | None = newest_job(campaign, step.job) if step.job else None
    return {"number": job.pk, **{name: getattr(job, name) for name in JOB}} if job else None


def _lead(request: Request, slug: str) -> Lead:
    assert isinstance(request.user, User)  # every view asks for authentication
    return led_campaign(request.user, slug)
