"""Which clips a person may see."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import GuidelineExample, Membership, Practice, Role, Seat, SeatState, Standing, User
from moments.models import Clip, ClipState, Poster

SEEN_STATES = (SeatState.HELD, SeatState.SCORED, SeatState.SETTLED)


def visible_clip(user: User, name: str) -> Clip | None:
    """The ready clip of that name: for an annotator of a held or own scored seat, of the guideline's examples
    and of the tutorial's practice pairs, for a lead of the own campaign, for an admin any; None if there is
    none that the person may know of.
    """
    key, _, rendition = name.rpartition(".")
    clips = Clip.objects.filter(key=key, rendition=rendition, state=ClipState.READY)
    return clips.filter(_may_see(user)).first()


def visible_poster(user: User, name: str) -> Poster | None:
    """The poster of that name, for people who may see a clip of its moment."""
    key, _, suffix = name.rpartition(".")
    posters = Poster.objects.filter(key=key) if suffix == "jpg" else Poster.objects.none()
    return posters.filter(_may_see(user)).first()


def is_suspended_everywhere(user: User) -> bool:
    """Whether the person has memberships and is suspended in each."""
    standings = set(Membership.objects.filter(user=user).values_list("standing", flat=True))
    return not user.is_admin and standings == {Standing.SUSPENDED.value}


def _may_see(user: User) -> Q:
    """The condition on what has a moment."""
    if user.is_admin:
        return Q()
    own = Exists(_seat_of(user)) | Exists(_campaign_of(user))
    return Q(own | Exists(_example_for(user)) | Exists(_practice_for(user)))


def _seat_of(user: User) -> QuerySet[Seat]:
    scored = Q(state__in=SEEN_STATES) | Q(scores__annotator__user=user)
    return Seat.objects.filter(scored, pair__moment=OuterRef("moment"), annotator__user=user).exclude(
        annotator__standing=Standing.SUSPENDED
    )


def _campaign_of(user: User) -> QuerySet[Membership]:
    return Membership.objects.filter(user=user, role=Role.LEAD, campaign=OuterRef("moment__campaign")).exclude(
        standing=Standing.SUSPENDED
    )


def _example_for(user: User) -> QuerySet[GuidelineExample]:
    members = Membership.objects.filter(user=user).exclude(standing=Standing.SUSPENDED)
    return GuidelineExample.objects.filter(
        pair__moment=OuterRef("moment"), guideline__campaign__in=members.values("campaign")
    )


def _practice_for(user: User) -> QuerySet[Practice]:
    """Of the campaigns to whose content the person has agreed."""
    members = Membership.objects.filter(user=user).exclude(standing__in=[Standing.SUSPENDED, Standing.INVITED])
    return Practice.objects.filter(pair__moment=OuterRef("moment"), tutorial__campaign__in=members.values("campaign"))
