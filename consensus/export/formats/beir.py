"""Format `beir`: all moments as the corpus, the queries, and the labels as qrels in TSV."""

from __future__ import annotations

from collections.abc import Iterable

from consensus.export.folder import Folder
from consensus.export.formats.export_format import ExportFormat, Rows
from consensus.export.formats.lines import lines_writer
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.labels.rows import MomentRow, QueryRow

CORPUS = "beir/corpus.jsonl"
QUERIES = "beir/queries.jsonl"
HEADING = "query-id\tcorpus-id\tscore\n"


def _write_texts(folder: Folder, rows: Rows) -> None:
    """`beir/corpus.jsonl` and `beir/queries.jsonl`; ids are texts there, as BEIR has them."""
    folder.rows[CORPUS] = _write_lines(folder, CORPUS, map(_document, rows.moments()))
    folder.rows[QUERIES] = _write_lines(folder, QUERIES, map(_asked, rows.queries()))


def _document(moment: MomentRow) -> str:
    return (
        f'{{"_id": "{moment.desc_id}", "title": "", "text": {quoted(moment.caption)}, "metadata": '
        f'{{"video_name": {quoted(moment.video_name)}, "timestamp": [{moment.start_s!r}, {moment.end_s!r}]}}}}\n'
    )


def _asked(query: QueryRow) -> str:
    return f'{{"_id": "{query.query_id}", "text": {quoted(query.text)}, "metadata": {{"split": "{query.split}"}}}}\n'


def _write_lines(folder: Folder, name: str, lines: Iterable[str]) -> int:
    rows = 0
    with folder.text(name) as stream:
        for line in lines:
            stream.write(line)
            rows += 1
    return rows


BEIR = ExportFormat(
    name="beir",
    description="corpus, queries and qrels as BEIR has them",
    labels=lines_writer(
        "beir/qrels/{}.tsv", lambda label: f"{label.query_id}\t{label.desc_id}\t{label.relevance}\n", HEADING
    ),
    after_scores=_write_texts,
    media_types={".tsv": "text/tab-separated-values"},
)
