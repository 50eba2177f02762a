"""The roads of campaigns whose corpus is moments: those that grade relevance, and those of twins."""

from __future__ import annotations

from collections.abc import Iterator

from console.corpus.selectors.counts import Corpus
from console.corpus.selectors.road_rows import RoadRow, instructions, opening_row
from moments.base.plurals import counted
from moments.models import Campaign, Split

UPLOAD, REWRITE = "Upload", "Rewrite"


def grading_road(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    """From videos to the pairs of queries."""
    slug = campaign.slug
    yield from _imported(campaign, corpus)
    yield (
        REWRITE,
        0 < corpus.moments == corpus.rewritten,
        f"{corpus.rewritten:,} of {corpus.moments:,} descriptions are rewritten; the others are the unchanged captions"
        if corpus.rewriting
        else "needed only if descriptions contain names that people must not read; otherwise skip it",
        "corpus-rewriting",
        (f"rewrite_queries {slug}",),
    )
    yield from _queries(campaign, corpus)
    lacking = f"{counted(corpus.clipless, 'moment')} of pairs {'has' if corpus.clipless == 1 else 'have'} no clip"
    yield _cut(campaign, corpus, done=corpus.pairs > 0, lacking=lacking)
    yield from instructions(campaign)
    yield opening_row(campaign)


def twin_road(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    """From videos to clips in both directions."""
    yield from _imported(campaign, corpus)
    paired = counted(corpus.twins, "pair of twins", "pairs of twins")
    yield "Twins", corpus.twins > 0, paired, "corpus-clips", (f"make_twins {campaign.slug}",)
    lacking = f"{counted(corpus.clipless, 'moment')} of twins {'has' if corpus.clipless == 1 else 'have'} no clip"
    yield _cut(campaign, corpus, done=corpus.twins > 0, lacking=lacking)
    yield from instructions(campaign)
    yield opening_row(campaign)


def _imported(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    uploaded = f"{counted(corpus.uploads, 'video file')} uploaded"
    if not corpus.uploads:
        uploaded += "; skip this if they are already on the server"
    yield UPLOAD, corpus.uploads > 0, uploaded, "corpus-videos", ()
    moments = f"{counted(corpus.moments, 'moment')} of {counted(corpus.videos, 'video')}"
    yield "Import", corpus.moments > 0, moments, "corpus-imports", (f"import_moments {campaign.slug} FILE",)


def _queries(campaign: Campaign, corpus: Corpus) -> Iterator[RoadRow]:
    slug, queries = campaign.slug, sum(corpus.queries.values())
    yield (
        "Sample",
        queries > 0,
        f"{counted(queries, 'query', 'queries')}, {corpus.queries[Split.EXAM.label]:,} of them for the exam",
        "corpus-queries",
        (f"sample_queries {slug} --split val --count 500 --seed 1", f"import_queries {slug} FILE"),
    )
    yield (
        "Rank",
        queries > 0 and not corpus.unranked,
        f"{counted(corpus.pairs, 'pair')}; {counted(corpus.unranked, 'query has', 'queries have')} no candidates yet",
        "corpus-candidates",
        (f"rank_candidates {slug}", f"pool_candidates {slug} --sources A,B", f"import_candidates {slug} FILE"),
    )


def _cut(campaign: Campaign, corpus: Corpus, *, done: bool, lacking: str) -> RoadRow:
    ready = f"{counted(corpus.clips, 'clip')} ready, {corpus.failed:,} failed; {lacking}"
    return "Cut", done and not corpus.clipless, ready, "corpus-clips", (f"cut_clips {campaign.slug} --videos DIR",)
