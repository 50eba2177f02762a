"""What a seat asks in a campaign that marks: task, video, condition, and for a third person the pieces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.asking.selectors.videos import proxies
from annotator.models import Ask, AskedPiece, AskTask, Purpose, ReferenceQuestion, Seat
from moments.models import Clip, Moment

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Condition:
    """An instant of a video, which a question shows as its image; None for a video that cannot be shown now."""

    video: Clip | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """What the seat asks; its video is None while it cannot be shown. `pieces` are spans with what is asked of each."""

    task: str
    video: Clip | None
    condition: Condition | None
    pieces: Sequence[tuple[Stretch, str]] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question's task and condition."""

    task: str
    condition_video_id: int | None = None
    condition_ms: int | None = None


def questions_of(seats: Sequence[Seat]) -> dict[int, SeatQuestion]:
    """What each of the seats asks, by its primary key; six SQL queries at most."""
    pairs = {seat.pair_id for seat in seats}
    asks = _asked(pairs)
    videos = dict(Moment.objects.filter(pairs__in=pairs).values_list("pk", "video"))
    shown = proxies([*videos.values(), *(ask.condition_video_id for ask in asks.values() if ask.condition_video_id)])
    pieces = _pieces(seats)
    return {
        seat.pk: SeatQuestion(
            asks[seat.pair_id].task,
            shown.get(videos[seat.pair.moment_id]),
            _condition(asks[seat.pair_id], shown),
            pieces.get(seat.pk, ()),
        )
        for seat in seats
    }


def _asked(pairs: set[int]) -> dict[int, _Asked]:
    """By pair; a question whose answer is known looks like any other."""
    known = ReferenceQuestion.objects.filter(pair__in=pairs).values_list("pair", "condition_video", "condition_ms")
    found = {pair: _Asked(AskTask.MS if video is None else AskTask.IMS, video, at_ms) for pair, video, at_ms in known}
    written = Ask.objects.filter(pair__in=pairs)
    for ask in written:
        found[ask.pair_id or 0] = _Asked(ask.task, ask.condition_video_id, ask.condition_ms)
    return {pair: found.get(pair, _Asked(AskTask.MS)) for pair in pairs}


def _condition(ask: _Asked, shown: dict[int, Clip]) -> Condition | None:
    if ask.condition_video_id is None or ask.condition_ms is None:
        return None
    return Condition(shown.get(ask.condition_video_id), ask.condition_ms)


def _pieces(seats: Sequence[Seat]) -> dict[int, list[tuple[Stretch, str]]]:
    """Those of third persons' seats."""
    third = Seat.objects.filter(pk__in=[seat.pk for seat in seats], purpose=Purpose.CAMPAIGN, round=2)
    places = {(pair, attempt): pk for pk, pair, attempt in third.values_list("pk", "pair", "attempt")}
    found: dict[int, list[tuple[Stretch, str]]] = defaultdict(list)
    if places:
        for piece in AskedPiece.objects.filter(pair__in=[pair for pair, _ in places]).order_by("start_ms"):
            seat = places.get((piece.pair_id, piece.attempt))
            if seat is not None:
                found[seat].append(((piece.start_ms, piece.end_ms), piece.asks))
    return found
