"""The one list of background jobs, in the order in which embedded mode's worker does them."""

from __future__ import annotations

from moments.jobs.background import BackgroundJob

# Well below Celery's limit of 1,800 s, with one run of ffmpeg to spare; what is left waits for the next.
LONGEST_S = 1000.0
SWEEP = "consensus.sweep.services.settle_campaigns"
EXPORTS = "consensus.export.services.history.make_exports"
REPORTS = "consensus.report.services.orders.make_reports"
STUDIES = "consensus.studies.services.make_studies"
RUNS = "benchmark.runs.services.scoring.score_due_runs"
RUNS_TASKS = ("benchmark.tasks.score_runs", "evaluation.tasks.score_runs")
MAILS_TASKS = ("console.tasks.send_digests", "consensus.tasks.send_digests")
REWRITE = "moments.rewriting.services.jobs.rewrite_ordered"
REWRITE_BESIDE = ("begin to rewrite captions", "moments.rewriting.services.thread.rewrite_beside")
OFFER = "moments.tasks.offer_videos"
CUT = "moments.clips.services.cutting.cut_ordered"
CUT_BESIDE = ("begin to cut clips", "moments.clips.services.thread.cut_beside")


def background_jobs(sweep_s: float) -> tuple[BackgroundJob, ...]:
    """All of them, where sweeps are that many seconds apart.

    Verdicts never wait for long work: cutting and exporting, ranking and scoring have queues of their own. Offering
    videos is quick and must not wait behind what it offers.
    """
    job, soon = BackgroundJob, max(sweep_s, 5.0)
    long = {"seconds": LONGEST_S}
    return (
        job("settle campaigns", SWEEP, ("consensus.tasks.sweep",), "settle", (840, 900), sweep_s),
        job("make exports", EXPORTS, ("consensus.tasks.make_exports",), "cut", (1740, 1800), soon),
        job("make reports", REPORTS, ("consensus.tasks.make_reports",), "cut", (840, 900), soon),
        job("make studies", STUDIES, ("consensus.tasks.make_studies",), "rank", (840, 900), soon),
        job("score runs", RUNS, RUNS_TASKS, "rank", (1440, 1500), soon),
        job("rewrite captions", REWRITE, ("moments.tasks.rewrite",), "rank", (1440, 1500), soon, long, REWRITE_BESIDE),
        job("send digests", "console.tasks.send_inbox_mails", MAILS_TASKS, "cut", (540, 600), 300.0),
        job("offer videos", OFFER, (OFFER,), "settle", (50, 60), soon, {}, CUT_BESIDE),
        job("cut clips", CUT, ("moments.tasks.cut_video",), "cut", (1740, 1800), options={"videos": 1, **long}),
    )
