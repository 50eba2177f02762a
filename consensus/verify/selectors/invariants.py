"""Searches a campaign's stored data for breaches of the invariants I1–I5 and I8."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from annotator.models import Role, Score, Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.seats.selectors.queue import BARRING_PURPOSES
from annotator.seats.selectors.shares import parting_seats
from consensus.decisions.known_kinds import KINDS
from consensus.decisions.ledger_kinds import PAIR_ADJUDICATED
from consensus.decisions.selectors.score_source import is_archive, relevances_of
from consensus.decisions.selectors.verdicts import scored_rounds, verdict_of_pair
from consensus.marking.ledger_kinds import QUESTION_DECIDED
from consensus.models import Verdict, VerdictKind
from consensus.rules.ruling import Outcome, rule_on
from consensus.twins.ledger_kinds import TWIN_CAPTION_DECIDED, TWINS_DECIDED
from consensus.verify.selectors.exam_breaches import exam_breaches
from consensus.verify.selectors.marking_breaches import marking_breaches
from consensus.verify.selectors.twin_breaches import twin_breaches
from moments.ledger.chain import FIRST_HASH, Link, chain_breaches
from moments.models import Campaign, CampaignKind, LedgerEntry, LedgerHead, Pair

CHUNK = 2000
SCORED_STATES = (SeatState.SCORED, SeatState.SETTLED)


def breaches(campaign: Campaign, *, now: datetime, sweep_s: float) -> Iterator[str]:
    """Each breach as one line that begins with its invariant."""
    yield from _scores(campaign)
    yield from _seats(campaign)
    yield from _people(campaign)
    yield from _shares(campaign)
    yield from exam_breaches(campaign)
    yield from _verdict_once(campaign)
    due = now - timedelta(seconds=2 * sweep_s)
    if campaign.kind == CampaignKind.MARK:
        yield from marking_breaches(campaign, due=due)
    elif campaign.is_twin:
        yield from twin_breaches(campaign, due=due)
    else:
        yield from _levels(campaign)
        yield from _verdicts(campaign)
        yield from _late(campaign, due)
    yield from _ledger(campaign)


def _scores(campaign: Campaign) -> Iterator[str]:
    scores = Score.objects.filter(seat__campaign=campaign)
    for key in _repeated(scores, "annotator", "key"):
        yield f"I1: key {key[1]} is stored {key[2]} times"
    for seat, count in _repeated(scores.filter(current=True), "seat"):
        yield f"I2: seat {seat} has {count} current scores"
    current = Score.objects.filter(seat=OuterRef("pk"), current=True, annotator=OuterRef("annotator"))
    scored = Seat.objects.filter(campaign=campaign, state__in=SCORED_STATES)
    for seat in scored.filter(~Exists(current)).values_list("pk", flat=True):
        yield f"I1: seat {seat} counts as scored, but its annotator has no current score on it"
    waiting = Seat.objects.filter(campaign=campaign, state__in=["open", "reserved", "held"])
    for seat in waiting.filter(scores__current=True).values_list("pk", flat=True):
        yield f"I1: seat {seat} has a score but counts as unscored"


def _levels(campaign: Campaign) -> Iterator[str]:
    scores, scale = Score.objects.filter(seat__campaign=campaign), campaign.scale
    for score in scores.exclude(relevance__range=(scale.lowest, scale.highest)).values_list("pk", flat=True):
        yield f"I1: score {score} is outside {scale}"


def _seats(campaign: Campaign) -> Iterator[str]:
    live = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign)
    for pair, attempt, number, count in _repeated(live, "pair__number", "attempt", "round", most=2):
        yield f"I2: pair {pair} attempt {attempt} has {count} seats in round {number}"
    for seat in live.exclude(round__in=[1, 2]).values_list("pk", flat=True):
        yield f"I2: seat {seat} is in neither round"


def _people(campaign: Campaign) -> Iterator[str]:
    seats = Seat.objects.filter(campaign=campaign, purpose="campaign", annotator__isnull=False)
    for pair, attempt, worker, count in _repeated(seats, "pair__number", "attempt", "annotator__pseudonym"):
        yield f"I3: person {worker} has {count} seats on pair {pair} attempt {attempt}"
    outsiders = seats.filter(
        ~Q(annotator__role=Role.ANNOTATOR) | ~Q(annotator__campaign=campaign) | Q(annotator__user__is_superuser=True)
    )
    for pair, worker in outsiders.values_list("pair__number", "annotator__pseudonym"):
        yield f"I3: {worker} is not an annotator of the campaign but has a seat on pair {pair}"
    learned = [purpose for purpose in BARRING_PURPOSES if purpose != "campaign"]
    met = Seat.objects.filter(pair=OuterRef("pair"), annotator=OuterRef("annotator"), purpose__in=learned)
    for pair, worker in seats.filter(Exists(met)).values_list("pair__number", "annotator__pseudonym"):
        yield f"I3: {worker} has a seat on pair {pair}, which they saw in the exam, as gold, in a study or in a pilot"


def _shares(campaign: Campaign) -> Iterator[str]:
    """Open seats that nobody would be given, and shares that say wrongly who is beside them."""
    for seat in parting_seats(Seat.objects.filter(campaign=campaign)).order_by("pk").values_list("pk", flat=True):
        yield f"I5: seat {seat} is open in a share that nobody who could score it can take"
    other = Share.objects.filter(batch=OuterRef("batch")).exclude(pk=OuterRef("pk")).values("annotator")[:1]
    shares = Share.objects.filter(campaign=campaign).annotate(other=Subquery(other))
    wrong = shares.exclude(beside=None, other=None).exclude(
        beside__isnull=False, other__isnull=False, beside=F("other")
    )
    for batch, number in wrong.order_by("pk").values_list("batch", "number"):
        yield f"I5: share {number} of batch {batch} names the wrong person for the other share"


def _verdict_once(campaign: Campaign) -> Iterator[str]:
    verdicts = Verdict.objects.filter(pair__campaign=campaign, superseded=False)
    for pair, attempt, count in _repeated(verdicts, "pair__number", "attempt"):
        yield f"I4: pair {pair} attempt {attempt} has {count} verdicts"


def _verdicts(campaign: Campaign) -> Iterator[str]:
    verdicts = Verdict.objects.filter(pair__campaign=campaign, superseded=False)
    ruled = list(
        verdicts.exclude(kind=VerdictKind.WITHDRAWN)
        .filter(attempt=F("pair__attempt"))
        .select_related("pair", "protocol")
        .order_by("pair__number")
    )
    for start in range(0, len(ruled), CHUNK):
        chunk = ruled[start : start + CHUNK]
        scores = relevances_of(campaign, [verdict.pair for verdict in chunk])
        for verdict in chunk:
            values = scores[verdict.pair_id]
            if not _follows(verdict, values, is_whole=is_archive(campaign)):
                yield f"I4: the verdict on pair {verdict.pair.number} does not follow from its scores {values}"


def _follows(verdict: Verdict, scores: list[int], *, is_whole: bool) -> bool:
    """Whether the rule gives the verdict; to scores that are whole as they are no second round comes."""
    try:
        ruling = rule_on(scores, tolerance=verdict.protocol.tolerance)
    except ValueError:
        return False
    if verdict.kind == VerdictKind.ADJUDICATED:
        return ruling.outcome == Outcome.DISCARDED
    if is_whole and ruling.outcome == Outcome.ESCALATED:
        return verdict.kind == VerdictKind.DISCARDED
    return ruling.outcome.value == verdict.kind and ruling.relevance == verdict.relevance


def _late(campaign: Campaign, due: datetime) -> Iterator[str]:
    """Rounds complete and past their grace for two sweeps, without verdict or second round."""
    for row in scored_rounds(campaign, due=due, complete=Q(seats=2)):
        yield f"I4: round {row['round']} of pair {row['pair__number']} is complete, but nothing followed"
    if is_archive(campaign):
        for seat in Seat.objects.filter(campaign=campaign).values_list("pk", flat=True):
            yield f"I5: seat {seat} belongs to an archive, in which nobody works"
        return
    for pair in _without_exit(campaign).values_list("number", flat=True):
        yield f"I5: pair {pair} is undecided, but none of its seats is waiting for a score"


def _without_exit(campaign: Campaign) -> QuerySet[Pair]:
    verdict = verdict_of_pair()
    alive = Seat.objects.filter(
        LIVE_CAMPAIGN,
        pair=OuterRef("pk"),
        attempt=OuterRef("attempt"),
        state__in=["open", "reserved", "held", "scored"],
    )
    return campaign.pairs.filter(~Exists(verdict), ~Exists(alive), batch__isnull=False).order_by("number")


def _ledger(campaign: Campaign) -> Iterator[str]:
    head = LedgerHead.objects.filter(campaign=campaign).first()
    fields = list(Link.__dataclass_fields__)
    rows = LedgerEntry.objects.filter(campaign=campaign).order_by("number").values_list(*fields)
    links = (Link(*row) for row in rows.iterator(chunk_size=CHUNK))
    length, end = (head.length, head.hash) if head else (0, FIRST_HASH)
    for breach in chain_breaches(links, length=length, head=end):
        yield f"I8: {breach}"
    making = [kind.name for kind in KINDS.values() if kind.makes_verdict]
    made = LedgerEntry.objects.filter(campaign=campaign, kind__in=making, pair_number=OuterRef("pair__number"))
    verdicts = Verdict.objects.filter(pair__campaign=campaign, superseded=False)
    for pair in verdicts.filter(~Exists(made)).values_list("pair__number", flat=True):
        yield f"I8: the verdict on pair {pair} is in no ledger entry"
    decided = (PAIR_ADJUDICATED.name, QUESTION_DECIDED.name, TWINS_DECIDED.name, TWIN_CAPTION_DECIDED.name)
    given = LedgerEntry.objects.filter(
        campaign=campaign, kind__in=decided, pair_number=OuterRef("pair__number"), actor=OuterRef("actor")
    )
    by_leads = verdicts.filter(kind=VerdictKind.ADJUDICATED)
    for pair in by_leads.filter(~Exists(given)).values_list("pair__number", flat=True):
        yield f"I8: the adjudication of pair {pair} is in no ledger entry"


def _repeated(rows: QuerySet, *fields: str, most: int = 1) -> Iterator[tuple]:  # type: ignore[type-arg]
    groups = rows.order_by().values(*fields).annotate(times=Count("pk")).filter(times__gt=most)
    yield from groups.values_list(*fields, "times").order_by(*fields)
