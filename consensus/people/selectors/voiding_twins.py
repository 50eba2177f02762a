"""What voiding a person's answers would do in a twins campaign, for the lead to see beforehand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet

from annotator.models import CaptionOrder, Membership, Score, Seat
from annotator.scoring.selectors.twins import twins_of_moments
from annotator.seats.selectors.counting import counted_seats
from annotator.twins.answers import CheckResult
from annotator.twins.tasks import TwinTask
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import RELATED, given_answers
from moments.models import Pair


@dataclass(frozen=True, slots=True)
class VoidedTwins:
    """What becomes of a person's answers about twins, and of what rested on them.

    `judgements` are given again by other people, the captions of `clips` written again, and `checks` made again;
    `away` are answers that nothing rests on any more, or whose clip was withdrawn. `verdicts` are taken back, among
    them `decisions` of leads and those on `accepted` captions.
    """

    scores: int = 0
    judgements: int = 0
    clips: int = 0
    checks: int = 0
    away: int = 0
    verdicts: int = 0
    decisions: int = 0
    accepted: int = 0

    @property
    def places(self) -> int:
        """How many tasks wait for other people."""
        return self.judgements + self.clips + self.checks


@dataclass(frozen=True, slots=True)
class VoidingPlan:
    """The person's judgements that others give again, the pairs of writing that start again, and the pairs of
    assigning of which the person's assignment is made again.
    """

    judged: Sequence[Seat]
    written: Sequence[Pair]
    checked: Sequence[Pair]


def preview_voided_twins(*, member: Membership) -> VoidedTwins:
    """What `void_person` would do now, in a fixed number of SQL queries."""
    plan, scores = voiding_plan(member), counted_seats(member).count()
    moments = _moments(plan)
    assigning = Pair.objects.filter(campaign=member.campaign_id, query__query_id=TwinTask.ASSIGN.query_id)
    of_written = assigning.filter(moment__in=moments["written"], batch__isnull=False).values_list("pk", flat=True)
    writing = Pair.objects.filter(campaign=member.campaign_id, query__query_id=TwinTask.CAPTION.query_id)
    of_checked = writing.filter(moment__in=moments["checked"]).values_list("pk", flat=True)
    fallen = current_verdicts().exclude(kind=VerdictKind.WITHDRAWN)
    own = {seat.pair_id for seat in plan.judged} | {pair.pk for pair in (*plan.written, *plan.checked)}
    whole = fallen.filter(pair__in=of_checked, kind=VerdictKind.AGREED)
    verdicts = fallen.filter(pair__in=[*own, *of_written]) | whole
    accepted = verdicts.filter(pair__query__query_id=TwinTask.CAPTION.query_id, kind=VerdictKind.AGREED)
    return VoidedTwins(
        scores=scores,
        judgements=len(plan.judged),
        clips=len(plan.written),
        checks=len(plan.checked),
        away=max(scores - len(plan.judged) - len(plan.written) - len(plan.checked), 0),
        verdicts=verdicts.count(),
        decisions=verdicts.exclude(actor="rule").count(),
        accepted=accepted.count(),
    )


def voiding_plan(member: Membership) -> VoidingPlan:
    """What starts again without the person's answers."""
    standing = Verdict.objects.filter(pair=OuterRef("pair"), attempt=OuterRef("attempt"), superseded=False)
    seats = counted_seats(member).filter(~Exists(standing.filter(kind=VerdictKind.WITHDRAWN)))
    judged = seats.filter(pair__query__query_id=TwinTask.JUDGE.query_id, attempt=F("pair__attempt"))
    written = _written(member)
    twins = twins_of_moments(pair.moment_id for pair in written)
    started = {key for twin in twins.values() for key in (twin.forward_id, twin.backward_id)}
    return VoidingPlan(list(judged.select_related("pair__query").order_by("pk")), written, _checked(seats, started))


def _written(member: Membership) -> list[Pair]:
    """Pairs of writing whose present captions are the person's, or are being written again from theirs."""
    own: dict[int, set[int]] = defaultdict(set)
    seats = counted_seats(member).filter(pair__query__query_id=TwinTask.CAPTION.query_id, pair__batch__isnull=False)
    for pair, attempt in seats.values_list("pair", "attempt"):
        own[pair].add(attempt)
    dropped = set(current_verdicts().filter(pair__in=own, kind=VerdictKind.WITHDRAWN).values_list("pair", flat=True))
    orders: dict[int, dict[int, CaptionOrder]] = defaultdict(dict)
    for order in CaptionOrder.objects.filter(pair__in=own):
        orders[order.pair_id][order.attempt] = order
    last = dict[int, int]()
    scores = Score.objects.filter(current=True, seat__superseded=False, seat__pair__in=own)
    for pair, attempt in scores.values_list("seat__pair", "seat__attempt"):
        last[pair] = max(attempt, last.get(pair, 0))
    found = Pair.objects.filter(pk__in=own).select_related("campaign", *RELATED).order_by("number")
    return [
        pair
        for pair in found
        if pair.pk not in dropped and own[pair.pk] & {last[pair.pk], *_sources(orders[pair.pk], pair.attempt)}
    ]


def _sources(orders: dict[int, CaptionOrder], attempt: int) -> set[int]:
    """The attempts at which the captions that are locked now were written."""
    found = set()
    for keeps in ("keeps_forward", "keeps_backward"):
        at = attempt
        while at in orders and getattr(orders[at], keeps):
            at -= 1
        found.add(at)
    return found


def _checked(seats: QuerySet[Seat], started: set[int]) -> list[Pair]:
    """Pairs of assigning whose caption stays, and goes on differently without the person's assignment."""
    own = seats.filter(pair__query__query_id=TwinTask.ASSIGN.query_id, attempt=F("pair__attempt"))
    by_pair = dict(own.exclude(pair__moment__in=started).values_list("pair", "pk"))
    found = Pair.objects.filter(pk__in=by_pair).select_related("campaign", *RELATED).order_by("number")
    pairs = list(found)
    given = given_answers(pairs)
    return [
        pair
        for pair in pairs
        if all(one.result(pair) is CheckResult.RIGHT for one in given[pair.pk] if one.seat != by_pair[pair.pk])
    ]


def _moments(plan: VoidingPlan) -> dict[str, list[int]]:
    """The moments (by primary key) of both directions whose captions start again, and the forward ones of checks."""
    written = twins_of_moments(pair.moment_id for pair in plan.written)
    checked = twins_of_moments(pair.moment_id for pair in plan.checked)
    return {
        "written": [key for twin in written.values() for key in (twin.forward_id, twin.backward_id)],
        "checked": [twin.forward_id for twin in checked.values()],
    }
