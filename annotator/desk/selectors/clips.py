"""Which clips a person may see."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import (
    Ask,
    DerivedAsk,
    DerivedState,
    DerivedTask,
    GuidelineExample,
    LookAlike,
    Membership,
    Practice,
    ReferenceQuestion,
    Role,
    Seat,
    SeatState,
    Share,
    Standing,
    User,
)
from moments.models import Clip, ClipPart, ClipState, Illustration, Moment, Poster, SampleClip, SourceProxy

Stored = TypeVar("Stored", Clip, ClipPart, Illustration, Poster, SampleClip, SourceProxy)
OfMoment = TypeVar("OfMoment", Clip, ClipPart, Poster)
SEEN_STATES = (SeatState.HELD, SeatState.SCORED, SeatState.SETTLED)


def visible_clip(user: User, name: str) -> Clip | None:
    """The ready clip of that name: for an annotator of a held or own scored seat or shown beside its clip, of the own
    share of a video's questions, of such a question's image, of a caption or window in hand, of the guideline's
    examples and of the tutorial's practice pairs, for a lead of the own campaign, for an admin any; None if there is
    none that the person may know of.
    """
    clips = Clip.objects.filter(key=name.rpartition(".")[0], state=ClipState.READY)
    return _visible(user, name, clips, "moment")


def visible_sample(user: User, name: str) -> SampleClip | None:
    """The clip of a test cut, for leads of the campaign and for admins."""
    samples = SampleClip.objects.filter(key=name.rpartition(".")[0], size__gt=0)
    found = _named(name, samples.select_related("moment").first())
    return found if found is not None and _leads(user, found.moment.campaign_id) else None


def visible_source(user: User, name: str) -> SourceProxy | None:
    """The proxy on which moments are marked, for leads of the campaign and for admins, who mark them."""
    proxies = SourceProxy.objects.filter(key=name.rpartition(".")[0])
    found = _named(name, proxies.select_related("video").first())
    return found if found is not None and _leads(user, found.video.campaign_id) else None


def visible_source_part(user: User, name: str) -> ClipPart | None:
    """A file beside such a proxy, likewise."""
    key = name.rpartition(".")[0]
    if not key:
        return None
    proxies = SourceProxy.objects.filter(Q(frames_key=key) | Q(sheet_keys__contains=key)).select_related("video")
    led = (proxy for proxy in proxies if _leads(user, proxy.video.campaign_id))
    return next((part for proxy in led for part in proxy.parts if part.name == name), None)


def visible_part(user: User, name: str) -> ClipPart | None:
    """The file beside a ready proxy, for people who may see the proxy."""
    parts = ClipPart.objects.filter(key=name.rpartition(".")[0], clip__state=ClipState.READY)
    return _visible(user, name, parts, "clip__moment")


def visible_poster(user: User, name: str) -> Poster | None:
    """The poster of that name, for people who may see a clip of its moment."""
    return _visible(user, name, Poster.objects.filter(key=name.rpartition(".")[0]), "moment")


def visible_illustration(user: User, name: str) -> Illustration | None:
    """The picture or clip of that name which texts of a campaign show, for its members and for admins."""
    found = Illustration.objects.filter(key=name.rpartition(".")[0], removed_at=None)
    if not user.is_admin:
        members = Membership.objects.filter(user=user).exclude(standing=Standing.SUSPENDED)
        found = found.filter(campaign__in=members.values("campaign"))
    return _named(name, found.first())


def is_suspended_everywhere(user: User) -> bool:
    """Whether the person has memberships and is suspended in each."""
    standings = set(Membership.objects.filter(user=user).values_list("standing", flat=True))
    return not user.is_admin and standings == {Standing.SUSPENDED.value}


def _visible(user: User, name: str, files: QuerySet[OfMoment], moment: str) -> OfMoment | None:
    """By a seat, as almost all files are, with one query; by another way only if there is a file of that name."""
    by_seat = None if user.is_admin else files.filter(Exists(_seat_of(user, OuterRef(moment)))).first()
    if by_seat is not None:
        return _named(name, by_seat)
    found = _named(name, files.select_related(moment).first())
    if found is None:
        return None
    shown = found.clip.moment if isinstance(found, ClipPart) else found.moment
    return found if _may_see(user, shown) else None


def _named(name: str, found: Stored | None) -> Stored | None:
    """What was found under the name's key, if its ending is right too."""
    return found if found is not None and found.name == name else None


