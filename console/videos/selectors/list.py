"""The whole videos of a campaign, with their questions and how far each is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from annotator.models import Ask, AskState, Viewing
from annotator.people.selectors.access import Lead
from consensus.truths.selectors.complete import questions_for_lead
from moments.models import Clip, ClipState
from moments.models.checks import PROXY

LONGEST_FIND = 80
FAILED, UNCUT = "failed", "uncut"
STATES = {
    FAILED: "proxy failed",
    UNCUT: "no proxy yet",
    "free": "nobody writes",
    "writing": "being written about",
    "marking": "being marked",
    "done": "all decided",
}
OPEN = (AskState.SUBMITTED, AskState.CHECKED, AskState.RETURNED)


@dataclass(frozen=True, slots=True)
class VideoTotals:
    """How many videos there are, how long they play together, and how many have no proxy."""

    videos: int
    hours: float
    failed: int
    uncut: int


def listed_videos(lead: Lead, *, find: str = "", domain: str | None = None, state: str = "") -> QuerySet[Any]:
    """The videos by name, each with `questions`, `open`, `for_lead`, `accepted`, `writing` and the state of its proxy.

    `state` is a key of STATES.
    """
    videos: QuerySet[Any] = lead.campaign.videos.annotate(
        questions=_count(_asks().exclude(state=AskState.DRAFT)),
        open=_count(_asks().filter(state__in=OPEN)),
        accepted=_count(_asks().filter(state=AskState.ACCEPTED)),
        for_lead=_count(_asks().filter(pair__in=questions_for_lead(lead.campaign).order_by().values("pk"))),
        writing=Exists(Viewing.objects.filter(share__batch__video=OuterRef("pk"), share__number=1, ended_at=None)),
        proxy=Subquery(_proxies().values("state")[:1]),
        reason=Subquery(_proxies().values("reason")[:1]),
    )
    if find:
        videos = videos.filter(name__icontains=find)
    if domain is not None:
        videos = videos.filter(domain=domain)
    return _in_state(videos, state).order_by("name")


def state_of(video: Any) -> str:
    """The key of STATES for a video of `listed_videos`."""
    if video.proxy != ClipState.READY:
        return FAILED if video.proxy == ClipState.FAILED else UNCUT
    if video.writing:
        return "writing"
    if not video.questions:
        return "free"
    return "marking" if video.open else "done"


def video_totals(lead: Lead) -> VideoTotals:
    """The totals of the campaign, in one SQL query."""
    videos = lead.campaign.videos.annotate(proxy=Subquery(_proxies().values("state")[:1]))
    found = videos.aggregate(
        videos=Count("pk"),
        seconds=Sum("duration_s"),
        failed=Count("pk", filter=Q(proxy=ClipState.FAILED)),
        ready=Count("pk", filter=Q(proxy=ClipState.READY)),
    )
    uncut = found["videos"] - found["failed"] - found["ready"]
    return VideoTotals(found["videos"], (found["seconds"] or 0) / 3600, found["failed"], uncut)


def domains_of(lead: Lead) -> list[str]:
    """The domains of the campaign's videos."""
    return list(lead.campaign.videos.order_by("domain").values_list("domain", flat=True).distinct())


def _in_state(videos: QuerySet[Any], state: str) -> QuerySet[Any]:
    ready = videos.filter(proxy=ClipState.READY)
    if state == FAILED:
        return videos.filter(proxy=ClipState.FAILED)
    if state == UNCUT:
        return videos.exclude(proxy__in=[ClipState.READY, ClipState.FAILED], proxy__isnull=False)
    if state == "writing":
        return ready.filter(writing=True)
    if state == "free":
        return ready.filter(writing=False, questions=0)
    if state == "marking":
        return ready.filter(writing=False, open__gt=0)
    if state == "done":
        return ready.filter(writing=False, open=0, questions__gt=0)
    return videos


def _asks() -> QuerySet[Ask]:
    return Ask.objects.filter(video=OuterRef("pk"))


def _proxies() -> QuerySet[Clip]:
    return Clip.objects.filter(moment__video=OuterRef("pk"), moment__whole=True, rendition=PROXY).order_by("pk")


def _count(asks: QuerySet[Ask]) -> Coalesce:
    counted = asks.order_by().values("video").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
