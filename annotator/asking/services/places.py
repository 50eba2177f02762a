"""Finds what a file of questions names in a campaign: its videos, segments and pictures; a bad line is named."""

from __future__ import annotations

from collections.abc import Mapping

from annotator.asking.entries import read_answer_segments, refuse_condition_inside
from annotator.asking.files.question_file import GivenQuestion
from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.campaign.selectors import newest_protocol
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, Moment, Video


class GivenPlaces:
    """The campaign's videos, by name, with their whole moments."""

    def __init__(self, campaign: Campaign) -> None:
        self.protocol: MarkingProtocol = newest_protocol(campaign).marking.protocol
        self.videos: Mapping[str, Video] = {video.name: video for video in campaign.videos.all()}
        self.wholes: Mapping[int, Moment] = {whole.video_id: whole for whole in campaign.moments.filter(whole=True)}

    def video(self, row: GivenQuestion) -> Video:
        """The video that the question is about; raises BadLine if the campaign has none of that name."""
        return self._named(row, "vid_name", row.video_name)

    def whole(self, row: GivenQuestion, video: Video) -> Moment:
        """The moment that is the whole video; raises BadLine if it has none yet."""
        if video.pk not in self.wholes:
            raise row.place.error(f"vid_name: the video '{isolated(video.name)}' has no proxy yet; run cut_clips first")
        return self.wholes[video.pk]

    def segments(self, row: GivenQuestion, video: Video) -> list[list[int]]:
        """The windows in milliseconds; raises BadLine for those that M1 refuses."""
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

    def condition(self, row: GivenQuestion, asked: Video, segments: list[list[int]]) -> tuple[Video | None, int | None]:
        """The picture's video and instant in milliseconds, None for no picture.

        Raises BadLine for an instant after the video's end, and for one that shows an answer in the video `asked`.
        """
        if row.condition is None:
            return None, None
        name, at_s = row.condition
        video, at_ms = self._named(row, "condition_video", name), round(at_s * 1000)
        if at_ms >= self._end_ms(video):
            raise row.place.error(f"condition_s: the video ends at {self._end_ms(video) / 1000:g} s")
        if video == asked:
            _refuse_inside(row, segments, at_ms)
        return video, at_ms

    def _named(self, row: GivenQuestion, field: str, name: str) -> Video:
        if name not in self.videos:
            raise row.place.error(f"{field}: the campaign has no video {name!r}")
        return self.videos[name]

    def _end_ms(self, video: Video) -> int:
        whole = self.wholes.get(video.pk)
        return whole.end_ms if whole else round(video.duration_s * 1000)


def _refuse_inside(row: GivenQuestion, segments: list[list[int]], at_ms: int) -> None:
    try:
        refuse_condition_inside(segments, at_ms)
    except BadInput as error:
        raise row.place.error(f"condition_s: {error.message}") from error
