"""The map of one video: all truths and open markings by question, what was watched by whom, gaps and pool clips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse

from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, Viewing
from annotator.people.selectors.access import Lead
from consensus.labels.selectors.marked import marked_videos
from consensus.models import TruthSegment
from consensus.pools.pool import Pool
from consensus.truths.selectors.complete import AUTHOR, MARKER, given_answers
from console.frame.lanes import Lane, gaps, watched_segments
from moments.base.errors import BadInput
from moments.models import Campaign, Clip, Moment, Video
from moments.models.checks import PROXY

ROLES = {1: "author", 2: "marker"}


@dataclass(frozen=True, slots=True)
class VideoMap:
    """All that the page of a video shows.

    `moment` is the number by which it is cut again; `trouble` says why there is no pool, if a truth does not fit.
    """

    video: Video
    moment: int
    duration_ms: int
    proxy: Clip | None
    asks: Sequence[Ask]
    questions: Sequence[Lane]
    watched: Sequence[Lane]
    pool: Pool | None
    pool_lanes: Sequence[Lane]
    unwatched_ms: int
    trouble: str = ""

    @property
    def lanes(self) -> list[Lane]:
        """Everything below the filmstrip, in order."""
        return [*self.questions, *self.watched, *self.pool_lanes]

    @property
    def watched_percent(self) -> int:
        """How much of the video somebody has watched."""
        return round(100 * (self.duration_ms - self.unwatched_ms) / self.duration_ms)


def video_map(lead: Lead, video_id: int) -> VideoMap:
    """The map, in a fixed number of SQL queries; raises Http404 unless the campaign has that whole video."""
    whole = Moment.objects.filter(campaign=lead.campaign, video=video_id, whole=True).select_related("video").first()
    if whole is None:
        raise Http404("no such video")
    asks = list(
        Ask.objects.filter(video=whole.video, pair__isnull=False)
        .exclude(state=AskState.DRAFT)
        .select_related("author__user", "pair__query")
        .order_by("number")
    )
    watched, unwatched = _watched(whole)
    pool, trouble = _pool(lead.campaign, whole.video)
    return VideoMap(
        video=whole.video,
        moment=whole.desc_id,
        duration_ms=whole.end_ms,
        proxy=Clip.objects.filter(moment=whole, rendition=PROXY).first(),
        asks=asks,
        questions=_questions(lead.campaign, asks),
        watched=watched,
        pool=pool,
        pool_lanes=_pool_lanes(pool) if pool else (),
        unwatched_ms=sum(one.length_ms for one in unwatched),
        trouble=trouble,
    )


def _questions(campaign: Campaign, asks: Sequence[Ask]) -> list[Lane]:
    """The truth of each question, or what author and marker marked of one that has none."""
    truths = _truths(asks)
    given = given_answers([ask.pair for ask in asks if ask.pair and ask.pk not in truths])
    lanes = []
    for ask in asks:
        assert ask.pair is not None
        text, link = ask.pair.query.text, reverse("question", args=[campaign.slug, ask.number])
        name = f"{ask.number}: {text}"
        if ask.pk in truths:
            lanes.append(Lane("truth", name, truths[ask.pk], "truth", link, text))
            continue
        answers = given.get(ask.pair_id or 0, {})
        for place, role in ((AUTHOR, "author"), (MARKER, "marker")):
            if place in answers:
                words = f"{role}, {ask.get_state_display()}"
                lanes.append(Lane(role, name, answers[place].answer.segments, words, link, text))
        if not answers:
            marked = watched_segments(ask.segments) if ask.state == AskState.SUBMITTED else ()
            lanes.append(Lane("author", name, marked, f"author, {ask.get_state_display()}", link, text))
    return lanes


def _truths(asks: Sequence[Ask]) -> Mapping[int, Sequence[Segment]]:
    accepted = [ask.pk for ask in asks if ask.state == AskState.ACCEPTED]
    rows = TruthSegment.objects.filter(verdict__pair__ask__in=accepted, verdict__superseded=False)
    found: dict[int, list[Segment]] = defaultdict(list)
    for ask, start, end in rows.order_by("start_ms").values_list("verdict__pair__ask", "start_ms", "end_ms"):
        found[ask].append(Segment(start, end))
    return found


def _watched(whole: Moment) -> tuple[list[Lane], tuple[Segment, ...]]:
    """A lane for each person's viewing and one of what nobody watched; and the latter's stretches."""
    viewings = Viewing.objects.filter(share__batch__video=whole.video_id).select_related(
        "share__annotator", "share__batch"
    )
    lanes: list[Lane] = []
    everything: list[Segment] = []
    for one in viewings.order_by("share__batch__number", "share__number"):
        segments, watcher = watched_segments(one.watched), one.share.annotator
        everything += segments
        role = ROLES.get(one.share.number, "third annotator")
        lanes.append(Lane("watched", f"Watched by the {role}", segments, watcher.pseudonym if watcher else ""))
    left = gaps(everything, duration_ms=whole.end_ms)
    return [*lanes, Lane("gap", "Watched by nobody", left)], left


def _pool(campaign: Campaign, video: Video) -> tuple[Pool | None, str]:
    try:
        return next((marked.pool for marked in marked_videos(campaign, video=video.pk)), None), ""
    except BadInput as problem:
        return None, str(problem)


def _pool_lanes(pool: Pool) -> list[Lane]:
    """The clips of the pool: truths and fillers apart, which only leads may see."""
    truths = sorted(clip.segment for clip in pool.clips if clip.truth_of)
    fillers = sorted(clip.segment for clip in pool.clips if not clip.truth_of)
    return [
        Lane("truth lane-pool", "Pool: clips of truths", truths),
        Lane("open lane-pool", "Pool: fillers", fillers),
    ]
