"""Studies of measures on a campaign's runs: ordered, made by the worker, kept; and their page's sections."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from benchmark.measures.order import MeasureOrder
from benchmark.measures.sections import sections_of
from benchmark.measures.selectors import bench_of
from benchmark.measures.services import MEASURES
from benchmark.models import MeasureStudy, RunScores
from benchmark.runs.services.scoring import score_due_runs
from benchmark.snapshots.selectors import labels_in, newest_snapshot
from benchmark.studies.selectors import comparable_runs
from benchmark.studies.services import order_run_study
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.packing import unpacked
from evaluation.studies.studied import studied
from moments.base.errors import BadInput
from moments.models import Job
from moments.protocol import Protocol
from moments.scale import PUBLISHED
from tests.benchmark.scenes import campaign_with_two_runs, labelled_campaign, scored, uploaded
from tests.factories import NOW, lose, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
FEW = {"trials": 20, "resamples": 20, "noise_draws": 2, "k": (1, 10)}
RUNS = {"runs": (1, 2), **FEW}


@pytest.fixture
def campaign():
    return campaign_with_two_runs()


def ordered(campaign, **fields):
    return order_run_study(
        study=MEASURES, campaign=campaign, order=MeasureOrder(**{**RUNS, **fields}), actor="L1", now=NOW
    )


def test_an_order_is_made_by_the_worker_and_kept(campaign):
    job = ordered(campaign, checkpoints=True)
    assert (MEASURES.make_ordered(now=NOW), MEASURES.make_ordered(now=NOW)) == (1, 0)
    job.refresh_from_db()
    assert (job.state, job.done) == ("done", job.total)
    study = MeasureStudy.objects.get()
    assert (study.ordered_by, study.ledger_length) == ("L1", newest_snapshot(campaign).ledger_length)
    figures = study.figures
    assert (figures["systems"][:2], figures["simulated"]) == (["mine", "other"], 8)
    assert figures["checkpoints"]["picked"][0] == "mine"
    (low, high), kept = figures["checkpoints"]["kept_interval"][0], figures["checkpoints"]["kept"][0]
    assert low < kept <= high
    for level in figures["boundaries"]["levels"]:
        assert level["iou_interval"][0] <= level["iou"] <= level["iou_interval"][1]
    assert figures["moment_order"]["queries"] == 6
    assert [section.name for section in sections_of(figures)] == [
        "agreement", "self-agreement", "needed", "ties", "estimate",
        "boundaries", "moment-order", "checkpoints"]  # fmt: skip
    by_key = json.loads(json.dumps(figures, sort_keys=True))  # a database may order the keys of an object
    for one, other in zip(sections_of(figures), sections_of(by_key), strict=True):
        assert (one.sentence, one.tables, list(map(str, one.charts))) == (
            other.sentence, other.tables, list(map(str, other.charts)))  # fmt: skip


def test_mean_and_variance_of_self_agreement_are_shown_with_their_intervals(campaign):
    ordered(campaign)
    MEASURES.make_ordered(now=NOW)
    section = {one.name: one for one in sections_of(MeasureStudy.objects.get().figures)}["self-agreement"]
    found = MeasureStudy.objects.get().figures["self_agreement"]
    places = [(pairing, part) for pairing in found for part in ("mean", "trials", "variance")]
    assert [table.caption.split(" on two")[0] for table in section.tables] == [
        "Mean of τ-b", "Mean of τ-b", "Variance of τ-b"] * 2  # fmt: skip
    for table, (pairing, part) in zip(section.tables, places, strict=True):
        value = "mean" if part == "trials" else part
        ends = ("low", "high") if part == "trials" else (f"{part}_low", f"{part}_high")
        kept = [pairing[name] for name in (value, *ends)]
        sizes = range(len(pairing["sizes"]))
        for at, (_, *cells) in enumerate(table.rows):
            assert cells == [[figure[size][at] for figure in kept] for size in sizes]
        assert any("[" in text for row in table.texts for text in row)
    assert "Intervals of mean and variance are from 100 draws of the queries." in section.sentence


def test_every_z_score_is_shown_with_its_interval_and_the_number_of_draws(campaign):
    ordered(campaign, checkpoints=True)
    MEASURES.make_ordered(now=NOW)
    found = MeasureStudy.objects.get().figures["checkpoints"]
    section = {one.name: one for one in sections_of(MeasureStudy.objects.get().figures)}["checkpoints"]
    assert "Intervals are from 20 draws of the queries." in section.sentence
    known = [score for row in found["z"] for score in row if score[0] is not None]
    z, low, high = min(known)
    assert f"gives it {z:.3f} [{low:.3f}, {high:.3f}]." in section.sentence
    for row, texts, z in zip(section.tables[0].rows, section.tables[0].texts, found["z"], strict=True):
        assert row[3:] == z
        assert all(("[" in text) == (score[0] is not None) for text, score in zip(texts[3:], z, strict=True))


def test_figures_that_were_kept_before_they_had_an_interval_can_still_be_read(campaign):
    ordered(campaign, checkpoints=True)
    MEASURES.make_ordered(now=NOW)
    figures = MeasureStudy.objects.get().figures
    for level in figures["boundaries"]["levels"]:
        del level["iou_interval"]
    del figures["checkpoints"]["kept_interval"]
    for found in figures["self_agreement"]:
        for name in ("draws", "mean_low", "mean_high", "variance_low", "variance_high"):
            del found[name]
    found = {section.name: section for section in sections_of(figures)}
    assert [len(cell) for cell in found["boundaries"].tables[2].rows[0][1:]] == [3] * 4
    assert "[" not in found["boundaries"].tables[2].texts[0][1]
    assert "[" not in found["self-agreement"].tables[0].texts[0][1]
    assert "[" in found["self-agreement"].tables[1].texts[0][1]
    assert "[" not in found["self-agreement"].tables[2].texts[0][1]
    assert "Intervals" not in found["self-agreement"].sentence


def test_another_study_takes_the_place_of_the_first(campaign):
    for actor in ("L1", "L2"):
        order_run_study(study=MEASURES, campaign=campaign, order=MeasureOrder(**RUNS), actor=actor, now=NOW)
        MEASURES.make_ordered(now=NOW)
    assert [study.ordered_by for study in MeasureStudy.objects.all()] == ["L2"]
    assert Job.objects.filter(kind="measures").count() == 1


def test_runs_keep_what_the_studies_need(campaign):
    """The values from kept predictions are those that scoring the files gave."""
    bench = bench_of(campaign, MeasureOrder(**RUNS, simulated=0)).bench
    systems = bench.measured()
    scores = RunScores.objects.get(run__number=1)
    (values,) = unpacked(scores.values, "values")
    for name in ("NDCG@10,IoU>=0.5", "R@10,IoU>0.7", "AxIoU@10"):
        kept = systems.values[:, systems.measures.index(name), 0]
        assert np.array_equal(kept, values[:, scores.measures.index(name)])
    assert len(labels_in(newest_snapshot(campaign)).labels.query_ids) == 6


def test_a_query_made_from_a_moment_has_that_one_as_its_true_one(campaign):
    campaign.queries.update(own_moment=None)
    for query in campaign.queries.order_by("pk")[:4]:
        query.own_moment = query.pairs.get(rank=2).moment
        query.save()
    bench = bench_of(campaign, MeasureOrder(**RUNS)).bench
    assert len(bench.true_moments.truths.row) == 4
    found = studied(bench, MeasureOrder(**RUNS).plan)["moment_order"]
    assert (found["queries"], found["source"]) == (4, "the moment that the query was sampled from")
    assert found["one_moment"]["R@1,IoU>0.5"][:2] == [0.0, 0.0]
    assert found["one_moment"]["R@10,IoU>0.5"][:2] == [1.0, 1.0]


def test_the_studies_take_the_levels_and_gains_of_the_campaign():
    """Six levels; NDCG of the first rank is its gain over that of the best."""
    levels = (*PUBLISHED, replace(PUBLISHED[4], relevance=5, name="Best", gain=20.0))
    made, members = opened_campaign("six", queries=2, pairs=6, levels=levels, protocol=Protocol(batch_size=6, window=1))
    score_all(members, lambda pair, member: pair.rank - 1)
    settle(made)
    scored(made)
    bench = bench_of(made, MeasureOrder(**{**RUNS, "runs": (1,)})).bench
    assert (bench.settings.gains, bench.true_moments.truths.relevance.tolist()) == ((0, 1, 3, 7, 15, 20), [5, 5])
    figures = studied(bench, MeasureOrder(**{**RUNS, "runs": (1,), "noise_draws": 0}).plan)
    assert figures["gains"] == [0, 1, 3, 7, 15, 20]
    means = dict(zip(figures["measures"], (row[0] for row in figures["means"].values()), strict=True))
    assert means["NDCG@1,IoU>=0.5"] == 0
    assert (
        means["NDCG@10,IoU>=0.5"]
        == RunScores.objects.get(run__number=1).summary["val"]["measures"]["NDCG@10,IoU>=0.5"][0]
    )


def test_references_and_simulated_systems_can_be_studied_too(campaign):
    numbers = list(comparable_runs(campaign).values_list("number", flat=True))
    bench = bench_of(campaign, MeasureOrder(**{**RUNS, "runs": numbers, "simulated": 1})).bench
    assert bench.entries.names == [
        "mine", "other", "reference: similarity", "reference: random", "reference: oracle", "simulated 1"]  # fmt: skip
    assert bench_of(campaign, MeasureOrder(simulated=3, **FEW)).bench.entries.simulated == 3


def test_only_one_order_at_a_time_and_only_runs_with_current_scores(campaign):
    ordered(campaign)
    with pytest.raises(BadInput, match="already being studied"):
        ordered(campaign)
    uploaded(campaign, "third")
    with pytest.raises(BadInput, match="runs: run 6 is not scored against the current labels"):
        ordered(campaign, runs=(1, 6))
    score_due_runs(now=NOW)
    assert bench_of(campaign, MeasureOrder(**{**RUNS, "runs": (1, 6)})).bench.entries.names[:2] == ["mine", "third"]


def test_without_labels_nothing_can_be_studied():
    with pytest.raises(BadInput, match="has no labels yet"):
        ordered(labelled_campaign())


def test_an_order_that_the_data_refuse_fails_with_the_reason(campaign):
    job = ordered(campaign, noise="exponential", noise_iou=(0.99,))
    MEASURES.make_ordered(now=NOW)
    job.refresh_from_db()
    assert (job.state, job.reason.split(";")[0]) == ("failed", "noise-iou: 0.99 is out of reach")
    assert not MeasureStudy.objects.exists()


def test_a_study_whose_worker_is_lost_is_taken_again(campaign):
    job = ordered(campaign)
    lose(job, tries=1)
    assert MEASURES.make_ordered(now=NOW + timedelta(minutes=20)) == 0
    assert MEASURES.make_ordered(now=NOW + timedelta(minutes=61)) == 1
    assert MeasureStudy.objects.exists()


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"simulated": 201}, "simulated: expected an integer 0 to 200"),
        ({"runs": (1,), "simulated": 0}, "simulated: at least two systems are needed"),
        ({"runs": (1,), "checkpoints": True}, "checkpoints: choose at least two runs"),
        ({"runs": range(1, 102)}, "runs: choose at most 100"),
        ({"k": (41,)}, "k: expected at most 40"),
        ({"k": ()}, "k: expected integers"),
        ({"iou": (2.0,)}, "iou: expected"),
        ({"trials": 20_001}, "trials: expected at most 20,000"),
        ({"trials": 1}, "trials: expected an integer 2"),
        ({"noise_draws": 1001}, "noise_draws: expected at most 1,000"),
        ({"noise_iou": (1.5,)}, "noise-iou: expected"),
        ({"beta2": (-1.0,)}, "beta2: expected"),
        ({"sizes": (1,) * 21}, "sizes: expected at most 20 values"),
        ({"tau": 1.0}, "tau: expected"),
    ],
)
def test_an_order_out_of_range_is_refused(fields, problem):
    with pytest.raises(EvaluationError, match=problem):
        MeasureOrder(**{"runs": (1, 2), **fields})


def test_the_command_studies_prints_and_keeps(campaign):
    few = ["--trials", "20", "--resamples", "20", "--noise-draws", "0"]
    out = StringIO()
    call_command("study_measures", campaign.slug, *few, "--json", stdout=out)
    figures = json.loads(out.getvalue())
    assert figures["systems"][:2] == ["mine", "other"]
    assert MeasureStudy.objects.get().figures == figures
    assert MeasureStudy.objects.get().ordered_by == "command"
    out = StringIO()
    call_command("study_measures", campaign.slug, *few, "--runs", "1", "2", "--checkpoints", stdout=out)
    assert "picked checkpoint" in out.getvalue()
    with pytest.raises(CommandError, match="run 77 is not scored"):
        call_command("study_measures", campaign.slug, "--runs", "77", stdout=StringIO())
