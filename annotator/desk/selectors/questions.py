"""What a seat asks in a campaign that marks: task, video, condition, and for a third person the pieces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.asking.selectors.videos import proxies
from annotator.models import Ask, AskedPiece, AskTask, Purpose, Seat
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


def questions_of(seats: Sequence[Seat]) -> dict[int, SeatQuestion]:
    """What each of the seats asks, by its primary key; five SQL queries at most."""
    pairs = {seat.pair_id for seat in seats}
    asks = {ask.pair_id: ask for ask in Ask.objects.filter(pair__in=pairs)}
    videos = dict(Moment.objects.filter(pairs__in=pairs).values_list("pk", "video"))
    shown = proxies([*videos.values(), *(ask.condition_video_id for ask in asks.values() if ask.condition_video_id)])
    pieces = _pieces(seats)
    return {
        seat.pk: SeatQuestion(
            asks[seat.pair_id].task if seat.pair_id in asks else AskTask.MS,
            shown.get(videos[seat.pair.moment_id]),
            _condition(asks.get(seat.pair_id), shown),
            pieces.get(seat.pk, ()),
        )
        for seat in seats
    }


def _condition(ask: Ask | None, shown: dict[int, Clip]) -> Condition | None:
    if ask is None or ask.condition_video_id is None or ask.condition_ms is None:
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
