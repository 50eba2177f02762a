"""What an uploaded file would do to a campaign: its first rows, what it adds, and every line that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.http import Http404

from annotator.asking.files.question_file import read_questions
from annotator.asking.services.importing import look_at_questions
from consensus.imported.selectors import (
    ARCHIVES,
    ArchiveTerms,
    archive_counts,
    archive_refusal,
    files_beside,
    plan_of,
    read_staged,
    terms_asked,
)
from moments.base.errors import BadInput, BadLine
from moments.corpus.files.faults import KeptFaults
from moments.corpus.files.moment_file import read_moments
from moments.corpus.files.query_file import CandidateRow, read_candidates, read_queries
from moments.corpus.files.video_file import read_videos
from moments.corpus.selectors.incoming import (
    incoming_candidates,
    incoming_moments,
    incoming_queries,
    incoming_videos,
)
from moments.material.selectors import CampaignGaps, Comparison, compared, names_in, place_asked
from moments.models import Campaign
from moments.models.staging import StagedFile, StagedKind
from moments.ranking.selectors import check_source
from moments.staging.selectors import staged_path, staged_rows_are_csv

SHOWN_ROWS = 20
TWINS = ("direction", "twin")
FORMULA = ("=", "+", "-", "@")


@dataclass(slots=True)
class Preview:
    """What a look at the file found; `problem` is what is wrong with the file as a whole.

    `videos` are those that the file names, each with the number of its rows.
    """

    columns: tuple[str, ...] = ()
    rows: list[tuple[object, ...]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    faults: list[BadLine] = field(default_factory=list)
    fault_count: int = 0
    formulas: int = 0
    notes: list[str] = field(default_factory=list)
    videos: dict[str, int] = field(default_factory=dict)
    problem: str = ""

    @property
    def importable(self) -> bool:
        """Whether nothing is wrong."""
        return not self.fault_count and not self.problem

    @property
    def nothing_new(self) -> bool:
        """Whether all of it is there already."""
        return self.importable and not any(count for what, count in self.counts.items() if "to add" in what)


def staged_file(campaign: Campaign, staged_id: int) -> StagedFile:
    """One of the campaign's files that wait; raises Http404 for others, for imported ones and where its bytes went."""
    staged = campaign.staged.select_related("campaign").filter(pk=staged_id).first()
    if staged is None or (staged.imported_at is None and not staged_path(staged).is_file()):
        raise Http404("no such file")
    return staged


def preview(staged: StagedFile, asked: Mapping[str, str], *, by_admin: bool) -> Preview:
    """Read all of the file and hold it against the campaign; nothing is written. `asked` are an archive's terms."""
    found, faults = Preview(), KeptFaults()
    try:
        if staged.kind in ARCHIVES:
            _look_at_archive(staged, terms_asked(asked, staged.campaign.scale), faults, found)
        elif staged.kind == StagedKind.CANDIDATES and (source := source_asked(asked)):
            _look_at_list(staged, source, faults, found)
        elif staged.kind == StagedKind.MOMENTS:
            _look_at_moments(staged, gaps_of(staged, asked, by_admin=by_admin), faults, found)
        else:
            LOOKS[StagedKind(staged.kind)](staged, faults, found)
    except BadInput as problem:
        if not faults.count:
            found.problem = problem_of(problem, staged)
    found.faults = sorted(faults.kept, key=lambda fault: fault.line)
    found.fault_count = faults.count
    return found


@dataclass(frozen=True, slots=True)
class VideoCheck:
    """The videos of a file held against a place, or why that cannot be looked into."""

    place: str
    comparison: Comparison | None
    problem: str


def video_check(staged: StagedFile, found: Preview, asked: Mapping[str, str], *, by_admin: bool) -> VideoCheck | None:
    """The check against the place that was asked for; None where a file names no videos or there is no place."""
    place = place_asked(staged.campaign, asked.get("place", ""), by_admin=by_admin)
    if not found.videos or not place:
        return None
    try:
        return VideoCheck(place, compared(staged.campaign, place, found.videos, by_admin=by_admin), "")
    except BadInput as problem:
        return VideoCheck(place, None, str(problem))


def problem_of(error: BadInput, staged: StagedFile) -> str:
    """The error's line with the name that was given in place of the stored one."""
    return str(error).replace(str(staged_path(staged)), staged.given_name)


def source_asked(asked: Mapping[str, str]) -> str:
    """The system whose lists candidates are to become; empty if they become pairs."""
    return asked.get("source", "").strip()


def gaps_of(staged: StagedFile, asked: Mapping[str, str], *, by_admin: bool) -> CampaignGaps:
    """What fills the gaps of the file: the campaign, and the videos in the place that was asked for."""
    place = place_asked(staged.campaign, asked.get("place", ""), by_admin=by_admin)
    return CampaignGaps(staged.campaign, place, by_admin=by_admin)


