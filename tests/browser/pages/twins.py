"""A twins campaign, with work in every corner: what its pages show when there is something to show."""

from __future__ import annotations

from django.utils import timezone

from annotator.exam.selectors.exams import exam_items
from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.models import Membership, ProblemKind
from annotator.problems.services.reporting import report_problem
from benchmark.runs.services.scoring import score_due_runs
from consensus.simulation.services.demos.twin_demo import SEED, SIZES
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twin_truths.selectors.accepted import accepted_twins
from moments.models import Campaign
from tests.annotator.exam.twin_scenes import CASES, judge_exam, sitter
from tests.benchmark.twin_scenes import matrix, uploaded_twins
from tests.browser.conftest import store_clips
from tests.browser.pages.world import World
from tests.consensus.simulation.services.demos.twin_scenes import LATER, played
from tests.factories import NOW, claim, made_export, make_admin, make_lead, make_twins, settle

QUEUES = ("judgements", "captions", "reported", "stuck")


def twin_world() -> World:
    """Clips in every state, reports, an exam that somebody took, splits, runs, exports: a campaign in full work."""
    campaign, writer, checker = played()
    _exam(campaign)
    _reported(checker)
    draw_campaign_splits(campaign=campaign, sizes=SIZES, seed=SEED, actor="lead", now=LATER)
    names = [str(one.desc_id) for twin in accepted_twins(campaign) for one in (twin.forward, twin.backward)]
    for number, run in enumerate(("mine", "other"), 1):
        uploaded_twins(campaign, run, matrix(names, seed=number))
    score_due_runs(now=timezone.now())
    for _ in range(2):
        made_export(campaign, formats=["rtime"], partial=True)
    store_clips(campaign)
    users = {"admin": make_admin(), "lead": make_lead(campaign).user, "annotator": checker.user}
    return World(campaign, users, _words(campaign, writer))


def _exam(campaign: Campaign) -> None:
    clips = [twin.forward.desc_id for twin in make_twins(campaign, len(CASES))]
    exam = create_exam(campaign=campaign, pairs=clips, writing=clips[:1], now=NOW, actor="lead")
    for item, case in zip(exam_items(exam), CASES, strict=False):
        set_truth(item=item, truth=case, explanation=f"It is {case}.", now=NOW, actor="lead")
    open_exam(exam=exam, now=NOW, actor="lead")
    judge_exam(sitter(exam), exam)
    settle(campaign)


def _reported(checker: Membership) -> None:
    kinds = (ProblemKind.BROKEN_CLIP, ProblemKind.QUERY)
    for seat, kind in zip(claim(checker, 20, now=LATER), kinds, strict=False):
        report_problem(member=checker, seat=seat.public_id, kind=kind, note="black from 0:01 on", now=LATER)


def _words(campaign: Campaign, person: Membership) -> dict[str, list[object]]:
    return {"slug": [campaign.slug], "pseudonym": [person.pseudonym], "decisions-queue.kind": QUEUES}
