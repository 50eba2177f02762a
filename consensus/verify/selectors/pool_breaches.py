"""Searches the pools that an export would have now for what M6 does not allow."""

from __future__ import annotations

from collections.abc import Iterator

from consensus.labels.marked_rows import MarkedQuestion, MarkedVideo
from consensus.labels.selectors.marked import marked_videos
from consensus.pools.pool import GRID_MS
from moments.base.errors import BadInput
from moments.models import Campaign


def pool_breaches(campaign: Campaign) -> Iterator[str]:
    """Each breach as one line that begins with M6."""
    try:
        for video in marked_videos(campaign):
            yield from pool_faults(video)
    except (BadInput, ValueError) as problem:
        yield f"M6: no pools can be made: {problem}"


def pool_faults(video: MarkedVideo) -> Iterator[str]:
    """What M6 does not allow in the pool of one video."""
    clips = video.pool.clips
    if len({(clip.start_s, clip.end_s) for clip in clips}) != len(clips):
        yield f"M6: the pool of the video {video.name!r} has a clip twice"
    if any(clip.start_s * GRID_MS >= video.duration_ms for clip in clips):
        yield f"M6: the pool of the video {video.name!r} has a clip beyond its end"
    truths = [truth for question in video.questions for truth in question.truths]
    fillers = [clip.segment for clip in clips if not clip.truth_of]
    if any(filler.overlap_ms(truth) for filler in fillers for truth in truths):
        yield f"M6: a filler in the pool of the video {video.name!r} shows a truth"
    for question in video.questions:
        if not _has_its_truths(video, question):
            yield (
                f"M6: the pool of the video {video.name!r} does not have every truth of question {question.question_id}"
            )


def _has_its_truths(video: MarkedVideo, question: MarkedQuestion) -> bool:
    use = video.use(question)
    right = [video.pool.clips[at].segment for at in use.truths]
    found = all(any(clip.covers(truth) for clip in right) for truth in question.truths)
    return found and not {*use.truths} & {*use.ignored, *use.left_out}
