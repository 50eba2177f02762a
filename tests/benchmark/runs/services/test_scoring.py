from datetime import timedelta

import pytest
from celery import current_app
from django.db import Error, IntegrityError, InterfaceError, connection, transaction

from annotator.people.services.people import join_campaign
from benchmark.models import LabelSnapshot, Run, RunScores
from benchmark.runs.services.runs import delete_run, retry_run, score_again
from benchmark.runs.services.scoring import CUT_OFF, RUN, score_due_runs
from benchmark.runs.services.uploading import run_folder
from benchmark.snapshots.selectors import labels_in, newest_snapshot
from consensus.models import Verdict
from evaluation.reading.packing import unpacked
from moments.base.errors import BadInput
from moments.jobs.services.leases import take_job
from moments.models import Job, StepFailure
from tests.benchmark.scenes import labelled_campaign, run_document, scored, uploaded
from tests.factories import NOW, lose, make_user, opened_campaign
from tests.step_faults import ERRORS, failing

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=2)


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def mean(run, measure="NDCG@20,IoU>=0.5", split="all"):
    return RunScores.objects.get(run=run).summary[split]["measures"][measure][0]


def test_a_turn_takes_the_labels_makes_the_references_and_scores():
    campaign = labelled_campaign()
    uploaded(campaign)
    assert score_due_runs(now=NOW) == 4
    snapshot = LabelSnapshot.objects.get()
    assert (snapshot.labels, snapshot.queries) == (8, 2)
    assert (snapshot.ledger_length, snapshot.ledger_hash) == (
        campaign.ledger_head.length, campaign.ledger_head.hash)  # fmt: skip
    assert {(run.name, run.state) for run in Run.objects.all()} == {
        ("mine", "scored"), ("reference: similarity", "scored"), ("reference: random", "scored"),
        ("reference: oracle", "scored")}  # fmt: skip
    assert mean(Run.objects.get(kind="oracle")) == 1
    assert score_due_runs(now=NOW) == 0


def test_scores_are_kept_by_query_and_by_split():
    campaign = labelled_campaign(queries=3)
    campaign.queries.filter(query_id=3).update(split="test")
    run = uploaded(campaign, document=run_document(campaign, queries=2))
    score_due_runs(now=NOW)
    scores = RunScores.objects.get(run=run)
    (values,) = unpacked(scores.values, "values")
    assert values.shape == (3, len(scores.measures))
    assert values[:, scores.measures.index("NDCG@20,IoU>=0.5")].tolist() == [1, 1, 0]
    assert (mean(run), mean(run, split="val"), mean(run, split="test")) == (2 / 3, 1, 0)
    assert scores.summary["val"]["queries"] == 2
    assert scores.counts["queries_without_predictions"] == 1
    assert set(scores.treatments) == {"dropped", "lower", "upper"}


def test_the_snapshot_holds_the_standing_verdicts_alone():
    campaign = labelled_campaign(queries=1)
    Verdict.objects.filter(pair__number=1).update(kind="withdrawn", relevance=None, round=None)
    score_due_runs(now=NOW)
    held = labels_in(newest_snapshot(campaign)).labels
    assert (held.query_ids, held.pair_ids, held.truths.relevance.tolist()) == (["1"], ["2", "3", "4"], [2, 1, 0])


def test_without_labels_a_run_waits():
    campaign, _ = opened_campaign(pairs=2)
    run = uploaded(campaign)
    assert score_due_runs(now=NOW) == 0
    run.refresh_from_db()
    assert (run.state, run.job.tries) == ("waiting", 0)
    with pytest.raises(BadInput, match="no labels yet"):
        score_again(campaign=campaign, now=NOW)


def test_a_run_that_cannot_be_scored_fails_with_its_reason_and_may_be_tried_again(tmp_path):
    campaign = labelled_campaign()
    run = uploaded(campaign, document={"77": []})
    score_due_runs(now=NOW)
    run.refresh_from_db()
    assert run.state == "failed"
    assert run.reason.startswith("run.json: none of its 1 queries has a label in the labels of films")
    assert str(tmp_path) not in run.reason
    (run_folder(campaign) / f"{run.stored}.run").unlink()
    retry_run(run=run, now=NOW)
    with pytest.raises(BadInput, match="only a failed run"):
        retry_run(run=run, now=NOW)
    score_due_runs(now=NOW)
    run.refresh_from_db()
    assert (run.state, run.reason) == ("failed", "run.json: No such file or directory")


def test_new_labels_send_every_run_to_scoring_and_old_ones_are_forgotten():
    campaign = labelled_campaign()
    (run,) = scored(campaign)
    Verdict.objects.filter(pair__number=1).update(relevance=0)
    first = newest_snapshot(campaign)
    second = score_again(campaign=campaign, now=NOW)
    assert (second.number, Job.objects.filter(state="waiting").count()) == (2, 4)
    assert RunScores.objects.get(run=run).snapshot_id == first.pk
    score_due_runs(now=NOW)
    assert list(LabelSnapshot.objects.values_list("number", flat=True)) == [2]
    assert set(RunScores.objects.values_list("snapshot", flat=True)) == {second.pk}


