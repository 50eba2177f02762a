"""Which warnings about people wait for a lead, and what the rules find."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import OuterRef, QuerySet, Subquery

from annotator.checks.selectors import gold_grades
from annotator.exam.marked_bar import found_share, mean_iou
from annotator.models import Membership, PersonWarning, Purpose, Score, Staffing, WarningKind, graded
from annotator.people.selectors.memberships import qualified_annotators
from annotator.statistics.bootstrap import Resampling
from annotator.statistics.confusion import ConfusionTable, confusion_table
from annotator.statistics.kappa import Weighting, cohen_kappa
from consensus.models import Verdict, VerdictKind
from consensus.people.selectors.paces import LAST, Paces, recent_paces
from moments.models import Campaign

FEWEST_DECIDED = 50
FEWEST_GOLD, LAST_GOLD = 5, 20


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """A rule holds for a person, with the figures in words."""

    member: Membership
    kind: WarningKind
    detail: str


def open_warnings(campaign: Campaign) -> QuerySet[PersonWarning]:
    """Warnings that no lead has answered, oldest first."""
    waiting = PersonWarning.objects.filter(member__campaign=campaign, answered_at=None)
    return waiting.select_related("member__user", "member__campaign").order_by("raised_at", "pk")


def findings(campaign: Campaign, staffing: Staffing) -> list[RuleFinding]:
    """What the rules find about qualified people who scored recently, except what already waits for an answer.

    A rule looks at what was saved after its last warning about the person was answered, so that an answer is not
    followed by the same warning about the same scores.
    """
    past = _past_warnings(campaign)
    paces = recent_paces(campaign)
    people = qualified_annotators(campaign).filter(pk__in=list(paces.by_member)).select_related("campaign")
    found = []
    for member in people.order_by("pk"):
        for kind, rule in (
            (WarningKind.PACE, partial(_too_fast, paces=paces, staffing=staffing)),
            (WarningKind.KAPPA, partial(_too_far_off, staffing=staffing)),
            (WarningKind.GOLD, partial(_below_gold, staffing=staffing)),
        ):
            warning = past.get((member.pk, kind))
            if warning is None or warning.answered_at is not None:
                detail = rule(member, since=warning.answered_at if warning else None)
                found += [RuleFinding(member, kind, detail)] if detail else []
    return found


def _too_fast(member: Membership, *, since: datetime | None, paces: Paces, staffing: Staffing) -> str:
    pace, usual = paces.of(member.pk, since=since), paces.of_campaign
    if pace is None or usual is None or pace >= staffing.pace_bar * usual:
        return ""
    scores = paces.scores(member.pk, since=since)
    return f"{pace:.1f} s a score over the last {scores}, while the campaign's median is {usual:.1f} s"


def _too_far_off(member: Membership, *, since: datetime | None, staffing: Staffing) -> str:
    if staffing.kappa_bar is None:
        return ""
    table = _recent_table(member, since)
    kappa = cohen_kappa(table, Weighting.QUADRATIC, resampling=Resampling(resamples=0)).value
    if table.n < FEWEST_DECIDED or kappa is None or kappa >= staffing.kappa_bar:
        return ""
    return (
        f"kappa {kappa:.2f} with the verdicts over the last {table.n} decided, while the bar is {staffing.kappa_bar:g}"
    )


def _below_gold(member: Membership, *, since: datetime | None, staffing: Staffing) -> str:
    """In marking campaigns: what the exam's bar looks at, on the person's last answers to gold."""
    if staffing.found_bar is None and staffing.iou_bar is None:
        return ""
    answers = gold_grades(member.campaign, member=member, since=since)[:LAST_GOLD]
    if len(answers) < FEWEST_GOLD:
        return ""
    grades = [answer.grade for answer in answers]
    found, iou = found_share(grades), mean_iou(grades)
    over = f"over the last {len(grades)} hidden checks"
    if staffing.found_bar is not None and found is not None and found < staffing.found_bar:
        return f"found {found:.0%} of the segments {over}, while the bar is {staffing.found_bar:.0%}"
    if staffing.iou_bar is not None and iou is not None and iou < staffing.iou_bar:
        return f"mean IoU {iou:.2f} {over}, while the bar is {staffing.iou_bar:g}"
    return ""


def _recent_table(member: Membership, since: datetime | None) -> ConfusionTable:
    """The person's last hundred scores with an agreed verdict against it."""
    verdict = Verdict.objects.filter(
        pair=OuterRef("seat__pair"), attempt=OuterRef("seat__attempt"), superseded=False, kind=VerdictKind.AGREED
    )
    scores = Score.objects.filter(
        annotator=member, current=True, seat__purpose=Purpose.CAMPAIGN, seat__superseded=False
    ).annotate(verdict=Subquery(verdict.values("relevance")[:1]))
    decided = scores.filter(verdict__isnull=False).order_by("-saved_at", "-pk")
    if since is not None:
        decided = decided.filter(saved_at__gt=since)
    rows = list(decided.values_list("relevance", "verdict")[:LAST])
    given, verdicts = [graded(score) for score, _ in rows], [reached for _, reached in rows]
    return confusion_table(given, verdicts, scale=member.campaign.scale.levels)


def _past_warnings(campaign: Campaign) -> dict[tuple[int, str], PersonWarning]:
    """Each person's last warning of each kind."""
    warnings = PersonWarning.objects.filter(member__campaign=campaign).order_by("pk")
    return {(warning.member_id, warning.kind): warning for warning in warnings}
