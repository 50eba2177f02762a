"""What the pages and the API read of studies of measures: the runs to choose from, and what was found."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import QuerySet

from annotator.models import User
from annotator.people.selectors.resets import campaigns_led_by
from benchmark.measures.order import MOST_SYSTEMS, MeasureOrder
from benchmark.models import LabelSnapshot, MeasureStudy, Run, RunKind
from benchmark.snapshots.selectors import labels_in, newest_snapshot
from consensus.agreement.selectors.marked import marked_agreement_of
from evaluation.reading.true_moments import TrueMoment, with_true_moments
from evaluation.scoring.answers import kept_predictions
from evaluation.studies.entries import filled_up
from evaluation.studies.moment_order import most_similar
from evaluation.studies.studied import Bench, TrueMoments
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of
from moments.models import Campaign, CampaignKind
from moments.scale import gains_of

MOST_PEOPLE = 5
NO_LABELS = "the campaign has no labels yet"


@dataclass(frozen=True, slots=True)
class LabelledBench:
    """What the studies are made on, and the labels that it rests on."""

    bench: Bench
    snapshot: LabelSnapshot


@dataclass(frozen=True, slots=True)
class PeopleIou:
    """How far the people of a campaign that marks agree on boundaries: the mean IoU of so many questions."""

    title: str
    questions: int
    iou: float


def people_ious(person: User) -> list[PeopleIou]:
    """The agreement on boundaries in those newest campaigns that mark and that the person leads, where there is any.

    It says how much noise on boundaries is usual.
    """
    led = Campaign.objects.filter(kind=CampaignKind.MARK, is_trial=False).order_by("-pk")
    if not person.is_admin:
        led = led.filter(pk__in=campaigns_led_by(person))
    found = [(campaign.title, marked_agreement_of(campaign).whole) for campaign in led[:MOST_PEOPLE]]
    return [PeopleIou(title, whole.questions, whole.iou.value) for title, whole in found if whole.iou.value is not None]


def measure_study(campaign: Campaign) -> MeasureStudy | None:
    """What was found last, None before the first study."""
    return MeasureStudy.objects.filter(campaign=campaign).first()


def comparable_runs(campaign: Campaign) -> QuerySet[Run]:
    """The runs that are scored against the labels in force, without their scores: uploaded ones, then references."""
    runs = Run.objects.filter(campaign=campaign, scores__snapshot=newest_snapshot(campaign))
    return runs.order_by("-kind", "number")


def uploaded_numbers(campaign: Campaign) -> list[int]:
    """The numbers of those that were uploaded, as many as can be studied at once."""
    uploaded = comparable_runs(campaign).filter(kind=RunKind.UPLOADED)
    return list(uploaded.values_list("number", flat=True)[:MOST_SYSTEMS])


def require_comparable(campaign: Campaign, order: MeasureOrder) -> None:
    """Raise BadInput if there are no labels, or one of the runs is not scored against those in force."""
    if newest_snapshot(campaign) is None:
        raise BadInput(NO_LABELS)
    there = set(comparable_runs(campaign).values_list("number", flat=True))
    if missing := sorted(set(order.runs) - there):
        raise BadInput(f"runs: run {missing[0]} is not scored against the current labels")


def bench_of(campaign: Campaign, order: MeasureOrder) -> LabelledBench:
    """The runs of the order on the labels in force; raises BadInput as `require_comparable` does.

    Raises EvaluationError if a run has the name of a simulated system.
    """
    require_comparable(campaign, order)
    snapshot = newest_snapshot(campaign)
    assert snapshot is not None  # as just required
    labels = labels_in(snapshot).labels
    settings = replace(order.settings, gains=gains_of(levels_of(campaign)))
    own = _own_moments(campaign)
    labels, truths = with_true_moments(labels, own, settings.scale)
    true_moments = TrueMoments(truths, "the moment that the query was sampled from")
    if not len(truths.row):
        true_moments = TrueMoments(
            most_similar(labels, settings.scale), "the labelled moment that is most similar to the query"
        )
    runs = comparable_runs(campaign).filter(number__in=order.runs).order_by("number").select_related("scores")
    names, predictions = [], []
    for run in runs.defer("scores__values").iterator(chunk_size=10):
        names.append(run.name)
        predictions.append(kept_predictions(run.scores.answers, labels))
    entries = filled_up(names, predictions, labels, simulated=order.simulated, seed=order.seed, scale=settings.scale)
    series = len(names) if order.checkpoints else 0
    return LabelledBench(Bench(entries, labels, settings, true_moments, series), snapshot)


def _own_moments(campaign: Campaign) -> list[TrueMoment]:
    """The moments that queries were sampled from."""
    sampled = campaign.queries.exclude(own_moment=None).order_by("pk")
    rows = sampled.values_list("query_id", "own_moment__video__name", "own_moment__start_s", "own_moment__end_s")
    return [TrueMoment(str(query), video, start_s, end_s) for query, video, start_s, end_s in rows]
