"""Orders to cut: made once, their videos taken by one worker each, given back or given up."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.campaign.services import hold_campaign
from moments.clips.selectors.cutting import ACTIVE, active_order, lacking_moments, next_videos, videos_to_cut
from moments.models import Campaign, Clip, ClipState, CutOrder, Video, VideoCut, VideoCutState

LEASE = timedelta(seconds=45)
MOST_ATTEMPTS = 3
BROKEN_OFF = f"cutting this video was interrupted {MOST_ATTEMPTS} times"
CHUNK = 1000
AT_ONCE = 10


def order_clips(
    *, campaign: Campaign, source: str, everything: bool = False, failed: bool = False, now: datetime
) -> CutOrder | None:
    """An order over the videos that lack something (or of which clips failed); None if none does.

    Where the same order is being worked off already, it is that one. Raises BadInput if another is.
    """
    with transaction.atomic():
        hold_campaign(campaign)
        active = active_order(campaign)
        if active is not None and (active.source, active.everything) != (source, everything):
            raise BadInput(f"clips from {active.source} are already being cut; wait until they are done or stop them")
        videos = videos_to_cut(campaign, everything=everything, failed=failed)
        numbers = list(videos.values_list("pk", flat=True))
        if active is not None:
            _add_videos(active, numbers)
            return active
        if not numbers:
            return None
        order = CutOrder.objects.create(campaign=campaign, source=source, everything=everything, ordered_at=now)
        _add_videos(order, numbers)
    return order


@transaction.atomic
def order_video_again(*, video: Video, source: str, now: datetime, moments: Collection[int] = ()) -> CutOrder:
    """Cut what of the video failed once more, within the order that is being worked off if there is one.

    Clips of the `moments` (by primary key) are cut again even if they are there; nobody sees them until then. All of
    them are pending from now on. Raises BadInput if there are none, and if clips from another place are being cut.
    """
    campaign = video.campaign
    hold_campaign(campaign)
    again = Q(state=ClipState.FAILED) | Q(state=ClipState.READY, moment__in=list(moments))
    clips = Clip.objects.filter(again, moment__video=video)
    if not clips.exists():
        raise BadInput(f"no clip of {isolated(video.name)} {'is there' if moments else 'has failed'}")
    order = active_order(campaign)
    if order is not None and order.source != source:
        raise BadInput(f"clips from {order.source} are already being cut; wait until they are done or stop them")
    if order is None:
        order = CutOrder.objects.create(campaign=campaign, source=source, ordered_at=now)
    clips.update(state=ClipState.PENDING, reason="")
    _add_videos(order, [video.pk])
    return order


def _add_videos(order: CutOrder, numbers: Sequence[int]) -> None:
    """Videos that are through and lack something again wait again, from the first attempt."""
    through = Q(state__in=(VideoCutState.DONE, VideoCutState.FAILED))
    for start in range(0, len(numbers), CHUNK):
        again = order.videos.filter(through, video__in=numbers[start : start + CHUNK])
        again.update(state=VideoCutState.WAITING, attempts=0, leased_until=None, reason="")
    rows = [VideoCut(order=order, video_id=number) for number in numbers]
    VideoCut.objects.bulk_create(rows, batch_size=CHUNK, ignore_conflicts=True)


def stop_order(*, order: CutOrder, now: datetime) -> bool:
    """Stop the order, so that nobody takes another of its videos; whether it was running."""
    return bool(CutOrder.objects.filter(ACTIVE, pk=order.pk).update(stopped_at=now))


def take_video(*, order: CutOrder | None = None, now: datetime) -> VideoCut | None:
    """The next video, leased only to the caller; gives up videos that were broken off too often on the way."""
    while rows := list(next_videos(order, now)[:AT_ONCE]):
        for cut in rows:
            mine = _as_it_was(cut)
            if cut.attempts >= MOST_ATTEMPTS:
                if mine.update(state=VideoCutState.FAILED, reason=BROKEN_OFF, leased_until=None):
                    _give_up(cut, BROKEN_OFF)
                continue
            leased = {"taken_at": now, "leased_until": now + LEASE, "attempts": F("attempts") + 1}
            if mine.update(state=VideoCutState.CUTTING, **leased):
                cut.refresh_from_db(fields=["state", "attempts", "taken_at", "leased_until"])
                return cut
    return None


def _as_it_was(cut: VideoCut) -> QuerySet[VideoCut]:
    return VideoCut.objects.filter(
        pk=cut.pk, state=cut.state, attempts=cut.attempts, leased_until=cut.leased_until,
        order__finished_at=None, order__stopped_at=None,
    )  # fmt: skip


def _give_up(cut: VideoCut, reason: str) -> None:
    """What the video lacks has failed, so that it is listed with a reason and can be tried again."""
    campaign = cut.order.campaign
    moments = lacking_moments(campaign, everything=cut.order.everything).filter(video=cut.video_id)
    rows = [Clip(moment=moment, rendition=name) for moment in moments for name in campaign.rendition_names]
    Clip.objects.bulk_create(rows, batch_size=CHUNK, ignore_conflicts=True)
    unready = Clip.objects.filter(moment__video=cut.video_id, state=ClipState.PENDING)
    unready.filter(moment__in=moments).update(state=ClipState.FAILED, reason=reason)


def renew_lease(*, cut: VideoCut, now: datetime) -> bool:
    """Whether the video is still the caller's and its order goes on."""
    return bool(_held(cut).filter(order__stopped_at=None).update(leased_until=now + LEASE))


def end_video(*, cut: VideoCut) -> bool:
    """The video is through; whether it was still the caller's."""
    return bool(_held(cut).update(state=VideoCutState.DONE, leased_until=None))


def fail_video(*, cut: VideoCut, reason: str) -> bool:
    """The video cannot be cut at all, for that reason; whether it was still the caller's."""
    failed = bool(_held(cut).update(state=VideoCutState.FAILED, reason=reason, leased_until=None))
    if failed:
        _give_up(cut, reason)
    return failed


def give_back(*, cut: VideoCut) -> bool:
    """The caller had to stop although nothing failed: another worker takes the rest, and no attempt is counted."""
    return bool(_held(cut).update(state=VideoCutState.WAITING, leased_until=None, attempts=F("attempts") - 1))


def _held(cut: VideoCut) -> QuerySet[VideoCut]:
    return VideoCut.objects.filter(pk=cut.pk, state=VideoCutState.CUTTING, attempts=cut.attempts)


def finish_orders(*, now: datetime) -> int:
    """End the orders all of whose videos are through; how many."""
    going = VideoCut.objects.filter(order=OuterRef("pk"), state__in=(VideoCutState.WAITING, VideoCutState.CUTTING))
    return CutOrder.objects.filter(ACTIVE).filter(~Exists(going)).update(finished_at=now)
