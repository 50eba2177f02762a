"""Adds questions whose answer is known, for exams and hidden checks of marking campaigns, and sets their answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.exam.ledger_kinds import REFERENCE_SET, REFERENCES_ADDED
from annotator.exam.selectors.numbers import next_number
from annotator.exam.selectors.references import is_graded_by, known_answers
from annotator.marking.reading import SegmentsError, read_segments
from annotator.marking.segments import Segment
from annotator.models import ReferenceQuestion, ReferenceSegment
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign, CampaignKind, Moment, Pair, Query, Split

CHUNK = 1000


@dataclass(frozen=True, slots=True)
class KnownQuestion:
    """A question about a whole video with its answer; no segments: "no answer here".

    The condition is a video and an instant in milliseconds. `source` is the pair of which it is a copy.
    """

    whole: Moment
    text: str
    segments: tuple[Segment, ...]
    condition: tuple[int, int] | None = None
    source: Pair | None = None


@transaction.atomic
def add_references(*, campaign: Campaign, questions: Sequence[KnownQuestion], now: datetime, actor: str) -> list[Pair]:
    """Store the questions in the exam split, each with its pair and its answer; the pairs, in order.

    Raises BadInput if the campaign does not mark.
    """
    require_marking(campaign)
    hold_campaign(campaign)
    first = next_number(campaign)
    queries = Query.objects.bulk_create(
        [
            Query(campaign=campaign, query_id=number, split=Split.EXAM, text=one.text)
            for number, one in enumerate(questions, first)
        ],
        batch_size=CHUNK,
    )
    pairs = Pair.objects.bulk_create(
        [
            Pair(campaign=campaign, query=query, moment=one.whole, number=query.query_id, rank=1, similarity=0)
            for one, query in zip(questions, queries, strict=True)
        ],
        batch_size=CHUNK,
    )
    known = list(zip(pairs, questions, strict=True))
    ReferenceQuestion.objects.bulk_create([_reference(pair, one, now) for pair, one in known], batch_size=CHUNK)
    ReferenceSegment.objects.bulk_create(
        [segment for pair, one in known for segment in _rows(pair, one.segments)], batch_size=CHUNK
    )
    if pairs:
        sources = [one.source.number for one in questions if one.source is not None]
        payload = {"pairs": [pair.number for pair in pairs], "sources": sources}
        record_decision(campaign=campaign, kind=REFERENCES_ADDED, actor=actor, payload=payload, now=now)
    return pairs


@transaction.atomic
def set_reference(*, pair: Pair, segments: object, now: datetime, actor: str) -> bool:
    """Give a question with a known answer another one, as decoded JSON (M1); False if it has it already.

    Raises BadInput for a question without a known answer, for segments that M1 refuses, and once people were graded
    by the answer.
    """
    hold_campaign(pair.campaign)
    known = known_answers([pair.pk])
    if pair.pk not in known:
        raise BadInput(f"question {pair.number} has no known answer")
    before, answer = known[pair.pk].segments, _read(segments, pair)
    if answer == before:
        return False
    if is_graded_by(pair):
        raise BadInput(
            f"question {pair.number} is in an exam that was opened; people were graded by its answer, so it can no "
            "longer change"
        )
    ReferenceSegment.objects.filter(pair=pair).delete()
    ReferenceSegment.objects.bulk_create(_rows(pair, answer))
    payload = {"segments": _bodies(answer), "before": _bodies(before)}
    record_decision(campaign=pair.campaign, kind=REFERENCE_SET, actor=actor, payload=payload, now=now, pair=pair)
    return True


def require_marking(campaign: Campaign) -> None:
    """Raise BadInput unless the campaign marks."""
    if campaign.kind != CampaignKind.MARK:
        raise BadInput("questions with known answers are for marking campaigns", field="campaign")


def _reference(pair: Pair, one: KnownQuestion, now: datetime) -> ReferenceQuestion:
    video, at_ms = one.condition or (None, None)
    return ReferenceQuestion(pair=pair, source=one.source, condition_video_id=video, condition_ms=at_ms, created_at=now)


def _rows(pair: Pair, segments: Sequence[Segment]) -> list[ReferenceSegment]:
    return [ReferenceSegment(pair=pair, start_ms=one.start_ms, end_ms=one.end_ms) for one in segments]


def _bodies(segments: Sequence[Segment]) -> list[list[int]]:
    return [[one.start_ms, one.end_ms] for one in segments]


def _read(segments: object, pair: Pair) -> tuple[Segment, ...]:
    protocol = newest_protocol(pair.campaign).marking.protocol
    try:
        return read_segments(segments, duration_ms=pair.moment.end_ms, protocol=protocol)
    except SegmentsError as error:
        raise BadInput(str(error), field="segments") from error
