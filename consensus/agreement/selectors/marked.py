"""The questions that two people have marked, and their agreement, which is cached until the ledger grows."""

from __future__ import annotations

from django.core.cache import cache
from django.db.models import F

from annotator.marking.matching import compare
from annotator.models import Membership, Purpose, Score, SeatState
from annotator.scoring.selectors.answers import stored_segments
from annotator.statistics.segment_agreement import SegmentAgreement
from consensus.agreement.marked import MarkedAgreement, MarkedTwice, agreement_of_person, marked_agreement
from consensus.agreement.selectors.campaign import KEPT_S
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import VerdictKind
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, LedgerHead, MarkingParameters

AUTHOR, MARKER = 1, 2


def marked_agreement_of(campaign: Campaign) -> MarkedAgreement:
    """The campaign's agreement. Only decisions change it, so it is cached under the end of the ledger."""
    key = _key(campaign)
    kept: MarkedAgreement | None = cache.get(key)
    if kept is None:
        kept = marked_agreement(marked_twice(campaign))
        cache.set(key, kept, KEPT_S)
    return kept


def person_agreement(member: Membership) -> SegmentAgreement | None:
    """The agreement of one annotator with the others, cached in the same way."""
    key = f"{_key(member.campaign)}:{member.pseudonym}"
    kept: tuple[SegmentAgreement | None] | None = cache.get(key)
    if kept is None:
        kept = (agreement_of_person(marked_twice(member.campaign), member.pseudonym),)
        cache.set(key, kept, KEPT_S)
    return kept[0]


def _key(campaign: Campaign) -> str:
    head = LedgerHead.objects.filter(campaign=campaign).values_list("hash", flat=True).first()
    return f"agreement-marked:{campaign.pk}:{head}"


def marked_twice(campaign: Campaign) -> list[MarkedTwice]:
    """The questions whose first round the rules have ruled on, as both people marked their present attempt.

    Withdrawn questions and superseded markings are left out. Four SQL queries.
    """
    scores = Score.objects.filter(
        current=True,
        final=True,
        seat__campaign=campaign,
        seat__purpose=Purpose.CAMPAIGN,
        seat__superseded=False,
        seat__state=SeatState.SETTLED,
        seat__round=1,
        seat__attempt=F("seat__pair__attempt"),
    )
    withdrawn = current_verdicts().filter(pair__campaign=campaign, kind=VerdictKind.WITHDRAWN)
    counted = scores.exclude(seat__pair__in=withdrawn.values("pair")).order_by("seat__pair", "seat__number")
    rows = counted.values_list("pk", "seat__pair", "seat__number", "annotator__pseudonym")
    found: dict[int, dict[int, tuple[int, str]]] = {}
    for score, pair, number, worker in rows:
        found.setdefault(pair, {})[number] = (score, worker)
    segments, protocols = stored_segments(scores), protocols_of(campaign)
    asks = campaign.asks.filter(pair__isnull=False).order_by("number")
    questions = asks.values_list("pair", "video__domain", "task", "pair__batch__protocol")
    return [
        MarkedTwice(
            author=found[pair][AUTHOR][1],
            marker=found[pair][MARKER][1],
            domain=domain,
            task=task,
            compared=compare(
                segments[found[pair][AUTHOR][0]], segments[found[pair][MARKER][0]], protocol=protocols[version]
            ),
        )
        for pair, domain, task, version in questions
        if len(found.get(pair, ())) == len((AUTHOR, MARKER))
    ]


def protocols_of(campaign: Campaign) -> dict[int, MarkingProtocol]:
    """The parameters of marking of each version of the campaign's protocol, by its primary key."""
    rows = MarkingParameters.objects.filter(version__campaign=campaign)
    return {row.version_id: row.protocol for row in rows}
