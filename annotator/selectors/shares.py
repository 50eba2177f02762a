"""Which shares of batches a person may take, and with whom they had batches in common."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet

from annotator.models import Membership, Share
from annotator.planning import OpenShare
from annotator.selectors.queue import open_seats, skipping_locked, unmet
from moments.prepared import PreparedValues

WINDOW = 200
MOST_SHARES_SEEN = 50
MOST_REMEMBERED = 500
LAST = 2**63 - 1

Shares = QuerySet[Share, Any]


def open_shares(member: Membership, *, with_clips: bool, priority: int | None) -> list[OpenShare]:
    """Shares that the person may take: begun ones, and of the batches that nobody began the first.

    Of queries of that priority alone, where one is given. Batches are looked through in the order of their opening,
    a window of untaken shares at a time and no further than the first that holds one to take, so that a claim in a
    campaign of a million pairs reads what one in a small campaign does.
    """
    after = 0
    while True:
        edge = _rows(_edge, with_clips, priority, campaign=member.campaign_id, after=after)
        until = edge[0][0] if edge else LAST
        window = {"campaign": member.campaign_id, "member": member.pk, "after": after, "until": until}
        begun = _rows(_begun, with_clips, priority, **window)
        fresh = _rows(_fresh, with_clips, priority, **window)
        if begun or fresh or not edge:
            others = [OpenShare(share, batch, partner) for share, batch, partner in begun]
            return others + [OpenShare(share, batch, None) for share, batch in fresh]
        after = until


def batches_with(member: Membership) -> dict[int, int]:
    """How many of the person's last 500 batches they had in common with whom."""
    return dict(_common.rows(member=member.pk))


def _rows(build: Any, with_clips: bool, priority: int | None, **values: int) -> list[tuple[Any, ...]]:
    """What `build` makes; prepared where no priority is asked for, as in most campaigns always."""
    if priority is None:
        return _prepared(build, with_clips, tuple(values)).rows(**values)
    return list(build(with_clips=with_clips, priority=priority, **values))


@cache
def _prepared(build: Any, with_clips: bool, names: tuple[str, ...]) -> PreparedValues:
    return PreparedValues(
        lambda **values: build(with_clips=with_clips, priority=None, **values), **dict.fromkeys(names, int)
    )


def _untaken(campaign: int, after: int, priority: int | None) -> Shares:
    shares = Share.objects.filter(campaign=campaign, annotator=None, batch__gt=after).order_by("batch_id", "number")
    return shares if priority is None else shares.filter(batch__query__priority=priority)


def _edge(*, campaign: int, after: int, with_clips: bool, priority: int | None) -> Shares:
    """The batch of the last share in the window, where there are more."""
    return _untaken(campaign, after, priority).values_list("batch_id")[WINDOW : WINDOW + 1]


def _begun(*, campaign: int, member: int, after: int, until: int, with_clips: bool, priority: int | None) -> Shares:
    """Those whose batch somebody else began: share, batch, who."""
    sibling = Share.objects.filter(batch=OuterRef("batch"), annotator__isnull=False)
    shares = _untaken(campaign, after, priority).filter(
        Exists(sibling), _has_seats(campaign, member, with_clips), batch__lte=until
    )
    others = shares.exclude(Exists(sibling.filter(annotator=member)))
    named = others.annotate(partner=sibling.values("annotator")[:1])
    return named.values_list("pk", "batch_id", "partner")[:MOST_SHARES_SEEN]


def _fresh(*, campaign: int, member: int, after: int, until: int, with_clips: bool, priority: int | None) -> Shares:
    """The first whose batch nobody began: share, batch."""
    sibling = Share.objects.filter(batch=OuterRef("batch"), annotator__isnull=False)
    shares = _untaken(campaign, after, priority).filter(
        ~Exists(sibling), _has_seats(campaign, member, with_clips), batch__lte=until
    )
    return skipping_locked(shares).values_list("pk", "batch_id")[:1]


def _has_seats(campaign: int, member: int, with_clips: bool) -> Exists:
    return Exists(unmet(open_seats(campaign, with_clips=with_clips), member).filter(share=OuterRef("pk")))


def _in_common(member: int) -> Shares:
    mine = Share.objects.filter(annotator=member).order_by("-batch").values("batch")[:MOST_REMEMBERED]
    others = Share.objects.filter(batch__in=mine, annotator__isnull=False).exclude(annotator=member)
    return others.values("annotator").annotate(batches=Count("batch")).values_list("annotator", "batches")


_common = PreparedValues(_in_common, member=int)
