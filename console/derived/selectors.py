"""Captions and windows as the page shows them: what waits, with the stretch of video to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from annotator.guideline.selectors.reading import ShownClip, smallest_clips
from annotator.marking.segments import Segment
from annotator.marking.written import written
from annotator.models import AskTask, DerivedAsk, DerivedState, DerivedTask
from consensus.derived.selectors import decided_asks, live_derived, truths_of, waiting_derived
from moments.models import Campaign, Moment


@dataclass(frozen=True, slots=True)
class MadeRow:
    """A caption or a window with the stretches to play of the video, None where it cannot be shown."""

    made: DerivedAsk
    clip: ShownClip | None
    stretches: Sequence[Segment]
    is_own: bool

    @property
    def is_caption(self) -> bool:
        """Whether it is a caption of a truth, and not a window around an image."""
        return self.made.task == DerivedTask.CA

    @property
    def times(self) -> str:
        """The stretches in words."""
        return written(self.stretches)


def listed(campaign: Campaign, state: str) -> QuerySet[DerivedAsk]:
    """What is in that state, by question and task; of what waits, only what can be decided now."""
    return waiting_derived(campaign) if state == DerivedState.WAITING else live_derived(campaign).filter(state=state)


def counts(campaign: Campaign) -> dict[str, int]:
    """How many wait and how many count, and how many decided questions have an image and no window."""
    states = Counter(live_derived(campaign).values_list("state", flat=True))
    have = live_derived(campaign).filter(task=DerivedTask.VMS).values("ask")
    open_images = decided_asks(campaign).filter(task=AskTask.IMS).exclude(pk__in=have)
    return {
        "waiting": waiting_derived(campaign).count(),
        "accepted": states[DerivedState.ACCEPTED],
        "without_window": open_images.count(),
    }


def made_rows(found: Sequence[DerivedAsk], *, actor: str) -> list[MadeRow]:
    """The rows, in three SQL queries; `actor` is who looks at them."""
    truths = truths_of([one.ask for one in found if one.task == DerivedTask.CA])
    shown = {one.pk: one.ask.video_id if one.task == DerivedTask.CA else one.ask.condition_video_id for one in found}
    wholes = dict(Moment.objects.filter(video__in=set(shown.values()), whole=True).values_list("video", "pk"))
    clips = smallest_clips(wholes.values())
    return [
        MadeRow(
            made=one,
            clip=clips.get(wholes.get(shown[one.pk] or 0, 0)),
            stretches=_stretches(one, truths),
            is_own=bool(one.requester) and one.requester == actor,
        )
        for one in found
    ]


def _stretches(one: DerivedAsk, truths: dict[int, list[Segment]]) -> Sequence[Segment]:
    if one.start_ms is not None and one.end_ms is not None:
        return [Segment(one.start_ms, one.end_ms)]
    return truths.get(one.ask.pair_id or 0, [])
