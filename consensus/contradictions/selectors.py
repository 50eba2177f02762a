"""Which verdicts on overlapping moments contradict each other, and what the lead's page shows of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Max, Min, QuerySet

from annotator.player.selectors import PlayableClip, playable_clips
from consensus.contradictions.finding import Contradiction, JudgedPair, contradictions_among
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import KeptContradiction, Verdict, VerdictKind
from moments.models import Campaign, Pair, Query
from moments.ranking.overlaps import OVERLAP

JUDGED = (VerdictKind.AGREED, VerdictKind.ADJUDICATED)
GROUPS_AT_ONCE = 200
FIELDS = (
    "pair",
    "pair__query",
    "pair__moment__video",
    "pair__moment__start_s",
    "pair__moment__end_s",
    "relevance",
    "protocol__tolerance",
)


@dataclass(frozen=True, slots=True)
class Member:
    """A pair of a group as the page shows it; where its stretch lies in the group's, in hundredths."""

    pair: Pair
    verdict: Verdict
    clip: PlayableClip
    is_worst: bool
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class ShownContradiction:
    """A contradiction with its query and its members, the earliest first."""

    found: Contradiction
    query: Query
    members: list[Member]


def contradictions(campaign: Campaign, least: float = OVERLAP) -> list[Contradiction]:
    """All of the campaign's, the furthest apart first; those of retired queries and those that a lead kept left out.

    The database first says in which videos a query has verdicts that differ enough; only those are read.
    """
    pairs = kept_contradictions(campaign).values_list("first__pair", "second__pair")
    return contradictions_among(_judged(campaign), least, {frozenset(two) for two in pairs})


def kept_contradictions(campaign: Campaign) -> QuerySet[KeptContradiction]:
    """Those that a lead let stand and whose two verdicts still do, the newest first."""
    standing = {f"{side}__superseded": False for side in ("first", "second")}
    kept = KeptContradiction.objects.filter(first__pair__campaign=campaign, **standing)
    return kept.select_related("first__pair__query", "second__pair").order_by("-kept_at", "-pk")


def contradicted_pairs(campaign: Campaign) -> QuerySet[Pair]:
    """The two furthest apart of each contradiction, by number: what an inbox lists."""
    worst = [pair for one in contradictions(campaign) for pair in one.worst]
    return campaign.pairs.filter(pk__in=worst).select_related("query", "moment__video").order_by("query", "number")


def shown_contradictions(found: Sequence[Contradiction]) -> list[ShownContradiction]:
    """Some of them with all that the page tells, in a fixed number of SQL queries."""
    keys = [pair for one in found for pair in one.pairs]
    pairs = Pair.objects.in_bulk(keys) if keys else {}
    rows = current_verdicts().filter(pair__in=keys).select_related("pair__moment__video", "pair__query")
    verdicts = {verdict.pair_id: verdict for verdict in rows}
    clips = playable_clips(pair.moment_id for pair in pairs.values())
    shown = []
    for one in found:
        members = [verdicts[pair] for pair in one.pairs if pair in verdicts]
        if members:
            shown.append(ShownContradiction(one, members[0].pair.query, _members(one, members, clips)))
    return shown


def _members(found: Contradiction, verdicts: Sequence[Verdict], clips: dict[int, PlayableClip]) -> list[Member]:
    stretches = [(one.pair.moment.start_s, one.pair.moment.end_s) for one in verdicts]
    begin, end = min(start for start, _ in stretches), max(end for _, end in stretches)
    members = [
        Member(
            pair=one.pair,
            verdict=one,
            clip=clips[one.pair.moment_id],
            is_worst=one.pair_id in found.worst,
            left=round(100 * (one.pair.moment.start_s - begin) / (end - begin), 2),
            width=round(100 * (one.pair.moment.end_s - one.pair.moment.start_s) / (end - begin), 2),
        )
        for one in verdicts
    ]
    return sorted(members, key=lambda member: (member.left, member.pair.number))


def _judged(campaign: Campaign) -> Iterator[JudgedPair]:
    verdicts = current_verdicts().filter(pair__campaign=campaign, kind__in=JUDGED, pair__query__retired_at=None)
    # Ordering by nothing: an order would be grouped by too.
    groups = verdicts.order_by().values_list("pair__query", "pair__moment__video")
    apart = groups.annotate(
        n=Count("pk"), low=Min("relevance"), high=Max("relevance"), least=Min("protocol__tolerance")
    )
    wanted = list(
        apart.filter(n__gte=2, high__gt=F("low") + F("least")).values_list("pair__query", "pair__moment__video")
    )
    for start in range(0, len(wanted), GROUPS_AT_ONCE):
        these = set(wanted[start : start + GROUPS_AT_ONCE])
        queries, videos = zip(*these, strict=True)
        rows = verdicts.filter(pair__query__in=queries, pair__moment__video__in=videos).values_list(*FIELDS)
        yield from (one for one in map(JudgedPair._make, rows) if (one.query, one.video) in these)
