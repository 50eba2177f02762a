"""What voiding a person's scores would do, for the lead to see beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import GuidelineExample, Membership, Role, Score, Seat, Standing
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.seats.selectors.counting import counted_seats
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import BatchReview, Decision, Verdict, VerdictKind
from consensus.people.selectors.paces import recent_paces


@dataclass(frozen=True, slots=True)
class Voiding:
    """What becomes of a person's scores, each of another pair, and of what rested on them.

    `verdicts` may change; `reviews` are batches that come back to review once they are scored again, `extended`
    those that stay extended because their next batch is open. `replacements` are seats for others, fewer than
    `scores` where pairs are withdrawn. `set_aside` are others' scores of second rounds whose first round is
    scored again. `examples` are pairs that nobody may score again, since the guideline shows or showed them.
    """

    scores: int = 0
    verdicts: int = 0
    reviews: int = 0
    extended: int = 0
    replacements: int = 0
    set_aside: int = 0
    examples: int = 0


@dataclass(frozen=True, slots=True)
class Requeueing:
    """Who does again what is voided: `queued` seats that the person has not scored, and `others` who are qualified.

    `work_s` is what the replacements take at the campaign's median pace; None before there is one.
    """

    queued: int
    others: int
    work_s: float | None


def requeueing_of(member: Membership, replacements: int) -> Requeueing:
    """Whether there are people for what voiding and suspending the person would open again."""
    queued = Seat.objects.filter(LIVE_CAMPAIGN, annotator=member, state__in=WAITING_STATES).count()
    qualified = Membership.objects.filter(
        campaign=member.campaign_id, role=Role.ANNOTATOR, standing=Standing.QUALIFIED, user__is_active=True
    )
    pace_s = recent_paces(member.campaign).of_campaign
    work_s = None if pace_s is None else pace_s * replacements
    return Requeueing(queued=queued, others=qualified.exclude(pk=member.pk).count(), work_s=work_s)


def preview_voiding(*, member: Membership) -> Voiding:
    """What `void_person` would do now, in a fixed number of SQL queries."""
    wanted = replaced_seats(member)
    reviews = touched_reviews(member)
    shown = GuidelineExample.objects.filter(pair=OuterRef("pair"))
    return Voiding(
        scores=counted_seats(member).count(),
        verdicts=touched_verdicts(member).count(),
        reviews=reviews.exclude(decision=Decision.EXTEND).count(),
        extended=reviews.filter(decision=Decision.EXTEND).count(),
        replacements=wanted.count(),
        set_aside=_second_scores(wanted).count(),
        examples=wanted.filter(Exists(shown)).count(),
    )


def replaced_seats(member: Membership) -> QuerySet[Seat]:
    """The person's seats with a score that counts, on pairs that are not withdrawn."""
    withdrawn = Verdict.objects.filter(
        pair=OuterRef("pair"), attempt=OuterRef("attempt"), superseded=False, kind=VerdictKind.WITHDRAWN
    )
    return counted_seats(member).filter(~Exists(withdrawn))


def touched_verdicts(member: Membership) -> QuerySet[Verdict]:
    """Standing verdicts that rest on a score of the person's."""
    return current_verdicts().filter(pair__in=replaced_seats(member).values("pair"))


def touched_reviews(member: Membership) -> QuerySet[BatchReview]:
    """Standing reviews of batches in which a verdict rests on a score of the person's."""
    verdict = touched_verdicts(member).filter(pair__batch=OuterRef("batch"))
    return BatchReview.objects.filter(Exists(verdict), campaign=member.campaign_id, superseded=False)


def _second_scores(wanted: QuerySet[Seat]) -> QuerySet[Seat]:
    """Others' scored seats of round 2, on pairs of which round 1 loses a score."""
    score = Score.objects.filter(seat=OuterRef("pk"), current=True)
    return Seat.objects.filter(LIVE_CAMPAIGN, Q(Exists(score)), pair__in=wanted.filter(round=1).values("pair"), round=2)
