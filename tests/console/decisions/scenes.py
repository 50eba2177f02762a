"""Campaigns with something to decide in each queue."""

from __future__ import annotations

from django.core.cache import cache
from django.urls import reverse

from annotator.models import ProblemKind, Seat
from annotator.problems.services.reporting import report_problem
from moments.models import Campaign, Clip
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import NOW, claim, make_query, opened_campaign, score_all, settle
from tests.marking import asked, finished, marking_campaign

PROGRAM = {"HX-Request": "true"}


@built_once
def discarded_scene() -> Campaign:
    """Pairs 1 to 3 of "camp" are discarded, each with the scores 0, 4, 1, 4; pair 4 agrees on 3."""
    campaign, members = opened_campaign("camp", people=4, pairs=4, protocol=Protocol(batch_size=4, window=2))
    given: dict[int, int] = {}

    def score(pair, member):
        given[pair.rank] = given.get(pair.rank, 0) + 1
        return 3 if pair.rank == 4 else (0, 4, 1, 4)[given[pair.rank] - 1]

    for after in (61, 122):
        score_all(members, score)
        settle(campaign, after_s=after)
    make_query(campaign, pairs=1)
    return campaign


def marked_scene(each: int = 1) -> Campaign:
    """ "long": the first `each` questions are unclear, as many not visible; nobody is left for the last; videos failed.

    The first video is whole; the proxies of `each` others failed.
    """
    cache.clear()
    campaign, (author, marker) = marking_campaign(people=2, videos=1 + each)
    for _ in range(3 * each):
        asked(author)
    finished(author)
    seats = sorted(claim(marker, 3 * each), key=lambda seat: seat.pair.number)
    kinds = [ProblemKind.QUERY] * each + [ProblemKind.NOTHING_VISIBLE] * each
    for seat, kind in zip(seats, kinds, strict=False):
        report_problem(member=marker, seat=seat.public_id, kind=kind, note=f"it is {kind.value}", now=NOW)
    for seat in seats[2 * each :]:
        Seat.objects.filter(pk=seat.pk).update(state="settled")
        Seat.objects.create(campaign=campaign, pair=seat.pair, round=2, number=1)
    failed = Clip.objects.filter(moment__video__in=campaign.videos.order_by("pk")[1:])
    failed.update(state="failed", reason="no such video", frames=0, size=0)
    return campaign


def queue_page(kind: str, slug: str = "camp") -> str:
    return reverse("decisions-queue", args=[slug, kind])


def act(kind: str, item: int, what: str = "item") -> str:
    return reverse(f"decisions-{what}", args=["camp", kind, item])
