"""What a file's rows would add to a campaign, what is there already, and which rows contradict it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from moments.base.errors import BadInput, BadLine
from moments.corpus.files.faults import FIRST_ONE, Faults
from moments.corpus.files.moment_file import GivenMoment
from moments.corpus.files.query_file import CandidateRow, GivenQuery
from moments.corpus.files.video_file import GivenVideo
from moments.corpus.selectors.pairs import queries_in_use
from moments.models import Campaign, CampaignKind, ClipState, Twin

STORED = ("video__name", "start_s", "end_s", "description", "kind", "direction")
Row = TypeVar("Row", GivenMoment, GivenQuery, GivenVideo)


@dataclass(frozen=True, slots=True)
class Incoming(Generic[Row]):
    """The rows that are new, and how many are there already or of a kind not asked for."""

    fresh: list[Row]
    known: int
    left_out: int = 0


def incoming_moments(
    campaign: Campaign,
    rows: Sequence[GivenMoment],
    *,
    kinds: Collection[str] | None = None,
    faults: Faults = FIRST_ONE,
) -> Incoming[GivenMoment]:
    """Moments by desc_id; a fault is one that is stored with other content, or a video with another duration.

    So are twins where clips play forwards only. A row that names no twin may be stored with one, as it may have got it
    since; of twins, both are new or neither is. Raises BadInput where segments of whole videos are marked.
    """
    if campaign.kind == CampaignKind.MARK:
        raise BadInput(
            f"campaign {campaign.slug!r} marks segments of whole videos and takes no moments; import whole videos"
        )
    stored = StoredMoments(campaign)
    fresh: list[GivenMoment] = []
    counts = [0, 0]
    for row in rows:
        if kinds is not None and row.kind not in kinds:
            counts[1] += 1
        elif problem := stored.problem_of(row):
            faults.take(row.place.error(problem))
        elif stored.has(row):
            counts[0] += 1
        else:
            fresh.append(row)
    return Incoming(fresh, *counts)


class StoredMoments:
    """What the campaign has already, to hold the rows of a file against it."""

    def __init__(self, campaign: Campaign) -> None:
        self._durations = dict(campaign.videos.values_list("name", "duration_s"))
        stored = campaign.moments.values_list("desc_id", *STORED)
        self._known = {desc_id: content for desc_id, *content in stored.iterator(chunk_size=5000)}
        self._plays_backwards = campaign.is_twin
        self._twins = _stored_twins(campaign)

    def has(self, row: GivenMoment) -> bool:
        """Whether the desc_id is there."""
        return row.desc_id in self._known

    def problem_of(self, row: GivenMoment) -> str:
        """Why the row can neither be added nor be there already; empty if it can."""
        duration = self._durations.get(row.video_name, row.duration_s)
        if duration != row.duration_s:
            return f"duration: {row.duration_s:g}, but the campaign has {duration:g}"
        if row.twin is not None and not self._plays_backwards:
            return "twin: only a twins campaign has moments that play backwards"
        if self.has(row):
            is_same = self._known[row.desc_id] == _content(row) and row.twin in (None, self._twins.get(row.desc_id))
            return "" if is_same else f"desc_id {row.desc_id} is already in the campaign with different content"
        if row.twin in self._known:
            return f"twin: moment {row.twin} is already in the campaign without this twin"
        return ""


def _content(row: GivenMoment) -> list[object]:
    """What of a row is compared with the stored moment."""
    return [row.video_name, row.start_s, row.end_s, row.description, row.kind, row.direction]


def _stored_twins(campaign: Campaign) -> dict[int, int]:
    """The desc_id of each moment's twin by its own."""
    if not campaign.is_twin:
        return {}
    pairs = Twin.objects.filter(forward__campaign=campaign).values_list("forward__desc_id", "backward__desc_id")
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


