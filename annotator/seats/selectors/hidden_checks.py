"""Which pairs a person may meet as a hidden check: gold that is new to them, own scores from long ago."""

from __future__ import annotations

from django.db.models import BigIntegerField, Case, Exists, F, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from annotator.models import Gold, GuidelineExample, Membership, Practice, Purpose, Score, Seat, SeatLoss, SeatState
from annotator.models.seats import BY_PERSON, LIVE_CAMPAIGN, WAITING_STATES
from moments.models import Pair

CHECKS = (Purpose.GOLD, Purpose.REPEAT)
ASIDE = (*CHECKS, Purpose.STUDY, Purpose.PILOT)  # seats of people's queues that count for no rule
SCORES_BETWEEN = 50
MOST_SEEN = 500


def fresh_golds(member: Membership) -> QuerySet[Gold]:
    """Active gold on pairs that the person has never seen, whatever for, and that are in no batch.

    A copy of a question that the person met counts as met.

    Examples of the guideline and practice pairs of the tutorial everybody has met.
    """
    pair = OuterRef("pair")
    met = Seat.objects.filter(pair=pair, annotator=member)
    lost = SeatLoss.objects.filter(seat__pair=pair, annotator=member)
    shown = GuidelineExample.objects.filter(pair=pair)
    tried = Practice.objects.filter(pair=pair)
    source = Seat.objects.filter(pair__copy__pair=pair, annotator=member)
    return Gold.objects.filter(
        ~Exists(met),
        ~Exists(lost),
        ~Exists(shown),
        ~Exists(tried),
        ~Exists(source),
        campaign=member.campaign_id,
        active=True,
        pair__batch=None,
        pair__parked=False,
        pair__query__retired_at=None,
    )


def repeatable_seats(member: Membership) -> QuerySet[Seat]:
    """The person's settled campaign seats that at least fifty scores of theirs followed, not yet repeated.

    The newest 500; none before the person has so many scores.
    """
    newest = Score.objects.filter(annotator=member, current=True).order_by("-saved_at", "-pk")
    since = newest.values_list("saved_at", flat=True)[SCORES_BETWEEN : SCORES_BETWEEN + 1].first()
    if since is None:
        return Seat.objects.none()
    repeated = Seat.objects.filter(purpose=Purpose.REPEAT, annotator=member, pair=OuterRef("pair"))
    seats = Seat.objects.filter(
        LIVE_CAMPAIGN,
        ~Exists(repeated),
        annotator=member,
        state=SeatState.SETTLED,
        attempt=F("pair__attempt"),
        pair__parked=False,
        scores__annotator=member,
        scores__current=True,
        scores__saved_at__lte=since,
    )
    return seats.order_by("-scores__saved_at", "-pk")[:MOST_SEEN]


def waiting_checks() -> QuerySet[Seat]:
    """Hidden checks that nobody has answered yet."""
    return Seat.objects.filter(purpose__in=CHECKS, state__in=WAITING_STATES)


def lone_checks(member: int) -> list[int]:
    """The person's waiting checks that come before a seat which went to somebody else, or before such a check."""
    checks = list(waiting_checks().filter(annotator=member).order_by("-position"))
    if not checks:
        return []
    after = [check.position + 1 for check in checks]
    kept = set(Seat.objects.filter(BY_PERSON, annotator=member, position__in=after).values_list("position", flat=True))
    lone = []
    for check in checks:
        if check.position + 1 not in kept:
            lone.append(check.pk)
            kept.discard(check.position)
    return lone


def with_grace(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """The seats with their grace in seconds as `grace_s`: that of the batch of their pair; None if there is none.

    A hidden check or a pair of a study or pilot has that of the seats around it, so that it is not known by it: of the
    campaign seat that comes after it in the person's queue, first of those that still wait (their index holds few,
    whatever the person has done), else of the one before it.
    """
    beside = Seat.objects.filter(annotator=OuterRef("annotator"), purpose=Purpose.CAMPAIGN, position__gt=0)
    after = beside.filter(position__gt=OuterRef("position")).order_by("position")
    before = beside.filter(position__lt=OuterRef("position")).order_by("-position")
    waiting = after.filter(state__in=WAITING_STATES)
    nearest = [Subquery(some.values("pair")[:1]) for some in (waiting, after, before)]
    key = BigIntegerField()
    near = Coalesce(*nearest, "pair", output_field=key)
    of_pair = Case(When(purpose__in=ASIDE, then=near), default="pair", output_field=key)
    grace = Pair.objects.filter(pk=OuterRef("of_pair")).values("batch__protocol__grace_s")
    return seats.alias(of_pair=of_pair).annotate(grace_s=Subquery(grace))
