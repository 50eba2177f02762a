"""Orders of depth studies become jobs."""

from datetime import timedelta

from django.db import migrations

from moments.database.pending import check_pending

LEASE = timedelta(minutes=30)
STATES = {"making": "waiting", "ready": "done", "failed": "failed"}


def give_jobs(apps, schema_editor):
    Job = apps.get_model("moments", "Job")
    for order in apps.get_model("consensus", "StudyOrder").objects.order_by("asked_at", "pk"):
        running = order.state == "making" and order.taken_at is not None
        Job.objects.create(
            campaign_id=order.campaign_id,
            kind="study",
            actor=order.actor,
            ordered_at=order.asked_at,
            state="running" if running else STATES[order.state],
            order={"plan": order.plan, "encoder": order.encoder},
            tries=order.taken_at is not None,
            holder="before:0:0" if running else "",
            since=order.taken_at if running else None,
            leased_until=order.taken_at + LEASE if running else None,
            finished_at=None if order.state == "making" else order.taken_at or order.asked_at,
            outcome=order.said if order.state == "ready" else "",
            reason=(order.said or "it failed") if order.state == "failed" else "",
        )
    check_pending(schema_editor)


def take_jobs(apps, schema_editor):
    jobs, StudyOrder = apps.get_model("moments", "Job").objects, apps.get_model("consensus", "StudyOrder")
    for job in jobs.filter(kind="study").order_by("pk"):
        state = {"done": "ready", "failed": "failed", "cancelled": "failed"}.get(job.state, "making")
        given = {"actor": job.actor, "asked_at": job.ordered_at, "taken_at": job.since, **job.order}
        told = {"state": state, "said": job.reason or job.outcome}
        StudyOrder.objects.update_or_create(campaign_id=job.campaign_id, defaults={**given, **told})
    jobs.filter(kind="study")._raw_delete(schema_editor.connection.alias)  # other tables may be at another state
    check_pending(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('consensus', '0007_report_jobs'),
    ]

    operations = [
        migrations.RunPython(give_jobs, take_jobs),
        migrations.DeleteModel(
            name='StudyOrder',
        ),
    ]
