"""Counts what the report of a marking campaign is made of; decided questions are streamed video by video."""

from __future__ import annotations

import json
from collections import Counter

from django.db.models import Count, OuterRef, Q, Subquery, Sum

from annotator.asking.selectors.work_time import time_spent_in
from annotator.asking.work_time import Work
from annotator.models import Ask, AskState, MarkedPiece, PieceWord, Purpose
from consensus.agreement.selectors.marked import marked_agreement_of
from consensus.labels.marked_rows import MarkedVideo
from consensus.labels.selectors.marked import marked_videos
from consensus.marking.ledger_kinds import QUESTION_RETURNED
from consensus.models import Verdict, VerdictKind
from consensus.report.marking.counts import AnsweredQuestion, MarkedCounts, Outcomes, VideoLine
from moments.models import Campaign, LedgerEntry

HOUR_MS = 3_600_000
WORK = {
    Work.WRITING: "authors",
    Work.MARKING: "markers",
    Work.JUDGING: "third annotators",
    Work.OTHER: "exams, hidden checks and other work",
}
WORDS = {
    PieceWord.YES: "yes",
    PieceWord.NO: "no",
    PieceWord.EDGES: "new edges",
    PieceWord.UNDECIDED: "could not decide",
}
ENDS = (
    "agreed at once (M2)",
    "agreed with a third annotator (M3)",
    "decided by a lead",
    "returned to the author",
    "rejected or withdrawn by a lead",
    "not decided yet",
)


def marked_counts(campaign: Campaign) -> MarkedCounts:
    """The counts of what stands; raises BadInput for a truth that goes beyond its video."""
    spent = time_spent_in(campaign).people
    videos = campaign.videos.order_by().values_list("domain").annotate(n=Count("pk"), s=Sum("duration_s"))
    return MarkedCounts(
        videos=[_line(video) for video in marked_videos(campaign)],
        campaign_videos={domain: (count, seconds / 3600) for domain, count, seconds in videos},
        agreement=marked_agreement_of(campaign),
        outcomes=_outcomes(campaign),
        hours={
            name: sum(ms for (_, done), ms in spent.items() if done == work) / HOUR_MS for work, name in WORK.items()
        },
    )


def _line(video: MarkedVideo) -> VideoLine:
    truths = sum(bool(clip.truth_of) for clip in video.pool.clips)
    questions = tuple(
        AnsweredQuestion(
            task=one.task,
            words=None if one.task == "VMS" else len(one.text.split()),
            truths_s=tuple(truth.length_ms / 1000 for truth in one.truths),
            chance=video.use(one).chance,
            is_made=bool(one.parent),
        )
        for one in video.questions
    )
    return VideoLine(video.domain, video.duration_s, questions, truths, len(video.pool.clips) - truths)


def _outcomes(campaign: Campaign) -> Outcomes:
    return_count, reasons = _returns(campaign)
    answers = MarkedPiece.objects.filter(
        answer__score__seat__campaign=campaign,
        answer__score__seat__purpose=Purpose.CAMPAIGN,
        answer__score__seat__superseded=False,
        answer__score__current=True,
        answer__score__final=True,
    )
    words = dict(answers.order_by().values_list("word").annotate(n=Count("pk")))
    return Outcomes(
        ended=_ended(campaign),
        returns=return_count,
        return_reasons=reasons,
        pieces={name: words.get(word, 0) for word, name in WORDS.items()},
    )


def _ended(campaign: Campaign) -> dict[str, int]:
    verdict = Verdict.objects.filter(pair=OuterRef("pair"), attempt=OuterRef("pair__attempt"), superseded=False)
    asks = Ask.objects.filter(Q(pair__isnull=False), campaign=campaign)
    rows = asks.annotate(kind=Subquery(verdict.values("kind")), ruled_in=Subquery(verdict.values("round")))
    found: Counter[str] = Counter()
    for state, kind, ruled_in, n in (
        rows.order_by().values_list("state", "kind", "ruled_in").annotate(n=Count("pk", distinct=True))
    ):
        found[_end(state, kind, ruled_in)] += n
    return {end: found[end] for end in ENDS}


def _end(state: str, kind: str | None, ruled_in: int | None) -> str:
    if state == AskState.REJECTED or kind == VerdictKind.WITHDRAWN:
        return ENDS[4]
    if state == AskState.RETURNED:
        return ENDS[3]
    if kind == VerdictKind.AGREED:
        return ENDS[0] if ruled_in == 1 else ENDS[1]
    return ENDS[2] if kind == VerdictKind.ADJUDICATED else ENDS[5]


def _returns(campaign: Campaign) -> tuple[int, dict[str, int]]:
    """How often the rules returned a question, and the reasons, the commonest first."""
    entries = LedgerEntry.objects.filter(campaign=campaign, kind=QUESTION_RETURNED.name).order_by("number")
    reasons: Counter[str] = Counter()
    total = 0
    for payload in entries.values_list("payload", flat=True).iterator():
        total += 1
        reasons.update(json.loads(payload)["reasons"])
    return total, dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))
