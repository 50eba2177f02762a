import re

import numpy as np
import pytest

from annotator.twins.tasks import TwinTask
from benchmark.models import LabelSnapshot, Run, RunScores
from benchmark.runs.files import run_path
from benchmark.runs.services.runs import delete_run, score_again
from benchmark.runs.services.scoring import score_due_runs
from benchmark.runs.services.uploading import run_folder
from evaluation.reading.packing import unpacked
from moments.base.errors import BadInput
from moments.models import Twin
from tests.benchmark.twin_scenes import (
    accepted_campaign,
    campaign_with_twin_runs,
    judge,
    matrix,
    names_of,
    rule,
    uploaded_twins,
)
from tests.factories import NOW
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db


def summary(name):
    return RunScores.objects.get(run__name=name).summary


def test_runs_are_scored_beside_a_random_and_an_oracle_run():
    campaign_with_twin_runs()
    snapshot = LabelSnapshot.objects.get()
    assert (snapshot.labels, snapshot.queries) == (12, 6)
    names = ["reference: random", "reference: oracle", "mine", "other"]
    assert sorted(Run.objects.values_list("name", flat=True)) == sorted(names)
    assert {run.state for run in Run.objects.all()} == {"scored"}
    for task in ("Origin", "Hard"):
        assert summary("reference: oracle")[f"video_to_text {task}"]["measures"]["R@1"] == [1, 1, 1]
    value, low, high = summary("reference: random")["text_to_video Binary"]["measures"]["Accuracy"]
    assert low <= 0.5 <= high
    mine, other = (summary(name)["text_to_video Binary"]["measures"]["Accuracy"][0] for name in ("mine", "other"))
    assert mine > other
    for scores in RunScores.objects.all():
        scores.clean()
        assert unpacked(scores.values, "values")[0].shape == (12, 6)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (lambda names: matrix(names[:-1]), "run.npz: texts: '{last}' of the labels of arrow at ledger entry "),
        (lambda names: matrix([*names[:-1], "x"]), "run.npz: texts: 'x' is not in the labels of arrow at ledger"),
        (
            lambda names: matrix(names, right=np.inf),
            "run.npz: scores: text '{first}', video '{first}': expected a finite",
        ),
        (lambda names: b"PK\x03\x04 and nothing", "run.npz: damaged archive: its end is missing"),
        (lambda names: b"{}", "run.npz: there are no lists"),
    ],
)
def test_a_run_that_would_only_fail_is_refused_and_leaves_nothing(content, problem):
    campaign = accepted_campaign()
    score_due_runs(now=NOW)
    names, before = names_of(campaign), list(Run.objects.values_list("name", flat=True))
    files = sorted(run_folder(campaign).glob("*"))
    with pytest.raises(BadInput, match=re.escape(problem.format(first=names[0], last=names[-1]))):
        uploaded_twins(campaign, content=content(names))
    assert list(Run.objects.values_list("name", flat=True)) == before
    assert sorted(run_folder(campaign).glob("*")) == files


def test_a_run_that_comes_before_the_first_labels_waits_and_fails_with_its_reason():
    campaign, _ = twin_campaign(twins=2)
    names = names_of(campaign)
    right, wrong = uploaded_twins(campaign, "right", matrix(names)), uploaded_twins(campaign, "wrong", matrix(["x"]))
    assert score_due_runs(now=NOW) == 0
    for twin in Twin.objects.all():
        judge(twin)
        rule(twin.forward, TwinTask.CAPTION)
    score_due_runs(now=NOW)
    right.refresh_from_db()
    wrong.refresh_from_db()
    assert (right.state, wrong.state) == ("scored", "failed")
    assert wrong.reason.startswith("run.npz: texts: 'x' is not in the labels of arrow")


def test_more_accepted_twins_make_new_labels_and_a_run_without_them_keeps_its_figures():
    campaign = accepted_campaign(twins=3, accepted=2)
    score_due_runs(now=NOW)
    run = uploaded_twins(campaign, content=matrix(names_of(campaign, 2)))
    score_due_runs(now=NOW)
    kept = summary("mine")
    last = Twin.objects.order_by("forward__desc_id").last()
    judge(last)
    rule(last.forward, TwinTask.CAPTION)
    assert score_again(campaign=campaign, now=NOW).labels == 6
    score_due_runs(now=NOW)
    run.refresh_from_db()
    assert (run.state, summary("mine")) == ("failed", kept)
    assert "is missing, like 1 more" in run.reason
    assert summary("reference: oracle")["text_to_video Hard"]["candidates"] == 6
    assert score_again(campaign=campaign, now=NOW).number == 2


def test_a_deleted_run_leaves_no_file(django_capture_on_commit_callbacks):
    campaign = campaign_with_twin_runs()
    run = Run.objects.select_related("campaign").get(name="mine")
    assert run_path(run_folder(campaign), run.stored).exists()
    with django_capture_on_commit_callbacks(execute=True):
        delete_run(run=run)
    assert not run_path(run_folder(campaign), run.stored).exists()
    assert list(RunScores.objects.filter(run__name="mine")) == []
