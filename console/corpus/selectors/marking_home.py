"""What the corpus of a marking campaign holds, and its road from import to opening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from annotator.models import AskQuota, AskState
from console.corpus.selectors.counts import Corpus
from console.corpus.selectors.road_rows import RoadRow, instructions, opening_row
from moments.base.plurals import counted
from moments.models import Campaign, Clip, ClipState

READY_QUESTIONS, QUOTAS = "Ready questions", "Quotas"
OPTIONAL = (READY_QUESTIONS, QUOTAS)


@dataclass(frozen=True, slots=True)
class MarkingCorpus:
    """Videos with their hours, proxies by state, domains, and questions: those in work, drafts, those nobody has."""

    videos: int
    hours: float
    domains: int
    ready: int
    failed: int
    questions: int
    drafts: int
    unclaimed: int


def marking_corpus(campaign: Campaign) -> MarkingCorpus:
    """The counts, in three SQL queries."""
    videos = campaign.videos.aggregate(
        n=Count("pk"), seconds=Sum("duration_s"), domains=Count("domain", distinct=True, filter=~Q(domain=""))
    )
    whole = Clip.objects.filter(moment__campaign=campaign, moment__whole=True).order_by()
    proxies = dict(whole.values_list("state").annotate(n=Count("pk")))
    draft = Q(state=AskState.DRAFT)
    asks = campaign.asks.aggregate(
        questions=Count("pk", filter=~draft),
        drafts=Count("pk", filter=draft & Q(author__isnull=False)),
        unclaimed=Count("pk", filter=draft & Q(author=None)),
    )
    return MarkingCorpus(
        videos=videos["n"],
        hours=(videos["seconds"] or 0) / 3600,
        domains=videos["domains"],
        ready=proxies.get(ClipState.READY, 0),
        failed=proxies.get(ClipState.FAILED, 0),
        **asks,
    )


def marking_road(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    """Each step: its name, whether it is done, how far it is, a route, and commands."""
    found, slug = marking_corpus(campaign), campaign.slug
    quotas = AskQuota.objects.filter(campaign=campaign).aggregate(n=Count("pk"), wanted=Sum("wanted"))
    yield (
        "Import",
        found.videos > 0,
        f"{counted(found.videos, 'video')} of {found.hours:.1f} hours",
        "corpus-videos",
        (f"import_videos {slug} FILE",),
    )
    yield (
        "Make proxies",
        0 < found.videos == found.ready,
        f"{counted(found.ready, 'proxy', 'proxies')} ready, {found.failed:,} failed",
        "corpus-clips",
        (f"cut_clips {slug} --videos DIR",),
    )
    yield (
        READY_QUESTIONS,
        found.unclaimed > 0,
        f"{counted(found.unclaimed, 'ready question')} without an author",
        "corpus-imports",
        (f"import_questions {slug} FILE",),
    )
    yield (
        QUOTAS,
        bool(quotas["n"]),
        f"{counted(quotas['wanted'] or 0, 'question')} wanted",
        "quotas",
        (f"set_quotas {slug} FILE",),
    )
    yield from instructions(campaign)
    yield opening_row(campaign)
