"""`/campaigns/<slug>/runs/measures/`: study how measures differ on the campaign's runs, and read what came out."""

from __future__ import annotations

from typing import Any, get_args

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.people.forms.rest import ErrorAnswer, asked_object
from benchmark.measures.order import MOST_CHOICES, MOST_SYSTEMS, MeasureOrder
from benchmark.measures.selectors import measure_study, uploaded_numbers
from benchmark.measures.services import MEASURES, order_measures
from benchmark.models import MeasureStudy
from console.runs.api.runs import REFUSALS, asking_lead
from evaluation.metrics.errors import EvaluationError
from evaluation.stability.boundaries import Noise
from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job
from moments.models import Job, JobState


def _floats(text: str) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.FloatField(), required=False, max_length=MOST_CHOICES, help_text=text
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
    sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        max_length=MOST_CHOICES,
        help_text="sizes of the sets; left out: about twelve up to all queries",
    )
    tau = serializers.FloatField(required=False, help_text="the tau-b that a set of queries has to reach")
    resamples = serializers.IntegerField(required=False, min_value=2, help_text="draws for intervals")
    noise = serializers.ChoiceField(required=False, choices=get_args(Noise))
    noise_draws = serializers.IntegerField(required=False, min_value=0, help_text="for each variance; 0 to skip")
    beta2 = _floats("variances of the noise, in s²")
    noise_iou = _floats("mean IoUs that noise leaves, in place of its variances")
    seed = serializers.IntegerField(required=False, min_value=0)


class MeasureStudyShape(serializers.Serializer[Any]):
    """What was found; docs/measure-studies.md explains the figures."""

    made_at = serializers.DateTimeField()
    ordered_by = serializers.CharField()
    ledger_length = serializers.IntegerField(help_text="of the labels that the runs were scored against")
    order = serializers.JSONField(help_text="what was asked")
    figures = serializers.JSONField(help_text="the same as those of `compare_measures` as JSON")


class MeasuresAnswer(serializers.Serializer[Any]):
    """How far the newest order is, null before the first, and what was found last."""

    state = serializers.ChoiceField(choices=JobState.choices, allow_null=True)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    reason = serializers.CharField(help_text="why there is no result of that order, else empty")
    study = MeasureStudyShape(allow_null=True)


class MeasuresView(APIView):
    """Studies of measures."""

    @extend_schema(operation_id="read_measures", responses={200: MeasuresAnswer, **REFUSALS})
    def get(self, request: Request, slug: str) -> Response:
        """The newest order and the figures that were found last."""
        campaign = asking_lead(request, slug).campaign
        return Response(_answer(newest_job(campaign, MEASURES.name), measure_study(campaign)))

    @extend_schema(
        operation_id="study_measures",
        request=MeasuresRequest,
        responses={202: MeasuresAnswer, **REFUSALS, 400: ErrorAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Order the studies; a worker makes them, one order at a time."""
        lead = asking_lead(request, slug)
        asked = MeasuresRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        given = {"runs": uploaded_numbers(lead.campaign), **asked.validated_data}
        try:
            order = MeasureOrder(**given)
            job = order_measures(campaign=lead.campaign, order=order, actor=lead.actor, now=timezone.now())
        except (BadInput, EvaluationError) as problem:
            raise ValidationError({"detail": str(problem)}) from problem
        return Response(_answer(job, measure_study(lead.campaign)), status=202)


def _answer(job: Job | None, study: MeasureStudy | None) -> dict[str, Any]:
    progress = {"state": None, "done": 0, "total": 0, "reason": ""}
    if job is not None:
        progress = {"state": job.state, "done": job.done, "total": job.total, "reason": job.reason}
    return dict(MeasuresAnswer({**progress, "study": study}).data)
