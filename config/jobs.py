"""The one list of background jobs, in the order in which embedded mode's worker does them."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from celery import current_app, shared_task
from django.conf import settings
from django.utils import timezone

from benchmark.runs.services.scoring import score_due_runs
from consensus.digests.services import send_digests
from consensus.export.services.history import make_exports
from consensus.report.services.orders import make_reports
from consensus.studies.services import make_studies
from consensus.sweep.services import settle_campaigns
from console.inbox.selectors.inbox import inbox_mail
from moments.clips.selectors.cutting import count_waiting
from moments.clips.services.cutting import cut_ordered
from moments.clips.services.thread import cut_beside
from moments.jobs.background import BACKGROUND_JOBS, BackgroundJob, beat_schedule, task_routes
from moments.jobs.services.steps import run_job
from moments.rewriting.services.jobs import rewrite_beside, rewrite_ordered

# Well below Celery's limit of 1,800 s, with one run of ffmpeg to spare; what is left waits for the next.
LONGEST_S = 1000.0
MOST_OFFERED, OFFER_EXPIRES_S = 32, 10.0
CUT_TASK = "moments.tasks.cut_video"
RUNS_TASKS = ("benchmark.tasks.score_runs", "evaluation.tasks.score_runs")
send_inbox_mails = partial(send_digests, write_mail=inbox_mail)
MAILS_TASKS = ("console.tasks.send_digests", "consensus.tasks.send_digests")


def offer_videos(*, now: datetime) -> None:
    """A task for each video that waits, few at a time; a task that nobody takes soon is worth nothing."""
    for _ in range(min(MOST_OFFERED, count_waiting(now))):
        current_app.tasks[CUT_TASK].apply_async(expires=OFFER_EXPIRES_S)


def background_jobs(sweep_s: float) -> tuple[BackgroundJob, ...]:
    """All of them, where sweeps are that many seconds apart.

    Verdicts never wait for long work: cutting and exporting, ranking and scoring have queues of their own. Offering
    videos is quick and must not wait behind what it offers.
    """
    job, soon = BackgroundJob, max(sweep_s, 5.0)
    long = {"seconds": LONGEST_S}
    rewrite_turn = ("begin to rewrite captions", rewrite_beside)
    return (
        job("settle campaigns", settle_campaigns, ("consensus.tasks.sweep",), "settle", (840, 900), sweep_s),
        job("make exports", make_exports, ("consensus.tasks.make_exports",), "cut", (1740, 1800), soon),
        job("make reports", make_reports, ("consensus.tasks.make_reports",), "cut", (840, 900), soon),
        job("make studies", make_studies, ("consensus.tasks.make_studies",), "rank", (840, 900), soon),
        job("score runs", score_due_runs, RUNS_TASKS, "rank", (1440, 1500), soon),
        job(
            "rewrite captions",
            rewrite_ordered,
            ("moments.tasks.rewrite",),
            "rank",
            (1440, 1500),
            soon,
            long,
            embedded=rewrite_turn,
        ),
        job("send digests", send_inbox_mails, MAILS_TASKS, "cut", (540, 600), 300.0),
        job(
            "offer videos",
            offer_videos,
            ("moments.tasks.offer_videos",),
            "settle",
            (50, 60),
            soon,
            embedded=("begin to cut clips", cut_beside),
        ),
        job("cut clips", cut_ordered, (CUT_TASK,), "cut", (1740, 1800), options={"videos": 1, **long}),
    )


def list_jobs() -> None:
    """Show the jobs to embedded mode's worker, and to Celery and its beat."""
    BACKGROUND_JOBS[:] = background_jobs(settings.SWEEP_INTERVAL_S)
    for job in BACKGROUND_JOBS:
        register_tasks(job)
    current_app.conf.update(task_routes=task_routes(BACKGROUND_JOBS), beat_schedule=beat_schedule(BACKGROUND_JOBS))


def register_tasks(job: BackgroundJob) -> None:
    """A task under each of the job's names; lost, late or doubled messages do no harm."""

    def run() -> None:
        run_job(job.step, job.work, now=timezone.now(), **job.options)

    for name in job.tasks:
        shared_task(name=name, soft_time_limit=job.limits_s[0], time_limit=job.limits_s[1])(run)
