"""What lies in the places of videos, held against the videos of a campaign or of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Max

from moments.base.errors import BadInput
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.probing import probe_video
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.selectors.video_places import video_places
from moments.clips.services.places import require_allowed
from moments.clips.services.video_sources import FolderSource, source_named
from moments.corpus.files.moment_file import GivenMoment
from moments.corpus.files.values import Place
from moments.material.matching import Match, PlacedFile, match_names
from moments.models import Campaign

MOST_LISTED = 20_000
MOST_MEASURED = 100


@dataclass(frozen=True, slots=True)
class Comparison:
    """Videos held against a place; `is_cut_off` if it holds more than was looked at."""

    place: str
    match: Match
    is_cut_off: bool


def names_of_campaign(campaign: Campaign) -> dict[str, int]:
    """The campaign's videos with the number of their moments, by name."""
    return dict(campaign.videos.order_by("name").annotate(n=Count("moments")).values_list("name", "n"))


def names_in(rows: Iterable[str]) -> dict[str, int]:
    """The videos that the rows of a file name, with the number of their rows, by name."""
    return dict(sorted(Counter(rows).items()))


def compared(campaign: Campaign, place: str, names: Mapping[str, int], *, by_admin: bool) -> Comparison:
    """The names held against what lies in the place; raises BadInput for one that the person may not name or read."""
    require_allowed(campaign, place, by_admin=by_admin)
    listed = source_named(place).listed(MOST_LISTED + 1)
    placed = [PlacedFile(file, size) for file, size in listed[:MOST_LISTED]]
    return Comparison(place, match_names(names, placed), len(listed) > MOST_LISTED)


def place_asked(campaign: Campaign, asked: str, *, by_admin: bool) -> str:
    """The place that was asked for, else the one to begin with; empty if there is none."""
    return asked.strip() or video_places(campaign, by_admin=by_admin).source


class CampaignGaps:
    """Fills what a file of moments leaves out: lengths from the campaign's videos or their files, numbers in order.

    A moment without a number that the campaign has already gets the number that it has there.
    """

    def __init__(self, campaign: Campaign, place: str, *, by_admin: bool) -> None:
        self._campaign, self._place, self._by_admin = campaign, place, by_admin
        self._lengths: dict[str, float | str] = dict(campaign.videos.values_list("name", "duration_s"))
        self._left = MOST_MEASURED

    def duration_s(self, place: Place, video_name: str) -> float:
        """The length that the campaign has, else that of the file; raises BadLine where there is neither."""
        if video_name not in self._lengths:
            self._lengths[video_name] = self._measured(video_name)
        found = self._lengths[video_name]
        if isinstance(found, str):
            raise place.error(f"duration: is missing, and {video_name!r} cannot be measured: {found}")
        return found

    def desc_id(self, moment: GivenMoment) -> int:
        """The number that the same moment has in the campaign, else the next one."""
        key = (moment.video_name, moment.start_s, moment.end_s, moment.description, moment.kind)
        if numbers := self._known.get(key):
            return numbers.pop(0)
        self._next += 1
        return self._next - 1

    @cached_property
    def _known(self) -> dict[tuple[str, float, float, str, str], list[int]]:
        found: dict[tuple[str, float, float, str, str], list[int]] = {}
        fields = ("video__name", "start_s", "end_s", "description", "kind", "desc_id")
        rows = self._campaign.moments.order_by("desc_id").values_list(*fields)
        for video, start_s, end_s, description, kind, number in rows.iterator(chunk_size=5000):
            found.setdefault((video, start_s, end_s, description, kind), []).append(number)
        return found

    @cached_property
    def _next(self) -> int:
        return (self._campaign.moments.aggregate(highest=Max("desc_id"))["highest"] or 0) + 1

    def _measured(self, video_name: str) -> float | str:
        """The length of the video's file, or why there is none."""
        if not self._place:
            return "no video file was uploaded yet; upload the videos first, or add the column duration"
        if not self._left:
            return f"more than {MOST_MEASURED} videos would be measured; add the column duration"
        self._left -= 1
        try:
            require_allowed(self._campaign, self._place, by_admin=self._by_admin)
            source = source_named(self._place)
            if not isinstance(source, FolderSource):
                return "videos in a bucket are not measured; add the column duration"
            with scratch_folder("reelevance-measure") as scratch, source.video(video_name, scratch) as path:
                return round(probe_video(path).duration_s, 3)
        except CutError as problem:
            return problem.reason
        except BadInput as problem:
            return str(problem)
