"""The shapes of requests and answers about runs: for the OpenAPI document, and to render answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from benchmark.comparison.selectors.comparison import Difference, Pairing
from benchmark.models import DocumentKind, LabelSnapshot, Run, RunKind, RunScores, RunState
from benchmark.runs.selectors.reports import group_data
from benchmark.runs.selectors.runs import LabelsInForce, scores_of, seed_groups
from evaluation.scoring.published import published_figures


class RunUpload(serializers.Serializer[Any]):
    """A run as multipart form data."""

    name = serializers.CharField(max_length=80, help_text="unique within the campaign")
    file = serializers.FileField(max_length=400, help_text="the run, JSON or TREC, plain or gzip, up to 200 MiB")
    video_corpus = serializers.FileField(
        required=False, max_length=400, help_text="video_corpus.json, if the run refers to videos by index"
    )
    documents = serializers.ChoiceField(
        choices=DocumentKind.choices, default=DocumentKind.DESC_ID, help_text="what the documents of a TREC run are"
    )


class LabelsShape(serializers.Serializer[Any]):
    """The labels that scores hold against, with the ledger's head at that moment."""

    number = serializers.IntegerField()
    ledger_length = serializers.IntegerField()
    ledger_hash = serializers.CharField()
    labels = serializers.IntegerField()
    queries = serializers.IntegerField()
    sha256 = serializers.CharField()
    made_at = serializers.DateTimeField()


class RunShape(serializers.Serializer[Any]):
    """A run; `labels` are those that its scores hold against, null before it is scored."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=RunKind.choices)
    state = serializers.ChoiceField(choices=RunState.choices)
    reason = serializers.CharField(help_text="why it failed, else empty")
    file_name = serializers.CharField()
    sha256 = serializers.CharField()
    size = serializers.IntegerField(help_text="in bytes, as sent")
    uploaded_by = serializers.CharField(help_text="a pseudonym, admin, command or platform")
    uploaded_at = serializers.DateTimeField()
    scored_at = serializers.DateTimeField(allow_null=True)
    labels = LabelsShape(allow_null=True)


class SpreadShape(serializers.Serializer[Any]):
    """The mean of several runs' means and their standard deviation, with n − 1 below the sum."""

    mean = serializers.FloatField()
    deviation = serializers.FloatField()
    runs = serializers.IntegerField()


class SeedGroupShape(serializers.Serializer[Any]):
    """Runs whose names differ only in the seed, scored against the labels in force."""

    system = serializers.CharField()
    seeds = serializers.ListField(child=serializers.IntegerField())
    runs = serializers.ListField(child=serializers.IntegerField(), help_text="numbers of the runs, by seed")
    splits = serializers.DictField(
        child=serializers.DictField(child=SpreadShape()), help_text="by split, and all, each measure's spread"
    )


class PublishedRowShape(serializers.Serializer[Any]):
    """A published system, trained on the `top` captions most similar to each query."""

    system = serializers.CharField()
    top = serializers.IntegerField()
    measure = serializers.CharField()
    val = serializers.FloatField()
    test = serializers.FloatField()


class PublishedShape(serializers.Serializer[Any]):
    """Published results, which hold for the labels of that benchmark only."""

    benchmark = serializers.CharField()
    rows = PublishedRowShape(many=True)
    source = serializers.CharField()  # type: ignore[assignment]  # the name is free: fields leave the class
    similarity_order = serializers.DictField(child=serializers.FloatField())
    similarity_order_source = serializers.CharField()
    notes = serializers.ListField(child=serializers.CharField())


class RunList(serializers.Serializer[Any]):
    """All runs; `labels` are those in force, null before the first, and `published` is null unless asked for."""

    labels = LabelsShape(allow_null=True)
    runs = RunShape(many=True)
    groups = SeedGroupShape(many=True)
    published = PublishedShape(allow_null=True)


class EstimateShape(serializers.Serializer[Any]):
    """A mean with its 95% interval (bootstrap over queries)."""

    mean = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class SplitShape(serializers.Serializer[Any]):
    """One split's figures."""

    queries = serializers.IntegerField()
    measures = serializers.DictField(child=EstimateShape())


class RunDetail(RunShape):
    """A run with its scores; the figures are empty before it is scored."""

    counts = serializers.DictField(child=serializers.IntegerField())
    splits = serializers.DictField(child=SplitShape(), help_text="by split, and all")
    treatments = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()),
        help_text="means over all queries with unjudged predictions dropped, or at their lower or upper bound",
    )
    similarity_order = serializers.DictField(
        child=serializers.DictField(child=EstimateShape()),
        help_text="by split, the measures of the similarity order of the same labels; empty if there is none",
    )


class DifferenceShape(serializers.Serializer[Any]):
    """One measure of both runs; difference is first minus second with its paired 95% interval."""

    first = serializers.FloatField()
    second = serializers.FloatField()
    difference = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    ties = serializers.IntegerField()


class QueryDifference(serializers.Serializer[Any]):
    """One query under the measure asked for."""

    query_id = serializers.IntegerField()
    first = serializers.FloatField()
    second = serializers.FloatField()
    difference = serializers.FloatField()


class Comparison(serializers.Serializer[Any]):
    """Two runs; `per_query` is empty unless a measure was named."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    split = serializers.CharField()
    queries = serializers.IntegerField()
    measures = serializers.DictField(child=DifferenceShape())
    per_query = QueryDifference(many=True)


def run_data(run: Run) -> dict[str, Any]:
    """What a RunShape renders."""
    scores = scores_of(run)
    plain = ("number", "name", "kind", "state", "reason", "file_name", "sha256", "size", "uploaded_by", "uploaded_at")
    return {
        **{field: getattr(run, field) for field in plain},
        "scored_at": scores.scored_at if scores is not None else None,
        "labels": scores.snapshot if scores is not None else None,
    }


def detail_data(run: Run, order: RunScores | None) -> dict[str, Any]:
    """What a RunDetail renders; `order` are the scores of the similarity order of the same labels."""
    scores = scores_of(run)
    if scores is None:
        return {**run_data(run), "counts": {}, "splits": {}, "treatments": {}, "similarity_order": {}}
    splits = {
        split: {"queries": found["queries"], "measures": _estimates(found["measures"])}
        for split, found in scores.summary.items()
    }
    orders = {} if order is None else {split: _estimates(found["measures"]) for split, found in order.summary.items()}
    return {
        **run_data(run),
        "counts": scores.counts,
        "splits": splits,
        "treatments": scores.treatments,
        "similarity_order": orders,
    }


def _estimates(measures: dict[str, Any]) -> dict[str, Any]:
    return {name: {"mean": mean, "low": low, "high": high} for name, (mean, low, high) in measures.items()}


def list_data(runs: list[Run], labels: LabelsInForce | None, *, published: bool) -> dict[str, Any]:
    """What a RunList renders."""
    snapshot: LabelSnapshot | None = labels.snapshot if labels is not None else None
    return {
        "labels": snapshot,
        "runs": [run_data(run) for run in runs],
        "groups": [group_data(group) for group in seed_groups(runs, labels)],
        "published": published_figures() if published else None,
    }


def comparison_data(found: Pairing, differences: list[Difference], measure: str | None) -> dict[str, Any]:
    """What a Comparison renders."""
    return {
        "first": found.first.number,
        "second": found.second.number,
        "split": found.split,
        "queries": len(found.query_ids),
        "measures": {one.measure: one for one in differences},
        "per_query": found.rows(measure, "query") if measure is not None else [],
    }