def test_unchanged_labels_keep_their_snapshot_and_scores():
    campaign = labelled_campaign()
    scored(campaign)
    join_campaign(user=make_user(), campaign=campaign, role="annotator", standing="qualified", now=NOW, actor="test")
    campaign.ledger_head.refresh_from_db()
    snapshot = score_again(campaign=campaign, now=LATER)
    assert snapshot.number == 1
    assert newest_snapshot(campaign).ledger_length == campaign.ledger_head.length
    assert not Job.objects.exclude(state="done").exists()


def test_labels_renew_themselves_an_hour_after_a_decision():
    campaign = labelled_campaign()
    scored(campaign)
    Verdict.objects.filter(pair__number=1).update(relevance=0)
    join_campaign(user=make_user(), campaign=campaign, role="annotator", standing="qualified", now=NOW, actor="test")
    assert score_due_runs(now=NOW + timedelta(minutes=59)) == 0
    assert score_due_runs(now=NOW + timedelta(minutes=60)) == 4


def test_a_run_is_claimed_once():
    campaign = labelled_campaign()
    scored(campaign, ())
    job = uploaded(campaign).job
    late = Job.objects.get(pk=job.pk)
    took = [take_job(job=one, lease=RUN.lease, now=NOW) for one in (job, late)]
    assert took == [True, False]
    assert score_due_runs(now=NOW) == 0


@pytest.mark.parametrize(("tries", "state", "reason"), [(2, "scored", ""), (3, "failed", CUT_OFF)])
def test_scoring_that_was_cut_off_is_taken_up_again_three_times(tries, state, reason):
    campaign = labelled_campaign()
    scored(campaign, ())
    run = uploaded(campaign)
    lose(run.job, tries=tries, minutes=30)
    assert score_due_runs(now=NOW + timedelta(minutes=29)) == 0
    run.refresh_from_db()
    assert run.state == "scoring"
    score_due_runs(now=NOW + timedelta(minutes=31))
    run.refresh_from_db()
    assert (run.state, run.reason) == (state, reason)


def test_scores_of_a_run_that_was_deleted_meanwhile_are_dropped():
    campaign = labelled_campaign()
    scored(campaign, ())
    run = uploaded(campaign)
    read: list[str] = []

    def execute(go_on, sql, params, many, context):
        found = go_on(sql, params, many, context)
        if sql.startswith("SELECT") and '"evaluation_labelsnapshot"."content"' in sql and not read:
            read.append(sql)
            delete_run(run=run)
        return found

    with connection.execute_wrapper(execute):
        score_due_runs(now=NOW)
    assert len(read) == 1
    assert not RunScores.objects.filter(run_id=run.pk).exists()
    assert not Job.objects.filter(pk=run.job_id).exists()


def test_deleting_a_run_removes_its_file_once_it_is_committed(django_capture_on_commit_callbacks):
    campaign = labelled_campaign()
    (run,) = scored(campaign)
    path = run_folder(campaign) / f"{run.stored}.run"
    with django_capture_on_commit_callbacks(execute=True):
        delete_run(run=run)
        assert path.exists()
    assert not path.exists()
    with pytest.raises(BadInput, match="reference runs cannot be deleted"):
        delete_run(run=Run.objects.get(kind="oracle"))


def test_the_task_does_what_a_turn_does():
    campaign = labelled_campaign()
    uploaded(campaign)
    current_app.tasks["benchmark.tasks.score_runs"]()
    assert Job.objects.filter(state="done").count() == 4


@pytest.mark.parametrize(
    "wrong",
    [{"job": None}, {"stored": ""}, {"name": "reference: oracle"}, {"number": 2},
     {"kind": "oracle", "stored": ""}],
)  # fmt: skip
def test_the_database_refuses_what_a_run_cannot_be(wrong):
    campaign = labelled_campaign()
    (run,) = scored(campaign)
    with pytest.raises(IntegrityError), transaction.atomic():
        Run.objects.filter(pk=run.pk).update(**wrong)


# An error that is not the database's is caught in the same way on both.
KINDS = [pytest.param(kind, marks=[] if issubclass(kind, Error) else [pytest.mark.once]) for kind in ERRORS]


@pytest.mark.parametrize("kind", KINDS)
def test_a_campaign_whose_labels_cannot_be_taken_stops_no_other(kind):
    labelled_campaign(slug="bad"), labelled_campaign(slug="good")
    with failing("renew labels", "bad", kind("some words")):
        assert score_due_runs(now=NOW) == 3
    mark = StepFailure.objects.get()
    assert (mark.campaign.slug, mark.step, mark.error) == ("bad", "renew labels", kind.__name__)
    assert score_due_runs(now=NOW + timedelta(seconds=5)) == 3
    assert not StepFailure.objects.filter(count__gt=0).exists()


def test_a_run_whose_connection_is_cut_stops_no_other_and_is_scored_later():
    """A cut connection raises InterfaceError, which is no DatabaseError; the run is at fault in neither case."""
    labelled_campaign(slug="bad"), labelled_campaign(slug="good")
    with failing("score runs", "bad", InterfaceError("connection already closed")):
        assert score_due_runs(now=NOW) == 3
    assert {(run.campaign.slug, run.state) for run in Run.objects.all()} == {("bad", "waiting"), ("good", "scored")}
    assert StepFailure.objects.get().error == "InterfaceError"
    assert score_due_runs(now=NOW + timedelta(minutes=31)) == 3
    assert {run.state for run in Run.objects.all()} == {"scored"}
    assert not StepFailure.objects.filter(count__gt=0).exists()
