"""Cuts videos in parallel: threads run ffmpeg and store bytes; only the caller uses the database."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom

from moments.clips.cutting.child import end_children
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.graphs import CutStretch
from moments.clips.cutting.passes import Outcomes, Wish, cut_moments
from moments.clips.cutting.renditions import POSTER
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.look import ClipLook
from moments.clips.selectors.clips import Want
from moments.clips.services.keeping import Stored, stored_file
from moments.clips.services.proxies import stored_proxy
from moments.clips.services.video_sources import VideoSource
from moments.models import Moment, Video
from moments.models.checks import PROXY

BEAT_S = 10.0
logger = logging.getLogger("reelevance.clips")


@dataclass(frozen=True, slots=True)
class VideoWork:
    """What is wanted of one video, and where it is; `mark` is the caller's own."""

    video: Video
    wants: Sequence[Want]
    source: VideoSource
    look: ClipLook
    mark: object = None
    stop: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class MomentDone:
    """What came of the renditions of a moment, the poster among them."""

    work: VideoWork
    moment: Moment
    stored: Mapping[str, Stored | CutError]


@dataclass(frozen=True, slots=True)
class VideoDone:
    """The video's work is over; `unfinished` where it had to stop before its end."""

    work: VideoWork
    unfinished: bool


Event = MomentDone | VideoDone


def cut_videos(
    take: Callable[[], VideoWork | None], *, workers: int, beat: Callable[[], None] = lambda: None
) -> Iterator[Event]:
    """Takes work as long as there is some, keeps `workers` threads busy, yields each moment as it is stored.

    `beat` is called between events, at least every 10 s. Everything but the cutting happens in the caller's
    thread. Where the caller goes away, ffmpeg is ended and what was not yielded is lost.
    """
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    working: list[VideoWork] = []
    try:
        while True:
            while len(working) < workers and (work := take()) is not None:
                working.append(work)
                threading.Thread(target=_cut_all_of, args=(work, events), daemon=True).start()
            if not working:
                return
            beat()
            try:
                event = events.get(timeout=BEAT_S)
            except queue.Empty:
                continue
            if isinstance(event, VideoDone):
                working.remove(event.work)
            yield event
    finally:
        for work in working:
            work.stop.set()
        if working:
            end_children()


def _cut_all_of(work: VideoWork, events: queue.SimpleQueue[Event]) -> None:
    reported: set[int] = set()
    try:
        with scratch_folder("reelevance-cut") as scratch:
            for moment, stored in _moments_of(work, scratch):
                reported.add(moment.pk)
                events.put(MomentDone(work, moment, stored))
                if work.stop.is_set():
                    break
    except CutError as error:
        _fail(work, reported, error, events)
    except Exception:  # a mistake of ours must neither stop the others nor be tried for ever
        logger.exception("cutting video %s failed", work.video.pk)
        _fail(work, reported, CutError("broken_off", "cutting failed; see the log for the reason"), events)
    unfinished = work.stop.is_set() and len(reported) < len(work.wants)
    events.put(VideoDone(work, unfinished))


def _fail(work: VideoWork, reported: set[int], error: CutError, events: queue.SimpleQueue[Event]) -> None:
    for want in work.wants:
        if want.moment.pk not in reported:
            reported.add(want.moment.pk)
            events.put(MomentDone(work, want.moment, dict.fromkeys([*want.renditions, POSTER], error)))


def _moments_of(work: VideoWork, scratch: Path) -> Iterator[tuple[Moment, Mapping[str, Stored | CutError]]]:
    with work.source.video(work.video.name, scratch) as path:
        look = work.look.for_video(path)
        moments: dict[int, Moment] = {}
        wishes = []
        for want in work.wants:
            if PROXY in want.renditions:
                yield want.moment, {PROXY: stored_proxy(path, scratch)}
                continue
            stretch = stretch_of(want.moment, path, look)
            names = [*want.renditions, POSTER]
            wish = Wish(stretch, {name: scratch / f"{want.moment.pk}.{name}" for name in names})
            moments[id(wish)] = want.moment
            wishes.append(wish)
        for wish, outcomes in _in_an_order_that_tells_nothing(wishes):
            yield moments[id(wish)], _stored(wish, outcomes)


def stretch_of(moment: Moment, path: Path, look: ClipLook) -> CutStretch:
    """What is cut of a moment."""
    return CutStretch(
        path, moment.start_s, moment.end_s, look.height, look.fps, sound=look.sound, backward=moment.is_backward
    )


def _in_an_order_that_tells_nothing(wishes: Sequence[Wish]) -> Iterator[tuple[Wish, Outcomes]]:
    """As they are cut; where some play backwards, in a random order once all are cut.

    A bucket says when a clip was stored, and twins of which one always came first would be told apart by that.
    """
    done = cut_moments(wishes)
    if any(wish.stretch.backward for wish in wishes):
        return iter(_shuffled(list(done)))
    return done


def _shuffled(done: list[tuple[Wish, Outcomes]]) -> list[tuple[Wish, Outcomes]]:
    SystemRandom().shuffle(done)
    return done


def _stored(wish: Wish, outcomes: Outcomes) -> Mapping[str, Stored | CutError]:
    return {
        name: outcome if isinstance(outcome, CutError) else stored_file(name, wish.targets[name], outcome)
        for name, outcome in outcomes.items()
    }
