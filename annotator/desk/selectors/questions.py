"""What a seat asks in a marking campaign: task, video, condition, and for a third annotator the pieces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields

from django.db.models import F

from annotator.models import AskedPiece, AskTask, Purpose, Seat
from moments.clips.selectors.whole_videos import ShownVideo, shown_in, shown_parts, shown_videos
from moments.database.prepared import PreparedRows

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Condition:
    """An instant of a video, which a question shows as its image; None for a video that cannot be shown now."""

    video: ShownVideo | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """What the seat asks; its video is None while it cannot be shown. `pieces` are spans with what is asked of each."""

    task: str
    video: ShownVideo | None
    condition: Condition | None
    pieces: Sequence[tuple[Stretch, str]] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """A seat's place, with its question's task, video and condition; what a question without an author lacks is None.

    `known_video` and `known_ms` are the condition of a question whose answer is known: it looks like any other.
    """

    seat: int
    pair: int
    attempt: int
    purpose: str
    round: int
    video: int
    task: str | None
    ask_video: int | None
    ask_ms: int | None
    known_video: int | None
    known_ms: int | None

    @property
    def condition(self) -> tuple[int, int] | None:
        """Video and milliseconds of the image."""
        video, at_ms = (self.known_video, self.known_ms) if self.task is None else (self.ask_video, self.ask_ms)
        return None if video is None or at_ms is None else (video, at_ms)

    @property
    def is_third(self) -> bool:
        """Whether it asks a third annotator."""
        return self.purpose == Purpose.CAMPAIGN and self.round == 2


COLUMNS = (
    "pk", "pair", "attempt", "purpose", "round", "pair__moment__video", "pair__ask__task",
    "pair__ask__condition_video", "pair__ask__condition_ms", "pair__reference__condition_video",
    "pair__reference__condition_ms",
)  # fmt: skip
PAIR = "clip__moment__pairs"  # of the parts of a video


def questions_of(seats: Sequence[Seat]) -> dict[int, SeatQuestion]:
    """What each of the seats asks, by its primary key; three SQL queries at most, mostly one of a single seat."""
    keys = [seat.pk for seat in seats]
    asked, shown = _asked_with_video(keys[0]) if len(keys) == 1 else (_asked_of(keys), {})
    videos = {one.video for one in asked} | {one.condition[0] for one in asked if one.condition}
    if videos - shown.keys():
        shown |= shown_videos(videos - shown.keys())
    pieces = _pieces([one for one in asked if one.is_third])
    return {
        one.seat: SeatQuestion(
            one.task or (AskTask.IMS if one.condition else AskTask.MS),
            shown.get(one.video),
            Condition(shown.get(one.condition[0]), one.condition[1]) if one.condition else None,
            pieces.get(one.seat, ()),
        )
        for one in asked
    }


def _asked_of(seats: list[int]) -> list[_Asked]:
    return [_Asked(*row) for row in Seat.objects.filter(pk__in=seats).values_list(*COLUMNS)]


def _asked_with_video(seat: int) -> tuple[list[_Asked], dict[int, ShownVideo]]:
    """What a single seat asks, with its video: a marking hands out one, and each statement costs a twentieth of it."""
    parts = _with_parts.rows(seat=seat)
    if not parts:
        return _asked_of([seat]), {}
    values, shown = vars(parts[0]), list(shown_in(parts))
    asked = _Asked(*(values[name] for name in PATHS))
    return [asked], {asked.video: shown[0]} if shown else {}


def _from_part(path: str) -> str:
    """Where a part of a seat's video finds that column of the seat."""
    if path == "pair__moment__video":
        return "clip__moment__video"
    head, _, tail = path.partition("__")
    return f"{PAIR}__{tail or 'pk'}" if head == "pair" else f"{PAIR}__seats__{path}"


PATHS = {f"of_{field.name}": _from_part(path) for field, path in zip(fields(_Asked), COLUMNS, strict=True)}
_with_parts = PreparedRows(
    lambda seat: (
        shown_parts().filter(**{f"{PAIR}__seats": seat}).annotate(**{name: F(path) for name, path in PATHS.items()})
    ),
    seat=int,
)


def _pieces(third: Sequence[_Asked]) -> dict[int, list[tuple[Stretch, str]]]:
    """Those of third annotators' seats."""
    seats = {(one.pair, one.attempt): one.seat for one in third}
    found: dict[int, list[tuple[Stretch, str]]] = defaultdict(list)
    if seats:
        for piece in AskedPiece.objects.filter(pair__in=[pair for pair, _ in seats]).order_by("start_ms"):
            seat = seats.get((piece.pair_id, piece.attempt))
            if seat is not None:
                found[seat].append(((piece.start_ms, piece.end_ms), piece.asks))
    return found
