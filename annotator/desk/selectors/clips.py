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
from moments.models import Clip, ClipPart, ClipState, Illustration, Poster, SampleClip, SourceProxy

Stored = TypeVar("Stored", Clip, ClipPart, Illustration)
SEEN_STATES = (SeatState.HELD, SeatState.SCORED, SeatState.SETTLED)


def visible_clip(user: User, name: str) -> Clip | None:
    """The ready clip of that name: for an annotator of a held or own scored seat or shown beside its clip, of the own
    share of a video's questions, of such a question's image, of a caption or window in hand, of the guideline's
    examples and of the tutorial's practice pairs, for a lead of the own campaign, for an admin any; None if there is
    none that the person may know of.
    """
    clips = Clip.objects.filter(key=name.rpartition(".")[0], state=ClipState.READY)
    return _named(name, _first_visible(user, clips, "moment"))


def visible_sample(user: User, name: str) -> SampleClip | None:
    """The clip of a test cut, for leads of the campaign and for admins."""
    samples = SampleClip.objects.filter(key=name.rpartition(".")[0], size__gt=0)
    if not user.is_admin:
        samples = samples.filter(Exists(_campaign_of(user, "moment")))
    found = samples.first()
    return found if found is not None and found.name == name else None


def visible_source(user: User, name: str) -> SourceProxy | None:
    """The proxy on which moments are marked, for leads of the campaign and for admins, who mark them."""
    found = _proxies_for(user).filter(key=name.rpartition(".")[0]).first()
    return found if found is not None and found.name == name else None


def visible_source_part(user: User, name: str) -> ClipPart | None:
    """A file beside such a proxy, likewise."""
    key = name.rpartition(".")[0]
    if not key:
        return None
    proxies = _proxies_for(user).filter(Q(frames_key=key) | Q(sheet_keys__contains=key))
    return next((part for proxy in proxies for part in proxy.parts if part.name == name), None)


def _proxies_for(user: User) -> QuerySet[SourceProxy]:
    proxies = SourceProxy.objects.all()
    return proxies if user.is_admin else proxies.filter(Exists(_campaign_of(user, "video")))


def visible_part(user: User, name: str) -> ClipPart | None:
    """The file beside a ready proxy, for people who may see the proxy."""
    parts = ClipPart.objects.filter(key=name.rpartition(".")[0], clip__state=ClipState.READY)
    return _named(name, _first_visible(user, parts, "clip__moment"))


def visible_poster(user: User, name: str) -> Poster | None:
    """The poster of that name, for people who may see a clip of its moment."""
    key, _, suffix = name.rpartition(".")
    posters = Poster.objects.filter(key=key) if suffix == "jpg" else Poster.objects.none()
    return posters.filter(_may_see(user)).first()


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


def _first_visible(user: User, files: QuerySet[Stored], moment: str) -> Stored | None:
    """By a seat, as almost all files are, with a small query; by whatever other way with a second one."""
    by_seat = None if user.is_admin else files.filter(Exists(_seat_of(user, moment))).first()
    return by_seat or files.filter(_may_see(user, moment)).first()


def _named(name: str, found: Stored | None) -> Stored | None:
    """What was found under the name's key, if its ending is right too."""
    return found if found is not None and found.name == name else None


def _may_see(user: User, moment: str = "moment") -> Q:
    """The condition on what has a moment, by the way to it."""
    if user.is_admin:
        return Q()
    own = Exists(_seat_of(user, moment)) | Exists(_campaign_of(user, moment))
    shown = Exists(_example_for(user, moment)) | Exists(_practice_for(user, moment))
    asked = Exists(_share_of(user, moment)) | Exists(_image_for(user, moment)) | Exists(_image_of_known(user, moment))
    beside = Exists(_twin_seat_of(user, moment)) | Exists(_similar_for(user, moment))
    return Q(own | shown | asked | beside | Exists(_derived_for(user, moment)))


