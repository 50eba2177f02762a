"""All that an author's program shows: the video, the questions about it, those that came back, what is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.asking.assigning import Wish
from annotator.asking.selectors.asks import (
    asks_about,
    current_viewing,
    reason_without_writing,
    require_writing,
    returned_asks,
    wishes,
)
from annotator.asking.selectors.next_video import has_next
from annotator.asking.selectors.videos import proxies
from annotator.joining.selectors.road import Reason
from annotator.models import Ask, Membership, Viewing
from moments.models import Clip


@dataclass(frozen=True, slots=True)
class WritingDesk:
    """What the author has; `proxies` are those of all videos that the questions name, by the video's primary key."""

    viewing: Viewing | None
    asks: Sequence[Ask]
    returned: Sequence[Ask]
    wanted: Sequence[Wish]
    proxies: Mapping[int, Clip]
    reason: Reason | None


def writing_desk(member: Membership) -> WritingDesk:
    """The author's desk as it is; raises BadInput in a campaign in which nobody writes."""
    require_writing(member.campaign)
    viewing = current_viewing(member)
    asks = list(asks_about(viewing)) if viewing else []
    returned = list(returned_asks(member))
    video = viewing.share.batch.video if viewing else None
    named = {ask.condition_video_id for ask in (*asks, *returned)} | {ask.video_id for ask in returned}
    if video is not None:
        named.add(video.pk)
    return WritingDesk(
        viewing=viewing,
        asks=asks,
        returned=returned,
        wanted=wishes(member.campaign, domain=video.domain) if video else [],
        proxies=proxies(pk for pk in named if pk is not None),
        reason=None if viewing else _reason(member),
    )


def _reason(member: Membership) -> Reason | None:
    reason = reason_without_writing(member)
    return "no_work" if reason is None and not has_next(member) else reason
