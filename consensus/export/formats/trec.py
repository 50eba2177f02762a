"""Format `qrels` (TREC): the labels, and what each person gave; a moment is a document, its desc_id the id."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import quote

from consensus.export.folder import Folder
from consensus.export.formats.export_format import ExportFormat
from consensus.export.formats.lines import lines_writer
from consensus.labels.rows import Grade, RawScore

RATERS = "qrels_by_rater"


@contextmanager
def rater_qrels_writer(folder: Folder) -> Iterator[Callable[[Grade | RawScore], None]]:
    """Takes scores and writes `qrels_by_rater/<split>.<worker>.qrels`.

    Keeps seventeen bytes a score until the end: files are written one after the other, however many people.
    """
    given: dict[tuple[str, str], tuple[array[int], array[int], array[int]]] = {}

    def take(grade: Grade | RawScore) -> None:
        key = (grade.worker, grade.split)
        if key not in given:
            given[key] = (array("q"), array("q"), array("b"))
        queries, moments, relevances = given[key]
        if queries and (queries[-1], moments[-1]) == (grade.query_id, grade.desc_id):
            return  # an archive may hold a person twice on a pair: the first score stands, as in every other figure
        queries.append(grade.query_id)
        moments.append(grade.desc_id)
        relevances.append(grade.relevance)

    yield take
    for (worker, split), columns in sorted(given.items()):
        name = f"{RATERS}/{split}.{quote(worker, safe='')}.qrels"  # a foreign pseudonym names no other folder
        with folder.text(name) as stream:
            stream.writelines(f"{query} 0 {moment} {grade}\n" for query, moment, grade in zip(*columns, strict=True))
        folder.rows[name] = len(columns[0])


QRELS = ExportFormat(
    name="qrels",
    description="TREC qrels of the consensus and of each rater",
    labels=lines_writer("{}.qrels", lambda label: f"{label.query_id} 0 {label.desc_id} {label.relevance}\n"),
    scores=rater_qrels_writer,
)