def _may_see(user: User, moment: Moment) -> bool:
    """Other than by a seat; one query with all ways takes several times as long as that with the first."""
    ways = (
        _twin_seat_of,
        _share_of,
        _derived_for,
        _image_for,
        _image_of_known,
        _similar_for,
        _practice_for,
        _example_for,
    )
    return _leads(user, moment.campaign_id) or any(way(user, moment).exists() for way in ways)


def _leads(user: User, campaign: int) -> bool:
    leads = Membership.objects.filter(user=user, role=Role.LEAD, campaign=campaign)
    return user.is_admin or leads.exclude(standing=Standing.SUSPENDED).exists()


def _seat_of(user: User, moment: OuterRef) -> QuerySet[Seat]:
    scored = Q(state__in=SEEN_STATES) | Q(scores__annotator__user=user)
    return Seat.objects.filter(scored, pair__moment=moment, annotator__user=user).exclude(
        annotator__standing=Standing.SUSPENDED
    )


def _twin_seat_of(user: User, moment: Moment) -> QuerySet[Seat]:
    """Where clips forwards and backwards are judged, on the other of the two."""
    scored = Q(state__in=SEEN_STATES) | Q(scores__annotator__user=user)
    forward, backward = "pair__moment__as_forward__backward", "pair__moment__as_backward__forward"
    twin = Q(**{forward: moment}) | Q(**{backward: moment})
    return Seat.objects.filter(scored, twin, annotator__user=user).exclude(annotator__standing=Standing.SUSPENDED)


def _similar_for(user: User, moment: Moment) -> QuerySet[LookAlike]:
    """Where a caption is assigned among similar clips, of one of these."""
    seat = Seat.objects.filter(pair=OuterRef("pair"), round=2, annotator__user=user, state__in=SEEN_STATES)
    held = seat.exclude(annotator__standing=Standing.SUSPENDED)
    return LookAlike.objects.filter(Exists(held), moment=moment)


def _share_of(user: User, moment: Moment) -> QuerySet[Share]:
    """Of a video, of which an author has no seat before the first question."""
    return Share.objects.filter(batch__video=moment.video_id, annotator__user=user).exclude(
        annotator__standing=Standing.SUSPENDED
    )


def _image_for(user: User, moment: Moment) -> QuerySet[Ask]:
    """Of a video from which a question that the person wrote or holds takes its image."""
    seat = Seat.objects.filter(pair=OuterRef("pair"), annotator__user=user, state__in=SEEN_STATES)
    active = ~Q(annotator__standing=Standing.SUSPENDED)
    own = Q(author__user=user) & ~Q(author__standing=Standing.SUSPENDED)
    asks = Ask.objects.filter(own | Exists(seat.filter(active)))
    return asks.filter(condition_video__isnull=False, condition_video=moment.video_id)


def _image_of_known(user: User, moment: Moment) -> QuerySet[ReferenceQuestion]:
    """The same for questions of the exam and of hidden checks."""
    seat = Seat.objects.filter(pair=OuterRef("pair"), annotator__user=user, state__in=SEEN_STATES)
    known = ReferenceQuestion.objects.filter(Exists(seat.exclude(annotator__standing=Standing.SUSPENDED)))
    return known.filter(condition_video=moment.video_id)


def _derived_for(user: User, moment: Moment) -> QuerySet[DerivedAsk]:
    """The caption or window that the person has in hand, of the video that it shows."""
    video = moment.video_id
    shown = Q(task=DerivedTask.CA, ask__video=video) | Q(task=DerivedTask.VMS, ask__condition_video=video)
    held = DerivedAsk.objects.filter(shown, holder__user=user, state=DerivedState.WAITING)
    return held.exclude(holder__standing=Standing.SUSPENDED)


def _example_for(user: User, moment: Moment) -> QuerySet[GuidelineExample]:
    members = Membership.objects.filter(user=user).exclude(standing=Standing.SUSPENDED)
    return GuidelineExample.objects.filter(pair__moment=moment, guideline__campaign__in=members.values("campaign"))


def _practice_for(user: User, moment: Moment) -> QuerySet[Practice]:
    """Of the campaigns to whose content the person has agreed."""
    members = Membership.objects.filter(user=user).exclude(standing__in=[Standing.SUSPENDED, Standing.INVITED])
    return Practice.objects.filter(pair__moment=moment, tutorial__campaign__in=members.values("campaign"))
