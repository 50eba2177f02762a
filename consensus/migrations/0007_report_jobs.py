"""Orders of reports become jobs."""

from datetime import timedelta

from django.db import migrations

from moments.database.pending import check_pending

LEASE = timedelta(hours=1)
STATES = {"making": "waiting", "ready": "done", "failed": "failed"}


def give_jobs(apps, schema_editor):
    Job = apps.get_model("moments", "Job")
    for order in apps.get_model("consensus", "ReportOrder").objects.order_by("asked_at", "pk"):
        running = order.state == "making" and order.taken_at is not None
        Job.objects.create(
            campaign_id=order.campaign_id,
            kind="report",
            actor=order.actor,
            ordered_at=order.asked_at,
            state="running" if running else STATES[order.state],
            tries=order.attempts,
            holder="before:0:0" if running else "",
            since=order.taken_at if running else None,
            leased_until=order.taken_at + LEASE if running else None,
            finished_at=None if order.state == "making" else order.taken_at or order.asked_at,
            reason=(order.failure or "it failed") if order.state == "failed" else "",
        )
    check_pending(schema_editor)


def take_jobs(apps, schema_editor):
    jobs, ReportOrder = apps.get_model("moments", "Job").objects, apps.get_model("consensus", "ReportOrder")
    for job in jobs.filter(kind="report").order_by("pk"):
        state = {"done": "ready", "failed": "failed", "cancelled": "failed"}.get(job.state, "making")
        given = {"actor": job.actor, "asked_at": job.ordered_at, "attempts": min(job.tries, 3), "taken_at": job.since}
        told = {"state": state, "failure": job.reason}
        ReportOrder.objects.update_or_create(campaign_id=job.campaign_id, defaults={**given, **told})
    jobs.filter(kind="report")._raw_delete(schema_editor.connection.alias)  # other tables may be at another state
    check_pending(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('consensus', '0006_plain_labels'),
        ('moments', '0007_jobs'),
    ]

    operations = [
        migrations.RunPython(give_jobs, take_jobs),
        migrations.DeleteModel(
            name='ReportOrder',
        ),
    ]
