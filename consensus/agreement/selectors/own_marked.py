"""How far an annotator's own markings agree with the truths, shown in blocks of twenty questions (I6)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef

from annotator.marking.matching import compare
from annotator.marking.segments import Segment
from annotator.models import Membership, Purpose, Score
from annotator.scoring.selectors.answers import stored_segments
from consensus.agreement.selectors.marked import protocols_of
from consensus.agreement.selectors.own import BLOCK
from consensus.models import TruthSegment, Verdict, VerdictKind


@dataclass(frozen=True, slots=True)
class OwnMarkedAgreement:
    """Of the `questions` decided first: on how many all segments agree with the truth, and the true ones found."""

    questions: int
    equal: int
    truths: int
    found: int

    @property
    def equal_percent(self) -> int:
        """The share of questions on which all segments agree with the truth (M2)."""
        return round(100 * self.equal / self.questions)

    @property
    def found_percent(self) -> int:
        """The share of true segments that overlap one of the person's."""
        return round(100 * self.found / self.truths) if self.truths else 0


def own_marked_agreement(member: Membership) -> OwnMarkedAgreement | None:
    """The agreement over the questions settled first, in whole blocks; None before the first block.

    Verdicts that were superseded stay in it, and of several on an attempt the first counts, as for graded pairs
    (`own_agreement`): each figure stands until a whole block of further verdicts has come. Four SQL queries.
    """
    of_attempt = {"pair": OuterRef("seat__pair"), "attempt": OuterRef("seat__attempt"), "kind": VerdictKind.AGREED}
    earlier = Verdict.objects.filter(**of_attempt, pk__lt=OuterRef("seat__pair__verdicts__pk"))
    scores = Score.objects.filter(
        ~Exists(earlier),
        annotator=member,
        final=True,
        seat__purpose=Purpose.CAMPAIGN,
        seat__round=1,
        seat__pair__verdicts__kind=VerdictKind.AGREED,
        seat__pair__verdicts__attempt=F("seat__attempt"),
    )
    verdict = "seat__pair__verdicts"
    rows = list(scores.order_by(f"{verdict}__pk").values_list("pk", f"{verdict}__pk", f"{verdict}__protocol"))
    counted = rows[: len(rows) - len(rows) % BLOCK]
    if not counted:
        return None
    marked, truths, protocols = stored_segments(scores), _truths(member), protocols_of(member.campaign)
    compared = [compare(truths[key], marked[score], protocol=protocols[version]) for score, key, version in counted]
    return OwnMarkedAgreement(
        questions=len(compared),
        equal=sum(one.all_agree for one in compared),
        truths=sum(len(one.matches) + len(one.only_one) for one in compared),
        found=sum(len(one.matches) for one in compared),
    )


def _truths(member: Membership) -> dict[int, list[Segment]]:
    """The true segments of each verdict on a question that the person answered."""
    mine = Score.objects.filter(annotator=member, seat__round=1).values("seat__pair")
    rows = TruthSegment.objects.filter(verdict__pair__in=mine).values_list("verdict", "start_ms", "end_ms")
    found: dict[int, list[Segment]] = defaultdict(list)
    for verdict, start_ms, end_ms in rows:
        found[verdict].append(Segment(start_ms, end_ms))
    return found
