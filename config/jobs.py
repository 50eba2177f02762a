"""The one list of background jobs, in the order in which embedded mode's worker does them."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from celery import current_app, shared_task
from django.conf import settings
from django.utils import timezone

from archive.restoring.services.orders import RESTORING, restore_beside, restore_ordered
from archive.trials.services.trials import COPYING, copy_beside, copy_ordered
from archive.writing.services import ARCHIVING, archive_ordered
from benchmark.measures.services import MEASURES
from benchmark.runs.services.scoring import RUN, score_due_runs
from benchmark.stability.services import STABILITY
from benchmark.studies.services import RunStudy
from consensus.captioning.services.jobs import CAPTIONS, write_beside, write_ordered
from consensus.digests.services import STEP as SEND_DIGESTS
from consensus.digests.services import send_digests
from consensus.export.services.history import EXPORT, make_exports, make_exports_beside
from consensus.opening.services import OPENING, open_ordered
from consensus.report.services.orders import REPORT, make_reports
from consensus.studies.services import STUDY, make_studies
from consensus.sweep.services import SWEEP, settle_campaigns
from consensus.twin_rewrites.services.jobs import REWRITES, rewrite_captions_beside, rewrite_captions_ordered
from consensus.upkeep.services import CHECKING, SWEEPING, check_ordered, sweep_ordered
from console.inbox.selectors.inbox import inbox_mail
from moments.clips.selectors.cutting import count_waiting
from moments.clips.services.cutting import STEP as CUT_CLIPS
from moments.clips.services.cutting import cut_ordered
from moments.clips.services.samples import TEST_CUT, cut_tests
from moments.clips.services.source_proxies import PREPARING, prepare_beside, prepare_ordered
from moments.clips.services.thread import cut_beside
from moments.jobs.services.background import BACKGROUND_JOBS, BackgroundJob, Orders, beat_schedule, task_routes
from moments.jobs.services.steps import run_job
from moments.material.services.adding import ADDING, add_beside, add_ordered
from moments.material.services.uploads import clear_uploads
from moments.ranking.services.orders import RANKING, rank_beside, rank_ordered
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

EXPORTS = Orders(EXPORT, many="exports", page="exports")
REPORTS = Orders(REPORT, many="reports", page="campaign-report")
STUDIES = Orders(STUDY, many="studies", page="studies")
RUNS = Orders(RUN, many="runs", page="runs")
CAPTION_RUNS = Orders(CAPTIONS, many="captions", page="captions")
REWRITES_OF_TWINS = Orders(REWRITES, many="rewrites", page="corpus-rewrites")
REWRITINGS = Orders(REWRITING, many="rewriting", page="corpus-rewriting")
TEST_CUTS = Orders(TEST_CUT, many="tests", page="corpus-clips")
RANKINGS = Orders(RANKING, many="rankings", page="corpus-candidates")
OPENINGS = Orders(OPENING, many="openings", page="corpus-opening")
SWEEPS = Orders(SWEEPING, many="sweeps", page="corpus-upkeep")
CHECKS = Orders(CHECKING, many="checks", page="corpus-upkeep")
ARCHIVES = Orders(ARCHIVING, many="archives", page="corpus-upkeep", by_admins=True)
ADDITIONS = Orders(ADDING, many="additions", page="corpus-videos")
PREPARATIONS = Orders(PREPARING, many="preparations", page="corpus-videos")
RESTORES = Orders(RESTORING, many="restores", page="restore", by_admins=True)
COPIES = Orders(COPYING, many="copies", page="corpus-copy")


def offer_videos(*, now: datetime) -> None:
    """A task for each video that waits, few at a time; a task that nobody takes soon is worth nothing."""
    for _ in range(min(MOST_OFFERED, count_waiting(now))):
        current_app.tasks[CUT_TASK].apply_async(expires=OFFER_EXPIRES_S)


def background_jobs(sweep_s: float) -> tuple[BackgroundJob, ...]:
    """All jobs, if sweeps are that many seconds apart.

    Verdicts never wait for long work: cutting and exporting have one queue, ranking and scoring another.
    """
    soon = max(sweep_s, 5.0)
    return (
        BackgroundJob(SWEEP, settle_campaigns, ("consensus.tasks.sweep",), "settle", (840, 900), sweep_s),
        *_results(soon),
        *_measurements(soon),
        *_written_texts(soon),
        *_preparations(soon),
        *_upkeep(soon),
        *_copies(soon),
        *_material(soon),
        *_mail_and_clips(soon),
    )


def _results(soon: float) -> tuple[BackgroundJob, ...]:
    """What a campaign gives: exports and reports."""
    return (
        BackgroundJob(
            EXPORT.step,
            make_exports,
            ("consensus.tasks.make_exports",),
            "cut",
            CUT_LIMITS_S,  # an export may cut clips, and one clip may be a long one
            soon,
            {"seconds": LONGEST_S},
            embedded=(EXPORT.step, make_exports_beside),
            orders=EXPORTS,
        ),
        BackgroundJob(
            REPORT.step, make_reports, ("consensus.tasks.make_reports",), "cut", (840, 900), soon, orders=REPORTS
        ),
    )


def _measurements(soon: float) -> tuple[BackgroundJob, ...]:
    """Studies of people, scored runs, and studies of runs."""
    return (
        BackgroundJob(
            STUDY.step, make_studies, ("consensus.tasks.make_studies",), "rank", (840, 900), soon, orders=STUDIES
        ),
        BackgroundJob(RUN.step, score_due_runs, RUNS_TASKS, "rank", (1440, 1500), soon, orders=RUNS),
        _study_of_runs(MEASURES, "benchmark.tasks.study_measures", "begin to study measures", soon),
        _study_of_runs(STABILITY, "benchmark.tasks.study_stability", "begin to study how sure orders are", soon),
    )


def _study_of_runs(study: RunStudy, task: str, begin: str, soon: float) -> BackgroundJob:
    return BackgroundJob(
        study.step,
        study.make_ordered,
        (task,),
        "rank",
        (1440, 1500),
        soon,
        embedded=(begin, study.make_beside),
        orders=Orders(study.job, many=study.name, page=study.name),
    )


def _written_texts(soon: float) -> tuple[BackgroundJob, ...]:
    """What models write: captions without names, captions of truths, and rewrites for training."""
    return (
        BackgroundJob(
            REWRITING.step,
            rewrite_ordered,
            ("moments.tasks.rewrite",),
            "rank",
            (1440, 1500),
            soon,
            {"seconds": LONGEST_S},
            embedded=("begin to rewrite captions", rewrite_beside),
            orders=REWRITINGS,
        ),
        BackgroundJob(
            CAPTIONS.step,
            write_ordered,
            ("consensus.tasks.write_captions",),
            "rank",
            (1440, 1500),
            soon,
            {"seconds": LONGEST_S},
            embedded=("begin to write captions", write_beside),
            orders=CAPTION_RUNS,
        ),
        BackgroundJob(
            REWRITES.step,
            rewrite_captions_ordered,
            ("consensus.tasks.rewrite_captions",),
            "rank",
            (1440, 1500),
            soon,
            {"seconds": LONGEST_S},
            embedded=("begin to rewrite captions of twins", rewrite_captions_beside),
            orders=REWRITES_OF_TWINS,
        ),
    )


def _preparations(soon: float) -> tuple[BackgroundJob, ...]:
    """From a corpus to an open campaign."""
    return (
        BackgroundJob(
            RANKING.step,
            rank_ordered,
            ("moments.tasks.rank",),
            "rank",
            CUT_LIMITS_S,  # a model may encode a large corpus for an hour
            soon,
            embedded=("begin to rank candidates", rank_beside),
            orders=RANKINGS,
        ),
        BackgroundJob(
            TEST_CUT.step, cut_tests, ("moments.tasks.cut_tests",), "cut", (1440, 1500), soon, orders=TEST_CUTS
        ),
        BackgroundJob(OPENING.step, open_ordered, ("consensus.tasks.open",), "rank", (840, 900), soon, orders=OPENINGS),
    )


def _upkeep(soon: float) -> tuple[BackgroundJob, ...]:
    """What is ordered for a campaign as a whole."""
    return (
        BackgroundJob(
            SWEEPING.step, sweep_ordered, ("consensus.tasks.sweep_ordered",), "settle", (840, 900), soon, orders=SWEEPS
        ),
        BackgroundJob(
            CHECKING.step, check_ordered, ("consensus.tasks.verify",), "rank", (1440, 1500), soon, orders=CHECKS
        ),
        BackgroundJob(
            ARCHIVING.step, archive_ordered, ("archive.tasks.archive",), "cut", CUT_LIMITS_S, soon, orders=ARCHIVES
        ),
    )


def _copies(soon: float) -> tuple[BackgroundJob, ...]:
    """Copies of campaigns, and campaigns restored."""
    return (
        BackgroundJob(
            COPYING.step,
            copy_ordered,
            ("archive.tasks.copy",),
            "rank",
            CUT_LIMITS_S,  # a trial may play a whole campaign
            soon,
            embedded=("begin to copy campaigns", copy_beside),
            orders=COPIES,
        ),
        BackgroundJob(
            RESTORING.step,
            restore_ordered,
            ("archive.tasks.restore",),
            "rank",
            CUT_LIMITS_S,
            soon,
            embedded=("begin to restore campaigns", restore_beside),
            orders=RESTORES,
        ),
    )


def _material(soon: float) -> tuple[BackgroundJob, ...]:
    """Videos that are added to a campaign, and uploads that nobody finished."""
    return (
        BackgroundJob(
            ADDING.step,
            add_ordered,
            ("moments.tasks.add_videos",),
            "cut",
            CUT_LIMITS_S,  # each video is fetched and read to its end
            soon,
            embedded=("begin to add videos", add_beside),
            orders=ADDITIONS,
        ),
        BackgroundJob(
            PREPARING.step,
            prepare_ordered,
            ("moments.tasks.prepare_videos",),
            "cut",
            CUT_LIMITS_S,
            soon,
            embedded=("begin to prepare videos for marking", prepare_beside),
            orders=PREPARATIONS,
        ),
        BackgroundJob("clear uploads", clear_uploads, ("moments.tasks.clear_uploads",), "settle", (540, 600), 600.0),
    )


def _mail_and_clips(soon: float) -> tuple[BackgroundJob, ...]:
    """Mail, and clips: offering videos is quick and must not wait behind what it offers."""
    return (
        BackgroundJob(SEND_DIGESTS, send_inbox_mails, MAILS_TASKS, "cut", (540, 600), 300.0),
        BackgroundJob(
            "offer videos",
            offer_videos,
            ("moments.tasks.offer_videos",),
            "settle",
            (50, 60),
            soon,
            embedded=("begin to cut clips", cut_beside),
        ),
        BackgroundJob(
            CUT_CLIPS, cut_ordered, (CUT_TASK,), "cut", CUT_LIMITS_S, options={"videos": 1, "seconds": LONGEST_S}
        ),
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
