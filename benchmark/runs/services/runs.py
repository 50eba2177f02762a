"""What leads can do with runs: score again, delete."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from benchmark.models import LabelSnapshot, Run, RunKind
from benchmark.runs.files import remove_run_files
from benchmark.runs.services.uploading import run_folder
from benchmark.snapshots.services import renew_labels
from moments.base.errors import BadInput
from moments.jobs.services.leases import order_again
from moments.models import Campaign, Job, JobState


def retry_run(*, run: Run, now: datetime) -> None:
    """Queue a failed run again; raises BadInput for one that did not fail."""
    failed = Job.objects.filter(run=run.pk, state__in=[JobState.FAILED, JobState.CANCELLED])
    if not order_again(jobs=failed, now=now):
        raise BadInput("only a failed run can be tried again")


def score_again(*, campaign: Campaign, now: datetime) -> LabelSnapshot:
    """Update the labels; if they changed every scored run waits to be scored against them."""
    snapshot = renew_labels(campaign=campaign, now=now)
    if snapshot is None:
        raise BadInput("the campaign has no labels yet")
    return snapshot


def delete_run(*, run: Run) -> None:
    """Forget an uploaded run, its scores and its files; raises BadInput for a reference run."""
    if run.kind != RunKind.UPLOADED:
        raise BadInput("reference runs cannot be deleted")
    folder, token = run_folder(run.campaign), run.stored
    with transaction.atomic():
        Run.objects.filter(pk=run.pk).delete()
        Job.objects.filter(pk=run.job_id).delete()
        transaction.on_commit(lambda: remove_run_files(folder, token), robust=True)
