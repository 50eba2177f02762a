"""What a campaign's corpus holds, and how far it is on the road from import to opening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from console.corpus.selectors.marking_home import OPTIONAL, RoadRow, marking_road
from moments.base.plurals import counted
from moments.clips.selectors.clips import moments_without_clip
from moments.models import Campaign, CampaignStatus, Clip, ClipState, Pair, Split
from moments.models.rewriting import RewriteState, Rewriting

PAGES = {
    "corpus-imports": "Imports",
    "corpus-rewriting": "Rewriting",
    "corpus-ranking": "Ranking",
    "corpus-clips": "Clips",
    "review": "Review",
    "corpus-browser": "Browse",
    "questions": "Questions",
    "quotas": "Quotas",
    "campaign": "Campaign",
}


@dataclass(frozen=True, slots=True)
class Corpus:
    """The counts of a corpus; `unranked` are queries without candidates, `clipless` needed moments without a clip."""

    videos: int
    moments: int
    rewritten: int
    rewriting: int
    queries: dict[str, int]
    unranked: int
    pairs: int
    clips: int
    failed: int
    clipless: int


@dataclass(frozen=True, slots=True)
class RoadStep:
    """One step of the road: `state` is done, next, later or optional; `progress` is how far it is, `page` its page."""

    name: str
    state: str
    progress: str
    page: str
    route: str
    commands: tuple[str, ...]


def corpus_counts(campaign: Campaign) -> Corpus:
    """The counts, in a fixed number of SQL queries."""
    rewritings = dict(
        Rewriting.objects.filter(moment__campaign=campaign)
        .order_by()
        .values_list("state")
        .annotate(moments=Count("pk"))
    )
    clips = dict(
        Clip.objects.filter(moment__campaign=campaign).order_by().values_list("state").annotate(clips=Count("pk"))
    )
    splits = dict(campaign.queries.order_by().values_list("split").annotate(queries=Count("pk")))
    return Corpus(
        videos=campaign.videos.count(),
        moments=campaign.moments.count(),
        rewritten=rewritings.get(RewriteState.ACCEPTED, 0),
        rewriting=sum(rewritings.values()),
        queries={split.label: splits.get(split.value, 0) for split in Split},
        unranked=campaign.queries.filter(~Exists(Pair.objects.filter(query=OuterRef("pk"))), retired_at=None).count(),
        pairs=campaign.pairs.filter(study_only=False).count(),
        clips=clips.get(ClipState.READY, 0),
        failed=clips.get(ClipState.FAILED, 0),
        clipless=moments_without_clip(campaign).count(),
    )


def corpus_road(campaign: Campaign, corpus: Corpus) -> list[RoadStep]:
    """The steps in order, the first that is not done being the next; an archive has none ahead."""
    if campaign.status == CampaignStatus.ARCHIVE:
        return []
    steps, is_next = [], True
    road = _road(campaign, corpus) if campaign.is_graded else marking_road(campaign)
    for name, done, progress, route, commands in road:
        unneeded = name == "Rewrite" and not corpus.rewriting and bool(sum(corpus.queries.values()))
        is_optional = unneeded or (name in OPTIONAL and not done)
        state = "optional" if is_optional else "done" if done else "next" if is_next else "later"
        is_next = is_next and state in ("done", "optional")
        steps.append(
            RoadStep(name, state, progress, PAGES[route], route, tuple(f"manage.py {command}" for command in commands))
        )
    return steps


def _road(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    slug, queries = campaign.slug, sum(corpus.queries.values())
    yield (
        "Import",
        corpus.moments > 0,
        f"{counted(corpus.moments, 'moment')} of {counted(corpus.videos, 'video')}",
        "corpus-imports",
        (f"import_moments {slug} FILE",),
    )
    yield (
        "Rewrite",
        0 < corpus.moments == corpus.rewritten,
        f"{corpus.rewritten:,} of {corpus.moments:,} descriptions are rewritten; the others are captions unchanged",
        "corpus-rewriting",
        (f"rewrite_queries {slug}",),
    )
    yield (
        "Sample",
        queries > 0,
        counted(queries, "query", "queries"),
        "corpus-imports",
        (f"sample_queries {slug} --split val --count 500 --seed 1", f"import_queries {slug} FILE"),
    )
    yield (
        "Rank",
        queries > 0 and not corpus.unranked,
        f"{counted(corpus.pairs, 'pair')}; {counted(corpus.unranked, 'query has', 'queries have')} no candidates yet",
        "corpus-ranking",
        (f"rank_candidates {slug}", f"import_candidates {slug} FILE"),
    )
    yield (
        "Cut",
        corpus.pairs > 0 and not corpus.clipless,
        f"{counted(corpus.clips, 'clip')} ready, {corpus.failed:,} failed; "
        f"{counted(corpus.clipless, 'moment')} of pairs {'has' if corpus.clipless == 1 else 'have'} none",
        "corpus-clips",
        (f"cut_clips {slug} --videos DIR",),
    )
    yield (
        "Open",
        campaign.status != CampaignStatus.DRAFT,
        f"the campaign is {campaign.get_status_display()}",
        "review",
        (f"open_campaign {slug}",),
    )
