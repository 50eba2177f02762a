"""What studies of measures are made on, and how far people agree on boundaries."""

from __future__ import annotations

from dataclasses import dataclass, replace

from annotator.models import User
from annotator.people.selectors.resets import campaigns_led_by
from benchmark.measures.order import MeasureOrder
from benchmark.models import LabelSnapshot
from benchmark.snapshots.selectors import labels_in
from benchmark.studies.selectors import require_comparable, run_predictions
from consensus.agreement.selectors.marked import marked_agreement_of
from evaluation.reading.true_moments import TrueMoment, with_true_moments
from evaluation.studies.entries import filled_up
from evaluation.studies.moment_order import most_similar
from evaluation.studies.studied import Bench, TrueMoments
from moments.campaign.selectors import levels_of
from moments.models import Campaign, CampaignKind
from moments.scale import gains_of

MOST_PEOPLE = 5


@dataclass(frozen=True, slots=True)
class LabelledBench:
    """What the studies are made on, and the labels that it rests on."""

    bench: Bench
    snapshot: LabelSnapshot


@dataclass(frozen=True, slots=True)
class PeopleIou:
    """How far the people of a marking campaign agree on boundaries: the mean IoU of so many questions."""

    title: str
    questions: int
    iou: float


def people_ious(person: User) -> list[PeopleIou]:
    """The agreement on boundaries in those newest marking campaigns and that the person leads, where there is any.

    It says how much noise on boundaries is usual.
    """
    led = Campaign.objects.filter(kind=CampaignKind.MARK, is_trial=False).order_by("-pk")
    if not person.is_admin:
        led = led.filter(pk__in=campaigns_led_by(person))
    found = [(campaign.title, marked_agreement_of(campaign).whole) for campaign in led[:MOST_PEOPLE]]
    return [PeopleIou(title, whole.questions, whole.iou.value) for title, whole in found if whole.iou.value is not None]


def bench_of(campaign: Campaign, order: MeasureOrder) -> LabelledBench:
    """The runs of the order on the labels in force; raises BadInput as `require_comparable` does.

    Raises EvaluationError if a run has the name of a simulated system.
    """
    snapshot = require_comparable(campaign, order.runs)
    labels = labels_in(snapshot).labels
    settings = replace(order.settings, gains=gains_of(levels_of(campaign)))
    own = _own_moments(campaign)
    labels, truths = with_true_moments(labels, own, settings.scale)
    true_moments = TrueMoments(truths, "the moment that the query was sampled from")
    if not len(truths.row):
        true_moments = TrueMoments(
            most_similar(labels, settings.scale), "the labelled moment that is most similar to the query"
        )
    names, predictions = run_predictions(campaign, order.runs, labels)
    entries = filled_up(names, predictions, labels, simulated=order.simulated, seed=order.seed, scale=settings.scale)
    series = len(names) if order.checkpoints else 0
    return LabelledBench(Bench(entries, labels, settings, true_moments, series), snapshot)


def _own_moments(campaign: Campaign) -> list[TrueMoment]:
    """The moments that queries were sampled from."""
    sampled = campaign.queries.exclude(own_moment=None).order_by("pk")
    rows = sampled.values_list("query_id", "own_moment__video__name", "own_moment__start_s", "own_moment__end_s")
    return [TrueMoment(str(query), video, start_s, end_s) for query, video, start_s, end_s in rows]
