"""How sure the order of a campaign's runs is: ordered, made by the worker, kept; and its page's sections."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from benchmark.models import MeasureStudy, RunScores, StabilityStudy
from benchmark.snapshots.selectors import newest_snapshot
from benchmark.stability.order import StabilityOrder
from benchmark.stability.sections import sections_of
from benchmark.stability.selectors import asked_of
from benchmark.stability.services import STABILITY
from benchmark.studies.services import order_run_study
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.packing import unpacked
from evaluation.stability.settling import UNJUDGED
from moments.base.errors import BadInput
from moments.models import Job
from moments.protocol import Protocol
from moments.scale import PUBLISHED
from tests.benchmark.scenes import campaign_with_two_runs, labelled_campaign, scored, uploaded
from tests.consensus.export.scenes import graded_campaign
from tests.factories import NOW, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
FEW = {"resamples": 20, "rater_resamples": 5, "noise_draws": 2, "sizes": (2, 4)}
RUNS = {"runs": (1, 2), **FEW}


@pytest.fixture
def campaign():
    return campaign_with_two_runs()


def ordered(campaign, **fields):
    order = StabilityOrder(**{**RUNS, **fields})
    return order_run_study(study=STABILITY, campaign=campaign, order=order, actor="L1", now=NOW)


def test_an_order_is_made_by_the_worker_and_kept(campaign):
    job = ordered(campaign)
    assert (STABILITY.make_ordered(now=NOW), STABILITY.make_ordered(now=NOW)) == (1, 0)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 2 * (5 + 4 * 2), 2 * (5 + 4 * 2))
    study = StabilityStudy.objects.get()
    assert (study.ordered_by, study.ledger_length) == ("L1", newest_snapshot(campaign).ledger_length)
    figures = study.figures
    assert (figures["measure"], figures["queries"]) == ("NDCG@20,IoU>=0.5", 6)
    assert figures["systems"]["mine"] > figures["systems"]["other"]
    assert figures["by_queries"]["couples"][0]["kept"] == 1
    assert [one["queries"] for one in figures["by_size"]["subsets"]] == [2, 4]
    assert (figures["by_raters"]["draws"], figures["by_raters"]["labels_differing"]) == (5, 0)
    assert not MeasureStudy.objects.exists()
    by_key = json.loads(json.dumps(figures, sort_keys=True))  # a database may order the keys of an object
    for one, other in zip(sections_of(figures), sections_of(by_key), strict=True):
        assert (one.sentence, one.tables, list(map(str, one.charts))) == (
            other.sentence, other.tables, list(map(str, other.charts)))  # fmt: skip


def test_each_section_says_its_interval_and_its_number_of_draws(campaign):
    ordered(campaign)
    STABILITY.make_ordered(now=NOW)
    found = {section.name: section for section in sections_of(StabilityStudy.objects.get().figures)}
    assert list(found) == ["queries", "fewer", "needed", "raters", "boundaries"]
    assert "20 draws of the queries" in found["queries"].sentence
    assert "drawn with replacement 5 times" in found["raters"].sentence
    assert "2 times for each variance" in found["boundaries"].sentence
    assert "from 20 draws" in found["needed"].sentence
    means, couples = found["queries"].tables
    assert [row[0] for row in means.rows] == ["mine", "other"]
    assert [len(row[1]) for row in means.rows] == [3, 3]
    ((one, other, difference, kept),) = couples.rows
    assert (one, other, difference[0] > difference[1] > 0, kept[0], kept[2]) == ("mine", "other", False, 1, 1)
    assert difference[1] <= difference[0] <= difference[2]
    assert [row[:2] for row in found["fewer"].tables[0].rows] == [
        ["2 of all", 20], ["4 of all", 20], ["3 against 3 others", 20]]  # fmt: skip
    assert found["needed"].tables[0].texts == [["mine", "other", "1 [1, 1]", "0", "0"]]
    iou, rmse, tau = found["boundaries"].tables[0].rows
    assert [len(cell) for row in (iou, rmse, tau) for cell in row[1:]] == [3] * 12


def test_runs_labels_and_scores_are_those_of_the_campaign(campaign):
    """The values from kept predictions are those that scoring the files gave, and the scores settle to the labels."""
    asked = asked_of(campaign, StabilityOrder(**RUNS, k=10))
    scores = RunScores.objects.get(run__number=1)
    (values,) = unpacked(scores.values, "values")
    assert np.array_equal(asked.systems().values[:, 0], values[:, scores.measures.index("NDCG@10,IoU>=0.5")])
    assert (asked.names, len(asked.scores.judged.raw.pair_ids)) == (["mine", "other"], 24)
    assert (asked.scores.judged.differing, asked.scores.judged.without_scores, asked.scores.tolerance) == (0, 0, 1)


def test_discarded_pairs_take_part_as_other_raters_might_agree_on_them():
    made = graded_campaign()
    scored(made, ("mine", "other"))
    asked = asked_of(made, StabilityOrder(**RUNS))
    judged = asked.scores.judged
    assert (len(judged.standing), judged.standing.tolist().count(UNJUDGED)) == (len(asked.labels.truths.row) + 1, 1)
    assert (len(judged.raw.raters), judged.left_out) == (4, 0)


def test_levels_gains_and_tolerance_are_those_of_the_campaign():
    levels = (*PUBLISHED, replace(PUBLISHED[4], relevance=5, name="Best", gain=20.0))
    protocol = Protocol(batch_size=6, window=1, tolerance=2)
    made, members = opened_campaign("six", queries=2, pairs=6, levels=levels, protocol=protocol)
    score_all(members, lambda pair, member: pair.rank - 1)
    settle(made)
    scored(made, ("mine", "other"))
    asked = asked_of(made, StabilityOrder(**RUNS))
    assert (asked.criterion.settings.gains, asked.scores.tolerance) == ((0, 1, 3, 7, 15, 20), 2)
    assert asked.scores.judged.raw.scale.count == 6


def test_only_one_order_at_a_time_and_only_runs_with_current_scores(campaign):
    ordered(campaign)
    with pytest.raises(BadInput, match="the order of the runs is already being studied"):
        ordered(campaign)
    uploaded(campaign, "third")
    with pytest.raises(BadInput, match="runs: run 6 is not scored against the current labels"):
        ordered(campaign, runs=(1, 6))
    assert Job.objects.filter(kind="stability").count() == 1


def test_without_labels_nothing_can_be_asked():
    with pytest.raises(BadInput, match="has no labels yet"):
        ordered(labelled_campaign())


def test_an_order_that_the_data_refuse_fails_with_the_reason(campaign):
    job = ordered(campaign, noise="exponential", noise_iou=(0.99,))
    STABILITY.make_ordered(now=NOW)
    job.refresh_from_db()
    assert (job.state, job.reason.split(";")[0]) == ("failed", "noise-iou: 0.99 is out of reach")
    assert not StabilityStudy.objects.exists()


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"runs": (1,)}, "runs: choose at least two"),
        ({"runs": (1, 1)}, "runs: choose at least two"),
        ({"runs": range(1, 32)}, "runs: choose at most 30"),
        ({"measure": "MRR"}, "measure: expected one of NDCG, R, AP, AxIoU"),
        ({"k": 41}, "k: expected at most 40"),
        ({"k": 0}, "k: expected integers"),
        ({"iou": 2.0}, "iou: expected"),
        ({"resamples": 10_001}, "resamples: expected at most 10,000"),
        ({"resamples": 0}, "resamples: expected an integer 1"),
        ({"rater_resamples": 1001}, "rater_resamples: expected at most 1,000"),
        ({"noise_draws": -1}, "noise-draws: expected an integer 0"),
        ({"noise_iou": (1.5,)}, "noise-iou: expected"),
        ({"beta2": (-1.0,)}, "beta2: expected"),
        ({"sizes": (0,)}, "sizes: expected integers of at least 1"),
        ({"sizes": (1,) * 21}, "sizes: expected at most 20 values"),
        ({"seed": -1}, "seed: expected"),
    ],
)
def test_an_order_out_of_range_is_refused(fields, problem):
    with pytest.raises(EvaluationError, match=problem):
        StabilityOrder(**{"runs": (1, 2), **fields})


def test_the_command_asks_prints_and_keeps(campaign):
    few = ["--resamples", "20", "--rater-resamples", "3", "--noise-draws", "0", "--measure", "AxIoU"]
    out = StringIO()
    call_command("study_stability", campaign.slug, *few, "--json", stdout=out)
    figures = json.loads(out.getvalue())
    assert (sorted(figures["systems"]), figures["measure"]) == (["mine", "other"], "AxIoU@20")
    study = StabilityStudy.objects.get()
    assert (study.figures, study.ordered_by, study.order["rater_resamples"]) == (figures, "command", 3)
    out = StringIO()
    call_command("study_stability", campaign.slug, *few, "--runs", "1", "3", stdout=out)
    assert "other raters (3 draws of 2)" in out.getvalue()
    with pytest.raises(CommandError, match="run 77 is not scored"):
        call_command("study_stability", campaign.slug, "--runs", "1", "77", stdout=StringIO())