def _seat_of(user: User, moment: str) -> QuerySet[Seat]:
    scored = Q(state__in=SEEN_STATES) | Q(scores__annotator__user=user)
    return Seat.objects.filter(scored, pair__moment=OuterRef(moment), annotator__user=user).exclude(
        annotator__standing=Standing.SUSPENDED
    )


def _twin_seat_of(user: User, moment: str) -> QuerySet[Seat]:
    """Where clips forwards and backwards are judged, on the other of the two."""
    scored = Q(state__in=SEEN_STATES) | Q(scores__annotator__user=user)
    forward, backward = "pair__moment__as_forward__backward", "pair__moment__as_backward__forward"
    twin = Q(**{forward: OuterRef(moment)}) | Q(**{backward: OuterRef(moment)})
    return Seat.objects.filter(scored, twin, annotator__user=user).exclude(annotator__standing=Standing.SUSPENDED)


def _similar_for(user: User, moment: str) -> QuerySet[LookAlike]:
    """Where a caption is assigned among similar clips, of one of these."""
    seat = Seat.objects.filter(pair=OuterRef("pair"), round=2, annotator__user=user, state__in=SEEN_STATES)
    held = seat.exclude(annotator__standing=Standing.SUSPENDED)
    return LookAlike.objects.filter(Exists(held), moment=OuterRef(moment))


def _share_of(user: User, moment: str) -> QuerySet[Share]:
    """Of a video, of which an author has no seat before the first question."""
    return Share.objects.filter(batch__video=OuterRef(f"{moment}__video"), annotator__user=user).exclude(
        annotator__standing=Standing.SUSPENDED
    )


def _image_for(user: User, moment: str) -> QuerySet[Ask]:
    """Of a video from which a question that the person wrote or holds takes its image."""
    seat = Seat.objects.filter(pair=OuterRef("pair"), annotator__user=user, state__in=SEEN_STATES)
    active = ~Q(annotator__standing=Standing.SUSPENDED)
    own = Q(author__user=user) & ~Q(author__standing=Standing.SUSPENDED)
    asks = Ask.objects.filter(own | Exists(seat.filter(active)))
    return asks.filter(condition_video__isnull=False, condition_video=OuterRef(f"{moment}__video"))


def _image_of_known(user: User, moment: str) -> QuerySet[ReferenceQuestion]:
    """The same for questions of the exam and of hidden checks."""
    seat = Seat.objects.filter(pair=OuterRef("pair"), annotator__user=user, state__in=SEEN_STATES)
    known = ReferenceQuestion.objects.filter(Exists(seat.exclude(annotator__standing=Standing.SUSPENDED)))
    return known.filter(condition_video=OuterRef(f"{moment}__video"))


def _derived_for(user: User, moment: str) -> QuerySet[DerivedAsk]:
    """The caption or window that the person has in hand, of the video that it shows."""
    video = OuterRef(f"{moment}__video")
    shown = Q(task=DerivedTask.CA, ask__video=video) | Q(task=DerivedTask.VMS, ask__condition_video=video)
    held = DerivedAsk.objects.filter(shown, holder__user=user, state=DerivedState.WAITING)
    return held.exclude(holder__standing=Standing.SUSPENDED)


def _campaign_of(user: User, moment: str) -> QuerySet[Membership]:
    return Membership.objects.filter(user=user, role=Role.LEAD, campaign=OuterRef(f"{moment}__campaign")).exclude(
        standing=Standing.SUSPENDED
    )


def _example_for(user: User, moment: str) -> QuerySet[GuidelineExample]:
    members = Membership.objects.filter(user=user).exclude(standing=Standing.SUSPENDED)
    return GuidelineExample.objects.filter(
        pair__moment=OuterRef(moment), guideline__campaign__in=members.values("campaign")
    )


def _practice_for(user: User, moment: str) -> QuerySet[Practice]:
    """Of the campaigns to whose content the person has agreed."""
    members = Membership.objects.filter(user=user).exclude(standing__in=[Standing.SUSPENDED, Standing.INVITED])
    return Practice.objects.filter(pair__moment=OuterRef(moment), tutorial__campaign__in=members.values("campaign"))
