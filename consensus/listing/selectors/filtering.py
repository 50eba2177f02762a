"""The pairs of a campaign that a view of the table holds."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet

from annotator.models import Gold, GuidelineExample, Problem, Score, Seat
from annotator.models.seats import BY_PERSON, LIVE_CAMPAIGN
from annotator.worktime.paydays import midnight
from consensus.decisions.selectors.verdicts import pairs_without_clip, stuck_pairs
from consensus.listing.filters import PairView
from consensus.models import VerdictKind
from moments.models import Campaign, Pair

CURRENT = Q(verdicts__superseded=False, verdicts__attempt=F("attempt"))
EVERY = Q()
ONE_DAY = timedelta(days=1)


def pairs_in_view(campaign: Campaign, view: PairView, more: Q = EVERY) -> QuerySet[Pair]:
    """The pairs that also meet the condition, in no order; the current verdict of each is joined as `standing`.

    What else is asked of the verdict stands in `more`: a further filter would join the verdicts again.
    """
    pairs = Pair.objects.filter(campaign=campaign, study_only=False)
    pairs = pairs.annotate(standing=FilteredRelation("verdicts", condition=CURRENT))
    conditions = [_words(view), _outcome(campaign, view), _numbers(view), _round(view), _person(campaign, view)]
    return pairs.filter(*conditions, *(_flag(campaign, flag) for flag in view.flags), more)


def _words(view: PairView) -> Q:
    """What the texts hold."""
    found = Q()
    if view.query_numbers:
        found &= Q(query__query_id__in=view.query_numbers)
    elif view.query:
        found &= Q(query__text__icontains=view.query)
    if view.text:
        found &= Q(moment__caption__icontains=view.text)
    if view.video:
        found &= Q(moment__video__name__icontains=view.video)
    return found


def _numbers(view: PairView) -> Q:
    found = Q(query__split=view.split) if view.split else Q()
    if view.least:
        found &= Q(similarity__gte=float(view.least))
    if view.most:
        found &= Q(similarity__lte=float(view.most))
    return found


def _outcome(campaign: Campaign, view: PairView) -> Q:
    """How the pairs ended, and when."""
    found = _ended(view.verdict) if view.verdict else Q()
    if view.level:
        found &= Q(standing__relevance__in=view.levels)
    if view.first_day:
        found &= Q(standing__decided_at__gte=midnight(view.first_day, campaign.zone))
    if view.last_day:
        found &= Q(standing__decided_at__lt=midnight(view.last_day + ONE_DAY, campaign.zone))
    return found


def _ended(outcome: str) -> Q:
    opened = Q(batch__isnull=False)
    if outcome in VerdictKind.values:
        return Q(standing__kind=outcome)
    return {
        "decided": Q(standing__isnull=False),
        "undecided": opened & Q(standing__isnull=True),
        "opened": opened,
        "unopened": Q(batch=None),
    }[outcome]


def _round(view: PairView) -> Q:
    """Whether a second round followed in the current attempt."""
    if not view.round:
        return Q()
    second = Exists(Seat.objects.filter(LIVE_CAMPAIGN, pair=OuterRef("pk"), attempt=OuterRef("attempt"), round=2))
    return Q(second) if view.round == "2" else Q(~second, batch__isnull=False)


def _person(campaign: Campaign, view: PairView) -> Q:
    """Pairs of whose current attempt the person gave a score that counts."""
    if not view.person:
        return Q()
    member = campaign.members.filter(pseudonym=view.person).values_list("pk", flat=True).first()
    seats = Seat.objects.filter(BY_PERSON, LIVE_CAMPAIGN, annotator=member)
    scored = seats.filter(Exists(Score.objects.filter(seat=OuterRef("pk"), current=True)))
    return Q(pk__in=scored.values("pair")) if member else Q(pk__in=[])


def _flag(campaign: Campaign, flag: str) -> Q:
    return {
        "hold": Q(parked=True),
        "reported": Q(pk__in=Problem.objects.filter(resolved_at=None).values("pair")),
        "stuck": Q(pk__in=stuck_pairs(campaign).values("pk")),
        "noclip": Q(pk__in=pairs_without_clip(campaign).values("pk")),
        "example": Q(pk__in=GuidelineExample.objects.filter(guideline__campaign=campaign).values("pair")),
        "gold": Q(pk__in=Gold.objects.filter(campaign=campaign, active=True).values("pair")),
        "reopened": Q(attempt__gt=1),
        "priority": ~Q(query__priority=0),
    }[flag]