def incoming_videos(
    campaign: Campaign, rows: Sequence[GivenVideo], *, faults: Faults = FIRST_ONE
) -> Incoming[GivenVideo]:
    """Videos by name; a fault is one that is stored with another domain or duration.

    Once its proxy was made, a video's duration is what its frames say, and no longer what a file says. Raises BadInput
    where moments are graded.
    """
    if campaign.kind != CampaignKind.MARK:
        raise BadInput(f"campaign {campaign.slug!r} grades moments and takes no whole videos; import moments")
    measured = campaign.videos.filter(moments__whole=True, moments__clips__state=ClipState.READY)
    measured_names = set(measured.values_list("name", flat=True))
    known = {name: content for name, *content in campaign.videos.values_list("name", "duration_s", "domain")}
    fresh: list[GivenVideo] = []
    count = 0
    for row in rows:
        duration_s, domain = known.get(row.video_name, (row.duration_s, row.domain))
        if domain != row.domain:
            faults.take(row.place.error(f"domain: {row.domain!r}, but the campaign has {domain!r}"))
        elif duration_s != row.duration_s and row.video_name not in measured_names:
            faults.take(row.place.error(f"duration: {row.duration_s:g}, but the campaign has {duration_s:g}"))
        elif row.video_name in known:
            count += 1
        else:
            fresh.append(row)
    return Incoming(fresh, count)


def incoming_queries(
    campaign: Campaign, rows: Sequence[GivenQuery], *, faults: Faults = FIRST_ONE
) -> Incoming[GivenQuery]:
    """Queries by query_id; a fault is one that is stored with other content, or names an unknown moment."""
    moments = set(campaign.moments.values_list("desc_id", flat=True))
    known = {
        query_id: content
        for query_id, *content in campaign.queries.values_list("query_id", "text", "split", "own_moment__desc_id")
    }
    fresh: list[GivenQuery] = []
    count = 0
    for row in rows:
        if row.desc_id is not None and row.desc_id not in moments:
            faults.take(row.place.error(f"desc_id {row.desc_id} is not a moment of the campaign"))
        elif row.query_id not in known:
            fresh.append(row)
        elif known[row.query_id] == [row.text, row.split, row.desc_id]:
            count += 1
        else:
            faults.take(row.place.error(f"query_id {row.query_id} is already in the campaign with different content"))
    return Incoming(fresh, count)


class KnownCorpus:
    """What candidates may name, and which queries' candidates stay."""

    def __init__(self, campaign: Campaign) -> None:
        self.moments = dict(campaign.moments.values_list("desc_id", "pk"))
        self.queries = {query.query_id: query for query in campaign.queries.all()}
        self._opened = set(campaign.batches.values_list("query__query_id", flat=True))
        self._used = set(queries_in_use(campaign).values_list("query_id", flat=True))

    def require_known(self, row: CandidateRow) -> None:
        """Raise BadLine for an unknown query or moment."""
        if row.query_id not in self.queries:
            raise row.place.error(f"query_id {row.query_id} is not a query of the campaign")
        if row.desc_id not in self.moments:
            raise row.place.error(f"desc_id {row.desc_id} is not a moment of the campaign")

    def require(self, row: CandidateRow) -> None:
        """Raise BadLine for these, and for a query that is open or whose pairs are in use."""
        self.require_known(row)
        if row.query_id in self._opened:
            raise row.place.error(f"query {row.query_id} is open, so its candidates can no longer change")
        if row.query_id in self._used:
            raise row.place.error(f"pairs of query {row.query_id} are in use, so its candidates can no longer change")


def incoming_candidates(
    campaign: Campaign, rows: Sequence[CandidateRow], *, as_list: bool = False, faults: Faults
) -> set[int]:
    """The queries whose candidates the rows would be, by query_id; `faults` hears of rows that cannot be taken.

    As a source's list they change no pairs, so open queries may have them too.
    """
    known = KnownCorpus(campaign)
    require = known.require_known if as_list else known.require
    named: set[int] = set()
    for row in rows:
        try:
            require(row)
        except BadLine as fault:
            faults.take(fault)
        else:
            named.add(row.query_id)
    return named
