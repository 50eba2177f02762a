"""Rewriting runs get the jobs that do them."""

import django.db.models.deletion
from django.db import migrations, models

from moments.database.guards import LiftAllGuards
from moments.database.pending import check_pending

CANCELLED = ("stopped", "stopped by an admin", "another run started before it")


def state_of(run):
    if run.ended_at is None:
        return "running" if run.holder else "waiting"
    if not run.reason:
        return "done"
    return "cancelled" if run.reason in CANCELLED else "failed"


def give_jobs(apps, schema_editor):
    Job, RewriteRun = apps.get_model("moments", "Job"), apps.get_model("moments", "RewriteRun")
    for run in RewriteRun.objects.order_by("pk"):
        is_live = run.ended_at is None
        job = Job.objects.create(
            campaign_id=run.campaign_id,
            kind="rewriting",
            actor=run.actor,
            ordered_at=run.ordered_at,
            state=state_of(run),
            tries=bool(run.holder),
            holder=run.holder if is_live else "",
            since=run.ordered_at if run.holder else None,
            leased_until=run.leased_until if is_live else None,
            cancel_asked=run.stop_asked and is_live,
            finished_at=run.ended_at,
            reason="stopped by an admin" if run.stop_asked and is_live else run.reason,
        )
        RewriteRun.objects.filter(pk=run.pk).update(job=job)
    check_pending(schema_editor)


def take_jobs(apps, schema_editor):
    Job, RewriteRun = apps.get_model("moments", "Job"), apps.get_model("moments", "RewriteRun")
    for run in RewriteRun.objects.select_related("job"):
        job = run.job
        RewriteRun.objects.filter(pk=run.pk).update(
            actor=job.actor,
            ordered_at=job.ordered_at,
            holder=job.holder,
            leased_until=job.leased_until,
            stop_asked=job.cancel_asked,
            ended_at=job.finished_at,
            reason=job.reason[:300] if job.finished_at else "",
            job=None,
        )
    Job.objects.filter(kind="rewriting")._raw_delete(schema_editor.connection.alias)  # other tables may be at another state
    check_pending(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('moments', '0007_jobs'),
    ]

    operations = [
        LiftAllGuards(),
        migrations.RemoveConstraint(
            model_name='rewriterun',
            name='rewrite_run_one_at_a_time',
        ),
        migrations.RemoveConstraint(
            model_name='rewriterun',
            name='rewrite_run_holder_has_lease',
        ),
        # May be empty on the way back, until they are filled.
        migrations.AlterField(
            model_name='rewriterun',
            name='actor',
            field=models.CharField(max_length=40, null=True),
        ),
        migrations.AlterField(
            model_name='rewriterun',
            name='ordered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='rewriterun',
            name='job',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rewrite_run', to='moments.job'),
        ),
        migrations.RunPython(give_jobs, take_jobs),
        migrations.RemoveField(
            model_name='rewriterun',
            name='actor',
        ),
        migrations.RemoveField(
            model_name='rewriterun',
            name='ended_at',
        ),
        migrations.RemoveField(
            model_name='rewriterun',
            name='holder',
        ),
        migrations.RemoveField(
            model_name='rewriterun',
            name='leased_until',
        ),
        migrations.RemoveField(
            model_name='rewriterun',
            name='ordered_at',
        ),
        migrations.RemoveField(
            model_name='rewriterun',
            name='reason',
        ),
        migrations.RemoveField(
            model_name='rewriterun',
            name='stop_asked',
        ),
        migrations.AlterField(
            model_name='rewriterun',
            name='job',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rewrite_run', to='moments.job'),
        ),
        LiftAllGuards(on_the_way_back=True),
    ]