def _look_at_moments(staged: StagedFile, gaps: CampaignGaps, faults: KeptFaults, found: Preview) -> None:
    rows = read_moments(staged_path(staged), faults=faults, as_csv=staged_rows_are_csv(staged), gaps=gaps)
    has_twins = staged.campaign.is_twin
    found.columns = ("video", "from s", "to s", "of s", "type", "desc_id", *(TWINS if has_twins else ()), "description")
    found.rows = [
        (
            *(row.video_name, row.start_s, row.end_s, row.duration_s, row.kind, row.desc_id),
            *((row.direction, "–" if row.twin is None else row.twin) if has_twins else ()),
            row.description,
        )
        for row in rows[:SHOWN_ROWS]
    ]
    found.formulas = _formulas([row.description for row in rows])
    found.videos = names_in(row.video_name for row in rows)
    known = set(staged.campaign.videos.values_list("name", flat=True))
    incoming = incoming_moments(staged.campaign, rows, faults=faults)
    videos = {row.video_name for row in incoming.fresh} - known
    found.counts = {
        "moments to add": len(incoming.fresh),
        **({"pairs of twins": sum(row.twin is not None for row in rows) // 2} if has_twins else {}),
        "videos to add": len(videos),
        "moments already imported": incoming.known,
    }


def _look_at_videos(staged: StagedFile, faults: KeptFaults, found: Preview) -> None:
    rows = read_videos(staged_path(staged), faults=faults, as_csv=staged_rows_are_csv(staged))
    found.columns = ("domain", "seconds", "video")
    found.rows = [(row.domain or "–", row.duration_s, row.video_name) for row in rows[:SHOWN_ROWS]]
    found.formulas = _formulas([row.video_name for row in rows])
    found.videos = names_in(row.video_name for row in rows)
    incoming = incoming_videos(staged.campaign, rows, faults=faults)
    found.counts = {"videos to add": len(incoming.fresh), "videos already imported": incoming.known}


def _look_at_questions(staged: StagedFile, faults: KeptFaults, found: Preview) -> None:
    rows = read_questions(staged_path(staged), faults=faults, as_csv=staged_rows_are_csv(staged))
    found.columns = ("task", "windows in s", "video", "query")
    found.rows = [
        (row.task, ", ".join(f"{start:g}–{end:g}" for start, end in row.windows) or "–", row.video_name, row.text)
        for row in rows[:SHOWN_ROWS]
    ]
    found.formulas = _formulas([row.text for row in rows])
    incoming = look_at_questions(staged.campaign, rows, faults=faults)
    found.counts = {"questions to add": incoming.added, "questions already imported": incoming.known}


def _look_at_queries(staged: StagedFile, faults: KeptFaults, found: Preview) -> None:
    rows = read_queries(staged_path(staged), faults=faults)
    found.columns = ("query_id", "split", "desc_id", "query")
    found.rows = [
        (row.query_id, row.split, "–" if row.desc_id is None else row.desc_id, row.text) for row in rows[:SHOWN_ROWS]
    ]
    found.formulas = _formulas([row.text for row in rows])
    incoming = incoming_queries(staged.campaign, rows, faults=faults)
    found.counts = {"queries to add": len(incoming.fresh), "queries already imported": incoming.known}


def _look_at_candidates(staged: StagedFile, faults: KeptFaults, found: Preview) -> None:
    rows = _candidate_rows(staged, faults, found)
    named = incoming_candidates(staged.campaign, rows, faults=faults)
    ranked = set(staged.campaign.queries.filter(pairs__rank=1).values_list("query_id", flat=True))
    found.counts = {
        "pairs to add": len(rows),
        "queries with new candidates": len(named - ranked),
        "queries with replaced candidates": len(named & ranked),
    }


def _look_at_list(staged: StagedFile, source: str, faults: KeptFaults, found: Preview) -> None:
    check_source(source)
    rows = _candidate_rows(staged, faults, found)
    named = incoming_candidates(staged.campaign, rows, as_list=True, faults=faults)
    there = staged.campaign.queries.filter(query_id__in=named, candidate_lists__source=source).count()
    found.counts = {
        "candidates to add to the list": len(rows),
        "queries with a new list": len(named) - there,
        "queries with a replaced list": there,
    }
    found.notes = [f"The candidates become lists of {source}, for pooling and comparing. No pairs are created."]


def _candidate_rows(staged: StagedFile, faults: KeptFaults, found: Preview) -> list[CandidateRow]:
    rows = read_candidates(staged_path(staged), faults=faults)
    found.columns = ("query_id", "rank", "desc_id", "similarity")
    found.rows = [(row.query_id, row.rank, row.desc_id, row.similarity) for row in rows[:SHOWN_ROWS]]
    return rows


def _look_at_archive(staged: StagedFile, asked: ArchiveTerms, faults: KeptFaults, found: Preview) -> None:
    refusal = archive_refusal(staged.campaign)
    if refusal:
        raise BadInput(refusal)
    files = files_beside(staged)
    found.notes = [f"Files imported together: {', '.join(one.given_name for one in files)}."] if len(files) > 1 else []
    archive = read_staged(files, asked.terms, faults=faults)
    found.columns = ("pair", "video", "from s", "to s", "scores", "caption", "query")
    found.rows = [
        (
            row.pair,
            row.video,
            row.start_s,
            row.end_s,
            " ".join(str(grade) for _, grade in archive.scores.get(row.pair, ())),
            row.caption,
            row.query,
        )
        for row in islice(archive.described.values(), SHOWN_ROWS)
    ]
    names = {str(staged_path(one)): one.given_name for one in files} if len(files) > 1 else {}
    for fault in faults.kept if names else ():
        fault.problem = f"{names.get(fault.file, fault.file)}: {fault.problem}"
    if not faults.count:
        found.counts = archive_counts(staged.campaign, archive, plan_of(staged.campaign, archive, asked))
        twice = sum(len({worker for worker, _ in given}) < len(given) for given in archive.scores.values())
        if twice:
            found.notes.append(f"{twice} pair{' has' if twice == 1 else 's have'} two scores by the same worker.")


def _formulas(texts: Sequence[str]) -> int:
    return sum(text.startswith(FORMULA) for text in texts)


Look = Callable[[StagedFile, KeptFaults, Preview], None]
LOOKS: dict[StagedKind, Look] = {
    StagedKind.VIDEOS: _look_at_videos,
    StagedKind.QUESTIONS: _look_at_questions,
    StagedKind.QUERIES: _look_at_queries,
    StagedKind.CANDIDATES: _look_at_candidates,
}
