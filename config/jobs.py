"""The one list of background jobs, in the order in which embedded mode's worker does them."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from celery import current_app, shared_task
from django.conf import settings
from django.utils import timezone

from benchmark.runs.services.scoring import RUN, score_due_runs
from consensus.digests.services import STEP as SEND_DIGESTS
from consensus.digests.services import send_digests
from consensus.export.services.history import EXPORT, make_exports
from consensus.report.services.orders import REPORT, make_reports
from consensus.studies.services import STUDY, make_studies
from consensus.sweep.services import SWEEP, settle_campaigns
from console.inbox.selectors.inbox import inbox_mail
from moments.clips.selectors.cutting import count_waiting
from moments.clips.services.cutting import STEP as CUT_CLIPS
from moments.clips.services.cutting import cut_ordered
from moments.clips.services.thread import cut_beside
from moments.jobs.services.background import BACKGROUND_JOBS, BackgroundJob, Orders, beat_schedule, task_routes
from moments.jobs.services.steps import run_job
from moments.rewriting.services.jobs import REWRITING, rewrite_beside, rewrite_ordered

# Well below Celery's limit of 1,800 s, with one run of ffmpeg to spare; what is left waits for the next.
LONGEST_S = 1000.0
# One run of ffmpeg that makes the proxy of a whole video may take 6,600 s (`moments.clips.cutting.whole_video`).
CUT_LIMITS_S = (6840, 6900)
MOST_OFFERED, OFFER_EXPIRES_S = 32, 10.0
CUT_TASK = "moments.tasks.cut_video"
RUNS_TASKS = ("benchmark.tasks.score_runs", "evaluation.tasks.score_runs")
send_inbox_mails = partial(send_digests, write_mail=inbox_mail)
MAILS_TASKS = ("console.tasks.send_digests", "consensus.tasks.send_digests")

EXPORTS = Orders(EXPORT, many="exports", page="exports", by_admins=True)
REPORTS = Orders(REPORT, many="reports", page="campaign-report")
STUDIES = Orders(STUDY, many="studies", page="studies")
RUNS = Orders(RUN, many="runs", page="runs")
REWRITINGS = Orders(REWRITING, many="rewriting", page="corpus-rewriting", by_admins=True)


def offer_videos(*, now: datetime) -> None:
    """A task for each video that waits, few at a time; a task that nobody takes soon is worth nothing."""
    for _ in range(min(MOST_OFFERED, count_waiting(now))):
        current_app.tasks[CUT_TASK].apply_async(expires=OFFER_EXPIRES_S)


def background_jobs(sweep_s: float) -> tuple[BackgroundJob, ...]:
    """All jobs, if sweeps are that many seconds apart.

    Verdicts never wait for long work: cutting and exporting have one queue, ranking and scoring another. Offering
    videos is quick and must not wait behind what it offers.
    """
    job, soon = BackgroundJob, max(sweep_s, 5.0)
    long = {"seconds": LONGEST_S}
    rewrite_turn = ("begin to rewrite captions", rewrite_beside)
    return (
        job(SWEEP, settle_campaigns, ("consensus.tasks.sweep",), "settle", (840, 900), sweep_s),
        job(EXPORT.step, make_exports, ("consensus.tasks.make_exports",), "cut", (1740, 1800), soon, orders=EXPORTS),
        job(REPORT.step, make_reports, ("consensus.tasks.make_reports",), "cut", (840, 900), soon, orders=REPORTS),
        job(STUDY.step, make_studies, ("consensus.tasks.make_studies",), "rank", (840, 900), soon, orders=STUDIES),
        job(RUN.step, score_due_runs, RUNS_TASKS, "rank", (1440, 1500), soon, orders=RUNS),
        job(
            REWRITING.step,
            rewrite_ordered,
            ("moments.tasks.rewrite",),
            "rank",
            (1440, 1500),
            soon,
            long,
            embedded=rewrite_turn,
            orders=REWRITINGS,
        ),
        job(SEND_DIGESTS, send_inbox_mails, MAILS_TASKS, "cut", (540, 600), 300.0),
        job(
            "offer videos",
            offer_videos,
            ("moments.tasks.offer_videos",),
            "settle",
            (50, 60),
            soon,
            embedded=("begin to cut clips", cut_beside),
        ),
        job(CUT_CLIPS, cut_ordered, (CUT_TASK,), "cut", CUT_LIMITS_S, options={"videos": 1, **long}),
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
