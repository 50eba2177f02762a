"""Keeps uploaded files to look at, imports one of them whole, and clears the old ones away."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import transaction

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.corpus.files.foreign import media_of, media_refusal
from moments.corpus.files.moment_file import Gaps, read_moments
from moments.corpus.files.query_file import read_candidates, read_queries
from moments.corpus.files.video_file import read_videos
from moments.corpus.services import Imported, import_moments, import_queries, import_videos
from moments.ledger.services import record_decision
from moments.models import Campaign, CampaignStatus
from moments.models.staging import StagedFile, StagedKind
from moments.ranking.services.candidate_lists import import_list
from moments.ranking.services.ranking import import_candidates
from moments.staging.ledger_kinds import CORPUS_IMPORTED
from moments.staging.selectors import staged_path, staged_rows_are_csv

LARGEST_BYTES = 64 * 1024 * 1024
KEPT = timedelta(days=1)
MOST_WAITING = 20
# What a file of a kind lists; files of other kinds list scores.
LISTS: dict[str, str] = {
    StagedKind.MOMENTS: "moments",
    StagedKind.VIDEOS: "the names of videos",
    StagedKind.QUESTIONS: "questions",
    StagedKind.QUERIES: "queries",
    StagedKind.CANDIDATES: "candidates",
}


class ImportedAlready(BadInput):
    """The file was imported before: nothing is left to do."""


def stage_file(
    *, campaign: Campaign, kind: str, given_name: str, parts: Iterable[bytes], actor: str, now: datetime
) -> StagedFile:
    """Keep the file under a random name that nobody else reads; what is older than a day is cleared away first.

    Raises BadInput, with nothing kept, for an unknown kind, an empty file, a video, more than 64 MiB, or too
    many that wait.
    """
    if kind not in StagedKind.values:
        raise BadInput(f"kind: expected one of {', '.join(StagedKind.values)}")
    clear_staged(now=now)
    if campaign.staged.filter(imported_at=None).count() >= MOST_WAITING:
        raise BadInput(f"{MOST_WAITING} files are already waiting; import or discard some of them")
    staged = StagedFile(campaign=campaign, kind=kind, name=secrets.token_urlsafe(24), given_name=_shown(given_name))
    path = staged_path(staged)
    try:
        staged.size, staged.sha256 = _store(path, _no_media(staged, parts))
        staged.actor, staged.staged_at = actor, now
        staged.save()
    except OSError as error:
        path.unlink(missing_ok=True)
        raise BadInput(f"the file could not be stored: {error.strerror}") from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return staged


def put_away(*, staged: StagedFile) -> None:
    """Forget a file that was not imported; its bytes go once that is certain."""
    deleted, _ = StagedFile.objects.filter(pk=staged.pk, imported_at=None).delete()
    if deleted:
        path = staged_path(staged)
        transaction.on_commit(lambda: path.unlink(missing_ok=True), robust=True)


def clear_staged(*, now: datetime) -> int:
    """Put away what waits for more than a day, and files that no row names any more; how many files went."""
    StagedFile.objects.filter(imported_at=None, staged_at__lt=now - KEPT).delete()
    folder = Path(settings.DATA_DIR) / "staged"
    known = set(StagedFile.objects.filter(imported_at=None).values_list("name", flat=True))
    oldest = (now - KEPT).timestamp()
    gone = 0
    for path in folder.glob("*") if folder.is_dir() else ():
        if path.name not in known and path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)
            gone += 1
    return gone


def import_staged(
    *, staged: StagedFile, actor: str, now: datetime, source: str = "", gaps: Gaps | None = None
) -> dict[str, int]:
    """Import all of the file, as the command for it does, or nothing of it; what was added.

    With `source` candidates become that system's lists, and no pairs; with `gaps` a file of moments may leave out
    what it fills. Raises ImportedAlready for a file
    that was imported meanwhile, BadInput or BadLine for one that cannot be.
    """
    if staged.campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; nothing can be added to it")
    rows = _rows(staged, gaps)
    with transaction.atomic():
        hold_campaign(staged.campaign)
        take_staged(staged=staged, now=now)
        figures = _imported(staged, rows, source, now)
        payload = {"kind": staged.kind, "sha256": staged.sha256, **figures} | ({"source": source} if source else {})
        record_decision(campaign=staged.campaign, kind=CORPUS_IMPORTED, actor=actor, payload=payload, now=now)
    return figures


def take_staged(*, staged: StagedFile, now: datetime) -> None:
    """Mark the file as imported within the caller's transaction; its bytes go when that is over.

    Raises ImportedAlready if somebody else was faster.
    """
    if not StagedFile.objects.filter(pk=staged.pk, imported_at=None).update(imported_at=now):
        raise ImportedAlready("the file was already imported or discarded")
    path = staged_path(staged)
    transaction.on_commit(lambda: path.unlink(missing_ok=True), robust=True)


def _rows(staged: StagedFile, gaps: Gaps | None) -> list:  # type: ignore[type-arg]
    path = staged_path(staged)
    if not path.is_file():
        raise ImportedAlready("the file was already imported or discarded")
    if staged.kind == StagedKind.MOMENTS:
        return read_moments(path, as_csv=staged_rows_are_csv(staged), gaps=gaps)
    if staged.kind == StagedKind.VIDEOS:
        return read_videos(path, as_csv=staged_rows_are_csv(staged))
    if staged.kind == StagedKind.QUERIES:
        return read_queries(path)
    return read_candidates(path)


def _imported(staged: StagedFile, rows: list, source: str, now: datetime) -> dict[str, int]:  # type: ignore[type-arg]
    if staged.kind == StagedKind.CANDIDATES and source:
        kept = import_list(campaign=staged.campaign, rows=rows, source=source, now=now)
        return {"queries": kept.queries, "candidates_listed": kept.candidates}
    if staged.kind == StagedKind.CANDIDATES:
        ranked = import_candidates(campaign=staged.campaign, rows=rows, now=now)
        return {"queries": ranked.queries, "pairs": ranked.pairs}
    imported = IMPORTS[StagedKind(staged.kind)](campaign=staged.campaign, rows=rows)
    return {"added": imported.added, "already_there": imported.known}


IMPORTS: dict[StagedKind, Callable[..., Imported]] = {
    StagedKind.MOMENTS: import_moments,
    StagedKind.VIDEOS: import_videos,
    StagedKind.QUERIES: import_queries,
}


def _store(path: Path, parts: Iterable[bytes]) -> tuple[int, str]:
    """Size and checksum of the file, which only its owner may read."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    size, checksum = 0, sha256()
    with path.open("xb") as file:
        path.chmod(0o600)
        for part in parts:
            size += len(part)
            if size > LARGEST_BYTES:
                raise BadInput(f"the file is larger than {LARGEST_BYTES // 1024**2} MiB; import it with the command")
            checksum.update(part)
            file.write(part)
    if not size:
        raise BadInput("the file is empty")
    return size, checksum.hexdigest()


def _no_media(staged: StagedFile, parts: Iterable[bytes]) -> Iterator[bytes]:
    """The parts; raises BadInput where the first shows a video, a picture or a sound."""
    for place, part in enumerate(parts):
        if not place and (what := media_of(part)):
            raise BadInput(f"the file {media_refusal(what, LISTS.get(staged.kind, 'scores'))}")
        yield part


def _shown(name: str) -> str:
    """A file's name as it may be shown: no folders, no control characters, not too long."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(letter for letter in last if letter.isprintable())[:200] or "file"
