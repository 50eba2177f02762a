"""`/campaigns/<slug>/runs/measures/` and `…/stability/`: order a study of the runs, and read what came out."""

from __future__ import annotations

from typing import Any, get_args

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.people.forms.rest import ErrorAnswer, asked_object
from benchmark.measures.order import MOST_CHOICES, MOST_SYSTEMS
from benchmark.measures.services import MEASURES
from benchmark.stability.order import MOST_SYSTEMS as MOST_ORDERED
from benchmark.stability.order import ORDERING
from benchmark.stability.services import STABILITY
from benchmark.studies.selectors import uploaded_numbers
from benchmark.studies.services import RunStudy, order_run_study
from console.runs.api.runs import REFUSALS, asking_lead
from evaluation.metrics.errors import EvaluationError
from evaluation.stability.boundaries import Noise
from evaluation.stability.raters import Undrawn
from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Job, JobState


def _floats(text: str) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.FloatField(), required=False, max_length=MOST_CHOICES, help_text=text
    )


def _sizes(text: str) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=MOST_CHOICES, help_text=text
    )


class MeasuresRequest(serializers.Serializer[Any]):
    """What to study; everything may be left out."""

    runs = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        max_length=MOST_SYSTEMS,
        help_text="the numbers of runs that are scored against the current labels; left out: every uploaded one",
    )
    simulated = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, help_text="simulated systems; null: as many as ten systems lack"
    )
    checkpoints = serializers.BooleanField(required=False, help_text="the runs are checkpoints of one model")
    k = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=MOST_CHOICES, help_text="cut-offs"
    )
    iou = _floats("IoU thresholds")
    trials = serializers.IntegerField(required=False, min_value=2, help_text="pairs of sets for each size")
    sizes = _sizes("sizes of the sets; left out: about twelve up to all queries")
    tau = serializers.FloatField(required=False, help_text="the tau-b that a set of queries has to reach")
    resamples = serializers.IntegerField(required=False, min_value=2, help_text="draws for intervals")
    noise = serializers.ChoiceField(required=False, choices=get_args(Noise))
    noise_draws = serializers.IntegerField(required=False, min_value=0, help_text="for each variance; 0 to skip")
    beta2 = _floats("variances of the noise, in s²")
    noise_iou = _floats("mean IoUs that noise leaves, in place of its variances")
    seed = serializers.IntegerField(required=False, min_value=0)


class StabilityRequest(serializers.Serializer[Any]):
    """What to ask; everything may be left out."""

    runs = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        max_length=MOST_ORDERED,
        help_text="the numbers of runs that are scored against the current labels; left out: every uploaded one",
    )
    measure = serializers.ChoiceField(required=False, choices=ORDERING, help_text="what orders the runs")
    k = serializers.IntegerField(required=False, min_value=1, help_text="its cut-off")
    iou = serializers.FloatField(required=False, help_text="its IoU threshold")
    resamples = serializers.IntegerField(required=False, min_value=1, help_text="draws of queries")
    rater_resamples = serializers.IntegerField(required=False, min_value=0, help_text="draws of raters; 0 to skip")
    undrawn = serializers.ChoiceField(
        required=False, choices=get_args(Undrawn), help_text="what becomes of a pair if none of its raters was drawn"
    )
    sizes = _sizes("sizes of the subsets; left out: 10, 25, 50 … below all queries")
    noise = serializers.ChoiceField(required=False, choices=get_args(Noise))
    noise_draws = serializers.IntegerField(required=False, min_value=0, help_text="for each variance; 0 to skip")
    beta2 = _floats("variances of the noise, in s²")
    noise_iou = _floats("mean IoUs that noise leaves, in place of its variances")
    seed = serializers.IntegerField(required=False, min_value=0)


class StudyShape(serializers.Serializer[Any]):
    """What was found; docs/measure-studies.md and docs/uncertainty.md explain the figures."""

    made_at = serializers.DateTimeField()
    ordered_by = serializers.CharField()
    ledger_length = serializers.IntegerField(help_text="of the labels that the runs were scored against")
    order = serializers.JSONField(help_text="what was asked")
    figures = serializers.JSONField(help_text="the same as those of the study's command as JSON")


class StudyAnswer(serializers.Serializer[Any]):
    """How far the newest order is, null before the first, and what was found last."""

    state = serializers.ChoiceField(choices=JobState.choices, allow_null=True)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    reason = serializers.CharField(help_text="why there is no result of that order, else empty")
    study = StudyShape(allow_null=True)


class StudyView(APIView):
    """A study of runs: `study` says which, `asked` what may be asked of it."""

    study: RunStudy
    asked: type[serializers.Serializer[Any]]

    def get(self, request: Request, slug: str) -> Response:
        """The newest order and the figures that were found last."""
        campaign = asking_lead(request, slug).campaign
        return Response(self._answer(campaign, newest_job(campaign, self.study.name)))

    def post(self, request: Request, slug: str) -> Response:
        """Order the study; a worker makes it, one order at a time."""
        lead = asking_lead(request, slug)
        asked = self.asked(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        given = {"runs": uploaded_numbers(lead.campaign, self.study.most_runs), **asked.validated_data}
        try:
            order = self.study.order(**given)
            job = order_run_study(
                study=self.study, campaign=lead.campaign, order=order, actor=lead.actor, now=timezone.now()
            )
        except (BadInput, EvaluationError) as problem:
            raise ValidationError({"detail": str(problem)}) from problem
        return Response(self._answer(lead.campaign, job), status=202)

    def _answer(self, campaign: Campaign, job: Job | None) -> dict[str, Any]:
        progress = {"state": None, "done": 0, "total": 0, "reason": ""}
        if job is not None:
            progress = {"state": job.state, "done": job.done, "total": job.total, "reason": job.reason}
        return dict(StudyAnswer({**progress, "study": self.study.kept(campaign)}).data)


def _described(name: str, asked: type[serializers.Serializer[Any]]) -> Any:
    """The calls in the schema."""
    answers = {202: StudyAnswer, **REFUSALS, 400: ErrorAnswer}
    return extend_schema_view(
        get=extend_schema(operation_id=f"read_{name}", responses={200: StudyAnswer, **REFUSALS}),
        post=extend_schema(operation_id=f"study_{name}", request=asked, responses=answers),
    )


@_described("measures", MeasuresRequest)
class MeasuresView(StudyView):
    """Studies of measures."""

    study = MEASURES
    asked = MeasuresRequest


@_described("stability", StabilityRequest)
class StabilityView(StudyView):
    """How sure the order of runs is."""

    study = STABILITY
    asked = StabilityRequest
