"""Exports get the jobs that made them."""

from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards
from moments.database.pending import check_pending

LEASE = timedelta(hours=1)
STATES = {"making": "waiting", "ready": "done", "failed": "failed"}


def give_jobs(apps, schema_editor):
    Job, Export = apps.get_model("moments", "Job"), apps.get_model("consensus", "Export")
    for export in Export.objects.order_by("made_at", "pk").defer("manifest"):
        running = export.state == "making" and export.taken_at is not None
        job = Job.objects.create(
            campaign_id=export.campaign_id,
            kind="export",
            actor=export.actor,
            ordered_at=export.made_at,
            state="running" if running else STATES[export.state],
            tries=export.attempts,
            holder="before:0:0" if running else "",
            since=export.taken_at if running else None,
            leased_until=export.taken_at + LEASE if running else None,
            finished_at=None if export.state == "making" else export.ready_at or export.taken_at or export.made_at,
            reason=(export.failure or "it failed") if export.state == "failed" else "",
        )
        Export.objects.filter(pk=export.pk).update(job=job)
    check_pending(schema_editor)


def take_jobs(apps, schema_editor):
    Job, Export = apps.get_model("moments", "Job"), apps.get_model("consensus", "Export")
    for export in Export.objects.select_related("job").defer("manifest"):
        job = export.job
        state = {"done": "ready", "failed": "failed", "cancelled": "failed"}.get(job.state, "making")
        Export.objects.filter(pk=export.pk).update(
            actor=job.actor,
            made_at=job.ordered_at,
            state=state,
            taken_at=job.since,
            attempts=job.tries,
            ready_at=job.finished_at if state == "ready" else None,
            failure=job.reason if state == "failed" else "",
            job=None,
        )
    Job.objects.filter(kind="export")._raw_delete(schema_editor.connection.alias)  # other tables may be at another state
    check_pending(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('consensus', '0008_study_jobs'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.RemoveConstraint(
            model_name='export',
            name='export_one_at_a_time',
        ),
        migrations.RemoveConstraint(
            model_name='export',
            name='export_state_known',
        ),
        migrations.RemoveConstraint(
            model_name='export',
            name='export_ready_is_there',
        ),
        # May be empty on the way back, until they are filled.
        migrations.AlterField(
            model_name='export',
            name='actor',
            field=models.CharField(max_length=40, null=True),
        ),
        migrations.AlterField(
            model_name='export',
            name='made_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='export',
            name='job',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='export', to='moments.job'),
        ),
        migrations.RunPython(give_jobs, take_jobs),
        migrations.RemoveField(
            model_name='export',
            name='actor',
        ),
        migrations.RemoveField(
            model_name='export',
            name='attempts',
        ),
        migrations.RemoveField(
            model_name='export',
            name='failure',
        ),
        migrations.RemoveField(
            model_name='export',
            name='made_at',
        ),
        migrations.RemoveField(
            model_name='export',
            name='ready_at',
        ),
        migrations.RemoveField(
            model_name='export',
            name='state',
        ),
        migrations.RemoveField(
            model_name='export',
            name='taken_at',
        ),
        migrations.AlterField(
            model_name='export',
            name='job',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='export', to='moments.job'),
        ),
        migrations.AddConstraint(
            model_name='export',
            constraint=models.CheckConstraint(condition=models.Q(('path', ''), models.Q(('sha256', ''), _negated=True), _connector='OR'), name='export_ready_is_there'),
        ),
        LiftAllGuards(on_the_way_back=True),
    ]
