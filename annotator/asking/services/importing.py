"""Imports ready questions and quotas: all of a file or nothing of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.asking.entries import read_answer_segments, refuse_condition_inside
from annotator.asking.files.question_file import GivenQuestion
from annotator.asking.files.quota_file import GivenQuota
from annotator.asking.ledger_kinds import QUESTIONS_IMPORTED, QUOTAS_SET
from annotator.asking.selectors.asks import require_writing
from annotator.asking.services.drafts import next_number
from annotator.models import Ask, AskQuota
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, Video

CHUNK = 2000
Told = tuple[int, str, str, int | None, int | None]


@dataclass(frozen=True, slots=True)
class ImportedQuestions:
    """How many questions were added, and how many were there already."""

    added: int
    known: int


@transaction.atomic
def import_questions(
    *, campaign: Campaign, rows: Sequence[GivenQuestion], now: datetime, actor: str
) -> ImportedQuestions:
    """Add the questions as drafts that nobody has; the first person who gets their video gets them too.

    A question with the same text, task, video and picture as one that is there adds nothing, so that a second run adds
    nothing. Raises BadLine, with nothing added, for an unknown video, and for windows or a picture that cannot be.
    """
    require_writing(campaign)
    hold_campaign(campaign)
    maker = _Maker(campaign, now)
    number = next_number(campaign)
    fresh: list[Ask] = []
    for row in rows:
        ask = maker.ask(row, number + len(fresh))
        if ask is not None:
            fresh.append(ask)
    Ask.objects.bulk_create(fresh, batch_size=CHUNK)
    if fresh:
        payload = {"added": len(fresh)}
        record_decision(campaign=campaign, kind=QUESTIONS_IMPORTED, actor=actor, payload=payload, now=now)
    return ImportedQuestions(len(fresh), len(rows) - len(fresh))


@transaction.atomic
def set_quotas(*, campaign: Campaign, rows: Sequence[GivenQuota], now: datetime, actor: str) -> int:
    """Let these quotas take the place of all earlier ones; how many questions they want."""
    require_writing(campaign)
    hold_campaign(campaign)
    AskQuota.objects.filter(campaign=campaign).delete()
    AskQuota.objects.bulk_create(
        AskQuota(campaign=campaign, domain=row.domain, task=row.task, wanted=row.wanted) for row in rows
    )
    wanted = sum(row.wanted for row in rows)
    quotas = [[row.domain, row.task, row.wanted] for row in rows]
    payload = {"wanted": wanted, "quotas": quotas}
    record_decision(campaign=campaign, kind=QUOTAS_SET, actor=actor, payload=payload, now=now)
    return wanted


class _Maker:
    """Makes questions of rows, each once."""

    def __init__(self, campaign: Campaign, now: datetime) -> None:
        self.campaign, self.now = campaign, now
        self.protocol: MarkingProtocol = newest_protocol(campaign).marking.protocol
        self.videos: Mapping[str, Video] = {video.name: video for video in campaign.videos.all()}
        whole = campaign.moments.filter(whole=True)
        self.ends = {video: round(end_s * 1000) for video, end_s in whole.values_list("video", "end_s")}
        self.known: set[Told] = set(
            campaign.asks.values_list("video", "task", "text", "condition_video", "condition_ms")
        )

    def ask(self, row: GivenQuestion, number: int) -> Ask | None:
        """The question, None if it is there already; raises BadLine if it cannot be."""
        video = self._video(row, "vid_name", row.video_name)
        segments = self._segments(row, video)
        shown, at_ms = self._condition(row)
        told = (video.pk, row.task, row.text, shown.pk if shown else None, at_ms)
        if told in self.known:
            return None
        self.known.add(told)
        if shown == video and at_ms is not None:
            _refuse_inside(row, segments, at_ms)
        return Ask(
            campaign=self.campaign,
            number=number,
            video=video,
            task=row.task,
            text=row.text,
            origin=row.origin,
            segments=segments,
            condition_video=shown,
            condition_ms=at_ms,
            created_at=self.now,
            changed_at=self.now,
        )

    def _video(self, row: GivenQuestion, field: str, name: str) -> Video:
        if name not in self.videos:
            raise row.place.error(f"{field}: the campaign has no video {name!r}")
        return self.videos[name]

    def _segments(self, row: GivenQuestion, video: Video) -> list[list[int]]:
        end_ms = self._end_ms(video)
        slack_ms = round(row.slack_s * 1000)
        stretches = [[round(start * 1000), round(end * 1000)] for start, end in row.windows]
        for stretch in stretches:
            if end_ms < stretch[1] <= end_ms + slack_ms:
                stretch[1] = end_ms
        try:
            return read_answer_segments(stretches, duration_ms=end_ms, protocol=self.protocol)
        except BadInput as error:
            raise row.place.error(f"windows: {error.message}") from error

    def _condition(self, row: GivenQuestion) -> tuple[Video | None, int | None]:
        if row.condition is None:
            return None, None
        name, at_s = row.condition
        video, at_ms = self._video(row, "condition_video", name), round(at_s * 1000)
        if at_ms >= self._end_ms(video):
            raise row.place.error(f"condition_s: the video ends at {self._end_ms(video) / 1000:g} s")
        return video, at_ms

    def _end_ms(self, video: Video) -> int:
        return self.ends.get(video.pk, round(video.duration_s * 1000))


def _refuse_inside(row: GivenQuestion, segments: list[list[int]], at_ms: int) -> None:
    try:
        refuse_condition_inside(segments, at_ms)
    except BadInput as error:
        raise row.place.error(f"condition_s: {error.message}") from error
