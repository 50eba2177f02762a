"""Takes in a run: its file is stored and checked, and it waits to be scored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from benchmark.models import DocumentKind, Run, RunKind
from benchmark.runs.files import (
    StoredFile,
    corpus_path,
    random_token,
    remove_orphans,
    remove_run_files,
    run_path,
    store_file,
)
from benchmark.runs.selectors.documents import documents_of
from benchmark.snapshots.selectors import labelled_queries, newest_snapshot, twin_labels_in
from benchmark.snapshots.services import next_number, order_scoring
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.checked_run import CheckedRun
from evaluation.reading.run_formats import read_checked_run
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.reading.run import read_twin_run
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.models import Campaign

# Only the worker reads larger ones, so that a request stays short and small.
CHECKED_AT_ONCE_BYTES = 4 * 1024 * 1024
TWINS_CHECKED_AT_ONCE_BYTES = 64 * 1024 * 1024  # a matrix of numbers, which is read by blocks
LONGEST_NAME = 80
MOST_RUNS = 1000


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file as it comes: its name and its bytes in parts."""

    name: str
    parts: Iterable[bytes]

    @classmethod
    def uploaded(cls, file: UploadedFile[Any]) -> SentFile:
        """A file that came with a request."""
        return cls(file.name or "", file.chunks())


def run_folder(campaign: Campaign) -> Path:
    """Where the files of the campaign's runs lie."""
    folder: Path = settings.DATA_DIR / "runs" / campaign.slug
    return folder


def upload_run(
    *,
    campaign: Campaign,
    name: str,
    file: SentFile,
    corpus: SentFile | None,
    documents: str = DocumentKind.DESC_ID,
    actor: str,
    now: datetime,
) -> Run:
    """Store the run under a name of its own, waiting to be scored; nothing is left of one that is refused.

    `documents` says what the documents of a TREC run are; other formats do without.

    What a killed process left behind of an upload is removed by the next one, once it is a day old.

    Raises BadInput, naming file, line or query, for a name that is taken or no name, and for a file that is too
    large, not whole gzip, or (up to 4 MiB unpacked; larger ones fail when they are scored) no sound run
    or one of which no query is labelled, where the campaign's labels were taken already.
    """
    name = _checked_name(name)
    _refuse_taken(campaign, name)
    folder, token = run_folder(campaign), random_token()
    remove_orphans(folder, set(Run.objects.filter(campaign=campaign).values_list("stored", flat=True)))
    try:
        stored = _store(folder, token, file, corpus)
        corpus_file = corpus_path(folder, token) if corpus is not None else None
        if campaign.is_twin:
            _refuse_unfit_for_twins(campaign, stored)
        elif stored.unpacked <= CHECKED_AT_ONCE_BYTES:
            found = documents_of(campaign, documents)
            _refuse_unlabelled(campaign, read_checked_run(stored.path, corpus=corpus_file, documents=found))
        files = {"stored": token, "has_corpus": corpus is not None, "sha256": stored.sha256, "size": stored.size}
        return _order(campaign, name, actor, now, file_name=shown_name(file.name), documents=documents, **files)
    except EvaluationError as error:
        remove_run_files(folder, token)
        raise BadInput(shown_problem(error, folder, token, file.name, corpus.name if corpus else "")) from error
    except BaseException:
        remove_run_files(folder, token)
        raise


@transaction.atomic
def _order(campaign: Campaign, name: str, actor: str, now: datetime, **fields: Any) -> Run:
    """The run as a row that waits to be scored, unless its name was taken meanwhile."""
    hold_campaign(campaign)
    _refuse_taken(campaign, name)
    number = next_number(campaign)
    return Run.objects.create(
        campaign=campaign,
        number=number,
        name=name,
        kind=RunKind.UPLOADED,
        job=order_scoring(campaign, number, actor, now),
        uploaded_by=actor,
        uploaded_at=now,
        **fields,
    )


def shown_problem(error: EvaluationError, folder: Path, token: str, file_name: str, corpus_name: str) -> str:
    """The error's line with the names that people gave in place of the stored ones."""
    problem = str(error).replace(str(run_path(folder, token)), shown_name(file_name))
    return problem.replace(str(corpus_path(folder, token)), shown_name(corpus_name) or "the video corpus")


def shown_name(name: str) -> str:
    """A file's name as it may be shown: no folders, no control characters, not too long."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(letter for letter in last if letter.isprintable())[:150]


def _store(folder: Path, token: str, file: SentFile, corpus: SentFile | None) -> StoredFile:
    """The stored run; its unpacked size includes that of its corpus."""
    stored = store_file(run_path(folder, token), file.parts, shown=shown_name(file.name) or "the run")
    if corpus is None:
        return stored
    named = shown_name(corpus.name) or "the video corpus"
    beside = store_file(corpus_path(folder, token), corpus.parts, shown=named)
    return replace(stored, unpacked=stored.unpacked + beside.unpacked)


def _refuse_unlabelled(campaign: Campaign, run: CheckedRun) -> None:
    """Refuse a run that would only fail: there are labels, and of none of its queries."""
    snapshot = newest_snapshot(campaign)
    if snapshot is not None and labelled_queries(snapshot).isdisjoint(run.queries):
        labels = f"the campaign's labels (as of ledger entry {snapshot.ledger_length})"
        raise EvaluationError(f"{run.path}: none of its {len(run.queries):,} queries has a label in {labels}")


def _refuse_unfit_for_twins(campaign: Campaign, stored: StoredFile) -> None:
    """Refuse a run that would only fail, if there are labels and it is read in about a second."""
    snapshot = newest_snapshot(campaign)
    if snapshot is not None and stored.unpacked <= TWINS_CHECKED_AT_ONCE_BYTES:
        read_twin_run(stored.path, twin_labels_in(snapshot), width=TwinSettings().width)


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(f"name: expected 1 to {LONGEST_NAME} printable characters")
    return name


def _refuse_taken(campaign: Campaign, name: str) -> None:
    runs = Run.objects.filter(campaign=campaign)
    if runs.filter(name=name).exists():
        raise BadInput(f"name: there is already a run called {name!r}")
    if name.lower().startswith("reference:"):
        raise BadInput("name: names that start with 'reference:' are reserved for the reference runs")
    if runs.filter(kind=RunKind.UPLOADED).count() >= MOST_RUNS:
        raise BadInput(f"the campaign already has {MOST_RUNS:,} runs; delete some first")
