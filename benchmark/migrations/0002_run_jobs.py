"""Runs get the jobs that score them."""

from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards
from moments.database.pending import check_pending

LEASE = timedelta(minutes=30)
STATES = {"waiting": "waiting", "scoring": "running", "scored": "done", "failed": "failed"}
BACK = {"waiting": "waiting", "running": "scoring", "done": "scored", "failed": "failed", "cancelled": "failed"}


def give_jobs(apps, schema_editor):
    Job, Run = apps.get_model("moments", "Job"), apps.get_model("evaluation", "Run")
    for run in Run.objects.order_by("since", "pk"):
        running = run.state == "scoring"
        job = Job.objects.create(
            campaign_id=run.campaign_id,
            kind="run",
            number=run.number,
            actor=run.uploaded_by,
            ordered_at=run.since,
            state=STATES[run.state],
            tries=run.tries,
            holder="before:0:0" if running else "",
            since=run.since if running else None,
            leased_until=run.since + LEASE if running else None,
            finished_at=run.since if run.state in ("scored", "failed") else None,
            reason=run.reason if run.state == "failed" else "",
        )
        Run.objects.filter(pk=run.pk).update(job=job)
    check_pending(schema_editor)


def take_jobs(apps, schema_editor):
    Job, Run = apps.get_model("moments", "Job"), apps.get_model("evaluation", "Run")
    for run in Run.objects.select_related("job"):
        job = run.job
        state = BACK[job.state]
        since = job.finished_at or job.since or job.ordered_at
        reason = job.reason[:500] if state == "failed" else ""
        Run.objects.filter(pk=run.pk).update(state=state, since=since, tries=job.tries, reason=reason, job=None)
    Job.objects.filter(kind="run")._raw_delete(schema_editor.connection.alias)  # other tables may be at another state
    check_pending(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0001_initial'),
        ('moments', '0007_jobs'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.RemoveConstraint(
            model_name='run',
            name='run_state_known',
        ),
        migrations.RemoveConstraint(
            model_name='run',
            name='run_failed_has_reason',
        ),
        migrations.RemoveIndex(
            model_name='run',
            name='run_due',
        ),
        # May be empty on the way back, until it is filled.
        migrations.AlterField(
            model_name='run',
            name='since',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='run',
            name='job',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='run', to='moments.job'),
        ),
        migrations.RunPython(give_jobs, take_jobs),
        migrations.RemoveField(
            model_name='run',
            name='reason',
        ),
        migrations.RemoveField(
            model_name='run',
            name='since',
        ),
        migrations.RemoveField(
            model_name='run',
            name='state',
        ),
        migrations.RemoveField(
            model_name='run',
            name='tries',
        ),
        migrations.AlterField(
            model_name='run',
            name='job',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='run', to='moments.job'),
        ),
        LiftAllGuards(on_the_way_back=True),
    ]
