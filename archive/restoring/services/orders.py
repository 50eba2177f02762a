"""Takes archives that admins upload, and has a worker restore them: all of one or nothing, one at a time."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import IntegrityError, transaction

from archive.restoring.people_file import accounts_in
from archive.restoring.services.restoring import Restored, require_slug, restore_campaign
from archive.tables.file import ArchiveError, read_archive
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs, order_job
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import Job
from moments.models.jobs import RESTORE

STEP = "restore campaigns"
FOLDER = "restores"
PEOPLE = ".people"
KIB = 1024
KEPT = timedelta(days=1)
Parts = Iterable[bytes]


def order_restore(
    *, archive: Parts, given_name: str, people: Parts | None, slug: str, actor: str, now: datetime
) -> Job:
    """Keep the upload and have a worker restore it under the slug, by default the campaign's own.

    Raises BadInput, with nothing kept, for what is no archive, a slug that cannot be, a list of accounts that cannot be
    read, and while another archive is being restored.
    """
    clear_uploads(now=now)
    _require_none_live()
    name = secrets.token_urlsafe(24)
    path = upload_path(name)
    try:
        _keep(path, archive)
        if people is not None:
            _keep(_people_of(path), people)
            accounts_in(_people_of(path))
        own = _own_slug(path)
        order = {"file": name, "given_name": given_name[:200], "slug": slug or own}
        require_slug(order["slug"])
        return _ordered(order, actor, now)
    except BadInput as problem:
        _forget(path)
        raise _as_given(problem, path, given_name) from problem
    except BaseException:
        _forget(path)
        raise


def restore_ordered(*, now: datetime) -> int:
    """Restore every archive that waits or whose worker was lost; how many were tried."""
    return do_jobs(RESTORING, now=now)


def restore_beside(*, now: datetime) -> bool:
    """Start a thread beside embedded mode's worker if an archive waits; whether one was started."""
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=RESTORING.name, now=now)
    return free_jobs(RESTORING.name, now).exists() and begin_beside(STEP, restore_ordered, now=now)


def upload_path(name: str) -> Path:
    """Where an uploaded archive waits; it may be gone."""
    return Path(settings.DATA_DIR) / FOLDER / name


def clear_uploads(*, now: datetime) -> None:
    """Delete uploads that no job waits for and that are a day old."""
    folder = Path(settings.DATA_DIR) / FOLDER
    waiting = {job.order["file"] for job in Job.objects.filter(kind=RESTORING.name, finished_at=None)}
    for path in folder.glob("*") if folder.is_dir() else ():
        if path.name.removesuffix(PEOPLE) not in waiting and path.stat().st_mtime < (now - KEPT).timestamp():
            path.unlink(missing_ok=True)


def _require_none_live() -> None:
    if Job.objects.filter(kind=RESTORING.name, finished_at=None).exists():
        raise BadInput("an archive is already being restored; wait for the result or cancel it")


def _ordered(order: dict[str, str], actor: str, now: datetime) -> Job:
    try:
        with transaction.atomic():
            return order_job(campaign=None, kind=RESTORING.name, actor=actor, now=now, order=order)
    except IntegrityError:
        _require_none_live()
        raise


def _own_slug(path: Path) -> str:
    try:
        with read_archive(path) as archive:
            return str(archive.manifest.get("campaign"))
    except ArchiveError as error:
        raise BadInput(str(error)) from error


def _keep(path: Path, parts: Parts) -> None:
    """Store what was uploaded, readable only by the server's user."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with path.open("xb") as file:
            path.chmod(0o600)
            for part in parts:
                file.write(part)
    except OSError as error:
        raise BadInput(f"the archive could not be stored: {error.strerror}") from error


def _people_of(path: Path) -> Path:
    return path.with_name(path.name + PEOPLE)


def _forget(path: Path) -> None:
    path.unlink(missing_ok=True)
    _people_of(path).unlink(missing_ok=True)


def _as_given(problem: BadInput, path: Path, given_name: str) -> BadInput:
    """The problem with the names that were given in place of those on this disk."""
    text = str(problem).replace(str(_people_of(path)), "the list of people")
    return BadInput(text.replace(str(path), given_name or "the archive"))


def _restore(job: Job, go: Go) -> str:
    """Check every byte, store the files, and store all rows with the end of the job in one transaction."""
    path = upload_path(job.order["file"])
    if not path.is_file():
        raise BadInput("the uploaded file is gone; upload it again")
    people = _people_of(path)
    outcomes: list[str] = []

    def end(restored: Restored) -> None:
        outcomes.append(_outcome(restored))
        go.finish(outcomes[0])

    try:
        accounts = accounts_in(people) if people.is_file() else {}
        restore_campaign(
            path=path,
            slug=job.order["slug"],
            accounts=accounts,
            advance=_counting(path, go),
            storing=lambda rows: go.check(),
            ended=end,
        )
    except BadInput as problem:
        raise _as_given(problem, path, job.order["given_name"]) from problem
    return outcomes[0]


def _counting(path: Path, go: Go) -> Callable[[int], None]:
    """Counts KiB: every byte is read once to check it, and those of files once more to store them."""
    try:
        with read_archive(path) as archive:
            sizes = [(name, int(entry["bytes"])) for name, entry in archive.entries.items()]
    except ArchiveError as error:
        raise BadInput(str(error)) from error
    go.begin(max(1, sum(size * (2 if name.startswith("files/") else 1) for name, size in sizes) // KIB))
    read = 0

    def advance(more: int) -> None:
        nonlocal read
        read += more
        go.advance(read // KIB)

    return advance


def _outcome(restored: Restored) -> str:
    made = f"{restored.campaign.slug} is restored with {counted(restored.people, 'person', 'people')}"
    if not restored.unready:
        return made
    return f"{made}; {counted(restored.unready, 'clip is', 'clips are')} not in the archive, cut them on the page Clips"


def _ended(job: Job, reason: str, now: datetime) -> None:
    transaction.on_commit(lambda: _forget(upload_path(job.order["file"])), robust=True)


RESTORING = JobKind(RESTORE, STEP, _restore, failed="the archive could not be restored", ended=_ended)
