"""How far an annotator's own scores agree with the verdicts, shown in blocks of twenty pairs (I6)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef

from annotator.models import Membership, Purpose, Score
from annotator.worktime.selectors import Flag
from consensus.models import Verdict, VerdictKind

BLOCK = 20


@dataclass(frozen=True, slots=True)
class OwnAgreement:
    """How many of the person's scores of the `pairs` decided first equal the verdict, how many are one level off."""

    pairs: int
    equal: int
    near: int

    @property
    def equal_percent(self) -> int:
        """The share that equals the verdict."""
        return round(100 * self.equal / self.pairs)

    @property
    def near_percent(self) -> int:
        """The share that is at most one level off."""
        return round(100 * (self.equal + self.near) / self.pairs)


def own_agreement(member: Membership) -> OwnAgreement | None:
    """The agreement over the pairs agreed first, as many whole blocks as there are; None before the first block.

    Verdicts that were superseded stay in it: a figure that lost a pair would reveal that pair. Of several verdicts
    on an attempt the first counts. Verdicts are never deleted, so each figure stands until a whole block of further
    verdicts has come.
    """
    earlier = Verdict.objects.filter(
        pair=OuterRef("seat__pair"),
        attempt=OuterRef("seat__attempt"),
        kind=VerdictKind.AGREED,
        pk__lt=OuterRef("seat__pair__verdicts__pk"),
    )
    scores = Score.objects.filter(
        ~Exists(earlier),
        annotator=member,
        final=True,
        seat__purpose=Purpose.CAMPAIGN,
        seat__pair__verdicts__kind=VerdictKind.AGREED,
        seat__pair__verdicts__attempt=F("seat__attempt"),
    )
    differences = scores.order_by("seat__pair__verdicts__pk").values_list(
        Flag(F("relevance") - F("seat__pair__verdicts__relevance")), flat=True
    )
    found = list(differences.iterator(chunk_size=5000))
    counted = found[: len(found) - len(found) % BLOCK]
    if not counted:
        return None
    return OwnAgreement(len(counted), counted.count(0), counted.count(1) + counted.count(-1))
